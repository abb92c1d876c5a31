#!/usr/bin/python3
"""Draws what keystone_lcp_table measured: time against contacts, one panel a family. Needs Debian's python3-matplotlib.

Usage: plot_lcp.py TABLE.csv PICTURE
"""
import csv
import math
import sys
from collections import defaultdict

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

STYLE = {
    "Pivoting (Baraff)": ("#c2185b", "o", "Keystone, pivoting"),
    "Pivoting row by row": ("#f06292", "o", "Keystone, row by row"),
    "dense LU": ("#555555", "", "dense LU of the same size"),
    "Bullet Dantzig": ("#1976d2", "s", "Bullet, Dantzig"),
    "ODE Dantzig (DART)": ("#388e3c", "^", "ODE (DART), Dantzig"),
    "ODE dWorldStep": ("#00897b", "<", "ODE, its whole step"),
    "Siconos Lemke": ("#f57c00", "v", "Siconos, Lemke"),
}
PANELS = [("pyramid2d", "0"), ("wall2d", "0"), ("wall3d", "0"), ("wall2d", "0.5")]
PIVOTS = [("Pivoting (Baraff)", "o"), ("Pivoting row by row", "x")]
GOOD = 1e-4  # residual; what is worse has not solved the problem and is left out


def curves(rows, family, mu):
    found = defaultdict(list)
    for row in rows:
        ours = row["method"].startswith("Pivoting")
        wanted = (row["family"], row["state"], row["mu"], row["start"]) == (family, "perturbed", mu, "cold")
        if not wanted or float(row["diagonal"]) != (0.0 if ours else 1e-9):
            continue
        if row["method"] != "dense LU" and not float(row["residual"]) < GOOD:
            continue
        found[row["method"]].append((int(row["contacts"]), float(row["median_ms"])))
    return found


def exponent(points):
    """Of the power law through (n, y), by least squares of the logarithms; from 40 contacts on, where it is one."""
    logs = [(math.log(n), math.log(y)) for n, y in points if n >= 40 and y > 0]
    x, y = (sum(column) / len(logs) for column in zip(*logs))
    return sum((a - x) * (b - y) for a, b in logs) / sum((a - x) ** 2 for a, _ in logs)


def draw_pivots(axis, rows):
    """Pivots of the frictionless problems, cold, and how they grow."""
    for (method, shape), state in [(pair, state) for pair in PIVOTS for state in ("rest", "perturbed")]:
        found = [
            (int(row["contacts"]), int(row["pivots"]))
            for row in rows
            if (row["method"], row["state"], row["mu"], row["start"]) == (method, state, "0", "cold")
        ]
        if found:
            label = f"{method}, {state}: n^{exponent(found):.2f}"
            axis.loglog(*zip(*sorted(found)), shape, color="#c2185b" if state == "rest" else "#1976d2", markersize=4, label=label)
    axis.set_title("pivots, frictionless, all families")
    axis.set_xlabel("contacts")
    axis.grid(True, which="major", alpha=0.3)
    axis.legend(fontsize=7)


def main(table, picture):
    with open(table, newline="", encoding="utf-8") as source:
        rows = list(csv.DictReader(source))
    figure, axes = plt.subplots(1, len(PANELS) + 1, figsize=(19, 4.2))
    draw_pivots(axes[-1], rows)
    for axis, (family, mu) in zip(axes, PANELS):
        axis.sharey(axes[0])
        for method, points in curves(rows, family, mu).items():
            colour, marker, label = STYLE[method]
            axis.loglog(*zip(*sorted(points)), color=colour, marker=marker, markersize=4, label=label)
        axis.set_title(f"{family}, mu {mu}")
        axis.set_xlabel("contacts")
        axis.grid(True, which="major", alpha=0.3)
    axes[0].set_ylabel("ms, median, cold")
    axes[0].legend(fontsize=8)
    figure.tight_layout()
    figure.savefig(picture, dpi=110)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])

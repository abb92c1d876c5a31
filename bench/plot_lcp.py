#!/usr/bin/python3
"""Draws what keystone_lcp_table measured: time against contacts, one panel a family. Needs Debian's python3-matplotlib.

Usage: plot_lcp.py TABLE.csv PICTURE
"""
import csv
import sys
from collections import defaultdict

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

STYLE = {
    "Pivoting (Baraff)": ("#c2185b", "o", "Keystone, pivoting"),
    "dense LU": ("#555555", "", "dense LU of the same size"),
    "Bullet Dantzig": ("#1976d2", "s", "Bullet, Dantzig"),
    "ODE Dantzig (DART)": ("#388e3c", "^", "ODE (DART), Dantzig"),
    "ODE dWorldStep": ("#00897b", "<", "ODE, its whole step"),
    "Siconos Lemke": ("#f57c00", "v", "Siconos, Lemke"),
}
PANELS = [("pyramid2d", "0"), ("wall2d", "0"), ("wall3d", "0"), ("wall2d", "0.5")]
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


def main(table, picture):
    with open(table, newline="", encoding="utf-8") as source:
        rows = list(csv.DictReader(source))
    figure, axes = plt.subplots(1, len(PANELS), figsize=(15, 4.2), sharey=True)
    for axis, (family, mu) in zip(axes, PANELS):
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

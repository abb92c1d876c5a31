#!/usr/bin/python3
"""Draws what keystone_convergence measured: error against the length of the step. Needs Debian's python3-matplotlib.

Usage: plot_convergence.py TABLE.csv PICTURE
"""
import csv
import sys
from collections import defaultdict

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

INTEGRATORS = {
    "semi_implicit_euler": ("#c2185b", "o", "semi-implicit Euler"),
    "implicit_midpoint": ("#f57c00", "s", "implicit midpoint"),
    "rk4": ("#1976d2", "^", "Runge-Kutta 4"),
    "cash_karp": ("#388e3c", "d", "Cash-Karp, 1e-9"),
}
MOTIONS = {
    "pendulum": "pendulum let go at 2 rad, after 1 s",
    "heavy_top": "heavy top at 60 rad/s that nods, after 0.4 s",
    "free_top": "free symmetric top, after 1 s",
}


def read(path):
    """(motion, integrator) -> (steps [s], errors [m])."""
    found = defaultdict(lambda: ([], []))
    with open(path, newline="", encoding="utf-8") as source:
        for row in csv.DictReader(source):
            steps, errors = found[row["motion"], row["integrator"]]
            steps.append(float(row["step_s"]))
            errors.append(float(row["error_m"]))
    return found


def draw_slope(axis, order, through, steps):
    """A thin line of the order, through (step, error)."""
    step, error = through
    axis.loglog(steps, [error * (h / step) ** order for h in steps], color="#999999", linewidth=0.7, linestyle=":",
                zorder=0)


def main(table, picture):
    found = read(table)
    figure, axes = plt.subplots(1, 3, figsize=(12.5, 4.2), sharey=True)
    for axis, (motion, title) in zip(axes, MOTIONS.items()):
        for integrator, (colour, marker, label) in INTEGRATORS.items():
            steps, errors = found[motion, integrator]
            axis.loglog(steps, errors, color=colour, marker=marker, markersize=3, linewidth=1.2, label=label)
        for order in (1, 2, 4):
            draw_slope(axis, order, (1e-2, 1e-3), steps)
        axis.set_title(title, fontsize=10)
        axis.set_xlabel("step [s]")
        axis.set_ylim(1e-13, 2.0)
        axis.grid(True, which="major", alpha=0.3)
    axes[0].set_ylabel("error [m]")
    axes[0].legend(fontsize=8, loc="upper left")
    figure.tight_layout()
    figure.savefig(picture, dpi=110)


if __name__ == "__main__":
    main(*sys.argv[1:])

#!/usr/bin/python3
"""Draws how methods part in one collapse: difference and mirror error against time. Needs Debian's python3-matplotlib.

Usage: plot_race.py RACE.csv PICTURE
RACE.csv: keystone-cli race collapse_compare --steps 1000 --csv RACE.csv
"""
import csv
import sys
from collections import defaultdict

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

STYLE = {  # colours as in the sandbox, darkened for white paper
    "velocity+exact": ("#129a8a", "-", "exact"),
    "velocity+pivoting": ("#129a8a", "-", "pivoting"),
    "velocity+pgs": ("#d83a50", "-", "projected Gauss-Seidel, 50 sweeps"),
    "position+gauss": ("#5a60e0", "-", "Gauss, rigid bodies"),
}
LEAST = 1e-17  # [m], what is smaller is drawn there


def courses(path, column):
    """Method -> (times [s], values), of the rows that have the column."""
    found = defaultdict(lambda: ([], []))
    with open(path, newline="", encoding="utf-8") as source:
        for row in csv.DictReader(source):
            if row.get(column):
                times, values = found[row["method"]]
                times.append(float(row["time_s"]))
                values.append(max(float(row[column]), LEAST))
    return found


def draw(axis, found, title):
    for method, (times, values) in found.items():
        colour, line, label = STYLE[method]
        if max(values) > LEAST:
            axis.semilogy(times, values, line, color=colour, linewidth=1.3, label=label)
    axis.set_title(title, fontsize=11)
    axis.set_xlabel("time [s]")
    axis.set_ylabel("[m]")
    axis.set_xlim(0, 2)
    axis.grid(True, which="major", alpha=0.3)
    axis.legend(fontsize=8, loc="lower right")


def main(race, picture):
    figure, (left, right) = plt.subplots(1, 2, figsize=(11.5, 4.2))
    draw(left, courses(race, "difference_m"), "farthest brick from where pivoting has it")
    draw(right, courses(race, "mirror_error_m"), "farthest brick from its partner's mirror image")
    right.axhline(1e-6, color="black", linewidth=0.8, linestyle=":")
    figure.tight_layout()
    figure.savefig(picture, dpi=110)


if __name__ == "__main__":
    main(*sys.argv[1:])

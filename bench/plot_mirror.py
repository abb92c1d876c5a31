#!/usr/bin/python3
"""Draws what keystone_collapse_mirror measured: mirror error against time. Needs Debian's python3-matplotlib.

Usage: plot_mirror.py TABLE.csv PICTURE
"""
import csv
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

CURVES = {
    "four_masses_m": ("#c2185b", "bricks of four masses, Gauss"),
    "nine_masses_m": ("#f57c00", "bricks of nine masses, Gauss"),
    "rigid_gauss_m": ("#1976d2", "rigid bricks, Gauss"),
    "rigid_pivoting_m": ("#388e3c", "rigid bricks, pivoting"),
}


def main(table, picture):
    with open(table, newline="", encoding="utf-8") as source:
        rows = list(csv.DictReader(source))
    time = [float(row["time_s"]) for row in rows]
    figure, axis = plt.subplots(figsize=(9, 4.2))
    for column, (colour, label) in CURVES.items():
        axis.semilogy(time, [max(float(row[column]), 1e-17) for row in rows], color=colour, label=label, linewidth=1.2)
    axis.axhline(1e-6, color="#555555", linestyle="--", linewidth=0.8)
    axis.text(time[-1], 1.3e-6, "1e-6 m", ha="right", fontsize=8, color="#555555")
    axis.set_xlim(0.0, time[-1])
    axis.set_ylim(1e-17, 1e-5)
    axis.set_xlabel("time [s]")
    axis.set_ylabel("mirror error [m]")
    axis.grid(True, which="major", alpha=0.3)
    axis.legend(fontsize=8, loc="lower right")
    figure.tight_layout()
    figure.savefig(picture, dpi=110)


if __name__ == "__main__":
    main(*sys.argv[1:])

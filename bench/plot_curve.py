#!/usr/bin/python3
"""Draws residual against factorizations on hard problems, and prints tables. Needs Debian's python3-matplotlib.

Usage: plot_curve.py CURVE.csv PICTURE
CURVE.csv: keystone_curve measure DIR/final --csv CURVE.csv
"""
import csv
import statistics
import sys
from collections import defaultdict

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

LEAST = 1e-13  # what is smaller is drawn there
SHARES = {"median": (0.5, "#129a8a"), "ninth decile": (0.9, "#5a60e0"), "worst": (1.0, "#d83a50")}
SCENES = ("wall_ball", "wall_brick", "bin", "pyramid_ball", "jenga_ball", "kapla_ball", "cards", "cards_ball",
          "arch_ball", "mesh_pile")


def quantile(values, share):
    """As keystone_curve counts it."""
    return sorted(values)[min(int(share * len(values)), len(values) - 1)]


def read(path):
    """Scene, and "all" -> bound -> rows."""
    found = defaultdict(lambda: defaultdict(list))
    with open(path, newline="", encoding="utf-8") as source:
        for row in csv.DictReader(source):
            for scene in (row["scene"], "all"):
                found[scene][int(row["work"])].append((float(row["residual"]), float(row["ms"])))
    return found


def residuals(rows):
    return [residual for residual, _ in rows]


def draw_quantiles(axis, found):
    for name, (share, colour) in SHARES.items():
        bounds = [bound for bound in found["all"] if bound > 0]
        values = [max(quantile(residuals(found["all"][bound]), share), LEAST) for bound in bounds]
        axis.loglog(bounds, values, "o-", color=colour, markersize=3, linewidth=1.5, label=name)
    axis.set_title(f"{len(found['all'][0])} problems", fontsize=11)


def draw_scenes(axis, found):
    colours = plt.get_cmap("tab10")
    for number, scene in enumerate(scene for scene in SCENES if scene in found):
        bounds = [bound for bound in found[scene] if bound > 0]
        values = [max(quantile(residuals(found[scene][bound]), 0.9), LEAST) for bound in bounds]
        axis.loglog(bounds, values, "o-", color=colours(number), markersize=3, linewidth=1.2, label=scene)
    axis.set_title("ninth decile, by scene", fontsize=11)


def finish(axis, bounds):
    axis.axhline(1e-6, color="black", linewidth=0.8, linestyle=":")
    axis.axhline(1e-9, color="black", linewidth=0.8, linestyle=":")
    axis.set_xticks(bounds, [str(bound) for bound in bounds])
    axis.minorticks_off()
    axis.set_xlabel("factorizations at most")
    axis.set_ylabel("residual")
    axis.set_ylim(1e-12, 1)
    axis.grid(True, which="major", alpha=0.3)
    axis.legend(fontsize=8, loc="lower left")


def power(value):
    """1.23e-08 as 1e-8."""
    return f"{value:.0e}".replace("e-0", "e-").replace("e+00", "")


def print_tables(found):
    print("| factorizations | median | ninth decile | worst | at 1e-6 | at 1e-9 | time, median (ms) "
          "| ninth decile (ms) |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for bound, rows in found["all"].items():
        values, times = residuals(rows), [ms for _, ms in rows]
        exact = [100 * sum(value <= limit for value in values) / len(values) for limit in (1e-6, 1e-9)]
        print(f"| {bound or 'start'} | {power(statistics.median_high(values))} | {power(quantile(values, 0.9))} "
              f"| {power(max(values))} | {exact[0]:.0f} % | {exact[1]:.0f} % "
              f"| {statistics.median_high(times):.1f} | {quantile(times, 0.9):.1f} |")
    print()
    bounds = [bound for bound in found["all"] if bound > 0]
    print("| scene | problems | " + " | ".join(str(bound) for bound in bounds) + " |")
    print("| --- | --- |" + " --- |" * len(bounds))
    for scene in SCENES:
        if scene not in found:
            continue
        cells = [f"{power(quantile(residuals(found[scene][bound]), 0.5))} / "
                 f"{power(quantile(residuals(found[scene][bound]), 0.9))}" for bound in bounds]
        print(f"| {scene} | {len(found[scene][0])} | " + " | ".join(cells) + " |")


def main(curve, picture):
    found = read(curve)
    figure, (left, right) = plt.subplots(1, 2, figsize=(11.5, 4.6))
    draw_quantiles(left, found)
    draw_scenes(right, found)
    for axis in (left, right):
        finish(axis, [bound for bound in found["all"] if bound > 0])
    figure.tight_layout()
    figure.savefig(picture, dpi=110)
    print_tables(found)


if __name__ == "__main__":
    main(*sys.argv[1:])

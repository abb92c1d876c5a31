#!/usr/bin/python3
"""Draws what keystone_engines measured: time a step against boxes, one panel a family; hollow: something fell.
The exponents are least-squares fits to the runs of 50 boxes and more. Needs Debian's python3-matplotlib.

Usage: plot_engines.py TABLE.csv [PICTURE]    (prints exponents and what docs/performance.md shows of the table)
"""
import csv
import math
import sys
from collections import defaultdict

STYLE = {
    "exact": ("#c2185b", "o"),
    "pivoting": ("#c2185b", "o"),
    "newton_cone": ("#7b1fa2", "D"),
    "pgs": ("#f48fb1", "o"),
    "pgs_10": ("#f8bbd0", "."),
    "pgs_5": ("#f8bbd0", "1"),
    "bgs_pcg": ("#ad1457", "2"),
    "avbd": ("#8d6e63", "h"),
    "avbd_after": ("#bcaaa4", "h"),
    "tgs_soft": ("#d4b106", "*"),
    "penalty": ("#9e9d24", "p"),
    "bullet": ("#1976d2", "s"),
    "bullet_dantzig": ("#64b5f6", "P"),
    "bullet_dantzig_lifted": ("#0d47a1", "P"),
    "ode_step": ("#00897b", "<"),
    "ode_quick": ("#66bb6a", "^"),
    "mujoco": ("#f57c00", "v"),
    "mujoco_pyramidal": ("#ffb74d", "v"),
    "box2d": ("#555555", "X"),
}
SWEEPS = {"pgs_10": ", 10 sweeps", "pgs_5": ", 5 sweeps", "avbd_after": ", errors after"}
PANELS = {
    "wall3d": "walls in space, running bond",
    "rows3d": "pyramids of one brick's depth",
    "pyramid3d": "pyramids of square layers",
    "wall2d": "planar walls",
    "rows2d": "planar pyramids",
}
ONLY_OURS = ("wall3d_105", "wall3d_406", "wall3d_1596", "wall3d_1953")  # for the exponent
LEAST = 50  # boxes; below, the exponent is that of overheads


def exponent(points):
    """Of ms against boxes, or None with fewer than two points. What was cut off in its first steps says nothing."""
    logs = [(math.log(boxes), math.log(ms)) for boxes, ms, _, is_long in points if boxes >= LEAST and is_long]
    if len(logs) < 2:
        return None
    x, y = (sum(column) / len(logs) for column in zip(*logs))
    return sum((a - x) * (b - y) for a, b in logs) / sum((a - x) ** 2 for a, _ in logs)


def curves(rows):
    """family -> engine -> sorted (boxes, median ms, stands, ran long enough)."""
    found = defaultdict(lambda: defaultdict(list))
    for row in rows:
        if row["family"] and row["median_ms"]:
            found[row["family"]][row["engine"]].append(
                (int(row["boxes"]), float(row["median_ms"]), not row["verdict"].startswith("fallen"), int(row["steps"]) >= 70)
            )
    return {family: {engine: sorted(points) for engine, points in engines.items()} for family, engines in found.items()}


def figure_of(row):
    """A run in a few characters: median ms, residual; x where something fell, (n) where it was cut off after n steps."""
    if row["steps"] == "0":
        return "-"
    fell = " x" if row["verdict"].startswith("fallen") else ""
    cut = f" ({row['steps']})" if row["cut"] else ""
    residual = f", {float(row['residual_worst']):.0e}" if row["residual_worst"] and not fell else ""
    return f"{float(row['median_ms']):.2g}{residual}{fell}{cut}"


def print_tables(rows):
    """Markdown: an engine a row, a scene a column."""
    for family in [*PANELS, ""]:
        of_family = [row for row in rows if row["family"] == family and row["scene"] not in ONLY_OURS]
        if not of_family:
            continue
        scenes = list(dict.fromkeys(row["scene"] for row in of_family))
        engines = list(dict.fromkeys(row["engine"] for row in of_family))
        print(f"\n| {PANELS.get(family, 'others')} | " + " | ".join(scenes) + " |\n|" + " --- |" * (len(scenes) + 1))
        for engine in engines:
            found = {row["scene"]: figure_of(row) for row in of_family if row["engine"] == engine}
            print(f"| {engine} | " + " | ".join(found.get(scene, "") for scene in scenes) + " |")


def draw(found, titles, picture):
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(1, len(PANELS), figsize=(20, 7), sharey=True)
    for axis, (family, title) in zip(axes, PANELS.items()):
        for engine, points in found.get(family, {}).items():
            colour, marker = STYLE[engine]
            power = exponent(points)
            label = titles[engine] + SWEEPS.get(engine, "") + (f": n^{power:.2f}" if power is not None else "")
            axis.loglog([p[0] for p in points], [p[1] for p in points], color=colour, linewidth=1.2, label=label)
            for boxes, ms, stands, _ in points:
                axis.loglog(boxes, ms, marker, color=colour, markersize=6, markerfacecolor=colour if stands else "white")
        axis.axhline(1e3 / 60, color="#999999", linewidth=0.8, linestyle="--")
        axis.set_title(title)
        axis.set_xlabel("boxes")
        axis.grid(True, which="major", alpha=0.3)
        if found.get(family):
            axis.legend(fontsize=8, loc="upper center", bbox_to_anchor=(0.5, -0.12))
    axes[0].set_ylabel("ms a step, median (dashed: 1/60 s)")
    figure.tight_layout()
    figure.savefig(picture, dpi=100)


def main(table, picture=None):
    with open(table, newline="", encoding="utf-8") as source:
        rows = list(csv.DictReader(source))
    found = curves(rows)
    for family, engines in found.items():
        for engine, points in engines.items():
            power = exponent(points)
            if power is not None:
                print(f"{family:10} {engine:22} n^{power:.2f}")
    print_tables(rows)
    if picture:
        draw(found, {row["engine"]: row["title"] for row in rows}, picture)


if __name__ == "__main__":
    main(*sys.argv[1:])

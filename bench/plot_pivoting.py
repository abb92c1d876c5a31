#!/usr/bin/python3
"""Measures Baraff's method against the size of walls and pyramids, and draws it beside a dense LU of the same size.

Usage: plot_pivoting.py KEYSTONE_CLI PICTURE
First steps, from no impulses, by both orders, without friction and with it; prints a table of what was measured. The
LU is LAPACK's, by numpy. Needs Debian's python3-matplotlib and python3-numpy.
"""
import json
import os
import statistics
import subprocess
import sys
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the solver has
import matplotlib  # noqa: E402
import numpy  # noqa: E402

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

FAMILIES = {"pyramid": (4, 6, 8, 10, 14, 20, 26), "wall": (4, 6, 8, 10, 12)}  # rows of boxes
ORDERS = {"lowest": "#5a60e0", "most_violated": "#129a8a"}
MARKS = {"pyramid": "o", "wall": "s"}
TIMES = 3  # the median of so many


def sizes(family, rows):
    return ["--set", f"rows={rows}"] + (["--set", f"columns={rows}"] if family == "wall" else [])


def first_step(cli, family, rows, order, mu):
    command = [cli, "run", family, *sizes(family, rows), "--set", f"mu={mu}", "--solver", "pivoting", "--parameter",
               f"order={order}", "--steps", "1", "--format", "json"]
    runs = [json.loads(subprocess.run(command, capture_output=True, text=True, check=False).stdout)
            for _ in range(TIMES)]
    run = runs[0]
    return {"family": family, "mu": mu, "order": order, "n": run["contacts_max"] * (2 if mu > 0 else 1),
            "drives": run["drives"]["total"], "pivots": run["pivots"]["total"], "zero": run["zero_steps"]["total"],
            "ms": statistics.median(r["solve_ms"]["max"] for r in runs), "residual": run["residual_max"]}


def lu_ms(n):
    matrix, right = numpy.random.default_rng(1).normal(size=(n, n)), numpy.ones(n)
    found = []
    for _ in range(TIMES):
        begin = time.perf_counter()
        numpy.linalg.solve(matrix, right)
        found.append(1e3 * (time.perf_counter() - begin))
    return statistics.median(found)


def draw(rows, picture):
    figure, axes = plt.subplots(2, 2, figsize=(10, 7), sharex=True)
    for across, mu in enumerate((0, 0.5)):
        shown = [row for row in rows if row["mu"] == mu and row["residual"] <= 1e-9]
        for family, mark in MARKS.items():
            for order, colour in ORDERS.items():
                own = [row for row in shown if (row["family"], row["order"]) == (family, order)]
                n = [row["n"] for row in own]
                label, style = f"{family}, {order}", {"color": colour}
                axes[0][across].plot(n, [row["pivots"] for row in own], mark + "-", **style, label=label + ": pivots")
                axes[0][across].plot(n, [row["drives"] for row in own], mark + ":", **style, label="drives")
                axes[1][across].plot(n, [row["ms"] for row in own], mark + "-", color=colour, label=label)
        n = sorted({row["n"] for row in shown})
        axes[0][across].plot(n, n, color="#999999", label="n")
        axes[1][across].plot(n, [lu_ms(size) for size in n], color="#555555", label="dense LU of n rows")
        axes[0][across].set_title("with friction" if mu else "without friction")
        axes[1][across].set_yscale("log")
        axes[1][across].set_xlabel("rows n")
    axes[0][0].set_ylabel("drives and pivots of the first step")
    axes[1][0].set_ylabel("ms")
    for axis in axes.flat:
        axis.grid(alpha=0.3)
        axis.legend(fontsize=7)
    figure.tight_layout()
    figure.savefig(picture, dpi=110)


def main():
    cli, picture = sys.argv[1:]
    rows = [first_step(cli, family, size, order, mu) for mu in (0, 0.5) for family, sizes_of in FAMILIES.items()
            for size in sizes_of for order in ORDERS]
    print("| family | mu | order | n | drives | pivots | zero | ms | residual |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for row in rows:
        print("| {family} | {mu} | `{order}` | {n} | {drives} | {pivots} | {zero} | {ms:.3g} | {residual:.0e} |"
              .format(**row))
    draw(rows, picture)


main()

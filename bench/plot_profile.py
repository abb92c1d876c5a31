#!/usr/bin/python3
"""Draws performance profiles (Dolan and More 2002), and prints tables. Needs Debian's python3-matplotlib.

Usage: plot_profile.py PICTURE PROFILE.csv... [--by time_ms|iterations|factorizations|products]
PROFILE.csv: keystone-cli profile PROBLEMS... --csv PROFILE.csv; of the same problems with other solvers, or of others
--by: the column of the cost; time_ms by default
"""
import argparse
import csv
from collections import defaultdict

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

FARTHEST = 1e4  # ratio to the best


def read(paths, by):
    """Residual -> solver -> ratio to the best of each problem, None where it was not solved."""
    costs = defaultdict(lambda: defaultdict(dict))  # residual -> problem -> solver -> cost or None
    for path in paths:
        with open(path, newline="", encoding="utf-8") as source:
            for row in csv.DictReader(source):
                cost = float(row[by]) if row["reached"] == "1" else None
                costs[float(row["residual"])][row["problem"], row["rows"]][row["solver"]] = cost
    found = {}
    for residual, problems in costs.items():
        solvers = {solver: [] for of_problem in problems.values() for solver in of_problem}
        for of_problem in problems.values():
            best = min((cost for cost in of_problem.values() if cost is not None), default=None)
            for solver, ratios in solvers.items():
                cost = of_problem.get(solver)
                ratios.append(None if cost is None else max(cost, 1e-300) / max(best, 1e-300))
        found[residual] = solvers
    return found


def share(ratios, tau):
    return sum(ratio is not None and ratio <= tau for ratio in ratios) / len(ratios)


def draw(axis, residual, solvers, colours):
    for solver, ratios in solvers.items():
        steps = sorted({1.0, FARTHEST, *(ratio for ratio in ratios if ratio is not None and ratio <= FARTHEST)})
        axis.step(steps, [share(ratios, tau) for tau in steps], where="post", color=colours[solver], linewidth=1.6,
                  label=solver)
    axis.set_xscale("log")
    axis.set_xlim(1, FARTHEST)
    axis.set_ylim(-0.02, 1.02)
    axis.set_title(f"residual {residual:.0e}", fontsize=11)
    axis.grid(True, which="major", alpha=0.3)


def print_tables(found):
    """In per cent: solved / best / within 10 times the best."""
    print("| solver | " + " | ".join(f"{residual:.0e}" for residual in found) + " |")
    print("| --- |" + " --- |" * len(found))
    for solver in next(iter(found.values())):
        cells = [" / ".join(f"{100 * share(solvers[solver], tau):.0f}" for tau in (float("inf"), 1, 10))
                 for solvers in found.values()]
        print(f"| `{solver}` | " + " | ".join(cells) + " |")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("picture")
    parser.add_argument("profiles", nargs="+")
    parser.add_argument("--by", default="time_ms", choices=["time_ms", "iterations", "factorizations", "products"])
    options = parser.parse_args()
    found = read(options.profiles, options.by)
    names = list(next(iter(found.values())))
    colours = {name: plt.get_cmap("tab20")(2 * number % 20 + number // 10) for number, name in enumerate(names)}
    figure, axes = plt.subplots(1, len(found), figsize=(4.4 * len(found), 5.0), sharey=True, squeeze=False)
    for axis, (residual, solvers) in zip(axes[0], found.items()):
        draw(axis, residual, solvers, colours)
        axis.set_xlabel(f"{options.by.removesuffix('_ms')}, times that of the best solver")
    problems = len(next(iter(next(iter(found.values())).values())))
    axes[0][0].set_ylabel(f"share of {problems} problems")
    axes[0][-1].legend(fontsize=8, loc="center left", bbox_to_anchor=(1.02, 0.5))
    figure.tight_layout()
    figure.savefig(options.picture, dpi=110)
    print_tables(found)


if __name__ == "__main__":
    main()

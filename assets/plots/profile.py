"""Draws performance profiles (Dolan and More 2002), and prints tables. Needs Debian's python3-matplotlib.

Usage: python3 profile.py PICTURE PROFILE.csv... [--by time_ms|iterations|factorizations|products]
PROFILE.csv: keystone-cli profile PROBLEMS... --out PROFILE.csv; of the same problems with other solvers, or of others
--by: the column of the cost; time_ms by default

keystone-cli profile --out PICTURE.png runs this. A line ends at its label, and labels are ordered by the share solved
in the last panel.
"""
import argparse
import csv
import math
import os
import sys
from collections import defaultdict

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

FARTHEST = 1e4  # ratio to the best
# Dark enough on white, and far apart for eyes of every kind; after ten solvers lines are dashed, after twenty dotted.
COLOURS = ["#0060b0", "#d62020", "#109050", "#f08000", "#8030a0", "#00a8c8", "#8a5010", "#e040a0", "#202020", "#909000"]
DASHES = ["-", (0, (4, 1.4)), (0, (1, 1.2))]
ROW = 0.2  # [inch], of a label
PANEL = 3.9  # [inch], width


def cost_of(row, by):
    """None where it was not reached. What is counted is at least 1."""
    if row["reached"] != "1":
        return None
    return max(float(row[by]), 1e-300 if by == "time_ms" else 1)


def counting_solvers(rows, by):
    """By factorizations or products those are left out that make none, as external referees seem to; by iterations
    those that count none, as most of these."""
    if by == "time_ms":
        return {row["solver"] for row in rows}
    return {row["solver"] for row in rows if float(row[by]) > 0}


def read(paths, by):
    """Residual -> solver -> ratio to the best of each problem, None where it was not solved."""
    rows = []
    for path in paths:
        with open(path, newline="", encoding="utf-8") as source:
            rows += csv.DictReader(source)
    counting = counting_solvers(rows, by)
    costs = defaultdict(lambda: defaultdict(dict))  # residual -> problem -> solver -> cost or None
    for row in rows:
        cost = cost_of(row, by) if row["solver"] in counting else None
        costs[float(row["residual"])][row["problem"], row["rows"]][row["solver"]] = cost
    found = {}
    for residual, problems in costs.items():
        solvers = {solver: [] for of_problem in problems.values() for solver in of_problem}
        for of_problem in problems.values():
            best = min((cost for cost in of_problem.values() if cost is not None), default=None)
            for solver, ratios in solvers.items():
                cost = of_problem.get(solver)
                ratios.append(None if cost is None else cost / best)
        found[residual] = solvers
    return found


def share(ratios, tau):
    return sum(ratio is not None and ratio <= tau for ratio in ratios) / len(ratios)


def farthest(found):
    """The power of ten beyond which no line rises, 10 at least."""
    largest = max((ratio for solvers in found.values() for ratios in solvers.values() for ratio in ratios
                   if ratio is not None), default=1)
    return min(FARTHEST, 10.0 ** max(1, math.ceil(math.log10(largest))))


def shown(residual):
    """A power of ten as such."""
    power = round(math.log10(residual))
    return f"$10^{{{power}}}$" if math.isclose(residual, 10.0 ** power) else f"{residual:g}"


def draw(axis, residual, solvers, styles, end):
    for solver, ratios in solvers.items():
        steps = sorted({1.0, end, *(ratio for ratio in ratios if ratio is not None and ratio <= end)})
        axis.step(steps, [100 * share(ratios, tau) for tau in steps], where="post", linewidth=1.7, **styles[solver])
    axis.set_xscale("log")
    axis.set_xlim(1, end)
    axis.set_ylim(-1.5, 101.5)
    axis.set_title(f"to a residual of {shown(residual)}", fontsize=11)
    axis.grid(True, which="major", color="#e4e4e4", linewidth=0.8)
    axis.set_axisbelow(True)
    for side in ("top", "right"):
        axis.spines[side].set_visible(False)


def spread(places, distance, low, high):
    """Places, ascending, moved as little as needed to be `distance` apart between `low` and `high`."""
    distance = min(distance, (high - low) / max(1, len(places) - 1))
    free = [place - number * distance for number, place in enumerate(places)]
    groups = []  # of labels that touch: sum and number of their free places
    for place in free:
        groups.append([place, 1])
        while len(groups) > 1 and groups[-2][0] / groups[-2][1] >= groups[-1][0] / groups[-1][1]:
            total, number = groups.pop()
            groups[-1][0] += total
            groups[-1][1] += number
    level = [total / number for total, number in groups for _ in range(number)]
    room = high - (len(places) - 1) * distance
    return [min(max(place, low), room) + number * distance for number, place in enumerate(level)]


def label(figure, axis, solvers, styles, end):
    """The legend: one row a solver beside the last panel, tied to where its line ends."""
    height = axis.get_position().height * figure.get_figheight()
    order = sorted(reversed(solvers), key=lambda solver: share(solvers[solver], end))
    ends = [100 * share(solvers[solver], end) for solver in order]
    for solver, at, place in zip(order, ends, spread(ends, 103 * ROW / height, -1.5, 101.5)):
        inches = axis.get_position().width * figure.get_figwidth()
        # Along the axis as a share of the panel's width: the tie, a piece of the line, the name.
        tie, piece, name = 1 + 0.22 / inches, 1 + 0.6 / inches, 1 + 0.68 / inches
        across = axis.get_yaxis_transform()
        axis.plot([1.005, tie], [at, place], transform=across, clip_on=False, color=styles[solver]["color"],
                  linewidth=0.7, alpha=0.7)
        axis.plot([tie, piece], [place, place], transform=across, clip_on=False, linewidth=2.2, **styles[solver])
        axis.text(name, place, f"{solver}  {at:.0f} %", transform=across, va="center", fontsize=9,
                  color=styles[solver]["color"])


def picture(found, by, path):
    names = list(next(iter(found.values())))
    styles = {name: {"color": COLOURS[number % 10], "linestyle": DASHES[number // 10 % 3]}
              for number, name in enumerate(names)}
    end = farthest(found)
    height = max(5.0, ROW * len(names) + 0.2)  # [inch], of the panels
    left, right, bottom, top, gap = 0.7, 2.3, 0.6, 0.65, 0.4  # [inch]
    width = left + PANEL * len(found) + gap * (len(found) - 1) + right
    whole = bottom + height + top
    figure, axes = plt.subplots(1, len(found), figsize=(width, whole), sharey=True, squeeze=False)
    figure.subplots_adjust(left=left / width, right=1 - right / width, bottom=bottom / whole, top=1 - top / whole,
                           wspace=gap / PANEL)
    measure = by.removesuffix("_ms")
    problems = len(next(iter(next(iter(found.values())).values())))
    for axis, (residual, solvers) in zip(axes[0], found.items()):
        draw(axis, residual, solvers, styles, end)
        axis.set_xlabel(rf"$\tau$, times the {measure} of the best solver")
    axes[0][0].set_ylabel(r"solved within $\tau$, $\rho(\tau)$ [%]")
    label(figure, axes[0][-1], list(found.values())[-1], styles, end)
    figure.suptitle(f"Performance profiles by {measure} over {problems} problem" + "s" * (problems != 1),
                    x=left / width, y=1 - 0.12 / whole, ha="left", va="top", fontsize=12, fontweight="bold")
    figure.savefig(path, dpi=110)


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
    try:
        picture(found, options.by, options.picture)
    except OSError:  # keystone-cli says it
        sys.exit(os.EX_IOERR)
    print_tables(found)


if __name__ == "__main__":
    main()

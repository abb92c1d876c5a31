#!/usr/bin/python3
"""The friction at which card houses stand, by storeys and lean: the study's runs against the linear program's limit.
Needs Debian's python3-matplotlib.

Usage: plot_card_houses.py TABLE.csv PICTURE
TABLE.csv: keystone-cli sweep assets/studies/card_houses.json --out TABLE.csv
"""
import csv
import sys
from collections import defaultdict
from pathlib import Path

import matplotlib
import numpy as np
from scipy.optimize import linprog
from scipy.sparse import csr_matrix

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "build" / "release" / "python"))
import keystone  # noqa: E402
from keystone._study import read_study  # noqa: E402

TOUCHING = 1e-5  # [m], as in analyze
LIMIT = 1e-3  # to which the linear program's limit is found


def read(path):
    """(storeys, lean) -> [(mu, balanced)], ascending."""
    found = defaultdict(list)
    with open(path, newline="", encoding="utf-8") as source:
        for row in csv.DictReader(source):
            assert not row["error"], row
            found[int(row["storeys"]), float(row["lean"])].append((float(row["mu"]), row["balanced"] == "1"))
    return {key: sorted(rows) for key, rows in found.items()}


def stands(problem, mu):
    """Whether forces within Coulomb's law balance the weights: a linear program, which knows nothing of our solvers."""
    n = np.arange(problem.contacts)
    normals, tangents = 2 * n, 2 * n + 1
    dynamic = np.repeat(problem.inverse_mass.toarray().any(axis=1).reshape(-1, 6).any(axis=1), 6)
    balance = (problem.inverse_mass @ problem.J.T).tocsr()[dynamic]
    rows, ones = np.concatenate([2 * n, 2 * n + 1]), np.ones(problem.contacts)
    friction = csr_matrix((np.concatenate([ones, -ones, np.full(2 * problem.contacts, -mu)]),
                           (np.concatenate([rows, rows]), np.concatenate([tangents, tangents, normals, normals]))),
                          shape=(2 * problem.contacts, problem.rows))
    # A step's contacts are also those that may close; what bears is what touches.
    most = [None if gap <= TOUCHING else 0 for gap in problem.gap]
    limits = [(0, most[row // 2]) if row % 2 == 0 else (None, None) for row in range(problem.rows)]
    done = linprog(np.zeros(problem.rows), A_ub=friction, b_ub=np.zeros(2 * problem.contacts), A_eq=balance,
                   b_eq=-problem.v_free.ravel()[dynamic], bounds=limits, method="highs")
    return done.status == 0


def limit(study, storeys, lean, first):
    """The least friction that holds it; `first` is the least of the runs that stand, None if none does."""
    simulation = study.simulation({"storeys": storeys, "lean": lean, "mu": 0.5})
    simulation.step()
    low, high = (first - 0.03, first + 0.01) if first else (0.0, 2.0)
    if stands(simulation.problem, low) or not stands(simulation.problem, high):
        low, high = 0.0, 2.0
    while high - low > LIMIT:
        middle = (low + high) / 2
        low, high = (low, middle) if stands(simulation.problem, middle) else (middle, high)
    return high


def main(table, picture):
    found = read(table)
    study = read_study(ROOT / "assets" / "studies" / "card_houses.json")
    figure, axis = plt.subplots(figsize=(7, 4.6))
    wrong = runs = 0
    for number, storeys in enumerate(sorted({key[0] for key in found})):
        leans = sorted(lean for s, lean in found if s == storeys)
        firsts = [next((mu for mu, balanced in found[storeys, lean] if balanced), None) for lean in leans]
        limits = [limit(study, storeys, lean, first) for lean, first in zip(leans, firsts)]
        colour = plt.get_cmap("viridis")(number / 5)
        label = f"{storeys} storeys" if storeys > 1 else "1 storey"
        axis.plot(np.degrees(leans), limits, color=colour, linewidth=1.2, label=label)
        for lean, least, first in zip(leans, limits, firsts):
            rows = found[storeys, lean]
            runs += len(rows)
            wrong += sum(balanced != (mu > least) for mu, balanced in rows if abs(mu - least) > LIMIT)
            if first is not None:
                axis.plot(np.degrees(lean), first, "o", color=colour, markersize=3)
    axis.set_xlabel("lean of the cards from the vertical [degrees]")
    axis.set_ylabel("least friction that holds the house")
    axis.legend(title="line: linear program\ndots: least of the runs that stand", fontsize=8, title_fontsize=8)
    axis.grid(True, alpha=0.3)
    figure.tight_layout()
    figure.savefig(picture, dpi=110)
    print(f"{runs} runs, {wrong} on the other side of the linear program's limit")


if __name__ == "__main__":
    main(*sys.argv[1:])

#!/usr/bin/python3
"""What Python costs: a thousand contact problems solved from Python and from C++ (many_solves.cpp), the same problems
by the same solvers, on one thread. docs/performance.md has the table.

Usage: many_solves.py BUILD_DIR [TURNS]. The two programs take turns of ROUNDS each; the least time of each problem
counts, which a busy machine does not disturb. Exit status 1 where impulses differ in a bit.
"""
import math
import subprocess
import sys
import tempfile
import time
from pathlib import Path

BUILD = Path(sys.argv[1]).resolve()
TURNS = int(sys.argv[2]) if len(sys.argv) > 2 else 4
ROUNDS = 5
sys.path.insert(0, str(BUILD / "python"))

import keystone  # noqa: E402

# Scenes of few contacts, where the way in and out of Python weighs most, and of some hundred.
SCENES = ["two_boxes_1000", "card_house", "stack_15", "arch", "wall_5x5"]
STEPS = 200  # of each scene, whose problems are taken
SOLVERS = ["exact", "pgs", "newton_cone"]


def write_problems(folder):
    count = 0
    for scene in SCENES:
        sim = keystone.Simulation(scene)
        for _ in range(STEPS):
            sim.step()
            sim.problem.save(folder / f"{count:04}.problem.gz")
            count += 1
    return count


def hash_of(solutions):
    value = 14695981039346656037
    for solution in solutions:
        for byte in solution.impulses.tobytes():
            value = ((value ^ byte) * 1099511628211) & 0xFFFFFFFFFFFFFFFF
    return f"{value:016x}"


def solve_all(problems, solver, least):
    """Keeps the least time [us] of each problem in `least`."""
    solutions = []
    for i, problem in enumerate(problems):
        begin = time.perf_counter()
        solution = keystone.solve(problem, solver)
        least[i] = min(least[i], 1e6 * (time.perf_counter() - begin))
        solutions.append(solution)
    return solutions


def solve_in_cpp(folder, solver, least):
    command = [BUILD / "bin" / "keystone_many_solves", folder, solver, str(ROUNDS)]
    bits, *times = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    for i, microseconds in enumerate(times):
        least[i] = min(least[i], float(microseconds))
    return bits


def compare(folder, problems, solver):
    """One line of the table, and whether the bits are the same."""
    theirs, ours = [math.inf] * len(problems), [math.inf] * len(problems)
    for _ in range(TURNS):
        bits = solve_in_cpp(folder, solver, theirs)
        for _ in range(ROUNDS):
            solutions = solve_all(problems, solver, ours)
    same = hash_of(solutions) == bits
    added = sorted(mine - peer for mine, peer in zip(ours, theirs))[len(ours) // 2]
    print(f"{solver:12} {1e-3 * sum(theirs):9.1f} {1e-3 * sum(ours):12.1f} {sum(ours) / sum(theirs):7.3f} "
          f"{added:22.1f} {'yes' if same else 'NO':>10}")
    return same


def main():
    same = True
    keystone.set_threads(1)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        count = write_problems(folder)
        problems = [keystone.load_problem(path) for path in sorted(folder.iterdir())]
        print(f"{count} problems of {min(p.rows for p in problems)} to {max(p.rows for p in problems)} rows")
        print("solver        C++ [ms]  Python [ms]   ratio  median of added [us]  same bits")
        for solver in SOLVERS:
            same &= compare(folder, problems, solver)
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())

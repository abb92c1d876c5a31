#!/usr/bin/python3
"""Contact problems from Python: arrays, files, solves and their grades, the same as keystone-cli's.

Usage: python_problems.py BIN_DIR SOURCE_DIR
"""
import copy
import json
import pickle
import tempfile
from pathlib import Path

import numpy as np
import scipy.sparse

from lib.keystone import OWN_PROBLEMS, check, cli, cli_json, finish
from lib.module import error_of, keystone, raises_type_error, refuses

VECTORS = ["q", "mu", "mu_dynamic", "gap", "restitution", "bias", "lower", "upper", "compliance", "v_free", "points",
           "normals", "tangents1", "tangents2", "pairs"]


def problem_of(scene, steps=30):
    sim = keystone.Simulation(scene)
    sim.step(steps)
    return sim.problem


def same_arrays(a, b):
    for name in VECTORS:
        x, y = getattr(a, name), getattr(b, name)
        if (x is None) != (y is None) or x is not None and not np.array_equal(x, y):
            return False
    return (abs(a.W - b.W).max() == 0 if a.rows else True) and a.discs == b.discs


def one_block():
    """A block pressed down by 1 N s and dragged by less or more than its friction holds: mu = 0.5, unit mass."""
    for drag, slides in ((0.3, False), (0.8, True)):
        problem = keystone.Problem(np.eye(2), [-1.0, drag], [0.5], dim=2)
        solution = keystone.solve(problem)
        want = [1.0, -0.5] if slides else [1.0, -drag]
        check(np.allclose(solution.impulses, want, atol=1e-14), f"impulses {solution.impulses}, expected {want}")
        check(np.allclose(solution.velocities, [0, drag - 0.5 if slides else 0], atol=1e-14), "and velocities")
        check(solution.sets[0] == "clamped" and (solution.sets[1] != "stick") == slides, f"sets {solution.sets}")
        check(solution.set_counts["slide"] == int(slides) and solution.status == "converged", "counted")
        # By hand, from the definition: a stuck row off by d is graded d over the largest |q / W|.
        off = keystone.residual(problem, [1.0, solution.impulses[1] + 0.01])
        check(0.001 < float(off) < 0.1 and float(keystone.residual(problem, want)) < 1e-14, f"graded {off}")


def bounded_joint():
    problem = keystone.Problem([[2.0]], [-3.0], [], lower=[-1.0], upper=[1.0])
    check(problem.joint_rows == 1 and abs(keystone.solve(problem).impulses[0] - 1.0) < 1e-15, "a motor at its bound")
    free = keystone.Problem(scipy.sparse.csc_matrix([[2.0]]), [-3.0], [])
    check(abs(keystone.solve(free).impulses[0] - 1.5) < 1e-15 and free.lower is None, "an equality: 2 lambda = 3")


def arrays_are_the_problems():
    problem = problem_of("pyramid3d_5")
    check(problem.dim == 3 and problem.rows == 3 * problem.contacts + problem.joint_rows, "rows")
    W = problem.J @ problem.inverse_mass @ problem.J.T
    check(abs(W - problem.W).max() < 1e-12 * abs(problem.W).max(), "W = J M^-1 J^T")
    q = problem.J @ problem.v_free.ravel() + problem.bias
    check(np.abs(q - problem.q).max() < 1e-12, "q = J v_free + bias")
    check(np.allclose(np.cross(problem.tangents1, problem.tangents2), problem.normals, atol=1e-14), "t1 x t2 = n")
    check(np.all(problem.pairs[:, 0] < problem.pairs[:, 1]), "a < b")
    solution = keystone.solve(problem)
    v = problem.v_free.ravel() + problem.inverse_mass @ (problem.J.T @ solution.impulses)
    check(np.allclose(v, solution.body_velocities.ravel(), atol=1e-12), "v = v_free + M^-1 J^T lambda")
    check(np.allclose(problem.W @ solution.impulses + problem.q, solution.velocities, atol=1e-12), "u = W lambda + q")


def the_command_lines_answers():
    for path in sorted(OWN_PROBLEMS.glob("*.mtx"))[:4]:
        problem = keystone.load_problem(path)
        for solver in ("exact", "nsgs"):
            want = json.loads(cli("solve", path, "--solver", solver, "--format", "json").stdout)
            got = keystone.solve(problem, solver, tolerance=1e-8)
            check(got.status == want["status"] and got.iterations == want["iterations"] and
                  got.pivots == want["pivots"] and got.factorizations == want["factorizations"], f"{path.name}: {got}")
            if want["residual"] is not None:
                check(got.residual.value == want["residual"], f"{path.name}: residual of {solver}")
            check(got.set_counts == want["sets"], f"{path.name}: sets of {solver}")


def comparisons():
    problem = problem_of("wall_5x5", 60)
    want = cli_json("compare", "wall_5x5", "--step", 60, "--solvers", "exact,pgs,apgd", status=1)
    rows = keystone.compare(problem, ["exact", "pgs", "apgd"])
    for row, wanted in zip(rows, want, strict=True):
        for key in ("solver", "status", "residual", "pivots", "iterations", "impulse_difference_Ns",
                    "velocity_difference_m_s"):
            check(row[key] == wanted[key], f"{row['solver']}: {key} {row[key]}, keystone-cli {wanted[key]}")
        check(float(keystone.residual(problem, row["solution"].impulses)) == row["residual"], "graded again: the same")
    check(len(keystone.compare(keystone.Problem([[1.0]], [-1.0], [0.0], dim=1))) == len(keystone.solvers()),
          "without a list: all solvers")


def histories():
    problem = problem_of("wall_5x5", 60)
    for solver in ("pgs", "exact", "newton_cone"):
        rows = keystone.history(problem, solver)
        check(rows["iteration"][0] == 0 and np.all(np.diff(rows["iteration"]) >= 0), f"{solver}: from 0 on")
        check(rows["residual"][-1] == keystone.solve(problem, solver).residual.value, f"{solver}: ends at the solution")
        check(np.all(np.diff(rows["time_ms"]) >= 0), f"{solver}: time goes on")
    with tempfile.TemporaryDirectory() as folder:
        problem.save(Path(folder) / "p.mtx")
        reread = keystone.load_problem(Path(folder) / "p.mtx")
        cli("solve", Path(folder) / "p.mtx", "--solver", "pgs", "--history", Path(folder) / "h.csv")
        lines = (Path(folder) / "h.csv").read_text().splitlines()[1:]
        residuals = [float(line.split(",")[-1]) for line in lines]
        check(np.array_equal(keystone.history(reread, "pgs")["residual"], residuals), "the curve of keystone-cli")


def warm_starts():
    problem = problem_of("wall_5x5", 60)
    cold = keystone.solve(problem, "pgs", parameters={"iterations": 200})
    warm = keystone.solve(problem, "pgs", parameters={"iterations": 1}, start=cold.impulses)
    first = keystone.solve(problem, "pgs", parameters={"iterations": 1})
    check(warm.residual.value < first.residual.value, "a start from impulses is nearer than one from zero")
    check(np.array_equal(cold.impulses, keystone.solve(problem, "pgs", parameters={"iterations": 200}).impulses),
          "the same input, the same bits")


def files():
    scenes = ("wall_5x5", "pyramid3d_5", "ragdoll", "rolling_resistance", "suspension")
    with tempfile.TemporaryDirectory() as folder:
        for scene in scenes:
            problem = problem_of(scene)
            path = Path(folder) / f"{scene}.problem.gz"
            problem.save(path)
            again = keystone.load_problem(str(path))
            check(same_arrays(problem, again), f"{scene}: it holds all")
            check(keystone.solve(again).impulses.tobytes() == keystone.solve(problem).impulses.tobytes(),
                  f"{scene}: and solves to the same bits")
            check(cli_json("solve", path)["residual"] == keystone.solve(again, tolerance=1e-8).residual.value,
                  f"{scene}: keystone-cli reads it")
        wall = problem_of("pyramid3d_5")
        solution = keystone.solve(wall).impulses
        for name, form in (("local.hdf5", "local"), ("global.hdf5", "global"), ("wall.mtx", "local")):
            wall.save(Path(folder) / name, form=form, solution=solution)
            again = keystone.load_problem(Path(folder) / name)
            check(np.allclose(again.q, wall.q, atol=1e-12) and again.bodies == 0, f"{name}: W and q")
            check(abs(again.W - wall.W).max() < 1e-10, f"{name}: its W")
            check(name.endswith("mtx") or np.array_equal(again.solution, solution), f"{name}: its solution")
            check(again.J is None and again.v_free is None and again.points is None, f"{name}: nothing of bodies")


def copies_and_pickles():
    for scene in ("ragdoll", "rolling_resistance"):
        problem = problem_of(scene)
        check(copy.copy(problem) is problem and copy.deepcopy(problem) is problem, "what never changes needs no copy")
        check(same_arrays(pickle.loads(pickle.dumps(problem)), problem), f"{scene}: pickled and back")


def faults():
    problem = keystone.Problem(np.eye(3), [-1, 0, 0], [0.5])
    wrong = [
        ("q of another length", lambda: keystone.Problem(np.eye(3), [-1, 0], [0.5]), "mu"),
        ("W of another shape", lambda: keystone.Problem(np.eye(2), [-1, 0, 0], [0.5]), "W: found 2 x 2, expected 3 x"),
        ("a negative mu", lambda: keystone.Problem(np.eye(3), [-1, 0, 0], [-0.5]), "mu"),
        ("four rows a contact", lambda: keystone.Problem(np.eye(4), np.zeros(4), [0.5], dim=4), "dim: found 4"),
        ("nan", lambda: keystone.Problem(np.eye(3), [np.nan, 0, 0], [0.5]), "q", "not finite"),
        ("a complex W", lambda: keystone.Problem(np.eye(3) * 1j, [-1, 0, 0], [0.5]), "W: found complex numbers"),
        ("a complex q", lambda: keystone.Problem(np.eye(3), [-1, 0, 1j], [0.5]), "q: found complex numbers"),
        ("crossed bounds", lambda: keystone.Problem([[1.0]], [1.0], [], lower=[1], upper=[0]), "lower"),
        ("a solver that is none", lambda: keystone.solve(problem, "nix"), "solver: found 'nix', expected one of"),
        ("a law that is none", lambda: keystone.solve(problem, friction="nix"), "friction", "cone or box"),
        ("a start of another length", lambda: keystone.solve(problem, start=[1.0]), "start: found 1 numbers"),
        ("impulses of another length", lambda: keystone.residual(problem, [1.0]), "impulses"),
        ("a tolerance of 0", lambda: keystone.solve(problem, tolerance=0), "tolerance"),
        ("no such solver to compare", lambda: keystone.compare(problem, ["nix"]), "nix"),
        ("no such file", lambda: keystone.load_problem("/nix/p.mtx"), "/nix/p.mtx"),
        ("no such ending", lambda: keystone.load_problem("p.txt"), "p.txt", "NAME.mtx"),
        ("no such form", lambda: problem.save("p.hdf5", form="nix"), "form", "local or global"),
    ]
    for what, action, *mentions in wrong:
        refuses(what, action, *mentions)
    for function in (keystone.solve, keystone.compare, keystone.history):
        raises_type_error(f"{function.__name__} of None", lambda function=function: function(None))
    with tempfile.TemporaryDirectory() as folder:
        bad = Path(folder) / "bad.problem.gz"
        bad.write_text("Keystone problem 2\nscene text 1\n")
        line = error_of(lambda: keystone.load_problem(bad))
        said = cli("solve", bad).stderr
        check(said == f"keystone-cli: {line}\n" and ": scene: found " in line, f"as keystone-cli says: {line}")
    unsupported = keystone.solve(problem, "nsgs", friction="box")
    check(unsupported.status == "unsupported" and unsupported.message and np.isnan(unsupported.residual.value),
          f"what a method does not take is a status: {unsupported}")


for part in (one_block, bounded_joint, arrays_are_the_problems, the_command_lines_answers, comparisons, histories,
             warm_starts, files, copies_and_pickles, faults):
    part()
finish()

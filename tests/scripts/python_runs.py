#!/usr/bin/python3
"""Runs, many simulations at once, what pickles and what behaves as a number, from Python.

Usage: python_runs.py BIN_DIR SOURCE_DIR
"""
import contextlib
import io
import math
import os
import pickle
import re
import runpy
import signal
import threading

import numpy as np

from lib.keystone import SOURCE_DIR, box_on_ground, check, finish
from lib.module import keystone, refuses


def runs():
    sim, twin = keystone.Simulation("wall_5x5"), keystone.Simulation("wall_5x5")
    seen = []
    run = sim.run(10, every=4, callback=lambda s: seen.append((s is sim, s.steps)))
    check(seen == [(True, 4), (True, 8), (True, 10)], f"every fourth step and the last: {seen}")
    check(run.reports["step"].tolist() == [4, 8, 10] and sum(run.grade_counts.values()) == 10, "all steps count")
    check(sim.state_hash == twin.step(10).state_hash, "the same bits as step()")
    check(run.reports["kinetic"][-1] == twin.report.kinetic and run.reports["status"][-1] == "converged", "as reports")
    check(run.grade == run.worst.grade == "exact" and run.status == "converged", "graded by the worst")
    rough = keystone.Simulation("wall_5x5", solver="pgs", parameters={"iterations": 2})
    run = rough.run(20)
    grades = [grade for grade, count in run.grade_counts.items() if count]
    check(run.grade == grades[-1] != "exact" and run.status == "iteration limit", f"the worst of {run.grade_counts}")
    check(run.worst.residual >= 1e-9 and len(run.reports) == 20, "and its report")
    refuses("every zeroth", lambda: sim.run(1, every=0), "every: found 0")
    refuses("steps backwards", lambda: sim.run(-1), "count: found -1")
    check(len(sim.run(0).reports) == 0, "no steps, no reports")

    def stop(_):
        raise StopIteration
    steps = sim.steps
    try:
        sim.run(10, callback=stop)
        check(False, "an exception of the callback ends the run")
    except StopIteration:
        check(sim.steps == steps + 1, "after its step")
    pushed, by_hand = keystone.Simulation(box_on_ground()), keystone.Simulation(box_on_ground())
    push = np.zeros((2, 3))

    def control(s):
        push[1, 0] = 20 * math.sin(s.time)
        s.forces = push
    pushed.run(30, callback=control)
    for _ in range(30):
        by_hand.step()
        control(by_hand)
    check(pushed.state_hash == by_hand.state_hash, "a callback may push")


def many_at_once():
    def make():
        made = [keystone.Simulation(scene) for scene in ("wall_5x5", "ragdoll", "pyramid3d_5", "wall_5x5")]
        made[3].gravity = [0.5, -9.81, 0]
        return made
    alone, together = make(), make()
    reports = keystone.step_all(together, 15)
    for sim in alone:
        sim.step(15)
    check([s.state_hash for s in alone] == [s.state_hash for s in together], "the same bits as one after the other")
    check(reports["kinetic"].tolist() == [s.report.kinetic for s in alone], "a report for each")
    before = keystone.threads()
    keystone.set_threads(1)
    single = make()
    keystone.step_all(single, 15)
    keystone.set_threads(before)
    check([s.state_hash for s in single] == [s.state_hash for s in alone], "on one thread, too")
    refuses("one twice", lambda: keystone.step_all([alone[0], alone[0]]), "twice")
    refuses("None", lambda: keystone.step_all([alone[0], None]), "found None")
    check(alone[0].step().step == 16, "and none is held")
    check(len(keystone.step_all([])) == 0, "none at all")


def an_interrupt_ends_all():
    sims = [keystone.Simulation("wall_10x10") for _ in range(3)]
    for sim in sims:
        sim.skip_repeated = False
    threading.Timer(0.1, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    try:
        keystone.step_all(sims, 10**6)
        check(False, "Ctrl-C ends the steps of all")
    except KeyboardInterrupt:
        for sim in sims:
            twin = keystone.Simulation("wall_10x10")
            twin.step(sim.steps)
            check(twin.state_hash == sim.state_hash, "between two steps")


def residuals_are_numbers():
    sim = keystone.Simulation("wall_5x5")
    r = sim.step(3).residual
    value = r.value
    check(float(r) == value and r == value and not r != value and r < 1e-9 and r <= value and r >= value, "compared")
    check(1e-9 > r and not r > 1e-9 and r == sim.report.residual and max(r, 1.0) == 1.0, "either way")
    check(f"{r:.2e}" == f"{value:.2e}" and f"{r}" == f"{value}" and hash(r) == hash(value), "formatted, hashed")
    check(bool(r < np.float64(1)) and bool(np.float64(1) > r) and np.array([r, r], float)[1] == value, "with NumPy")
    check(r != "text" and not r == None and math.isclose(r, value), "and not equal to what is no number")  # noqa: E711


def what_pickles():
    for scene in ("wall_5x5", "ragdoll", "pyramid3d_5", "gear_hoist"):
        sim = keystone.Simulation(scene)
        sim.step(10)
        snapshot = sim.snapshot()
        again, kept = pickle.loads(pickle.dumps(sim)), pickle.loads(pickle.dumps(snapshot))
        check(again.state_hash == kept.state_hash == sim.state_hash and again.id == sim.id, f"{scene}: the same state")
        sim.step(10)
        check(again.step(10).state_hash == sim.state_hash, f"{scene}: and the same bits on")
        again.restore(kept)
        check(again.step(10).state_hash == sim.state_hash, f"{scene}: from a snapshot, too")
    report = pickle.loads(pickle.dumps(sim.report))
    for name in ("step", "grade", "status", "kinetic", "state_hash", "ms", "stage", "set_counts", "residual"):
        check(getattr(report, name) == getattr(sim.report, name), f"{name} of a report")
    solution = keystone.solve(sim.problem)
    other = pickle.loads(pickle.dumps(solution))
    check(np.array_equal(other.impulses, solution.impulses) and other.sets == solution.sets, "impulses and sets")
    check((other.solver, other.status, other.residual) == (solution.solver, solution.status, solution.residual), "and")
    check(np.array_equal(other.problem.q, sim.problem.q), "with its problem")


def arrays_of_state_are_read_only():
    sim = keystone.Simulation("ragdoll")
    for name in ("positions", "orientations", "velocities", "angular_velocities", "forces", "torques", "gravity",
                 "joint_positions", "joint_velocities", "motor_max", "motor_speeds", "joint_efforts",
                 "position_targets", "velocity_targets", "kp", "kd"):
        array = getattr(sim, name)
        try:
            array[0] = 0
            check(False, f"{name}: a write that would be lost is refused")
        except ValueError:
            check(array.copy().flags.writeable, f"{name}: a copy of it is the caller's own")


def example():
    script = runpy.run_path(str(SOURCE_DIR / "python" / "examples" / "cart_pole.py"))
    environment = script["CartPole"]()
    first, _ = environment.reset(seed=3)
    steps = [environment.step(1.0) for _ in range(20)]
    again, _ = environment.reset(seed=3)
    check(np.array_equal(first, again), "reset by a snapshot: the same start")
    check(np.array_equal([s[0] for s in steps], [environment.step(1.0)[0] for _ in range(20)]), "and the same path")
    with contextlib.redirect_stdout(io.StringIO()) as said:
        script["main"](20, 200)
    lean = float(re.search(r"lean by ([\d.]+) rad", said.getvalue())[1])
    check(lean < 1e-3, f"its controller keeps poles upright: {said.getvalue()}")
    check(steps[-1][0][1] > 0.1 and all(s[1] == 1.0 for s in steps[:5]), "pushed, it goes; upright, it is rewarded")


for part in (runs, many_at_once, an_interrupt_ends_all, residuals_are_numbers, what_pickles,
             arrays_of_state_are_read_only, example):
    part()
finish()

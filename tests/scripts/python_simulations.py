#!/usr/bin/python3
"""Scenes, worlds, steps and snapshots from Python: end to end, and the same bits as keystone-cli.

Usage: python_simulations.py BIN_DIR SOURCE_DIR
"""
import copy
import json
import tempfile
from pathlib import Path

import numpy as np

from lib.keystone import box_on_ground, check, cli, cli_json, finish
from lib.module import error_of, keystone, raises_type_error, refuses


def same_bits_as_the_command_line():
    # The last two leave residuals, which keystone-cli's exit status says.
    cases = [("wall_10x10", {}, [], 0), ("ragdoll", {}, [], 0),
             ("billiards", {"solver": "pgs", "parameters": {"iterations": 20}},
              ["--solver", "pgs", "--parameter", "iterations=20"], 1),
             ("tower3d_10", {"stepper": "tgs_soft", "stepper_parameters": {"substeps": 2}},
              ["--stepper", "tgs_soft", "--stepper-parameter", "substeps=2"], 1)]
    for scene, method, options, status in cases:
        run = cli_json("run", scene, "--steps", 30, *options, status=status)
        sim = keystone.Simulation(scene, **method)
        report = sim.step(30)
        check(sim.state_hash == run["state_hash"] == report.state_hash, f"{scene}: the same bits as keystone-cli")
        solver = None if sim.stepper == "tgs_soft" else sim.solver  # a method of its own asks no solver
        check(solver == run["solver"] and sim.stepper == run["stepper"], f"{scene}: by the same method")
        check(sim.steps == report.step == 30, f"{scene}: 30 steps")


def same_bits_on_any_threads():
    hashes = set()
    before = keystone.threads()
    for count in (1, 2):
        keystone.set_threads(count)
        sim = keystone.Simulation("pyramid3d_5")
        sim.step(20)
        hashes.add(sim.state_hash)
    keystone.set_threads(before)
    check(len(hashes) == 1, "the same bits on any number of threads")


def lists():
    ids = {entry.id for entry in keystone.scenes()}
    check({row["id"] for row in cli_json("list", "scenes")} == ids, "the scenes that keystone-cli lists")
    for listed, rows in ((keystone.solvers(), cli_json("list", "solvers")),
                         (keystone.steppers(), cli_json("list", "steppers"))):
        check([info.id for info in listed] == [row["id"] for row in rows], "the methods that keystone-cli lists")
        for info, row in zip(listed, rows):
            check(" ".join(p.id for p in info.parameters) == row["parameters"], f"{info.id}: its parameters")
    for info in keystone.solvers() + keystone.steppers():
        for parameter in info.parameters:
            fits = (parameter.default in parameter.choices if parameter.type == "choice"
                    else parameter.low <= parameter.default <= parameter.high)
            check(fits and parameter.help, f"{info.id} {parameter.id}: its default fits")


def scene_parameters():
    sim = keystone.Simulation("arch", scene_parameters={"stones": 25, "mu": 0.7})
    check(len(sim.bodies) == 26 and sim.id == "arch#mu=0.7,stones=25", f"parameters of a scene: {sim.id}")
    check(sim.scene_parameters == {"stones": 25, "mu": 0.7, "thickness": 1.0}, f"and back: {sim.scene_parameters}")
    check(isinstance(sim.scene_parameters["stones"], int), "a whole number is an int")
    scene = {**box_on_ground(), "gravity": [0, -9.81, 0],
             "parameters": {"g": {"range": [-20, 0], "targets": ["/gravity/1"]}}}
    check(keystone.Simulation(scene, scene_parameters={"g": -1}).gravity[1] == -1, "parameters of a dict")
    refuses("a parameter that is none", lambda: keystone.Simulation("arch", scene_parameters={"rocks": 3}),
            "found the unknown parameter \"rocks\", expected one of: mu, stones, thickness")
    refuses("a word", lambda: keystone.Simulation("arch", scene_parameters={"stones": "many"}), "found \"many\"")


def falling_box():
    scene = box_on_ground()
    scene["bodies"][1]["position"] = [0, 10, 0]
    sim = keystone.Simulation(scene)
    h = sim.h
    sim.step(6)
    # A body that nothing touches is on its parabola; only rounding is left.
    check(abs(sim.velocities[1, 1] + 9.81 * 6 * h) < 1e-14, "v = n h g")
    check(abs(sim.positions[1, 1] - (10 - 9.81 * h * h * 18)) < 1e-13, "y = y0 - g (n h)^2 / 2")
    check(abs(sim.report.kinetic - 0.5 * 2 * (9.81 * 6 * h) ** 2) < 1e-12, "its kinetic energy")
    check(np.allclose(sim.report.momentum, [0, -2 * 9.81 * 6 * h, 0], atol=1e-13), "its momentum")
    sim.gravity = [0, 0, 0]
    v = sim.velocities
    sim.step()
    check(np.array_equal(sim.velocities, v), "without gravity it keeps its velocity")


def resting_box():
    sim = keystone.Simulation(box_on_ground())
    sim.step(60)
    # Its weight, shared by the corners; 1e-9 is the solver's residual.
    total = sim.contacts["force"].sum(axis=0)
    check(np.allclose(total, [0, 2 * 9.81, 0], atol=1e-6), f"the contacts carry its weight: {total}")
    problem = sim.problem
    check(len(sim.impulses) == problem.rows, "an impulse for each row")
    check(sim.names == ["ground", "box"] and [b.kind for b in sim.bodies] == ["static", "dynamic"], "its bodies")
    check(np.allclose(sim.bodies[1].inertia, np.eye(3) * 2 / 6), "m (a^2 + a^2) / 12 of a cube")


def state_is_copied_and_assigned():
    sim = keystone.Simulation("wall_5x5")
    before = sim.positions
    check(not np.shares_memory(sim.positions, before), "positions are a copy")
    moved = before.copy()
    moved[-1] += [0.1, 3.0, 0.0]
    sim.positions = moved
    check(np.array_equal(sim.positions, moved), "assigning positions moves bodies")
    for name in ("positions", "orientations", "velocities", "angular_velocities"):
        value = getattr(sim, name)
        setattr(sim, name, value)
        check(np.array_equal(getattr(sim, name), value), f"{name} as they were")
        refuses(f"{name} of another shape", lambda name=name: setattr(sim, name, [[0.0]]), name, "(1, 1)")
        wrong = value.copy()
        wrong[0, 0] = np.nan
        refuses(f"{name} that are not finite", lambda: setattr(sim, name, wrong), name, "not finite")
    check(np.array_equal(sim.positions, moved), "what is refused changes nothing")
    v = sim.velocities.copy()
    v[:] = [0, 0, 1]
    refuses("a velocity out of the plane", lambda: setattr(sim, "velocities", v), "velocity of")
    q = sim.orientations * 2
    refuses("quaternions of length 2", lambda: setattr(sim, "orientations", q), "orientation of", "unit quaternion")


def snapshots():
    sim = keystone.Simulation("wall_10x10")
    sim.step(10)
    snapshot, fork = sim.snapshot(), sim.copy()
    sim.step(20)
    after = sim.state_hash
    check(snapshot.steps == 10 and snapshot.state_hash == fork.state_hash, "a snapshot does not move on")
    sim.restore(snapshot)
    check(sim.steps == 10 and sim.state_hash == snapshot.state_hash, "restore goes back")
    check(sim.problem.rows == 0 and sim.report.step == 0, "the step of a world that is gone is forgotten")
    sim.step(20)
    check(sim.state_hash == after, "and leads to the same bits again")
    for other in (fork, copy.copy(fork), copy.deepcopy(fork)):
        other.step(20)
        check(other.state_hash == after, "so does a copy")
    refuses("a snapshot of other bodies", lambda: keystone.Simulation("arch").restore(snapshot), "snapshot",
                  "wall_10x10", "arch")
    with tempfile.TemporaryDirectory() as folder:
        for number, saved in enumerate((snapshot, sim)):
            path = Path(folder) / f"{number}.json"
            saved.save(path)
            check(keystone.Simulation(path).state_hash == saved.state_hash, "a saved state has its hash")
        check(keystone.Simulation(sim.to_dict()).state_hash == sim.state_hash, "so has its dict")
        refuses("a folder that is not there", lambda: sim.save(Path(folder) / "nix" / "a.json"), "cannot be written")


def methods():
    sim = keystone.Simulation("arch", solver="pgs", parameters={"iterations": 7})
    check(sim.parameters["iterations"] == 7, "parameters of the constructor")
    sim.parameters = {}
    check(sim.parameters["iterations"] == 50, "those left out go to their defaults")
    sim.solver = "nsgs"
    check(set(sim.parameters) == {p.id for s in keystone.solvers() if s.id == "nsgs" for p in s.parameters}, "of nsgs")
    sim.stepper = "avbd"
    sim.stepper_parameters = {"stabilise": "after", "alpha": 0.5}
    check(sim.stepper_parameters["stabilise"] == "after" and sim.stepper_parameters["alpha"] == 0.5, "of the stepper")
    for name, value in (("impacts", "sequential"), ("restitution_law", "poisson"), ("impact_time", "exact"),
                        ("integrator", "rk4"), ("coordinates", "reduced")):
        setattr(sim, name, value)
        check(getattr(sim, name) == value, f"{name} is set")
        for wrong in ("nix", ""):
            refuses(f"{name} {wrong!r}", lambda: setattr(sim, name, wrong), name, value)
    refuses("sleep under avbd", lambda: setattr(sim, "sleeping", True), "sleeping", "avbd")
    sim.stepper = "velocity"
    sim.sleeping = True
    check(sim.sleeping, "sleep under velocity")
    refuses("a solver that is none", lambda: setattr(sim, "solver", "nix"), "solver", "nix", "exact")
    refuses("a stepper that is none", lambda: setattr(sim, "stepper", "nix"), "stepper", "velocity")
    refuses("a parameter that is none", lambda: setattr(sim, "parameters", {"nix": 1}), "nix")
    refuses("a parameter out of range", lambda: keystone.Simulation("arch", solver="pgs", parameters={
        "iterations": 0}), "iterations", "found '0'", "from 1")
    refuses("a step of no length", lambda: setattr(sim, "h", 0), "h: found 0")
    refuses("steps backwards", lambda: sim.step(-1), "count", "-1")


def joints():
    sim = keystone.Simulation("gear_hoist")
    sim.step(5)
    check(len(sim.joints) == len(sim.joint_positions) == len(sim.motor_speeds) == len(sim.joint_loads),
          "a number for each joint")
    driven = [i for i, joint in enumerate(sim.joints) if joint.motor_max > 0]
    check(driven, "one has a motor")
    speeds = sim.motor_speeds.copy()
    speeds[driven[0]] *= 0.5
    sim.motor_speeds = speeds
    check(np.array_equal(sim.motor_speeds, speeds), "its speed is set")
    free = next(i for i, joint in enumerate(sim.joints) if joint.motor_max == 0)
    speeds[free] = 1
    refuses("a speed without a motor", lambda: setattr(sim, "motor_speeds", speeds), "motor_speeds of")
    check(keystone.Simulation("gear_hoist").joint_loads is None, "no loads before the first step")


def faults():
    refuses("no such scene", lambda: keystone.Simulation("nix"), "nix")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bad.json"
        bad = box_on_ground()
        bad["bodies"][1]["mass"] = 0
        path.write_text(json.dumps(bad))
        line = error_of(lambda: keystone.Simulation(path))
        check("/bodies/1/mass" in line and str(path) in line, f"file and place: {line}")
        check(cli("run", path).stderr == f"keystone-cli: {line}\n", f"the line of keystone-cli: {line}")
    refuses("the same in a dict", lambda: keystone.Simulation(bad), "scene: /bodies/1/mass")
    for wrong, *mentions in [
            (float("nan"), "scene: /bodies/1/mass", "nan", "finite"),
            (np.array([1.0, np.inf]), "scene: /bodies/1/mass/1", "inf"),
            (object(), "scene: /bodies/1/mass", "type object"),
            ({"a/b": {3: 4}}, "scene: /bodies/1/mass/a~1b", "a key")]:
        bad["bodies"][1]["mass"] = wrong
        refuses(f"{wrong} in a dict", lambda: keystone.Simulation(bad), *mentions)
    for wrong in (7, None):
        raises_type_error(f"{wrong} is no scene", lambda wrong=wrong: keystone.Simulation(wrong))
    raises_type_error("a property of None", lambda: keystone.Simulation.problem.fget(None))
    before = keystone.threads()
    refuses("threads below 0", lambda: keystone.set_threads(-1), "count: found -1")
    check(keystone.threads() == before, "and nothing is changed")


def dicts_with_arrays():
    plain, arrays = box_on_ground(), box_on_ground()
    arrays["bodies"][1] |= {"mass": np.int64(2), "position": np.array(plain["bodies"][1]["position"]),
                            "shape": {"type": "box", "size": (np.float32(1), 1, np.float64(1))}}
    check(keystone.Simulation(arrays).state_hash == keystone.Simulation(plain).state_hash, "the same scene")


def analysis():
    stands = keystone.analyze(keystone.Simulation("wall_5x5"))
    check(stands and stands.balanced and stands.certificate is None, "the wall is balanced")
    check(np.all(stands.contacts["normal_force"] >= 0), "contacts push")
    sim = keystone.Simulation("diamond_5")
    before = sim.state_hash
    falls = keystone.analyze(sim)
    want = cli_json("analyze", "diamond_5")
    check(falls.balanced == want["balanced"] and falls.largest == want["largest_m_s2"], "the answer of keystone-cli")
    check((falls.certificate is not None) == (want["certificate"] is not None), "and its certificate")
    names = sim.names
    for row in want["bodies"]:
        mine = falls.accelerations[names.index(row["name"])]
        check(np.array_equal(mine, row["linear"] + row["angular"]), f"first motion of {row['name']}")
    check(sim.state_hash == before, "the simulation is not changed")
    refuses("a negative gap", lambda: keystone.analyze(sim, touching=-1), "touching")


for part in (same_bits_as_the_command_line, same_bits_on_any_threads, lists, scene_parameters, falling_box, resting_box,
             state_is_copied_and_assigned, snapshots, methods, joints, faults,
             dicts_with_arrays, analysis):
    part()
finish()

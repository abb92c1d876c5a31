#!/usr/bin/python3
"""Forces, drives, contacts, equations of motion and edits from Python, against closed forms.

Usage: python_drives.py BIN_DIR SOURCE_DIR
"""
import copy

import numpy as np

from lib.keystone import box_on_ground, check, finish
from lib.module import keystone, refuses

G = 9.81
WHEEL = {"type": "cylinder", "radius": 0.5, "length": 0.2}


def one_joint(kind, shape, **keys):
    """A body of 2 kg on one joint to the world, at the origin."""
    return {"keystone": 1, "gravity": [0, 0, 0], "bodies": [{"name": "body", "shape": shape, "mass": 2}],
            "joints": [{"name": "joint", "type": kind, "b": "body", "axis": [0, 1, 0], **keys}]}


def wheel():
    return keystone.Simulation(one_joint("hinge", WHEEL, anchor=[0, 0, 0]))


def lift(gravity=0.0):
    return keystone.Simulation(one_joint("slider", {"type": "box", "size": [1, 1, 1]}) | {"gravity": [0, gravity, 0]})


def forces_hold_until_they_change():
    scene = box_on_ground()
    scene["bodies"][1]["position"] = [0, 10, 0]
    sim = keystone.Simulation(scene)
    push, twist = np.zeros((2, 3)), np.zeros((2, 3))
    push[1], twist[1] = [4, 2 * G, 0], [0, 0.5, 0]
    sim.forces, sim.torques = push, twist
    sim.step(10)
    inertia = sim["box"].inertia[1, 1]
    check(np.allclose(sim.velocities[1], [4 / 2 * 10 * sim.h, 0, 0], atol=1e-13), "v = F t / m, the weight held up")
    check(np.allclose(sim.angular_velocities[1], [0, 0.5 / inertia * 10 * sim.h, 0], atol=1e-13), "omega = T t / I")
    check(np.array_equal(sim.forces, push) and np.array_equal(sim.torques, twist), "they stay")
    sim.forces = np.zeros((2, 3))
    v = sim.velocities[1]
    sim.step()
    check(np.allclose(sim.velocities[1] - v, [0, -G * sim.h, 0], atol=1e-13), "until they are taken away")
    check(np.array_equal(sim.torques, twist), "one by one")
    push[0, 0] = 1
    refuses("a push on the ground", lambda: setattr(sim, "forces", push), "forces of ground", "static")
    planar = keystone.Simulation("wall_5x5")
    out = np.zeros_like(planar.forces)
    out[1, 2] = 1
    refuses("a push out of the plane", lambda: setattr(planar, "forces", out), "forces of", "z = 0")
    refuses("an array of another shape", lambda: setattr(sim, "forces", [1, 2, 3]), "forces", "(3)")


def a_push_ends_what_repeats():
    sim = keystone.Simulation(box_on_ground())
    check(sim.step(60).repeated, "a box at rest repeats its step")
    computed = sim.copy()
    computed.skip_repeated = False
    weak, strong = np.zeros((2, 3)), np.zeros((2, 3))
    weak[1, 0], strong[1, 0] = 0.01, 50
    for push in (weak, weak, strong, weak, 0 * weak):
        sim.forces = computed.forces = push
        for _ in range(30):
            skipped, whole = sim.step(), computed.step()
            check(skipped.state_hash == whole.state_hash, "the same bits as steps that are all computed")
            check(np.array_equal(sim.contacts["impulse"], computed.contacts["impulse"]), "and impulses")
    check(sim.positions[1, 0] > 0.1, "the strong push moved it")


def what_holds_still_repeats():
    sim = keystone.Simulation(box_on_ground())
    push = np.zeros((2, 3))
    push[1, 0] = 5  # less than friction takes
    for _ in range(60):
        sim.forces = push
        report = sim.step()
    check(report.repeated, "a push that is assigned again and again is the same step")
    check(np.isclose(sim.contacts["force"][:, 0].sum(), -5, atol=1e-6), "which friction holds")


def a_push_wakes():
    sim = keystone.Simulation(box_on_ground())
    sim.sleeping = True
    sim.step(60)
    check(sim["box"].asleep, "it sleeps")
    push = np.zeros((2, 3))
    push[1, 0] = 50
    sim.forces = push
    sim.step()
    check(not sim["box"].asleep and sim.velocities[1, 0] > 0.1, "a push wakes it")


def drives_of_joints():
    for coordinates in ("maximal", "reduced"):
        sim = wheel()
        sim.coordinates = coordinates
        inertia = sim["body"].inertia[1, 1]
        check(np.allclose(sim.mass_matrix, [[inertia]]), "one degree of freedom")
        sim.joint_efforts = [3.0]
        sim.step(10)
        want = 3 / inertia * 10 * sim.h
        check(abs(sim.joint_velocities[0] - want) < 1e-11, f"{coordinates}: effort over inertia")
        check(np.allclose(sim.joint_loads[0, 3:], [0, 3, 0], atol=1e-9), f"{coordinates}: the load is the effort")
        sim.armature = [2 * inertia]
        check(np.allclose(sim.mass_matrix, [[3 * inertia]]), f"{coordinates}: a rotor is in the mass matrix")
        sim.step(10)
        want += 1 / inertia * 10 * sim.h
        check(abs(sim.joint_velocities[0] - want) < 1e-11, f"{coordinates}: effort over inertia and armature")
        sim.joint_efforts, sim.kp, sim.kd, sim.position_targets = [0.0], [1e6], [1e4], [0.75]
        sim.step(300)
        check(abs(sim.joint_positions[0] - 0.75) < 1e-9, f"{coordinates}: kp and kd bring it to its target")
        sim.kp, sim.kd, sim.velocity_targets = [0.0], [50.0], [0.25]
        sim.step(400)
        check(abs(sim.joint_velocities[0] - 0.25) < 1e-9, f"{coordinates}: kd alone brings it to its speed")
        weight = lift(-G)
        weight.coordinates = coordinates
        weight.kp, weight.kd, weight.position_targets = [1e4], [200.0], [1.0]
        weight.step(600)
        check(abs(weight.joint_positions[0] - (1 - 2 * G / 1e4)) < 1e-9, f"{coordinates}: it sags by m g / kp")
        check(np.allclose(weight.joint_loads[0, :3], [0, 2 * G, 0], atol=1e-6), "and the joint carries the weight")
        check(weight.step().repeated, "at rest its step repeats")
        weight.position_targets = [1.5]
        weight.step(600)
        check(abs(weight.joint_positions[0] - (1.5 - 2 * G / 1e4)) < 1e-9, "and ends when the target moves")
    sim = wheel()
    refuses("a speed of no motor", lambda: setattr(sim, "motor_speeds", [1]), "motor_speeds of joint", "no motor")
    refuses("a negative gain", lambda: setattr(sim, "kp", [-1]), "kp of joint", "found -1")
    refuses("a target beyond a turn", lambda: setattr(sim, "position_targets", [7]), "position_targets of joint")
    bob = {"name": "bob", "shape": {"type": "sphere", "radius": 0.1}, "mass": 1}
    spring = keystone.Simulation({"keystone": 1, "bodies": [bob], "joints": [
        {"name": "spring", "type": "spring", "b": "bob", "stiffness": 9, "anchors": [[0, 1, 0], [0, 0, 0]]}]})
    refuses("a spring without any", lambda: setattr(spring, "kp", [0]), "kp of spring", "kp or kd above 0")
    hoist = keystone.Simulation("gear_hoist")
    gear = next(i for i, joint in enumerate(hoist.joints) if joint.kind == "gear")
    efforts = np.zeros(len(hoist.joints))
    efforts[gear] = 1
    refuses("an effort on a gear", lambda: setattr(hoist, "joint_efforts", efforts), "no coordinate")


def a_drive_ends_what_repeats():
    """At rest between steps, so that each change would be missed if the step before were repeated."""
    limited = one_joint("slider", {"type": "box", "size": [1, 1, 1]}, limits=[-0.5, 0.5]) | {"gravity": [0, -G, 0]}
    for coordinates in ("maximal", "reduced"):
        sim = keystone.Simulation(limited)
        sim.coordinates = coordinates
        whole = sim.copy()
        whole.skip_repeated = False
        repeated = 0
        for name, value in (("joint_efforts", 5), ("joint_efforts", 40), ("kp", 1e3), ("kd", 300),
                            ("position_targets", 0.3), ("joint_efforts", 0), ("velocity_targets", 0.1), ("kp", 0)):
            setattr(sim, name, [value])
            setattr(whole, name, [value])
            before = sim.joint_loads
            for i in range(150):
                same = sim.step().state_hash == whole.step().state_hash
                check(same and np.array_equal(sim.joint_loads, whole.joint_loads), f"{coordinates}: after {name}, {i}")
                check(i > 0 or not sim.report.repeated, f"{coordinates}: {name} is a change")
            repeated += sim.report.repeated
            check(before is None or not np.array_equal(before, sim.joint_loads), f"{coordinates}: {name} is felt")
        check(repeated > 1, f"{coordinates}: it came to rest {repeated} times")


def arm(coordinates, closed=False):
    """Three links of 1 m on hinges about z, the first at the origin; a rod from its end to the world where closed."""
    link = {"type": "box", "size": [1, 0.1, 0.1]}
    scene = {"keystone": 1, "gravity": [0, 0, 0],
             "bodies": [{"name": f"link{i}", "shape": link, "mass": 1, "position": [i + 0.5, 0, 0]} for i in range(3)],
             "joints": [{"name": f"hinge{i}", "type": "hinge", "b": f"link{i}", "anchor": [i, 0, 0], "axis": [0, 0, 1]}
                        | ({"a": f"link{i - 1}"} if i else {}) for i in range(3)]}
    if closed:
        scene["joints"].append({"name": "rod", "type": "distance", "b": "link1", "anchors": [[2, 3, 0], [2, 0, 0]]})
    sim = keystone.Simulation(scene)
    sim.coordinates = coordinates
    return sim


def joints_are_set():
    for coordinates in ("maximal", "reduced"):
        sim = arm(coordinates)
        sim.dof_velocities = [1.0, -2.0, 0.5]
        first, wanted = sim.positions[0], np.array([0.0, 0.5, -1.25])
        sim.joint_positions = wanted
        check(np.allclose(sim.joint_positions, wanted, atol=1e-15), f"{coordinates}: {sim.joint_positions}")
        check(np.array_equal(sim.positions[0], first), f"{coordinates}: what they do not carry stays")
        angles = np.cumsum(wanted)
        along = np.array([np.cos(angles), np.sin(angles)]).T
        check(np.allclose(sim.positions[:, :2], np.cumsum(along, axis=0) - along / 2, atol=1e-14),
              f"{coordinates}: the links are where the angles say")
        check(np.allclose(sim.dof_velocities, [1.0, -2.0, 0.5], atol=1e-13), f"{coordinates}: rates stay")
        check(np.allclose(sim.joint_velocities, [1.0, -2.0, 0.5], atol=1e-13), f"{coordinates}: of joints, too")
        sim.dof_velocities = np.zeros(3)
        sim.step(30)
        check(np.allclose(sim.joint_positions, wanted, atol=1e-12), f"{coordinates}: at rest it stays there")
        state = sim.state_hash
        refuses("a turn too far", lambda sim=sim: setattr(sim, "joint_positions", [7, 0, 0]), "hinge0: found 7")
        refuses("no number", lambda sim=sim: setattr(sim, "joint_positions", [np.nan, 0, 0]), "joint_positions")
        check(sim.state_hash == state, "what is refused changes nothing")
    closed = arm("maximal", closed=True)
    closed.joint_positions = [0, 0, 0.5, closed.joint_positions[3]]
    check(abs(closed.joint_positions[2] - 0.5) < 1e-15, "what the loop carries is set")
    for index, name in ((0, "hinge0"), (1, "hinge1"), (3, "rod")):
        wanted = closed.joint_positions.copy()
        wanted[index] += 0.25
        refuses("a joint of a loop", lambda wanted=wanted: setattr(closed, "joint_positions", wanted),
                f"joint_positions of {name}: found", "in a loop of joints")
    slider = keystone.Simulation({"keystone": 1, "bodies": [{"name": "cart", "shape": WHEEL, "mass": 1}], "joints": [
        {"name": "rail", "type": "slider", "a": "cart", "axis": [1, 0, 0]}]})
    slider.joint_positions = [0.5]
    check(np.allclose(slider.positions, [[-0.5, 0, 0]]) and slider.joint_positions[0] == 0.5, "of a body that is a")
    square = {"type": "box", "size": [1, 1]}
    rail = {"keystone": 1, "planar": True, "bodies": [{"name": "cart", "shape": square, "mass": 1}],
            "joints": [{"name": "rail", "type": "slider", "b": "cart", "axis": [0.6, 0.8]}]}
    for coordinates in ("maximal", "reduced"):
        cart = keystone.Simulation(rail)
        cart.coordinates = coordinates
        cart.joint_positions, cart.dof_velocities = [0.3], [0.7]
        cart.step(10)
        cart.joint_positions = [0.5]
        again = keystone.Simulation(cart.to_dict())
        check(again.state_hash == cart.state_hash, f"{coordinates}: in the plane they stay in it")


def motors_have_strengths():
    sim = wheel()
    inertia = sim["body"].inertia[1, 1]
    sim.motor_max = [3.0]
    sim.motor_speeds = [100.0]
    sim.step(10)
    check(np.allclose(sim.joint_velocities, 3 / inertia * 10 * sim.h, atol=1e-9), "a motor of 3 N m")
    check(keystone.Simulation(sim.to_dict()).joints[0].motor_max == sim.joints[0].motor_max == 3.0, "which is saved")
    refuses("a speed without a motor", lambda: setattr(sim, "motor_max", [0]), "motor_max of joint", "motor_speeds")
    refuses("a negative one", lambda: setattr(sim, "motor_max", [-1]), "motor_max of joint: found -1")
    sim.motor_speeds, sim.motor_max = [0.0], [0.0]
    speed = sim.joint_velocities[0]
    sim.step(10)
    check(abs(sim.joint_velocities[0] - speed) < 1e-12, "and none")


def drives_are_saved():
    sim = wheel()
    sim.joint_efforts, sim.kp, sim.kd = [1.0], [20.0], [2.0]
    sim.position_targets, sim.velocity_targets = [0.5], [0.1]
    sim.forces = [[1.0, 0, 0]]
    again = keystone.Simulation(sim.to_dict())
    for name in ("joint_efforts", "kp", "kd", "position_targets", "velocity_targets", "forces"):
        check(np.array_equal(getattr(again, name), getattr(sim, name)), f"{name} are in a saved scene")
    sim.kp = sim.kd = again.kp = again.kd = [0.0]
    check(keystone.Simulation(sim.to_dict()).position_targets[0] == 0.5, "a target is kept without gains, too")
    check(again.step(50).state_hash == sim.step(50).state_hash, "which moves alike")
    wall = keystone.Simulation("wall_5x5")
    push, twist = np.zeros((2, *wall.positions.shape))
    push[-1], twist[-1] = [2, 1, 0], [0, 0, 3]
    wall.forces, wall.torques = push, twist
    again = keystone.Simulation(wall.to_dict())
    check(np.array_equal(again.forces, push) and np.array_equal(again.torques, twist), "in the plane, too")


def contacts_of_a_step():
    sim = keystone.Simulation(box_on_ground())
    sim.step(60)
    rows = sim.contacts
    check(rows.dtype.names == ("a", "b", "point", "normal", "gap", "impulse", "force", "set"), "fields of contacts")
    check(np.all(rows["a"] == 0) and np.all(rows["b"] == 1) and set(rows["set"]) <= {"stick", "open"}, "who and how")
    check(np.allclose(rows["impulse"], rows["force"] * sim.h), "impulse = force h")
    check(np.allclose(rows["force"].sum(axis=0), [0, 2 * G, 0], atol=1e-6), "they carry the weight")
    check(np.allclose(sim.net_contact_forces, [[0, -2 * G, 0], [0, 2 * G, 0]], atol=1e-6), "force per body")
    push = np.zeros((2, 3))
    push[1, 0] = 50
    sim.forces = push
    sim.step(3)
    pressed = sim.contacts[sim.contacts["impulse"][:, 1] > 1e-9]
    check(set(pressed["set"]) == {"slide"}, f"a box that is pushed slides: {pressed['set']}")
    check(len(keystone.Simulation("wall_5x5").contacts) == 0, "none before the first step")


def equations_of_motion():
    pendulum = {"keystone": 1, "bodies": [{"name": "bob", "shape": {"type": "sphere", "radius": 0.1}, "mass": 2,
                                           "position": [1, 0, 0]}],
                "joints": [{"type": "hinge", "b": "bob", "anchor": [0, 0, 0], "axis": [0, 0, 1]}]}
    sim = keystone.Simulation(pendulum)
    own = 0.4 * 2 * 0.1**2
    check(np.allclose(sim.mass_matrix, [[2 + own]]), "m l^2 + I of a pendulum")
    check(np.allclose(sim.bias_forces, [2 * G]), "its bias force is the moment of its weight")
    hoist = keystone.Simulation("gear_hoist")
    hoist.step(20)
    M, v = hoist.mass_matrix, hoist.dof_velocities
    check(M.shape == (len(v), len(v)) and np.allclose(M, M.T) and np.all(np.linalg.eigvalsh(M) > 0), "M is definite")
    check(np.isclose(0.5 * v @ M @ v, hoist.report.kinetic, rtol=1e-12), "v M v / 2 is the kinetic energy")
    check(len(hoist.dof_joints) == len(hoist.dof_bodies) == len(v) == len(hoist.bias_forces), "a number a dof")
    hoist.dof_velocities = 2 * v
    check(np.allclose(hoist.dof_velocities, 2 * v, rtol=1e-12), "q' is assigned")
    refuses("a number too few", lambda: setattr(hoist, "dof_velocities", v[1:]), "dof_velocities")
    one = wheel()
    one.dof_velocities = [3]
    check(np.allclose(one.angular_velocities, [[0, 3, 0]], atol=1e-15), "and turns the wheel")
    one.angular_velocities = [[0, 2, 0]]
    rows = one.joint_jacobian @ np.hstack([one.velocities, one.angular_velocities]).ravel()
    check(np.allclose(rows, 0, atol=1e-15) and one.joint_jacobian.shape == (5, 6), "a hinge's rows hold while it turns")


def bodies_come_and_go():
    sim = keystone.Simulation("wall_10x10")
    sim.step(30)
    before, names, repeated = sim.positions, sim.names, sim.report.repeated
    impulses = sim.contacts["impulse"]
    ball = {"name": "ball", "shape": {"type": "sphere", "radius": 0.2}, "mass": 1, "position": [0, 30, 0]}
    sim.add({"bodies": [ball]})
    check(sim.names == names + ["ball"] and np.array_equal(sim.positions[:-1], before), "the others stay")
    report = sim.step()
    check(repeated and np.array_equal(sim.positions[:-1], before) and report.iterations == 0,
          "a warm start from the impulses that were there: nothing is left to solve")
    check(np.array_equal(sim.contacts["impulse"][:len(impulses)], impulses), "the same impulses")
    sim.add({"joints": [{"name": "rope", "type": "distance", "b": "ball", "anchors": [[0, 31, 0], [0, 30, 0]]}]})
    sim.step(60)
    check(abs(sim.positions[-1, 1] - 30) < 0.01 and [j.name for j in sim.joints] == ["rope"], "it hangs on a rope")
    sim.remove_joint("rope")
    sim.remove("ball")
    check(sim.names == names and not sim.joints and np.array_equal(sim.positions, before), "and goes again")
    sim.step(2)
    check(sim.step().repeated, "the wall stands as before")
    state = sim.state_hash
    for parts, *mentions in (({"bodies": [{**ball, "mass": 0}]}, "parts: /bodies/106/mass"), ({"stones": []}, "stones"),
                             ({"bodies": 5}, "parts: /bodies: found 5"), ({"joints": 5}, "parts: /joints: found 5"),
                             ({"joints": [{"type": "ball", "b": "nix", "anchor": [0, 0, 0]}]}, "name of a body")):
        refuses("parts that are wrong", lambda parts=parts: sim.add(parts), *mentions)
    refuses("a body that is not there", lambda: sim.remove("nix"), "'nix'", "the name of a body")
    refuses("likewise", lambda: sim["nix"], "'nix'", "the name of a body")
    check(sim.state_hash == state and sim.names == names, "what is refused changes nothing")


def bodies_by_name():
    sim = keystone.Simulation(box_on_ground())
    box = sim["box"]
    check((box.index, box.name, box.mass) == (1, "box", 2), "a body by its name")
    check(box.shape == {"type": "box", "size": [1, 1, 1]} and "mu" in str(box.material), f"{box.shape} {box.material}")
    sim.add({"bodies": [{**box.to_dict(), "name": "copy", "centre": [0, 3, 0]}]})
    check(sim["copy"].shape == box.shape and sim["copy"].material == box.material, "and a copy of it")


def joints_keep_impulses_when_others_go():
    chain = keystone.Simulation("ragdoll")
    chain.step(20)
    twin = copy.deepcopy(chain)
    chain.add({"bodies": [{"name": "far", "shape": {"type": "sphere", "radius": 0.1}, "mass": 1,
                           "position": [100, 100, 0]}]})
    chain.remove("far")
    check(chain.step(5).state_hash == twin.step(5).state_hash, "a body that came and went left no trace")


for part in (forces_hold_until_they_change, a_push_ends_what_repeats, what_holds_still_repeats, a_push_wakes,
             drives_of_joints, joints_are_set, motors_have_strengths, a_drive_ends_what_repeats, drives_are_saved,
             contacts_of_a_step, equations_of_motion, bodies_come_and_go, bodies_by_name,
             joints_keep_impulses_when_others_go):
    part()
finish()

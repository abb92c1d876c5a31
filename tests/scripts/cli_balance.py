#!/usr/bin/python3
"""The verdict of keystone-cli analyze against linear programs: equilibrium under polygons inside the friction cones
means balanced; none under polygons around them means not balanced, and the certificate proves it."""
import json
import math
import random
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
from scipy.optimize import linprog

from lib.keystone import check, cli_json, finish, trials
from lib.stacks import FAMILIES, scene

# Falls whose certificate was lost in rounding, or inexact, come last.
NUMBERS = [*range(trials(300)), 416, 640, 775, 997, 1281, 2013, 2017, 2354, 2365, 2645]
SCENES = len(NUMBERS)
SIDES = 24      # of a polygon in space
HELD = 1e-8     # share of the largest weight that may be missing: what the linear program's tolerance leaves
FALLS = 1e-6    # and from which on something is missing
LAWFUL = 1e-6   # of the largest speed of the certificate: how far it may be off, as the interior point leaves it


def tangents(normal):
    first = np.cross(normal, [0.0, 0.0, 1.0] if abs(normal[2]) < 0.9 else [1.0, 0.0, 0.0])
    first /= np.linalg.norm(first)
    return first, np.cross(normal, first)


def pushes(contact, mu, planar, outside):
    """The edges of the cone of forces on b."""
    normal = np.array(contact["normal"])
    if mu == 0.0:
        return [normal]
    if planar:
        along = np.array([normal[1], -normal[0], 0.0])
        return [normal + mu * along, normal - mu * along]
    t1, t2 = tangents(normal)
    reach = mu / math.cos(math.pi / SIDES) if outside else mu
    angles = [2 * math.pi * k / SIDES for k in range(SIDES)]
    return [normal + reach * (math.cos(angle) * t1 + math.sin(angle) * t2) for angle in angles]


def missing(world, contacts, outside):
    """The least share of the largest weight by which forces or torques (on 1 m) are out of balance."""
    planar, mu = world["planar"], world["materials"]["stuff"]["mu"]
    movable = [one for one in world["bodies"] if "mass" in one]
    place = {one["name"]: 6 * i for i, one in enumerate(movable)}
    weight = 9.81 * max(one["mass"] for one in movable)
    columns = []
    for contact in contacts:
        for push in pushes(contact, mu, planar, outside):
            column = np.zeros(6 * len(movable))
            for name, sign in ((contact["a"], -1.0), (contact["b"], 1.0)):
                if name not in place:
                    continue
                arm = np.array(contact["point"]) - centre(next(one for one in movable if one["name"] == name))
                at = place[name]
                column[at:at + 3] += sign * push
                column[at + 3:at + 6] += sign * np.cross(arm, push)
            columns.append(column)
    load = np.zeros(6 * len(movable))
    for one in movable:
        load[place[one["name"]]:place[one["name"]] + 3] = one["mass"] * centre({"centre": world["gravity"]}) / weight
    if not columns:
        return 1.0
    A = np.array(columns).T
    ones = np.ones((len(load), 1))
    # Least t with -t <= A f + load <= t.
    program = linprog(np.append(np.zeros(A.shape[1]), 1.0),
                      A_ub=np.vstack([np.hstack([A, -ones]), np.hstack([-A, -ones])]),
                      b_ub=np.concatenate([-load, load]), method="highs",
                      options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10})
    check(program.status == 0, f"linear program: {program.message}")
    return program.x[-1]


def centre(one):
    return np.array((list(one["centre"]) + [0.0])[:3])


def check_certificate(world, verdict, what):
    """No contact hinders the motion, with friction's share of its sliding, and gravity drives it."""
    motion = {row["name"]: (np.array(row["linear"]), np.array(row["angular"])) for row in verdict["certificate"] or []}
    check(motion, f"{what}: no certificate")
    bodies = {one["name"]: one for one in world["bodies"]}
    mu = world["materials"]["stuff"]["mu"]
    gravity = centre({"centre": world["gravity"]})
    power = sum(bodies[name]["mass"] * gravity @ linear for name, (linear, _) in motion.items())
    fastest = max((max(np.linalg.norm(linear), np.linalg.norm(angular)) for linear, angular in motion.values()),
                  default=0.0)
    check(power > 0.0, f"{what}: gravity's power along the certificate is {power} W")

    def velocity(name, point):
        if name not in motion:
            return np.zeros(3)
        linear, angular = motion[name]
        return linear + np.cross(angular, point - centre(bodies[name]))

    for contact in verdict["contacts"]:
        point, normal = np.array(contact["point"]), np.array(contact["normal"])
        u = velocity(contact["b"], point) - velocity(contact["a"], point)
        opening = u @ normal
        sliding = np.linalg.norm(u - opening * normal)
        check(opening >= mu * sliding - LAWFUL * fastest,
              f"{what}: {contact['a']}-{contact['b']} opens at {opening}, slides at {sliding} m/s")


def examine(index):
    family = FAMILIES[index % len(FAMILIES)]
    world = scene(family, random.Random(index))
    path = Path(folder) / f"{family}_{index}.json"
    path.write_text(json.dumps(world))
    verdict = cli_json("analyze", path)
    inside = missing(world, verdict["contacts"], False)
    is_outer_needed = inside > HELD and not world["planar"]
    outside = missing(world, verdict["contacts"], True) if is_outer_needed else inside
    what = f"{family} {index}: {inside:.2e} inside, {outside:.2e} around"
    if inside <= HELD:
        check(verdict["balanced"], f"{what}: stands by the linear program, 'not balanced'")
    if outside >= FALLS:
        check(not verdict["balanced"], f"{what}: falls by the linear program, 'balanced'")
    if not verdict["balanced"]:
        check_certificate(world, verdict, what)
    return verdict["balanced"], HELD < inside and outside < FALLS


with tempfile.TemporaryDirectory() as folder:
    with ThreadPoolExecutor(2) as pool:
        verdicts = list(pool.map(examine, NUMBERS))
balanced, open_verdicts = sum(b for b, _ in verdicts), sum(o for _, o in verdicts)
print(f"{SCENES} scenes: {balanced} balanced, {SCENES - balanced} not; between the two programs: {open_verdicts}")
check(balanced >= SCENES // 4 and SCENES - balanced >= SCENES // 4, "scenes of both kinds")
check(open_verdicts <= max(1, SCENES // 50), "few verdicts that the linear programs leave open")
finish()

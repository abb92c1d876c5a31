#!/usr/bin/python3
"""F3 runs pivoting, PGS, Gauss and exact beside the scene, F4 changes places among them. Arguments: BIN_DIR SOURCE_DIR."""

import os

from lib.keystone import table_of
from lib.pictures import ink
from support.desk import Desk, check, dynamic

METHODS = ["velocity+pivoting", "velocity+pgs", "position+gauss", "velocity+exact"]


def velocities(state):
    return [body["velocity"] for body in state["bodies"]]


def apart(one, other):
    """[m/s], largest component."""
    return max(abs(a - b) for v, w in zip(one, other) for a, b in zip(v, w))


def method(state):
    return state["stepper"] + "+" + state["solver"]


def check_race(desk):
    check(desk.state()["race"] is None, "no race until it is asked for")
    desk.key("F3")
    state = desk.wait(lambda s: s["race"] is not None, "a race")
    check(state["drawer"] == "race" and state["metrics"], "its plots open")
    desk.key("space")
    desk.wait(lambda s: s["step"] > 300, "the collapse")
    desk.key("space")
    state = desk.steps(max(0, 360 - desk.state()["step"]))  # the same moment however slow the machine
    rows = state["race"]["methods"]
    check([row["method"] for row in rows] == METHODS, "four methods", rows)
    check(state["race"]["samples"] == state["step"], "every step is measured", state["race"]["samples"])
    check(rows[0]["difference"] == 0 < rows[2]["difference"], "differences to pivoting", rows)
    check(rows[1]["difference"] > rows[2]["difference"], "Gauss-Seidel is farther from pivoting than Gauss", rows)
    check(rows[1]["mirror_error"] > 10 * rows[0]["mirror_error"], "and leaves the mirror image", rows)


def check_picture(desk):
    desk.key("F3")
    desk.steps(360)
    found = ink(desk.picture(), "#f2546b")
    check(found > 400, "Gauss-Seidel's outlines and curves are on the screen", found)


def check_same_state(desk):
    """From one state, a step by each method, and back: nothing jumps but what the methods differ by."""
    here = desk.state()
    found = {}
    for _ in METHODS:
        state = desk.state()
        check(velocities(state) == velocities(here), f"taking {method(state)} changes no velocity")
        desk.key("o")
        after = desk.state()
        check(after["step"] == here["step"] + 1, f"{method(state)} steps on")
        found[method(state)] = velocities(after)
        desk.key("comma")
        desk.key("F4")
    check(sorted(found) == sorted(METHODS), "F4 goes round the four methods", list(found))
    gravity = 9.81 / 500
    for name in METHODS[1:]:
        jump = apart(found[name], found[METHODS[0]])
        # Mid-collapse a step changes velocities by about g h; the methods differ by less than a tenth of a metre a second.
        check(jump < 0.1, f"{name} goes on as pivoting does, to {jump:.1e} m/s ({jump / gravity:.2f} g h)")


def check_live(desk, record):
    """While it runs: F4 and the digits change the method under a falling tower, and no energy comes from that."""
    desk.key("r", "space")
    for key, name in (("F4", "pivoting"), ("F4", "pgs"), ("F4", "gauss"), ("4", "exact"), ("2", "pgs"), ("3", "gauss"), ("4", "exact")):
        step = desk.state()["step"]
        desk.wait(lambda s, step=step: s["step"] > step + 40, "the collapse to go on")
        desk.key(key)
        check(desk.state()["solver"] == name, f"{key} takes {name} while it runs")
    last = desk.state()["step"]
    desk.wait(lambda s: s["step"] > max(420, last + 40), "more of it")
    desk.key("space")
    state = desk.settle()
    check(max(body["displacement"] for body in dynamic(state)) > 0.3, "it did fall")
    desk.key("F10")
    desk.wait(lambda s: s["recording"] == "", "the end of the recording")
    rows = table_of(record)
    first = max(i for i, row in enumerate(rows) if row["step"] == "1")
    rows = rows[first:]
    energy = [float(row["kinetic_J"]) + float(row["potential_J"]) for row in rows]
    kinetic = max(float(row["kinetic_J"]) for row in rows)
    toggles = [i for i in range(1, len(rows))
               if (rows[i]["solver"], rows[i]["stepper"]) != (rows[i - 1]["solver"], rows[i - 1]["stepper"])]
    check(len(toggles) >= 6, "the toggles are in the recording", toggles)
    # An impact that projected Gauss-Seidel leaves unsolved may add energy, after a toggle or without one.
    solved = [i for i in toggles if rows[i]["status"].startswith("converged")]
    check(len(solved) >= 4, "most steps after a toggle are solved", [rows[i]["status"] for i in toggles])
    gain = max(energy[i] - energy[i - 1] for i in solved)
    check(gain < 2e-3 * kinetic, f"no toggle adds energy: {gain:.1e} J of {kinetic:.0f} J")


with Desk("collapse_compare", "--paused", drawn=True) as work:
    check_picture(work)
with Desk("collapse_compare", "--paused", "--record", "race.csv") as work:
    check_race(work)
    check_same_state(work)
    check_live(work, os.path.join(work.home, "race.csv"))
    work.key("F3")
    check(work.wait(lambda s: s["race"] is None, "F3 again")["drawer"] == "plots", "F3 again ends it")

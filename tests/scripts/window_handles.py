#!/usr/bin/python3
"""Handles move and turn what is selected: along an arrow as the mouse goes, by steps with Ctrl, back with Esc, one edit
for each drag, while time runs too. Arguments: BIN_DIR SOURCE_DIR."""

import math
import pathlib
import sys

from Xlib import X

from support.desk import Desk, body_of, check, dynamic
from support.fields import ctrl_click
from support.texts import Look


ROBOTS = pathlib.Path(sys.argv[2]) / "tests" / "data" / "robots"


def moved(before, after):
    return [q - p for p, q in zip(before["position"], after["position"])]


def part(line, share):
    """A pixel on a handle's line."""
    return line[round(share * (len(line) - 1))]


def tip(state, handle):
    return state["handles"]["lines"][handle][-1]


def extent(state, name):
    """[pixels], how far from a body its handles reach."""
    at = body_of(state, name)["pixel"]
    return max(math.dist(at, point) for line in state["handles"]["lines"].values() for point in line)


with Desk("wall_5x5", "--paused", drawn=True) as desk:
    look = Look(desk, "handles")
    start = desk.steps(2)
    top = max(dynamic(start), key=lambda body: (body["position"][1], body["position"][0]))
    desk.key("w")
    look("no selection")
    state = desk.click(*top["pixel"])
    check(state["handles"]["held"] is None, "W shows handles at the body that a click selects")
    lines = state["handles"]["lines"]
    look("shown")

    # Along an arrow, the body follows the mouse: the arrow's tip stays under it.
    undoable = state["undoable"]
    x, y = tip(state, "along x")
    state = desk.move(x, y)
    check(state["handles"]["hovered"] == "along x", "the arrow under the mouse lights up", state["handles"]["hovered"])
    look("hovered")
    desk.press(x, y)
    state = desk.move(x + 60, y)
    look("held")
    check(state["handles"]["held"] == "along x", "a press takes hold of it")
    now = body_of(state, top["name"])
    dx, dy, dz = moved(top, now)
    check(dx > 0.1 and dy == dz == 0, "the body moves along x alone", (dx, dy, dz))
    check(any(text.startswith("x ") for text in desk.words("##tool")), "the strip tells how far", desk.words("##tool"))
    state = desk.release()
    check(state["undoable"] == undoable + 1 and state["handles"]["held"] is None, "a drag is one edit")
    ahead = tip(state, "along x")[0] - x
    check(abs(ahead - 60) < 1.5, "as far as the mouse has gone", ahead)
    state = desk.key("ctrl+z")
    check(moved(top, body_of(state, top["name"])) == [0, 0, 0], "undo takes it back")

    # Into the bricks below: red, and told, until it is out again.
    x, y = tip(state, "along y")
    clear = desk.picture()
    desk.press(x, y)
    desk.move(x, y + 25)
    told = desk.words("##tool")
    check(any(f"{top['name']} is in " in text for text in told), "an overlap is told", told)
    now = body_of(desk.state(), top["name"])
    beside = round(now["pixel"][1]), round(now["pixel"][0]) - 30
    before, red = (picture[beside].astype(int) for picture in (clear, desk.picture()))
    check(red[0] - red[1:].max() > before[0] - before[1:].max() + 30, "and shown in red", (before, red))
    state = desk.release()
    check("time will push them apart" in state["message"], "and what then happens", state["message"])
    state = desk.key("ctrl+z")

    # Ctrl: by steps of the length that the strip tells. Esc takes back what is held.
    x, y = tip(state, "along y")
    step = state["handles"]["step"]
    desk.press(x, y)
    desk.stroke("Control_L", X.KeyPress)
    state = desk.move(x, y - 50)
    rise = moved(top, body_of(state, top["name"]))[1]
    check(rise > 0 and abs(rise / step - round(rise / step)) < 1e-9, "with Ctrl it moves by steps", (rise, step))
    desk.stroke("Control_L", X.KeyRelease)
    state = desk.settle()
    free = moved(top, body_of(state, top["name"]))[1]
    check(abs(free - rise) < step and free != rise, "and without it as the mouse does", free)
    state = desk.key("Escape")
    still = moved(top, body_of(state, top["name"])) == [0, 0, 0]
    check(still and state["handles"]["held"] is None, "Esc takes it back")
    check(state["message"].startswith("Taken back"), "and says so", state["message"])
    state = desk.move(x, y - 80)
    check(moved(top, body_of(state, top["name"])) == [0, 0, 0], "and lets go of it")
    desk.release()

    # Two bodies turn about their common centre; time that runs stands still until the mouse lets go.
    other = min(dynamic(start), key=lambda body: (-body["position"][1], body["position"][0]))
    state = ctrl_click(desk, *other["pixel"])
    check(len(state["selection"]) == 2, "two are selected", state["selection"])
    desk.key("space")
    state = desk.wait(lambda s: s["step"] > start["step"], "time to run")
    x, y = part(state["handles"]["lines"]["about z"], 0.6)
    state = desk.press(x, y)
    check(state["handles"]["held"] == "about z", "a ring turns", state["handles"]["held"])
    held_at = state["step"]
    desk.stroke("Control_L", X.KeyPress)
    state = desk.move(x - 40, y - 60)
    desk.stroke("Control_L", X.KeyRelease)
    one, two = body_of(state, top["name"]), body_of(state, other["name"])
    centre = [(p + q) / 2 for p, q in zip(one["position"], two["position"])]
    before = [(p + q) / 2 for p, q in zip(top["position"], other["position"])]
    check(max(abs(p - q) for p, q in zip(centre, before)) < 1e-3, "about the common centre", (centre, before))
    angle = math.degrees(math.atan2(one["position"][1] - two["position"][1], one["position"][0] - two["position"][0]))
    check(abs(angle) > 10 and abs(angle / 15 - round(angle / 15)) < 0.02, "by steps of 15 degrees", angle)
    look("turned")
    state = desk.settle(20)
    check(state["step"] == held_at and not state["paused"], "time stands still while they are held")
    check(one["velocity"] == two["velocity"] == [0, 0, 0], "and they have no velocity")
    desk.release()
    desk.wait(lambda s: s["step"] > held_at + 5, "time to go on")
    state = desk.key("Escape")
    check(state["handles"] is None and len(state["selection"]) == 2, "Esc puts the handles away")
    desk.key("w", "b")
    check(desk.state()["handles"] is None, "another tool takes their place")

# A robot's foot takes its leg along: where time goes on, no joint has to jump.
with Desk(ROBOTS / "quadruped.xml", "--paused") as desk:
    desk.steps(2)
    start = desk.key("w")
    foot = body_of(start, "fl_shank")
    state = desk.click(*foot["pixel"])
    check(state["bodies"][state["selected"]]["name"] == "fl_shank", "a click selects the foot", state["selected"])
    x, y = tip(state, "along x")
    desk.press(x, y)
    state = desk.move(x + 12, y)
    away = moved(foot, body_of(state, "fl_shank"))
    check(abs(away[0]) > 0.01 and away[1:] == [0, 0], "the foot goes along its arrow", away)
    check(max(map(abs, moved(body_of(start, "fl_thigh"), body_of(state, "fl_thigh")))) > 1e-3, "the thigh follows")
    Look(desk, "handles")("foot")
    desk.release()
    state = desk.steps(1)
    jump = max(map(abs, moved(foot, body_of(state, "fl_shank")))) - abs(away[0])
    check(abs(jump) < 1e-3, "and nothing jumps", jump)

# In space, every arrow, square and ring that is not seen edge on, of a constant size, whatever the scale of the text.
for width, height, scale in ((1000, 700, 1.0), (1280, 800, 2.0)):
    with Desk("tower3d_10", "--paused", "--ui-scale", scale, width=width, height=height) as desk:
        top = max(dynamic(desk.steps(1)), key=lambda body: body["position"][1])
        desk.click(*top["pixel"])
        state = desk.key("w")
        check(len(state["handles"]["lines"]) >= 7, "arrows, squares, rings", list(state["handles"]["lines"]))
        for view in ("as framed", "nearer"):
            reach = extent(state, top["name"])
            check(95 * scale < reach < 125 * scale, f"{view}: as large as the text wants them", reach)
            for _ in range(3):
                state = desk.click(*top["pixel"], button=4)
        Look(desk, f"handles {width}")(f"scale {scale}", but="##menu")  # whose buttons leave a rim

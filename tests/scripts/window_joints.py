#!/usr/bin/python3
"""Joints are white circles at their anchors, the theme 'Baraff 94' colours by layer, a selection lists its joints.

Arguments: BIN_DIR SOURCE_DIR.
"""

import os
import subprocess
import sys

from support.desk import Desk, check


def colour(picture, x, y):
    """The picture's colour (red, green, blue; 0..255) at a pixel."""
    shown = subprocess.run(["convert", picture, "-format", f"%[pixel:p{{{round(x)},{round(y)}}}]", "info:"],
                           check=True, capture_output=True, text=True).stdout
    numbers = shown[shown.index("(") + 1:shown.rindex(")")].split(",")
    return tuple(round(float(n.rstrip("%")) * (2.55 if "%" in n else 1)) for n in numbers[:3])


def near(one, other):
    return all(abs(a - b) <= 40 for a, b in zip(one, other))


with Desk(sys.argv[1], "geneva_drive", "--paused") as desk:
    state = desk.wait(lambda s: s["frame"] > 5, "the scene")
    desk.key("f", "t")
    picture = os.path.join(desk.home, "view.png")
    desk.screenshot(picture)
    body = {b["name"]: b for b in desk.state()["bodies"]}
    hub = body["wheel"]["pixel"]
    check(near(colour(picture, *hub), (255, 255, 255)), "a hinge is a white circle", colour(picture, *hub))
    check(near(colour(picture, hub[0] + 15, hub[1] + 3), (140, 87, 184)), "the second layer is purple",
          colour(picture, hub[0] + 15, hub[1] + 3))
    lock = body["lock_1"]["pixel"]
    check(near(colour(picture, lock[0] + 15, lock[1] + 3), (245, 148, 41)), "the first layer is orange",
          colour(picture, lock[0] + 15, lock[1] + 3))

    desk.key("c")
    desk.screenshot(picture)
    check(not near(colour(picture, *hub), (255, 255, 255)), "without contacts there are no joints either")
    desk.key("c")

    desk.click(hub[0] + 15, hub[1] + 3)
    state = desk.state()
    check(state["selected"] >= 0 and state["bodies"][state["selected"]]["name"] == "wheel", "a click selects the wheel")
    check("inspector" in state["panels"], "the selection opens the inspector")
    desk.key("space")
    desk.wait(lambda s: s["step"] > 60, "the drive to run")
    check(desk.state()["step_trouble"] == "", "the drive runs without trouble", desk.state()["step_trouble"])
    desk.key("Delete")
    state = desk.state()
    check(all(b["name"] != "wheel" for b in state["bodies"]), "the wheel is gone, and its joints with it")
    desk.key("ctrl+z")
    check(any(b["name"] == "wheel" for b in desk.state()["bodies"]), "undo brings it back")
    if len(sys.argv) > 3:
        desk.screenshot(sys.argv[3])

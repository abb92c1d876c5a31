#!/usr/bin/python3
"""The drawer lists all joints, with where they are, speed and force; sliders set where springs pull and how fast motors
turn. A menu goes to the keyframes of a robot's file. Arguments: BIN_DIR SOURCE_DIR."""

import pathlib
import sys

from support.desk import Desk, check, middle
from support.texts import Look

ROBOTS = pathlib.Path(sys.argv[2]) / "tests" / "data" / "robots"
REAR_SPRING, FRONT_SPRING, REAR_AXLE = 0, 1, 2  # of the scene


def cells(desk, name):
    """The texts on the line of a joint, from left to right."""
    texts = [t for t in desk.texts()["texts"] if t["window"].startswith("##drawer")]
    line = next(t for t in texts if t["text"] == name)
    y = middle(line["ink"])[1]
    return sorted((t for t in texts if abs(middle(t["ink"])[1] - y) < 6), key=lambda t: t["ink"][0])


with Desk("suspension", "--paused") as desk:
    look = Look(desk, "joint drives")
    desk.steps(2)
    desk.click_text("JOINTS")
    look("a car")
    state = desk.state()
    shown = [cell["text"] for cell in cells(desk, "rear spring")]
    check(shown[1] == f"{state['joints'][REAR_SPRING]['at']:.3f} m" and shown[2].endswith("m/s"),
          "a joint's line tells where it is and how fast", shown)
    check(shown[3].endswith("N") and shown[4].endswith("N m"), "and the force and torque that it bears", shown)

    # The slider's ends are the joint's limits.
    x, y = middle(cells(desk, "rear spring")[-1]["ink"])
    undoable = state["undoable"]
    desk.press(x, y)
    desk.move(x - 20, y)
    state = desk.move(x - 400, y)
    desk.release()
    target = state["joints"][REAR_SPRING]["target"]
    check(abs(target + 0.25) < 1e-9, "the slider's left end is the lower limit", target)
    check(state["undoable"] == undoable + 1, "a drag is one edit")
    at = state["joints"][REAR_SPRING]["at"]
    state = desk.steps(30)
    check(state["joints"][REAR_SPRING]["at"] < at - 0.05, "the spring pulls there", state["joints"][REAR_SPRING]["at"])
    look("pulled")

    # A motor's slider goes from one limit to the other, here a whole turn, in a second.
    x, y = middle(cells(desk, "rear axle")[-1]["ink"])
    state = desk.click(x, y)
    speed = state["joints"][REAR_AXLE]["motor"][0]
    check(abs(speed) < 1, "the middle of a motor's slider is no speed", speed)
    name = cells(desk, "front spring")[0]
    state = desk.click(*middle(name["ink"]))
    check(state["bodies"][state["selected"]]["name"] == "front_carrier", "a click on its name selects a joint's body")

for width, height, scale in ((1000, 700, 1.0), (1280, 800, 1.5)):
    with Desk(ROBOTS / "quadruped.xml", "--paused", "--ui-scale", scale, width=width, height=height) as desk:
        desk.steps(2)
        desk.click_text("JOINTS")
        desk.move(1, 1)
        if scale == 1:
            shown = [cell["text"] for cell in cells(desk, "fl_hip")]
            check([text.split(" ", 1)[1] for text in shown[1:5]] == ["rad", "rad/s", "N", "N m"],
                  "a small window has every column", shown)
            check(shown[2] == "0 rad/s", "rounding is shown as 0", shown)
        Look(desk, f"joint drives {width}")(f"scale {scale}", but="##menu")  # whose buttons leave a rim

with Desk(ROBOTS / "geared.xml", "--paused") as desk:
    look = Look(desk, "keyframes")
    start = desk.state()
    desk.click_text("Simulation")
    desk.move(*desk.place("Keyframe"))
    desk.settle(10)
    shown = desk.words()
    check("stretched" in shown and "folded" in shown, "a menu lists the keyframes of a robot's file", shown)
    state = desk.click_text("stretched")
    at = [joint["at"] for joint in state["joints"]]
    check(max(abs(a - b) for a, b in zip(at, (0.5, 0.2, -0.7, 0.3, 1))) < 1e-9, "one sets all joints", at)
    check(state["undoable"] == start["undoable"] + 1 and "stretched" in state["message"], "is told, and is one edit")
    look("stretched")
    state = desk.key("ctrl+z")
    check(max(abs(joint["at"]) for joint in state["joints"]) < 1e-9, "and can be undone")
    desk.click_text("File")
    desk.move(*desk.place("Open recent"))
    desk.settle(10)
    check(any(text.endswith("geared.xml") for text in desk.words()), "a robot's file is among the recent ones")

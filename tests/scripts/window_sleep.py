#!/usr/bin/python3
"""A wall falls asleep at the key Z, is drawn darker, and wakes for the hand. Arguments: BIN_DIR SOURCE_DIR."""

import subprocess
import sys

from support.desk import Desk, check, dynamic


def brightness(desk, name, pixels):
    """Mean grey value, 0 to 1, of the picture at the given pixels."""
    path = f"{desk.home}/{name}.png"
    desk.screenshot(path)
    points = ",".join(f"%[fx:p{{{round(x)},{round(y)}}}.intensity]" for x, y in pixels)
    done = subprocess.run(["convert", path, "-format", points, "info:"], check=True, capture_output=True, text=True)
    values = [float(value) for value in done.stdout.split(",")]
    return sum(values) / len(values)


with Desk(sys.argv[1], "wall_10x10") as desk:
    state = desk.wait(lambda s: s["step"] > 60, "the world to run")
    check(state["sleeping"] == 0, "nobody sleeps by default")
    bricks = dynamic(state)
    pixels = [(brick["pixel"][0] + 8, brick["pixel"][1] + 3) for brick in bricks[20:80]]
    awake = brightness(desk, "awake", pixels)
    desk.key("z")
    # The step in which they fall asleep still solved their contacts.
    state = desk.wait(lambda s: s["sleeping"] == len(bricks) and s["contacts"] == 0, "the wall to fall asleep")
    check(True, "sleepers have no contacts to solve")
    asleep = brightness(desk, "asleep", pixels)
    check(asleep < 0.9 * awake, "sleepers are drawn darker", (awake, asleep))
    before = [brick["position"] for brick in dynamic(state)]
    state = desk.wait(lambda s: s["step"] > state["step"] + 30, "time to pass")
    check([brick["position"] for brick in dynamic(state)] == before, "nothing moves")

    brick = max(dynamic(state), key=lambda b: b["position"][1])
    x, y = brick["pixel"]
    desk.press(x, y)
    desk.move(x + 20, y - 20)
    desk.move(x + 60, y - 60)
    desk.wait(lambda s: s["sleeping"] == 0 and s["contacts"] > 0, "the hand to wake the wall")
    check(True, "the hand wakes them")
    desk.release()
    desk.key("z")
    state = desk.settle()
    check(state["sleeping"] == 0, "the key lets nobody sleep any more")

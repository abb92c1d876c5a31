#!/usr/bin/python3
"""Pointing at a scene in the list shows its picture, made once, while the world stays as it is.
Arguments: BIN_DIR SOURCE_DIR."""

import os
import subprocess
import sys

from support.desk import Desk, check
from support.texts import away, place


def colours(desk):
    """How many colours the upper part of the tooltip has, where the picture is."""
    window = next(w["rect"] for w in desk.texts()["windows"] if w["name"].startswith("##Tooltip"))
    x, y, width, height = map(round, window)
    check(0 <= x and x + width <= desk.width and 0 <= y and y + height <= desk.height, "the tooltip is on the screen")
    picture = os.path.join(desk.home, "tooltip.png")
    desk.screenshot(picture)
    done = subprocess.run(["convert", picture, "-crop", f"200x120+{x + 20}+{y + 20}", "+repage", "-format", "%k",
                           "info:"], check=True, capture_output=True, text=True)
    return int(done.stdout)


def point(desk, name, count):
    desk.move(*place(desk.texts(), name))
    state = desk.wait(lambda s: s["thumbnails"] == count, f"the picture of {name}")
    desk.settle()
    return state


with Desk(sys.argv[1], "wall_5x5", "--paused") as work:
    work.key("o")
    before = work.wait(lambda s: s["step"] == 1, "a step")
    check(before["thumbnails"] == 0, "no picture is made before it is asked for")
    point(work, "Brick wall 10 x 10", 1)
    check(colours(work) > 300, "the tooltip of a scene shows a picture of many colours")
    away(work)
    point(work, "Brick wall 10 x 10", 1)
    check(colours(work) > 300, "the second time, the picture is there already")
    after = point(work, "Brick wall in space, 1000 bricks", 2)
    check(colours(work) > 300, "a scene of a thousand bricks has one, too")
    check(after["scene"] == "wall_5x5" and after["state_hash"] == before["state_hash"], "the world is not disturbed")
    check(after["slowest_thumbnail"] < 1.0, "no frame waits long for a picture", after["slowest_thumbnail"])
    print(f"   {after['slowest_thumbnail']:.3f} s at most")

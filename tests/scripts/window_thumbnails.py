#!/usr/bin/python3
"""Pointing at a scene in the list shows its picture, made once, while the world stays as it is.
Arguments: BIN_DIR SOURCE_DIR."""

from lib.pictures import colours, crop
from support.desk import Desk, check
from support.texts import away


def colours_of_tooltip(desk):
    """How many colours the upper part of the tooltip has, where the picture is."""
    window = next(w["rect"] for w in desk.texts()["windows"] if w["name"].startswith("##Tooltip"))
    x, y, width, height = map(round, window)
    check(0 <= x and x + width <= desk.width and 0 <= y and y + height <= desk.height, "the tooltip is on the screen")
    return colours(crop(desk.picture(), (x + 20, y + 20, 200, 120)))


def point(desk, name, count):
    desk.move(*desk.place(name))
    state = desk.wait(lambda s: s["thumbnails"] == count, f"the picture of {name}")
    desk.settle()
    return state


with Desk("wall_5x5", "--paused", width=1000, height=700, drawn=True) as work:
    work.key("o")
    before = work.wait(lambda s: s["step"] == 1, "a step")
    check(before["thumbnails"] == 0, "no picture is made before it is asked for")
    point(work, "Brick wall 10 x 10", 1)
    check(colours_of_tooltip(work) > 300, "the tooltip of a scene shows a picture of many colours")
    away(work)
    point(work, "Brick wall 10 x 10", 1)
    check(colours_of_tooltip(work) > 300, "the second time, the picture is there already")
    after = point(work, "Brick wall in space, 1000 bricks", 2)
    check(colours_of_tooltip(work) > 300, "a scene of a thousand bricks has one, too")
    check(after["scene"] == "wall_5x5" and after["state_hash"] == before["state_hash"], "the world is not disturbed")
    check(after["slowest_thumbnail"] < 1.0, "no frame waits long for a picture", after["slowest_thumbnail"])
    print(f"   {after['slowest_thumbnail']:.3f} s at most")

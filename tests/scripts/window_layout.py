#!/usr/bin/python3
"""Panels do not overlap and the scene is drawn, at both usual sizes and scales. Arguments: BIN_DIR SOURCE_DIR."""

import itertools
import sys

from support.desk import Desk, check, dynamic


def overlap(a, b):
    return a[0] < b[0] + b[2] and b[0] < a[0] + a[2] and a[1] < b[1] + b[3] and b[1] < a[1] + a[3]


def check_apart(state, width, height, what):
    panels = state["panels"]
    for (one, a), (other, b) in itertools.combinations(panels.items(), 2):
        if overlap(a, b):
            sys.exit(f"failed: {one} {a} overlaps {other} {b} {what}")
    for name, (x, y, w, h) in panels.items():
        if x < 0 or y < 0 or x + w > width or y + h > height:
            sys.exit(f"failed: {name} leaves the window {what}")
    check(len(panels) >= 6, f"panels stand apart {what}", list(panels))


for width, height, scale in ((1280, 800, 1), (1920, 1080, 1), (1920, 1080, 1.5), (1280, 800, 1.5)):
    with Desk(sys.argv[1], "wall_10x10", "--ui-scale", str(scale), width=width, height=height) as desk:
        what = f"at {width} x {height}, scale {scale}"
        state = desk.wait(lambda s: s["step"] > 5, "the world to run")
        check_apart(state, width, height, what)
        x, y, w, h = state["panels"]["view"]
        shown = [b for b in dynamic(state) if x <= b["pixel"][0] <= x + w and y <= b["pixel"][1] <= y + h]
        check(len(shown) == len(dynamic(state)), f"every brick is in the free view {what}")
        desk.key("b")
        desk.click(*state["bodies"][-1]["pixel"])
        desk.key("Escape")
        desk.click(*state["bodies"][-1]["pixel"])
        state = desk.state()
        check("inspector" in state["panels"], f"a selection opens the inspector {what}")
        check_apart(state, width, height, what + " with the inspector")

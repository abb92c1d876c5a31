#!/usr/bin/python3
"""A ball that falls off a shelf, with no ground below, comes to rest far away; the window says so, and Shift+Delete
deletes it. Arguments: BIN_DIR SOURCE_DIR."""

import json
import os

from support.desk import Desk, body_of, check

SHELF = {"keystone": 1, "bodies": [
    {"name": "shelf", "kind": "static", "shape": {"type": "box", "size": [1, 0.1, 1]}},
    {"name": "ball", "shape": {"type": "sphere", "radius": 0.1}, "position": [0.8, 0, 0]}]}

with Desk("wall_5x5", "--paused") as desk:
    shelf = os.path.join(desk.home, "shelf.json")
    with open(shelf, "w", encoding="utf-8") as file:
        json.dump(SHELF, file)
    desk.open_scene(shelf)
    state = desk.steps(150)
    ball = body_of(state, "ball")
    check(ball["velocity"] == [0, 0, 0] and -20 < ball["position"][1] < -15, "the ball rests ten sizes below", ball)
    told = [text for text in desk.words("##status") if "fallen out" in text]
    check(told and "Shift+Delete" in told[0], "the window says so, and what deletes it", desk.words("##status"))
    state = desk.key("shift+Delete")
    check([body["name"] for body in state["bodies"]] == ["shelf"], "Shift+Delete deletes it", state["message"])
    state = desk.key("ctrl+z")
    check(len(state["bodies"]) == 2, "undo brings it back")

#!/usr/bin/python3
"""A step of seconds leaves the window alive, says so, and can be cancelled. Arguments: BIN_DIR SOURCE_DIR."""

import json
import os
import tempfile

from lib.scene_files import scene_of
from support.desk import Desk, body_of, check

# Projected Gauss-Seidel makes as many sweeps over a thousand bricks as its parameter allows.
scene = scene_of("wall3d_40x25")
scene.pop("$schema")
scene["solver"] = {"id": "pgs", "parameters": {"iterations": 10000, "tolerance": 0}}

with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "long_steps.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(scene, file)
    with Desk(path) as desk:
        pictures = {}  # of each step under way

        def drawn_twice(state):
            if state["seconds_on_step"] > 0.3:
                pictures.setdefault(state["step"], set()).add(state["frame"])
            return any(len(frames) > 1 for frames in pictures.values())

        state = desk.wait(drawn_twice, "a second picture while a step is under way")
        check(True, "pictures are drawn while a step is under way")

        brick = next(b for b in state["bodies"] if b["dynamic"] and b["pixel"])
        x, y = brick["pixel"]
        desk.press(x, y, button=3)
        desk.move(x + 80, y + 10)
        desk.release(button=3)
        turned = body_of(desk.state(), brick["name"])
        check(turned["pixel"] != brick["pixel"], "the camera turns meanwhile", (brick["pixel"], turned["pixel"]))

        for _ in range(10):  # the step may be done before the key arrives
            desk.wait(lambda s: s["seconds_on_step"] > 0.3, "a long step again")
            desk.key("Escape")
            state = desk.settle()
            if state["paused"]:
                break
        check("cancelled" in state["message"], "the step is cancelled, and the window says so", state["message"])
        check(state["seconds_on_step"] == 0, "nothing goes on behind")

        desk.key("4")
        desk.key("space")
        state = desk.wait(lambda s: s["step"] > state["step"] + 3, "the wall to go on under another solver")
        check(state["solver"] == "exact" and state["residual"] <= 1e-9, "exactly", state["residual"])

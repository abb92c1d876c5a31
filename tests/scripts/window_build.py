#!/usr/bin/python3
"""A table of four legs and a plank is built by the stack tool, its plank placed and made heavy by the inspector; saved
and opened again it goes on to the same bits. The stack tool takes mesh files, too. Arguments: BIN_DIR SOURCE_DIR."""

import json
import os

from support.desk import Desk, check, middle
from support.fields import type_into
from support.texts import Look

LEG, PLANK = (0.2, 0.8, 0.2), (1.6, 0.1, 1.6)  # [m]
PLACES = ((-0.6, -0.6), (0.6, -0.6), (-0.6, 0.6), (0.6, 0.6))  # [m], x and z of the legs
# Seen from above, straight on, by which a place on the ground has a pixel; a stone in each of two corners.
YARD = {"keystone": 1, "camera": {"target": [0, 0, 0], "yaw": 0, "pitch": 1.55, "distance": 6}, "bodies": [
    {"name": "ground", "shape": {"type": "halfspace"}},
    *({"name": f"stone_{side}", "kind": "static", "shape": {"type": "sphere", "radius": 0.1},
       "position": [1.6 * side, 0.1, 1.6 * side]} for side in (-1, 1))]}


def pixel_of(state, x, z):
    """Of a place on the ground: by those of the stones."""
    (_, first, second) = state["bodies"][:3]
    shares = [(at - p) / (q - p) for at, p, q in zip((x, z), first["position"][::2], second["position"][::2])]
    return [p + share * (q - p) for share, p, q in zip(shares, first["pixel"], second["pixel"])]


def set_sizes(desk, sizes):
    """Types them into the tool's strip, whose first three numbers they are."""
    for number, size in enumerate(sizes):
        texts = [t for t in desk.texts()["texts"] if t["window"].startswith("##tool")]
        fields = sorted((t for t in texts if t["text"].split(" ")[0].replace(".", "").isdigit()),
                        key=lambda t: t["ink"][0])
        desk.click(*middle(fields[number]["ink"]))
        desk.type(str(size))
        desk.hold("Return")


def place(desk, x, y):
    """One more body, by a click there. The state after it."""
    count = len(desk.state()["bodies"])
    desk.move(x, y)
    desk.wait(lambda s: s["ghost_allowed"], "room for it")
    state = desk.click(x, y)
    check(len(state["bodies"]) == count + 1, "a click places it", state["message"])
    return state


with Desk("wall_5x5", "--paused") as desk:
    look = Look(desk, "build")
    yard = os.path.join(desk.home, "yard.json")
    with open(yard, "w", encoding="utf-8") as file:
        json.dump(YARD, file)
    desk.open_scene(yard)
    state = desk.key("shift+5", "b")
    set_sizes(desk, LEG)
    for x, z in PLACES:
        state = place(desk, *pixel_of(state, x, z))
        at = state["bodies"][-1]["position"]
        check(max(abs(p - q) for p, q in zip(at, (x, LEG[1] / 2, z))) < 0.06, "a leg where the mouse is", at)
    set_sizes(desk, PLANK)
    look("legs")
    state = place(desk, *state["bodies"][-1]["pixel"])
    desk.key("Escape")
    desk.click(*state["bodies"][-1]["pixel"])
    type_into(desk, "Position", 0, "0")
    type_into(desk, "Position", 2, "0")
    state = type_into(desk, "Mass", 0, "50")
    plank = state["bodies"][-1]
    check(plank["mass"] == 50 and abs(plank["position"][1] - 0.85) < 1e-9, "a plank of 50 kg on the legs", plank)
    look("table")
    state = desk.steps(30)
    plank = state["bodies"][-1]
    check(abs(plank["position"][1] - 0.85) < 1e-3 and max(map(abs, plank["velocity"])) < 1e-3, "it stands", plank)
    saved = desk.save_scene()
    state = desk.steps(30)
    desk.open_scene("stack_15")
    desk.open_scene(saved, lambda s: len(s["bodies"]) == len(state["bodies"]))
    check(desk.steps(30)["state_hash"] == state["state_hash"], "what was saved goes on to the same bits")

    desk.key("b")
    desk.click_text("Box")
    desk.click_text("Mesh")
    look("mesh", over=("##mesh",))
    desk.type("nothing.obj")
    desk.tap("Return")
    state = desk.wait(lambda s: s["trouble"], "a complaint")
    check("nothing.obj" in state["message"] and "\n" not in state["message"], "a line names what is not there",
          state["message"])
    desk.hold("Escape")
    desk.click_text("Box")
    desk.click_text("Mesh")
    desk.type("icosahedron.obj")  # in place of what is in the field, which is selected
    desk.tap("Return")
    desk.settle(10)
    check("Mesh" in desk.words("##tool") and not desk.words("##mesh"), "a mesh is taken", desk.state()["message"])
    state = place(desk, *pixel_of(desk.state(), 0, 1.4))
    check(state["bodies"][-1]["dynamic"], "a mesh is placed like a brick")
    look("mesh placed")

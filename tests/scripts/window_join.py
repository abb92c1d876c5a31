#!/usr/bin/python3
"""Two clicks of the joint tool join two bodies, by every kind; the inspector sets limits and motor. Arguments: BIN_DIR
SOURCE_DIR."""

import json
import math
import os

from support.desk import Desk, body_of, check, dynamic
from support.fields import fields, shown, type_into
from support.texts import Look

with Desk("wall_5x5", "--paused") as desk:
    look = Look(desk, "joints")
    start = desk.steps(2)
    undoable = start["undoable"]
    top = sorted(dynamic(start), key=lambda body: (-body["position"][1], body["position"][0]))[:5]
    left, right, last = top[0], top[1], top[4]
    names = [body["name"] for body in start["bodies"]]

    state = desk.key("ctrl+j")
    check(state["joint_tool"], "Ctrl+J takes the joint tool")
    look("the tool")
    desk.click(*left["pixel"])
    check("now click the other body" in desk.words("##tool"), "a first click is one end")
    state = desk.move(*right["pixel"])
    look("the first end")
    state = desk.click(*left["pixel"])
    check(state["joints"] == [] and state["trouble"], "the same body twice is no joint", state["message"])
    state = desk.click(*right["pixel"])
    joint = state["joints"][0]
    check(joint["type"] == "hinge" and {names[joint["a"]], names[joint["b"]]} == {left["name"], right["name"]},
          "the second click makes a hinge of the two", joint)
    check(state["undoable"] == undoable + 1, "one edit")

    desk.click_text("Hinge")
    desk.click_text("Rope")
    desk.click(*last["pixel"])
    x, y, width, _ = state["panels"]["view"]
    state = desk.click(x + width - 20, y + 60)
    rope = state["joints"][1]
    check(rope["type"] == "distance" and rope["b"] == -1, "a rope to the world", rope)
    check(rope["limits"][0] == 0 and abs(rope["limits"][1] - rope["at"]) < 1e-9, "as long as it was drawn", rope)
    desk.key("Escape")
    check(not desk.state()["joint_tool"], "Esc puts the tool away")

    desk.click(*left["pixel"])
    look("a joint in the inspector")
    check(shown(desk, "Limits") == ["-inf", "inf"], "a hinge has no limits at first", shown(desk, "Limits"))
    type_into(desk, "Limits", 0, "-0.1")
    state = type_into(desk, "Limits", 1, "0.2")
    check(state["joints"][0]["limits"] == [-0.1, 0.2], "limits that are typed", state["joints"][0]["limits"])
    type_into(desk, "Motor", 0, "2")
    state = type_into(desk, "Motor at most", 0, "1e6")
    check(state["joints"][0]["motor"] == [2, 1e6], "a motor", state["joints"][0]["motor"])
    state = desk.steps(60)
    at = state["joints"][0]["at"]
    check(abs(at - 0.2) < 0.02, "turns the hinge to its limit", at)
    check(body_of(state, last["name"])["position"][1] > 1.5, "and the rope holds what it holds")
    for _ in range(6):
        state = desk.key("ctrl+z")
    check(state["joints"] == [] and state["undoable"] == undoable, "all is undone", state["joints"])

# Every kind in space: a base, and a block above it that is pushed aside.
KINDS = ("Hinge", "Ball", "Slider", "Weld", "Rope")
APART, FAR = 1.2, 3.0  # [m], a base to its block, a pair to the next
PIXEL = 0.02  # [m], of the view, by which clicks are placed
BOX = {"type": "box", "size": [1, 1, 1]}
PAIRS = {"keystone": 1, "camera": {"target": [6, 0.6, 0], "yaw": 0, "pitch": 0, "distance": 18}, "bodies": [
    body for k, kind in enumerate(KINDS) for body in (
        {"name": f"base {kind}", "kind": "static", "shape": BOX, "position": [FAR * k, 0, 0]},
        {"name": kind, "shape": BOX, "position": [FAR * k, APART, 0], "velocity": [1, 0, 0]})]}

with Desk("wall_5x5", "--paused") as desk:
    pairs = os.path.join(desk.home, "pairs.json")
    with open(pairs, "w", encoding="utf-8") as file:
        json.dump(PAIRS, file)
    desk.open_scene(pairs)
    state = desk.key("shift+5", "ctrl+j")
    for shown_now, kind in zip(("Hinge", *KINDS), KINDS):
        if kind != shown_now:
            desk.click_text(shown_now)
            desk.click_text(kind)
        desk.click(*body_of(state, f"base {kind}")["pixel"])
        desk.click(*body_of(state, kind)["pixel"])
    state = desk.key("Escape")
    check([joint["type"] for joint in state["joints"]] == ["hinge", "ball", "slider", "fixed", "distance"],
          "two clicks make a joint of each kind", [joint["type"] for joint in state["joints"]])
    for _ in range(3):
        state = desk.steps(10)
        for k, kind in enumerate(KINDS):
            x, y, z = body_of(state, kind)["position"]
            aside = x - FAR * k
            arm = math.hypot(aside, y, z - 0.5) - math.hypot(APART, 0.5)  # to where the front of the base was clicked
            holds = {"Hinge": abs(arm) < PIXEL, "Ball": abs(arm) < PIXEL, "Slider": abs(aside) < PIXEL,
                     "Weld": abs(aside) + abs(y - APART) < 1e-6, "Rope": state["joints"][4]["at"] < APART + 1e-3}
            check(holds[kind], f"{kind}: it holds", (aside, y))
    turned = abs(state["joints"][0]["at"])
    check(turned > 0.3 and body_of(state, "Slider")["position"][1] < APART - 0.5, "hinge and slider give way", turned)

    desk.click(*body_of(state, "Hinge")["pixel"])
    type_into(desk, "Motor", 0, "2")
    at = type_into(desk, "Motor at most", 0, "1e6")["joints"][0]["at"]
    turned = desk.steps(30)["joints"][0]["at"] - at
    check(abs(turned - 1.0) < 0.05, "a motor of 2 rad/s turns by 1 rad in half a second", turned)

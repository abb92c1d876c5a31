#!/usr/bin/python3
"""The mouse selects a body and drags it, with the force shown. Arguments: BIN_DIR SOURCE_DIR."""

from Xlib import X

from support.desk import Desk, body_of, check, dynamic


def top(state):
    return max(dynamic(state), key=lambda body: body["position"][1])


with Desk("stack_15") as desk:
    desk.wait(lambda s: s["step"] > 30, "the world to run")
    before = top(desk.state())
    x, y = before["pixel"]
    desk.click(x, y)
    state = desk.state()
    check(state["selected"] >= 0, "a click selects")
    check(state["bodies"][state["selected"]]["name"] == before["name"], "it selects the body under the mouse")
    desk.click(x + 120, y)
    check(desk.state()["selected"] == -1, "a click beside deselects")

    desk.press(x, y)
    desk.move(x + 20, y - 20)
    desk.move(x + 90, y - 40)
    state = desk.state()
    check(state["dragging"], "moving with the button held drags")
    held = desk.wait(lambda s: s["drag_force"] > 0.0, "a force of the hand")
    check(held["drag_force"] > 0.0, "the force of the hand is shown", held["drag_force"])
    desk.wait(lambda s: abs(top(s)["position"][0] - before["position"][0]) > 0.2, "the body to follow")
    desk.release()
    state = desk.state()
    check(not state["dragging"] and state["drag_force"] == 0.0, "letting go ends the drag")
    check(all(abs(v) < 100 for body in dynamic(state) for v in body["velocity"]), "nothing was blown up")
    check(state["undoable"] > 0, "the drag can be undone")
    desk.key("space", "ctrl+z")
    now = body_of(desk.state(), before["name"])
    moved = max(abs(a - b) for a, b in zip(now["position"], before["position"]))
    check(moved < 1e-3, "undo puts the body back", moved)  # it only settled meanwhile

    count = len(desk.state()["bodies"])
    desk.stroke("Shift_L", X.KeyPress)
    desk.click(x, y)
    desk.stroke("Shift_L", X.KeyRelease)
    check(len(desk.state()["bodies"]) == count + 1, "Shift+click shoots a ball")

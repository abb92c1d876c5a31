#!/usr/bin/python3
"""Copies of what is selected follow the mouse, a click places them, and the wall that they were taken from stays as it
is. Arguments: BIN_DIR SOURCE_DIR."""

from Xlib import X

from support.desk import Desk, check, dynamic
from support.fields import ctrl_click
from support.texts import Look


def most_moved(start, state):
    pairs = zip(start["bodies"], state["bodies"])
    return max(abs(a - b) for one, other in pairs for a, b in zip(one["position"], other["position"]))


with Desk("wall_5x5", "--paused") as desk:
    look = Look(desk, "copies")
    start = desk.steps(2)
    count, undoable = len(start["bodies"]), start["undoable"]
    # A brick from within, and one of the top course.
    inner = dynamic(start)[len(dynamic(start)) // 2]
    top = max(dynamic(start), key=lambda body: (body["position"][1], -abs(body["position"][0])))
    desk.click(*inner["pixel"])
    state = desk.key("ctrl+d")
    check(len(state["bodies"]) == count and state["stack_tool"], "Ctrl+D copies nothing into the wall")
    desk.move(*top["pixel"])
    state = desk.wait(lambda s: s["ghost_allowed"], "the ghost on top of the wall")
    look("a ghost")
    state = desk.click(*top["pixel"])
    check(len(state["bodies"]) == count + 1 and not state["stack_tool"], "a click places the copy and ends the tool")
    copy = state["bodies"][-1]
    check(abs(copy["position"][1] - top["position"][1] - 0.5) < 1e-3, "it stands on the course below", copy["position"])
    check(copy["name"].endswith(" copy") and copy["mass"] == inner["mass"], "it is a copy", copy["name"])
    check(state["selection"] == [count] and state["undoable"] == undoable + 1, "it is selected, and one edit")
    state = desk.steps(60)
    check(most_moved(start, state) < 1e-3, "a second later the wall stands as before", most_moved(start, state))
    check(abs(state["bodies"][-1]["velocity"][1]) < 1e-3, "and the copy rests on it")

    desk.key("ctrl+d")
    state = desk.key("Escape")
    check(not state["stack_tool"] and len(state["bodies"]) == count + 1, "Esc cancels")
    check(state["selected"] == count, "and keeps the selection")

    desk.click(*inner["pixel"])
    ctrl_click(desk, *top["pixel"])
    state = desk.key("ctrl+c")
    check(not state["stack_tool"], "Ctrl+C places nothing")
    desk.key("ctrl+v")
    check(desk.state()["stack_tool"], "Ctrl+V holds what was copied")
    desk.key("Escape")

    desk.open_scene("stack_15")
    start = desk.state()
    desk.key("ctrl+v")
    desk.move(*max(dynamic(start), key=lambda body: body["position"][1])["pixel"])
    desk.wait(lambda s: s["ghost_allowed"], "the ghost in another scene")
    state = desk.click()
    check(len(state["bodies"]) == len(start["bodies"]) + 2, "it is pasted into another scene", len(state["bodies"]))
    a, b = state["bodies"][-2:]
    apart = [p - q for p, q in zip(top["position"], inner["position"])]
    check(all(abs(abs(q - p) - abs(d)) < 1e-6 for p, q, d in zip(a["position"], b["position"], apart)),
          "with its parts as far from each other as they were", (a["position"], b["position"]))

with Desk("wall_5x5", "--paused") as desk:
    start = desk.steps(2)
    top = max(body["position"][1] for body in dynamic(start))
    course = [body for body in dynamic(start) if body["position"][1] > top - 0.01]
    xs, ys = zip(*(body["pixel"] for body in course))
    x, y = min(xs) - 100, ys[0] - 45  # in the air, left of the wall
    desk.stroke("Control_L", X.KeyPress)
    desk.press(x, y)
    desk.move(max(xs) - 20, ys[0] + 10)
    Look(desk, "copies")("a box")
    state = desk.release()
    desk.stroke("Control_L", X.KeyRelease)
    names = sorted(state["bodies"][body]["name"] for body in state["selection"])
    wanted = sorted(body["name"] for body in course if body["pixel"][0] < max(xs))
    check(names == wanted, "Ctrl and a drag beside bodies select what is in the box", (names, wanted))
    check(state["undoable"] == start["undoable"], "and do nothing else")

    desk.key("ctrl+d")
    desk.move(xs[2], ys[0])
    desk.wait(lambda s: s["ghost_allowed"], "the ghost of four bricks")
    state = desk.click()
    check(len(state["bodies"]) == len(start["bodies"]) + len(wanted), "they are copied together")
    for _ in range(3):  # the wheel moves the view away
        desk.click(xs[0], ys[0], button=5)
    state = desk.steps(30)
    saved = desk.save_scene()
    desk.open_scene("stack_15")
    desk.open_scene(saved, lambda s: len(s["bodies"]) == len(state["bodies"]))
    again = desk.state()
    moved = max(abs(a - b) for one, other in zip(state["bodies"], again["bodies"])
                for key in ("position", "velocity") for a, b in zip(one[key], other[key]))
    check(moved == 0 and again["time"] == state["time"], "what was saved is opened to the bit", moved)
    off = max(abs(a - b) for one, other in zip(state["bodies"], again["bodies"])
              for a, b in zip(one["pixel"], other["pixel"]))
    check(off < 0.5, "and seen as it was", off)
    hashes = [s["state_hash"] for s in (desk.steps(10), )]
    desk.open_scene("stack_15")
    desk.open_scene(saved, lambda s: len(s["bodies"]) == len(state["bodies"]))
    check(desk.steps(10)["state_hash"] == hashes[0], "and goes on in the same way")

#!/usr/bin/python3
"""The stack tool puts three bricks on top of a tower, and they rest there. Arguments: BIN_DIR SOURCE_DIR."""

from support.desk import Desk, check, dynamic

with Desk("wall_10x10") as desk:
    desk.wait(lambda s: s["step"] > 10, "the world to run")
    start = desk.state()
    count = len(start["bodies"])
    height = max(body["position"][1] for body in dynamic(start))
    middle = [b for b in dynamic(start) if b["position"][1] > height - 0.01]
    middle.sort(key=lambda body: abs(body["position"][0]))
    x, y = middle[0]["pixel"]

    desk.key("b")
    check(desk.state()["stack_tool"], "B takes the stack tool")
    for placed in range(1, 4):
        desk.move(x, y)
        desk.wait(lambda s: s["ghost_allowed"], "a ghost where there is room")
        desk.click(x, y)
        state = desk.wait(lambda s: len(s["bodies"]) == count + placed, f"brick {placed} to be placed")
        x, y = state["bodies"][-1]["pixel"]
    check(True, "three clicks place three bricks")

    desk.click(x, y + 1)
    desk.key("Escape")
    extra = len(desk.state()["bodies"]) - count
    while extra > 3:
        desk.key("ctrl+z")
        extra = len(desk.state()["bodies"]) - count
    check(not desk.state()["stack_tool"], "Esc puts the tool away")

    desk.key("space")
    bricks = desk.steps(60)["bodies"][count:count + 3]  # a second later
    check(len(bricks) == 3, "three bricks are there")
    for level, brick in enumerate(bricks, 1):
        rise = brick["position"][1] - height
        check(abs(rise - 0.5 * level) < 5e-3, f"brick {level} stands {level} courses above the wall", rise)
        check(max(map(abs, brick["velocity"])) < 1e-2, f"brick {level} is at rest", brick["velocity"])

    desk.key("ctrl+z")
    check(len(desk.state()["bodies"]) < count + 3, "undo takes a brick away")

#!/usr/bin/python3
"""The stack tool puts three bricks on top of a tower, and they rest there; it has other shapes, and fixed bodies.
Arguments: BIN_DIR SOURCE_DIR."""

from support.desk import Desk, check, dynamic
from support.texts import Look

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

    desk.key("Escape")
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

SHAPES = ("Box", "Sphere", "Plank", "Cylinder", "Capsule", "Hull")

for width, height in ((1280, 800), (1000, 700)):
    with Desk("shapes_cylinders", "--paused", width=width, height=height) as desk:
        look = Look(desk, f"stack {width}")
        start = desk.state()
        count = len(start["bodies"])
        x, y, wide, high = start["panels"]["view"]
        desk.key("b")
        for number, shape in enumerate(SHAPES):
            if number > 0:
                desk.click_text(SHAPES[number - 1])
                desk.click_text(shape)
            if shape == "Hull":
                desk.click_text("fixed")
            look(shape)
            for way in range(20):  # until there is room
                state = desk.move(x + wide * (0.06 + 0.045 * way), y + 0.8 * high)
                if state["ghost_allowed"]:
                    break
            state = desk.click()
            check(len(state["bodies"]) == count + number + 1, f"{shape}: a click places it", state["message"])
        check(state["bodies"][-1]["dynamic"] is False, "a fixed body")
        check(all(body["dynamic"] for body in state["bodies"][count:-1]), "and five that move")
        desk.key("Escape")
        look("six shapes")
        fixed = state["bodies"][-1]["position"]
        state = desk.steps(60)
        check(state["bodies"][-1]["position"] == fixed, "the fixed one stays where it is")
        speeds = [max(map(abs, body["velocity"])) for body in state["bodies"][count:]]
        check(max(speeds) < 20, "and nothing was blown up", speeds)

# Large text in a small window leaves no room for numbers; the shapes are there, and the panel that asks for a mesh.
for width, height, scale in ((1000, 700, 1.5), (1280, 800, 2)):
    with Desk("tower3d_10", "--paused", "--ui-scale", scale, width=width, height=height) as desk:
        look = Look(desk, f"stack {width}, scale {scale}")
        desk.key("b")
        look("strip", but="##menu")  # whose buttons leave a rim
        desk.click_text("Box")
        desk.click_text("Mesh")
        look("mesh", over=("##mesh",), but="##menu")

with Desk("tower3d_10", "--paused") as desk:
    desk.key("b")
    desk.click_text("Box")
    desk.click_text("Mesh")
    check("cut_stone.obj" in desk.words("##mesh"), "the meshes of the folder are listed", desk.words("##mesh"))
    desk.click_text("concave/")
    desk.click_text("star.obj")
    desk.click_text("convex hull")
    state = desk.click_text("Take")
    check("star.obj: found " in state["message"] and "/bodies" not in state["message"],
          "one that is not convex is refused, without a place in a scene that nobody wrote", state["message"])
    desk.click_text("Up")
    desk.click_text("cut_stone.obj")
    desk.click_text("Take")
    check("Mesh" in desk.words("##tool"), "one that is convex is taken", desk.words("##tool"))

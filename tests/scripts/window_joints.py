#!/usr/bin/python3
"""Joints are white circles at their anchors, the theme 'Baraff 94' colours by layer, a selection lists its joints. A
body on a path has the force of what stands on it, and no energy.

Arguments: BIN_DIR SOURCE_DIR.
"""

from support.desk import Desk, body_of, check


WHITE = (255, 255, 255)
BESIDE = (15, 3)  # [pixels], on a body beside its centre


def near(one, other):
    return all(abs(int(a) - b) <= 40 for a, b in zip(one, other))


with Desk("geneva_drive", "--paused", drawn=True) as desk:
    state = desk.wait(lambda s: s["frame"] > 5, "the scene")
    state = desk.key("f", "t")
    hub, lock = (body_of(state, name)["pixel"] for name in ("wheel", "lock_1"))
    picture = desk.picture()
    for what, (x, y), (right, down), colour in (("a hinge is a white circle", hub, (0, 0), WHITE),
                                                ("the second layer is purple", hub, BESIDE, (140, 87, 184)),
                                                ("the first layer is orange", lock, BESIDE, (245, 148, 41))):
        found = picture[round(y) + down, round(x) + right]
        check(near(found, colour), what, found)

    desk.key("c")
    check(not near(desk.picture()[round(hub[1]), round(hub[0])], WHITE), "without contacts there are no joints either")
    desk.key("c")

    desk.click(hub[0] + BESIDE[0], hub[1] + BESIDE[1])
    state = desk.state()
    check(state["selected"] >= 0 and state["bodies"][state["selected"]]["name"] == "wheel", "a click selects the wheel")
    check("inspector" in state["panels"], "the selection opens the inspector")
    state = desk.steps(60)
    check(state["step_trouble"] == "", "the drive runs without trouble", state["step_trouble"])
    desk.key("Delete")
    state = desk.state()
    check(all(b["name"] != "wheel" for b in state["bodies"]), "the wheel is gone, and its joints with it")
    desk.key("ctrl+z")
    check(any(b["name"] == "wheel" for b in desk.state()["bodies"]), "undo brings it back")

with Desk("tipping", "--paused") as desk:
    state = desk.steps(10)
    x, y = body_of(state, "board")["pixel"]
    state = desk.click(x + 60, y)
    check(state["bodies"][state["selected"]]["name"] == "board", "a click selects the board")
    desk.click_text("BODY")
    words = desk.words("##drawer")
    check("Force x" in words and "Kinetic" not in words, "BODY plots its force, and no energy", words)
    x, y = desk.place("Force x")
    _, _, width, _ = desk.state()["panels"]["drawer"]
    desk.move(x + 0.4 * width, y + 40)  # the newest value is at the right
    check(desk.comes_to_say("step "), "pointing at the plot tells its values", desk.words())
    told = next(text for text in desk.words() if text.startswith("step "))
    weight = 9.81 * sum(body["mass"] for body in state["bodies"] if body["dynamic"])
    check(abs(float(told.split(", ")[2].split(" kN")[0]) + 1e-3 * weight) < 0.01, "the weight of all that stands on it",
          (told, weight))

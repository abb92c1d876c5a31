#!/usr/bin/python3
"""Joints are white circles at their anchors, the theme 'Baraff 94' colours by layer, a selection lists its joints.

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

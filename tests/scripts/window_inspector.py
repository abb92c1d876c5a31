#!/usr/bin/python3
"""The inspector shows and sets values of one body, of several and of the scene; each change is seen in the next step
and can be undone. Arguments: BIN_DIR SOURCE_DIR."""

from support.desk import Desk, check, dynamic, middle
from support.fields import ctrl_click, fields, shown, type_into
from support.texts import Look


def beside(desk, label):
    """Where the field is on the line of a label that no text follows."""
    x, _, width, _ = desk.state()["panels"]["inspector"]
    return x + 0.42 * width, desk.place(label)[1]


def near(value, wanted, tolerance=1e-9):
    return abs(value - wanted) <= tolerance * max(1.0, abs(wanted))


with Desk("wall_5x5", "--paused") as desk:
    look = Look(desk, "inspector")
    check("SCENE" in desk.words("##inspector"), "without a selection the inspector is of the scene")
    look("of the scene")
    state = desk.steps(2)
    start = state["bodies"]
    undoable = state["undoable"]
    bricks = [i for i, body in enumerate(start) if body["dynamic"]]
    one, other = bricks[-1], bricks[-8]

    desk.click(*start[one]["pixel"])
    look("of a body")
    check(shown(desk, "Mass") == [f"{start[one]['mass']:.5g}"], "the mass is shown", shown(desk, "Mass"))
    step = desk.state()["step"]
    state = type_into(desk, "Mass", 0, "3000")
    check(near(state["bodies"][one]["mass"], 3000), "a mass that is typed is the body's", state["bodies"][one]["mass"])
    check(state["undoable"] == undoable + 1, "in one edit", state["undoable"] - undoable)
    check(state["contacts"] > 0 and state["step"] == step, "the coming step is looked at, and not made")
    check("not stepped yet" not in desk.words(), "so that the panels have its grade")
    state = type_into(desk, "Velocity", 0, "1e-15")
    check(state["bodies"][one]["velocity"][0] == 1e-15 and shown(desk, "Velocity")[0] == "0",
          "what is rounding to the scene's size is shown as 0", shown(desk, "Velocity"))
    desk.key("ctrl+z")
    forces = state["largest_force"]
    state = desk.steps(3)
    check(near(state["largest_force"], forces, 0.2), "which is that of the step made", (forces, state["largest_force"]))
    state = type_into(desk, "Restitution", 0, "7")
    check(state["bodies"][one]["restitution"] == 1, "a value stays within its range")
    state = type_into(desk, "Position", 0, "2.5")
    check(near(state["bodies"][one]["position"][0], 2.5), "a place that is typed")
    state = type_into(desk, "Velocity", 1, "4")
    check(near(state["bodies"][one]["velocity"][1], 4), "a velocity that is typed")
    state = desk.steps(10)
    check(state["bodies"][one]["position"][1] > start[one]["position"][1] + 0.3, "the body flies with it")
    for _ in range(4):
        state = desk.key("ctrl+z")
    check(near(state["bodies"][one]["mass"], start[one]["mass"]) and state["undoable"] == undoable, "all is undone")

    x, y = middle(fields(desk, "Angle")[0]["ink"])
    desk.press(x, y)
    for right in (10, 20, 30):
        state = desk.move(x + right, y)
    desk.release()
    check(shown(desk, "Angle") != ["0"] and state["undoable"] == undoable + 1, "a value that is dragged is one edit",
          state["undoable"] - undoable)
    desk.key("ctrl+z")

    desk.click(*middle(fields(desk, "Mass")[0]["ink"]))
    desk.type("5")
    desk.hold("Escape")
    state = desk.settle()
    check(state["selected"] == one and state["undoable"] == undoable, "Esc leaves a field, and nothing else",
          (state["selected"], one, state["undoable"], undoable))

    fields(desk, "Fixed")
    box = beside(desk, "Fixed")
    state = desk.click(*box)
    check(not state["bodies"][one]["dynamic"], "a box fixes the body")
    state = desk.click(*box)
    check(state["bodies"][one]["dynamic"] and state["undoable"] == undoable + 2, "and frees it again")
    fields(desk, "Colour")
    swatch = beside(desk, "Colour")
    desk.click(*swatch)
    picker = next(w for w in desk.texts()["windows"] if w["name"].startswith("##Popup"))
    x, y = picker["rect"][:2]
    desk.press(x + 50, y + 50)
    for way in (60, 70, 80):
        desk.move(x + way, y + way)
    state = desk.release()
    check(state["bodies"][one]["colour"][0] >= 0 and state["undoable"] == undoable + 3, "a colour is one edit",
          (state["bodies"][one]["colour"], state["undoable"] - undoable))
    desk.key("Escape")
    for _ in range(3):
        state = desk.key("ctrl+z")
    check(state["selected"] == one and state["undoable"] == undoable, "which are undone")

    state = ctrl_click(desk, *start[other]["pixel"])
    check(state["selection"] == [one, other], "Ctrl and a click select one more", state["selection"])
    check(state["undoable"] == undoable, "and do nothing else")
    check(shown(desk, "Position") == ["mixed", "mixed"], "values that differ are mixed", shown(desk, "Position"))
    look("of two bodies")
    state = type_into(desk, "Friction", 0, "0.8")
    check(all(state["bodies"][i]["friction"] == 0.8 for i in (one, other)), "what is set is set in both")
    check(state["bodies"][bricks[0]]["friction"] != 0.8, "and in no other")
    state = type_into(desk, "Position", 1, "2.9")
    check(all(near(state["bodies"][i]["position"][1], 2.9) for i in (one, other)), "a mixed value is set in both")
    check(shown(desk, "Position") == ["mixed", "2.9"], "and is no longer mixed", shown(desk, "Position"))
    state = ctrl_click(desk, *state["bodies"][other]["pixel"])
    check(state["selection"] == [one], "a second time takes it out", state["selection"])
    count = len(dynamic(state))
    ctrl_click(desk, *state["bodies"][other]["pixel"])
    state = desk.key("Delete")
    check(len(dynamic(state)) == count - 2, "Delete takes both away")
    state = desk.key("ctrl+z")
    check(len(dynamic(state)) == count, "and one undo brings both back")

with Desk("stack_15", "--paused") as desk:
    before = desk.steps(2)
    state = type_into(desk, "Gravity", 1, "-1.62")
    check(near(state["gravity"][1], -1.62), "gravity that is typed")
    check(near(state["largest_force"] / before["largest_force"], 1.62 / 9.81, 0.05), "changes the forces shown at once",
          state["largest_force"] / before["largest_force"])
    state = type_into(desk, "Steps", 0, "120")
    check(near(state["step_rate"], 120), "steps a second")
    state = type_into(desk, "Bounces from", 0, "0.1")
    check(near(state["restitution_threshold"], 0.1), "the threshold of restitution")
    state = type_into(desk, "Friction", 0, "0.05")
    check(all(body["friction"] == 0.05 for body in state["bodies"]), "the friction of all bodies")
    for _ in range(4):
        state = desk.key("ctrl+z")
    check(all(state[key] == before[key] for key in ("gravity", "step_rate", "restitution_threshold")) and
          [b["friction"] for b in state["bodies"]] == [b["friction"] for b in before["bodies"]], "all is undone")
    for _ in range(4):
        state = desk.key("ctrl+y")
    check(near(state["restitution_threshold"], 0.1) and near(state["gravity"][1], -1.62), "and redone")

#!/usr/bin/python3
"""Parameters and variants of scenes in the window: given at the start, set below the list, taken back; variants are
folded beneath the scene of their file. Arguments: BIN_DIR SOURCE_DIR."""

from Xlib import X

from support.desk import Desk, check, dynamic
from support.texts import Look


def type_number(desk, slider, number):
    desk.stroke("Control_L", X.KeyPress)
    desk.click_text(slider)
    desk.stroke("Control_L", X.KeyRelease)
    desk.type(number)
    desk.hold("Return")


with Desk("wall", "--set", "rows=4", "--paused") as desk:
    look = Look(desk, "parameters")
    state = desk.state()
    check(state["scene"] == "wall_10x10#rows=4", "a parameter on the command line", state["scene"])
    check(len(dynamic(state)) == 42, "rows of 10 and 11 bricks", len(dynamic(state)))
    shown = desk.words("##scenes")
    check({"columns: 10", "rows: 4", "mu: 0.5", "Reset"} <= set(shown), "the panel shows what is set", shown)
    check("Brick wall in space, 1000 bricks" in shown, "variants of the open scene's file are listed", shown)
    look("a parameter set")

    type_number(desk, "rows: 4", "2")
    state = desk.wait(lambda s: s["scene"] == "wall_10x10#rows=2", "the scene with two rows")
    check(len(dynamic(state)) == 21, "is made anew", len(dynamic(state)))
    type_number(desk, "mu: 0.5", "9")
    desk.wait(lambda s: s["scene"] == "wall_10x10#mu=2,rows=2", "a value to be kept to its range")

    x, y = desk.place("columns: 10")
    desk.press(x, y)
    desk.move(x - 30, y)
    check(desk.state()["scene"] == "wall_10x10#mu=2,rows=2", "nothing is made while the slider moves")
    state = desk.release()
    check("columns=" in state["scene"], "it is once it is let go", state["scene"])

    desk.click_text("Reset")
    state = desk.wait(lambda s: s["scene"] == "wall_10x10", "the scene as its file has it")
    check("Reset" not in desk.words("##scenes"), "nothing is left to reset")

    desk.click_text("Brick wall 5 x 5")
    desk.wait(lambda s: s["scene"] == "wall_5x5", "a variant")
    check("columns: 5" in desk.words("##scenes"), "with its own values")

with Desk("seesaw") as desk:
    shown = desk.words("##scenes")
    check(not any(text.startswith("mu: ") for text in shown), "a scene without parameters shows none")
    check("Planar pyramid of 10 rows" in shown and "Planar pyramid of 20 rows" not in shown,
          "variants of others are folded", shown)
    check("+5" in shown, "and counted", shown)
    Look(desk, "folded")("folded variants")

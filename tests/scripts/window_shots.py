#!/usr/bin/python3
"""A wall that is shot at: solves that stop at their limit of work are told as such, are no failures and save nothing.
The ball does not hide the wall. Steps that do fail are listed with their files, and a button deletes these. Arguments:
BIN_DIR SOURCE_DIR."""

import os

from Xlib import X

from support.desk import Desk, check

SHOWN = 0.03  # of the view, that a ball and its shadow may cover when it is shot
GRADES = {"exact": "exact", "close": "close", "within_a_frame": "within a frame", "failed": "failed"}


def shoot(desk):
    x, y, width, height = desk.state()["panels"]["view"]
    desk.move(x + width / 2, y + height / 2)
    desk.stroke("Shift_L", X.KeyPress)
    state = desk.click()
    desk.stroke("Shift_L", X.KeyRelease)
    return state


def view_of(desk):
    x, y, width, height = (round(side) for side in desk.state()["panels"]["view"])
    return desk.picture()[y:y + height, x:x + width].astype(int)


def hides_little(desk):
    bodies, before = len(desk.state()["bodies"]), view_of(desk)
    check(len(shoot(desk)["bodies"]) == bodies + 1, "Shift and a click shoot a ball")
    changed = (abs(view_of(desk) - before).max(axis=2) > 10).mean()
    check(0 < changed < SHOWN, "it hides little of the wall", changed)


def by_the_tool(desk):
    """The ball tool sets how fast and how heavy they are, and a click without Shift shoots."""
    def click_in_the_view():
        x, y, width, height = desk.state()["panels"]["view"]
        return desk.click(x + width / 2, y + height / 2)["bodies"]

    def type_over(text, value):
        x, y = desk.place(text)
        desk.stroke("Control_L", X.KeyPress)
        desk.click(x, y)
        desk.stroke("Control_L", X.KeyRelease)
        desk.type(value)
        desk.hold("Return")

    desk.key("shift+b")
    check(desk.state()["ball_tool"] and "BALL" in desk.words("##tool"), "Shift+B takes the ball tool")
    usual = click_in_the_view()
    type_over("20 m/s", "5")
    type_over("8 x dense", "2")
    slow = click_in_the_view()
    check(len(slow) == len(usual) + 1, "each click shoots one", (len(usual), len(slow)))
    speeds = [sum(v * v for v in bodies[-1]["velocity"]) ** 0.5 for bodies in (usual, slow)]
    check(speeds[0] > 15 > 10 > speeds[1] > 4, "as fast as the strip says", speeds)
    masses = usual[-1]["mass"], slow[-1]["mass"]
    check(abs(masses[0] / masses[1] - 4) < 1e-6, "and as heavy", masses)
    desk.key("Escape")
    check(not desk.state()["ball_tool"], "Esc puts it away")


def shows_grades(desk):
    seen = set()
    while desk.state()["step"] < 80:
        state = desk.steps(1)
        if state["grade"] in seen:
            continue
        seen.add(state["grade"])
        check(GRADES[state["grade"]] in desk.words("##info"), f"the lamp's word is {GRADES[state['grade']]}")
        desk.key("F2")
        check(any(word == "stands" or word.startswith("falls") for word in desk.words("##verdict")), "F2 has an answer")
        desk.key("F2")
    check({"exact", "within_a_frame"} <= seen, "hard steps stop at their limit of work", seen)
    state = desk.state()
    check(state["grades"]["failed"] == 0 and state["failures"] == [], "which is no failure", state["grades"])
    folder = os.path.join(desk.home, ".local/share/keystone/failures")
    check(state["saved_problems"] == 0 and not os.path.exists(folder), "and saves nothing")
    words = desk.words()
    check("FAILURES" in words and f"{state['grades']['within_a_frame']} within a frame" in words, "both are told")
    check("Work at most: one frame" in words, "and so is the limit")


def deletes(desk):
    desk.open_scene("wall_10x10")
    desk.key("9", "o")  # enumeration takes no problem of that size
    state = desk.wait(lambda s: s["failures"] != [], "a step that fails")
    check(state["grade"] == "failed" and state["saved_problems"] == 1, "it is saved")
    saved = state["failures"][0]["saved"]
    desk.key("F7")
    words = desk.words()
    check("FAILED 1" in words and any(word.startswith("1 problem file, ") for word in words), "the list says how much",
          words)
    state = desk.click_text("Delete all")
    check(state["failures"] == [] and state["saved_problems"] == 0 and not os.path.exists(saved), "a button deletes it")
    desk.key("o")
    desk.wait(lambda s: s["failures"] != [], "another one")
    check(desk.open_scene("wall_5x5")["failures"] == [], "another scene begins with an empty list")


with Desk("wall3d_10x10", "--paused", drawn=True) as desk:
    desk.key("o")
    hides_little(desk)

with Desk("wall3d_10x10", "--paused") as desk:
    desk.key("o")
    shoot(desk)
    shows_grades(desk)
    deletes(desk)

with Desk("wall3d_10x10", "--paused") as desk:
    by_the_tool(desk)

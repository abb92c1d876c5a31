#!/usr/bin/python3
"""What went wrong in a step is told before what was done, and stays as long as it holds the world; what has not been
stepped yet says so; methods of their own are no failures of the solver beside them. Arguments: BIN_DIR SOURCE_DIR."""

from support.desk import Desk, check

LINGER = 6.0  # [s], of a message


def is_told(desk, part):
    return any(part in text for text in desk.words())


with Desk("wall_10x10", "--paused") as desk:
    check(is_told(desk, "not stepped yet"), "before the first step there is nothing to judge")
    check("0.0e+00" not in desk.words(), "and no residual")
    desk.key("o")
    check(not is_told(desk, "not stepped yet") and desk.state()["residual"] <= 1e-9, "a step, which is solved")

    desk.key("9")
    state = desk.wait(lambda s: s["solver"] == "enumeration", "a method that takes no problem of that size")
    check(is_told(desk, "not stepped yet"), "another method has not stepped yet")
    desk.key("o")
    state = desk.wait(lambda s: "step rejected" in s["step_trouble"], "its step to be rejected")
    check(is_told(desk, "last good state kept"), "which is told at once, after a change of method too", desk.words())
    check("1 failed" in desk.words(), "and counted", desk.words())
    desk.still(LINGER + 1)
    check(is_told(desk, "last good state kept"), "and as long as the world waits", desk.words())
    desk.key("4")
    check(is_told(desk, "not stepped yet") and "step rejected" not in desk.words(), "nothing is said of the next method",
          desk.words())
    desk.key("o")
    desk.wait(lambda s: s["step"] == state["step"] + 1, "a step that is taken")
    desk.still(LINGER + 1)
    check(not is_told(desk, "last good state kept"), "then it is past")

    failures = desk.open_scene("wall_5x5")["failures"]
    desk.take_stepper("avbd")
    state = desk.steps(60)
    check(state["step_trouble"] != "" and state["failures"] == failures, "its iteration limit is no failure of the solver",
          state["failures"])

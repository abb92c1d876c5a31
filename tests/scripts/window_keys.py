#!/usr/bin/python3
"""Keys pause, step, go back, restart, change scene and solver, and open help. Arguments: BIN_DIR SOURCE_DIR."""

from support.desk import Desk, check

with Desk("wall_10x10", "--paused") as desk:
    state = desk.state()
    check(state["paused"] and state["step"] == 0, "starts paused at step 0 with --paused")

    desk.key("o")
    check(desk.state()["step"] == 1, "O makes one step")
    desk.key("shift+o")
    check(desk.state()["step"] == 6, "Shift+O makes five")
    desk.key("period")
    check(desk.state()["step"] == 7, ". makes one step")
    desk.key("comma")
    check(desk.state()["step"] == 6, ", goes one step back")
    desk.key("shift+comma")
    check(desk.state()["step"] == 1, "Shift+, goes five back")

    desk.key("space")
    desk.wait(lambda s: not s["paused"] and s["step"] > 20, "the world to run after Space")
    desk.key("p")
    state = desk.settle()
    check(state["paused"], "P pauses")
    check(desk.settle(5)["step"] == state["step"], "paused time does not run")
    check(state["residual"] <= 1e-9, "the wall is solved exactly", state["residual"])

    desk.key("r")
    check(desk.state()["step"] == 0, "R restarts")
    desk.key("ctrl+z")
    check(desk.state()["step"] == state["step"], "Ctrl+Z undoes the restart")

    solver = desk.state()["solver"]
    desk.key("Next")
    after = desk.state()
    check(after["solver"] != solver, "PageDown takes the next solver")
    check(after["step"] == state["step"], "another solver goes on with the same world")
    desk.key("o")
    check(desk.state()["step"] == state["step"] + 1, "the other solver steps on")
    desk.key("Prior")
    check(desk.state()["solver"] == solver, "PageUp takes the previous solver")
    desk.key("2")
    second = desk.state()["solver"]
    desk.key("1")
    check(desk.state()["solver"] != second, "digits choose solvers")

    stepper = desk.state()["stepper"]
    desk.key("ctrl+F4")
    check(desk.state()["stepper"] != stepper, "Ctrl+F4 takes the next stepper", desk.state()["stepper"])
    for _ in range(20):
        if desk.state()["stepper"] == stepper:
            break
        desk.key("ctrl+F4")
    check(desk.state()["stepper"] == stepper, "round and round")

    brick = next(body for body in desk.state()["bodies"] if body["dynamic"] and body["pixel"])
    desk.click(*brick["pixel"])
    selected = desk.state()["selected"]
    check(selected >= 0, "a click selects")
    check("of what is selected" in desk.key("y")["message"], "Y tells whose trails it shows")
    check(desk.key("y")["message"] == "Trails off", "or that there are none")
    desk.click_text("File")
    check("Quit" in desk.words(), "a click opens a menu")
    desk.key("Escape")
    check("Quit" not in desk.words(), "Esc closes the menu")
    check(desk.state()["selected"] == selected, "and nothing else")
    desk.key("Escape")
    check(desk.state()["selected"] < 0, "then it deselects")

    desk.key("F1")
    check(desk.state()["help"], "F1 opens the help")
    desk.key("Escape")
    check(not desk.state()["help"], "Esc closes it")
    desk.key("question")
    check(desk.state()["help"], "? opens it too")
    desk.key("Escape")
    desk.key("Tab")
    check(not desk.state()["panels_shown"], "Tab hides the panels")
    desk.key("Tab")
    desk.key("m")
    check(not desk.state()["metrics"], "M hides the plots")
    desk.key("m")
    desk.key("minus")
    check(desk.state()["speed"] == 0.5, "- slows down")
    desk.key("equal")

    scene = desk.state()["scene"]
    desk.key("bracketright")
    following = desk.state()["scene"]
    check(following != scene and not desk.state()["trouble"], "] opens the next scene", desk.state()["message"])
    desk.key("bracketleft")
    check(desk.state()["scene"] == scene, "[ goes back to the scene before")

    check(desk.key("ctrl+o")["picker"], "Ctrl+O opens the scene picker")
    desk.type("stack_15")
    desk.tap("Return")
    desk.wait(lambda s: s["scene"] == "stack_15", "the picked scene")
    check(not desk.settle()["picker"], "the picker opens the scene typed and closes")

    check(desk.quit() == 0, "Ctrl+Q quits with status 0")

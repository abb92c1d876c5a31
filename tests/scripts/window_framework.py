#!/usr/bin/python3
"""Frameworks in the window: by menu and key, stepped, under other loops, under the microscope; the paper's figures.
Arguments: BIN_DIR SOURCE_DIR."""

import json
import os

from lib.keystone import SOURCE_DIR
from lib.pictures import ink
from support.desk import Desk, check
from support.texts import Look, away


def framework(desk):
    return desk.state()["framework"]


def by_menu(desk, item):
    desk.click_text("Frameworks")
    desk.click_text(item)
    away(desk)


def check_figure_2(desk, look):
    by_menu(desk, "Collapse, figure 2: 5-diamond")
    shown = desk.wait(lambda s: s["framework"]["id"] == "diamond_5", "figure 2 by its menu entry")["framework"]
    check(shown["paused"] and not shown["balanced"], "the unstable tower, at rest")
    check(len(shown["claims"]) == 5 and all(claim["holds"] for claim in shown["claims"]), "every claim holds",
          shown["claims"])
    look("figure 2", over=("##framework_view/legend_",))
    seen = desk.words()
    check(seen.count("holds") == 5 and "Theorem 5.1" in seen, "and is told beside what the paper says")
    check(shown["refused"] == 30 and "Tension refused" in seen, "30 corners refuse tension")
    if desk.drawn:
        rings, arrows = (ink(desk.picture(), colour, 0.06) for colour in ("#fa5b57", "#5ccc7a"))
        check(rings > 100, "rings around them", rings)
        check(arrows > 150, "arrows of the first accelerations", arrows)
    desk.key("o")
    check(framework(desk)["step"] == 1 and framework(desk)["residual"] < 1e-9, "O makes a step, which is solved")
    desk.key("comma")
    check(framework(desk)["step"] == 0, ", goes back")


def check_figure_11(desk, look):
    desk.key("ctrl+shift+2")
    shown = desk.wait(lambda s: s["framework"]["id"] == "collapse_5x5" and s["framework"]["step"] > 400,
                      "figure 11 by its key, running")["framework"]
    check(not shown["paused"], "it runs at once")
    desk.key("space")
    shown = framework(desk)
    check(shown["paused"] and shown["mirror_error"] < 1e-6, "symmetric after more than 400 steps", shown["mirror_error"])
    check(len(shown["claims"]) == 5 and all(claim["holds"] for claim in shown["claims"]), "every claim holds",
          shown["claims"])
    look("figure 11", over=("##framework_view/legend_",))
    check(any("mirror error" in text for text in desk.words()), "the mirror error is shown")


def check_methods(desk, look):
    """Loop and objective change while it stands in the middle of the collapse; nothing jumps."""
    step = framework(desk)["step"]
    for key, loop, objective in (("2", "position", "L1"), ("4", "acceleration", "L1"), ("5", "penalty", "L2"),
                                 ("3", "position", "S"), ("1", "position", "L2")):
        desk.key(key)
        shown = framework(desk)
        check((shown["loop"], shown["objective"], shown["step"]) == (loop, objective, step), f"{key} takes {loop}, {objective}")
        if key != "3":
            desk.key("o")
            step += 1
            check(framework(desk)["residual"] < 1e-9, "and its step is solved", framework(desk)["residual"])
    desk.key("Next")
    check(framework(desk)["objective"] == "L1", "PageDown takes the next")
    desk.click_text("1 position, (L'')")
    check(framework(desk)["objective"] == "L2", "a click on its name the first")
    away(desk)


def check_microscope(desk, look):
    desk.key("r")
    check(framework(desk)["step"] == 0, "R restarts")
    desk.key("x")
    scope = desk.wait(lambda s: s["framework"]["microscope"], "X the microscope")["framework"]["microscope"]
    check(scope["at"] == 0 and scope["kind"] == "start" and scope["programs"] == 3, "at the start of three programs", scope)
    look("microscope", over=("##framework_view/legend_",))
    largest = framework(desk)["largest_N"]
    desk.key("Right", "Right", "Right")
    scope = framework(desk)["microscope"]
    check(scope["at"] == 3 and scope["kind"] in ("Newton step", "correction"), "Right goes event by event", scope)
    check(framework(desk)["largest_N"] > largest, "and forces grow")
    check("Changed sides" in desk.words(), "the legend tells which rows changed")
    desk.key("Down")
    check(framework(desk)["microscope"]["program"] == 1, "Down goes to the next program")
    desk.key("ctrl+Right")
    scope = framework(desk)["microscope"]
    check(scope["kind"] == "result" and scope["residual"] < 1e-9, "Ctrl+Right is the result, which is exact", scope)
    desk.key("ctrl+Left", "j")
    desk.wait(lambda s: s["framework"]["microscope"]["playing"] and s["framework"]["microscope"]["at"] > 2, "J to play")
    desk.key("j", "o")
    check(framework(desk)["step"] == 2 and framework(desk)["microscope"]["at"] == 0, "O goes on to the next step's programs")
    desk.key("x")
    check(framework(desk)["microscope"] is None, "X closes it")


def check_printed(desk):
    desk.key("r", "3", "space")
    state = desk.wait(lambda s: s["framework"]["thrown"], "(S') as printed to throw the bricks away")
    check(state["framework"]["paused"] and "1 to 6 choose another" in state["message"], "it stops and says so", state["message"])
    desk.key("r", "1")
    check(not framework(desk)["thrown"], "R starts again")


def check_view(desk):
    before = framework(desk)["metres_per_pixel"]
    x, y, width, height = desk.state()["panels"]["view"]
    desk.move(x + width / 2, y + height / 2)
    desk.click(button=4)
    check(framework(desk)["metres_per_pixel"] < before, "the wheel zooms in")
    desk.key("Home")
    check(abs(framework(desk)["metres_per_pixel"] - before) < 1e-3 * before, "Home shows all")


def check_files(desk, look):
    by_menu(desk, "An arch of three bars")
    shown = framework(desk)
    check(shown["id"] == "three_bar_arch" and abs(shown["largest_N"] - 9.81 * 2 ** 0.5) < 1e-6, "a framework of the menu",
          shown["largest_N"])
    look("arch", over=("##framework_view/legend_",))
    desk.key("5")
    state = desk.state()
    check(state["framework"]["loop"] == "position" and "struts" in state["message"], "a penalty refuses struts", state["message"])
    path = os.path.join(desk.home, "mine.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"framework": 1, "name": "mine", "points": [{"at": [0, 0], "mass": 1}]}, file)
    desk.open_scene(path, lambda s: s["framework"] and s["framework"]["id"] == "mine")
    desk.key("F6")
    check("acts on scenes" in desk.state()["message"], "what is for scenes says so")
    desk.key("Escape")
    check(framework(desk) is None, "Esc goes back to the scene")


def check_scene(desk):
    desk.open_scene("harmonic_10")
    desk.key("shift+h")
    shown = framework(desk)
    check(shown["id"] == "harmonic_10" and shown["balanced"] and shown["bars"] == 50, "H: the scene's bricks", shown["bars"])
    desk.key("shift+h")
    check(framework(desk) is None and desk.state()["scene"] == "harmonic_10", "H again leaves them")
    desk.open_scene("tower3d_10")
    desk.key("shift+h")
    state = desk.state()
    check(state["framework"] is None and "/planar" in state["message"], "a scene in space is refused", state["message"])


def check_command_line(desk, runs):
    """A framework opens as a scene does: it runs, unless it is to be paused."""
    shown = desk.state()["framework"]
    check(shown["id"] == "corner_fall" and shown["paused"] != runs, f"runs: {runs}", shown["paused"])


CORNER = SOURCE_DIR / "assets" / "frameworks" / "corner_fall.json"
with Desk(CORNER, height=720, drawn=True) as work:
    check_command_line(work, True)
    check_figure_2(work, Look(work, "1280 x 720"))
for width, height in ((1280, 720), (1920, 1080)):
    with Desk(CORNER, "--paused", width=width, height=height) as work:
        check_command_line(work, False)
        gaze = Look(work, f"{width} x {height}")
        if width > 1280:
            check_figure_2(work, gaze)
        check_figure_11(work, gaze)
        check_microscope(work, gaze)
        check_files(work, gaze)
        if width > 1280:
            continue
        work.key("ctrl+shift+2", "space")
        check_methods(work, gaze)
        check_printed(work)
        check_view(work)
        check_scene(work)

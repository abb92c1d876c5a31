#!/usr/bin/python3
"""No text is cut or lies on another, whichever panel is open, at six sizes. Arguments: BIN_DIR SOURCE_DIR."""

from support.desk import Desk, check, dynamic
from support.texts import Look, away, cut, walk_wall


def walk_drawers(desk, look):
    look("plots")
    desk.key("F2")
    look("verdict")
    desk.key("b")
    look("stack tool")
    desk.key("Escape", "F2")
    desk.key("F7")
    look("no failures")
    desk.key("F7")
    desk.click_text("METHODS")
    away(desk)
    look("no comparison")
    desk.key("F6")
    desk.wait(lambda s: s["comparison"] and all(row["done"] or row["state"] != "waiting" for row in s["comparison"]),
              "the comparison")
    look("comparison")
    desk.key("F11", "o")
    desk.wait(lambda s: s["convergence"]["curves"] and not s["convergence"]["running"], "the curves")
    look("the convergence of the methods")
    desk.key("h")
    look("the convergence of the methods, one plot")
    desk.key("h", "h", "h", "F11")
    desk.key("F3", "o", "o", "o")
    look("race")
    desk.key("m")
    look("race legend")
    desk.key("m", "F3", "shift+F3", "o", "o", "o")
    look("the split view")
    desk.key("ctrl+3", "o")
    look("the split view of three")
    desk.key("shift+F3")


def walk_search(desk, look):
    desk.click_text("search")
    desk.type("zebra")
    look("search without a match")
    desk.type(" a long text that the field has no room for, which the test must notice")
    found = cut(desk.texts())
    check(len(found) == 1 and "zebra" in found[0], "a text that is too long for its field counts as cut", found)
    desk.hold("Escape")  # puts back what was there before
    desk.settle()


def walk_windows(desk, look):
    desk.key("F1")
    look("help", over=("##help",))
    desk.key("F1", "ctrl+o")
    look("picker", over=("##picker",))
    desk.key("Escape", "ctrl+s")
    look("save as", over=("##save_as",), but=desk.home)  # a field that scrolls
    desk.key("Escape", "Tab")
    look("panels hidden")
    desk.key("Tab")


def walk_menus(desk, look):
    for name in ("File", "Edit", "Simulation", "Solver", "View", "Frameworks", "Help"):
        desk.click_text(name)
        look(f"menu {name}", over=tuple(f"##Menu_0{i}" for i in range(3)))
        desk.key("Escape")
    desk.click_text("View")
    desk.click_text("What is drawn")
    look("menu What is drawn", over=tuple(f"##Menu_0{i}" for i in range(3)))
    desk.key("Escape")
    away(desk)


def walk_microscope(desk, look):
    desk.key("x", "shift+x")
    look("microscope")
    desk.key("i", "Right", "Right", "Right")
    look("microscope at a pivot")
    desk.key("u", "ctrl+Right")
    look("microscope at the result")
    desk.key("i", "x")


def walk_solvers(desk, look):
    for number in range(1, 10):
        desk.key(str(number), "o")
        look(f"solver {desk.state()['solver']}")


for width, height, scale in ((1000, 700, 1), (1280, 800, 1), (1920, 1080, 1), (1920, 1080, 1.5)):
    with Desk("wall_10x10", "--ui-scale", str(scale), "--paused", width=width, height=height) as work:
        glance = Look(work, f"{width} x {height}, scale {scale}")
        glance("start")
        walk_wall(work, glance)
        work.open_scene("wall_5x5")
        work.steps(5)
        away(work)
        for walk in (walk_drawers, walk_windows, walk_menus, walk_microscope, walk_solvers, walk_search):
            walk(work, glance)

# Large text in a small window: the panels that have the least room.
for width, height, scale in ((1000, 700, 1.5), (1280, 800, 2)):
    with Desk("wall_5x5", "--ui-scale", str(scale), "--paused", width=width, height=height) as work:
        glance = Look(work, f"{width} x {height}, scale {scale}")
        work.steps(5)
        glance("start", but="##menu")  # whose buttons leave a rim: no text is cut
        work.click(*dynamic(work.state())[-1]["pixel"])
        away(work)
        glance("a body", but="##menu")
        left, top, _, line = next(t["ink"] for t in work.texts()["texts"] if t["text"].startswith("BODY"))
        work.click(left + line, top + line / 2)  # tabs that stand close together are one text
        check(work.state()["drawer"] == "body", "the drawer shows the body")
        away(work)
        glance("how a body moves", but="##menu")
        work.key("F11")
        work.wait(lambda s: s["convergence"]["curves"] and not s["convergence"]["running"], "the curves")
        glance("curves", but="##menu")
        work.key("F11", "shift+F3", "o", "o", "o")
        glance("the split view", but="##menu")

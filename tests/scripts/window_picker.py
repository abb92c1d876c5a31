#!/usr/bin/python3
"""The picker's pages of recent scenes and of files, a problem that is closed by Esc, settings that are saved as they
change, and a start with the last scene. Arguments: BIN_DIR SOURCE_DIR."""

import json
import os
import shutil

from lib.keystone import OWN_PROBLEMS, SOURCE_DIR
from support.desk import Desk, check, middle
from support.texts import cut


def settings(desk):
    with open(os.path.join(desk.home, "config/keystone/settings.json"), encoding="utf-8") as file:
        return json.load(file)


def open_picker(desk, page):
    desk.key("ctrl+o")
    desk.wait(lambda s: s["picker"], "the picker")
    desk.settle()
    desk.click_text(page)
    return desk.settle(10)


def pick_file(desk, folder):
    """Types a folder, narrows its files to one kind, opens the one that is left."""
    desk.key("ctrl+o")
    desk.wait(lambda s: s["picker"], "the picker")
    desk.settle()
    desk.type(folder + "/")
    desk.hold("Return")
    words = desk.words("##picker")
    check({"inside/", "arch.json", "lcp.mtx"} <= set(words) and "notes.txt" not in words,
          "a typed folder lists what opens", words)
    check(not cut(desk.texts()), "and no text is cut", cut(desk.texts()))
    step = desk.state()["step"]
    desk.type("lcp")
    check("arch.json" not in desk.words("##picker") and desk.state()["step"] == step,
          "what is typed then narrows the list, and goes nowhere else", desk.words("##picker"))
    desk.key("ctrl+a", "BackSpace")
    desk.click_text("All that opens")
    desk.click_text("Contact problems")
    words = desk.words("##picker")
    check("lcp.mtx" in words and "arch.json" not in words, "or one kind of it", words)
    desk.click_text("lcp.mtx")
    return desk.wait(lambda s: s["problem_file"].endswith("lcp.mtx"), "the problem")


def check_recent(desk):
    open_picker(desk, "Recent")
    words = desk.words("##picker")
    check("lcp.mtx" in words and "Stone arch" in words, "what was opened last, files and scenes", words)
    desk.wait(lambda s: s["thumbnails"] > 0, "their pictures")
    row = next(t for t in desk.texts()["texts"] if t["text"] == "Stone arch" and t["window"].startswith("##picker"))
    desk.click(*middle(row["ink"]))
    desk.wait(lambda s: s["scene"] == "arch" and not s["picker"], "the scene that was clicked")


with Desk("wall_5x5", "--paused", width=1000, height=700) as work:
    data = os.path.join(work.home, "data")
    os.makedirs(os.path.join(data, "inside"))
    shutil.copy(SOURCE_DIR / "assets/scenes/arch.json", data)
    for ending in (".mtx", ".b"):
        shutil.copy(OWN_PROBLEMS / ("dominoes" + ending), os.path.join(data, "lcp" + ending))
    with open(os.path.join(data, "notes.txt"), "w", encoding="utf-8") as file:
        file.write("no scene\n")

    work.open_scene("arch")
    work.steps(3)
    x, y, width, height = work.state()["panels"]["view"]
    work.click(x + 0.3 * width, y + 0.4 * height, button=4)  # the wheel: nearer than the scene's own view
    stepped = work.key("minus")
    shown = pick_file(work, data)
    check(shown["listed"] == "" and stepped["listed"] == "arch", "a problem is none of the list's scenes")
    state = work.key("Escape")
    check(state["problem_file"] == "" and state["scene"] == "arch" and state["step"] == 3 and not state["microscope"],
          "Esc closes the problem and gives the scene back", state["scene"])
    kept = ("bodies", "camera", "history", "undoable", "speed", "paused", "drawer", "listed", "state_hash")
    changed = [name for name in kept if state[name] != stepped[name]]
    check(not changed, "as it was, with its past, and where it was in the view", changed)
    check(state["message"].startswith("Closed lcp.mtx"), "and says so", state["message"])
    check_recent(work)

    check(settings(work)["cones"] is False, "no cones are drawn")
    work.key("k")
    work.settle(4)
    check(settings(work)["cones"] is True, "a setting is saved when it changes")
    work.click_text("File")
    work.click_text("Begin with the last scene")
    work.quit()
    check(settings(work)["last_scene"] == "arch", "the last scene is remembered", settings(work))
    work.arguments = ["--paused"]
    work.start()
    check(work.state()["scene"] == "arch", "and opened at the start")
    work.quit()
    work.arguments = ["table", "--paused"]
    work.start()
    check(work.state()["scene"] == "table", "but a scene that is named goes before")
    check(work.state()["recent"][0] == "table", "and is the most recent", work.state()["recent"])
    work.quit()
    named = os.path.join(data, "stack_15.mtx")  # as a scene of the list is called
    for ending in (".mtx", ".b"):
        shutil.copy(OWN_PROBLEMS / ("dominoes" + ending), named[:-4] + ending)
    work.arguments = [named]
    work.start()
    state = work.state()
    check(state["problem_file"] == named and state["listed"] == "" and state["recent"][0] == named,
          "a problem of the command line is recent, and no scene of the list", state["listed"])
    state = work.key("Escape")
    check(not state["paused"] and "Back in" not in state["message"], "behind it time runs", state["message"])

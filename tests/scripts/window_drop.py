#!/usr/bin/python3
"""Files that another program drags onto the window. Arguments: BIN_DIR SOURCE_DIR."""

import json
import os

from lib.keystone import SOURCE_DIR
from support.desk import Desk, check
from support.drag import Drag
from support.texts import Look

SCENES = SOURCE_DIR / "assets" / "scenes"
PROBLEM = str(SOURCE_DIR / "tests" / "data" / "problems" / "dominoes")


def made(desk, name, content):
    """A file deep in the home, as a person's files are."""
    path = os.path.join(desk.home, "documents", "bricks and walls", "summer school, second week", "exercises", name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(content)
    return path


def scene(name):
    return (SCENES / f"{name}.json").read_bytes()


def drop(desk, *paths):
    x, y, width, height = desk.state()["panels"]["view"]
    with Drag(desk, *paths) as drag:
        willing = drag.over(x + 0.3 * width, y + 0.4 * height) and drag.over(x + 0.5 * width, y + 0.5 * height)
        check(willing and drag.drop(), f"{len(paths)} dragged, taken: {os.path.basename(paths[0])!r}")
    return desk.settle()


def check_refused(desk, path, *words, named=None):
    """One line at the bottom of the window that names the file and the reason, in full; all else as it was."""
    before = desk.state()
    after = drop(desk, path)
    line, name = after["message"], named or os.path.basename(path)
    check(after["trouble"] and all(word in line for word in (name, *words)), "the reason is told", line)
    look(f"after {name}")
    status = " ".join(work.words("##status"))
    check("\n" not in line and line in status, "in one line, to its end", status)
    kept = ("scene", "step", "bodies", "recent", "undoable", "history", "picker")
    check([after[key] for key in kept] == [before[key] for key in kept], "nothing else changes")


with Desk("wall_5x5", "--paused") as work:
    look = Look(work, "drop")
    check(work.state()["welcome"], "a first start")
    arch = made(work, "arch.json", scene("arch"))
    state = drop(work, arch)
    check(state["scene"] == "arch" and not state["trouble"], "a scene is opened", state["message"])
    check(state["message"] == "Opened Stone arch" and state["recent"][0] == arch, "said and remembered")
    check(not state["welcome"], "the hint of the first start is gone")
    tower = made(work, "Zwei Türme, 100 %.json", scene("two_boxes_1000"))
    state = drop(work, tower)
    opened = state["scene"] == "Zwei Türme, 100 %" and state["recent"][0] == tower
    check(opened, "blanks, letters and signs in a name", state["message"])

    work.key("o", "o")
    check_refused(work, made(work, "cut off.json", scene("arch")[:300]), "line ", "found", "expected")
    newer = scene("arch").replace(b'"keystone": 1', b'"keystone": 9')
    check_refused(work, made(work, "łąka, берег.json", newer), "/keystone", "found 9", "expected")
    check_refused(work, made(work, "two\nlines.json", b"{}"), "found no key", named="two\\x0alines.json")
    photo = made(work, "photo.png", b"")
    work.screenshot(photo)
    check_refused(work, photo, "unknown kind", ".json", ".mtx")
    check_refused(work, os.path.dirname(photo), "directory")

    work.key("ctrl+o")
    check(drop(work, arch)["scene"] == "arch" and not work.state()["picker"], "the picker makes room")
    work.key("ctrl+s")
    state = drop(work, tower)
    check(state["scene"].startswith("Zwei") and not state["save_as"], "so does the question where to save")
    state = drop(work, PROBLEM + ".b", PROBLEM + ".mtx")
    check(state["problem_file"] == PROBLEM + ".mtx" and state["microscope"], "a problem in two files", state["message"])
    latin = os.path.join(os.fsencode(os.path.dirname(arch)), "Brücke.json".encode("latin-1"))
    with open(latin, "wb") as file:
        file.write(scene("arch"))
    state = drop(work, os.fsdecode(latin))
    check(state["message"] == "Opened Stone arch" and not state["microscope"], "a name that is not UTF-8")
    check(work.quit() == 0, "the program ends in order")
    with open(os.path.join(work.home, "config/keystone/settings.json"), encoding="utf-8") as file:
        check(arch in json.load(file)["recent"], "and the settings are kept")

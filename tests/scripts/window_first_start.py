#!/usr/bin/python3
"""The very first start shows what to do first, until anything is done; panels with nothing to show say what they are
for. Arguments: BIN_DIR SOURCE_DIR."""

import subprocess

from lib.keystone import CLI
from support.desk import Desk, check, dynamic, middle
from support.texts import bottom


def welcome(desk):
    """The texts of the hint, from the top."""
    return desk.words("##welcome")


def told(desk):
    return " ".join(desk.words())


def scroll_down(desk, panel):
    for _ in range(12):  # notches of the wheel, more than any panel is long
        desk.click(*middle(desk.state()["panels"][panel]), button=5)


def greet(desk):
    state = desk.settle(30)
    lines = welcome(desk)
    check(state["welcome"] and len(lines) == 3, "the first start shows a hint of three lines", lines)
    check("Drag" in lines[0] and "Space" in lines[1] and "F1" in lines[2], "how to drag, to pause, to get help", lines)
    view = state["panels"]["view"]
    hint = next(w["rect"] for w in desk.texts()["windows"] if w["name"] == "##welcome")
    low = hint[1] > view[1] + 0.6 * view[3] and bottom(hint) <= bottom(view)
    check(low, "low in the view, not in its middle", hint)
    return hint


with Desk("wall_5x5") as work:
    greet(work)
    work.key("c")
    check(not work.state()["welcome"] and not welcome(work), "a key takes it away")
    work.quit()
    work.start()
    check(not work.settle(10)["welcome"] and not welcome(work), "and it does not come back at the next start")

with Desk("--paused", width=1000, height=700) as work:  # a scene that is named would be a recent one
    work.click(*middle(greet(work)))
    check(not work.state()["welcome"], "a click on it takes it away")
    check("plotted here. Space lets time run, O makes one step." in told(work), "empty plots say how to fill them")
    scroll_down(work, "info")
    check("No step yet, so no contacts" in told(work), "empty contact sets say why")
    work.click_text("METHODS")
    check("fills this table" in told(work), "an empty comparison says how to fill it")
    work.click_text("FAILURES")
    check("No step has failed" in told(work), "an empty list of failures says what would be there")
    work.key("F3")
    check("differences are plotted here. Space" in told(work), "a race without a step says what it waits for")
    work.key("F3")
    work.click(*dynamic(work.state())[-1]["pixel"])
    scroll_down(work, "inspector")
    check("Where a body touches" in told(work), "a body without contacts says where they would be")
    work.click_text("File")
    work.move(*work.place("Open recent"))
    work.settle(10)
    check("Nothing was opened or saved yet" in told(work), "the menu of recent files says that there are none")
    work.click_text("SCENES")  # closes the menu
    work.click_text("search")
    work.type("zebra")
    check("Empty the field" in told(work), "a search without a match says how to see all scenes")
    work.hold("Escape")
    work.key("ctrl+o")
    work.settle(5)
    work.type("zebra")
    check("opens a file" in told(work), "and the picker what else can be typed")
    work.hold("Escape")
    work.open_scene("dzhanibekov")
    work.key("o")
    check("Nothing touched" in told(work), "after a step without contacts the sets say so")
    work.click_text("Help")
    work.settle(10)
    said = subprocess.run([CLI, "--version"], capture_output=True, text=True, check=True)
    check(f"Keystone {said.stdout.split()[-1]}" in told(work), "the menu Help says the version", said.stdout)

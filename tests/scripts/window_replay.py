#!/usr/bin/python3
"""A run is recorded, reviewed, scrubbed, played backwards and branched off. Arguments: BIN_DIR SOURCE_DIR."""
import os
import subprocess
import tempfile

from lib.keystone import CLI
from support.desk import Desk, check
from support.texts import cut, overlapping


def timeline(state):
    x, y, width, height = state["panels"]["timeline"]
    margin = 12
    return x + margin, width - 2 * margin, y + height * 0.72


def click_at(desk, share):
    left, width, y = timeline(desk.state())
    return desk.click(left + share * width, y)


def words(desk):
    return desk.words("##timeline")


def record(desk):
    desk.key("shift+F10")
    check(desk.state()["run_recording"].endswith(".replay"), "Shift+F10 records", desk.state()["run_recording"])
    start = desk.state()["step"]
    desk.wait(lambda s: s["step"] >= start + 20, "some steps")
    desk.key("3")  # a change of the solver
    solver = desk.state()["solver"]
    desk.wait(lambda s: s["step"] >= start + 60, "more steps")
    desk.key("shift+F10")
    state = desk.state()
    check(state["run_recording"] == "" and "Recorded" in state["message"], "and stops", state["message"])
    return solver


def review(desk, solver):
    desk.key("ctrl+F10")
    replay = desk.wait(lambda s: s["replay"], "the review")["replay"]
    check(replay["length"] >= 40, "its steps", replay)
    check("timeline" in desk.state()["panels"], "the timeline is shown")
    state = desk.wait(lambda s: s["replay"]["position"] == s["replay"]["length"], "the end")
    state = desk.settle()
    check(state["paused"] and state["replay"]["diverged"] == 0, "it ends paused, with the same bits", state["replay"])
    check(state["scene"] == "wall_5x5", "its scene", state["scene"])
    check(state["solver"] == solver, "with the solver of that time", state["solver"])
    check(state["replay"]["marks"] >= 1, "the change is marked", state["replay"])
    shown = words(desk)
    check("identical" in shown and "1 switch" in shown, "its words", shown)
    check("Forward" in shown, "and its direction", shown)
    texts = desk.texts()
    faults = cut(texts) + overlapping(texts)
    check(not faults, "no text is cut", faults)
    return state["replay"]["length"]


def scrub(desk, length):
    middle = click_at(desk, 0.5)
    check(abs(middle["replay"]["position"] - length / 2) <= 2 and middle["paused"], "a click seeks", middle["replay"])
    desk.key("o")
    after = desk.state()
    check(after["replay"]["position"] == middle["replay"]["position"] + 1, "O makes a step", after["replay"])
    desk.key("comma")
    back = desk.state()
    check(back["replay"]["position"] == middle["replay"]["position"], "Comma goes back", back["replay"])
    check(back["state_hash"] == middle["state_hash"] != after["state_hash"], "to the same bits")
    check(back["contacts"] == middle["contacts"], "and contacts")
    first = click_at(desk, 0.0)
    check(first["replay"]["position"] == 0, "the start of the track is the start", first["replay"])


def point_at_the_switch(desk, length, solver):
    state = desk.state()
    left, width, y = timeline(state)
    desk.move(left + state["replay"]["switches"][0] / length * width, y)
    shown = desk.words()
    check(any(word.startswith("switch: solver exact -> " + solver) for word in shown), "a mark says what it is", shown)


def restart(desk):
    """The newest recording is found again."""
    desk.quit()
    desk.start()
    desk.key("ctrl+F10")
    check(desk.wait(lambda s: s["replay"], "the recording of the last start")["replay"]["length"] > 0, "it is opened")


def play_backwards(desk, length):
    last = click_at(desk, 0.999)["replay"]
    check(last["position"] == length, "the end of the track is the end", last)
    desk.key(*["minus"] * 5)  # so that it does not get to the start meanwhile
    desk.key("shift+space")
    check(desk.state()["replay"]["backwards"], "Shift+Space turns round", desk.state()["replay"])
    check("Backward" in words(desk), "and the button says so", words(desk))
    desk.key(*["equal"] * 4)
    state = desk.wait(lambda s: s["replay"]["position"] == 0, "the start again")
    check(desk.settle()["paused"] and state["replay"]["diverged"] == 0, "it gets to the start", state["replay"])
    check(not desk.state()["replay"]["backwards"], "from where it plays forwards")
    desk.key("space")
    desk.wait(lambda s: s["replay"]["position"] > 5, "forwards again")
    desk.key("space")


def branch_off(desk):
    click_at(desk, 0.3)
    before = desk.state()
    desk.key("1")
    state = desk.wait(lambda s: s["replay"] is None, "the branch")
    check("Branched off" in state["message"] and state["step"] == before["step"], "a change branches off",
          state["message"])
    check("timeline" not in state["panels"], "the timeline goes")
    desk.key("o")
    stepped = desk.wait(lambda s: s["step"] == before["step"] + 1, "a step of its own")
    check(stepped["solver"] == "pivoting", "its solver")
    desk.key("ctrl+F10")
    desk.wait(lambda s: s["replay"], "the recording again")
    check(desk.click_text("Branch off")["replay"] is None, "the button branches off, too")


def pause_at(desk, step):
    """By the field in the menu."""
    desk.click_text("Simulation")
    left, top, _, height = next(t["ink"] for t in desk.texts()["texts"] if t["text"] == "Pause at this step")
    desk.click(left - 20, top + height / 2)  # the field is left of its name
    desk.type(str(step))
    desk.tap("Return")
    desk.settle()
    desk.key("Escape", "Escape")
    check(f"pause at step {step}" in desk.state()["message"], "the step to pause at is told", desk.state()["message"])


with Desk("wall_5x5", width=1280, height=800) as work:
    method = record(work)
    steps = review(work, method)
    point_at_the_switch(work, steps, method)
    scrub(work, steps)
    play_backwards(work, steps)
    branch_off(work)
    restart(work)

with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "dominoes.replay")
    subprocess.run([CLI, "run", "dominoes", "--steps", "120", "--record", path],
                   check=True, capture_output=True)
    with Desk(path, "--paused", width=1000, height=700) as work:
        state = work.settle()
        check(state["replay"]["length"] == 120 and state["paused"] and state["scene"] == "dominoes", "a file opens",
              state["replay"])
        check(state["replay"]["marks"] > 5, "impacts are marked", state["replay"])
        shown = work.texts()
        check(not cut(shown) + overlapping(shown), "in a small window", cut(shown) + overlapping(shown))
        first, second = (work.key("ctrl+period")["replay"]["position"] for _ in range(2))
        check(0 < first < second, "Ctrl+. goes from event to event", (first, second))
        check(work.key("ctrl+comma")["replay"]["position"] == first, "Ctrl+, goes back to the one before")
        state = work.key("ctrl+comma")
        check(state["replay"]["position"] == first and state["message"] == "No event before this step",
              "there is none before the first", state["message"])
        pause_at(work, second + 5)
        work.key("space")
        state = work.wait(lambda s: s["paused"] and s["step"] > first, "a pause")
        check(state["replay"]["position"] == second + 5, "it pauses at the step asked for", state["replay"])
    with open(path, "r+b") as file:
        file.write(b"Nonsense")
    def refused(what, mentions, *arguments):
        done = work.run(*arguments)
        lines = done.stderr.splitlines()
        check(done.returncode == 2 and len(lines) == 1 and mentions in lines[0], what, lines)

    with Desk("wall_5x5", "--paused", "--record", os.path.join(folder, "empty.replay")) as work:
        refused("a bad file", "expected", path)
        refused("no place for a recording", "cannot be written", "--record", os.path.join(folder, "no", "y.replay"))
        refused("no ending of a recording", "expected NAME.csv, NAME.json or NAME.replay", "--record", "y.foo")
        work.key("shift+F10")
        check("No step was made" in work.state()["message"], "a recording without a step", work.state()["message"])
        work.key("ctrl+F10")
        state = work.wait(lambda s: s["replay"], "it opens")
        check(state["replay"]["length"] == 0, "it has none", state["replay"])

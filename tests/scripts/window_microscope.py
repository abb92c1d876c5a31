#!/usr/bin/python3
"""The microscope walks through a solve; methods are compared; failures and problems are saved and opened.
Arguments: BIN_DIR SOURCE_DIR."""

import glob
import json
import os

from lib.scene_files import scene_of
from support.desk import Desk, check, middle


def scope(desk):
    return desk.state()["microscope"]


def open_written(desk, name, scene):
    with open(os.path.join(desk.home, f"{name}.json"), "w", encoding="utf-8") as file:
        json.dump({key: value for key, value in scene.items() if key != "$schema"}, file)
    desk.open_scene(f"./{name}.json", lambda s: s["scene"] == name)


def walk(desk):
    desk.key("o", "o", "o")
    hash_before = desk.state()["state_hash"]
    desk.key("x")
    state = desk.state()
    check(state["microscope"] is not None and "microscope" in state["panels"], "X opens the microscope")
    check(state["drawer"] == "trace", "and the drawer shows the solve")
    desk.key("i")
    rest = scope(desk)
    check(rest["row_by_row"] and not rest["warm"], "from rest row by row starts cold by itself", rest["warm"])
    check(rest["events"] > 20, "so that there is something to walk through", rest["events"])
    desk.key("i", "shift+x")
    desk.key("shift+x")
    at_start = scope(desk)
    check(not at_start["warm"] and at_start["pivots"] > 20, "Shift+X starts cold", at_start["pivots"])
    check(at_start["kind"] == "Newton step" or at_start["events"] < 20, "in stages, as it was solved", at_start["events"])
    desk.key("i")
    row_by_row = scope(desk)
    check(row_by_row["row_by_row"] and row_by_row["events"] > 20, "I solves by pivoting, row by row", row_by_row["events"])
    desk.key("ctrl+Left")
    at_start = scope(desk)
    check(at_start["at"] == 0 and at_start["clamped"] == 0, "Ctrl+Left is the start: no contact is clamped")
    desk.key("Right", "Right")
    there = scope(desk)
    check(there["driven"] >= 0, "each drive names one row", there["driven"])
    check(there["at"] == 2 and there["kind"] == "pivot" and there["row"] >= 0, "Right goes pivot by pivot", there["kind"])
    check(there["clamped"] > 0 and there["largest_impulse"] > 0, "contacts close and forces grow", there["clamped"])
    desk.key("shift+Right")
    check(scope(desk)["at"] == 12, "Shift+Right goes ten")
    desk.key("shift+Left")
    again = scope(desk)
    check(again["largest_impulse"] == there["largest_impulse"] and again["clamped"] == there["clamped"],
          "going back finds the same state")
    desk.key("ctrl+Right")
    end = scope(desk)
    check(end["kind"] == "result" and end["at"] == end["events"] - 1, "Ctrl+Right is the result")
    check(end["ends_in_result"], "the replay ends in exactly the solver's result")
    check(end["residual"] <= 1e-9 and end["status"] == "converged", "which is exact", end["residual"])
    desk.key("u")
    check(0 < scope(desk)["rank"] <= scope(desk)["block_rows"], "U finds the rank of the clamped block")
    desk.key("ctrl+Left", "j")
    desk.wait(lambda s: s["microscope"]["playing"] and s["microscope"]["at"] > 3, "J to play")
    desk.key("j")
    check(not scope(desk)["playing"], "J stops it")
    desk.key("n")
    check(not scope(desk)["by_sets"], "N orders the matrix as numbered")
    return hash_before


def point(desk):
    view = desk.state()["panels"]["view"]
    pixels = scope(desk)["contact_pixels"]
    contact = min(range(len(pixels)), key=lambda c: abs(pixels[c][0] - middle(view)[0]) + abs(pixels[c][1] - middle(view)[1]))
    desk.move(*pixels[contact])
    check(scope(desk)["pointed"][0] == contact, "pointing at a contact in the scene finds its rows")
    desk.click(*pixels[contact])
    check(scope(desk)["marked"][0] == contact, "a click keeps it marked")
    x, y, width, height = desk.state()["panels"]["microscope"]
    side = width - 24
    desk.move(x + width / 2 + side / 4, y + height - side / 2)
    pointed = scope(desk)["pointed"]
    check(pointed[0] >= 0 and pointed[1] >= 0 and pointed[0] != pointed[1], "a cell of the matrix has two contacts", pointed)
    desk.click()
    check(scope(desk)["marked"] == pointed, "a click marks both", scope(desk)["marked"])


def compare(desk):
    desk.key("F6")
    state = desk.wait(lambda s: s["comparison"] and all(row["done"] for row in s["comparison"]), "every method")
    rows = {row["solver"]: row for row in state["comparison"]}
    check({"pivoting", "pgs"} <= set(rows), "F6 hands the problem to every method", list(rows))
    check(sum(row["best"] for row in rows.values()) == 1 and rows["pivoting"]["residual"] <= 1e-9, "one is the most accurate")
    desk.key("Next")
    check(scope(desk)["solver"] == desk.state()["solver"] != "exact", "PageDown puts the next method under the microscope")
    check(scope(desk)["ends_in_result"], "its replay ends in its result, too")
    desk.key("Prior")


def references(desk):
    """Gauss, Lemke, Keller and enumeration are walked through as pivoting is."""
    open_written(desk, "two", bricks(2, {"id": "pivoting"}, 0))
    desk.key("o", "x", "shift+x")
    kinds = {"3": "Newton step", "7": "pivot", "8": "pivot", "9": "guess"}  # by their place in the menu
    for key, kind in kinds.items():
        desk.key(key, "ctrl+Left")
        seen = set()
        for _ in range(5):
            desk.key("Right")
            seen.add(scope(desk)["kind"])
        state = scope(desk)
        check(kind in seen and state["events"] > 4, f"{state['solver']} is walked {kind} by {kind}", seen)
        desk.key("ctrl+Right")
        check(scope(desk)["ends_in_result"] and scope(desk)["residual"] <= 1e-9, "to its own, exact result")
    desk.key("x", "1")


def bricks(count, solver, mu):
    ground = {"name": "ground", "shape": {"type": "halfspace"}}
    # One on the other: one island.
    boxes = [{"shape": {"type": "box", "size": [1, 0.5]}, "position": [0, 0.25 + 0.5 * i]} for i in range(count)]
    for body in [ground, *boxes]:
        body["material"] = {"mu": mu}
    return {"keystone": 1, "planar": True, "solver": solver, "bodies": [ground, *boxes]}


def cancel(desk):
    """Enumeration of ten contacts takes long enough to be cancelled, by key and by button."""
    # The parameter is kept for its solver when another one is chosen.
    open_written(desk, "slow", bricks(5, {"id": "enumeration", "parameters": {"max_choices": 10000000}}, 0.5))
    desk.key("1", "o")

    def states(state):
        return {row["solver"]: row["state"] for row in state["comparison"] or []}

    for way in ("Esc", "button"):
        desk.key("F6")
        before = desk.wait(lambda s: states(s).get("enumeration") == "running", "enumeration to run")
        after = desk.settle(10)
        check(states(after)["enumeration"] == "running", "the window draws while a method runs", after["frame"] - before["frame"])
        if way == "Esc":
            desk.key("Escape")
        else:
            x, y, _, _ = desk.state()["panels"]["drawer"]
            for right in range(130, 220, 15):  # the button beside "Compare now", whatever the fonts
                desk.click(x + right, y + 45)
                if states(desk.state())["enumeration"] == "cancelled":
                    break
        state = desk.state()
        check(states(state)["enumeration"] == "cancelled", f"{way} cancels", states(state))
        check(states(state)["pivoting"] == "done", "methods that are done keep their rows")
        check(state["drawer"] == "comparison", "the table stays")


def sliding(desk):
    scene = scene_of("friction_ramp")
    open_written(desk, "ramp", scene | {"stepper": "acceleration"})
    desk.steps(23)
    desk.key("x", "ctrl+Right")
    state = scope(desk)
    check(state["substituted"] > 0 and state["slide"] > 0, "friction of what slides is substituted", state["substituted"])
    check(state["ends_in_result"] and state["status"] == "converged" and state["residual"] <= 1e-9,
          "the problem that was solved is what is replayed", state["residual"])


def save_and_leave(desk, hash_before):
    desk.key("F8")
    files = glob.glob(os.path.join(desk.home, ".local/share/keystone/*.mtx"))
    check(len(files) == 1 and os.path.exists(files[0][:-4] + ".b"), "F8 saves the problem", desk.state()["message"])
    desk.key("x")
    state = desk.state()
    check(state["microscope"] is None and state["state_hash"] == hash_before, "X closes; the world is as it was")
    with open(files[0], encoding="utf-8") as matrix, open(files[0][:-4] + ".b", encoding="utf-8") as rest:
        return matrix.read(), rest.read()


def open_problem(desk, problem):
    for ending, text in zip((".mtx", ".b"), problem):
        with open(os.path.join(desk.home, "saved" + ending), "w", encoding="utf-8") as file:
            file.write(text)
    state = desk.open_scene("./saved.mtx", lambda s: s["problem_file"] != "")
    check(state["microscope"] is not None and len(state["bodies"]) == 0, "a saved problem opens without bodies")
    check(state["residual"] <= 1e-9 and state["rows"] == state["microscope"]["rows"], "and is solved", state["residual"])
    desk.key("o")
    check(desk.state()["rows"] == state["rows"], "it has no time to step")


def failing(desk):
    scene = scene_of("stack_15")  # Gauss-Seidel, which stands in, leaves 8e-3
    open_written(desk, "short", scene | {"solver": {"id": "pivoting", "parameters": {"work": 1}}})
    desk.key("o")
    state = desk.state()
    check(len(state["failures"]) == 1, "a failed solve is listed", state["step_trouble"])
    saved = state["failures"][0]["saved"]
    check(state["step_trouble"].endswith("F7 lists it") and os.path.exists(saved), "saved, and said where it is told",
          state["step_trouble"])
    check(not any(text["text"].endswith("\u2026") for text in desk.texts()["texts"] if text["window"] == "##status"),
          "in a line that has room", desk.words("##status"))
    desk.key("F7")
    check(any(text.startswith("short_step1_pivoting") for text in desk.words("##drawer")), "F7 tells the file",
          desk.words("##drawer"))
    check(desk.state()["drawer"] == "failures", "F7 shows the list")
    x, y, width, _ = desk.state()["panels"]["drawer"]
    for below in range(84, 122, 8):  # the first line of the table, whatever the fonts
        desk.click(x + width / 3, y + below)
        if scope(desk):
            break
    check(scope(desk) and scope(desk)["failure"] == 0, "a click puts it under the microscope")
    check(scope(desk)["status"] == "iteration limit", "where it fails again", scope(desk)["status"])


with Desk("wall_5x5", "--paused") as desk:
    before = walk(desk)
    point(desk)
    compare(desk)
    open_problem(desk, save_and_leave(desk, before))
    failing(desk)

    desk.key("x")
    references(desk)
    cancel(desk)
    sliding(desk)
    desk.open_scene("tower3d_10")
    desk.key("o", "x", "shift+x", "ctrl+Right")
    check(scope(desk)["ends_in_result"] and scope(desk)["residual"] <= 1e-9, "a spatial solve is walked through, too")

#!/usr/bin/python3
"""Studies: what is varied, that nothing is lost when workers or programs die, and faults.
Arguments: BIN_DIR SOURCE_DIR."""
import csv
import json
import os
import signal
import subprocess
import tempfile
import threading
import time
from pathlib import Path

from lib.keystone import SOURCE_DIR, check, check_refused, cli_json, finish
from lib.module import keystone, refuses

WALL = {"keystone_study": 1, "scene": "wall_5x5", "steps": 5,
        "measures": ["not_converged", "residual_max", "displacement_max_m", "state_hash"],
        "parameters": {"gravity": {"target": "/gravity", "grid": [[0, -9.81], [0, -1.62]]},
                       "iterations": {"target": "parameters/iterations", "grid": [5, 50, 200]}}, "solver": "pgs"}


def a_grid():
    rows = keystone.sweep(WALL, workers=0)
    check([row["run"] for row in rows] == list(range(6)), "each run once")
    check([(row["gravity"][1], row["iterations"]) for row in rows] ==
          [(g, i) for g in (-9.81, -1.62) for i in (5, 50, 200)], "all of the grid, the last fastest")
    check(all(row["error"] == "" for row in rows), f"no errors: {rows}")
    check(rows[1]["state_hash"] != rows[4]["state_hash"], "gravity matters")
    check(rows[0]["residual_max"] > rows[2]["residual_max"], "so do iterations")


def draws():
    study = {"keystone_study": 1, "scene": "stack_15", "steps": 0, "samples": 64, "seed": 7, "measures": ["steps"],
             "parameters": {"rate": {"target": "/step_rate", "sobol": [60, 120]},
                            "planar": {"target": "/drag/cap", "random": [10, 20], "whole": True},
                            "name": {"target": "/name", "grid": ["a", "b"]}}}
    from keystone._study import read_study
    runs = read_study(study).runs()
    check(runs == read_study(study).runs() and len(runs) == 128, "the same runs each time")
    check([run["name"] for run in runs] == ["a"] * 64 + ["b"] * 64, "samples for each point of the grid")
    rates = sorted(run["rate"] for run in runs)
    widest = max(b - a for a, b in zip(rates, rates[1:]))
    check(60 <= rates[0] and rates[-1] <= 120 and widest < 3, f"a Sobol sequence leaves no wide gaps: {widest}")
    caps = {run["planar"] for run in runs}
    check(all(isinstance(cap, int) for cap in caps) and min(caps) == 10 and max(caps) == 20, f"whole numbers: {caps}")
    check(runs != read_study(study | {"seed": 8}).runs(), "another seed, other draws")


def what_fails_is_a_row():
    study = WALL | {"parameters": {"mu": {"target": "/materials/brick/mu", "grid": [0.5, -1]}}}
    rows = keystone.sweep(study, workers=0)
    check(rows[0]["error"] == "" and "expected" in rows[1]["error"] and "\n" not in rows[1]["error"], f"{rows}")


def nothing_is_lost(folder):
    """Two workers, one killed on the way; then the program, cut off in the middle of a row."""
    rates = {"rate": {"target": "/step_rate", "range": [60, 90, 40]}}
    study = WALL | {"steps": 40, "parameters": WALL["parameters"] | rates}
    want = keystone.sweep(study, workers=0)
    killed = []

    def kill():
        # A worker is a child of its nanny, which is a child of this process.
        while not killed:
            time.sleep(0.05)
            if not (folder / "two.csv").exists() or len((folder / "two.csv").read_text().splitlines()) < 20:
                continue
            listed = subprocess.run(["ps", "-eo", "pid,ppid,args"], capture_output=True, text=True, check=True)
            rows = [line.split(None, 2) for line in listed.stdout.splitlines()[1:]]
            own = [int(pid) for pid, parent, args in rows if int(parent) == os.getpid() and "spawn_main" in args]
            if own:
                os.kill(own[0], signal.SIGKILL)
                killed.append(own[0])

    thread = threading.Thread(target=kill)
    thread.start()
    got = keystone.sweep(study, folder / "two.csv", workers=2, progress=False)
    killed.append(None)
    thread.join()
    check(killed[0] is not None, "a worker was killed")
    check(len(got) == 240 and [row["run"] for row in got] == [row["run"] for row in want], "every run once")
    check([row["state_hash"] for row in got] == [row["state_hash"] for row in want], "with the same bits")

    text = (folder / "two.csv").read_text()
    (folder / "two.csv").write_text(text[:len(text) // 2])
    again = keystone.sweep(study, folder / "two.csv", workers=0)
    check([row["state_hash"] for row in again] == [row["state_hash"] for row in want], "cut off and gone on with")
    with open(folder / "two.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    check(sorted(int(row["run"]) for row in rows) == list(range(240)), "the table has every run once")


def the_command_line(folder):
    (folder / "study.json").write_text(json.dumps(WALL))
    done = cli_json("sweep", folder / "study.json", "--out", folder / "cli.csv", "--workers", 1)
    check(done["runs"] == 6 and done["failed"] == 0, f"{done}")
    with open(folder / "cli.csv", newline="", encoding="utf-8") as file:
        hashes = [row["state_hash"] for row in csv.DictReader(file)]
    check(sorted(hashes) == sorted(row["state_hash"] for row in keystone.sweep(WALL, workers=0)), "the same table")
    check_refused("no study", "sweep", folder / "none.json", "--out", folder / "x.csv", mentions="expected a study")


def faults(folder):
    (folder / "text.json").write_text("nonsense")
    (folder / "other.csv").write_text("a,b\n1,2\n")
    some = {"x": {"target": "/gravity", "grid": [[0, -1]]}}
    for what, study, *mentions in [
            ("no file", folder / "none.json", "none.json", "expected a study"),
            ("no JSON", folder / "text.json", "text.json", "no JSON"),
            ("no study", {}, "/keystone_study", "expected 1"),
            ("an unknown key", WALL | {"nix": 1}, "/nix", "expected one of"),
            ("nothing varied", WALL | {"parameters": {}}, "/parameters"),
            ("two ways", WALL | {"parameters": {"x": {"grid": [1], "random": [1, 2], "target": "/gravity"}}}, "2 of"),
            ("no target", WALL | {"parameters": {"x": {"grid": [1]}}}, "/parameters/x/target", "JSON pointer"),
            ("no values", WALL | {"parameters": {"x": {"grid": [], "target": "/gravity"}}}, "/parameters/x/grid"),
            ("draws without samples", WALL | {"parameters": {"x": {"random": [1, 2], "target": "/h"}}}, "/samples"),
            ("samples without draws", WALL | {"samples": 3}, "/samples"),
            ("no such measure", WALL | {"measures": ["nix"]}, "/measures", "residual_max"),
            ("steps below 0", WALL | {"steps": -1}, "/steps")]:
        refuses(what, lambda study=study: keystone.sweep(study, workers=0), *mentions)
    refuses("another table", lambda: keystone.sweep(WALL, folder / "other.csv", workers=0), "other.csv", "a, b")
    (folder / "scene.json").write_text("{")
    refuses("a scene that is no JSON", lambda: keystone.sweep(WALL | {"scene": str(folder / "scene.json")}, workers=0),
            "scene.json: found no JSON", "expected a scene")
    refuses("no place", lambda: keystone.sweep(WALL, folder / "no" / "x.csv", workers=0), "no/x.csv", "be written")
    # A table of a study with the same names, but other values or more runs.
    keystone.sweep(WALL, folder / "wall.csv", workers=0)
    for values, *mentions in [([5, 50, 100], "a run 2 of", "'iterations': 100"), ([5], "a run 1 of", "-1.62")]:
        iterations = {"iterations": {"target": "parameters/iterations", "grid": values}}
        other = WALL | {"parameters": WALL["parameters"] | iterations}
        refuses("another study", lambda other=other: keystone.sweep(other, folder / "wall.csv", workers=0),
                "wall.csv: found", *mentions, "--fresh")
    check(len(keystone.sweep(WALL, folder / "wall.csv", workers=0)) == 6, "the table is as it was")
    rows = keystone.sweep(WALL | {"parameters": some | {"y": {"target": "/bodies/77/mass", "grid": [1]}}}, workers=0)
    check("/bodies/77/mass" in rows[0]["error"] and "expected one of 0 to" in rows[0]["error"], f"{rows[0]['error']}")


def the_study_that_comes_along():
    from keystone._study import read_study, run
    study = read_study(SOURCE_DIR / "assets" / "studies" / "card_houses.json")
    runs = study.runs()
    check(len(runs) == 10000, f"{len(runs)} runs")
    low = run(study, 0, {"storeys": 2, "lean": 0.4, "mu": 0.1})
    high = run(study, 0, {"storeys": 2, "lean": 0.4, "mu": 0.9})
    check((low["balanced"], high["balanced"]) == (0, 1), f"friction decides: {low}, {high}")


# Workers are processes that import this file.
if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        a_grid()
        draws()
        what_fails_is_a_row()
        nothing_is_lost(Path(name))
        the_command_line(Path(name))
        faults(Path(name))
        the_study_that_comes_along()
    finish()

#!/usr/bin/python3
"""Studies: what is varied, that nothing is lost when workers or programs die, and faults.
Arguments: BIN_DIR SOURCE_DIR."""
import importlib.util
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import numpy as np

from lib.keystone import BIN_DIR, SOURCE_DIR, check, check_refused, cli_json, finish, table_of
from lib.module import keystone, refuses

import keystone._dask

PATIENCE, POLL = 240, 0.02  # [s]: each worker has to import Dask, on a machine that may be busy
WALL = {"keystone_study": 1, "scene": "wall_5x5", "steps": 5,
        "measures": ["not_converged", "residual_max", "displacement_max_m", "state_hash"],
        "parameters": {"gravity": {"target": "/gravity", "grid": [[0, -9.81], [0, -1.62]]},
                       "iterations": {"target": "parameters/iterations", "grid": [5, 50, 200]}}, "solver": "pgs"}


# At workers, this run kills its process where the study is of so many steps;
DEADLY, DEADLY_STEPS = 4, 7
# and from this one on, all wait at the gate. A task is of 0.5 s of runs, so theirs are of four.
HELD, HELD_STEPS, PACE = 12, 6, 0.1  # [s] for a run
GATE = "KEYSTONE_TEST_GATE"  # a folder: shut as long as it holds "closed"; each process that waits leaves its number


def run_or_die(study, number, values, real=keystone._dask.run_alone):
    if study.steps == DEADLY_STEPS and number == DEADLY:
        os.kill(os.getpid(), signal.SIGKILL)
    if study.steps == HELD_STEPS:
        gate = Path(os.environ[GATE])
        time.sleep(PACE)
        while number >= HELD and (gate / "closed").exists():
            (gate / str(os.getpid())).touch()
            time.sleep(POLL)
    return real(study, number, values)


if __name__ != "__main__":  # at a worker
    keystone._dask.run_alone = run_or_die


def a_grid():
    rows = keystone.sweep(WALL, workers=0)
    check([row["run"] for row in rows] == list(range(6)), "each run once")
    check([(row["gravity"][1], row["iterations"]) for row in rows] ==
          [(g, i) for g in (-9.81, -1.62) for i in (5, 50, 200)], "all of the grid, the last fastest")
    check(all(row["error"] == "" for row in rows), f"no errors: {rows}")
    check(rows[1]["state_hash"] != rows[4]["state_hash"], "gravity matters")
    check(rows[0]["residual_max"] > rows[2]["residual_max"], "so do iterations")


def scene_parameters():
    study = {"keystone_study": 1, "scene": "diamond_5", "steps": 0, "measures": ["balanced"], "parameters": {
        "base": {"target": "scene_parameters/base", "grid": [3, 4, 5]},
        "mu": {"target": "scene_parameters/mu", "grid": [0, 1]}}}
    rows = keystone.sweep(study, workers=0)
    check([row["balanced"] for row in rows] == [1, 1, 1, 1, 0, 1], f"diamonds: {rows}")


def draws():
    study = {"keystone_study": 1, "scene": "stack_15", "steps": 0, "samples": 64, "seed": 7, "measures": ["steps"],
             "parameters": {"rate": {"target": "/step_rate", "sobol": [60, 120]},
                            "rows": {"target": "/generators/0/count", "random": [10, 20], "whole": True},
                            "name": {"target": "/name", "grid": ["a", "b"]}}}
    from keystone._study import read_study
    runs = read_study(study).runs()
    check(runs == read_study(study).runs() and len(runs) == 128, "the same runs each time")
    check([run["name"] for run in runs] == ["a"] * 64 + ["b"] * 64, "samples for each point of the grid")
    rates = sorted(run["rate"] for run in runs)
    widest = max(b - a for a, b in zip(rates, rates[1:]))
    check(60 <= rates[0] and rates[-1] <= 120 and widest < 3, f"a Sobol sequence leaves no wide gaps: {widest}")
    caps = {run["rows"] for run in runs}
    check(all(isinstance(cap, int) for cap in caps) and min(caps) == 10 and max(caps) == 20, f"whole numbers: {caps}")
    check(runs != read_study(study | {"seed": 8}).runs(), "another seed, other draws")


def what_fails_is_a_row():
    study = WALL | {"parameters": {"mu": {"target": "/materials/brick/mu", "grid": [0.5, -1]}}}
    rows = keystone.sweep(study, workers=0)
    check(rows[0]["error"] == "" and "expected" in rows[1]["error"] and "\n" not in rows[1]["error"], f"{rows}")


def kill_workers(gate, table, workers, most, killed):
    """Once all stand at the gate: so many of them at once, which go into `killed`; then it is opened."""
    end = time.monotonic() + PATIENCE
    while len(waiting := list(gate.glob("[0-9]*"))) < workers and time.monotonic() < end:
        time.sleep(POLL)
    check(len(table.read_text().splitlines()) > HELD // 2, "the table has rows before")
    for pid in waiting[:most]:
        os.kill(int(pid.name), signal.SIGKILL)
        killed.append(pid)
    (gate / "closed").unlink()


def nothing_is_lost(folder):
    """One worker killed of two, both of two, the only one; then the program, cut off in the middle of a row."""
    rates = {"rate": {"target": "/step_rate", "range": [60, 90, 6]}}
    study = WALL | {"steps": HELD_STEPS, "parameters": WALL["parameters"] | rates}
    want = keystone.sweep(study, workers=0)
    for workers, most in ((2, 1), (2, 2), (1, 1)):
        killed, table, gate = [], folder / "two.csv", folder / f"gate_{workers}_{most}"
        gate.mkdir()
        (gate / "closed").touch()
        os.environ[GATE] = str(gate)
        thread = threading.Thread(target=kill_workers, args=(gate, table, workers, most, killed))
        thread.start()
        got = keystone.sweep(study, table, workers=workers, resume=False, progress=False)
        thread.join()
        check(len(killed) == most, f"{most} of {workers} workers were killed: {killed}")
        check([row["run"] for row in got] == list(range(36)), "every run once")
        check([row["state_hash"] for row in got] == [row["state_hash"] for row in want], "with the same bits")

    text = (folder / "two.csv").read_text()
    (folder / "two.csv").write_text(text[:len(text) // 2])
    again = keystone.sweep(study, folder / "two.csv", workers=0)
    check([row["state_hash"] for row in again] == [row["state_hash"] for row in want], "cut off and gone on with")
    runs = sorted(int(row["run"]) for row in table_of(folder / "two.csv"))
    check(runs == list(range(36)), "the table has every run once")


def a_run_that_kills_its_worker_is_a_row(folder):
    import dask
    for workers in (1, 2):
        with dask.config.set({"distributed.scheduler.allowed-failures": 1}):  # of its 3: each is a worker to start
            rows = keystone.sweep(WALL | {"steps": DEADLY_STEPS}, folder / f"deadly{workers}.csv", workers=workers,
                                  progress=False)
        failed = [row["run"] for row in rows if row["error"]]
        check(failed == [DEADLY] and len(rows) == 6, f"the others have theirs: {rows}")
        check(rows[DEADLY]["error"].startswith("worker: found it dead"), rows[DEADLY]["error"])


def resumed_rows_are_as_fresh_ones(folder):
    study = WALL | {"measures": list(keystone._study._MEASURES)}
    fresh = keystone.sweep(study, folder / "types.csv", workers=0)
    again = keystone.sweep(study, folder / "types.csv", workers=0)
    check(fresh == again, f"the same values: {fresh[0]} {again[0]}")
    for key, value in fresh[0].items():
        check(type(again[0][key]) is type(value), f"{key}: {type(again[0][key])}, expected {type(value)}")
    (folder / "types.csv").write_text((folder / "types.csv").read_text() + "seven\n")
    refuses("a row that is none", lambda: keystone.sweep(study, folder / "types.csv", workers=0), "'seven'")


def failed_rows_run_again_when_asked(folder):
    """The last row fails by hand: what failed was the machine, not the study."""
    table = folder / "failed.csv"
    want = keystone.sweep(WALL, table, workers=0)
    lines = table.read_text().splitlines()
    table.write_text("\n".join(lines[:-1] + ['5,"[0, -1.62]",200,,,,,no memory']) + "\n")
    (folder / "failed.json").write_text(json.dumps(WALL))
    line = "keystone-cli: run 5: no memory (--retry-failed runs those that failed again)\n"
    words = ["-m", "keystone", "sweep", str(folder / "failed.json"), "--out", str(table), "--format", "json"]
    for more, status, new, said in (([], 1, 0, line), (["--retry-failed"], 0, 1, "")):
        done = a_program([*words, *more])
        check(done.returncode == status and json.loads(done.stdout)["new"] == new, f"{done}")
        check(done.stderr == said, f"what it says: {done.stderr}")
    check(keystone.sweep(WALL, table, workers=0) == want, "then it is as if nothing had failed")


def a_program(words, **more):
    path = os.pathsep.join([str(Path(keystone.__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
    return subprocess.run([sys.executable, *words], capture_output=True, text=True, timeout=120,
                          env=os.environ | {"PYTHONPATH": path}, **more)


def ctrl_c(folder):
    """Goes to the program and its workers, as a terminal sends it: a summary, one line, and the rows are there."""
    study = WALL | {"steps": 200, "parameters": {"rate": {"target": "/step_rate", "range": [60, 90, 2000]}}}
    (folder / "long.json").write_text(json.dumps(study))
    path = str(Path(keystone.__file__).parents[1])
    for workers, number in ((0, signal.SIGTERM), (0, signal.SIGINT), (2, signal.SIGINT), (2, signal.SIGTERM)):
        table = folder / f"long{workers}_{number}.csv"
        words = ["-m", "keystone", "sweep", str(folder / "long.json"), "--out", str(table), "--workers", str(workers)]
        program = subprocess.Popen([sys.executable, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                   env=os.environ | {"PYTHONPATH": path}, start_new_session=True,
                                   preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler))
        while program.poll() is None and not (table.exists() and len(table.read_text().splitlines()) > 10):
            time.sleep(0.05)
        os.killpg(program.pid, number)
        begin = time.monotonic()
        out, said = program.communicate(timeout=60)
        check(time.monotonic() - begin < 5.0, f"{workers} workers: ends after {time.monotonic() - begin:.1f} s")
        rows = len(table_of(table))
        check(program.returncode == 130 and f"runs     {rows}\n" in out, f"exit {program.returncode}, {rows}: {out}")
        check(said == f"keystone-cli: interrupted after {rows} of 2000 runs; the same command goes on after the rows "
                      f"in {table}\n", said)


def a_full_disk(folder):
    """One line and no half of a row: a later sweep goes on from there. With --fresh, an older table stays."""
    def small():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    (folder / "study.json").write_text(json.dumps(WALL))
    table = folder / "full.csv"
    words = ["-m", "keystone", "sweep", str(folder / "study.json"), "--out", str(table), "--workers", "0"]
    for limit, lines, more in ((250, 3, []), (10, 3, ["--fresh"])):
        done = a_program([*words, *more], preexec_fn=small, restore_signals=False)
        check(done.returncode == 2 and done.stderr == f"keystone-cli: {table}: found a file that cannot be written "
                                                      f"(File too large), expected one that can\n", f"{done}")
        check(table.read_text().endswith("\n") and len(table_of(table)) == lines - 1, table.read_text())
    check(len(list(folder.glob("full*"))) == 1, f"nothing else is left: {list(folder.glob('full*'))}")
    check(len(keystone.sweep(WALL, table, workers=0)) == 6, "and gone on with")


def schedulers(folder):
    from distributed import LocalCluster
    with LocalCluster(n_workers=0, protocol="tcp", host="127.0.0.1", dashboard_address=None) as cluster:
        (folder / "late.json").write_text(json.dumps(WALL))
        words = ["-m", "keystone", "sweep", str(folder / "late.json"), "--out", str(folder / "late.csv"),
                 "--scheduler", cluster.scheduler_address]
        threading.Timer(3.0, lambda: cluster.scale(1)).start()
        done = a_program(words)
        check(done.returncode == 0 and "runs     6" in done.stdout, f"workers that come late: {done}")
        check(done.stderr.count("\n") == 1 and "has no workers; waiting" in done.stderr, f"it says so: {done.stderr}")
    refuses("no address", lambda: keystone.sweep(WALL, scheduler="blah"), "scheduler: found none at 'blah'", "port")
    refuses("nobody there", lambda: keystone.sweep(WALL, scheduler="tcp://127.0.0.1:1"), "tcp://127.0.0.1:1", "10 s")


def workers_without_the_package(folder):
    """They start in a folder of their own, with no path to it."""
    address = folder / "scheduler.json"
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": folder,
             "env": {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}}
    if subprocess.run([sys.executable, "-c", "import keystone"], **quiet, check=False).returncode == 0:
        return  # it is installed for every program
    started = []
    try:
        for part in ("scheduler", "worker"):
            more = ["--port", "0", "--host", "127.0.0.1"] if part == "scheduler" else []
            words = ["-m", f"distributed.cli.dask_{part}", "--scheduler-file", str(address), "--no-dashboard", *more]
            started.append(subprocess.Popen([sys.executable, *words], **quiet))
        while not address.exists() or not address.read_text().endswith("}"):
            time.sleep(0.05)
        refuses("no package there", lambda: keystone.sweep(WALL, scheduler=json.loads(address.read_text())["address"],
                                                           progress=False), "without the package", "keystone")
    finally:
        for program in reversed(started):
            program.terminate()
            program.wait()


def arrays_of_numpy():
    mu = {"target": "/materials/brick/mu", "grid": np.linspace(0.25, 0.75, 3)}
    rows = keystone.sweep(WALL | {"parameters": {"mu": mu}}, workers=0)
    check([row["mu"] for row in rows] == [0.25, 0.5, 0.75] and not rows[0]["error"], f"{rows}")


def a_robot():
    robot = SOURCE_DIR / "tests" / "data" / "robots" / "quadruped.xml"
    simulation = keystone.Simulation(robot)
    study = {"keystone_study": 1, "scene": str(robot), "steps": 2, "measures": ["state_hash"],
             "parameters": {"g": {"target": "/gravity", "grid": [simulation.gravity, [0, -1.62, 0]]}}}
    rows = keystone.sweep(study, workers=0)
    simulation.step(2)
    check(rows[0]["state_hash"] == simulation.state_hash != rows[1]["state_hash"], f"as the robot's own: {rows}")


def the_command_line(folder):
    usage = a_program(["-m", "keystone", "--help"])
    check(usage.returncode == 0 and usage.stdout.startswith("usage: python3 -m keystone sweep"), f"{usage}")
    (folder / "study.json").write_text(json.dumps(WALL))
    done = cli_json("sweep", folder / "study.json", "--out", folder / "cli.csv", "--workers", 1)
    check(done["runs"] == 6 and done["failed"] == 0, f"{done}")
    hashes = [row["state_hash"] for row in table_of(folder / "cli.csv")]
    check(sorted(hashes) == sorted(row["state_hash"] for row in keystone.sweep(WALL, workers=0)), "the same table")
    again = cli_json("sweep", folder / "study.json", "--out", folder / "cli.csv", "--retry-failed")
    check((again["runs"], again["new"]) == (6, 0), f"nothing is left: {again}")
    check_refused("no study", "sweep", folder / "none.json", "--out", folder / "x.csv", mentions="expected a study")
    # As ./run alone leaves a build: the package without its module.
    (folder / "bare" / "python" / "keystone").mkdir(parents=True)
    (folder / "bare" / "bin").mkdir()
    program = shutil.copy(BIN_DIR / "keystone-cli", folder / "bare" / "bin")
    done = subprocess.run([program, "sweep", folder / "study.json", "--out", folder / "x.csv"], capture_output=True,
                          text=True, check=False, env=os.environ | {"KEYSTONE_HOME": str(SOURCE_DIR)})
    check(done.returncode == 2 and done.stderr.count("\n") == 1 and "./run --python" in done.stderr, f"{done}")


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
            ("a measure twice", WALL | {"measures": ["steps", "steps"]}, "/measures", "each once"),
            ("a column's name", WALL | {"parameters": {"run": some["x"]}}, "/parameters/run", "another one than run"),
            ("a measure's name", WALL | {"parameters": {"residual_max": some["x"]}}, "/parameters/residual_max"),
            ("a range of 1e9", WALL | {"parameters": {"x": {"range": [0, 1, 1e9], "target": "/h"}}}, "/x/range",
             "2 to 1000000"),
            ("too many runs", WALL | {"parameters": {name: {"range": [1, 2, 1001], "target": "/gravity/1"}
                                                     for name in "xy"}}, "1002001 runs", "at most 1000000"),
            ("nan", WALL | {"parameters": {"x": {"grid": [float("nan")], "target": "/h"}}}, "/parameters/x/grid/0"),
            ("what is no JSON", WALL | {"scene": {"keystone": object()}}, "/scene/keystone", "type object"),
            ("steps below 0", WALL | {"steps": -1}, "/steps")]:
        refuses(what, lambda study=study: keystone.sweep(study, workers=0), *mentions)
    for what, options, *mentions in [("workers below 0", {"workers": -1}, "workers: found -1"),
                                     ("no number of workers", {"workers": "x"}, "workers: found 'x'"),
                                     ("both", {"workers": 1, "scheduler": "tcp://a:1"}, "beside a scheduler")]:
        refuses(what, lambda options=options: keystone.sweep(WALL, **options), *mentions)
    refuses("another ending", lambda: keystone.sweep(WALL, folder / "x.foo"), "x.foo", "NAME.csv or NAME.parquet")
    if importlib.util.find_spec("pyarrow") is None:
        refuses("no pyarrow", lambda: keystone.sweep(WALL, folder / "x.parquet"), "x.parquet", "pyarrow")
        check(not list(folder.glob("x.parquet*")), "before any run")
    refuses("another table", lambda: keystone.sweep(WALL, folder / "other.csv", workers=0), "other.csv", "a, b")
    (folder / "scene.json").write_text("{")
    refuses("a scene that is no JSON", lambda: keystone.sweep(WALL | {"scene": str(folder / "scene.json")}, workers=0),
            "scene.json: line 1, column 2: found unexpected end of input")
    refuses("no place", lambda: keystone.sweep(WALL, folder / "no" / "x.csv", workers=0), "no/x.csv", "be written")
    # A table of a study with the same names, but other values or more runs.
    keystone.sweep(WALL, folder / "wall.csv", workers=0)
    for values, *mentions in [([5, 50, 100], "a run 2 of", "'iterations': 100"), ([5], "a run 1 of", "-1.62")]:
        iterations = {"iterations": {"target": "parameters/iterations", "grid": values}}
        other = WALL | {"parameters": WALL["parameters"] | iterations}
        refuses("another study", lambda other=other: keystone.sweep(other, folder / "wall.csv", workers=0),
                "wall.csv: found", *mentions, "--fresh")
    check(len(keystone.sweep(WALL, folder / "wall.csv", workers=0)) == 6, "the table is as it was")
    for what, target, *mentions in [("no such item", "/bodies/77/mass", "no item '77'", "expected one of 0 to"),
                                    ("no such key", "/materials/nix/mu", "no key 'nix'")]:
        refuses(what, lambda target=target: keystone.sweep(
            WALL | {"parameters": some | {"y": {"target": target, "grid": [1]}}}, workers=0),
            f"study: /parameters/y/target: {target}", *mentions)


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
        a_run_that_kills_its_worker_is_a_row(Path(name))
        resumed_rows_are_as_fresh_ones(Path(name))
        failed_rows_run_again_when_asked(Path(name))
        ctrl_c(Path(name))
        a_full_disk(Path(name))
        schedulers(Path(name))
        workers_without_the_package(Path(name))
        scene_parameters()
        arrays_of_numpy()
        a_robot()
        the_command_line(Path(name))
        faults(Path(name))
        the_study_that_comes_along()
    finish()

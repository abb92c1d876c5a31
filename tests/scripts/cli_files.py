#!/usr/bin/python3
"""Files that keystone-cli writes: whole or not there at all, whatever happens to the disk or the program.
Arguments: BIN_DIR SOURCE_DIR."""
import importlib.util
import json
import math
import os
import re
import resource
import signal
import subprocess
import tempfile
import time
from pathlib import Path

from lib.keystone import BIN_DIR, CLI, OWN_PROBLEMS, SOURCE_DIR, box_on_ground, check, cli, cli_json, finish, table_of

FEW_BYTES = 200  # that a full disk takes: fewer than any of the files has
FOREVER = "100000000"  # steps: who makes the first of them before the bad place is told of does not end
PATIENCE = 60    # [s]
AFTER = 0.6      # [s], when it is interrupted
MANY = 1000      # meshes, which take longer than that
ENDS_WITHIN = 2  # [s] after that
SLACK = 3        # [s] for a machine that may be busy


def commands(folder):
    """(arguments before the file, endings of the file)"""
    box, robot = folder / "box.json", SOURCE_DIR / "tests" / "data" / "robots" / "quadruped.xml"
    problem = sorted(OWN_PROBLEMS.rglob("*.mtx"))[0]
    steps = ["--steps", FOREVER]
    run = ["run", "stack_15", *steps]
    yield from [([*run, "--timings"], ".csv"), ([*run, "--timings"], ".json"), ([*run, "--trace"], ".json"),
                ([*run, "--record"], ".replay"), (["run", box, "--steps", "0", "--state"], ".json"),
                (["replay", folder / "box.replay", "--state"], ".json"),
                (["race", "stack_15", *steps, "--csv"], ".csv"),
                (["framework", "diamond_5", *steps, "--out"], ".csv"),
                (["framework", "diamond_5", *steps, "--timings"], ".csv"),
                (["import", robot, "--out"], ".json"), (["convert", box, "--out"], ".xml"),
                (["solve", problem, "--trace"], ".csv"), (["solve", problem, "--history"], ".csv"),
                (["compare", problem, "--solvers", "exact,pgs", "--history"], ".csv"),
                (["profile", problem, "--solvers", "exact,pgs", "--out"], ".csv")]
    yield from [(["export", "stack_15", "--step", "1", "--out"], ending) for ending in (".mtx", ".hdf5", ".problem.gz")]
    if importlib.util.find_spec("matplotlib"):
        yield ["profile", problem, "--solvers", "exact", "--out"], ".png"


def a_sweep(folder):
    """Which adds to a table that is there; python_sweep.py has what that is to a full disk."""
    if (BIN_DIR.parent / "python" / "keystone").is_dir():
        study = folder / "study.json"
        study.write_text(json.dumps({"keystone_study": 1, "scene": "stack_15", "steps": 1, "measures": ["state_hash"],
                                     "parameters": {"rate": {"target": "/step_rate", "grid": [60]}}}))
        yield ["sweep", study, "--workers", "0", "--out"], ".csv"


def a_video():
    """A folder of its name would be one for pictures."""
    if "render" in cli("--help").stdout:
        yield ["render", "stack_15", "--width", "64", "--height", "64", "--to", "2", "--out"], ".mp4"


def names(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def small_disk():
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # so that the system says it instead
    resource.setrlimit(resource.RLIMIT_FSIZE, (FEW_BYTES, FEW_BYTES))


def check_told(what, out, done):
    """Exit status 2 and one line that names the file and what the system said."""
    lines = done.stderr.splitlines()
    check(done.returncode == 2, f"{what}: exit {done.returncode}, expected 2; {done.stderr[:300]!r}")
    check(len(lines) == 1, f"{what}: {len(lines)} lines on stderr: {done.stderr[:500]!r}")
    check(str(out) in done.stderr and "found" in done.stderr and "expected" in done.stderr, f"{what}: {lines}")
    check(done.stdout == "", f"{what}: output beside the error: {done.stdout[:100]!r}")


def a_full_disk(folder):
    """An older file stays, and of the new one is nothing left."""
    for arguments, ending in [*commands(folder), *a_video()]:
        out, what = folder / f"out{ending}", f"{arguments[0]} {ending}: full disk"
        out.write_text("old")
        before = names(folder)
        done = subprocess.run([CLI, *map(str, arguments), out], capture_output=True, text=True, timeout=PATIENCE,
                              preexec_fn=small_disk, restore_signals=False, check=False)
        check_told(what, folder / "out.", done)
        check("too large" in done.stderr, f"{what}: {done.stderr.strip()}")
        check(out.read_text() == "old" and names(folder) == before, f"{what}: {names(folder)}, before {before}")
        out.unlink()


def a_full_standard_output():
    for arguments in (["list", "solvers"], ["run", "stack_15", "--steps", "1"]):
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = subprocess.run([CLI, *arguments], stdout=full, stderr=subprocess.PIPE, text=True, timeout=PATIENCE,
                                  check=False)
        check(done.returncode == 2 and done.stderr.count("\n") == 1 and "standard output: found" in done.stderr,
              f"{arguments}: exit {done.returncode}, {done.stderr}")


def bad_places(folder):
    """Told of before any step."""
    before = names(folder)
    for arguments, ending in commands(folder):
        there = folder / f"folder{ending}"
        there.mkdir()
        for out, why in ((folder / "none" / f"out{ending}", "No such file or directory"), (there, "Is a directory")):
            done = cli(*arguments, out, timeout=PATIENCE)
            check_told(f"{arguments[0]} {ending}: {why}", out, done)
            check(why in done.stderr, f"{arguments[0]}: '{why}' not in {done.stderr.strip()}")
        there.rmdir()
    check(names(folder) == before, f"{names(folder)}, before {before}")


def a_read_only_place(folder):
    """As somebody who may not write there."""
    closed = folder / "closed"
    closed.mkdir()
    closed.chmod(0o555)
    nobody = {"user": 65534, "group": 65534, "extra_groups": []} if os.geteuid() == 0 else {}
    folder.chmod(0o755)
    for arguments, ending in [*commands(folder), *a_sweep(folder), *a_video()]:
        out = closed / f"out{ending}"
        done = subprocess.run([CLI, *map(str, arguments), out], capture_output=True, text=True, timeout=PATIENCE,
                              check=False, **nobody)
        check_told(f"{arguments[0]} {ending}: read-only", out, done)
        check("Permission denied" in done.stderr, f"{arguments[0]}: {done.stderr.strip()}")
    check(names(closed) == [], f"nothing is written: {names(closed)}")
    closed.chmod(0o755)


def interrupted(what, arguments, total, pieces, number=signal.SIGINT, after=AFTER):
    """The output, and how many pieces were done. Before the first of them, while a scene is built say, the program may
    be interrupted without a count."""
    program = subprocess.Popen([CLI, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(after)
    program.send_signal(number)
    begin = time.monotonic()
    out, said = program.communicate(timeout=PATIENCE)
    seconds = time.monotonic() - begin
    check(program.returncode == 130, f"{what}: exit {program.returncode}, expected 130; {said[:300]!r}")
    check(seconds < ENDS_WITHIN + SLACK, f"{what}: ends after {seconds:.1f} s")
    found = re.search(rf": interrupted(?: after (\d+) of {total} {pieces})?\n$", said)
    check(found, f"{what}: says {said!r}")
    return out, int(found[1] or 0) if found else 0


def ctrl_c(folder):
    files = {name: folder / f"stopped{ending}" for name, ending in
             (("timings", ".csv"), ("trace", ".trace.json"), ("record", ".replay"), ("state", ".json"))}
    options = [word for name, path in files.items() for word in (f"--{name}", path)]
    for number in (signal.SIGINT, signal.SIGTERM):
        # One that never rests: repeated steps are played again in no time.
        run = ["run", "cam_follower", "--steps", FOREVER, "--format", "json", *options]
        out, steps = interrupted("run", run, 10**8, "steps", number)
        summary = json.loads(out)
        check(steps > 0 and summary["steps"] == steps, f"run: {summary['steps']} steps, said {steps}")
        rows = table_of(files["timings"])
        check(len(rows) == steps and rows[-1]["state_hash"] == summary["state_hash"], f"run: {len(rows)} rows")
        events = json.loads(files["trace"].read_text())["traceEvents"]
        check(sum(event["name"] == "step" for event in events) == steps, "run: a trace of every step")
        replayed = cli_json("replay", files["record"])
        check((replayed["replayed"], replayed["state_hash"]) == (steps, summary["state_hash"]), f"run: {replayed}")
        again = cli_json("run", files["state"], "--steps", 0)
        check(again["state_hash"] == summary["state_hash"], "run: the last state")

    state = folder / "replayed.json"
    replay = ["replay", files["record"], "--format", "json", "--state", state]
    out, done = interrupted("replay", replay, steps, "steps", after=AFTER / 3)  # of what took as long as AFTER
    replayed = json.loads(out or "{}")
    check((replayed.get("replayed", 0), replayed.get("diverged")) == (done, None), f"replay: {done} steps, {out!r}")
    if done > 0:
        again = cli_json("run", state, "--steps", 0)
        check(again["state_hash"] == replayed["state_hash"], "replay: the last state")

    table = folder / "race.csv"
    out, steps = interrupted("race", ["race", "stack_15", "--steps", FOREVER, "--format", "json", "--csv", table],
                             10**8, "steps")
    rows, methods = table_of(table), json.loads(out)
    check(steps > 0 and len(rows) == steps * len(methods), f"race: {len(rows)} rows of {steps} steps")
    check([row["state_hash"] for row in rows[-len(methods):]] == [one["state_hash"] for one in methods],
          "race: what is told is of the last step that all have made")

    table = folder / "profile.csv"
    # The second problem takes a solver that never gets there for as long as it may.
    small = sorted(OWN_PROBLEMS.rglob("*.mtx"))[0]
    out, done = interrupted("profile", ["profile", small, "wall_40x25", "--steps", "1", "--solvers", "jacobi",
                                        "--residuals", "1e-4,1e-15", "--iterations", "1000000", "--budget-s", "1000",
                                        "--format", "json", "--out", table], 2, "problems")
    check(len(table_of(table) if table.exists() else []) == 2 * done, f"profile: rows of {done} problems")
    check((json.loads(out) if out else []) != [] or done == 0, f"profile: a summary, {out[:200]!r}")
    check(not list(folder.rglob("*.partial*")), f"nothing half-written: {names(folder)}")


def a_robot_of_many_meshes(folder):
    """As MJCF; meshes.json is a scene of the same. A mesh is another one at each scale, so that none is kept."""
    ball = folder / "ball.obj"
    corners = [(math.cos(i) * math.sin(j), math.sin(i) * math.sin(j), math.cos(j))
               for i in range(200) for j in range(200)]
    ball.write_text("".join(f"v {x:.9f} {y:.9f} {z:.9f}\n" for x, y, z in corners))
    scales = [1 + i / MANY for i in range(MANY)]
    assets = "".join(f'<mesh name="m{i}" file="{ball.name}" scale="{s} {s} {s}"/>' for i, s in enumerate(scales))
    bodies = "".join(f'<body pos="{5 * i} 0 0"><freejoint/><geom type="mesh" mesh="m{i}"/></body>' for i in range(MANY))
    robot = folder / "robot.xml"
    robot.write_text(f"<mujoco><asset>{assets}</asset><worldbody>{bodies}</worldbody></mujoco>")
    (folder / "meshes.json").write_text(json.dumps({"keystone": 1, "bodies": [
        {"shape": {"type": "mesh", "file": ball.name, "scale": s, "hull": True}, "mass": 1, "position": [5 * i, 0, 0]}
        for i, s in enumerate(scales)]}))
    return robot


def ctrl_c_elsewhere(folder):
    """Rows that are made stay; a file that is whole or nothing is not there."""
    rows, matrix, film = folder / "rows.csv", folder / "late.mtx", folder / "film.mp4"
    large = folder / "large.problem.gz"
    cli("export", "wall_40x25", "--step", 1, "--out", large)
    _, steps = interrupted("framework", ["framework", "diamond_5", "--steps", FOREVER, "--out", rows], 10**8, "steps")
    check(steps > 0 and len(table_of(rows)) >= steps, f"framework: {len(table_of(rows))} rows of {steps} steps")
    interrupted("export", ["export", "wall_40x25", "--step", 10**6, "--out", matrix], 10**6, "steps")
    interrupted("solve", ["solve", large, "--solver", "nsgs", "-p", "iterations=10000", "--tolerance", 0,
                          "--history", folder / "late.csv"], 1, "problems")
    compared = ["compare", large, "--solvers", "nsgs", "-p", "iterations=10000", "-p", "tolerance=0"]
    interrupted("compare", [*compared, "--history", folder / "late.csv"], 1, "solvers")
    interrupted("import", ["import", a_robot_of_many_meshes(folder), "--out", folder / "late.json"], 1, "meshes")
    interrupted("convert", ["convert", folder / "meshes.json", "--out", folder / "late.xml"], 1, "meshes")
    interrupted("validate", ["validate"], 1, "runs")
    if "render" in cli("--help").stdout:
        interrupted("render", ["render", "dominoes", "--to", 10**6, "--out", film], 10**6, "frames")
    left = [path.name for path in (matrix, film, *folder.glob("late.*")) if path.exists()]
    check(not left and not list(folder.rglob("*.partial*")), f"nothing half-written: {left}, {names(folder)}")


with tempfile.TemporaryDirectory() as name:
    here = Path(name)
    (here / "box.json").write_text(json.dumps(box_on_ground()))
    cli_json("run", here / "box.json", "--steps", 3, "--record", here / "box.replay")
    a_full_disk(here)
    a_full_standard_output()
    bad_places(here)
    a_read_only_place(here)
    ctrl_c(here)
    ctrl_c_elsewhere(here)
finish()

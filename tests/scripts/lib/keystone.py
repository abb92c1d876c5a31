"""What the command-line tests share: running keystone-cli, and checks that count instead of stopping at the first."""
import csv
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

BIN_DIR, SOURCE_DIR = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
CLI = BIN_DIR / "keystone-cli"
FULL = "KEYSTONE_FULL" in os.environ  # ./test --full
OWN_PROBLEMS = SOURCE_DIR / "tests" / "data" / "problems"
SHARED_LCP = SOURCE_DIR.parent / "shared" / "data" / "lcp"
SHARED_WRONG = SOURCE_DIR.parent / "shared" / "data" / "wrong"
SHARED_FCLIB = SOURCE_DIR.parent / "shared" / "data" / "fclib"

# Of a recording of steps.
TIMINGS = ("step,time_s,stepper,solver,bodies,contacts,rows,islands,clamped,unclamped,stick,slide,pivots,drives,"
           "zero_steps,iterations,factorizations,residual,max_penetration_m,kinetic_J,potential_J,"
           "momentum_x_kg_m_s,momentum_y_kg_m_s,momentum_z_kg_m_s,angular_momentum_x_kg_m2_s,"
           "angular_momentum_y_kg_m2_s,angular_momentum_z_kg_m2_s,joint_error_m,broad_ms,"
           "narrow_ms,assemble_ms,solve_ms,integrate_ms,sweep_ms,step_ms,frame_ms,status,state_hash").split(",")

_checked, _failed = 0, 0


def check(truth, what):
    global _checked, _failed
    _checked += 1
    if not truth:
        _failed += 1
        print(f"FAILED: {what}")


def finish():
    print(f"{_checked - _failed} checks passed, {_failed} failed")
    sys.exit(1 if _failed or not _checked else 0)


def trials(count):
    """How many of so many like trials to make: a tenth, and with ./test --full all."""
    return count if FULL else -(-count // 10)


def table_of(path, columns=None):
    """The rows of a CSV file, each a dict by column."""
    with open(path, encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file)
        rows = list(reader)
    check(columns in (None, reader.fieldnames), f"columns {reader.fieldnames}")
    return rows


def cli(*arguments, timeout=120):
    """Runs keystone-cli from a folder that is not the source tree."""
    return subprocess.run([str(CLI), *map(str, arguments)], capture_output=True, text=True, errors="replace",
                          timeout=timeout, cwd=tempfile.gettempdir())


def cli_json(*arguments, status=0):
    done = cli(*arguments, "--format", "json")
    check(done.returncode == status, f"{arguments}: exit {done.returncode}, expected {status}; {done.stderr.strip()}")
    return json.loads(done.stdout)


def check_refused(what, *arguments, mentions=""):
    """Exit status 2, nothing on standard output, one line on standard error."""
    done = cli(*arguments)
    lines = done.stderr.splitlines()
    check(done.returncode == 2, f"{what}: exit {done.returncode}, expected 2; {done.stderr[:300]!r}")
    check(len(lines) == 1 and done.stderr.endswith("\n"), f"{what}: {len(lines)} lines on stderr, expected 1")
    check(done.stdout == "", f"{what}: output beside the error: {done.stdout[:100]!r}")
    check(mentions in done.stderr, f"{what}: '{mentions}' not named in {done.stderr.strip()!r}")
    return done.stderr.strip()


def box_on_ground():
    """A scene that needs nothing but itself: a box 1 cm above a plane, in space."""
    return {
        "keystone": 1,
        "name": "box",
        "materials": {"wood": {"mu": 0.5}},
        "bodies": [
            {"name": "ground", "shape": {"type": "halfspace", "normal": [0, 1, 0]}, "material": "wood"},
            {"name": "box", "shape": {"type": "box", "size": [1, 1, 1]}, "mass": 2, "position": [0, 0.51, 0],
             "material": "wood"},
        ],
    }

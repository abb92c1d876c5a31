#!/usr/bin/python3
"""Scenes of ../shared/data/wrong, when they are there, that once gave wrong results: what they come to now. Scenes of
the same kind of our own are in tests/step/wrong_results_test.cpp."""
import json
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent / "lib"))
from keystone import SHARED_WRONG, check, cli, cli_json, finish  # noqa: E402

EXACT = 1e-9


def check_puck(folder):
    for solver in ("exact", "newton_cone", "gauss"):
        state = folder / "puck.json"
        cli_json("run", SHARED_WRONG / "puck.json", "--solver", solver, "--steps", 240, "--state", state)
        puck = next(body for body in json.loads(state.read_text())["bodies"] if body["name"] == "b")
        check(abs(puck["omega"][1] - 2.54) <= 0.0254, f"puck by {solver}: {puck['omega']} rad/s, expected 2.54")


def check_crush():
    done = cli("run", SHARED_WRONG / "crush.json", "--steps", 120, "--format", "json")
    result = json.loads(done.stdout)
    check(done.returncode == 1, f"crush: exit {done.returncode}")
    check(result["approach_speed_max_m_s"] > 0.1, f"crush: closing at {result['approach_speed_max_m_s']} m/s")
    check("infeasible" in done.stderr, f"crush: {done.stderr.strip()}")


def check_status(scene, *options):
    """A residual above the tolerance is never called converged."""
    done = cli("run", scene, *options, "--format", "json")
    result = json.loads(done.stdout)
    check(done.returncode == (1 if result["not_converged"] else 0), f"{options}: exit {done.returncode}")
    check(result["not_converged"] > 0 or result["residual_max"] <= EXACT,
          f"{options}: all converged, and a residual of {result['residual_max']}")


if SHARED_WRONG.is_dir():
    with tempfile.TemporaryDirectory() as name:
        check_puck(Path(name))
    check_crush()
    for solver in ("exact", "pivoting", "gauss", "newton_cone"):
        check_status(SHARED_WRONG / "lying_status.json", "--solver", solver, "--stepper", "acceleration",
                     "--steps", 240)
    check(cli_json("analyze", SHARED_WRONG / "dominoes_settled.json")["balanced"], "settled dominoes: not balanced")
else:
    print("skipped: no ../shared/data/wrong beside the sources")
    check(True, "")
finish()

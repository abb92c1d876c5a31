#!/usr/bin/python3
"""keystone-cli run: its JSON, its files, its exit status, and the same bits from the same input."""
import json
import re
import tempfile
from pathlib import Path

from lib.keystone import TIMINGS, box_on_ground, check, check_refused, cli, cli_json, finish, table_of

KEYS = ["scene", "solver", "stepper", "impact_law", "restitution_law", "impact_time", "integrator", "coordinates",
        "joint_errors", "steps", "steps_repeated", "bodies", "sleeping", "contacts_max", "pivots", "drives",
        "zero_steps", "solve_ms", "step_ms", "residual_max", "approach_speed_max_m_s", "cone_violation_max_Ns",
        "penetration_max_m",
        "joint_error_max_m", "velocity_error_max_m_s", "displacement_max_m", "energy_start_J", "energy_end_J",
        "energy_mean_J", "energy_variance_J2", "momentum_end_kg_m_s", "angular_momentum_end_kg_m2_s", "impacts",
        "notes", "stages", "not_converged", "grades", "state_hash"]


def check_summary(scene):
    result = cli_json("run", scene, "--steps", 60)
    check(list(result) == KEYS, f"keys {list(result)}")
    check(list(result["pivots"]) == ["total", "median", "max"], "keys of pivots")
    for key in ("solve_ms", "step_ms"):
        check(list(result[key]) == ["min", "median", "p99", "max", "mean", "variance"], f"keys of {key}")
        figures = [result[key][figure] for figure in ("min", "median", "p99", "max")]
        check(figures == sorted(figures), f"order of {key}")
    check(result["scene"] == "box" and result["solver"] == "exact" and result["stepper"] == "velocity", "names")
    check(result["steps"] == 60 and result["bodies"] == 2 and result["contacts_max"] == 4, "counts")
    check(result["not_converged"] == 0 and result["residual_max"] <= 1e-9, f"residual {result['residual_max']}")
    check(result["grades"] == {"exact": 60, "close": 0, "within_a_frame": 0, "failed": 0}, f"{result['grades']}")
    # It falls by the centimetre and stays; m g times that is what the impact takes.
    check(abs(result["displacement_max_m"] - 0.01) < 1e-4, f"displacement {result['displacement_max_m']}")
    check(abs(result["energy_start_J"] - 2 * 9.81 * 0.51) < 1e-9, f"energy {result['energy_start_J']}")
    check(abs(result["energy_start_J"] - result["energy_end_J"] - 2 * 9.81 * 0.01) < 1e-2, "energy lost")
    check(result["energy_end_J"] <= result["energy_mean_J"] <= result["energy_start_J"], "mean energy")
    check(0 < result["energy_variance_J2"] < 0.01, f"variance {result['energy_variance_J2']}")
    check(max(map(abs, result["momentum_end_kg_m_s"])) < 1e-12, f"momentum {result['momentum_end_kg_m_s']}")
    check(len(result["state_hash"]) == 16 and int(result["state_hash"], 16) > 0, "hash")


def check_determinism(scene):
    for solver in ("pivoting", "pgs"):
        runs = [cli("run", scene, "--steps", 40, "--solver", solver, "--format", "json") for _ in range(2)]
        first, second = (json.loads(run.stdout)["state_hash"] for run in runs)
        check(first == second, f"{solver}: hashes {first} and {second} of the same run")


def check_files(scene, folder):
    paths = {name: folder / name for name in ("t.csv", "t.json", "trace.json", "state.json")}
    result = cli_json("run", scene, "--steps", 10, "--timings", paths["t.csv"], "--trace", paths["trace.json"],
                      "--state", paths["state.json"])
    rows = table_of(paths["t.csv"], TIMINGS)
    check([row["step"] for row in rows] == [str(i) for i in range(1, 11)], "one row per step")
    check(rows[-1]["state_hash"] == result["state_hash"], "the last row holds the final hash")
    for row in rows:  # with the stage, where there is something to solve
        expected = row["status"].startswith("converged: ") if int(row["rows"]) else row["status"] == "converged"
        check(expected, f"status of a step with {row['rows']} rows: {row['status']}")

    cli_json("run", scene, "--steps", 3, "--timings", paths["t.json"])
    rows = json.loads(paths["t.json"].read_text())
    check([list(row) for row in rows] == [TIMINGS] * 3, "timings as JSON")
    check(isinstance(rows[0]["residual"], (int, float)) and isinstance(rows[0]["status"], str), "types in JSON")

    events = json.loads(paths["trace.json"].read_text())["traceEvents"]
    names = [event["name"] for event in events if event["ph"] == "X"]
    check(names.count("step") == 10 and names.count("solve") == 10, "trace events")
    check(all({"ts", "dur", "pid", "tid"} <= set(event) for event in events if event["ph"] == "X"), "event fields")

    again = cli_json("run", paths["state.json"], "--steps", 0)
    check(again["state_hash"] == result["state_hash"], "a saved state reloads to the same hash")


def check_worst_step(folder):
    """A piston that crushes a box on a wall: what is told of the worst step has the largest residual."""
    def block(x, size, **more):
        return {"shape": {"type": "box", "size": size}, "position": [x, 0, 0], **more}

    path = folder / "crush.json"
    path.write_text(json.dumps({"keystone": 1, "name": "crush", "gravity": [0, 0, 0], "bodies": [
        block(1, [0.2, 2, 2], kind="static"), block(-1, [0.2, 2, 2], kind="kinematic", velocity=[1, 0, 0]),
        block(0, [0.5, 0.5, 0.5], mass=1)]}))
    done = cli("run", path, "--steps", 120, "--format", "json")
    result = json.loads(done.stdout)
    check(done.returncode == 1 and result["not_converged"] > 1, f"crush: exit {done.returncode}")
    for words in ("the first, step ", "the worst, step ", f"residual {result['residual_max']:.1e}"):
        check(words in done.stderr, f"crush: '{words}' not in {done.stderr.strip()!r}")
    closing = re.search(r"contacts still close at ([0-9.]+) m/s", done.stderr)
    check(closing and abs(float(closing[1]) / result["approach_speed_max_m_s"] - 1) < 0.1,
          f"crush: closing speed of the worst step near the largest: {done.stderr.strip()!r}")


def check_exit_status(scene):
    unsolved = cli_json("run", scene, "--steps", 30, "--solver", "pgs", "--parameter", "iterations=1", "--parameter",
                        "tolerance=1e-16", status=1)
    check(unsolved["not_converged"] > 0, "one sweep of Gauss-Seidel is not enough")
    done = cli("run", scene, "--steps", 30, "--solver", "pgs", "--parameter", "iterations=1", "--parameter",
               "tolerance=1e-16")
    check(len(done.stderr.splitlines()) == 1 and "not converged" in done.stderr, f"why: {done.stderr!r}")
    table = cli("run", scene, "--steps", 5)
    check(table.returncode == 0 and "state_hash" in table.stdout and "pivots.median" in table.stdout, "table")
    check_refused("unknown scene", "run", "no_such_scene", mentions="no_such_scene")
    check_refused("unknown solver", "run", scene, "--solver", "magic", mentions="pivoting")
    check_refused("unknown stepper", "run", scene, "--stepper", "backwards", mentions="velocity")
    check_refused("unknown parameter", "run", scene, "--parameter", "magic=1", mentions="magic")
    check_refused("parameter without value", "run", scene, "--parameter", "magic", mentions="ID=VALUE")
    check_refused("parameter out of range", "run", scene, "--solver", "pgs", "--parameter", "iterations=0",
                  mentions="iterations")
    check_refused("parameter that is no number", "run", scene, "--solver", "pgs", "--knob", "iterations=ten")
    check_refused("fractional whole number", "run", scene, "--solver", "pgs", "--parameter", "iterations=1.5")
    check_refused("unknown law of impacts", "run", scene, "--impacts", "magic", mentions="sequential")
    check_refused("unknown law of restitution", "run", scene, "--restitution-law", "magic", mentions="stronge")
    check_refused("unknown time of impacts", "run", scene, "--impact-time", "late", mentions="exact")
    check_refused("unknown coordinates", "run", scene, "--coordinates", "polar", mentions="reduced")
    check_refused("unknown integrator", "run", scene, "--integrator", "magic", mentions="cash_karp")
    check_refused("parameter that is NaN", "run", scene, "--solver", "pgs", "--parameter", "tolerance=nan")
    check_refused("unknown choice", "run", scene, "--parameter", "friction=sticky", mentions="cone|box")
    check_refused("negative steps", "run", scene, "--steps", -1, mentions="--steps")
    check_refused("unknown option", "run", scene, "--magic", mentions="--magic")
    check_refused("unknown format", "run", scene, "--format", "xml", mentions="xml")
    for option in ("--timings", "--trace", "--state"):
        check_refused(f"unwritable {option}", "run", scene, "--steps", 1, option, "/no/such/folder/file.json",
                      mentions="/no/such/folder")


with tempfile.TemporaryDirectory() as name:
    box = Path(name) / "box.json"
    box.write_text(json.dumps(box_on_ground()))
    check_summary(box)
    check_determinism(box)
    check_files(box, Path(name))
    check_exit_status(box)
    check_worst_step(Path(name))
with tempfile.TemporaryDirectory() as name:  # at rest under its own method, without a solver
    box = Path(name) / "box.json"
    box.write_text(json.dumps(box_on_ground()))
    done = cli("run", box, "--stepper", "avbd", "--steps", 2, "--format", "json")
    check(json.loads(done.stdout)["solver"] is None, "a stepper that is a method of its own has no solver")
    rows = Path(name) / "t.csv"
    cli("run", box, "--stepper", "avbd", "--steps", 2, "--timings", rows)
    check({row["solver"] for row in table_of(rows)} == {"none"}, "nor do its timings name one")
cradle = cli_json("run", "cradle", "--steps", 2, "--stepper", "position")  # whose scene has an impact law
for key in ("impact_law", "restitution_law", "impact_time", "integrator", "coordinates"):
    check(cradle[key] is None, f"position has no {key}: {cradle[key]}")
for stepper, option, value in (("acceleration", "--impact-time", "exact"), ("quasistatic", "--integrator", "rk4"),
                               ("position", "--impacts", "sequential"), ("avbd", "--coordinates", "reduced"),
                               ("position", "--restitution-law", "poisson"), ("avbd", "--solver", "pgs"),
                               ("avbd", "--parameter", "friction=cone")):
    for command in (("run", "cradle"), ("export", "cradle", "--out", "never.mtx")):
        check_refused(f"{option} under {stepper}", *command, "--stepper", stepper, option, value,
                      mentions=f"{option}: found '{value}', which has no effect under the stepper '{stepper}'")
for law in ("simultaneous", "sequential", "reflections"):
    check(cli_json("run", "cradle", "--steps", 2, "--impacts", law)["impact_law"] == law, f"{law} impacts")
for law in ("newton", "poisson", "stronge"):
    check(cli_json("run", "cradle", "--steps", 2, "--restitution-law", law)["restitution_law"] == law, f"{law}'s law")
for time in ("step", "exact"):
    found = cli_json("run", "cradle", "--stepper", "velocity", "--steps", 2, "--impact-time", time)["impact_time"]
    check(found == time, f"impacts {time}: {found}")
check(cli_json("run", "cradle", "--steps", 2)["impact_law"] == "sequential", "the scene's own law of impacts")
for integrator in ("automatic", "semi_implicit_euler", "implicit_midpoint", "rk4", "cash_karp"):
    found = cli_json("run", "cradle", "--stepper", "velocity", "--steps", 2, "--integrator", integrator)["integrator"]
    check(found == integrator, f"{integrator}: {found}")
check(cli_json("run", "wall_10x10", "--steps", 2)["scene"] == "wall_10x10", "scenes are found by name from any folder")
finish()

#!/usr/bin/python3
"""keystone-cli list, validate, compare, bench, and how it refuses what it does not know."""
import json
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent / "lib"))
from keystone import SOURCE_DIR, box_on_ground, check, check_refused, cli, cli_json, finish  # noqa: E402

solvers = cli_json("list", "solvers")
ids = [row["id"] for row in solvers]
check({"pivoting", "pgs", "lemke", "keller", "enumeration"} <= set(ids) and len(ids) == len(set(ids)), f"solvers {ids}")
check(all(row["title"] and row["paper"] and row["accepts"] for row in solvers), "every solver says what it is")

scenes = cli_json("list", "scenes")
files = sorted(path.stem for path in (SOURCE_DIR / "assets" / "scenes").glob("*.json"))
check([row["id"] for row in scenes] == files and "wall_10x10" in files, "the listed scenes are those of the folder")
check(all(row["source"] for row in scenes), "every scene names its source")

rows = cli_json("validate")
check(set(rows[0]) == {"check", "solver", "stepper", "quantity", "exact", "simulated", "error", "bound", "verdict"}, "keys")
scene_ids = [row["id"] for row in solvers if "cone" in row["accepts"]]
check({"pivoting", "pgs", "lemke"} <= set(scene_ids), f"solvers of scenes {scene_ids}")
check({row["solver"] for row in rows} == set(scene_ids), "every solver that takes any scene is validated")
own = {"velocity": {"free_fall", "incline_slide", "pendulum", "impact_row", "rack_break"},
       "acceleration": {"free_fall", "incline_slide", "pendulum", "impact_row", "rack_break", "two_frictions"},
       "quasistatic": {"sinking", "creep", "creeping_pendulum", "slow_motor"}}
for stepper, names in own.items():
    checked = {row["check"] for row in rows if row["stepper"] == stepper}
    check(names | {"weight", "incline_stick", "chain"} <= checked, f"{stepper} has its checks: {sorted(checked)}")
for row in rows:
    check(row["verdict"] == "pass", f"{row['check']} by {row['solver']}, {row['stepper']}: {row['quantity']} off by {row['error']}")
check({row["check"] for row in cli_json("validate", "weight")} == {"weight"}, "one check by name")
check({row["solver"] for row in cli_json("validate", "--solver", "pgs")} == {"pgs"}, "one solver by name")
check({row["stepper"] for row in cli_json("validate", "--stepper", "quasistatic")} == {"quasistatic"}, "one stepper")
check_refused("unknown stepper", "validate", "--stepper", "magic", mentions="quasistatic")
check_refused("unknown check", "validate", "magic", mentions="free_fall")

with tempfile.TemporaryDirectory() as name:
    box = Path(name) / "box.json"
    box.write_text(json.dumps(box_on_ground()))
    done = cli("compare", box, "--step", 30, "--format", "json")
    rows = json.loads(done.stdout)
    check([row["solver"] for row in rows] == ids, "compare: every solver")
    check({row["solver"] for row in rows if row["status"] == "unsupported"} == set(ids) - set(scene_ids),
          "compare: what a method does not take, it says")
    rows = [row for row in rows if row["status"] != "unsupported"]
    best = min(rows, key=lambda row: row["residual"])
    check(best["residual"] <= 1e-9, f"compare: best residual {best['residual']}")
    check(any(row["impulse_difference_Ns"] == 0 for row in rows), "compare: no difference to itself")
    check(all(row["velocity_difference_m_s"] <= 1e-3 for row in rows), "compare: all methods agree on a box at rest")
    converged = all(row["status"] == "converged" for row in rows)
    check(done.returncode == (0 if converged else 1), f"compare: exit {done.returncode}")
    rows = cli_json("compare", box, "--step", 30, "--solvers", "pivoting")
    check([row["solver"] for row in rows] == ["pivoting"], "compare: chosen solvers")
    check_refused("unknown solver", "compare", box, "--solvers", "pivoting,magic", mentions="magic")

    rows = cli_json("bench", box, "--steps", 20)
    check([row["solver"] for row in rows] == scene_ids, "bench: every solver")
    check(all(row["step_ms_median"] > 0 and row["residual_max"] is not None for row in rows), "bench: time and residual")

check_refused("no command", mentions="run, solve")
check_refused("unknown command", "fly", mentions="fly")
check_refused("list of something else", "list", "planets", mentions="planets")
check_refused("run without scene", "run")
for command in ([], ["run"], ["solve"], ["compare"], ["race"], ["export"], ["analyze"], ["list"], ["validate"], ["bench"]):
    done = cli(*command, "--help")
    check(done.returncode == 0 and "Usage" in done.stdout and not done.stderr, f"{command} --help")
finish()

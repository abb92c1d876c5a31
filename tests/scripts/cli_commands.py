#!/usr/bin/python3
"""keystone-cli list, validate, compare, bench, and how it refuses what it does not know."""
import json
import re
import tempfile
from pathlib import Path

from lib.keystone import OWN_PROBLEMS, box_on_ground, check, check_refused, cli, cli_json, finish
from lib.scene_files import scene_names

solvers = cli_json("list", "solvers")
ids = [row["id"] for row in solvers]
check({"pivoting", "pgs", "lemke", "keller", "enumeration"} <= set(ids) and len(ids) == len(set(ids)), f"solvers {ids}")
check(all(row["title"] and row["paper"] and row["accepts"] for row in solvers), "every solver says what it is")

# External referees. Those whose packages were there: each solves a problem of a kind that it takes, and is measured; what
# it does not take, it says, and goes on. The others are refused with the package that they need.
known = cli_json("list", "referees")
check([row["id"] for row in known] == ["bullet_dantzig", "dart_dantzig", "siconos_lemke", "siconos_nsgs"], "all known")
built = [row for row in known if row["built"]]
for row in known:
    if not row["built"]:
        for command in (["compare", "stack_15", "--solvers"], ["profile", "stack_15", "--solvers"],
                        ["solve", "p.mtx", "--solver"]):
            check_refused(f"{row['id']} is not built", *command, row["id"], mentions=row["package"])
if not built:
    for command in ("compare", "profile"):
        for chosen in ("referees", "all,referees"):
            said = check_refused("no referee is built", command, "stack_15", "--solvers", chosen, mentions="libbullet-dev")
            check("libdart-dev" in said and "libsiconos-numerics-dev" in said, f"all packages: {said}")
else:
    planar = {"bullet_dantzig", "dart_dantzig"}  # that take friction in the plane
    for subject, word, takers in (("bridge", "joints", set()), ("rolling_resistance", "rolling", set()),
                                  ("stack_15", "friction", planar)):
        for row in cli_json("compare", subject, "--step", 20, "--solvers", "referees"):
            check((row["status"] == "unsupported" and word in row["message"]) != (row["solver"] in takers),
                  f"{subject}: says why, or solves: {row}")
    for row in cli_json("profile", "tower3d_10", "--steps", 20, "--solvers", "exact,referees", "--by", "iterations",
                        "--residuals", "1e-6"):
        check(row["solver"].startswith("siconos") or row["solver"] == "exact" or row["solved"] == 0,
              f"what counts no iterations is left out: {row}")
for command in ("compare", "profile", "solve"):
    check("list referees" in cli(command, "--help").stdout, f"{command} --help names referees")
for command in ("run", "sweep", "race", "solve", "compare", "bench"):
    check("--threads" in cli(command, "--help").stdout, f"{command} --help names the threads")
with tempfile.TemporaryDirectory() as folder:
    coupled = Path(folder) / "coupled.mtx"
    coupled.write_text("%%MatrixMarket matrix coordinate real symmetric\n2 2 3\n1 1 1\n2 1 0.5\n2 2 1\n")
    coupled.with_suffix(".b").write_text("-1\n-1\n")
    for row in built:
        check(row["id"] not in ids and row["paper"], f"{row['id']} is no solver of ours")
        subject = ["shapes_rolling", "--step", 20] if "cone" in row["accepts"] else [coupled]
        compared = cli_json("compare", *subject, "--solvers", f"exact,{row['id']}")
        check(compared[1]["residual"] < 1e-9, f"{row['id']} on {subject}: {compared[1]}")

scenes = cli_json("list", "scenes")
check([row["id"] for row in scenes] == scene_names() and "wall_10x10" in scene_names(),
      "the listed scenes are those of the folder")
check(all(row["source"] for row in scenes), "every scene names its source")

for scene in ("shapes_concave", "shapes_fields"):  # whose meshes are not taken apart for the list
    check({row["id"]: row["bodies"] for row in scenes}[scene] == cli_json("run", scene, "--steps", 0)["bodies"],
          f"bodies of {scene}")
check({row["id"]: row["parameters"] for row in scenes}["arch_101"] == "mu=0.8 stones=101 thickness=0.75",
      "the parameters of a scene are listed")
run = cli_json("run", "arch", "--set", "stones=101", "--steps", 1)
check((run["scene"], run["bodies"]) == ("arch#stones=101", 102), f"run --set: {run}")
same = cli_json("run", "arch#stones=51", "--set", "stones=101", "--steps", 1)
check(same["state_hash"] == run["state_hash"], "a name may have values, too; the last one counts")
check(cli_json("run", "arch_25", "--set", "stones=101", "--steps", 1)["state_hash"] ==
      cli_json("run", "arch_101", "--steps", 1)["state_hash"], "a variant is a set of values")
with tempfile.TemporaryDirectory() as folder:
    out = Path(folder)
    few = ["--set", "stones=5"]
    for command in (["compare", "arch", "--step", 1, "--solvers", "exact"], ["analyze", "arch"],
                    ["race", "arch", "--steps", 2], ["export", "arch", "--step", 1, "--out", out / "few.hdf5"],
                    ["convert", "arch", "--out", out / "few.xml"], ["framework", "arch", "--steps", 1],
                    ["bench", "arch", "--steps", 2, "--solvers", "exact"],
                    ["profile", "arch", "--steps", 1, "--solvers", "exact"]):
        done, whole = cli(*command, *few, "--format", "json"), cli(*command, "--format", "json")
        check(done.returncode in (0, 1) and "keystone-cli:" not in done.stderr, f"{command} --set: {done.stderr}")
        check(done.stdout != whole.stdout, f"{command} --set changes nothing")
check_refused("a parameter that is none", "run", "arch", "--set", "stone=3", mentions="one of: mu, stones, thickness")
check_refused("of a scene without any", "run", "seesaw", "--set", "stones=3", mentions="the scene has none")
check_refused("a value out of range", "run", "arch", "--set", "stones=2",
              mentions="arch.json: /parameters/stones/value: found 2, expected an integer from 3 to 1000")
check_refused("no value", "run", "arch", "--set", "stones", mentions="--set: found 'stones', expected NAME=VALUE")
check_refused("of a problem", "compare", OWN_PROBLEMS / "dominoes.mtx", "--set", "stones=3", mentions="expected a scene")

rows = cli_json("validate")
check(set(rows[0]) == {"check", "solver", "stepper", "quantity", "exact", "simulated", "error", "bound", "verdict"}, "keys")
scene_ids = [row["id"] for row in solvers if "cone" in row["accepts"]]
check({"pivoting", "pgs", "lemke"} <= set(scene_ids), f"solvers of scenes {scene_ids}")
check({row["solver"] for row in rows} == set(scene_ids), "every solver that takes any scene is validated")
scenes = {"slid_boxes", "slid_cubes", "slid_triballs", "pushed_boxes", "pushed_all_round", "thrown_balls",
          "rolled_balls", "balls_on_edge", "struck_balls"}
own = {"velocity": scenes | {"free_fall", "incline_slide", "pendulum", "impact_row", "rack_break"},
       "acceleration": scenes | {"free_fall", "incline_slide", "pendulum", "impact_row", "rack_break", "two_frictions"},
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
check_refused("a parameter of no solver", "validate", "--parameter", "iterations=3", mentions="--solver")
check_refused("another solver's parameter", "validate", "--solver", "exact", "-p", "iterations=3", mentions="iterations")


def excess(row):
    return row["error"] / row["bound"] if row["error"] else 0.0


def check_worst_first(*options, failing):
    """The table against the JSON of the same checks: one line a check, the worst row of each, failures first."""
    status = 1 if failing else 0
    rows = cli_json("validate", *options, status=status)
    done = cli("validate", *options)
    check(done.returncode == status, f"{options}: exit {done.returncode}")
    table, _, closing = done.stdout.partition("\n\n")
    lines = [re.split(r"  +", line) for line in table.splitlines()]
    check(lines.pop(0) == ["check", "verdict", "failed", "error_to_bound", "worst", "exact", "simulated", "bound",
                           "solver", "stepper"], "head")
    by_check = {}
    for row in rows:
        by_check.setdefault(row["check"], []).append(row)
    check(sorted(line[0] for line in lines) == sorted(by_check), f"{options}: one line a check")
    verdicts = [line[1] for line in lines]
    check(verdicts == sorted(verdicts), f"{options}: failures first: {verdicts}")  # FAIL comes before pass
    check(("FAIL" in verdicts) is failing, f"{options}: verdicts {verdicts}")
    ratios = [float(line[3]) for line in lines]
    check(ratios == sorted(ratios, reverse=True), f"{options}: worst first: {ratios}")
    for name, verdict, failed, ratio, quantity, *_, solver, stepper in lines:
        own = by_check[name]
        bad = sum(row["verdict"] == "FAIL" for row in own)
        check((verdict, failed) == ("FAIL" if bad else "pass", f"{bad} of {len(own)}"), f"{name}: {verdict}, {failed}")
        worst = max(own, key=excess)
        check(abs(float(ratio) - excess(worst)) <= 1e-5 * excess(worst), f"{name}: {ratio}, expected {excess(worst)}")
        check((quantity, solver, stepper) == (worst["quantity"], worst["solver"], worst["stepper"]), f"{name}: which row")
    check(f"{verdicts.count('FAIL')} of {len(lines)} checks failed, {len(rows)} rows" in closing, closing)
    full = cli("validate", *options, "--all").stdout
    check(full.startswith(table), "--all: the worst ones first")
    check(len(full.splitlines()) == len(lines) + len(rows) + 4, "--all: every row after them")
    check(cli_json("validate", *options, "--all", status=status) == rows, "--all changes no JSON")


check_worst_first("--stepper", "quasistatic", failing=False)
check_worst_first("--solver", "pgs", "-p", "iterations=3", failing=True)  # sweeps that are too few
check("no check" in cli("validate", "sinking", "--stepper", "velocity").stdout, "nothing to check is said")

with tempfile.TemporaryDirectory() as name:
    box = Path(name) / "box.json"
    box.write_text(json.dumps(box_on_ground()))
    done = cli("compare", box, "--step", 30, "--format", "json")
    rows = json.loads(done.stdout)
    check([row["solver"] for row in rows] == ids, "compare: every solver")
    check({row["solver"] for row in rows if row["status"] == "unsupported"} == set(ids) - set(scene_ids),
          "compare: what a method does not take, it says")
    check(all(row["message"] for row in rows if row["status"] == "unsupported"), "compare: and why")
    unfit = cli("compare", box, "--step", 30, "--solvers", "keller")
    check("takes no friction" in unfit.stdout and unfit.returncode == 1, "compare: in the table, of one asked for")
    rows = [row for row in rows if row["status"] != "unsupported"]
    best = min(rows, key=lambda row: row["residual"])
    check(best["residual"] <= 1e-9, f"compare: best residual {best['residual']}")
    check(any(row["impulse_difference_Ns"] == 0 for row in rows), "compare: no difference to itself")
    check(all(row["velocity_difference_m_s"] <= 1e-3 for row in rows), "compare: all methods agree on a box at rest")
    check(done.returncode == 0, f"compare: exit {done.returncode}, as the default solver converges")
    rows = cli_json("compare", box, "--step", 30, "--solvers", "pivoting")
    check([row["solver"] for row in rows] == ["pivoting"], "compare: chosen solvers")
    check_refused("unknown solver", "compare", box, "--solvers", "pivoting,magic", mentions="magic")

    rows = cli_json("bench", box, "--steps", 20)
    check([row["solver"] for row in rows] == scene_ids, "bench: every solver")
    check(all(row["step_ms_median"] > 0 and row["residual_max"] is not None for row in rows), "bench: time and residual")

check_refused("no command", mentions="run, replay")
check_refused("unknown command", "fly", mentions="fly")
check_refused("list of something else", "list", "planets", mentions="planets")

# Whole numbers written as decimals, and names that are nearly right.
for steps in ("3", "3e0", "3.0", "0.3e1"):
    check(cli_json("run", "stack_15", "--steps", steps)["steps"] == 3, f"--steps {steps}")
for steps in ("1.5", "-1", "1e9", "nan", "three", ""):
    check_refused(f"--steps {steps}", "run", "stack_15", "--steps", steps, mentions="expected a whole number from 0 to")
for words, meant in ((["wal_10x10"], "wall_10x10"), (["stack_15", "--solver", "pivotign"], "pivoting"),
                     (["stack_15", "--stepper", "velocty"], "velocity"),
                     (["stack_15", "-p", "tolerence=1"], "tolerance")):
    check_refused(f"{meant} was meant", "run", *words, mentions=f"(did you mean '{meant}'?), expected")
check("mean" not in check_refused("nothing like it", "run", "nothing_like_it"), "only names that are near are offered")
check_refused("run without scene", "run")
for command in ([], ["run"], ["solve"], ["compare"], ["race"], ["export"], ["analyze"], ["list"], ["validate"], ["bench"]):
    done = cli(*command, "--help")
    check(done.returncode == 0 and "Usage" in done.stdout and not done.stderr, f"{command} --help")
finish()

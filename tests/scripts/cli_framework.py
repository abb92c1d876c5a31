#!/usr/bin/python3
"""keystone-cli framework: closed forms, loops and objectives, files, exit status. Arguments: BIN_DIR SOURCE_DIR."""
import json
import math
import tempfile
from pathlib import Path

import jsonschema

from lib.keystone import SOURCE_DIR, check, check_refused, cli, cli_json, finish, table_of

STEP_COLUMNS = ["step", "time_s", "loop", "objective", "rows", "active", "pivots", "rounds", "corrections",
                "factorizations", "residual", "stationarity", "complementarity", "struts_refused", "contacts_opened",
                "mirror_error_m", "length_error_m", "overlap_m", "side_error_m", "kinetic_J", "potential_J", "top_m",
                "step_ms", "status"]


def check_statics():
    hang = cli_json("framework", "hanging_bar", "--steps", 100)
    check(abs(hang["bar_rows"][0]["compression_N"] + 2 * 9.81) < 1e-9, "a bar that hangs pulls with the weight")
    check(hang["balanced"] and hang["tensions_refused_steps"] == 0, "and stays")
    arch = cli_json("framework", "three_bar_arch", "--steps", 100)
    forces = [row["compression_N"] for row in arch["bar_rows"]]
    wanted = [9.81 * math.sqrt(2), 9.81, 9.81 * math.sqrt(2)]
    check(max(abs(a - b) for a, b in zip(forces, wanted)) < 1e-9, "an arch of three struts pushes")
    refused = cli_json("framework", "refused_tension", "--steps", 100)
    check(refused["struts_refused_max"] == 1 and refused["tensions_refused_steps"] == 100, "a strut refuses to pull")
    check([row["refused"] for row in refused["bar_rows"]] == [False, False, False, True], "and says which")
    check(refused["bar_rows"][2]["compression_N"] == 0, "what is below rounding is none")


def check_collapse(folder):
    out, timings = folder / "positions.csv", folder / "steps.csv"
    runs = {}
    for loop, objective in (("position", "L2"), ("position", "L1"), ("acceleration", "L1"), ("penalty", "L2")):
        runs[loop, objective] = cli_json("framework", "collapse_5x5", "--loop", loop, "--objective", objective,
                                         "--steps", 300, "--out", out, "--timings", timings)
    by_positions, previous = runs["position", "L2"], runs["position", "L1"]
    check(not by_positions["balanced"] and by_positions["first_contacts_opened"] > 0, "the tower cannot stand")
    for name, run in runs.items():
        check(run["not_converged"] == 0 and run["residual"]["max"] <= 1e-9, f"{name}: every program is solved")
        check(run["mirror_error_max_m"] < 1e-6, f"{name}: the tower stays symmetric")
        check(run["steps"] == 300 and len(run["outline_rows"]) == 25, f"{name}: steps and bricks")
    # 300 steps of rotations up to 2 rad/s: (L'') with bends is exact, (L') adds L (omega h)^2 / 2 a step.
    check(by_positions["length_error_max_m"] < 1e-8 < 1e-6 < previous["length_error_max_m"], "(L'') restores lengths")
    check(runs["penalty", "L2"]["length_error_max_m"] > 1e-5, "a penalty lets bars give")
    apart = max(abs(a[key] - b[key]) for a, b in zip(previous["point_rows"], runs["acceleration", "L1"]["point_rows"])
                for key in ("x_m", "y_m"))
    check(apart < 1e-10, f"theorem 5.1: both loops are {apart:.1e} m apart")
    rows, points = table_of(out, ["step", "time_s", "point", "x_m", "y_m"]), by_positions["points"]
    check(len(rows) == 301 * points, "positions")
    last = {int(row["point"]): row for row in rows[-points:]}
    check(all(float(last[row["point"]]["y_m"]) == row["y_m"] for row in runs["penalty", "L2"]["point_rows"]), "at the end")
    rows = table_of(timings, STEP_COLUMNS)
    check(len(rows) == 300, "one row per step")
    check(max(float(row["residual"]) for row in rows) == runs["penalty", "L2"]["residual"]["max"], "and its residual")


def check_printed():
    stands = cli_json("framework", "diamond_4", "--objective", "S", "--steps", 50)
    check(stands["side_off_steps"] == 0 and stands["balanced"], "(S') as printed is right where nothing turns")
    falls = cli_json("framework", "diamond_5", "--objective", "S", "--steps", 20)
    check(falls["side_off_steps"] > 0 and falls["side_error_max_m"] > 1e-9, "and wrong where bricks turn")
    apart = cli("framework", "diamond_5", "--objective", "S", "--steps", 1000)
    # A second line may tell of steps after that which are not solved: their bars are 1e20 m off.
    check(apart.returncode == 1 and "came apart" in apart.stderr.splitlines()[0],
          f"until it comes apart, which is said: exit {apart.returncode}, {apart.stderr}")
    derived = cli_json("framework", "diamond_5", "--steps", 20)
    check(derived["side_error_max_m"] is None and derived["bends"] == 2 and falls["bends"] == 0, "keys that do not apply")


def check_options():
    nine = cli_json("framework", "diamond_5", "--masses", 9, "--steps", 1)
    ends = [row for row in nine["outline_rows"] if abs(row["first_y_m_s2"] + 2.247382) < 1e-6]
    check(len(ends) == 2, "homogeneous bricks begin to fall as the linear programs say")
    braced = cli_json("framework", "diamond_5", "--braced", "--steps", 20)
    check(braced["braces"] == 25 and braced["residual"]["max"] < 1e-9, "with both diagonals and all sides")
    slow = cli_json("framework", "hanging_bar", "--step-length", 0.01, "--steps", 10)
    check(abs(slow["time_s"] - 0.1) < 1e-12, "another step length")
    by_accelerations = ("--loop", "acceleration", "--steps", 300)
    held, lost = (cli_json("framework", "diamond_5", *by_accelerations, "--terms", terms) for terms in ("all", "paper"))
    check(held["overlap_max_m"] < 1e-4 < 0.1 < lost["overlap_max_m"], "conditions of (S2+) tested for equality lose it")
    standing = cli_json("framework", "diamond_4", *by_accelerations, "--terms", "paper", "--update", "averaged")
    check(standing["balanced"] and standing["overlap_max_m"] < 1e-12, "but not where nothing moves")
    mean = cli_json("framework", "diamond_5", *by_accelerations, "--update", "averaged")
    check(mean["length_error_max_m"] < 0.1 * held["length_error_max_m"], "the mean of velocities is of second order")
    tops = [cli_json("framework", "inverted_triangle_3", "--lines", lines)["top_end_m"] for lines in ("facing", "paper")]
    check(tops[0] < 1.01 and tops[1] > 1.5, f"section 8.5 as printed holds it up: {tops}")
    check_refused("terms without accelerations", "framework", "diamond_5", "--terms", "paper", mentions="acceleration")
    table = cli("framework", "three_bar_arch", "--steps", 3).stdout
    check("residual.max" in table and "compression_N" in table and "13.8734" in table, "table")
    check(cli("framework", "diamond_5", "--steps", 0).returncode == 0, "no step at all")


def check_schema():
    schema = json.loads((SOURCE_DIR / "assets/framework.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    files = sorted((SOURCE_DIR / "assets/frameworks").glob("*.json"))
    check(len(files) >= 5, "frameworks come along")
    for file in files:
        check(validator.is_valid(json.loads(file.read_text(encoding="utf-8"))), f"{file.name} obeys the schema")
    point = {"at": [0, 0], "mass": 1}
    for what, wrong in {"no point": {"points": []}, "a massless point": {"points": [{"at": [0, 0]}]},
                        "a fixed mass": {"points": [{**point, "fixed": True}]},
                        "a bar of one end": {"points": [point], "bars": [[0]]},
                        "a brace that is a strut": {"points": [point], "braces": [{"ends": [0, 1], "strut": True}]},
                        "an unknown key": {"points": [point], "wings": 2}}.items():
        check(not validator.is_valid({"framework": 1, **wrong}), f"the schema refuses {what}")


def check_faults(folder):
    path = folder / "wrong.json"
    for text, mentions in (("{", "wrong.json:"), ('{"framework": 1}', "/: found no key \"points\""),
                           ('{"framework": 1, "points": [{"at": [0, 0], "mass": -1}]}', "/points/0/mass: found -1"),
                           ('{"framework": 1, "points": [{"at": [0, 0], "mass": 1}], "bars": [[0, 7]]}', "/bars/0/1: found 7")):
        path.write_text(text)
        check_refused(f"the file {text}", "framework", path, mentions=mentions)
    check_refused("an unknown name", "framework", "no_such_tower", mentions="no_such_tower")
    check_refused("a scene in space", "framework", "tower3d_10", mentions="/planar")
    check_refused("a scene with joints", "framework", "chain_on_bricks", mentions="/joints")
    for objective in ("L1", "S"):
        check_refused(f"bends of {objective}", "framework", "diamond_5", "--objective", objective, "--bends", 2,
                      mentions="--bends")
    check_refused("an unknown loop", "framework", "diamond_5", "--loop", "magic", mentions="--loop")
    check_refused("accelerations to (L'')", "framework", "diamond_5", "--loop", "acceleration", "--objective", "L2",
                  mentions="expected L1 for the loop acceleration")
    check_refused("a penalty on struts", "framework", "three_bar_arch", "--loop", "penalty", mentions="struts")
    check_refused("a file that cannot be written", "framework", "diamond_5", "--out", "/no/such/x.csv", mentions="/no/such")


with tempfile.TemporaryDirectory() as scratch:
    check_statics()
    check_collapse(Path(scratch))
    check_printed()
    check_options()
    check_schema()
    check_faults(Path(scratch))
finish()

#!/usr/bin/python3
"""keystone-cli race: methods in lockstep, their differences, the CSV, exit status. Arguments: BIN_DIR SOURCE_DIR."""
import json
import tempfile
from pathlib import Path

from lib.keystone import check, check_refused, cli, cli_json, finish, table_of

KEYS = ["method", "apart_1um_s", "apart_1mm_s", "difference_max_m", "difference_end_m", "mirror_error_max_m",
        "kinetic_end_J", "residual_max", "penetration_max_m", "joint_error_max_m", "step_ms", "not_converged",
        "exact", "close", "within_a_frame", "failed", "state_hash"]
GRADES = ["exact", "close", "within_a_frame", "failed"]
COLUMNS = ["step", "time_s", "method", "difference_m", "mirror_error_m", "kinetic_J", "residual", "penetration_m",
           "joint_error_m", "status", "state_hash"]


def check_default(folder):
    path = folder / "race.csv"
    rows = cli_json("race", "collapse_compare", "--steps", 150, "--csv", path, status=1)
    check([list(row) for row in rows] == [KEYS] * 4, "keys")
    methods = ["velocity+pivoting", "velocity+pgs", "position+gauss", "velocity+exact"]
    check([row["method"] for row in rows] == methods, "methods")
    pivoting, pgs, gauss, exact = rows
    check(pivoting["difference_max_m"] == 0 and pivoting["apart_1um_s"] is None, "the first is not apart from itself")
    check(pgs["apart_1um_s"] < gauss["apart_1um_s"], "Gauss-Seidel parts from pivoting before Gauss does")
    check(0 < gauss["difference_end_m"] < pgs["difference_end_m"] < 0.1, "differences at the end")
    check(gauss["mirror_error_max_m"] < pgs["mirror_error_max_m"], "mirror errors")
    check(pivoting["not_converged"] == 0 == gauss["not_converged"] and pgs["not_converged"] > 0, "who converged")
    for row in rows:
        check(sum(row[grade] for grade in GRADES) == 150, f"{row['method']}: every step has a grade")
    check(pivoting["exact"] == 150 > pgs["exact"], "who solved all exactly")
    table = table_of(path, COLUMNS)
    check(len(table) == 600, f"{len(table)} rows")
    last = {row["method"]: row for row in table[-4:]}
    for row in rows:
        own = last[row["method"]]
        check(own["state_hash"] == row["state_hash"] and own["step"] == "150", f"last row of {row['method']}")
        check(float(own["difference_m"]) == row["difference_end_m"], f"difference of {row['method']}")
    alone = cli_json("run", "collapse_compare", "--steps", 150)
    check(alone["state_hash"] == exact["state_hash"], "a simulation is the run it would be alone")


def check_choice():
    rows = cli_json("race", "arch", "--methods", "velocity+exact,acceleration+exact", "--steps", 30)
    check([row["method"] for row in rows] == ["velocity+exact", "acceleration+exact"], "chosen methods")
    done = cli("race", "arch", "--methods", "avbd,velocity+exact", "--steps", 2, "--format", "json")
    check([row["method"] for row in json.loads(done.stdout)] == ["avbd", "velocity+exact"], "a method of its own")
    rows = cli_json("race", "overhang_parabolic", "--methods", "velocity+exact", "--steps", 2)
    check(len(rows) == 1, "one method alone")
    rows = cli_json("race", "harmonic_10", "--methods", "velocity+exact", "--steps", 2)
    check(rows[0]["mirror_error_max_m"] is None, "no mirror, no error")
    kinds = ["closed", "erp", "baumgarte", "lagrange"]
    rows = cli_json("race", "ball_and_chain", "--methods", ",".join(f"velocity+exact+{kind}" for kind in kinds),
                    "--steps", 120)
    check([row["method"] for row in rows] == ["velocity+exact"] + [f"velocity+exact+{kind}" for kind in kinds[1:]],
          f"errors of joints beside each other: {[row['method'] for row in rows]}")
    errors = [row["joint_error_max_m"] for row in rows]
    check(errors[0] < 1e-9 < errors[1] < errors[3] and errors[2] < errors[3], f"none, and growing ones: {errors}")
    check("difference_end_m" in cli("race", "harmonic_10", "--steps", 2).stdout, "table")


with tempfile.TemporaryDirectory() as scratch:
    check_default(Path(scratch))
check_choice()
check_refused("an unknown method", "race", "arch", "--methods", "velocity+magic", mentions="velocity+magic")
check_refused("and the solvers there are", "race", "arch", "--methods", "velocity+magic", mentions="nsgs")
check_refused("an unknown stepper", "race", "arch", "--methods", "magic+exact", mentions="quasistatic")
check_refused("a solver of a method of its own", "race", "arch", "--methods", "avbd+pgs", mentions="'avbd' alone")
check_refused("a solver alone", "race", "arch", "--methods", "pivoting", mentions="STEPPER+SOLVER")
check_refused("unknown errors of joints", "race", "arch", "--methods", "velocity+exact+magic", mentions="baumgarte")
check_refused("errors of joints elsewhere", "race", "arch", "--methods", "position+exact+erp", mentions="position")
check_refused("an unknown scene", "race", "no_such_scene", mentions="no_such_scene")
check_refused("a file that cannot be written", "race", "arch", "--csv", "/no/such/folder/x.csv", mentions="/no/such")
finish()

#!/usr/bin/python3
"""keystone-cli solve and compare on contact problems from files, good and bad."""
import json
import tempfile
from pathlib import Path

from lib.keystone import (
    OWN_PROBLEMS, SHARED_FCLIB, SHARED_LCP, check, check_refused, cli, cli_json, finish, table_of)

KEYS = ["status", "residual", "fclib_error", "contacts", "rows", "pivots", "drives", "zero_steps", "iterations",
        "factorizations", "products", "time_ms", "sets"]
SETS = ["clamped", "unclamped", "stick", "slide", "bilateral"]
BANNER = "%%MatrixMarket matrix coordinate real symmetric\n"


def write(folder, matrix, vector):
    (folder / "p.mtx").write_text(matrix)
    (folder / "p.b").write_text(vector)
    return folder / "p.mtx"


def check_small(folder):
    # Two contacts, one pressed with u = 2 lambda - 1, one that opens by itself.
    problem = write(folder, BANNER + "2 2 2\n1 1 2\n2 2 1\n", "-1\n3\n")
    for solver in ("pivoting", "pgs"):
        result = cli_json("solve", problem, "--solver", solver)
        check(list(result) == KEYS and list(result["sets"]) == SETS, f"keys {list(result)}")
        check(result["status"] == "converged" and result["residual"] <= 1e-9, f"{solver}: {result}")
        check(result["contacts"] == 2 and result["rows"] == 2 and result["fclib_error"] is None, f"{solver}: counts")
        check(result["sets"] == {"clamped": 1, "unclamped": 1, "stick": 0, "slide": 0, "bilateral": 0},
              f"{solver}: sets {result['sets']}")
    # The second contact approaches, and nothing can move it.
    stuck = write(folder, BANNER + "2 2 1\n1 1 1\n", "-1\n-1\n")
    for solver in [row["id"] for row in cli_json("list", "solvers")]:
        result = cli_json("solve", stuck, "--solver", solver, status=1)
        check(result["status"] != "converged", f"{solver}: converged where a contact cannot be stopped")
    problem = write(folder, BANNER + "2 2 2\n1 1 2\n2 2 1\n", "-1\n3\n")
    # JSON is what solve prints unless told otherwise.
    check(json.loads(cli("solve", problem).stdout)["rows"] == 2, "JSON by default")
    check("residual" in cli("solve", problem, "--format", "table").stdout, "table")

    # A block pushed in the diagonal of its two tangents: the cone lets less friction through than the box.
    slide = write(folder, BANNER + "3 3 3\n1 1 1\n2 2 1\n3 3 1\n", "-1 -1 0\n-0.4 0 0.5\n-0.4 0 0.5\n")
    for law, slides in (("cone", 1), ("box", 0)):
        result = cli_json("solve", slide, "--friction", law)
        check(result["residual"] <= 1e-9, f"{law}: residual {result['residual']}")
        check(result["sets"]["slide"] == slides and result["sets"]["stick"] == 1 - slides, f"{law}: {result['sets']}")

    # Cut short, the answer comes with the exit status that says so.
    tied = write(folder, BANNER + "2 2 3\n1 1 1\n2 1 0.5\n2 2 1\n", "-1\n-1\n")
    done = cli("solve", tied, "--solver", "pgs", "--parameter", "iterations=1", "--tolerance", "1e-15")
    check(done.returncode == 1 and len(done.stderr.splitlines()) == 1, "not solved: exit 1 and why, in one line")
    check(list(json.loads(done.stdout)) == KEYS, "not solved: the same JSON")
    check(json.loads(done.stdout)["status"] == "iteration limit", "not solved: and not called so")
    loose = cli_json("solve", tied, "--solver", "pgs", "--parameter", "iterations=5", "--tolerance", "1e-2")
    check(loose["status"] == "converged" and 1e-9 < loose["residual"] <= 1e-2, f"solved to what was asked: {loose}")


def check_residual_asked(folder):
    """A tolerance is a residual, whatever ends the method by itself; who does not reach it, says so in one line."""
    path = folder / "seesaw.problem.gz"
    cli_json("export", "seesaw", "--step", 20, "--out", path)
    for tolerance in (1e-4, 1e-8, 1e-12):
        result = cli_json("solve", path, "--solver", "jacobi", "-p", "iterations=10000", "--tolerance", tolerance)
        check(result["residual"] <= tolerance and result["iterations"] < 1000, f"{tolerance}: {result}")
    said = cli("solve", path, "--solver", "jacobi", "-p", "iterations=10").stderr
    check(said.startswith(f"{path}: jacobi: iteration limit, still changing; residual ") and
          said.endswith(", asked for 1e-08\n"), f"who, how, and how far: {said}")
    result = cli_json("solve", path, "--solver", "jacobi", "-p", "tolerance=1e-3", status=1)
    check(result["iterations"] < 200, f"a parameter that is given is kept: {result}")
    planar = folder / "planar.mtx"
    cli_json("export", "wall_5x5", "--step", 5, "--out", planar)
    said = cli("solve", planar, "--solver", "keller").stderr
    check(said == f"{planar}: keller: unsupported, takes no friction\n", f"nothing of space: {said}")


def check_faults(folder):
    good = (BANNER + "2 2 2\n1 1 2\n2 2 1\n", "-1\n3\n")
    faults = {
        "no banner": ("2 2 2\n", good[1]),
        "entry above the diagonal": (BANNER + "2 2 1\n1 2 1\n", good[1]),
        "index out of range": (BANNER + "2 2 1\n3 1 1\n", good[1]),
        "NaN in W": (BANNER + "2 2 1\n1 1 nan\n", good[1]),
        "not square": (BANNER + "2 3 0\n", good[1]),
        "too few entries": (BANNER + "2 2 3\n1 1 1\n", good[1]),
        "too many entries": (BANNER + "2 2 1\n1 1 1\n2 2 1\n", good[1]),
        "negative diagonal": (BANNER + "2 2 1\n1 1 -1\n", good[1]),
        "too few rows in b": (good[0], "-1\n"),
        "too many rows in b": (good[0], "-1\n0\n0\n"),
        "word in b": (good[0], "-1\nthree\n"),
        "tangent of a tangent": (good[0], "0 1 0.5\n0 0 0.5\n"),
        "negative mu": (good[0], "0 -1 0\n0 0 -1\n"),
        "binary": ("\x7fELF\x00\x01", good[1]),
        "empty": ("", ""),
    }
    for what, (matrix, vector) in faults.items():
        check_refused(what, "solve", write(folder, matrix, vector), mentions="expected")
    check_refused("missing file", "solve", folder / "absent.mtx", mentions="absent.mtx: found no such file")
    (folder / "alone.mtx").write_text(good[0])
    check_refused("missing b", "solve", folder / "alone.mtx", mentions="alone.b")
    check_refused("missing FCLIB file", "solve", folder / "x.hdf5", mentions="x.hdf5: found no such file")
    (folder / "text.hdf5").write_text("not HDF5 at all")
    check_refused("text for HDF5", "solve", folder / "text.hdf5", mentions="expected")
    check_refused("folder", "solve", folder, mentions="NAME.mtx")
    fine = write(folder, *good)
    check_refused("unknown law", "solve", fine, "--friction", "magic", mentions="magic")
    check_refused("negative tolerance", "solve", fine, "--tolerance", -1, mentions="tolerance")


def check_published():
    published = sorted(SHARED_LCP.glob("*.mtx"))
    if not published:
        print(f"skipped: no published problems in {SHARED_LCP}")
    problems = sorted(OWN_PROBLEMS.glob("*.mtx")) + published
    for problem in problems:
        frictional = "_mu" in problem.name or problem.parent == OWN_PROBLEMS
        for law in ("cone", "box") if frictional else ("cone",):
            result = cli_json("solve", problem, "--solver", "exact", "--friction", law)
            check(result["residual"] <= 1e-9, f"{problem.name} {law}: {result['status']}, residual {result['residual']}")
    rows = json.loads(cli("compare", problems[0], "--format", "json").stdout)
    check(any(row["impulse_difference_Ns"] == 0 for row in rows), "compare on a file")


def check_export(folder):
    for scene, dim in (("wall_5x5", 2), ("tower3d_10", 3)):
        path = folder / f"{scene}.mtx"
        written = cli_json("export", scene, "--step", 5, "--out", path)
        check(written["rows"] == dim * written["contacts"] > 0, f"export {scene}: {written}")
        result = cli_json("solve", path)
        check(result["rows"] == written["rows"] and result["residual"] <= 1e-9, f"export {scene}: {result}")
        again = folder / "again.mtx"
        cli_json("export", path, "--out", again)
        for ending in (".mtx", ".b"):
            check(again.with_suffix(ending).read_text() == path.with_suffix(ending).read_text(),
                  f"{scene}{ending}: an exported problem exported again is the same file")
    check_refused("export to another format", "export", "wall_5x5", "--out", folder / "x.txt", mentions="x.txt")
    check_refused("export of nothing", "export", "no_such_scene", "--out", path, mentions="no_such_scene")
    check_refused("export into no folder", "export", "wall_5x5", "--out", folder / "no" / "x.mtx", mentions="x.mtx")


def check_discs(folder):
    """A scene's rolling and torsional friction, which FCLIB's files have no place for."""
    path, again = folder / "discs.problem.gz", folder / "again.problem.gz"
    written = cli_json("export", "rolling_resistance", "--step", 30, "--out", path, "--with-solution")
    check(written["rows"] > 3 * written["contacts"] > 0 and written["solution"], f"discs: {written}")
    check(cli_json("solve", path)["residual"] <= 1e-9, "discs: solved")
    rows = json.loads(cli("compare", path, "--solvers", "exact,pgs", "--format", "json").stdout)
    check([row["solver"] for row in rows] == ["exact", "pgs", "file: solution"], f"discs: {rows}")
    check(rows[2]["residual"] <= 1e-9, f"discs: {rows[2]}")
    cli_json("export", path, "--out", again)
    check(again.read_bytes() == path.read_bytes(), "discs: exported again, the same file")
    check_refused("discs to FCLIB", "export", path, "--out", folder / "x.hdf5", mentions="bounds")
    check_refused("discs to Matrix Market", "export", path, "--out", folder / "x.mtx", mentions="joint rows")
    path.write_bytes(path.read_bytes()[:-100])
    check_refused("cut short", "solve", path, mentions="discs.problem.gz")


TRACE = ["event", "kind", "driven", "blocked", "entering", "stop", "from", "to", "changes", "step", "removed",
         "factorizations", "impulse_max"]


def trace_of(folder, problem, *arguments):
    result = json.loads(cli("solve", problem, "--trace", folder / "events.csv", *arguments).stdout)
    rows = table_of(folder / "events.csv", TRACE)
    check([int(row["event"]) for row in rows] == list(range(len(rows))), "events are numbered")
    return result, rows


def check_trace(folder):
    # Two contacts, one pressed with u = 2 lambda - 1, one that opens by itself: one drive, one pivot.
    problem = write(folder, BANNER + "2 2 2\n1 1 2\n2 2 1\n", "-1\n3\n")
    for solver in ("keller", "pivoting"):
        order = ["--parameter", "order=lowest"] if solver != "keller" else []
        result, rows = trace_of(folder, problem, "--solver", solver, *order)
        pivots = [row for row in rows if row["kind"] == "pivot"]
        check(len(pivots) == result["pivots"] == 1, f"{solver}: {len(pivots)} pivots, {result['pivots']} reported")
        one = pivots[0]
        check((one["driven"], one["blocked"], one["from"], one["to"]) == ("0", "0", "unclamped", "clamped"), f"{solver}: {one}")
        check(one["stop"] == "contact closed", f"{solver}: {one}")
        end = next(row for row in rows if row["kind"] == "drive end")
        check(end["stop"] == "violation gone" and float(end["removed"]) == 1, f"{solver}: {end}")
        check(float(rows[-1]["impulse_max"]) == 0.5 and rows[-1]["kind"] == "result", f"{solver}: {rows[-1]}")

    path = folder / "wall.mtx"
    cli_json("export", "wall_5x5", "--step", 5, "--out", path)
    for solver in ("pivoting", "lemke", "pgs"):
        result, rows = trace_of(folder, path, "--solver", solver)
        pivots = [row for row in rows if row["kind"] in ("pivot", "exchange")]
        check(len(pivots) == result["pivots"], f"{solver}: {len(pivots)} events, {result['pivots']} pivots")
        sweeps = [row for row in rows if row["kind"] == "sweep"]
        check(solver != "pgs" or len(sweeps) == result["iterations"] > 0, f"{len(sweeps)} sweeps")
        check(rows[0]["kind"] == "start" and rows[-1]["kind"] == "result", f"{solver}: begins and ends")
    result, rows = trace_of(folder, write(folder, BANNER + "2 2 2\n1 1 2\n2 2 1\n", "-1\n3\n"), "--solver", "enumeration")
    check(len([row for row in rows if row["kind"] == "guess"]) == result["iterations"] > 0, "enumeration tells its guesses")
    check_refused("trace into no folder", "solve", path, "--trace", folder / "no" / "x.csv", mentions="x.csv")
    check("--trace" in cli("solve", "--help").stdout, "help")


HISTORY = ["solver", "iteration", "factorizations", "products", "time_ms", "residual"]


def history_of(folder, command, problem, *arguments):
    done = cli(command, problem, "--history", folder / "history.csv", "--format", "json", *arguments)
    return json.loads(done.stdout), table_of(folder / "history.csv", HISTORY)


def check_history(folder):
    path = folder / "wall.mtx"
    cli_json("export", "wall_5x5", "--step", 5, "--out", path)
    for solver in [row["id"] for row in cli_json("list", "solvers")]:
        result, rows = history_of(folder, "solve", path, "--solver", solver)
        if result["status"] == "unsupported":
            check(rows == [], f"{solver}: a history of nothing")
            continue
        counted = result["pivots" if solver in ("pivoting", "parametric", "lemke", "keller") else "iterations"]
        numbers = [int(row["iteration"]) for row in rows]
        check(sorted(set(numbers)) == list(range(counted + 1)), f"{solver}: {counted} iterations, points {numbers}")
        check(float(rows[-1]["residual"]) == result["residual"], f"{solver}: ends in {rows[-1]}, not {result['residual']}")
        check(int(rows[-1]["factorizations"]) == result["factorizations"], f"{solver}: {rows[-1]}")
        check(0 < int(rows[-1]["products"]) <= result["products"], f"{solver}: {rows[-1]}")
        for column in ("factorizations", "products", "time_ms"):
            values = [float(row[column]) for row in rows]
            check(values == sorted(values), f"{solver}: {column} grow")
    # One sweep over two contacts that know nothing of each other solves the problem.
    problem = write(folder, BANNER + "2 2 2\n1 1 2\n2 2 1\n", "-1\n3\n")
    _, rows = history_of(folder, "solve", problem, "--solver", "pgs")
    check([float(row["residual"]) for row in rows[:2]] == [1 / 6, 0], f"by hand: 0.5 of 3 N s, then nothing: {rows[:2]}")

    table, rows = history_of(folder, "compare", path, "--solvers", "exact,pgs,keller")
    for row in table:
        own = [point for point in rows if point["solver"] == row["solver"]]
        check(not own if row["status"] == "unsupported" else float(own[-1]["residual"]) == row["residual"],
              f"compare: {row['solver']} ends in {own[-1:]}")
    for command in ("solve", "compare"):
        check_refused("history into no folder", command, path, "--history", folder / "no" / "x.csv", mentions="x.csv")


def check_fclib(folder):
    for form, dim in (("local", 3), ("global", 3), ("local", 2), ("global", 2)):
        path = folder / f"{form}{dim}.hdf5"
        scene = {2: "wall_5x5", 3: "tower3d_10"}[dim]
        written = cli_json("export", scene, "--step", 5, "--out", path, "--form", form, "--with-solution")
        check(written["rows_per_contact"] == dim and written["solution"], f"export {form}: {written}")
        result = cli_json("solve", path)
        check(result["residual"] <= 1e-9, f"{form} {dim}: residual {result['residual']}")
        error = result["fclib_error"]
        check(error is None if dim == 2 else error <= 1e-9, f"{form} {dim}: FCLIB's error {error}")
    check_refused("form of a problem without bodies", "export", path.with_name("local3.hdf5"), "--form", "global", "--out",
                  folder / "x.hdf5", mentions="bodies")
    check_refused("form of a text file", "export", "wall_5x5", "--form", "global", "--out", folder / "x.mtx",
                  mentions="--form")

    published = sorted(SHARED_FCLIB.glob("*.hdf5"))
    if not published:
        print(f"skipped: no published problems in {SHARED_FCLIB}")
    for problem in sorted(OWN_PROBLEMS.glob("*.hdf5")) + published:
        result = cli_json("solve", problem)
        check(list(result) == KEYS, f"keys {list(result)}")
        check(result["status"] == "converged" and result["residual"] <= 1e-8, f"{problem.name}: {result}")
        check(result["fclib_error"] <= 1e-8, f"{problem.name}: FCLIB's error {result['fclib_error']}")


def check_work(folder):
    """Without a frame to keep, work has no bound, unless it is asked for."""
    path = folder / "poured.problem.gz"
    cli_json("export", "bin_200", "--step", 90, "--out", path)  # a hard step: more than a frame, less than profile allows
    solve = "solve", path, "--solver", "exact", "--tolerance", "1e-9"
    residual = {work: cli_json(*solve, *options, status=status)["residual"]
                for work, options, status in (("none", [], 0), ("-1", ["-p", "work=-1"], 0),
                                              ("0", ["-p", "work=0"], 1))}
    check(residual["none"] == residual["-1"] < 1e-9 < residual["0"], f"solve: residuals {residual}")
    for work, options in (("none", []), ("0", ["-p", "work=0"])):
        compared = cli_json("compare", path, "--solvers", "exact,pgs", *options, status=1)[0]
        check(compared["residual"] == residual[work], f"compare: {compared}, solve {residual}")
    bounded = cli_json("profile", path, "--solvers", "exact", "--residuals", "1e-9", "-p", "work=0", status=1)
    free = cli_json("profile", path, "--solvers", "exact", "--residuals", "1e-9")
    check((bounded[0]["solved"], free[0]["solved"]) == (0, 1), f"profile: {bounded}, {free}")
    check_refused("what profile sets itself", "profile", path, "-p", "tolerance=1", mentions="which this command sets")
    check_refused("a parameter that none has", "compare", path, "--solvers", "pgs", "-p", "work=0", mentions="work")
    check("work=0" in cli("solve", "--help").stdout, "--help says it")


with tempfile.TemporaryDirectory() as name:
    check_work(Path(name))
    check_small(Path(name))
    check_residual_asked(Path(name))
    check_faults(Path(name))
    check_export(Path(name))
    check_discs(Path(name))
    check_trace(Path(name))
    check_history(Path(name))
    check_fclib(Path(name))
check_published()
finish()

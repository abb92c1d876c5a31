#!/usr/bin/python3
"""keystone-cli profile: performance profiles over problems from files and scenes."""
import json
import os
import tempfile
from pathlib import Path

from lib.keystone import SOURCE_DIR, box_on_ground, check, check_refused, cli, cli_json, finish, table_of
from lib.pictures import size_of

KEYS = ["residual", "grade", "solver", "solved", "best", "within_2", "within_10", "within_100"]
COLUMNS = ["problem", "contacts", "rows", "solver", "residual", "reached", "ratio", "time_ms", "iterations",
           "factorizations", "products", "residual_found"]
BANNER = "%%MatrixMarket matrix coordinate real symmetric\n"
ITERATIONS = 100


def write(folder, name, matrix, vector):
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.mtx").write_text(BANNER + matrix)
    (folder / f"{name}.b").write_text(vector)


def write_problems(folder):
    """One sweep of Gauss-Seidel solves the first; its error shrinks by 1/4 in the second, by 0.998 in the third."""
    write(folder, "apart", "2 2 2\n1 1 2\n2 2 1\n", "-1\n-3\n")
    write(folder / "below", "coupled", "2 2 3\n1 1 1\n2 1 0.5\n2 2 1\n", "-1\n-1\n")
    write(folder / "below", "hard", "2 2 3\n1 1 1\n2 1 0.999\n2 2 1\n", "-1\n-1\n")


def rows_of(path):
    return table_of(path, COLUMNS)


def check_shares(rows):
    """What every profile is: it grows with the ratio, and some solver is the best on each problem that any solved."""
    for row in rows:
        shares = [row[key] for key in ("best", "within_2", "within_10", "within_100", "solved")]
        check(shares == sorted(shares) and all(0 <= share <= 1 for share in shares), f"grows: {row}")
    for residual in {row["residual"] for row in rows}:
        level = [row for row in rows if row["residual"] == residual]
        check(sum(row["best"] for row in level) >= max(row["solved"] for row in level), f"some solver is best: {level}")


def check_small(folder):
    write_problems(folder)
    table = folder / "profile.csv"
    shown = cli_json("profile", folder, "--solvers", "pgs,keller", "--by", "iterations", "--residuals", "1e-9,1e-4",
                     "--iterations", ITERATIONS, "--csv", table)
    check(list(shown[0]) == KEYS + ["iterations_median"], f"keys {list(shown[0])}")
    check([(row["residual"], row["solver"]) for row in shown] ==
          [(1e-4, "pgs"), (1e-4, "keller"), (1e-9, "pgs"), (1e-9, "keller")], f"from coarse to fine: {shown}")
    check([row["grade"] for row in shown] == 2 * ["within_a_frame"] + 2 * ["exact"], f"grades of residuals: {shown}")
    check_shares(shown)
    check(all(row["solved"] == 1 for row in shown if row["solver"] == "keller"), f"keller solves all: {shown}")
    check(all(abs(row["solved"] - 2 / 3) < 1e-12 for row in shown if row["solver"] == "pgs"),
          f"pgs: two of three: {shown}")

    rows = rows_of(table)
    check(len(rows) == 3 * 2 * 2, f"{len(rows)} rows")
    cells = {(row["problem"], row["solver"], float(row["residual"])): row for row in rows}
    one = cells["apart", "pgs", 1e-9]
    check(one["reached"] == "1" and one["iterations"] == "1" and float(one["ratio"]) == 1, f"one sweep: {one}")
    # The error after n sweeps is 0.5^(2 n - 1) of the first impulse's, seen in the other's velocity.
    for residual, fewest in ((1e-4, 7), (1e-9, 15)):
        row = cells["coupled", "pgs", residual]
        check(abs(int(row["iterations"]) - fewest) <= 1, f"sweeps to {residual}: {row}")
        check(float(row["residual_found"]) <= residual, f"and there: {row}")
    hard = cells["hard", "pgs", 1e-9]
    check((hard["reached"], hard["ratio"], hard["iterations"]) == ("0", "", str(ITERATIONS)), f"not reached: {hard}")
    for problem in ("apart", "coupled", "hard"):
        for residual in (1e-4, 1e-9):
            ratios = [float(row["ratio"]) for (name, _, level), row in cells.items()
                      if (name, level) == (problem, residual) and row["ratio"]]
            check(min(ratios) == 1, f"{problem}: ratios {ratios}")

    # What nobody solves: exit 1, the same table.
    done = cli("profile", folder / "below" / "hard.mtx", "--solvers", "pgs", "--iterations", 1, "--format", "json")
    check(done.returncode == 1 and all(row["solved"] == 0 and row["time_ms_median"] is None
                                       for row in json.loads(done.stdout)), f"solved by none: {done.stdout}")
    # A million sweeps of a wall, of which each takes 10 us: the time ends them.
    timed = cli("profile", "wall_10x10", "--steps", 1, "--solvers", "pgs", "--iterations", 1_000_000, "--residuals",
                "1e-15", "--budget-s", 0.05, "--format", "json")
    check(timed.returncode == 1 and json.loads(timed.stdout)[0]["solved"] == 0, f"out of time: {timed.stdout}")
    exact = cli_json("profile", folder, "--solvers", "newton_cone,pgs", "--by", "factorizations", "--residuals", "1e-4")
    check(exact[1]["solved"] == 0, f"pgs makes no factorizations: {exact}")
    check(json.loads(cli("profile", folder, "--solvers", "keller", "--format", "json").stdout)[0]["best"] == 1,
          "alone: best")


def check_scenes(folder):
    table = folder / "scenes.csv"
    shown = cli_json("profile", "two_boxes_1000", "wall_5x5", "--steps", "1,5", "--solvers", "exact,pgs", "--residuals",
                     "1e-4,1e-9", "--iterations", 50, "--csv", table)
    check_shares(shown)
    check([row["solved"] for row in shown if row["solver"] == "exact"] == [1, 1], f"exact solves them: {shown}")
    check({row["problem"] for row in rows_of(table)} ==
          {"two_boxes_1000:1", "two_boxes_1000:5", "wall_5x5:1", "wall_5x5:5"},
          "scene and step")
    check(list(shown[0])[-1] == "time_ms_median", f"by time: {list(shown[0])}")
    check("within_10" in cli("profile", "wall_5x5", "--steps", 1, "--solvers", "exact").stdout, "table")


def drawn_size(path):
    """Width and height of a picture on which something is drawn."""
    width, height, count = size_of(path)
    check(path.read_bytes()[1:4] == b"PNG" and count > 50, f"{path}: {width} x {height}, {count} colours")
    return width, height


def check_picture(folder):
    """One panel a residual, of which there are three unless told otherwise; the table beside it, or none."""
    picture = folder / "one.png"
    cli_json("profile", "wall_5x5", "--steps", 1, "--solvers", "exact,gauss,exact", "--residuals", "1e-4",
             "--by", "factorizations", "--out", folder / "beside.csv", "--out", picture)
    width, height = drawn_size(picture)
    check([row["solver"] for row in rows_of(folder / "beside.csv")] == ["exact", "gauss"], "a solver named twice")
    before = set(Path(tempfile.gettempdir()).glob("keystone-??????"))
    alone = folder / "alone.png"
    cli_json("profile", "wall_5x5", "--steps", 1, "--solvers", "exact", "--out", alone)
    wider, same = drawn_size(alone)
    check(500 < width < wider < 5000 and 400 < height == same < 1500, f"{width} x {height}, three: {wider} x {same}")
    check(set(Path(tempfile.gettempdir()).glob("keystone-??????")) <= before, "and none is left")

    (folder / "none").mkdir()
    (folder / "none" / "matplotlib.py").write_text("raise ImportError\n")
    os.environ["PYTHONPATH"] = str(folder / "none")
    # Said before the work: the subject is not looked at yet.
    check_refused("no matplotlib", "profile", "no_such_scene", "--out", folder / "x.png", mentions="python3-matplotlib")
    del os.environ["PYTHONPATH"]
    check(not (folder / "x.png").exists(), "nothing is written")


def check_folders(folder):
    """Scenes and problems, nested; what is neither is passed over."""
    below = folder / "study" / "below"
    below.mkdir(parents=True)
    write(folder / "study", "apart", "2 2 2\n1 1 2\n2 2 1\n", "-1\n-3\n")
    scene = box_on_ground()
    scene["bodies"][1]["position"] = [0, 0.5, 0]
    (below / "box.json").write_text(json.dumps(scene))
    (below.parent / "box.json").write_text(json.dumps(scene))
    tour = next((SOURCE_DIR / "assets" / "tours").glob("*.json"))
    for other in (SOURCE_DIR / "assets" / "scene.schema.json", tour):
        (below / other.name).write_bytes(other.read_bytes())
    (below / "list.json").write_text("[1, 2]")
    (below / "notes.json").write_text("no JSON")
    table = folder / "folder.csv"
    arguments = ["profile", below.parent, below / "box.json", "--steps", "3,1,3", "--solvers", "exact", "--residuals",
                 "1e-4", "--out", table]
    cli_json(*arguments)
    names = [row["problem"] for row in rows_of(table)]
    second = below.parent / "box.json"
    check(names == ["apart", "box:1", "box:3", f"{second}:1", f"{second}:3"], f"each once: {names}")
    rows = {row["problem"]: int(row["rows"]) for row in rows_of(table)}
    cli_json(*arguments, "--rows-most", rows["apart"])
    check([row["problem"] for row in rows_of(table)] == ["apart"] and max(rows.values()) > rows["apart"],
          f"the others have more rows: {rows}")
    (below / "broken.json").write_text('{"keystone": 1,')
    check_refused("broken scene in a folder", "profile", below, mentions="broken.json")


def check_endings(folder):
    """Said before the work: the subject is not looked at yet."""
    for arguments in (("profile", "--out"), ("profile", "--csv"), ("solve", "--history"), ("solve", "--trace"),
                      ("compare", "--history"), ("race", "--csv"), ("framework", "--out"), ("framework", "--timings"),
                      ("run", "--timings"), ("sweep", "--out")):
        command, option = arguments
        for name in ("x.pdf", "csv"):
            line = check_refused(f"{command} {option}", command, "no_such_subject", option, folder / name,
                                 mentions=name)
            check(".csv" in line and "no_such_subject" not in line, f"{command} {option}: {line}")


def check_refusals(folder):
    (folder / "empty").mkdir()
    check_refused("folder without problems", "profile", folder / "empty", mentions="NAME.mtx")
    check_refused("no subject", "profile", mentions="subjects")
    check_refused("unknown scene", "profile", "no_such_scene", mentions="no_such_scene")
    check_refused("unknown solver", "profile", "wall_5x5", "--solvers", "magic", mentions="pivoting")
    check_refused("unknown measure", "profile", "wall_5x5", "--by", "luck", mentions="luck")
    check_refused("residual of nothing", "profile", "wall_5x5", "--residuals", "0", mentions="from 1e-15 to 1")
    check_refused("step 0", "profile", "wall_5x5", "--steps", "0", mentions="steps")
    for option, name in (("--csv", "x.csv"), ("--out", "x.png")):
        check_refused(f"{name} into no folder", "profile", "no_such_scene", option, folder / "no" / name, mentions=name)
    (folder / "empty" / "bad.mtx").write_text("no matrix\n")
    check_refused("bad file in a folder", "profile", folder / "empty", mentions="bad.mtx")
    check("--residuals" in cli("profile", "--help").stdout, "help")


with tempfile.TemporaryDirectory() as name:
    (Path(name) / "problems").mkdir()
    check_small(Path(name) / "problems")
    check_scenes(Path(name))
    check_picture(Path(name))
    check_folders(Path(name))
    check_endings(Path(name))
    check_refusals(Path(name))
finish()

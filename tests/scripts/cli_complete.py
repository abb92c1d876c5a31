#!/usr/bin/python3
"""Bash completion of keystone-cli: what it offers is what the program knows.

Usage: cli_complete.py BIN_DIR SOURCE_DIR
"""
import subprocess
import tempfile
from pathlib import Path

from lib.keystone import BIN_DIR, SOURCE_DIR, check, cli, cli_json, finish
from lib.scene_files import scene_names

# As Bash calls it for the line before the cursor; compopt is of use in a real completion alone.
SHELL = """
compopt() { :; }
source "$1"
COMP_LINE=$2 COMP_POINT=${#2}
_keystone_cli
printf '%s\\n' "${COMPREPLY[@]}"
"""


def offered(line, cwd=tempfile.gettempdir()):
    script = SOURCE_DIR / "packaging" / "keystone-cli.bash"
    done = subprocess.run(["bash", "-c", SHELL, "bash", script, f"{BIN_DIR}/keystone-cli {line}"], capture_output=True,
                          text=True, timeout=60, cwd=cwd)
    check(done.returncode == 0 and not done.stderr, f"{line!r}: {done.stderr}")
    return done.stdout.split()


def expect(line, words):
    found = offered(line)
    check(sorted(found) == sorted(words), f"{line!r}: found {found}, expected {words}")


def ids(what):
    return [row["id"] for row in cli_json("list", what) if row.get("built", True)]


scenes, solvers, referees = scene_names(), ids("solvers"), ids("referees")
helps = cli("--help").stdout.partition("Subcommands:")[2].strip().splitlines()
commands = [line.split()[0] for line in helps]

expect("", commands)
expect("--threads 1 ", commands)
expect("re", [name for name in commands if name.startswith("re")])
expect("fly ", commands)  # no command yet
expect("run ", scenes)
expect("run wall_", [name for name in scenes if name.startswith("wall_")])
expect("run arch_101 --set ", ["mu=", "stones=", "thickness="])
expect("run --set ", [])  # of no scene yet
expect("run seesaw --set ", [])
expect("run wall_10x10 ", [])  # nothing follows but options
expect("bench arch ", scenes)  # as many as one likes
expect("run --solver ", solvers)
expect("run arch --solver=newton", [name for name in solvers if name.startswith("newton")])  # after the '='
expect("solve --solver ", solvers + referees)
expect("solve ", [])  # a file
expect("run arch --stepper pos", ["position"])
expect("compare arch --solvers exact,pg", [f"exact,{name}" for name in solvers if name.startswith("pg")])
expect("race arch --methods velocity+exact,position+pgs", [f"velocity+exact,position+{name}" for name in solvers
                                                           if name.startswith("pgs")])
expect("race arch --methods av", ["avbd"])  # a method of its own
expect("list ", ["solvers", "steppers", "referees", "scenes"])
expect("list scenes --format ", ["table", "json"])
expect("list scenes --fo", ["--format"])
expect("run arch --impacts se", ["sequential"])
expect("run arch --parameter ", [])  # of which solver
parameters = next(row["parameters"] for row in cli_json("list", "solvers") if row["id"] == "pgs").split()
found = offered("run arch --solver pgs -p ")
check({word.partition("=")[0] for word in found} == set(parameters) and "=" in found[0], f"parameters of pgs: {found}")
check("--solver" in offered("run --") and "--threads" in offered("run --"), "a command's options and everybody's")
check("--steps" not in offered("list --"), "no options of another command")
check({"diamond_5", "collapse_5x5"} <= set(offered("framework ")), "frameworks and scenes")
check({row["check"] for row in cli_json("validate", "--solver", "pgs")} >= set(offered("validate wei")) == {"weight"},
      "checks by name")

with tempfile.TemporaryDirectory() as folder:
    for name in ("dominoes.replay", "other.replay", "notes.txt"):
        (Path(folder) / name).touch()
    # A build without the window cannot draw and has no such command; cli_render.py fails where one with it has none.
    subjects = ["dominoes", "dominoes.replay"] if "render" in commands else []
    found = sorted(offered("render dom", folder))
    check(found == subjects, f"scenes and recordings to render: found {found}, expected {subjects}")
    check(sorted(offered("replay ", folder)) == ["dominoes.replay", "other.replay"], "recordings to replay")
    check(offered(f"replay {folder}/o") == [f"{folder}/other.replay"], "in another folder")
    check(offered("compare dom", folder) == ["dominoes"], "no recordings to compare")
finish()

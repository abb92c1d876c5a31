#!/usr/bin/python3
"""The progress bar of keystone-cli: shown to who waits at a terminal, erased in the end, and never in anyone's way."""
import re
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from lib.keystone import check, cli, finish
from lib.terminal import at_terminal, bars, screen

QUICK, REDRAW = 0.5, 0.1  # [s], of progress.cpp
STEPS = 400  # of 0.4 ms, so that the slowed machine takes seconds for them
AT_ONCE = 4  # terminals: a program made slow mostly stands still
BAR = re.compile(r"(\[=* *\] )? *(\d+) %(, about \d+ (s|min|h) left)?: (.+) (\d+) of (\d+)")


def check_bars(what, lines, subject, total=None):
    check(lines, f"{what}: no bar")
    found = [BAR.fullmatch(line) for line in lines]
    check(all(found), f"{what}: {[line for line, bar in zip(lines, found) if not bar]}")
    shares = [int(bar[2]) for bar in found if bar]
    check(shares == sorted(shares) and all(0 <= share <= 100 for share in shares), f"{what}: shares {shares}")
    done = [(int(bar[2]), int(bar[6]), int(bar[7])) for bar in found if bar]
    # When all are done, the last piece is named still.
    check(all(share == 100 * (piece - 1) // pieces or (share == 100 and piece == pieces)
              for share, piece, pieces in done), f"{what}: share, piece, pieces {done}")
    check(all(re.search(subject, bar[5]) for bar in found if bar), f"{what}: '{subject}' in {lines}")
    check(total is None or all(pieces == total for _, _, pieces in done), f"{what}: {total} pieces")


def check_terminal(seen, piped):
    lines = bars(seen.terminal)
    check_bars("export", lines, "collapse_compare, step", STEPS)
    check(any("left" in line for line in lines) and any("[" in line for line in lines), f"time and bar: {lines}")
    check(QUICK + len(lines) * REDRAW <= seen.seconds + REDRAW, f"{len(lines)} drawings in {seen.seconds} s")
    check(screen(seen.terminal) == piped.stdout.split("\n"), f"on the screen in the end: {screen(seen.terminal)}")
    check(seen.terminal.rindex(b"\x1b[K") < seen.terminal.index(b"file "), "erased before the first output")
    check(seen.status == piped.returncode == 0, f"exit {seen.status}")


def check_file(seen, output):
    check_bars("output to a file", bars(seen.terminal), "step", STEPS)
    check(seen.stdout == output, "the same bytes in the file")
    check(screen(seen.terminal) == [""], f"left on the screen: {screen(seen.terminal)}")


def check_silent(what, seen, output):
    check(seen.terminal == b"" and seen.stderr == b"", f"{what}: {seen.terminal[:200]} {seen.stderr[:200]}")
    check(seen.stdout == output, f"{what}: the same bytes on standard output")
    check(seen.seconds > QUICK, f"{what}: {seen.seconds} s is too short to tell")


def check_narrow(columns, seen):
    lines = bars(seen.terminal)
    check(lines and all(len(line) < columns for line in lines), f"{columns} columns: {lines}")
    check(all(re.match(r" *\d+ %", line) for line in lines), f"{columns} columns, the share stays: {lines}")
    check(screen(seen.terminal) == [""], f"{columns} columns: left {screen(seen.terminal)}")


def check_interrupted(seen):
    check(seen.status == 130, f"Ctrl-C: exit {seen.status}, expected 130")
    left = screen(seen.terminal)
    check(bars(seen.terminal) and left[0].split()[-2:] == ["scene", "bin_200"], f"Ctrl-C: first the summary: {left}")
    check(left[-1] == "" and "bin_200: interrupted after " in left[-2], f"Ctrl-C: then how far it came: {left}")


def check_compare(seen):
    lines = bars(seen.terminal)
    steps = [line for line in lines if re.search(r", step \d+ of", line)]  # a bar of its own, where the step is slow
    if steps:
        check_bars("compare's step", steps, r"\w+, step$")
    check_bars("compare", [line for line in lines if line not in steps], r"\w+, solver$")
    check(any("solver" in line for line in lines), f"compare: no solver in {lines}")


def check_unknown(seen):
    lines = bars(seen.terminal)
    check(lines and all(re.fullmatch(r"\d+ s so far: pyramid3d_10", line) for line in lines), f"analyze: {lines}")


def check_quick(seen):
    check(b"\x1b" not in seen.terminal and b"exact" in seen.terminal, "quick work shows nothing but its result")


# Where there is no terminal, or where a pipe's reader may be using it, nothing is drawn.
SILENT = {"piped": {"stdout": "pipe"}, "both piped": {"stdout": "pipe", "stderr": "pipe"},
          "errors piped": {"stdout": "file", "stderr": "pipe"},
          "a terminal without control sequences": {"stdout": "file", "kind": "dumb"}}
# Every long command says what it works on.
SUBJECTS = {("run", "bin_200", "--steps", 45): "bin_200, step",
            ("race", "collapse_compare", "--steps", 60): "collapse_compare by 4 methods, step",
            ("bench", "stack_15", "--steps", 15): r"stack_15 by \w+, step",
            ("validate", "pendulum"): r"\w+ by \w+, run"}

with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(AT_ONCE) as pool:
    export = "export", "collapse_compare", "--step", STEPS, "--out", Path(name) / "exported.mtx"
    piped = cli(*export)
    output = piped.stdout.encode()
    cases = [(partial(check_terminal, piped=piped), export, {}),
             (partial(check_file, output=output), export, {"stdout": "file"})]
    cases += [(partial(check_silent, what, output=output), export, places) for what, places in SILENT.items()]
    cases += [(partial(check_narrow, columns), export, {"stdout": "file", "columns": columns}) for columns in (20, 40)]
    cases += [(check_interrupted, ("run", "bin_200", "--steps", 100_000), {"interrupt": True}),
              (check_compare, ("compare", "wall_10x10", "--step", 1), {}),
              (check_unknown, ("analyze", "pyramid3d_10"), {}),
              (check_quick, ("list", "solvers"), {"slow": False})]
    cases += [(lambda seen, command=command, subject=subject: check_bars(command[0], bars(seen.terminal), subject),
               command, {}) for command, subject in SUBJECTS.items()]
    for (examine, _, _), seen in zip(cases, pool.map(lambda case: at_terminal(*case[1], **case[2]), cases)):
        examine(seen)
finish()

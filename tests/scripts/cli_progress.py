#!/usr/bin/python3
"""The progress bar of keystone-cli: shown to who waits at a terminal, erased in the end, and never in anyone's way."""
import re
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent / "lib"))
from keystone import check, cli, finish  # noqa: E402
from terminal import at_terminal, bars, screen  # noqa: E402

QUICK, REDRAW = 0.5, 0.1  # [s], of progress.cpp
STEPS = 1000
BAR = re.compile(r"(\[=* *\] )? *(\d+) %(, about \d+ (s|min|h) left)?: (.+) (\d+) of (\d+)")


def export(folder, name):
    """A command of many steps, whose output holds no measured time."""
    return "export", "collapse_compare", "--step", STEPS, "--out", folder / name


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


def check_terminal(folder):
    piped = cli(*export(folder, "piped.mtx"))
    seen = at_terminal(*export(folder, "piped.mtx"))
    lines = bars(seen.terminal)
    check_bars("export", lines, "collapse_compare, step", STEPS)
    check(any("left" in line for line in lines) and any("[" in line for line in lines), f"time and bar: {lines}")
    check(QUICK + len(lines) * REDRAW <= seen.seconds + REDRAW, f"{len(lines)} drawings in {seen.seconds} s")
    check(screen(seen.terminal) == piped.stdout.split("\n"), f"on the screen in the end: {screen(seen.terminal)}")
    check(seen.terminal.rindex(b"\x1b[K") < seen.terminal.index(b"file "), "erased before the first output")
    check(seen.status == piped.returncode == 0, f"exit {seen.status}")
    return piped.stdout.encode()


def check_elsewhere(folder, output):
    """Where there is no terminal, or where a pipe's reader may be using it, nothing is drawn."""
    command = export(folder, "piped.mtx")
    seen = at_terminal(*command, stdout="file")
    check_bars("output to a file", bars(seen.terminal), "step", STEPS)
    check(seen.stdout == output, "the same bytes in the file")
    check(screen(seen.terminal) == [""], f"left on the screen: {screen(seen.terminal)}")
    for what, places in (("piped", {"stdout": "pipe"}), ("both piped", {"stdout": "pipe", "stderr": "pipe"}),
                         ("errors piped", {"stdout": "file", "stderr": "pipe"}),
                         ("a terminal without control sequences", {"stdout": "file", "kind": "dumb"})):
        seen = at_terminal(*command, **places)
        check(seen.terminal == b"" and seen.stderr == b"", f"{what}: {seen.terminal[:200]} {seen.stderr[:200]}")
        check(seen.stdout == output, f"{what}: the same bytes on standard output")
        check(seen.seconds > QUICK, f"{what}: {seen.seconds} s is too short to tell")


def check_narrow(folder):
    for columns in (20, 40):
        seen = at_terminal(*export(folder, "narrow.mtx"), stdout="file", columns=columns)
        lines = bars(seen.terminal)
        check(lines and all(len(line) < columns for line in lines), f"{columns} columns: {lines}")
        check(all(re.match(r" *\d+ %", line) for line in lines), f"{columns} columns, the share stays: {lines}")
        check(screen(seen.terminal) == [""], f"{columns} columns: left {screen(seen.terminal)}")


def check_interrupt(folder):
    seen = at_terminal("run", "bin_200", "--steps", 100_000, interrupt=True)
    check(seen.status == -2, f"Ctrl-C: exit {seen.status}, expected to die of SIGINT")
    check(bars(seen.terminal) and screen(seen.terminal) == [""], f"Ctrl-C leaves {screen(seen.terminal)}")


def check_commands():
    """Every long command says what it works on."""
    for subject, command in (("bin_200, step", ("run", "bin_200", "--steps", 80)),
                             ("collapse_compare by 3 methods, step", ("race", "collapse_compare", "--steps", 500)),
                             (r"stack_15 by \w+, step", ("bench", "stack_15", "--steps", 200)),
                             (r"\w+ by \w+, run", ("validate",))):
        check_bars(command[0], bars(at_terminal(*command).terminal), subject)
    lines = bars(at_terminal("compare", "wall3d_10x10", "--step", 1).terminal)
    steps = [line for line in lines if re.search(r", step \d+ of", line)]  # a bar of its own, where the step is slow
    if steps:
        check_bars("compare's step", steps, r"\w+, step$")
    check_bars("compare", [line for line in lines if line not in steps], r"\w+, solver$")
    check(any("solver" in line for line in lines), f"compare: no solver in {lines}")
    lines = bars(at_terminal("analyze", "pyramid3d_10").terminal)
    check(lines and all(re.fullmatch(r"\d+ s so far: pyramid3d_10", line) for line in lines), f"analyze: {lines}")
    seen = at_terminal("list", "solvers", slow=False)
    check(b"\x1b" not in seen.terminal and b"exact" in seen.terminal, "quick work shows nothing but its result")


with tempfile.TemporaryDirectory() as name:
    folder = Path(name)
    check_elsewhere(folder, check_terminal(folder))
    check_narrow(folder)
    check_interrupt(folder)
check_commands()
finish()

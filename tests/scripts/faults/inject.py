#!/usr/bin/python3
"""Do the tests see a fault? Puts each fault of faults.txt into the engine, builds, runs the tests until one fails.

inject.py [--tree DIR] [--only 3,7-9] [--out FILE] [--full] [--faults FILE]

DIR (this tree) has a release build and no change in the files concerned; each is put back. A row a fault: its number,
file, verdict (caught, missed, crashed the build) and the test that caught it. Run it before and after you cut tests.
"""
import argparse
import csv
import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
# The cheap ones first: the other suites of the C++ tests, these, the command line and Python, the window.
SLOW = "*EveryScene*:*SideRace*:*Converged*:*FastFields*:*InMotion*:*FieldBodies*:*FieldShots*"
STAGES = ["-R", "^(cli|python|scene|layers|Allocat|Warm)_?", "-E", "^python_install"], ["-R", "^window"]
LONGEST = 400  # [s] of a process; one that takes longer hangs


def read_faults(path):
    """[(number, file, line, faulty line)]"""
    blocks = [block.splitlines() for block in path.read_text().split("\n\n")[1:]]
    return [(n + 1, file, old[2:], new[2:].rstrip("\n")) for n, (file, old, new) in enumerate(blocks)]


def numbers(text):
    spans = [part.split("-") for part in text.split(",")]
    return {n for span in spans for n in range(int(span[0]), int(span[-1]) + 1)}


def with_fault(text, old, new):
    lines = text.split("\n")
    at = [i for i, line in enumerate(lines) if line.strip() == old]
    if len(at) != 1:
        sys.exit(f"inject.py: found {len(at)} lines '{old}', expected one")
    lines[at[0]] = lines[at[0]].replace(old, new)
    return "\n".join(lines)


def build(tree, *targets):
    """None, or what the compiler said."""
    done = subprocess.run(["cmake", "--build", "build/release", "--target", *targets], cwd=tree, capture_output=True,
                          text=True, check=False)
    return None if done.returncode == 0 else (re.findall(r"error: .*", done.stdout) or done.stdout.splitlines()[-1:])[0]


def run_suites(tree, environment, chosen):
    """The first test that fails of the C++ suites that the filter names, or None. A process for each core."""
    command = ["build/release/bin/keystone_tests", "--gtest_fail_fast", "--gtest_filter=" + chosen]
    cores = os.cpu_count()
    parts = [subprocess.Popen(command, cwd=tree, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                              errors="replace", env=environment | {"GTEST_TOTAL_SHARDS": str(cores),
                                                                   "GTEST_SHARD_INDEX": str(i)})
             for i in range(cores)]
    found = []

    def read(part):
        stop = threading.Timer(LONGEST, part.kill)
        stop.start()
        at = ""
        for line in part.stdout:
            run, fail = re.match(r"\[ RUN +\] (\S+)", line), re.match(r"\[ +FAILED +\] ([^ ,]+)", line)
            at = run[1] if run else at
            if fail and not found:
                found.append(fail[1])
                part.terminate()  # what it still says is not read
                break
        if part.wait() not in (0, 1, -signal.SIGTERM) and not found:
            found.append(f"{at} (ended by {part.returncode})")
        stop.cancel()
        if found:
            for other in parts:
                other.terminate()

    readers = [threading.Thread(target=read, args=(part,)) for part in parts]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join()
    return found[0] if found else None


def verdict(tree, full):
    """(verdict, first test that failed)"""
    environment = os.environ | ({"KEYSTONE_FULL": "1"} if full else {})
    fault = build(tree, "keystone_tests", "keystone_allocation_tests")
    if fault:
        return "crashed the build", fault
    for chosen in ("-" + SLOW, SLOW):
        failed = run_suites(tree, environment, chosen)
        if failed:
            return "caught", failed
    fault = build(tree, "all")
    if fault:
        return "crashed the build", fault
    for stage in STAGES:
        done = subprocess.run(["ctest", "--test-dir", "build/release", "--stop-on-failure", "--timeout", "150", "-j",
                               str(os.cpu_count()), *stage], cwd=tree, env=environment, capture_output=True, text=True,
                              check=False)
        failed = re.findall(r"Test +#\d+: (\S+) .*\*\*\*", done.stdout)
        if failed:
            return "caught", failed[0]
    return "missed", ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tree", type=Path, default=HERE.parents[2])
    parser.add_argument("--faults", type=Path, default=HERE / "faults.txt")
    parser.add_argument("--only", type=numbers)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--full", action="store_true", help="all trials of every test")
    options = parser.parse_args()
    rows = []
    for number, file, old, new in read_faults(options.faults):
        if options.only and number not in options.only:
            continue
        path, begin = options.tree / file, time.monotonic()
        text = path.read_text()
        try:
            path.write_text(with_fault(text, old, new))
            rows.append((number, file, *verdict(options.tree, options.full)))
        finally:
            path.write_text(text)
        print(*rows[-1], f"{time.monotonic() - begin:.0f} s", sep="  ", flush=True)
        if options.out:
            with open(options.out, "w", newline="", encoding="utf-8") as out:
                csv.writer(out).writerows([("fault", "file", "verdict", "test"), *rows])
    missed = sum(row[2] == "missed" for row in rows)
    print(f"{len(rows)} faults, {missed} missed")


if __name__ == "__main__":
    main()

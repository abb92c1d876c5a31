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
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
STAGES = (["-E", "^(cli|python|window|install|scene|layers)_?"], ["-R", "^(cli|python|scene|layers)_?", "-E", "install"],
          ["-R", "^window"])  # the cheap ones first


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


def verdict(tree, full):
    """(verdict, first test that failed)"""
    build = subprocess.run(["cmake", "--build", "build/release"], cwd=tree, capture_output=True, text=True, check=False)
    if build.returncode != 0:
        return "crashed the build", (re.findall(r"error: .*", build.stdout) or build.stdout.splitlines()[-1:])[0]
    environment = os.environ | ({"KEYSTONE_FULL": "1"} if full else {})
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

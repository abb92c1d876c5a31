#!/usr/bin/python3
"""Recordings on the command line: the same bits on another number of threads, after a kill, and where they part.
Arguments: BIN_DIR SOURCE_DIR."""
import signal
import struct
import subprocess
import tempfile
import time
import zlib
from pathlib import Path

from lib.keystone import CLI, check, check_refused, cli, cli_json, finish, trials

# A minute of each, or a tenth of it.
SCENES = ["wall_10x10", "stack_15", "dominoes", "card_house", "friction_sweep", "newton_cradle", "geneva_drive",
          "shapes_compounds", "hourglass", "tippe_top"]
STEPS = 200 if b"__asan_init" in CLI.read_bytes() else trials(3600)  # sanitized programs take tens of times as long


def blocks(data):
    """(start, kind, bytes) of each block, and where the first begins."""
    at = data.index(b"\n", data.index(b"\n") + 1) + 1
    while at < len(data):
        kind, stored, _, _ = struct.unpack_from("<4I", data, at)
        yield at, kind, zlib.decompress(data[at + 16:at + 16 + stored])
        at += 16 + stored


def with_other_hash(data, step):
    """The recording as it would be, had the state after `step`, one of the first block of steps, been another."""
    at, kind, whole = next(block for block in blocks(data) if block[1] == 4)
    stored = struct.unpack_from("<4I", data, at)[1]
    place = 4 + (step - 1) * (8 + 8 + 4 + 4 + 1 + 4) + 8  # after the list's length: number, hash, residual, ... hands
    changed = whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1:]
    packed = zlib.compress(changed, 1)
    head = struct.pack("<4I", kind, len(packed), len(changed), zlib.crc32(packed))
    return data[:at] + head + packed + data[at + 16 + stored:]


def check_parameters(folder):
    path = folder / "set.replay"
    ran = cli_json("run", "cards", "--set", "storeys=3", "--set", "mu=0.3", "--steps", 60, "--record", path)
    again = cli_json("replay", path)
    check(again["replayed"] == 60 and again["diverged"] is None, f"a scene with parameters: {again}")
    check(again["state_hash"] == ran["state_hash"], "the same last state")


def check_scenes(folder):
    for scene in SCENES:
        path = folder / f"{scene}.replay"
        ran = cli("run", scene, "--steps", STEPS, "--record", path, "--threads", 2, "--format", "json", timeout=300)
        check(ran.returncode in (0, 1), f"{scene}: {ran.stderr}")
        again = cli_json("replay", path, "--threads", 1)
        check(again["replayed"] == STEPS and again["diverged"] is None, f"{scene}: {again}")
        check(f'"{again["state_hash"]}"' in ran.stdout, f"{scene}: another last state")


def check_kill(folder):
    path = folder / "killed.partial.replay"
    process = subprocess.Popen([str(CLI), "run", "wall_10x10", "--steps", "100000000", "--record",
                                str(folder / "killed.replay")], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    end = time.monotonic() + 60
    while (not path.exists() or path.stat().st_size < 60_000) and time.monotonic() < end:
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.wait()
    result = cli_json("replay", path)
    check(result["steps"] >= 120 and result["steps"] % 30 == 0 and result["diverged"] is None, f"killed: {result}")
    with open(path, "r+b") as file:
        file.truncate(path.stat().st_size - 5)
    cut = cli_json("replay", path)
    said = cli("replay", path).stderr
    check(said == f"{path}: cut off: the last {cut['bytes_lost']} bytes are no whole block\n", f"and says so: {said}")
    check(cut["bytes_lost"] > 0 and cut["steps"] <= result["steps"] and cut["diverged"] is None, f"cut off: {cut}")


def check_divergence(folder):
    path = folder / "other.replay"
    path.write_bytes(with_other_hash((folder / "stack_15.replay").read_bytes(), 17))
    done = cli("replay", path)
    check(done.returncode == 1 and "diverged at step 17: found state " in done.stderr, f"divergence: {done.stderr}")
    short = cli_json("replay", path, "--to", 16)
    check(short["replayed"] == 16 and short["diverged"] is None, f"before it: {short}")


def check_counts(folder):
    """Of steps that had an impact; `impacts` of a run counts contacts of impact solves."""
    result = cli_json("replay", folder / "dominoes.replay")
    check(0 < result["impact_steps"] < result["steps"] and "impacts" not in result, f"counts: {result}")


def check_empty(folder):
    path = folder / "empty.replay"
    cli_json("run", "stack_15", "--steps", 0, "--record", path)
    result = cli_json("replay", path)
    start = cli_json("run", "stack_15", "--steps", 0)
    check(result["steps"] == 0 and result["state_hash"] == start["state_hash"], f"no step: the start: {result}")


def check_state(folder):
    state, again = folder / "state.json", folder / "again.json"
    cli_json("replay", folder / "dominoes.replay", "--to", 200, "--state", state)
    cli_json("run", "dominoes", "--steps", 200, "--state", again)
    check(state.read_text() == again.read_text(), "the state on the way is that of the run")


def check_faults(folder):
    check_refused("no file", "replay", folder / "none.replay", mentions="found no such file, expected a recording")
    (folder / "text.replay").write_text("{}")
    check_refused("another file", "replay", folder / "text.replay", mentions="found another file, expected a recording")
    check_refused("a folder", "replay", folder, mentions="found a folder, expected a recording")
    (folder / "newer.replay").write_bytes(b"Keystone recording 2\n0.9.0\n")
    check_refused("a newer one", "replay", folder / "newer.replay", mentions="found recording format 2, expected 1")
    whole = (folder / "stack_15.replay").read_bytes()
    first = next(blocks(whole))[0]
    for case, at in (("within", len(whole) // 2), ("a length", first + 7)):
        data = bytearray(whole)
        data[at] ^= 0x10
        (folder / "damaged.replay").write_bytes(data)
        check_refused(f"damaged, {case}", "replay", folder / "damaged.replay", mentions=": byte ")
    check_refused("no place", "run", "stack_15", "--record", folder / "no" / "such.replay", mentions="be written")
    check_refused("an ending", "run", "stack_15", "--record", folder / "run.foo", mentions="expected FILE.replay")
    check_refused("past the end", "replay", folder / "stack_15.replay", "--to", STEPS + 1,
                  mentions=f"--to: found {STEPS + 1}, expected at most {STEPS}")
    for command in (("run",), ("analyze",), ("race",)):
        check_refused("a recording for a scene", *command, folder / "stack_15.replay",
                      mentions="found a recording, expected a scene; keystone-cli replay plays it")


with tempfile.TemporaryDirectory() as name:
    check_parameters(Path(name))
    check_scenes(Path(name))
    check_kill(Path(name))
    check_divergence(Path(name))
    check_counts(Path(name))
    check_empty(Path(name))
    check_state(Path(name))
    check_faults(Path(name))
finish()

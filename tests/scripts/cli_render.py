#!/usr/bin/python3
"""Pictures and videos of recordings and scenes, where there is no display. Arguments: BIN_DIR SOURCE_DIR."""
import json
import os
import subprocess
import tempfile
from pathlib import Path

from lib.keystone import CLI, check, check_refused, cli_json, finish
from lib.pictures import size_of

os.environ.pop("DISPLAY", None)
os.environ.pop("WAYLAND_DISPLAY", None)
SMALL = ("--width", 320, "--height", 180)


def check_pictures(folder):
    recording, pictures = folder / "run.replay", folder / "pictures"
    cli_json("run", "dominoes", "--steps", 120, "--record", recording)
    # 60 steps a second, a frame every 6 steps, both ends included.
    result = cli_json("render", recording, "--out", pictures, "--fps", 10, *SMALL)
    names = sorted(path.name for path in pictures.iterdir())
    check(result["frames"] == 21 == len(names) and names[0] == "000001.png", f"frames: {result}, {len(names)}")
    for name in (names[0], names[-1]):
        width, height, count = size_of(pictures / name)
        check((width, height) == (320, 180) and count > 500, f"{name}: {width} x {height}, {count} colours")
    check((pictures / names[0]).read_bytes() != (pictures / names[-1]).read_bytes(), "something moves")
    again = folder / "again"
    cli_json("render", "dominoes", "--to", 120, "--out", again, "--fps", 10, *SMALL)
    check(all((pictures / name).read_bytes() == (again / name).read_bytes() for name in names[1:]),
          "the scene and its recording look the same, to the last bit")
    slow = cli_json("render", recording, "--out", folder / "slow", "--fps", 10, "--speed", 0.5, "--from", 60, *SMALL)
    check(slow["frames"] == 21, f"half of it at half the speed: {slow}")


def check_video(folder):
    video = folder / "film.mp4"
    result = cli_json("render", "wall_5x5", "--to", 60, "--out", video, "--fps", 30, *SMALL)
    probe = subprocess.run(["ffprobe", "-v", "error", "-count_frames", "-show_streams", "-of", "json", video],
                           capture_output=True, text=True, check=True)
    stream = json.loads(probe.stdout)["streams"][0]
    check((stream["width"], stream["height"]) == (320, 180), f"its size: {stream['width']} x {stream['height']}")
    check(int(stream["nb_read_frames"]) == result["frames"] == 31, f"its frames: {stream['nb_read_frames']}, {result}")
    check(stream["avg_frame_rate"] == "30/1", f"its rate: {stream['avg_frame_rate']}")


def check_places(folder):
    """What the name of the place says, and what is there already."""
    for name in ("film.gif", "film.MP5"):
        check_refused(name, "render", "wall_5x5", "--to", 1, "--out", folder / name, *SMALL,
                      mentions="expected .mp4, .mkv or .webm, or a folder")
        check(not (folder / name).exists(), f"{name}: nothing is made")
    cli_json("render", "wall_5x5", "--to", 1, "--out", folder / "LOUD.MP4", *SMALL)
    check((folder / "LOUD.MP4").read_bytes()[4:8] == b"ftyp", "capital letters are a video, too")
    check_refused("stale frames", "render", "wall_5x5", "--to", 1, "--out", folder / "pictures", *SMALL,
                  mentions=f"{folder / 'pictures'}: found pictures of an earlier rendering")
    dotted = folder / "frames.1"
    dotted.mkdir()
    (dotted / "notes.png").write_bytes(b"")
    check(cli_json("render", "wall_5x5", "--to", 1, "--out", dotted, *SMALL)["frames"] == 2, "a folder with an ending")


def check_steps(folder):
    recording, out = folder / "run.replay", folder / "none"
    for steps, mentions in ((("--from", 50, "--to", 10), "--from: found 50, expected at most 10, the step of --to"),
                            (("--from", 700), "--from: found 700, expected at most 120"),
                            (("--to", 5000), "--to: found 5000, expected at most 120")):
        check_refused(f"{steps}", "render", recording, "--out", out, *steps, *SMALL, mentions=mentions)
    check_refused("a scene", "render", "wall_5x5", "--out", out, "--from", 5, "--to", 4, *SMALL,
                  mentions="--from: found 5")


def check_encoder(folder):
    """One line with what the encoder said last, and nothing left, where it fails; an earlier video stays."""
    programs, video = folder / "programs", folder / "old.mp4"
    programs.mkdir()
    video.write_bytes(b"an earlier one")
    encoder = programs / "ffmpeg"
    for script, mentions in (("echo one >&2; echo two >&2; exit 1", "(two)"), ("kill -9 $$", "(killed by signal 9)"),
                             ("cat >/dev/null; exec >\"${@: -1}\"; echo no end >&2; exit 1", "failed (no end)")):
        encoder.write_text(f"#!/bin/bash\n{script}\n")
        encoder.chmod(0o755)
        done = subprocess.run([str(CLI), "render", "wall_5x5", "--to", "3", "--out", str(video), *map(str, SMALL)],
                              capture_output=True, text=True, env={**os.environ, "PATH": f"{programs}:/usr/bin:/bin"})
        check(done.returncode == 2 and len(done.stderr.splitlines()) == 1 and mentions in done.stderr,
              f"{script}: {done.returncode} {done.stderr}")
        check(video.read_bytes() == b"an earlier one" and not list(folder.glob("*partial*")), f"{script}: what is left")


def check_faults(folder):
    check_refused("no scene", "render", "no_such_scene", "--out", folder / "x", mentions="no_such_scene")
    check_refused("odd", "render", "wall_5x5", "--out", folder / "x.mp4", "--width", 321, mentions="odd width or")
    check_refused("a file for a folder", "render", "wall_5x5", "--out", folder / "run.replay" / "x", *SMALL,
                  mentions="no folder")
    done = subprocess.run([str(CLI), "render", "wall_5x5", "--out", str(folder / "x.mp4")], capture_output=True,
                          text=True, env={"PATH": "/nowhere"})
    check(done.returncode == 2 and "found no program ffmpeg" in done.stderr, f"without ffmpeg: {done.stderr}")
    done = subprocess.run([str(CLI), "render", "wall_5x5", "--out", str(folder / "no" / "such" / "x.mp4"),
                           *map(str, SMALL)], capture_output=True, text=True)
    check(done.returncode == 2 and len(done.stderr.splitlines()) == 1 and "No such file" in done.stderr,
          f"no place: {done.stderr}")


with tempfile.TemporaryDirectory() as name:
    check_pictures(Path(name))
    check_video(Path(name))
    check_places(Path(name))
    check_steps(Path(name))
    check_encoder(Path(name))
    check_faults(Path(name))
finish()

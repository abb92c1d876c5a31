#!/usr/bin/python3
"""Contact signs leave a wall of a thousand bricks to be seen, and are all there where bricks are large.
Arguments: BIN_DIR SOURCE_DIR."""

import os
import subprocess
import sys

from support.desk import Desk, check, dynamic


def wall(desk):
    """The pixels of the screen that the bricks' centres span: x, y, width, height."""
    pixels = [body["pixel"] for body in dynamic(desk.state())]
    x, y = (min(p[k] for p in pixels) for k in (0, 1))
    return [round(v) for v in (x, y, max(p[0] for p in pixels) - x, max(p[1] for p in pixels) - y)]


def covered(desk):
    """Share of the wall's pixels that contacts and forces change."""
    x, y, width, height = wall(desk)
    pictures = [os.path.join(desk.home, name) for name in ("with.png", "without.png")]
    desk.screenshot(pictures[0])
    desk.key("c", "v")
    desk.screenshot(pictures[1])
    desk.key("c", "v")
    crop = ["-crop", f"{width}x{height}+{x}+{y}", "+repage"]
    done = subprocess.run(["compare", "-metric", "AE", "-fuzz", "8%", *pictures, *crop, "null:"], capture_output=True,
                          text=True)
    check(done.returncode in (0, 1), "the pictures can be compared", done.stderr)
    return float(done.stderr.split()[0]) / (width * height)


for scene in ("wall_40x25", "wall3d_40x25"):
    with Desk(sys.argv[1], scene, "--paused") as work:
        work.key("o")
        work.wait(lambda s: s["step"] == 1, "a step")
        work.move(640, 60)
        share = covered(work)
        check(0.005 < share < 0.12, f"signs change less than an eighth of {scene}", share)

with Desk(sys.argv[1], "wall_5x5", "--paused") as work:
    work.key("o", "v")
    picture = os.path.join(work.home, "all.png")
    work.move(640, 40)
    work.screenshot(picture)
    done = subprocess.run(["convert", picture, "-crop", "744x514+268+28", "+repage", "-fuzz", "4%", "-fill", "black",
                           "+opaque", "#38e68c", "-fill", "white", "-opaque", "#38e68c", "-define",
                           "connected-components:verbose=true", "-define", "connected-components:area-threshold=20",
                           "-connected-components", "4", "null:"], capture_output=True, text=True, check=True)
    spots = [line for line in done.stdout.splitlines() if "255,255,255" in line or "gray(255)" in line]
    check(len(spots) >= 40, "where bricks are large every place of contact has its sign", done.stdout)

#!/usr/bin/python3
"""Contact signs leave a wall of a thousand bricks to be seen, and are all there where bricks are large.
Arguments: BIN_DIR SOURCE_DIR."""

from scipy.ndimage import label

from lib.pictures import crop, differing, is_near
from support.desk import Desk, check, dynamic


def wall(desk):
    """The pixels of the screen that the bricks' centres span: x, y, width, height."""
    pixels = [body["pixel"] for body in dynamic(desk.state())]
    x, y = (min(p[k] for p in pixels) for k in (0, 1))
    return x, y, max(p[0] for p in pixels) - x, max(p[1] for p in pixels) - y


def covered(desk):
    """Share of the wall's pixels that contacts and forces change."""
    place, shown = wall(desk), desk.picture()
    desk.key("c", "v")
    return differing(crop(shown, place), crop(desk.picture(), place), 0.08)


for scene in ("wall_40x25", "wall3d_40x25"):
    with Desk(scene, "--paused", drawn=True) as work:
        work.steps(1)
        work.move(640, 60)
        share = covered(work)
        check(0.005 < share < 0.12, f"signs change less than an eighth of {scene}", share)

with Desk("wall_5x5", "--paused", drawn=True) as work:
    work.key("o", "v")
    work.move(640, 40)
    parts, count = label(is_near(crop(work.picture(), (268, 28, 744, 514)), "#38e68c", 0.04))
    spots = sum((parts == part).sum() >= 20 for part in range(1, count + 1))  # [pixels]
    check(spots >= 40, "where bricks are large every place of contact has its sign", spots)
    top = min((body["pixel"] for body in dynamic(work.state())), key=lambda pixel: pixel[1])
    lower = min((body["pixel"] for body in dynamic(work.state()) if body["pixel"][1] > top[1] + 5),
                key=lambda pixel: (pixel[1], abs(pixel[0] - top[0])))
    work.move(top[0], (top[1] + lower[1]) / 2)  # where the bricks below it meet
    check(work.comes_to_say("gap "), "a mouse that rests on a contact is told its gap")
    told = " ".join(work.words("##Tooltip"))
    check("normal force" in told, "and forces", told)

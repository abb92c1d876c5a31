#!/usr/bin/python3
"""Contact signs leave a wall of a thousand bricks to be seen, and are all there where bricks are large.
Arguments: BIN_DIR SOURCE_DIR."""

import numpy as np
from scipy.ndimage import binary_dilation, label

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


def discs(desk):
    """How many contacts that stick are marked in full colour, in the view of 1280 x 800."""
    parts, count = label(is_near(crop(desk.picture(), (268, 28, 744, 514)), "#38e68c", 0.04))
    return sum((parts == part).sum() >= 20 for part in range(1, count + 1))  # [pixels]


for scene in ("wall_40x25", "wall3d_40x25"):
    with Desk(scene, "--paused", drawn=True) as work:
        work.steps(1)
        work.move(640, 60)
        share = covered(work)
        check(0.005 < share < 0.12, f"signs change less than an eighth of {scene}", share)

with Desk("wall_5x5", "--paused", drawn=True) as work:
    work.key("o", "v")
    work.move(640, 40)
    spots = discs(work)
    check(spots >= 40, "where bricks are large every place of contact has its sign", spots)
    work.click_text("unclamped")
    check(discs(work) == 0, "a click on one set in the panel makes the other contacts faint")
    work.click_text("clamped, stick")
    check(discs(work) == spots, "on their own set, the contacts have their colour")
    work.click_text("clamped, stick")
    check(discs(work) == spots, "once more, all are alike", discs(work))
    top = min((body["pixel"] for body in dynamic(work.state())), key=lambda pixel: pixel[1])
    lower = min((body["pixel"] for body in dynamic(work.state()) if body["pixel"][1] > top[1] + 5),
                key=lambda pixel: (pixel[1], abs(pixel[0] - top[0])))
    work.move(top[0], (top[1] + lower[1]) / 2)  # where the bricks below it meet
    check(work.comes_to_say("gap "), "a mouse that rests on a contact is told its gap")
    told = " ".join(work.words("##Tooltip"))
    check("normal force" in told, "and forces", told)

with Desk("cards", "--paused", drawn=True) as work:
    work.steps(3)
    work.move(640, 40)
    shown = crop(work.picture(), (268, 28, 744, 514))
    pressed, rings = is_near(shown, "#38e68c", 0.04), is_near(shown, "#6bc7ff", 0.1)
    around = binary_dilation(pressed, iterations=4)  # [pixels], a ring's radius and line
    check(pressed.sum() > 100 and not np.any(around & rings), "no ring of an open contact lies around a pressed one",
          (pressed.sum(), np.count_nonzero(around & rings)))

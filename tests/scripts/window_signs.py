#!/usr/bin/python3
"""Contact signs leave a wall of a thousand bricks to be seen, and are all there where bricks are large.
Arguments: BIN_DIR SOURCE_DIR."""

import numpy as np
from scipy.ndimage import binary_dilation, label

from lib.pictures import crop, differing, ink, is_near
from support.desk import Desk, body_of, check, dynamic


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

with Desk("restitution_sweep", "--paused", drawn=True) as work:
    work.steps(60)  # they fall at 9.8 m/s
    work.move(640, 40)
    labels = [text for text in work.texts()["texts"] if text["text"].startswith("e ")]
    check([text["text"] for text in labels] == ["e 0", *(f"e 0.{i}" for i in range(1, 10)), "e 1"],
          "every ball has its label", labels)
    for text in labels:
        x, y, width, height = text["ink"]
        ball = body_of(work.state(), text["text"].replace(" ", "_"))["pixel"]
        check(abs(x + width / 2 - ball[0]) < 4 and 0 < ball[1] - y < 60, f"{text['text']} stands above its ball",
              (text["ink"], ball))
    bar = [text for text in work.words() if text.endswith(" m") and text.split()[0] in ("1", "2", "5", "10")]
    check(bar, "a bar tells the scale", work.words())
    blue = ink(work.picture(), "#8ca8ff", 0.12)
    work.key("shift+v")
    arrows = ink(work.picture(), "#8ca8ff", 0.12) - blue
    check(arrows > 60, "Shift+V shows velocities", arrows)
    check(any(text.endswith("m/s") for text in work.words("##info")), "and the panel their scale")
    work.key("shift+v")
    shown = work.picture()
    work.key("y")
    check(differing(crop(shown, (268, 28, 744, 300)), crop(work.picture(), (268, 28, 744, 300)), 0.08) > 0.003,
          "Y shows where they came from")
    work.key("y", "shift+c")
    check(not [text for text in work.words() if text.startswith("e ")], "Shift+C hides the labels")

with Desk("creep_slope", "--paused", drawn=True) as work:
    state = work.steps(5)
    work.click(*body_of(state, "cube")["pixel"])
    work.click_text("CONTACT")
    work.click_text("slope")
    work.steps(10)
    x, y, width, height = work.state()["panels"]["drawer"]
    work.move(x + width - 20, y + height / 2)
    told = " ".join(work.words("##Tooltip"))
    check(told.startswith("step 1") and "of at most" in told, "a contact that is chosen has its force plotted", told)

with Desk("cards", "--paused", drawn=True) as work:
    work.steps(3)
    work.move(640, 40)
    shown = crop(work.picture(), (268, 28, 744, 514))
    pressed, rings = is_near(shown, "#38e68c", 0.04), is_near(shown, "#6bc7ff", 0.1)
    around = binary_dilation(pressed, iterations=4)  # [pixels], a ring's radius and line
    check(pressed.sum() > 100 and not np.any(around & rings), "no ring of an open contact lies around a pressed one",
          (pressed.sum(), np.count_nonzero(around & rings)))

#!/usr/bin/python3
"""A wall falls asleep at the key Z, is drawn darker, and wakes for the hand. Arguments: BIN_DIR SOURCE_DIR."""

from support.desk import Desk, check, dynamic


def brightness(desk, pixels):
    """Mean grey value, 0 to 255, of the screen at the given pixels."""
    picture = desk.picture()
    return sum(picture[round(y), round(x)].mean() for x, y in pixels) / len(pixels)


with Desk("wall_10x10", "--paused", width=1000, height=700, drawn=True) as desk:
    state = desk.steps(60)
    check(state["sleeping"] == 0, "nobody sleeps by default")
    bricks = dynamic(state)
    pixels = [(brick["pixel"][0] + 8, brick["pixel"][1] + 3) for brick in bricks[20:80]]
    awake = brightness(desk, pixels)
    desk.key("z", "space")
    # The step in which they fall asleep still solved their contacts.
    state = desk.wait(lambda s: s["sleeping"] == len(bricks) and s["contacts"] == 0, "the wall to fall asleep")
    check(True, "sleepers have no contacts to solve")
    asleep = brightness(desk, pixels)
    check(asleep < 0.9 * awake, "sleepers are drawn darker", (awake, asleep))
    before = [brick["position"] for brick in dynamic(state)]
    state = desk.wait(lambda s: s["step"] > state["step"] + 30, "time to pass")
    check([brick["position"] for brick in dynamic(state)] == before, "nothing moves")

    brick = max(dynamic(state), key=lambda b: b["position"][1])
    x, y = brick["pixel"]
    desk.press(x, y)
    desk.move(x + 20, y - 20)
    desk.move(x + 60, y - 60)
    desk.wait(lambda s: s["sleeping"] == 0 and s["contacts"] > 0, "the hand to wake the wall")
    check(True, "the hand wakes them")
    desk.release()
    desk.key("z")
    state = desk.settle()
    check(state["sleeping"] == 0, "the key lets nobody sleep any more")

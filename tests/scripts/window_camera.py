#!/usr/bin/python3
"""The camera keeps in view what moves: when it opens a scene, follows a body, or the window and the text change their
size; keys turn it to the standard views. Arguments: BIN_DIR SOURCE_DIR."""

from support.desk import Desk, check, dynamic


def outside(state):
    """Bodies that are seen outside the view."""
    x, y, width, height = state["panels"]["view"]
    return [body["name"] for body in dynamic(state)
            if not (x <= body["pixel"][0] <= x + width and y <= body["pixel"][1] <= y + height)]


def spread(state, axis):
    """[pixels]"""
    places = [body["pixel"][axis] for body in dynamic(state)]
    return max(places) - min(places)


with Desk("restitution_sweep", "--paused", width=1280, height=800) as desk:
    start = desk.state()
    check(not outside(start), "the balls are in view at the start", outside(start))
    state = desk.steps(130)
    check(not outside(state), "and on the ground", outside(state))

    ball = dynamic(state)[-1]
    desk.click(*ball["pixel"])
    state = desk.key("shift+f")
    before = dynamic(state)[-1]["pixel"]
    after = dynamic(desk.steps(30))[-1]["pixel"]
    check(abs(after[1] - before[1]) < 0.5, "Shift+F: the selected ball stays in its place on the screen",
          (before, after))
    desk.key("shift+f")
    moved = dynamic(desk.steps(30))[-1]["pixel"]
    check(abs(moved[1] - after[1]) > 5, "and moves once it is no longer followed", (after, moved))

    front = desk.key("Home")
    check(spread(front, 0) > 100, "from the front the row is seen at full length", spread(front, 0))
    side = desk.key("at")  # Shift+2
    check(spread(side, 0) < 0.05 * spread(front, 0), "from the side the balls are behind each other", spread(side, 0))
    above = desk.key("numbersign")  # Shift+3
    check(spread(above, 1) < 0.05 * spread(front, 0) < spread(above, 0), "from above in one line", spread(above, 1))

    front = desk.key("Home")
    larger = desk.key("ctrl+equal", "ctrl+equal", "ctrl+equal")
    check(larger["panels"]["view"] != front["panels"]["view"], "larger text leaves less room")
    check(not outside(larger), "in which the balls are all seen", outside(larger))
    window = next(w for w in desk.screen.screen().root.query_tree().children
                  if w.get_wm_name() and "Keystone" in w.get_wm_name())
    window.configure(width=1000, height=620)
    desk.screen.sync()
    state = desk.wait(lambda s: s["panels"]["menu"][2] == 1000, "the smaller window")
    state = desk.settle()
    check(not outside(state), "and so in a smaller window", outside(state))

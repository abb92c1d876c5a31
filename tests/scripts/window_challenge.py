#!/usr/bin/python3
"""The overhang challenge is played: bricks by clicks, the verdict before each, two seconds of standing. Arguments:
BIN_DIR SOURCE_DIR."""

import json
import os

from support.desk import Desk, check

HEIGHT = 0.3  # [m], of a brick


class Table:
    """Where bricks go, in metres and courses past the end of the table."""

    def __init__(self, desk):
        self.desk = desk
        challenge = desk.state()["challenge"]
        self.x, self.y = challenge["corner_pixel"]
        self.scale = challenge["pixels_per_metre"]

    def aim(self, end, course):
        """The brick's right end this far past the table's; course 0 lies on the table."""
        self.desk.move(self.x + (end - 0.5) * self.scale, self.y - (course + 0.5) * HEIGHT * self.scale)
        return self.desk.wait(lambda s: s["verdict"]["with_brick"] or not s["ghost_allowed"], "an offer")

    def put(self, end, course):
        self.aim(end, course)
        count = len(self.desk.state()["bodies"])
        self.desk.click()
        return self.desk.wait(lambda s: len(s["bodies"]) == count + 1, "the brick to be placed")


def play(desk):
    state = desk.state()
    challenge = state["challenge"]
    check(state["paused"] and state["stack_tool"] and state["verdict"] is not None, "it waits with a brick in the hand")
    check(challenge["left"] == 6 and challenge["overhang"] == 0, "six bricks, none on the table", challenge)
    check(abs(challenge["harmonic"] - 1.225) < 1e-9 and challenge["best_known"] == 1.4367, "what others reached")
    table = Table(desk)

    state = table.aim(0.7, 0)
    check(not state["verdict"]["with_brick"]["balanced"], "a brick out by more than its half would fall")
    check(state["challenge"]["left"] == 6, "which is said before the click")
    state = table.aim(0.16, 0)
    check(state["verdict"]["with_brick"]["balanced"], "a sixth of a brick stands")
    table.put(0.16, 0)
    table.put(0.40, 1)
    state = table.aim(0.97, 2)
    check(not state["verdict"]["with_brick"]["balanced"], "beyond the harmonic stack of three it falls", state["verdict"])
    state = table.put(0.89, 2)
    challenge = state["challenge"]
    check(challenge["left"] == 3 and abs(challenge["overhang"] - 0.89) < 0.015, "three bricks reach 0.89", challenge)
    check(state["verdict"]["balanced"] and not challenge["stands"], "balanced, but it has not stood yet")

    desk.key("Escape", "space")
    state = desk.wait(lambda s: s["challenge"]["stands"], "two seconds to pass")
    check(2.0 <= state["challenge"]["stood"] < 3.0, "it stood for two seconds", state["challenge"])
    check(abs(state["challenge"]["best"] - 0.89) < 0.015, "it is the best so far", state["challenge"])
    check(state["message"].startswith("It stands: 0.") and state["message"].endswith("your best"), "the player is told", state["message"])
    check(state["solver"] == "exact" and state["residual"] <= 1e-9, "the exact solver held it")
    return table


def overreach(desk, table):
    """One brick too far: it falls, and the best stays."""
    desk.key("space", "b")
    best = desk.state()["challenge"]["best"]
    state = table.aim(1.30, 3)
    check(not state["verdict"]["with_brick"]["balanced"], "a fourth brick at 1.30 would fall")
    state = table.put(1.30, 3)
    check(abs(state["challenge"]["overhang"] - 1.30) < 0.015, "it reaches 1.30 for now", state["challenge"])
    desk.key("space")
    desk.wait(lambda s: s["challenge"]["overhang"] < 1.0, "it to come down")
    desk.key("space")
    state = desk.steps(180)  # three seconds more
    check(state["challenge"]["best"] == best, "what falls does not count", state["challenge"])


def run_out(desk, table):
    """Six bricks and no more; undo gives one back; R clears the table."""
    check(desk.key("r")["challenge"]["left"] == 6, "R clears the table")
    for course in range(6):
        table.put(-0.2, course)
    state = table.aim(-0.2, 6)
    check(state["challenge"]["left"] == 0 and not state["ghost_allowed"], "the seventh is not offered", state["challenge"])
    desk.click()
    state = desk.wait(lambda s: "No bricks are left" in s["message"], "the reason")
    check(state["challenge"]["left"] == 0, "nor placed")
    desk.key("ctrl+z")
    check(desk.state()["challenge"]["left"] == 1, "Ctrl+Z gives one back")


with Desk("challenge_overhang") as work:
    played = play(work)
    overreach(work, played)
    run_out(work, played)
    work.key("bracketleft")
    left = work.state()
    check(left["challenge"] is None and left["verdict"] is None and not left["stack_tool"], "it ends with its scene")
    work.key("bracketright")
    again = work.state()
    check(abs(again["challenge"]["best"] - 0.89) < 0.015, "the best is remembered", again["challenge"])
    work.quit()
    with open(os.path.join(work.home, "config", "keystone", "settings.json"), encoding="utf-8") as file:
        kept = json.load(file)["best_overhangs"]
    check(abs(kept["challenge_overhang"] - 0.89) < 0.015, "even when the program ends", kept)

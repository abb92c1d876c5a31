#!/usr/bin/python3
"""Steppers that are methods of their own in the window: their parameters are there and act, the residual is that of
their impulses, and what it says turns with what they do. Arguments: BIN_DIR SOURCE_DIR."""

import subprocess
import sys

from support.desk import Desk, check
from support.texts import Look


def words(desk):
    return [text["text"] for text in desk.texts()["texts"]]


def place(desk, beginning):
    """The middle of the first text that begins so."""
    for text in desk.texts()["texts"]:
        if text["text"].startswith(beginning):
            x, y, width, height = text["ink"]
            return x + width / 2, y + height / 2
    sys.exit(f"failed: no text begins with {beginning!r}")


with Desk(sys.argv[1], "wall_5x5", "--stepper", "avbd") as desk:
    state = desk.wait(lambda s: s["step"] > 120, "the wall to settle")
    check(state["stepper"] == "avbd", "AVBD moves the wall")
    check(1e-9 < state["residual"] < 0.1, "ten iterations are near the solution and do not pretend to be it",
          state["residual"])
    shown = words(desk)
    for beginning in ("Iterations: 10", "Errors: regularised", "Error kept, alpha: 0.95", "Memory, gamma: 0.99"):
        check(any(text.startswith(beginning) for text in shown), f"shows {beginning}")
    check("not used by this stepper" in shown, "the solver is said to have no part in it")
    check("Velocities off by" in shown and "iteration limit" in shown, "and what is off is said")
    check(not any(text.startswith("Impacts:") for text in shown), "laws it does not know are not offered")
    Look(desk, "avbd")("its parameters")
    x, y = place(desk, "Bodies at rest may sleep")
    desk.move(x, y)
    desk.settle()
    check(any(text.startswith("No effect under this stepper") for text in words(desk)),
          "what has no effect says so when pointed at", words(desk))
    desk.press(x, y)
    desk.release()
    desk.settle()
    check("Sleeping on" not in desk.state()["message"], "and cannot be chosen", desk.state()["message"])

    x, y = place(desk, "Iterations: 10")
    desk.press(x, y)
    desk.move(x + 60, y)
    desk.release()
    state = desk.settle()
    more = state["stepper_parameters"].get("iterations", 10)
    check(more > 100, "the slider sets the iterations", state["stepper_parameters"])
    before = state["residual"]
    state = desk.wait(lambda s: s["residual"] < 0.2 * before, "more iterations to be nearer")
    check(True, "more iterations leave less")
    check("Reset to defaults" in words(desk), "the way back is offered")

with Desk(sys.argv[1], "wall_5x5", "--stepper", "tgs_soft") as desk:
    shown = words(desk)
    for beginning in ("Substeps: 4", "Contacts: 30 Hz", "Joints: 60 Hz"):
        check(any(text.startswith(beginning) for text in shown), f"shows {beginning}")
    Look(desk, "tgs_soft")("its parameters")
    state = desk.wait(lambda s: s["step"] > 0 and s["residual"] > 1e-6, "the wall to sink into its springs")
    state = desk.wait(lambda s: s["residual"] <= 1e-9, "the wall to come to rest")
    check("converged" in words(desk), "impulses at rest solve the problem, and the lamp says so")

with Desk(sys.argv[1], "wall_5x5", "--stepper", "penalty") as desk:
    desk.wait(lambda s: s["step"] > 5, "the wall to sink into springs of another kind")
    shown = words(desk)
    for beginning in ("Substeps: 32", "Contacts: 30 Hz", "Sticking: 30 Hz", "Joints: 60 Hz", "Damping: 1"):
        check(any(text.startswith(beginning) for text in shown), f"shows {beginning}")
    Look(desk, "penalty")("its parameters")
    x, y = place(desk, "Contacts: 30 Hz")
    desk.press(x, y)
    desk.move(x + 80, y)
    desk.release()
    state = desk.settle()
    check(state["stepper_parameters"].get("penalty_hertz", 30) > 60, "the slider sets the frequency",
          state["stepper_parameters"])
    check(any("slower than asked for" in text for text in words(desk)), "what substeps do not resolve is said")

with Desk(sys.argv[1], "cradle", "--stepper", "position") as desk:  # whose scene has an impact law
    shown = words(desk)
    check("sequential" not in shown and "Impact law" not in shown, "laws without effect are not shown")
with Desk(sys.argv[1], "cradle") as desk:
    shown = words(desk)
    check("sequential" in shown and "Impact law" in shown, "and those that act are")

done = subprocess.run([f"{sys.argv[1]}/keystone", "cradle", "--stepper", "avbd", "--impacts", "sequential"],
                      capture_output=True, text=True, timeout=60)
check(done.returncode == 2 and "'sequential', which has no effect under the stepper 'avbd'" in done.stderr,
      "what has no effect is refused on the command line", done.stderr)

#!/usr/bin/python3
"""Steppers that are methods of their own in the window: their parameters are there and act, the residual is that of
their impulses, and what it says turns with what they do. Arguments: BIN_DIR SOURCE_DIR."""

import subprocess

from lib.keystone import BIN_DIR
from support.desk import Desk, check
from support.texts import Look

with Desk("wall_5x5", "--stepper", "avbd", "--paused") as desk:
    state = desk.steps(120)  # the wall settles
    check(state["stepper"] == "avbd", "AVBD moves the wall")
    check(1e-9 < state["residual"] < 0.1, "ten iterations are near the solution and do not pretend to be it",
          state["residual"])
    shown = desk.words()
    for beginning in ("Iterations: 10", "Errors: regularised", "Error kept, alpha: 0.95", "Memory, gamma: 0.99"):
        check(any(text.startswith(beginning) for text in shown), f"shows {beginning}")
    check("not used by this stepper" in shown, "the solver is said to have no part in it")
    check("Velocity error" in shown and "exact" not in shown, "and what is off is said")
    check(not any(text.startswith("Impacts:") for text in shown), "laws it does not know are not offered")
    Look(desk, "avbd")("its parameters")
    x, y = desk.place("Bodies at rest may sleep")
    desk.move(x, y)
    check(desk.comes_to_say("No effect under this stepper"), "what has no effect says so when pointed at", desk.words())
    state = desk.click(x, y)
    check("Sleeping on" not in state["message"], "and cannot be chosen", state["message"])

    x, y = desk.place("Iterations: 10")
    desk.press(x, y)
    desk.move(x + 60, y)
    state = desk.release()
    more = state["stepper_parameters"].get("iterations", 10)
    check(more > 100, "the slider sets the iterations", state["stepper_parameters"])
    before = state["residual"]
    desk.key("space")
    desk.wait(lambda s: s["residual"] < 0.2 * before, "more iterations to be nearer")
    check(True, "more iterations leave less")
    check("Reset to defaults" in desk.words(), "the way back is offered")

    desk.key("space")
    desk.open_scene("wall_5x5")
    desk.take_stepper("tgs_soft")
    shown = desk.words()
    for beginning in ("Substeps: 4", "Contacts: 30 Hz", "Joints: 60 Hz"):
        check(any(text.startswith(beginning) for text in shown), f"shows {beginning}")
    Look(desk, "tgs_soft")("its parameters")
    desk.key("space")
    desk.wait(lambda s: s["step"] > 0 and s["residual"] > 1e-6, "the wall to sink into its springs")
    desk.wait(lambda s: s["residual"] <= 1e-9, "the wall to come to rest")
    check("exact" in desk.words(), "impulses at rest solve the problem, and the lamp says so")

    desk.key("space")
    desk.open_scene("wall_5x5")
    desk.take_stepper("penalty")
    desk.steps(6)  # the wall sinks into springs of another kind
    shown = desk.words()
    for beginning in ("Substeps: 32", "Contacts: 30 Hz", "Sticking: 30 Hz", "Joints: 60 Hz", "Damping: 1"):
        check(any(text.startswith(beginning) for text in shown), f"shows {beginning}")
    Look(desk, "penalty")("its parameters")
    x, y = desk.place("Contacts: 30 Hz")
    desk.press(x, y)
    desk.move(x + 80, y)
    state = desk.release()
    check(state["stepper_parameters"].get("penalty_hertz", 30) > 60, "the slider sets the frequency",
          state["stepper_parameters"])
    check(any("slower than asked for" in text for text in desk.words()), "what substeps do not resolve is said")

    desk.open_scene("cradle")  # which has an impact law
    shown = desk.words()
    check("sequential" in shown and "Impact law" in shown, "laws that act are shown")
    desk.take_stepper("position")
    shown = desk.words()
    check("sequential" not in shown and "Impact law" not in shown, "and those without effect are not")

done = subprocess.run([BIN_DIR / "keystone", "cradle", "--stepper", "avbd", "--impacts", "sequential"],
                      capture_output=True, text=True, timeout=60)
check(done.returncode == 2 and "'sequential', which has no effect under the stepper 'avbd'" in done.stderr,
      "what has no effect is refused on the command line", done.stderr)

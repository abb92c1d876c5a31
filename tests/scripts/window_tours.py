#!/usr/bin/python3
"""Every guided tour, from the menu to its end: each stop shows what its file says, its claims hold, no text is cut.
Each exercise is answered wrong and right. A folder in KEYSTONE_PICTURES keeps a picture of every stop.
Arguments: BIN_DIR SOURCE_DIR."""

import json
import os

import jsonschema

from lib.keystone import SOURCE_DIR
from support.desk import Desk, check, middle
from support.texts import away, cut, overlapping

ASSETS = SOURCE_DIR / "assets"
TOURS = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted((ASSETS / "tours").glob("*.json"))}


def distances(state):
    """[m], how far the dynamic bodies have come, shortest and longest."""
    moved = [body["displacement"] for body in state["bodies"] if body["dynamic"]]
    return min(moved), max(moved)


def height_of(state, body):
    return next(b["position"][1] for b in state["bodies"] if b["name"] == body)


def best_methods(state):
    """Those that are exact by far: at 1e-9 a sweeping method has just got there, and velocities differ by as much."""
    return [row for row in state["comparison"] if row["done"] and row["residual"] <= 1e-10]


# What a stop claims, of the window's state there: tour -> stop -> [(words, truth)].
def claims(tour, stop, s):
    scope = s["microscope"]
    found = {
        ("1_clamped_unclamped", 0): lambda: [("dots and rings", 0 < s["clamped"] < s["contacts"])],
        ("1_clamped_unclamped", 1): lambda: [("half of them are open", 3 * s["clamped"] < 2 * s["contacts"])],
        ("1_clamped_unclamped", 2): lambda: [("all of them press", s["clamped"] == s["contacts"])],
        ("1_clamped_unclamped", 4): lambda: [("nothing is clamped yet", scope["clamped"] == 0
                                              and scope["residual"] > 0.1)],
        ("1_clamped_unclamped", 5): lambda: [("some are clamped, some are not", 0 < scope["clamped"] < s["contacts"]),
                                             ("nothing is left to find", scope["residual"] < 1e-9)],
        ("2_a_pivot", 0): lambda: [("no force yet", scope["largest_impulse"] == 0)],
        ("2_a_pivot", 1): lambda: [("a drive names its row", scope["kind"] == "drive" and scope["driven"] >= 0)],
        ("2_a_pivot", 2): lambda: [("the driven row arrives", scope["kind"] == "pivot"
                                    and scope["row"] == scope["driven"]), ("contacts close", scope["clamped"] > 0)],
        ("2_a_pivot", 3): lambda: [("another row stops the drive", scope["kind"] == "pivot"
                                    and scope["row"] not in (-1, scope["driven"]))],
        ("2_a_pivot", 4): lambda: [("solved", scope["kind"] == "result" and scope["residual"] < 1e-9)],
        ("3_rank_deficient", 1): lambda: [("96 rows of rank 42", (scope["block_rows"], scope["rank"]) == (96, 42))],
        ("3_rank_deficient", 2): lambda: [("268 rows of rank 81", (scope["block_rows"], scope["rank"]) == (268, 81))],
        ("3_rank_deficient", 3): lambda: [("exact methods agree on velocities",
                                           all(row["velocity_difference"] < 1e-9 for row in best_methods(s)))],
        ("4_cone_and_box", 0): lambda: [("they slide outward", distances(s)[0] > 5)],
        ("4_cone_and_box", 1): lambda: [("the whole ring is seen", all_in_view(s)),
                                        ("all come equally far", distances(s)[1] - distances(s)[0] < 0.01),
                                        ("53 m", abs(distances(s)[1] - 53.09) < 0.3)],
        ("4_cone_and_box", 2): lambda: [("the whole square is seen", all_in_view(s)),
                                        ("53 m along the axes", abs(distances(s)[1] - 53.09) < 0.3),
                                        ("38 m across", abs(distances(s)[0] - 53.09 / 2 ** 0.5) < 0.5)],
        ("4_cone_and_box", 3): lambda: [("8.5 and 17 m", abs(distances(s)[0] - 8.49) < 0.1
                                         and abs(distances(s)[1] - 16.99) < 0.1)],
        ("5_painleve", 0): lambda: [("it slides to the right", s["bodies"][1]["velocity"][0] == 3)],
        ("5_painleve", 2): lambda: [("the rod has come down", s["bodies"][1]["position"][1] < 0.2)],
        ("5_painleve", 1): lambda: [("one contact, solved", s["contacts"] == 1 and s["residual"] < 1e-9)],
        ("5_painleve", 3): lambda: [("it stays upright", distances(s)[1] > 1 and box_height(s) > 0.29)],
        ("5_painleve", 4): lambda: [("it lies", box_height(s) < 0.2)],
        ("6_harmonic_stack", 1): lambda: [("balanced", s["verdict"]["balanced"])],
        ("6_harmonic_stack", 2): lambda: [("it falls with about 0.03", not s["verdict"]["balanced"]
                                           and abs(s["verdict"]["largest"] - 0.0287) < 1e-3)],
        ("6_harmonic_stack", 3): lambda: [("one brick comes down, nine stand", fallen(s) == 1)],
        ("6_harmonic_stack", 4): lambda: [("no brick has moved by a bit", distances(s)[1] == 0)],
        ("7_two_solutions", 0): lambda: [("solved", s["residual"] < 1e-9)],
        ("7_two_solutions", 1): lambda: [("solved", s["residual"] < 1e-9),
                                         ("few carry it", 2 * s["clamped"] < s["contacts"])],
        ("7_two_solutions", 2): lambda: [("velocities agree", len(best_methods(s)) > 4 and
                                          all(row["velocity_difference"] < 1e-10 for row in best_methods(s)))],
        ("7_two_solutions", 3): lambda: [("it stands", distances(s)[1] < 1e-9)],
        ("8_mass_ratio", 0): lambda: [("nothing has moved", distances(s)[1] < 1e-9)],
        ("8_mass_ratio", 1): lambda: [("pressed into the floor", s["penetration"] > 0.05 and s["residual"] > 1e-2)],
        ("8_mass_ratio", 2): lambda: [("better, not solved", 1e-6 < s["residual"] < 1e-2 and s["penetration"] < 0.01)],
        ("8_mass_ratio", 3): lambda: [("crushed", distances(s)[1] > 0.5)],
        ("9_exercises", 0): lambda: [("0.4 slides, 0.6 does not", slid(s, "slides_0.4") > 0.1 > slid(s, "slides_0.6"))],
        ("9_exercises", 1): lambda: [("0.92 m", abs(s["verdict"]["overhang"] - 11 / 12) < 1e-6
                                      and s["verdict"]["balanced"] and distances(s)[1] == 0)],
        ("9_exercises", 2): lambda: [("pressed into the floor", s["penetration"] > 0.05)],
        ("9_exercises", 3): lambda: [("it stays", distances(s)[1] < 1e-9)],
        ("8_mass_ratio", 4): lambda: [("sweeps stop at their limits",
                                       any(row["solver"] == "pgs" and row["residual"] > 1e-3
                                           for row in s["comparison"])),
                                      ("direct methods solve it", len(best_methods(s)) > 3)],
    }
    return found[tour, stop]() if (tour, stop) in found else []


def fallen(state):
    return sum(body["displacement"] > 1 for body in state["bodies"])


def slid(state, name):
    """[m], along the board, which turns about its middle."""
    x, y, _ = next(b["position"] for b in state["bodies"] if b["name"] == name)
    return (x ** 2 + (y - 2.7) ** 2 - 0.25 ** 2) ** 0.5


def box_height(state):
    return [body["position"][1] for body in state["bodies"] if body["dynamic"]][0]


def arrive(desk, stop):
    """The state when all that the stop shows is there."""
    state = desk.settle(4)
    if "microscope" in stop:
        state = desk.wait(lambda s: s["microscope"], "the microscope")
    if "comparison" in stop.get("show", []):
        state = desk.wait(lambda s: s["comparison"] and all(row["done"] or row["state"] != "waiting"
                                                            for row in s["comparison"]), "the comparison")
    if "pause_at" in stop and "question" not in stop:
        state = desk.wait(lambda s: s["step"] == stop["pause_at"] and s["paused"], "the step at which it pauses")
    return desk.settle() if "pause_at" in stop else state


def answer(desk, name, number, stop):
    """By a click: first wrong, then, come back to, right. The scene plays, and the truth is told."""
    question = stop["question"]
    truth = question["choices"][question["right"]]
    for choice in (question["choices"][question["right"] - 1], truth):
        desk.click_text(choice)
        state = desk.wait(lambda s: s["step"] == stop["pause_at"] and s["paused"], "the scene to have played")
        check(state["scene"] == question.get("scene", stop["scene"]), "the scene of the answer", state["scene"])
        told = desk.words("##tour")
        verdict = f"Right: {truth}." if choice == truth else f"You said: {choice}. It is: {truth}."
        check(verdict.split()[0] in " ".join(told) and truth.split()[0] in " ".join(told), verdict, told)
        check(question["why"].split()[0] in " ".join(told), "and why", told)
        for words, truly in claims(name, number, desk.settle()):
            check(truly, f"it claims: {words}", state["residual"])
        look(desk, f"{name}, stop {number + 1}, {choice}")
        if choice != truth:
            desk.key("BackSpace" if number else "Return")
            desk.key("Return" if number else "BackSpace")
            check(arrive(desk, stop)["tour"]["answer"] == -1, "the question is asked anew")


def look(desk, what):
    shown = desk.texts()
    found = cut(shown) + overlapping(shown)
    check(any(t["window"].startswith("##tour") for t in shown["texts"]) and not found, f"{what}: its texts", found)
    short = [t["text"] for t in shown["texts"] if t["window"].startswith("##tour") and t["text"].endswith("\u2026")]
    check(not short, "no title is shortened", short)
    if "KEYSTONE_PICTURES" in os.environ:
        desk.screenshot(os.path.join(os.environ["KEYSTONE_PICTURES"], what.replace(" ", "_") + ".png"))


def check_stop(desk, name, number, stop):
    state = arrive(desk, stop)
    what = f"{name}, stop {number + 1}"
    check(state["tour"]["at"] == number and state["tour"]["title"] == stop["title"], what, state["tour"])
    check(state["scene"] == stop["scene"] and state["solver"] == stop.get("solver", state["solver"]),
          "its scene and solver",
          state["scene"])
    step = stop.get("steps", 0) if "question" in stop else stop.get("pause_at", stop.get("steps", 0))
    check(state["paused"] and state["step"] == step, "it waits at its step", state["step"])
    show = stop.get("show", ["contacts"])
    check(all(state["tour"][key] == (key in show) for key in ("contacts", "forces", "cones", "velocities", "trails")),
          "what it shows")
    check("as asked" not in state["message"], "the user asked for no pause", state["message"])
    check((state["verdict"] is not None) == ("verdict" in show), "its verdict")
    check((state["microscope"] is not None) == ("microscope" in stop), "its microscope")
    check(state["scene"] == "stack_10000" or all_in_view(state), "what moves is in the view")
    look(desk, what)
    if "question" in stop:
        return answer(desk, name, number, stop)
    for words, truth in claims(name, number, state):
        check(truth, f"it claims: {words}", state["microscope"] or state["residual"])


def walk(desk, name):
    tour = TOURS[name]
    desk.click_text("Help")
    desk.click_text("Tours")
    desk.click_text(tour["name"])
    away(desk)
    places = set()
    for number, stop in enumerate(tour["stops"]):
        on = "Finish" if stop is tour["stops"][-1] else "Next"
        shown = desk.texts()["texts"]
        places.update(t["ink"][1] for t in shown if t["text"] == on and t["window"].startswith("##tour"))
        check_stop(desk, name, number, stop)
        if number == 1:
            desk.key("BackSpace")
            check(desk.settle()["tour"]["at"] == 0, "Backspace goes back")
            desk.key("Return")
            arrive(desk, stop)
        desk.key("Return")
    check(max(places) - min(places) < 2, "the way on stays in its place", places)
    last = tour["stops"][-1]
    state = desk.settle()
    check(state["tour"] is None and state["scene"] == last["scene"], "the end leaves the scene")


def all_in_view(state):
    x, y, width, height = state["panels"]["view"]
    pixels = [body["pixel"] for body in state["bodies"] if body["dynamic"]]
    return all(p and x <= p[0] <= x + width and y <= p[1] <= y + height for p in pixels)


def check_schema():
    schema = json.loads((ASSETS / "tour.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft7Validator.check_schema(schema)
    for name, tour in TOURS.items():
        check(jsonschema.Draft7Validator(schema).is_valid(tour), f"{name} obeys the schema")


check(len(TOURS) >= 9, "nine tours or more")
check_schema()
with Desk("wall_5x5", "--paused", width=1000, height=700) as work:
    for one in TOURS:
        walk(work, one)
    work.key("ctrl+t")
    check(work.settle()["tour"]["id"] == list(TOURS)[0], "Ctrl+T opens the first")
    work.key("ctrl+t")
    check(work.settle()["tour"]["id"] == list(TOURS)[1], "and then the next")
    work.key("Escape", "Escape")
    check(work.settle()["tour"] is None, "Esc closes the microscope, then ends the tour")
    work.key("ctrl+t")
    check(work.settle()["tour"]["id"] == list(TOURS)[2], "Ctrl+T goes on with the tour after the one that was ended")
with Desk("--tour", "9_exercises", "--paused", width=1000, height=700) as work:
    labels = [text for text in work.words() if text.startswith("\u03bc 0.")]
    check(work.state()["recent"][0] == "tipping", "what a tour opens is recent", work.state()["recent"])
    check(sorted(labels) == [f"\u03bc 0.{digit}" for digit in "246"], "no label hides another", labels)
    texts = work.texts()["texts"]
    work.move(*middle(next(t["ink"] for t in texts if t["text"] == "Next" and t["window"].startswith("##tour"))))
    check(work.comes_to_say("Tour: next stop"), "pointing at the way on tells its key")
    strip = work.state()["panels"]["tour"]
    told = next(t["ink"] for t in work.texts()["texts"] if t["text"].startswith("Tour: next stop"))
    check(told[1] > strip[1] + strip[3], "below what is to be read", (told, strip))
with Desk("--tour", "6_harmonic_stack", width=1920, height=1080) as work:
    state = work.settle(5)
    check(state["tour"]["id"] == "6_harmonic_stack" and state["scene"] == "harmonic_10", "--tour begins with one")
    check(all_in_view(state), "framed as by Ctrl+T")
    look(work, "1920 x 1080")

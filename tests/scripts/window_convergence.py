#!/usr/bin/python3
"""F11 draws every method's residual on the present problem, and keeps and saves it. Arguments: BIN_DIR SOURCE_DIR."""

from lib.keystone import table_of
from lib.pictures import colours, crop, size_of
from support.desk import Desk, check, middle

CHOSEN = ["pgs", "exact", "newton_cone", "nncg", "pgs_sm", "apgd", "admm"]
COLUMNS = ["solver", "iteration", "factorizations", "products", "time_ms", "residual"]
CYCLE = ["iterations", "factorizations", "products", "time"]


def curves(state):
    return {curve["solver"]: curve for curve in state["convergence"]["curves"]}


def is_done(state):
    view = state["convergence"]
    return not view["running"] and view["curves"] and all(c["state"] == "done" for c in view["curves"])


def is_of_now(state):
    return is_done(state) and f"step {state['step']}," in state["convergence"]["title"]


def check_opens(desk):
    check(desk.state()["convergence"]["curves"] == [], "no curves until they are asked for")
    desk.key("F11")
    state = desk.wait(is_done, "the curves of the first step")
    check(state["drawer"] == "convergence" and state["step"] == 1, "F11 makes the step that there is to look at")
    found = curves(state)
    check(list(found) == CHOSEN, "the methods chosen, in the registry's order", list(found))
    for solver, curve in found.items():
        check(curve["points"] >= curve["iteration"] + 1, f"{solver}: a point for every iteration", curve)
        check(curve["residual"] == curve["report_residual"], f"{solver}: the last is the solve's own residual", curve)
    check(found["pgs"]["iteration"] == 50 and found["pgs"]["points"] == 51, "Gauss-Seidel: its 50 sweeps", found["pgs"])
    check(found["exact"]["residual"] <= 1e-9 < found["pgs"]["residual"], "exact below the line, Gauss-Seidel above it")
    plots = state["convergence"]["plots"]
    check([plot["axis"] for plot in plots] == CYCLE, "a plot for each", plots)
    for plot in plots:
        low, high = plot["decades"]
        check(10.0 ** low <= found["exact"]["residual"] and high == 0, "decades from the least residual to one", plot)
    if desk.drawn:
        check(colours(crop(desk.picture(), plots[0]["area"])) > 40, "curves are on the screen")


def check_hover(desk):
    state = desk.state()
    for solver in ("admm", "exact"):
        for end in curves(state)[solver]["ends"]:
            shown = desk.move(*end)
            check(shown["convergence"]["marked"] == solver, f"{solver}: its end is pointed at",
                  shown["convergence"]["marked"])
        titles = {"admm": "ADMM (spectral penalty)", "exact": "Exact"}
        texts = desk.words()
        check(titles[solver] in texts, f"{solver}: and told by its name", [t for t in texts if "resid" in t])
        check(any(text.startswith("iteration %d," % curves(state)[solver]["iteration"]) for text in texts),
              f"{solver}: with its iteration")
    check(desk.move(5, 5)["convergence"]["marked"] is None, "nothing is marked where nothing is near")


def check_axes(desk):
    for expected in CYCLE + [CYCLE]:
        plots = [plot["axis"] for plot in desk.key("h")["convergence"]["plots"]]
        check(plots == ([expected] if isinstance(expected, str) else expected), f"H shows {expected}", plots)


def check_knob(desk):
    """A parameter of the solver in use redraws its curve, and no other."""
    before = curves(desk.state())
    desk.key("2")  # Gauss-Seidel
    desk.wait(lambda s: s["solver"] == "pgs", "Gauss-Seidel as the solver")
    drag_knob(desk)
    state = desk.wait(lambda s: is_done(s) and curves(s)["pgs"]["iteration"] != 50, "another curve of Gauss-Seidel")
    after = curves(state)
    sweeps = int(state["parameters"]["iterations"])
    check(after["pgs"]["points"] == sweeps + 1, f"with {sweeps} sweeps", after["pgs"])
    check(after["pgs"]["number"] > before["pgs"]["number"], "solved once more")
    check(all(after[s]["number"] == before[s]["number"] for s in CHOSEN if s != "pgs"), "the others stay as they are")


def drag_knob(desk):
    """Moves the slider of the sweeps to another number."""
    x, y = desk.place("Iterations:")
    desk.press(x, y)
    desk.move(x + 20, y)
    desk.release()


def check_choice(desk):
    """A click on a method draws its curve, another one takes it away."""
    for _ in range(2):
        had = set(curves(desk.state()))
        lines = [t for t in desk.texts()["texts"] if t["text"] == "interior_point"]
        desk.click(*middle(lines[-1]["ink"]))
        expected = had ^ {"interior_point"}
        desk.wait(lambda s, e=expected: is_done(s) and set(curves(s)) == e, f"the curves {sorted(expected)}")
        check(True, f"{len(expected)} curves after the click")


def check_follows(desk):
    state = desk.state()
    desk.key("o")
    before = state["step"]
    state = desk.wait(lambda s: s["step"] > before and is_of_now(s), "the next step's curves")
    check(state["convergence"]["step"] == state["step"], "the next step has its own curves")
    desk.key("shift+F11")
    frozen = desk.state()["convergence"]
    check(frozen["frozen"], "Shift+F11 freezes them")
    desk.key("space")
    desk.wait(lambda s: s["step"] > state["step"] + 20, "time to run on")
    desk.key("space")
    still = desk.settle()
    check(still["convergence"]["step"] == state["step"] and still["convergence"]["curves"] == frozen["curves"],
          "and they stay while time runs")
    desk.key("shift+F11")
    desk.wait(is_of_now, "the present problem again")
    title = desk.state()["convergence"]["title"]
    desk.key("space")
    for which in ("another", "a third"):
        title = desk.wait(lambda s, t=title: s["convergence"]["title"] != t, f"{which} problem")["convergence"]["title"]
        check(True, f"while time runs the curves go on to {which} problem")
    desk.key("space")
    desk.wait(is_of_now, "the last one's curves")


def check_saves(desk):
    desk.key("ctrl+F11")
    state = desk.wait(lambda s: s["convergence"]["saved"], "the curves to be written")
    path, found = state["convergence"]["saved"], curves(state)
    table = table_of(path + ".csv")
    check(list(table[0]) == COLUMNS, "the columns", list(table[0]))
    for solver, curve in found.items():
        own = [row for row in table if row["solver"] == solver]
        check(len(own) == curve["points"] and float(own[-1]["residual"]) == curve["residual"], f"{solver}: all points")
    width, height, count = size_of(path + ".png")
    check(width >= 1200 and height >= 500 and count > 200, "a picture of them", (width, height, count))


with Desk("wall_5x5", "--paused", height=720, drawn=True) as work:
    check_opens(work)
    check_saves(work)
with Desk("wall_5x5", "--paused", height=720) as work:
    check_opens(work)
    check_hover(work)
    check_axes(work)
    check_knob(work)
    check_choice(work)
    check_follows(work)
    work.key("F11")
    check(work.state()["drawer"] == "plots", "F11 again closes it")

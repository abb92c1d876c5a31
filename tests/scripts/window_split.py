#!/usr/bin/python3
"""Shift+F3 shows one to four methods side by side, from one state. Arguments: BIN_DIR SOURCE_DIR."""

from lib.pictures import crop, differing, ink
from support.desk import Desk, check, middle

METHODS = ["velocity+exact", "velocity+pivoting", "velocity+pgs", "position+gauss"]
FRAMES = ["#33c7b3", "#f2546b", "#7a85ff", "#f5c242"]  # of the views, as their curves
# Centre of a body before and after a step under gravity: apart by more than this, they have parted.
PARTED = 1e-6  # [m]


def views(state):
    return state["split"]["views"]


def methods(state):
    return [view["method"] for view in views(state)]


def texts_of(desk, view):
    return desk.words(f"##view{view}")


def check_alike(desk, count):
    """All views show what the first one shows, as long as they are in one state."""
    if not desk.drawn:
        return
    desk.move(5, 5)
    picture, cells = desk.picture(), [view["cell"] for view in views(desk.state())]
    for view in range(1, count):
        share = differing(*(crop(picture, cell, margin=6) for cell in (cells[0], cells[view])), 0.12)  # no frames
        check(share < 0.01, f"view {view} shows what the first shows", share)


def check_opens(desk):
    check(desk.state()["split"] is None, "one view until more are asked for")
    desk.key("shift+F3")
    state = desk.wait(lambda s: s["split"], "the split view")
    check(methods(state) == METHODS, "four views, the first by the scene's method", methods(state))
    cells = [view["cell"] for view in views(state)]
    check(len({tuple(cell[2:]) for cell in cells}) == 1, "of one size", cells)
    check(len({view["state_hash"] for view in views(state)}) == 1, "of one state")
    if not desk.drawn:
        return
    desk.move(5, 5)
    picture = desk.picture()
    for view, (cell, colour) in enumerate(zip(cells, FRAMES)):
        found = ink(crop(picture, cell), colour)
        check(found > cell[2], f"view {view} has its frame", found)
    check_alike(desk, 4)


def check_parting(desk):
    state = desk.steps(30)
    rows = state["race"]["methods"]
    check(all(view["step"] == state["step"] for view in views(state)), "all have made the same steps")
    for view, row in zip(views(state), rows):
        if row["difference"] > PARTED:
            check(1 <= view["parted"] <= state["step"], f"{view['method']} has parted", view)
    check(views(state)[0]["parted"] is None, "the first parts from nobody")
    pgs, gauss = views(state)[2], views(state)[3]
    check(pgs["parted"] < gauss["parted"], "Gauss-Seidel before Gauss", (pgs["parted"], gauss["parted"]))
    for view in (2, 3):
        shown = texts_of(desk, view)
        check(any(text.startswith(f"parted: step {views(state)[view]['parted']}") for text in shown),
              f"view {view} says at which step", shown)
        check(f"{views(state)[view]['residual']:.0e}" in shown, f"view {view} tells its residual", shown)
    check(any("Exact" in text or "exact" in text for text in texts_of(desk, 0)), "view 0 names its method")


def check_locked(desk):
    """Dragging the empty ground of one view turns what all show."""
    cells = [view["cell"] for view in views(desk.state())]
    x, y = cells[3][0] + cells[3][2] / 2, cells[3][1] + cells[3][3] / 2
    before = {body["name"]: body.get("pixel") for body in desk.state()["bodies"]}
    desk.press(x, y, button=2)
    desk.move(x + 60, y + 10)
    desk.release(button=2)
    after = {body["name"]: body.get("pixel") for body in desk.state()["bodies"]}
    shifts = [after[name][0] - before[name][0] for name in before if before[name] and after[name]]
    check(all(abs(shift - 60) < 1 for shift in shifts), "the mouse in the last view pans the first, pixel for pixel")
    desk.key("r")
    check_alike(desk, 4)
    check(desk.state()["split"]["active"] == 3, "the view that was clicked is the one that the keys change")


def check_choice(desk):
    desk.key("o", "o")
    desk.key("shift+Next")
    state = desk.wait(lambda s: methods(s)[3] != METHODS[3], "another method in the last view")
    chosen = methods(state)[3]
    check(chosen.startswith("position+") and methods(state)[:3] == METHODS[:3], "Shift+PageDown: its next solver",
          chosen)
    check(len({view["state_hash"] for view in views(state)}) == 1, "and all go on from the state that is shown")
    desk.key("shift+Prior")
    check(methods(desk.state()) == METHODS, "Shift+PageUp: back")
    desk.key("ctrl+F4")
    check(methods(desk.state())[3] == "avbd", "Ctrl+F4: its next stepper, a method of its own", methods(desk.state()))
    check("avbd" in texts_of(desk, 3), "which has no solver in its name", texts_of(desk, 3))
    desk.key("shift+F4")
    check(desk.state()["split"]["active"] == 0, "Shift+F4: the next view, round and round")
    desk.key("shift+Next")
    state = desk.wait(lambda s: methods(s)[0] == "velocity+newton_cone", "another method in the first view")
    check(state["solver"] == "newton_cone", "the first view's method is the scene's")
    desk.key("4")
    check(methods(desk.wait(lambda s: s["solver"] == "exact", "exact"))[0] == METHODS[0], "and the other way round")


def check_menu(desk):
    """By mouse: a method from the list in a view's bar, and the number of views."""
    cell = views(desk.state())[1]["cell"]
    desk.click(cell[0] + 60, cell[1] - 14)
    check(desk.words().count("Keller (principal pivoting)") == 1, "the list of methods opens")
    desk.click_text("Keller (principal pivoting)")
    state = desk.wait(lambda s: methods(s)[1] == "velocity+keller", "Keller in the second view")
    check(state["split"]["active"] == 1, "which is then the one that the keys change")
    for count in (1, 2, 3):
        button = [t for t in desk.texts()["texts"] if t["text"] == str(count) and t["window"].startswith("##view0")]
        check(len(button) == 1, f"a button for {count}", button)
        desk.click(*middle(button[0]["ink"]))
        state = desk.wait(lambda s, n=count: len(views(s)) == n, f"{count} views")
        desk.key(f"ctrl+{count + 1}")
        check(len(views(desk.state())) == count + 1, f"Ctrl+{count + 1}: {count + 1} views")


with Desk("collapse_compare", "--paused", height=720, drawn=True) as work:
    check_opens(work)
    check_locked(work)
with Desk("collapse_compare", "--paused", height=720) as work:
    check_opens(work)
    check_parting(work)
    check_locked(work)
    check_choice(work)
    check_menu(work)
    work.key("shift+F3")
    check(work.wait(lambda s: s["split"] is None, "one view again")["race"] is None, "Shift+F3 again ends it")

# In space, where a camera that stood elsewhere would show another side of the tower.
SPATIAL = ["velocity+exact", "avbd", "acceleration+exact"]
with Desk("tower3d_10", "--paused", "--split", ",".join(SPATIAL), drawn=True) as work:
    check(methods(work.state()) == SPATIAL, "--split opens with these")
    left, top, width, height = views(work.state())[0]["cell"]
    inside = [left < x < left + width and top < y < top + height
              for x, y in (body["pixel"] for body in work.state()["bodies"] if body["dynamic"])]
    check(all(inside), "and with the whole tower in each of them", inside)
    work.key("Escape")  # the welcome
    check_alike(work, 3)

"""Fields of the inspector, found by the label of their row; and what selects more than one body."""

from Xlib import X

from support.desk import check, middle

UP, DOWN = 4, 5  # the wheel's buttons
NOTCHES = 15     # of the wheel, from one end of the inspector to the other

def lines(desk, label):
    """The texts of the inspector, and of these the one that is, or begins, so; None: it is not in sight."""
    texts = [t for t in desk.texts()["texts"] if t["window"].startswith("##inspector")]
    found = [t for t in texts if t["text"] == label] or [t for t in texts if t["text"].startswith(label)]
    seen = [t for t in found if t["clip"][1] <= t["ink"][1] and sum(t["ink"][1::2]) <= sum(t["clip"][1::2])]
    return texts, seen[0] if seen else None


def fields(desk, label):
    """The texts of the inspector on the line of that label, from left to right; scrolls it there."""
    texts, line = lines(desk, label)
    for wheel in [DOWN] * NOTCHES + [UP] * 2 * NOTCHES:
        if line:
            break
        desk.click(*middle(desk.state()["panels"]["inspector"]), button=wheel)
        texts, line = lines(desk, label)
    check(line, f"the inspector has a row {label!r}", [t["text"] for t in texts] if not line else "")
    y = middle(line["ink"])[1]
    return sorted((t for t in texts if t is not line and abs(middle(t["ink"])[1] - y) < 6), key=lambda t: t["ink"][0])


def shown(desk, label):
    return [field["text"] for field in fields(desk, label)]


def type_into(desk, label, number, value):
    desk.click(*middle(fields(desk, label)[number]["ink"]))
    desk.type(value)
    desk.hold("Return")
    return desk.settle()


def ctrl_click(desk, x, y):
    desk.stroke("Control_L", X.KeyPress)
    state = desk.click(x, y)
    desk.stroke("Control_L", X.KeyRelease)
    return state

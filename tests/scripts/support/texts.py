"""Which of the texts that Desk.texts() returns are cut, or run into each other."""

import itertools
import os
import re

from support.desk import check, dynamic, middle

SLACK = 1.0  # [pixels]
APART = 1.5  # [pixels], the least between two texts on one line
BEYOND = 6.0  # [pixels], of a window: less hides no text, and the texts themselves are looked at


def right(rect):
    return rect[0] + rect[2]


def bottom(rect):
    return rect[1] + rect[3]


def covers(outer, inner):
    return (outer[0] <= inner[0] and outer[1] <= inner[1] and right(outer) >= right(inner)
            and bottom(outer) >= bottom(inner))


def common(a, b):
    """Width and height of what two rectangles share; negative: the distance between them."""
    return min(right(a), right(b)) - max(a[0], b[0]), min(bottom(a), bottom(b)) - max(a[1], b[1])


def meet(a, b):
    width, height = common(a, b)
    return width > 0 and height > 0


def seen(text):
    """The part of its ink within the clip rectangle."""
    ink, clip = text["ink"], text["clip"]
    x, y = max(ink[0], clip[0]), max(ink[1], clip[1])
    return [x, y, min(right(ink), right(clip)) - x, min(bottom(ink), bottom(clip)) - y]


def above(shown):
    """For each window, those with a ground of their own that lie over it; for a text of no window, all of these."""
    found = {None: [window for window in shown["windows"] if not window["child"]]}
    for place, window in enumerate(shown["windows"]):
        found.setdefault(window["name"], [over for over in shown["windows"][place + 1:] if not over["child"]])
    return found


def visible(shown):
    """(text, its part within the clip rectangle, windows over it) of those not wholly clipped nor wholly covered."""
    found, over = [], above(shown)
    for text in shown["texts"]:
        part, windows = seen(text), over.get(text["window"], over[None])
        hidden = part[2] <= 0 or part[3] <= 0 or any(covers(window["rect"], part) for window in windows)
        if not hidden:
            found.append((text, part, windows))
    return found


def shortened(shown):
    """The texts that end in an ellipsis, for a tooltip to tell the whole; not those that are scrolled out by half."""
    return [text for text, part, _ in visible(shown)
            if text["text"].endswith("\u2026") and 2 * part[3] >= text["ink"][3]]


def tooltips(shown):
    """Without spaces: a tooltip breaks its lines where it likes."""
    return "".join(t["text"] for t in shown["texts"] if t["window"].startswith("##Tooltip")).replace(" ", "")


def scrolls(shown, name):
    return any(window["name"] == name and window["scrolls"] for window in shown["windows"])


def torn(shown):
    """One line for each number that a line ends in, and that goes on in the next one after its point."""
    return [f"'{a['text']}' in {a['window']} goes on with '{b['text']}'"
            for a, b in itertools.pairwise(shown["texts"])
            if a["window"] == b["window"] and re.search(r"\d\.$", a["text"]) and re.match(r"\d", b["text"])
            and abs(a["ink"][0] - b["ink"][0]) < a["ink"][3] and 0 < b["ink"][1] - a["ink"][1] < 2 * a["ink"][3]]


def cut(shown):
    """One line for each text that its clip rectangle cuts or a line's end tears, and for each window with content that
    cannot be reached."""
    found = torn(shown)
    for text, _, _ in visible(shown):
        ink, clip = text["ink"], text["clip"]
        beyond = max(clip[0] - ink[0], right(ink) - right(clip))
        if beyond > SLACK:
            found.append(f"'{text['text']}' in {text['window']} is cut by {beyond:.0f} pixels")
        beyond = max(clip[1] - ink[1], bottom(ink) - bottom(clip))
        if beyond > SLACK and not scrolls(shown, text["window"]):
            found.append(f"'{text['text']}' in {text['window']} is cut by {beyond:.0f} pixels of its height")
    for window in shown["windows"]:
        if max(window["beyond"]) > BEYOND:
            found.append(f"{window['name']} has content {window['beyond']} pixels beyond its edge")
    return found


def same(a, b):
    """A text and its shadow."""
    return a["text"] == b["text"] and max(abs(p - q) for p, q in zip(a["ink"], b["ink"])) < 2


def overlapping(shown, over=()):
    """One line for each pair of texts of which one lies on the other, and for each text that a window half covers.
    Windows named in `over` may cover what they like."""
    found, texts = [], visible(shown)
    for (a, part_a, _), (b, part_b, _) in itertools.combinations(texts, 2):
        if a["window"] != b["window"]:
            continue
        width, height = common(part_a, part_b)
        if width > -APART and height > SLACK and not same(a, b):
            found.append(f"'{a['text']}' and '{b['text']}' in {a['window']} overlap by {width:.0f} x {height:.0f}")
    for text, part, windows in texts:
        for window in windows:
            allowed = window["name"] in over or window["name"].startswith("##Tooltip")
            if not allowed and meet(window["rect"], part):
                found.append(f"{window['name']} covers a part of '{text['text']}' in {text['window']}")
    return found


def outside(panels, width, height):
    """One line for each pair of panels that overlap, and for each that leaves the window."""
    found = [f"{one} and {other} overlap" for (one, a), (other, b) in itertools.combinations(panels.items(), 2)
             if meet(a, b)]
    return found + [f"{name} leaves the window" for name, rect in panels.items()
                    if not covers([0, 0, width, height], rect)]


class Look:
    """Looks at what a desk shows. A folder in KEYSTONE_PICTURES keeps a picture of every state."""

    def __init__(self, desk, what):
        self.desk, self.what = desk, what
        self.pointed_at = set()

    def untold(self, shown):
        """Shortened texts that no tooltip tells in full."""
        found = []
        for text in shortened(shown):
            if (text["text"], text["window"]) in self.pointed_at:
                continue
            self.pointed_at.add((text["text"], text["window"]))
            self.desk.move(*middle(seen(text)))
            beginning = text["text"].removesuffix("\u2026").replace(" ", "")
            if beginning not in tooltips(self.desk.texts()):
                found.append(f"'{text['text']}' in {text['window']} is shortened, and no tooltip tells the whole")
        return found

    def __call__(self, state, over=(), but="\n"):
        """`over`: windows that may cover others; `but`: part of a text that may be cut."""
        shown = self.desk.texts()
        if "KEYSTONE_PICTURES" in os.environ:
            name = f"{self.what} {state}.png".replace(" ", "_")
            self.desk.screenshot(os.path.join(os.environ["KEYSTONE_PICTURES"], name))
        found = [line for line in cut(shown) + overlapping(shown, over) if but not in line] + self.untold(shown)
        now = self.desk.state()
        found += outside(now["panels"], self.desk.width, self.desk.height) if now["panels_shown"] else []
        check(len(shown["texts"]) > 2 and not found, f"{self.what}: {state}", "\n  ".join(["", *found]))
        return shown


def away(desk):
    """Points where nothing has a tooltip."""
    x, y, width, height = desk.state()["panels"]["view"]
    desk.move(x + 0.5 * width, y + 3)


def walk_wall(desk, look):
    """The scene wall_10x10 at the start has room, and so has the inspector of a body."""
    state = desk.steps(5)
    check(len(state["panels"]) >= 6, "panels", list(state["panels"]))
    check(all(covers(state["panels"]["view"], [*brick["pixel"], 0, 0]) for brick in dynamic(state)),
          "every brick is in the free view")
    look("a wall")
    desk.key("b")
    desk.click(*dynamic(state)[-1]["pixel"])
    desk.key("Escape")
    state = desk.click(*dynamic(state)[-1]["pixel"])
    check("inspector" in state["panels"], "a selection opens the inspector")
    look("inspector")
    desk.click_text("CONTACT")
    look("contacts of a brick")
    desk.click_text("PLOTS")
    desk.key("Escape")

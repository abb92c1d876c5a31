#!/usr/bin/python3
"""F2 says whether what lies there would stand, also with the brick on offer. Arguments: BIN_DIR SOURCE_DIR."""

from support.desk import Desk, check, dynamic

with Desk("diamond_4") as desk:
    desk.key("space")
    check(desk.state()["verdict"] is None, "no verdict until it is asked for")
    desk.key("F2")
    state = desk.wait(lambda s: s["verdict"] is not None, "a verdict")
    check(state["verdict"]["balanced"], "the 4-diamond stands", state["verdict"])
    check(abs(state["verdict"]["overhang"] - 1.5) < 0.01, "its overhang is a brick and a half", state["verdict"])

    # On the top it may stand, past the widest row's end it tips: the verdict comes before the click.
    top = max(dynamic(state), key=lambda b: b["position"][1])
    desk.key("b")
    desk.move(*top["pixel"])
    state = desk.wait(lambda s: s["verdict"] and s["verdict"]["with_brick"], "a verdict with the brick")
    check(state["verdict"]["with_brick"]["balanced"], "a fifth course of one brick stands", state["verdict"])
    row = sorted((b for b in dynamic(state) if abs(b["position"][1] - 1.75) < 0.01), key=lambda b: b["position"][0])
    metre = row[3]["pixel"][0] - row[2]["pixel"][0]
    desk.move(row[3]["pixel"][0] + 0.45 * metre, row[3]["pixel"][1])
    state = desk.wait(lambda s: s["verdict"]["with_brick"] and not s["verdict"]["with_brick"]["balanced"],
                      "a verdict on a brick at the end of the widest row")
    check(len(state["bodies"]) == 17, "nothing was placed", len(state["bodies"]))
    desk.key("Escape")
    desk.key("F2")
    check(desk.wait(lambda s: s["verdict"] is None, "F2 again") is not None, "F2 again puts it away")

#!/usr/bin/python3
"""Recording, screenshots, saved states, and bad files. Arguments: BIN_DIR SOURCE_DIR."""

import glob
import json
import os
import subprocess
import tempfile
from xml.etree import ElementTree

from lib.keystone import BIN_DIR, TIMINGS, table_of
from lib.pictures import crop, pixels_of, size_of
from support.desk import Desk, check, dynamic


def view_of(desk):
    return desk.state()["panels"]["view"]


with Desk("wall_10x10", width=1000, height=700, drawn=True) as desk:
    desk.key("F12")
    pictures = glob.glob(os.path.join(desk.home, ".local/share/keystone/*.png"))
    check(len(pictures) == 1, "F12 writes a picture", pictures)
    width, height, count = size_of(pictures[0])
    check((width, height) == (1000, 700), "of the window's size", (width, height))
    check(count > 500, "with more than a flat background in it", count)

    dark = crop(desk.picture(), desk.state()["panels"]["scenes"]).mean()
    desk.key("shift+t")
    light = crop(desk.picture(), desk.state()["panels"]["scenes"]).mean()
    check(dark < 60 and light > 190, "Shift+T turns the panels light", (dark, light))
    desk.key("shift+t")

    desk.key("ctrl+F12")
    alone = glob.glob(os.path.join(desk.home, ".local/share/keystone/*_view_*.png"))
    check(len(alone) == 1, "Ctrl+F12 writes a picture of the view", alone)
    picture = pixels_of(alone[0])
    desk.key("space")
    pictures = []
    for where in ((view_of(desk)[0] + 5, view_of(desk)[1] + 5), dynamic(desk.state())[-1]["pixel"]):
        desk.move(*where)
        desk.key("ctrl+F12")
        newest = max(glob.glob(os.path.join(desk.home, ".local/share/keystone/*_view_*.png")), key=os.path.getmtime)
        pictures.append(pixels_of(newest))
    check((pictures[0] == pictures[1]).all(), "wherever the mouse is")
    desk.key("space")
    view = desk.state()["panels"]["view"]
    check(picture.shape == (4 * view[3], 4 * view[2], 4), "four times as large, with opacity", picture.shape)
    clear, solid = ((picture[:, :, 3] == value).mean() for value in (0, 255))
    check(clear > 0.3 and solid > 0.2 and clear + solid > 0.9, "of bricks on nothing", (clear, solid))

    desk.key("space", "shift+F12")
    plots = glob.glob(os.path.join(desk.home, ".local/share/keystone/*_plots_*"))
    check(sorted(path[-4:] for path in plots) == [".csv", ".png", ".svg"],
          "Shift+F12 writes the plots, as numbers, picture and drawing", plots)
    drawing = ElementTree.parse(next(path for path in plots if path.endswith(".svg")))
    curves = drawing.findall(".//{http://www.w3.org/2000/svg}polyline")
    check(len(curves) >= 8, "a curve or more for each plot", len(curves))
    width, height, count = size_of(next(path for path in plots if path.endswith(".png")))
    check(width > 1200 and height > 350 and count > 50, "with curves on it", (width, height, count))
    before = desk.steps(70)["plot_steps"]
    x, y = desk.place("Kinetic")
    desk.move(x, y + 40)
    zoomed = [desk.click(button=button)["plot_steps"] for button in (4, 4, 5, 5, 5, 5)]  # the wheel
    check(zoomed[1] <= 64 and zoomed[0] == 2 * zoomed[1] == zoomed[2] and zoomed[-1] == before,
          "the wheel over a plot halves the steps shown, and doubles them", (before, zoomed))

    done = desk.run("wall_10x10", "--frames", "20", "--screenshot", "last.png", "--record", "steps.csv",
                    report="last.json")
    check(done.returncode == 0, "--frames ends the program with status 0", done.stderr)
    with open(os.path.join(desk.home, "last.json"), encoding="utf-8") as file:
        check(json.load(file)["frame"] == 20, "after that many frames")
    check(size_of(os.path.join(desk.home, "last.png"))[2] > 500, "--screenshot is written")
    check(len(table_of(os.path.join(desk.home, "steps.csv"))) > 0, "--record is written")

with Desk("wall_10x10") as desk:
    desk.key("F10")
    desk.wait(lambda s: s["recorded_rows"] >= 30, "thirty recorded steps")
    path = desk.state()["recording"]
    desk.key("F10")
    check(desk.state()["recording"] == "", "F10 ends the recording")
    rows = table_of(os.path.join(desk.home, path))
    check(list(rows[0]) == TIMINGS, "the recording has the promised columns", list(rows[0]))
    check(len(rows) >= 30, "and one row per step", len(rows))
    steps = [int(row["step"]) for row in rows]
    check(steps == list(range(steps[0], steps[0] + len(steps))), "steps are consecutive")
    check(all(float(row["step_ms"]) > 0 for row in rows), "every step took time")

    desk.key("space", "F5")
    saved = desk.state()
    check(os.path.exists(os.path.join(desk.home, ".local/share/keystone/state.json")), "F5 saves the state as a scene file")
    desk.key("shift+o")
    desk.key("F9")
    loaded = desk.state()
    check(loaded["step"] == saved["step"], "F9 goes back to the saved step")
    check(loaded["bodies"][5]["position"] == saved["bodies"][5]["position"], "with the very same positions")

    desk.key("ctrl+s")
    check(desk.settle()["save_as"], "Ctrl+S asks where to save the scene")
    desk.hold("ctrl+a")
    mine = os.path.join(desk.home, "scenes/mine.json")
    desk.type(mine)
    desk.tap("Return")
    desk.wait(lambda s: not s["save_as"], "the saved scene")
    desk.settle()  # until the keys are the scene's again
    check(os.path.exists(mine), "the scene is saved there, its folder made")
    opened = desk.open_scene(mine)
    check(opened["recent"][0] == mine, "and it is the most recent file", opened["recent"])
    desk.key("ctrl+e")
    check(".local/share/keystone" in desk.state()["message"], "Ctrl+E says where files are", desk.state()["message"])
    desk.open_scene("wall_10x10")

    bad = os.path.join(desk.home, "bad.json")
    with open(bad, "w", encoding="utf-8") as file:
        file.write('{"keystone": 1, "bodies": 7}')
    state = desk.open_scene(bad, lambda s: s["trouble"])
    check("bad.json" in state["message"], "a bad file is named", state["message"])
    check(state["scene"] == "wall_10x10", "and the present world is kept")

    refused = desk.run(bad)
    check(refused.returncode == 2, "a bad file at the start means exit status 2", refused.returncode)
    check(len(refused.stderr.strip().splitlines()) == 1, "and one line on stderr", refused.stderr)

    before = desk.state()["panels"]
    x, y, width, height = before["view"]
    for beside in (-3, 3):
        check(desk.move(x + beside, y + height / 2)["cursor"] == "resize x", "the mouse shows an edge, on both sides")
    check(desk.move(x + 9, y + height / 2)["cursor"] == "arrow", "and not elsewhere")
    desk.press(x - 2, y + height / 2)
    desk.move(x + 48, y + height / 2)
    wider = desk.release()["panels"]
    check(wider["scenes"][2] == before["scenes"][2] + 48, "the edge of a column is dragged", wider["scenes"])
    desk.press(x + width / 2, y + height - 2)
    desk.move(x + width / 2, y + height - 62)
    higher = desk.release()["panels"]
    check(higher["drawer"][3] == before["drawer"][3] + 62, "and that of the drawer", higher["drawer"])
    desk.quit()
    desk.start()
    again = desk.state()["panels"]
    check([again[name] for name in ("scenes", "drawer")] == [higher[name] for name in ("scenes", "drawer")],
          "both are as large the next time", again)
    x, y, width, height = again["view"]
    desk.click(x + 2, y + height / 2)
    check(desk.click()["panels"]["scenes"] == before["scenes"], "a double click puts an edge back")

    desk.key("m")
    desk.quit()
    with open(os.path.join(desk.home, "config/keystone/settings.json"), encoding="utf-8") as file:
        check('"metrics": false' in file.read(), "settings are kept")

without = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
without["XDG_RUNTIME_DIR"] = tempfile.gettempdir()  # libraries may complain where there is none
blind = subprocess.run([BIN_DIR / "keystone"], env=without, capture_output=True, text=True)
check(blind.returncode == 2, "without a display the status is 2", blind.returncode)
check(len(blind.stderr.strip().splitlines()) == 1 and "display" in blind.stderr, "and one line says so", blind.stderr)

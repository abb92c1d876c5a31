#!/usr/bin/python3
"""No text is cut or lies on another in scenes with long names, joints, failures and challenges, where there is little
room. Arguments: BIN_DIR SOURCE_DIR."""

import glob
import json
import os

from lib.scene_files import scene_of
from support.desk import Desk, check, dynamic
from support.texts import Look, away, tooltips, walk_wall


def select(desk):
    """Clicks the first body that can be picked."""
    for body in dynamic(desk.state()):
        if desk.click(*body["pixel"])["selected"] >= 0:
            return


def walk_scenes(desk, look):
    for name in ("double_action_jack", "mesh_pile", "overhang_parabolic_frictionless", "wall3d_10x10"):
        desk.open_scene(name)
        desk.key("o", "o")
        away(desk)
        look(f"scene {name}")
        select(desk)
        look(f"selection in {name}")
        desk.key("F2")
        look(f"verdict on {name}")
        desk.key("F2", "Escape")
        desk.key("x")
        look(f"microscope on {name}")
        desk.key("x")


def walk_challenge(desk, look):
    state = desk.open_scene("challenge_overhang")
    away(desk)
    look("challenge")
    (x, y), metre = state["challenge"]["corner_pixel"], state["challenge"]["pixels_per_metre"]
    desk.click(x - 0.4 * metre, y - 0.1 * metre)
    desk.wait(lambda s: len(s["bodies"]) > len(state["bodies"]), "the first brick")
    desk.move(x - 0.2 * metre, y - 0.35 * metre)
    look("challenge with a brick")
    desk.key("space")
    desk.wait(lambda s: s["challenge"]["stands"], "the brick to stand")
    look("challenge won")
    desk.key("space", "Escape")


def failing_scene(desk):
    scene = scene_of("stack_15")
    scene["name"] = "A stack of fifteen boxes whose solver stops after a single pivot"
    scene["solver"] = {"id": "pivoting", "parameters": {"work": 1}}
    folder = os.path.join(desk.home, "a_folder_with_a_long_name_for_the_menu_of_recent_files", "and_another_one_in_it")
    os.makedirs(folder)
    path = os.path.join(folder, "a_stack_that_fails_to_be_solved.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(scene, file)
    return path


def recent(desk, look, path):
    desk.click_text("File")
    desk.move(*desk.place("Open recent"))
    desk.settle(10)
    shown = look("recent files", over=("##Menu_00", "##Menu_01"))
    entry = next(t for t in shown["texts"] if t["text"].endswith("a_stack_that_fails_to_be_solved.json"))
    desk.move(entry["ink"][0] + 20, entry["ink"][1] + 4)
    desk.settle(5)
    check(path in tooltips(desk.texts()), "a tooltip tells the whole path of a recent file")
    desk.hold("Escape")
    desk.hold("Escape")
    away(desk)


def walk_trouble(desk, look):
    path = failing_scene(desk)
    desk.open_scene(path)
    recent(desk, look, path)
    desk.key("F10", "o", "F7")
    desk.wait(lambda s: any(f["scene"].startswith("a_stack") for f in s["failures"]), "a solve to fail")
    look("a failure")
    desk.key("x")
    look("microscope on a failure")
    desk.key("F8")
    desk.wait(lambda s: ".mtx" in s["message"], "the saved problem")
    look("a saved problem")
    desk.key("F10", "x", "F7")
    problem = glob.glob(os.path.join(desk.home, ".local/share/keystone/*.mtx"))[0]
    desk.open_scene(problem)
    look("a problem without bodies")
    desk.click_text("PLOTS")
    look("plots of a problem without bodies")


def walk_running(desk, look):
    """Time runs, slowly, under the position stepper, while a body is dragged and everything is recorded."""
    desk.open_scene("collapse_compare")
    desk.key("minus", "minus", "F10", "F3", "space")
    desk.wait(lambda s: s["step"] > 40, "some steps")
    look("running race")
    desk.key("F4", "F4")
    look("position stepper")
    desk.key("F3")
    x, y = dynamic(desk.state())[-1]["pixel"]
    desk.press(x, y)
    desk.move(x + 20, y - 10)
    desk.move(x + 60, y - 30)
    look("dragging")
    desk.release()
    desk.key("F10", "space")


for width, height, scale in ((1000, 700, 1), (1280, 800, 1.5)):
    with Desk("wall_10x10", "--ui-scale", str(scale), "--paused", width=width, height=height) as work:
        glance = Look(work, f"{width} x {height}, scale {scale}")
        glance("start")
        walk_wall(work, glance)
        walk_running(work, glance)
        walk_scenes(work, glance)
        walk_challenge(work, glance)
        walk_trouble(work, glance)

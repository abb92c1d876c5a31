#!/usr/bin/python3
"""docs/scenes.md names a law for every scene, and tests that run it. Scenes name the reports that it gives them."""
import re

from lib.keystone import SOURCE_DIR, check, finish
from lib.scene_files import all_scenes

TESTS = SOURCE_DIR / "tests"


def table(columns):
    """The rows of all tables of so many columns, without their heads."""
    lines = (SOURCE_DIR / "docs" / "scenes.md").read_text().splitlines()
    split = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")]
    return [row for row in split if len(row) == columns and row[0] not in ("scene", "report", "---")]


def rows():
    """Scene, law, names of tests; a row without a scene goes on with the law of the one before."""
    scene = None
    for cells in table(3):
        scene = cells[0].strip("`") or scene
        yield scene, cells[1], re.findall("`([^`]+)`", cells[2]), bool(cells[0])


def text_of(test):
    for path in (TESTS / "scene" / f"{test}_test.cpp", TESTS / f"{test}_test.cpp", TESTS / f"{test}.py"):
        if path.exists():
            return path.read_text()
    return None


listed = []
for scene, law, tests, first in rows():
    check(law, f"{scene}: no law")
    if first:
        listed.append(scene)
        check(tests, f"{scene}: no test")
    for test in tests:
        text = text_of(test)
        check(text is not None, f"{scene}: there is no test {test}")
        check(text is None or re.search(f'"{scene}(.json)?"', text), f"{scene}: {test} does not run it")

scenes = all_scenes()
for report, _, scene, _ in table(4):
    check(report.split()[-1] in scenes[scene.strip("`")]["source"], f"{scene}: its source does not name {report}")
check(sorted(listed) == sorted(scenes), f"scenes without a row, or rows without a scene: {set(listed) ^ set(scenes)}")
check(len(listed) == len(set(listed)), "a scene has two rows")
finish()

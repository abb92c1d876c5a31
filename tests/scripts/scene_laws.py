#!/usr/bin/python3
"""docs/scenes.md names a law for every scene, and tests that run it."""
import re

from lib.keystone import SOURCE_DIR, check, finish
from lib.scene_files import scene_names

TESTS = SOURCE_DIR / "tests"


def rows():
    """Scene, law, names of tests; a row without a scene goes on with the law of the one before."""
    scene = None
    for line in (SOURCE_DIR / "docs" / "scenes.md").read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("|") or len(cells) != 3 or cells[0] in ("scene", "---"):
            continue
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

scenes = scene_names()
check(sorted(listed) == scenes, f"scenes without a row, or rows without a scene: {set(listed) ^ set(scenes)}")
check(len(listed) == len(set(listed)), "a scene has two rows")
finish()

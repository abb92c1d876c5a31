#!/usr/bin/python3
"""Every scene obeys assets/scene.schema.json, and the schema refuses what the loader refuses.

Usage: scene_schema.py BIN_DIR SOURCE_DIR [SCENE...]; exit status 1 when a check fails.
"""
import json
import pathlib
import sys

import jsonschema

from lib.scene_files import scenes_of

SPHERE = {"type": "sphere", "radius": 1}


def scene(**keys):
    return {"keystone": 1, **keys}


def body(**keys):
    return scene(bodies=[{"shape": SPHERE, **keys}])


REFUSED = {
    "no version": {},
    "a later version": {"keystone": 2},
    "an unknown key": scene(gravitas=3),
    "a joint without type": scene(joints=[{}]),
    "an unknown joint": scene(joints=[{"type": "weld", "b": "x"}]),
    "a joint of the world with itself": scene(joints=[{"type": "ball", "anchor": [0, 0, 0]}]),
    "a ball with limits": scene(joints=[{"type": "ball", "b": "x", "anchor": [0, 0, 0], "limits": [0, 1]}]),
    "a motor without strength": scene(joints=[{"type": "hinge", "b": "x", "anchor": [0, 0], "motor": {"speed": 1}}]),
    "a rod without ends": scene(joints=[{"type": "distance", "b": "x"}]),
    "a body without shape": scene(bodies=[{}]),
    "an unknown shape": scene(bodies=[{"shape": {"type": "torus"}}]),
    "a flat box": scene(bodies=[{"shape": {"type": "box", "size": [1, 0, 1]}}]),
    "a cylinder without length": scene(bodies=[{"shape": {"type": "cylinder", "radius": 1}}]),
    "a cone without height": scene(bodies=[{"shape": {"type": "cone", "radius": 1}}]),
    "a sphere with a margin": scene(bodies=[{"shape": {"type": "sphere", "radius": 1, "margin": 0.1}}]),
    "an ellipsoid of two radii": scene(bodies=[{"shape": {"type": "ellipsoid", "radii": [1, 2]}}]),
    "a gear with one end": scene(joints=[{"type": "gear", "b": "x", "teeth": [1, 2]}]),
    "a gear without a tooth": scene(joints=[{"type": "gear", "a": "y", "b": "x", "teeth": [0, 2]}]),
    "half a tooth": scene(joints=[{"type": "gear", "a": "y", "b": "x", "teeth": [1, 2.5]}]),
    "a spring of nothing": scene(joints=[{"type": "spring", "b": "x", "anchors": [[0, 0, 0], [0, 1, 0]]}]),
    "a spring that pushes apart": scene(
        joints=[{"type": "spring", "b": "x", "anchors": [[0, 0, 0], [0, 1, 0]], "stiffness": -1}]),
    "a springy rod": scene(joints=[{"type": "distance", "b": "x", "anchors": [[0, 0, 0], [0, 1, 0]], "stiffness": 1}]),
    "a force on nothing": scene(forces=[{"force": [1, 0, 0]}]),
    "a force of nothing": scene(forces=[{"body": "x"}]),
    "a force at two points": scene(forces=[{"body": "x", "force": [1, 0], "at": [0, 0], "local_point": [0, 0]}]),
    "a path of no keys": body(kind="kinematic", path={"keys": []}),
    "a key without place": body(kind="kinematic", path={"keys": [{"time": 0}]}),
    "zero mass": body(mass=0),
    "mass and density": body(mass=1, density=1),
    "position and centre": body(position=[0, 0, 0], centre=[0, 0, 0]),
    "an axis without angle": body(axis=[0, 1, 0]),
    "an unknown kind": body(kind="ghost"),
    "a layer out of range": body(layer=32),
    "a short quaternion": body(orientation=[1, 0, 0]),
    "negative friction": body(material={"mu": -1}),
    "restitution above 1": body(material={"restitution": 1.5}),
    "half a friction pair": body(material={"mu_static": 1}),
    "a challenge without bricks": scene(challenge={"table": "t", "size": [1, 1]}),
    "a challenge of no bricks": scene(challenge={"table": "t", "bricks": 0, "size": [1, 1]}),
    "a challenge with a prize": scene(challenge={"table": "t", "bricks": 3, "size": [1, 1], "prize": 1}),
    "a label of nothing": scene(labels=[{"text": "t"}]),
    "a label twice": scene(labels=[{"text": "t", "body": "b", "at": [0, 0, 0]}]),
    "a label in colour": scene(labels=[{"text": "t", "body": "b", "colour": "red"}]),
    "an unknown generator": scene(generators=[{"type": "castle"}]),
    "a wall without rows": scene(generators=[{"type": "wall", "columns": 3, "size": [1, 1]}]),
    "boxes nowhere": scene(generators=[{"type": "boxes", "size": [1, 1]}]),
    "boxes repeated in place": scene(generators=[{"type": "boxes", "size": [1, 1], "at": [[0, 0]], "repeat": 2}]),
    "half a fixed end": scene(generators=[
        {"type": "arch", "stones": 5, "inner_radius": 1, "thickness": 1, "fixed_ends": 1}]),
    "feet that overlap": scene(generators=[
        {"type": "card_house", "storeys": 1, "length": 1, "thickness": 0.1, "lean": 0.6, "feet_gap": -0.1}]),
    "a parameter without range": scene(parameters={"n": {"targets": ["/gravity/1"]}}),
    "a parameter of nothing": scene(parameters={"n": {"range": [0, 1], "targets": []}}),
    "a target that is no pointer": scene(parameters={"n": {"range": [0, 1], "targets": ["gravity"]}}),
    "a variant of another version": scene(variants={"v": {"keystone": 2}}),
    "a variant with a word as value": scene(variants={"v": {"values": {"n": "many"}}}),
    "half a column": scene(generators=[{"type": "wall", "columns": 2.5, "rows": 1, "size": [1, 1]}]),
}


def main():
    root = pathlib.Path(sys.argv[2])
    schema = json.loads((root / "assets/scene.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    failures = []
    files = [pathlib.Path(name) for name in sys.argv[3:]] or sorted((root / "assets/scenes").glob("*.json"))
    if not files:
        failures.append("no scenes found")
    count = 0
    for file in files:
        documents = {"as it is": json.loads(file.read_text(encoding="utf-8")), **scenes_of(file)}
        count += len(documents) - 1
        for name, document in documents.items():
            for error in validator.iter_errors(document):
                failures.append(f"{file.name}, {name}: {error.json_path}: {error.message}")
    for name, document in REFUSED.items():
        if validator.is_valid(document):
            failures.append(f"the schema accepts {name}")
    for failure in failures:
        print(failure, file=sys.stderr)
    print(f"{len(files)} files, {count} scenes, {len(REFUSED)} faults, {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())

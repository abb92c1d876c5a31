#!/usr/bin/python3
"""Malformed scene files: exit status 2 and one clear line each, never a crash. CI runs this under the sanitizers too."""
import copy
import json
import tempfile
from pathlib import Path

from lib.keystone import box_on_ground, check, check_refused, finish

REMOVE = object()


def changed(path, value):
    """The good scene with the value at `path` replaced or removed, as JSON text (NaN and infinity as Python writes them)."""
    scene = copy.deepcopy(box_on_ground())
    at = scene
    for step in path[:-1]:
        at = at[step]
    if value is REMOVE:
        del at[path[-1]]
    else:
        at[path[-1]] = value
    return json.dumps(scene)


def box(**members):
    return {"shape": {"type": "box", "size": [1, 1, 1]}, "mass": 1, "position": [3, 1, 0], **members}


BOX = ("bodies", 1)
# What is wrong -> (the file's text, the JSON pointer or other words that the message must contain).
FAULTS = {
    "empty file": ("", ""),
    "no JSON": ("wall of bricks", "line 1"),
    "cut off": (json.dumps(box_on_ground())[:-40], "line 1"),
    "trailing comma": ('{"keystone": 1,}', "line 1"),
    "two documents": ("{}{}", ""),
    "a list": ("[]", "object"),
    "a number": ("1", "object"),
    "null": ("null", "object"),
    "key twice": ('{"keystone": 1, "keystone": 1}', "twice"),
    "nested too deep": ("[" * 100000, ""),
    "bytes that are not UTF-8": (b'{"keystone": 1, "name": "\xff\xfe"}', ""),
    "zero bytes": (b"\x00" * 64, ""),
    "line break in a name": (changed(("name",), "two\nlines"), "/name"),
    "no version": (changed(("keystone",), REMOVE), "keystone"),
    "version from the future": (changed(("keystone",), 2), "/keystone"),
    "version as text": (changed(("keystone",), "1"), "/keystone"),
    "unknown key": (changed(("colour_of_sky",), "blue"), "colour_of_sky"),
    "name of the wrong type": (changed(("name",), 5), "/name"),
    "planar of the wrong type": (changed(("planar",), "yes"), "/planar"),
    "gravity as a number": (changed(("gravity",), -9.81), "/gravity"),
    "gravity of two components": (changed(("gravity",), [0, -9.81]), "/gravity"),
    "gravity not a number": (changed(("gravity",), [0, float("nan"), 0]), ""),
    "step rate zero": (changed(("step_rate",), 0), "/step_rate"),
    "step rate negative": (changed(("step_rate",), -60), "/step_rate"),
    "step rate huge": (changed(("step_rate",), 1e300), "/step_rate"),
    "step rate beyond a double": (json.dumps(box_on_ground())[:-1] + ', "step_rate": 1e999}', ""),
    "unknown solver": (changed(("solver",), "magic"), "/solver"),
    "unknown parameter": (changed(("solver",), {"id": "pgs", "parameters": {"speed": 3}}), "speed"),
    "parameter out of range": (changed(("solver",), {"id": "pgs", "parameters": {"iterations": 0}}), "iterations"),
    "parameter that is no integer": (changed(("solver",), {"id": "pgs", "parameters": {"iterations": 2.5}}), "iterations"),
    "unknown stepper": (changed(("stepper",), "backwards"), "/stepper"),
    "camera inside its target": (changed(("camera",), {"target": [0, 0, 0], "distance": 0}), "/camera/distance"),
    "negative friction": (changed(("materials", "wood"), {"mu": -0.5}), "/materials/wood/mu"),
    "restitution above one": (changed(("materials", "wood"), {"restitution": 1.5}), "/materials/wood/restitution"),
    "friction twice": (changed(("materials", "wood"), {"mu": 1, "mu_static": 1, "mu_dynamic": 1}), "/materials/wood"),
    "unknown material": (changed((*BOX, "material"), "cheese"), "/bodies/1/material"),
    "bodies as an object": (changed(("bodies",), {}), "/bodies"),
    "a body that is a number": (changed(BOX, 7), "/bodies/1"),
    "a body without shape": (changed((*BOX, "shape"), REMOVE), "/bodies/1"),
    "unknown shape": (changed((*BOX, "shape"), {"type": "teapot"}), "/bodies/1/shape/type"),
    "box without size": (changed((*BOX, "shape"), {"type": "box"}), "/bodies/1/shape"),
    "box of no thickness": (changed((*BOX, "shape", "size"), [1, 0, 1]), "/bodies/1/shape/size"),
    "box inside out": (changed((*BOX, "shape", "size"), [1, -1, 1]), "/bodies/1/shape/size"),
    "sphere of radius zero": (changed((*BOX, "shape"), {"type": "sphere", "radius": 0}), "/bodies/1/shape/radius"),
    "capsule without length": (changed((*BOX, "shape"), {"type": "capsule", "radius": 1}), "/bodies/1/shape"),
    "normal that is not unit": (changed(("bodies", 0, "shape", "normal"), [0, 2, 0]), "/bodies/0/shape/normal"),
    "normal of length zero": (changed(("bodies", 0, "shape", "normal"), [0, 0, 0]), "/bodies/0/shape/normal"),
    "half-space that moves": (changed(("bodies", 0, "kind"), "dynamic"), "/bodies/0/kind"),
    "hull of three points": (changed((*BOX, "shape"), {"type": "hull", "points": [[0, 0, 0], [1, 0, 0], [0, 1, 0]]}),
                             "/bodies/1/shape"),
    "flat hull": (changed((*BOX, "shape"), {"type": "hull", "points": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]]}),
                  "/bodies/1/shape"),
    "missing mesh": (changed((*BOX, "shape"), {"type": "mesh", "file": "no_such.obj"}), "no_such.obj"),
    "mesh that is no mesh": (changed((*BOX, "shape"), {"type": "mesh", "file": "scene.json"}), "/bodies/1/shape/file"),
    "zero mass": (changed((*BOX, "mass"), 0), "/bodies/1/mass"),
    "negative mass": (changed((*BOX, "mass"), -2), "/bodies/1/mass"),
    "mass that is text": (changed((*BOX, "mass"), "2 kg"), "/bodies/1/mass"),
    "mass that is infinite": (changed((*BOX, "mass"), float("inf")), ""),
    "mass and density": (changed((*BOX, "density"), 100), "/bodies/1/density"),
    "position of two components": (changed((*BOX, "position"), [0, 1]), "/bodies/1/position"),
    "position of texts": (changed((*BOX, "position"), ["0", "1", "0"]), "/bodies/1/position"),
    "position out of this world": (changed((*BOX, "position"), [0, 1e200, 0]), "/bodies/1/position"),
    "quaternion that is not unit": (changed((*BOX, "orientation"), [1, 1, 0, 0]), "/bodies/1/orientation"),
    "quaternion of zeros": (changed((*BOX, "orientation"), [0, 0, 0, 0]), "/bodies/1/orientation"),
    "orientation and angle": (changed(BOX, box(orientation=[1, 0, 0, 0], angle=1)), "/bodies/1"),
    "unknown kind": (changed((*BOX, "kind"), "ghost"), "/bodies/1/kind"),
    "inertia of two numbers": (changed((*BOX, "inertia"), [1, 1]), "/bodies/1/inertia"),
    "negative inertia": (changed((*BOX, "inertia"), [1, -1, 1]), "/bodies/1/inertia"),
    "layer out of range": (changed((*BOX, "layer"), 32), "/bodies/1/layer"),
    "colour that is none": (changed((*BOX, "colour"), "#12345g"), "/bodies/1/colour"),
    "misspelt key of a body": (changed((*BOX, "velocty"), [0, 0, 0]), "velocty"),
    "rotation out of the plane": (json.dumps({"keystone": 1, "planar": True, "bodies": [
        {"shape": {"type": "box", "size": [1, 1]}, "orientation": [0.6, 0.8, 0, 0]}]}), "/bodies/0/orientation"),
    "unknown generator": (changed(("generators",), [{"type": "castle"}]), "/generators/0/type"),
    "generator without type": (changed(("generators",), [{}]), "/generators/0"),
    "absurd count": (changed(("generators",), [{"type": "stack", "count": 10**12, "size": [1, 1, 1]}]), "/generators/0"),
    "negative count": (changed(("generators",), [{"type": "stack", "count": -3, "size": [1, 1, 1]}]), "/generators/0"),
    "includes itself": (changed(("include",), "scene.json"), "/include"),
    "includes what is not there": (changed(("include",), "no_such.json"), "no_such.json"),
    "unknown joint": (changed(("joints",), [{"type": "pin"}]), "/joints/0/type"),
    "joint of a body that is not there": (changed(("joints",), [{"type": "ball", "b": "nobody", "anchor": [0, 0, 0]}]),
                                          "/joints/0/b"),
}

with tempfile.TemporaryDirectory() as name:
    path = Path(name) / "scene.json"
    for what, (text, mentions) in FAULTS.items():
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        message = check_refused(what, "run", path, "--steps", 1, mentions=mentions)
        check("scene.json" in message, f"{what}: the file is not named in {message!r}")
        check("expected" in message, f"{what}: what was expected is not said in {message!r}")

    # Two files that include each other, and a folder in the place of a file.
    (Path(name) / "a.json").write_text('{"keystone": 1, "include": "b.json"}')
    (Path(name) / "b.json").write_text('{"keystone": 1, "include": "a.json"}')
    check_refused("cycle of two", "run", Path(name) / "a.json", mentions="cycle")
    check_refused("folder", "run", name, mentions="directory")
    check_refused("device", "run", "/dev/zero", mentions="/dev/zero")

print(f"{len(FAULTS) + 3} faults")
check(len(FAULTS) + 3 >= 40, "at least 40 faults")
finish()

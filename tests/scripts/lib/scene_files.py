"""Scene files with their variants, read by their own means (docs/scene-format.md)."""
import copy
import json

from lib.keystone import SOURCE_DIR

SCENES = SOURCE_DIR / "assets" / "scenes"


def merged(document, patch):
    """A JSON merge patch (RFC 7396)."""
    if not isinstance(patch, dict):
        return patch
    result = dict(document) if isinstance(document, dict) else {}
    for key, value in patch.items():
        if value is None:
            result.pop(key, None)
        else:
            result[key] = merged(result.get(key), value)
    return result


def _varied(file, variant):
    differences = dict(file["variants"][variant])
    document = _varied(file, differences.pop("like")) if "like" in differences else copy.deepcopy(file)
    values = differences.pop("values", {})
    document = merged(document, differences)
    for name, value in values.items():
        document["parameters"][name]["value"] = value
    return document


def _place(document, pointer):
    *steps, last = (int(step) if step.isdigit() else step for step in pointer[1:].split("/"))
    for step in steps:
        document = document[step]
    return document, last


def scenes_of(path):
    """Id -> the scene as if the file held it alone."""
    file = json.loads(path.read_text(encoding="utf-8"))
    variants = file.get("variants", {})
    scenes = {file.get("id", path.stem): copy.deepcopy(file), **{key: _varied(file, key) for key in variants}}
    for scene in scenes.values():
        scene.pop("id", None)
        scene.pop("variants", None)
        for parameter in scene.pop("parameters", {}).values():
            for target in parameter["targets"] if "value" in parameter else []:
                target = {"at": target} if isinstance(target, str) else target
                place, last = _place(scene, target["at"])
                place[last] = target.get("factor", 1) * parameter["value"] + target.get("offset", 0)
    return scenes


def all_scenes(folder=SCENES):
    """The same of all scene files in a folder."""
    return {key: scene for path in sorted(folder.glob("*.json")) for key, scene in scenes_of(path).items()}


def scene_of(name):
    return all_scenes()[name]


def scene_names():
    """`keystone-cli list scenes` loads each, which takes seconds."""
    return sorted(all_scenes())

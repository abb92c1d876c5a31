#!/usr/bin/python3
"""What has come to rest by itself is balanced: dominoes that fell, a pile of meshes, boxes poured into a bin, a wall
that was shot. And the exit status of every run says whether all steps converged."""
import json
import tempfile
from pathlib import Path

from lib.keystone import SOURCE_DIR, check, cli, cli_json, finish

SCENES = SOURCE_DIR / "assets" / "scenes"
ROUND = 300    # steps
ROUNDS = 14    # at most, until nothing moves
STILL = 1e-9   # [m], in a round


def run(scene, state):
    done = cli("run", scene, "--steps", ROUND, "--state", state, "--format", "json")
    result = json.loads(done.stdout)
    check(done.returncode == (1 if result["not_converged"] else 0),
          f"{scene}: exit {done.returncode} with {result['not_converged']} steps not converged")
    return result


def settle(name, scene, folder):
    state = folder / f"{name}_state.json"
    farthest = 0.0
    for done in range(1, ROUNDS + 1):
        moved = run(scene, state)["displacement_max_m"]
        if moved <= STILL:
            break
        scene, farthest = state, max(farthest, moved)
    else:
        check(False, f"{name} still moves after {ROUNDS * ROUND} steps")
    check(farthest > 0.1, f"{name} was never disturbed: {farthest} m")
    verdict = cli_json("analyze", state)
    check(verdict["balanced"], f"{name}: settled, but not balanced: {verdict['largest_m_s2']} m/s^2")
    print(f"{name}: settled within {done * ROUND} steps")


def written(folder, scene):
    path = folder / f"{scene['name']}.json"
    path.write_text(json.dumps({key: value for key, value in scene.items() if key != "$schema"}))
    return path


def two_layers_in_the_bin(folder):
    scene = json.loads((SCENES / "bin_200.json").read_text())
    return written(folder, scene | {"name": "bin", "generators": scene["generators"][:2]})


def pile_of_meshes(folder):
    """Of half as many stones as the scene has: nothing damps one that rocks on an edge, and among 48 one may."""
    scene = json.loads((SCENES / "mesh_pile.json").read_text())
    pile = scene["generators"][0] | {"count": [3, 3, 3]}
    pile["shapes"] = [shape | {"file": str(SCENES.parent / "meshes" / shape["file"])} for shape in pile["shapes"]]
    return written(folder, scene | {"name": "pile", "generators": [pile]})


def shot_wall(folder):
    """By a cube: a ball would roll on for ever."""
    path = folder / "shot.json"
    path.write_text(json.dumps({
        "keystone": 1, "name": "shot",
        "bodies": [{"name": "ground", "shape": {"type": "halfspace"}},
                   {"name": "shot", "shape": {"type": "box", "size": [0.5, 0.5, 0.5]}, "density": 16000,
                    "position": [0, 1.5, 6], "velocity": [0, 0, -10]}],
        "generators": [{"type": "wall", "name": "brick", "columns": 6, "rows": 6, "size": [1, 0.5, 0.5]}]}))
    return path


with tempfile.TemporaryDirectory() as name:
    folder = Path(name)
    settle("dominoes", "dominoes", folder)
    settle("pile of meshes", pile_of_meshes(folder), folder)
    settle("bin_50", two_layers_in_the_bin(folder), folder)
    settle("shot", shot_wall(folder), folder)
finish()

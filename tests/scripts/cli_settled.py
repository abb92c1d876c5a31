#!/usr/bin/python3
"""What has come to rest by itself is balanced: dominoes that fell, a pile of meshes, boxes poured into a bin, a wall
that was shot. And the exit status of every run says whether all steps converged."""
import json
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent / "lib"))
from keystone import SOURCE_DIR, check, cli, cli_json, finish  # noqa: E402

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


def two_layers_in_the_bin(folder):
    scene = json.loads((SCENES / "bin_200.json").read_text())
    del scene["$schema"]
    scene["generators"] = scene["generators"][:2]
    path = folder / "bin.json"
    path.write_text(json.dumps(scene))
    return path


def shot_wall(folder):
    """By a cube: a ball would roll on for ever."""
    path = folder / "shot.json"
    path.write_text(json.dumps({
        "keystone": 1, "name": "shot", "include": str(SCENES / "wall.json") + "#wall3d_10x10",
        "bodies": [{"name": "shot", "shape": {"type": "box", "size": [0.5, 0.5, 0.5]}, "density": 16000,
                    "position": [0, 2.5, 6], "velocity": [0, 0, -10]}]}))
    return path


with tempfile.TemporaryDirectory() as name:
    folder = Path(name)
    settle("dominoes", "dominoes", folder)
    settle("mesh_pile", "mesh_pile", folder)
    settle("bin_50", two_layers_in_the_bin(folder), folder)
    settle("shot", shot_wall(folder), folder)
finish()

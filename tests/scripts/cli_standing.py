#!/usr/bin/python3
"""What stands must stand: the catalogue's piles for ten seconds under the exact solver, every scene for a moment."""
import json

from lib.keystone import check, cli, cli_json, finish
from lib.scene_files import scene_names

STEPS = 600
# Largest way [m] of any body: a millimetre, or a centimetre for the two that settle onto their edges first.
STANDING = {"wall_10x10": 1e-3, "stack_15": 1e-3, "tower3d_10": 1e-3, "card_house": 1e-2, "arch": 1e-2}
HEAVY_ON_LIGHT = ("two_boxes_1000", "mass_ratio_2", "tower_heavy_top")

for scene, way in STANDING.items():
    result = cli_json("run", scene, "--solver", "pivoting", "--steps", STEPS)
    check(result["residual_max"] <= 1e-9, f"{scene}: residual {result['residual_max']}")
    check(result["not_converged"] == 0, f"{scene}: {result['not_converged']} steps not converged")
    check(result["displacement_max_m"] <= way, f"{scene}: moved by {result['displacement_max_m']} m")
    check(result["pivots"]["median"] <= 3, f"{scene}: median pivots {result['pivots']['median']}")

for scene in HEAVY_ON_LIGHT:
    result = cli_json("run", scene, "--solver", "pivoting", "--steps", STEPS)
    check(result["penetration_max_m"] <= 1e-3, f"{scene}: penetration {result['penetration_max_m']} m")
    beside = json.loads(cli("run", scene, "--solver", "pgs", "--parameter", "iterations=50", "--steps", STEPS,
                            "--format", "json").stdout)
    print(f"{scene}: penetration {result['penetration_max_m']:.1e} m pivoting, "
          f"{beside['penetration_max_m']:.1e} m with 50 sweeps of PGS")

# Ten steps of every scene with its own solver: it solves them all, numbers throughout. No impulses within the friction
# cones hold the cards with mu 0.4, which the solver does not always see in the work allowed.
UNSOLVED = ("cards_155_mu04",)
for scene in scene_names():
    done = cli("run", scene, "--steps", 10, "--format", "json")
    solved = (0, 1) if scene in UNSOLVED else (0,)
    check(done.returncode in solved, f"{scene}: exit {done.returncode}: {done.stderr.strip()}")
    if done.returncode in (0, 1):
        result = json.loads(done.stdout)
        check(None not in (result["residual_max"], result["energy_end_J"]), f"{scene}: NaN in the summary")
finish()

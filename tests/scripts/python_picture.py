#!/usr/bin/python3
"""Pictures of simulations as arrays, where there is no display.

Usage: python_picture.py BIN_DIR SOURCE_DIR
"""
import os
import sys

import numpy as np

from lib.keystone import box_on_ground, check, finish
from lib.module import keystone, refuses
from lib.pictures import colours

for name in ("DISPLAY", "WAYLAND_DISPLAY"):
    os.environ.pop(name, None)

sim = keystone.Simulation(box_on_ground())
state = sim.state_hash
first = keystone.picture(sim, 160, 90)
check(first.shape == (90, 160, 4) and first.dtype == np.uint8, f"height, width, colours: {first.shape} {first.dtype}")
check(np.all(first[..., 3] == 255) and colours(first[..., :3]) > 100, "something opaque is on it")
check(np.array_equal(first, keystone.picture(sim, 160, 90)), "the same again")
check(sim.state_hash == state and sim.steps == 0, "which steps nothing")
v = sim.velocities.copy()
v[1] = [3, 0, 0]
sim.velocities = v
sim.step(20)
second = keystone.picture(sim, 160, 90)
check(not np.array_equal(first, second), "the box has moved")
refuses("no width", lambda: keystone.picture(sim, 1, 90), "picture: --width: found '1', expected")
sys.modules["keystone._picture"].__file__ = "/no/such/tree/file.py"
os.environ["PATH"] = "/no/such/folder"
refuses("no program", lambda: keystone.picture(sim), "picture: found no keystone-cli", "expected")
finish()

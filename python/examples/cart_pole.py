#!/usr/bin/python3
"""A pole on a cart that a force keeps upright, in the shape of Gymnasium's environments, without that package.

Usage: cart_pole.py   # swings many carts at once, and says how long a step of each takes
"""
import time

import keystone
import numpy as np

CART, POLE = 0, 1  # joints
SCENE = {
    "keystone": 1, "planar": True, "step_rate": 50,
    "bodies": [{"name": "cart", "shape": {"type": "box", "size": [0.4, 0.2]}, "mass": 1.0, "position": [0, 0]},
               {"name": "pole", "shape": {"type": "box", "size": [0.05, 1.0]}, "mass": 0.1, "position": [0, 0.5]}],
    "joints": [{"name": "rail", "type": "slider", "b": "cart", "axis": [1, 0]},
               {"name": "pin", "type": "hinge", "a": "cart", "b": "pole", "anchor": [0, 0]}],
}


class CartPole:
    """Observed are the cart's place [m] and speed [m/s], the pole's angle [rad] and its rate [rad/s]. An action is a
    force on the cart [N]. Each step is worth 1, until the pole is 0.2 rad off or the cart 2.4 m."""

    def __init__(self):
        self.simulation = keystone.Simulation(SCENE)
        self.start = self.simulation.snapshot()

    def observe(self):
        places, speeds = self.simulation.joint_positions, self.simulation.joint_velocities
        return np.array([places[CART], speeds[CART], places[POLE], speeds[POLE]])

    def reset(self, seed=None):
        self.simulation.restore(self.start)
        self.simulation.dof_velocities = [0.0, np.random.default_rng(seed).uniform(-0.05, 0.05)]
        return self.observe(), {}

    def push(self, force):
        self.simulation.joint_efforts = [force, 0.0]

    def result(self):
        seen = self.observe()
        return seen, 1.0, bool(abs(seen[2]) > 0.2 or abs(seen[0]) > 2.4), False, {}

    def step(self, action):
        self.push(float(action))
        self.simulation.step()
        return self.result()


def main(count=1000, steps=50):
    environments = [CartPole() for _ in range(count)]
    simulations = [environment.simulation for environment in environments]
    begin = time.perf_counter()
    for seed, environment in enumerate(environments):
        environment.reset(seed)
    reset = time.perf_counter()
    for _ in range(steps):
        for environment in environments:
            seen = environment.observe()
            environment.push(-50 * seen[2] - 10 * seen[3])
        keystone.step_all(simulations)
    end = time.perf_counter()
    left = np.mean([abs(environment.observe()[2]) for environment in environments])
    print(f"{count} carts: reset {1e3 * (reset - begin):.0f} ms, observe, push and step of all "
          f"{1e3 * (end - reset) / steps:.1f} ms; poles lean by {left:.4f} rad")


if __name__ == "__main__":
    main()

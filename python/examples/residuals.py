#!/usr/bin/python3
"""Residuals of several methods on one problem of a scene, against iterations and against time, as a picture.

Usage: residuals.py [SCENE [STEP [FILE.png]]], by default wall_10x10, 60, residuals.png. Needs Matplotlib.
"""
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

import keystone  # noqa: E402

SOLVERS = ["exact", "pgs", "nsgs", "nncg", "apgd", "admm"]


def plot(scene, step, path):
    sim = keystone.Simulation(scene)
    sim.step(step)
    problem = sim.problem
    figure, panels = plt.subplots(1, 2, figsize=(10, 4), sharey=True, layout="constrained")
    for solver in SOLVERS:
        curve = keystone.history(problem, solver)
        for panel, key in zip(panels, ("iteration", "time_ms")):
            panel.semilogy(curve[key], curve["residual"], label=solver)
    panels[0].set(xlabel="iterations", ylabel="residual", xscale="symlog")
    panels[1].set(xlabel="time of the method [ms]", xscale="log")
    panels[1].legend()
    for panel in panels:
        panel.grid(alpha=0.3)
    figure.suptitle(f"{sim.name}, step {step}: {problem.contacts} contacts")
    figure.savefig(path, dpi=120)


if __name__ == "__main__":
    given = sys.argv[1:]
    plot(given[0] if given else "wall_10x10", int(given[1]) if len(given) > 1 else 60,
         given[2] if len(given) > 2 else "residuals.png")

"""Keystone: rigid bodies in frictional contact, from Python.

Scenes that run, contact problems as NumPy arrays and SciPy matrices, and every solver of the sandbox.
Units are SI; docs/python.md is the tutorial.
"""
from pathlib import Path as _Path

from . import _engine
from ._engine import (
    Analysis,
    Error,
    Parameter,
    Problem,
    Residual,
    Run,
    SceneEntry,
    Simulation,
    Snapshot,
    Solution,
    SolverInfo,
    StepReport,
    StepperInfo,
    __version__,
    analyze,
    compare,
    history,
    load_problem,
    residual,
    scenes,
    set_threads,
    solve,
    solvers,
    step_all,
    steppers,
    threads,
)
from ._picture import picture
from ._sweep import sweep

__all__ = [
    "Analysis", "Error", "Parameter", "Problem", "Residual", "Run", "SceneEntry", "Simulation", "Snapshot", "Solution",
    "SolverInfo", "StepReport", "StepperInfo", "analyze", "compare", "history", "load_problem", "picture", "residual",
    "scenes", "set_threads", "solve", "solvers", "step_all", "steppers", "sweep", "threads",
]

_engine._set_assets(str(_Path(__file__).parent / "assets"))
# What help() and pickle call them.
for _name in __all__:
    if isinstance(globals()[_name], type):
        globals()[_name].__module__ = "keystone"
del _name

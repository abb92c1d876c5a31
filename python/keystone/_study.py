"""A study: one scene, what is varied in it, and what is measured of each run (docs/sweeps.md)."""
import copy
import itertools
import json
import math
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from . import _engine
from ._engine import Error, Simulation, set_threads

_KEYS = {"keystone_study", "scene", "parameters", "samples", "seed", "steps", "solver", "stepper", "measures"}
_MEASURES = ("steps", "not_converged", "residual_max", "penetration_max_m", "displacement_max_m", "kinetic_J",
             "energy_J", "contacts_max", "step_ms_median", "step_ms_p99", "state_hash", "balanced", "largest_m_s2")
_WHOLE = ("steps", "not_converged", "contacts_max", "balanced")  # measures that are whole numbers
_WAYS = ("grid", "range", "random", "sobol")
_GROUPS = ("parameters/", "stepper_parameters/", "scene_parameters/")
_MOST = 1_000_000  # runs: their values, and later their rows, are held in memory


def _refuse(place, found, expected):
    raise Error(f"{place}: found {found}, expected {expected}")


@dataclass(frozen=True)
class Varied:
    """One parameter: where its values go and which they are."""
    name: str
    target: str  # a JSON pointer into the scene file, or "solver", "stepper" or one of _GROUPS and ID
    way: str     # "grid": a list of values; "random", "sobol": between two numbers
    values: tuple
    whole: bool = False


@dataclass(frozen=True)
class Study:
    """What a study file says. Runs are numbered from 0, the same in every process: see values_of()."""
    scene: dict
    varied: tuple
    samples: int = 0
    seed: int = 1
    steps: int = 600
    method: dict = field(default_factory=dict)
    measures: tuple = ("not_converged", "residual_max", "displacement_max_m")

    @property
    def columns(self):
        return ["run", *(one.name for one in self.varied), *self.measures, "error"]

    def runs(self):
        """A dictionary of the varied values for each run: all of the grid, each of its points `samples` times."""
        grids = [one for one in self.varied if one.way == "grid"]
        drawn = [one for one in self.varied if one.way != "grid"]
        points = list(itertools.product(*(one.values for one in grids)))
        draws = _draws(drawn, len(points) * self.samples, self.seed) if drawn else [{}] * len(points)
        each = len(draws) // len(points)
        result = []
        for number, draw in enumerate(draws):
            values = dict(zip((one.name for one in grids), points[number // each]), **draw)
            result.append({one.name: values[one.name] for one in self.varied})
        return result

    def simulation(self, values):
        """The scene with these values, before its first step. Raises Error."""
        scene, method = copy.deepcopy(self.scene), copy.deepcopy(self.method)
        for one in self.varied:
            target, value = one.target, values[one.name]
            if target.startswith("/"):
                _put(scene, target, value, "parameters")
            elif "/" in target:
                group, key = target.split("/", 1)
                method.setdefault(group, {})[key] = value
            else:
                method[target] = value
        return Simulation(scene, **method)


def _draws(drawn, count, seed):
    """Values of the drawn parameters for each run, in the unit cube first: those of "sobol" together, as points of one
    sequence, the others each by itself."""
    sobol = [one for one in drawn if one.way == "sobol"]
    columns = {}
    if sobol:
        from scipy.stats import qmc  # slow to import
        sequence = qmc.Sobol(len(sobol), scramble=True, seed=seed)
        points = sequence.random_base2(max(0, count - 1).bit_length())[:count]
        columns = {one.name: points[:, i] for i, one in enumerate(sobol)}
    random = np.random.default_rng(seed)
    for one in drawn:
        share = columns[one.name] if one.way == "sobol" else random.random(count)
        low, high = one.values
        columns[one.name] = np.floor(low + share * (high - low + 1)) if one.whole else low + share * (high - low)
    return [{one.name: int(columns[one.name][i]) if one.whole else float(columns[one.name][i]) for one in drawn}
            for i in range(count)]


def _put(scene, pointer, value, place):
    """Sets what a JSON pointer (RFC 6901) leads to; it must be there, or be a new key of an object that is."""
    steps = [step.replace("~1", "/").replace("~0", "~") for step in pointer[1:].split("/")]
    here = scene
    for depth, step in enumerate(steps):
        last = depth + 1 == len(steps)
        if isinstance(here, list):
            if not step.isdigit() or int(step) >= len(here):
                _refuse(f"{place}: {pointer}", f"no item '{step}'", f"one of 0 to {len(here) - 1}")
            step = int(step)
        elif not isinstance(here, dict) or (not last and step not in here):
            _refuse(f"{place}: {pointer}", f"no key '{step}'", "one that the scene has")
        if last:
            here[step] = value
        else:
            here = here[step]


def _is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool) and np.isfinite(value)


def _read_varied(place, name, given):
    target = given.get("target", name) if isinstance(given, dict) else None
    known = {"target", "whole", *_WAYS}
    if target is None or not isinstance(target, str) or set(given) - known:
        _refuse(place, json.dumps(given), f"an object of {', '.join(sorted(known))}")
    if not target.startswith(("/", *_GROUPS)) and target not in ("solver", "stepper"):
        _refuse(f"{place}/target", f"'{target}'", "a JSON pointer into the scene, solver, stepper, parameters/ID, "
                                                  "stepper_parameters/ID or scene_parameters/ID")
    ways = [way for way in _WAYS if way in given]
    if len(ways) != 1:
        _refuse(place, f"{len(ways)} of {', '.join(_WAYS)}", "one")
    way, values, whole = ways[0], given[ways[0]], bool(given.get("whole", False))
    if way == "grid":
        if not isinstance(values, list) or not values:
            _refuse(f"{place}/grid", json.dumps(values), "a list of values")
    elif way == "range":
        if not isinstance(values, list) or len(values) != 3 or not all(map(_is_number, values)) or \
                values[2] != int(values[2]) or not 2 <= values[2] <= _MOST:
            _refuse(f"{place}/range", json.dumps(values), f"[first, last, how many], 2 to {_MOST} of them")
        way, values = "grid", np.linspace(values[0], values[1], int(values[2])).tolist()
    elif not isinstance(values, list) or len(values) != 2 or not all(map(_is_number, values)) or values[0] > values[1]:
        _refuse(f"{place}/{way}", json.dumps(values), "[low, high]")
    return Varied(name, target, way, tuple(values), whole)


def _no_number(text):
    raise ValueError(f"{text} is no number of JSON")


def _plain(given, place):
    """Of a study that is a dictionary: arrays, tuples and numbers of NumPy as JSON has them."""
    if isinstance(given, dict):
        return {key: _plain(value, f"{place}/{key}") for key, value in given.items()}
    if isinstance(given, (list, tuple)):
        return [_plain(value, f"{place}/{i}") for i, value in enumerate(given)]
    if isinstance(given, float) and not math.isfinite(given):
        _refuse(place, given, "a finite number")
    if given is None or isinstance(given, (str, int, float)):
        return given
    if not hasattr(given, "tolist"):
        _refuse(place, f"a value of type {type(given).__name__}", "what JSON has, or an array")
    return _plain(given.tolist(), place)


def _read_json(path, expected):
    try:
        return json.loads(path.read_text(encoding="utf-8"), parse_constant=_no_number)
    except OSError as error:
        _refuse(path, f"no readable file ({error.strerror})", expected)
    except ValueError as error:
        _refuse(path, f"no JSON ({error})", expected)


def _read_scene(place, given, folder):
    """The scene file as a dictionary: given in place, by a path beside the study, or by its name in the assets."""
    if isinstance(given, dict):
        return given
    if not isinstance(given, str):
        _refuse(place, json.dumps(given), "a scene, its name or its path")
    path = folder / given
    address = str(path) if path.is_file() else _engine._find_scene(given)
    if _engine._is_robot_file(address):
        return Simulation(address).to_dict()
    return json.loads(_engine._scene_text(address))


def _check_columns(name, varied, measures):
    columns = ["run", *measures, "error"]
    for one in varied:
        if one.name in columns:
            _refuse(f"{name}: /parameters/{one.name}", "the name of a column", f"another one than {', '.join(columns)}")


def _check_pointers(name, scene, varied):
    """That they lead to places of the scene, with the first values."""
    scene = copy.deepcopy(scene)
    for one in varied:
        if one.target.startswith("/"):
            _put(scene, one.target, one.values[0], f"{name}: /parameters/{one.name}/target")


def _check_count(name, varied, samples):
    count = samples * math.prod(len(one.values) for one in varied if one.way == "grid")
    if count > _MOST:
        _refuse(f"{name}: /parameters", f"{count} runs", f"at most {_MOST}")


def read_study(study):
    """From a path or a dictionary. Raises Error, one line with the place."""
    folder, name = Path(), "study"
    if not isinstance(study, dict):
        name, folder = str(study), Path(study).parent
        study = _read_json(Path(study), "a study")
    else:
        study = _plain(study, "study: ")
    version = study.get("keystone_study") if isinstance(study, dict) else study
    if version != 1:
        _refuse(f"{name}: /keystone_study", json.dumps(version), "1")
    for key in study:
        if key not in _KEYS:
            _refuse(f"{name}: /{key}", "an unknown key", "one of " + ", ".join(sorted(_KEYS)))
    numbers = {}
    for key, least in (("samples", 1), ("seed", 0), ("steps", 0)):
        if key in study:
            if not isinstance(study[key], int) or study[key] < least:
                _refuse(f"{name}: /{key}", json.dumps(study[key]), f"a whole number from {least} on")
            numbers[key] = study[key]
    given = study.get("parameters", {})
    if not isinstance(given, dict) or not given:
        _refuse(f"{name}: /parameters", json.dumps(given), "an object of what is varied")
    varied = tuple(_read_varied(f"{name}: /parameters/{key}", key, value) for key, value in given.items())
    if any(one.way != "grid" for one in varied) != ("samples" in study):
        _refuse(f"{name}: /samples", "it" if "samples" in study else "none",
                "it where parameters are random or sobol, and only there")
    measures = study.get("measures", list(Study.measures))
    if not isinstance(measures, list) or len(set(map(str, measures))) < len(measures):
        _refuse(f"{name}: /measures", json.dumps(measures), "a list, each once")
    for measure in measures:
        if measure not in _MEASURES:
            _refuse(f"{name}: /measures", json.dumps(measure), "some of " + ", ".join(_MEASURES))
    _check_columns(name, varied, measures)
    _check_count(name, varied, numbers.get("samples", 1))
    method = {key: study[key] for key in ("solver", "stepper") if key in study}
    scene = _read_scene(f"{name}: /scene", study.get("scene"), folder)
    _check_pointers(name, scene, varied)
    return Study(scene, varied, method=method, measures=tuple(measures), **numbers)


def run(study, number, values):
    """One row: what the run came to. What cannot be run has its one line in the column "error"."""
    try:
        return failed_row(study, number, values, "") | _measure(study, study.simulation(values))
    except Error as error:
        return failed_row(study, number, values, str(error))


def run_alone(study, number, values):
    """In a process that is one of several: they are the parallelism."""
    set_threads(1)
    return run(study, number, values)


def failed_row(study, number, values, error):
    """A row without measures."""
    return {"run": number, **values, **dict.fromkeys(study.measures), "error": error}


def read_measure(name, text):
    """The measure that a table has as this text, in the type of a fresh one."""
    if text == "" or name == "state_hash":
        return text or None
    return int(text) if name in _WHOLE else float(text)


def _measure(study, simulation):
    measures = {}
    if {"balanced", "largest_m_s2"} & set(study.measures):
        analysis = _engine.analyze(simulation, others=False)
        measures |= {"balanced": int(analysis.balanced), "largest_m_s2": analysis.largest}
    if set(study.measures) <= set(measures):
        return {key: measures[key] for key in study.measures}
    start, dynamic = simulation.positions.copy(), [body.kind == "dynamic" for body in simulation.bodies]
    bad, residuals, overlaps, contacts, times, moved = 0, [0.0], [0.0], [0], [0.0], 0.0
    for _ in range(study.steps):
        report = simulation.step()
        bad += report.status != "converged" or report.rejected
        residuals.append(report.residual.value)
        overlaps.append(report.max_penetration)
        contacts.append(report.contacts)
        times.append(report.ms["total"])
        if any(dynamic):
            moved = max(moved, np.linalg.norm((simulation.positions - start)[dynamic], axis=1).max())
    report = simulation.report
    measures |= {"steps": study.steps, "not_converged": bad, "residual_max": max(residuals),
                 "penetration_max_m": max(overlaps), "displacement_max_m": float(moved), "kinetic_J": report.kinetic,
                 "energy_J": report.kinetic + report.potential, "contacts_max": max(contacts),
                 "step_ms_median": float(np.median(times[1:] or [0.0])),
                 "step_ms_p99": float(np.percentile(times[1:] or [0.0], 99)), "state_hash": simulation.state_hash}
    return {key: measures[key] for key in study.measures}

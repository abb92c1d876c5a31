#!/usr/bin/python3
"""Checks every #include in engine/, app/ and python/ against the table of rooms, and that only the registry names the
solvers.

Usage: layers.py BIN_DIR SOURCE_DIR (BIN_DIR is not used). Prints FILE:LINE of each fault; exit status 1 if there is one.
"""
import re
import sys
from pathlib import Path

# Room -> the rooms it may include directly; what those may include, it may too.
MAY_INCLUDE = {
    "math": [],
    "body": ["math"],
    "shape": ["body"],
    "collide": ["shape"],
    "joint": ["shape"],
    "articulated": ["joint"],
    "problem": ["collide", "joint"],
    "solver": ["problem", "program"],
    "program": ["math"],
    "framework": ["program"],
    "world": ["solver"],
    "impact": ["world"],
    "sleep": ["world"],
    "smooth": ["world", "articulated"],
    "robot": ["world", "articulated"],
    "step": ["impact", "sleep", "smooth", "articulated"],
    "observe": ["step"],
    "scene": ["step", "robot", "framework"],
    "record": ["observe", "scene"],
    "app": ["scene", "record"],
}

# What a solver may see of problem/: the data and the residual, never how the problem was assembled.
SOLVER_SEES = {f"problem/{name}.h" for name in ("contact_problem", "index_sets", "islands", "residual", "delassus", "body_rows")}

# Rooms of solver/ -> the other rooms of it that they may include. The law and the linear systems are every method's;
# only the driver knows several methods; sweeps (pgs), one contact's law and the line search are parts that methods
# share. A file directly in solver/ belongs to the room that FRONT names, or to its own.
SHARED = {"law", "system"}
SOLVER_ROOMS = {
    "law": set(),
    "system": {"law"},
    "exact": SHARED | {"interior", "newton", "smoothing", "parametric"},
    "interior": SHARED,
    "newton": SHARED,
    "smoothing": SHARED,
    "pivoting": SHARED | {"turning"},
    "parametric": {"turning"},
    "gauss": SHARED | {"newton"},
    "one_pair": {"one_contact"},
    "pgs": {"one_contact", "one_pair"},
    "nncg": {"pgs"},
    "pgs_sm": SHARED | {"pgs"},
    "nsgs": {"pgs", "one_contact"},
    "bgs_pcg": {"pgs", "one_contact"},
    "jacobi": {"pgs", "one_contact"},
    "apgd": SHARED,
    "admm": SHARED,
    "line_search": SHARED,
    "minmap_newton": SHARED | {"line_search"},
    "fischer_newton": SHARED | {"line_search"},
    "staggered": SHARED | {"line_search"},
}
FRONT = {"newton_cone": "newton", "interior_point": "interior", "relaxation": "interior"}

# Parts of app/ -> the parts they may include; files directly in app/ are "top" and may include all. The command line and
# the session must build and run without a display.
APP_PARTS = {
    "cli": {"cli", "referees", "render"},
    "referees": {"referees"},
    "session": {"session", "microscope"},
    "microscope": {"microscope"},
    "view": {"view"},
    "render": {"render", "view"},
    "tools": {"tools", "view", "session"},
    "panels": {"panels", "tools", "view", "session", "microscope", "commands"},
    "commands": {"commands", "session", "microscope"},
}
# Headers directly in app/ that the parts with a window may include: the state of the whole program.
SHARED_HEADERS = {"app_state.h", "request.h", "theme.h"}
WITHOUT_WINDOW = {"cli", "referees", "session", "microscope"}
PLAIN_HEADERS = {"paths.h", "view/camera.h", "view/point_at.h"}  # of everybody: they need no window

WINDOW = re.compile(r"^(glad/|GL/|GLES|GLFW/|imgui|glm/|stb)")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
SOLVER_CONSTANT = re.compile(r"^constinit const SolverInfo (k\w+)\s*[{=]", re.MULTILINE)


def closure(room):
    reached, todo = {room}, [room]
    while todo:
        for other in MAY_INCLUDE[todo.pop()]:
            if other not in reached:
                reached.add(other)
                todo.append(other)
    return reached


def fault_in_engine(room, path, header):
    target = header.split("/")[0]
    if target not in MAY_INCLUDE:
        return f"engine/{room} includes '{header}', which is in no room"
    if target not in closure(room):
        return f"{room}/ may not include {target}/"
    if room == "solver" and target == "problem" and header not in SOLVER_SEES:
        return f"solver/ sees only {', '.join(sorted(SOLVER_SEES))} of problem/"
    if target == "solver" and header.count("/") > 1:
        method = header.split("/")[1]
        own = path.parent.name if path.parent.name != "solver" else FRONT.get(path.stem, path.stem)
        if not (room == "solver" and (own == method or method in SOLVER_ROOMS.get(own, set()))):
            return f"'{header}' is not for solver/{own}" if room == "solver" else f"'{header}' belongs to solver/ alone"
    return None


def fault_in_app(part, header, app_dir):
    target = header.split("/")[0]
    if target in MAY_INCLUDE:
        return f"'{header}' belongs to one solver alone" if target == "solver" and header.count("/") > 1 else None
    if not (app_dir / header).exists():
        return f"'{header}' is in neither engine/ nor app/"
    if part not in APP_PARTS or header in PLAIN_HEADERS:
        return None
    if "/" not in header:
        shared = header in SHARED_HEADERS and part not in WITHOUT_WINDOW
        return None if shared else f"app/{part}/ may not include '{header}'"
    if target not in APP_PARTS[part]:
        return f"app/{part}/ may not include app/{target}/"
    return None


def fault_in_python(header, python_dir):
    """The bindings see the engine, of app/ nothing, and each other."""
    target = header.split("/")[0]
    if target in MAY_INCLUDE:
        return f"'{header}' belongs to one solver alone" if target == "solver" and header.count("/") > 1 else None
    return None if (python_dir / header).exists() else f"'{header}' is in neither engine/ nor python/"


def check_includes(root):
    faults = []
    for path in sources(root):
        area, part = path.relative_to(root).parts[:2]
        for number, line in enumerate(path.read_text().splitlines(), 1):
            match = INCLUDE.match(line)
            if not match:
                continue
            bracket, header = match.groups()
            fault = None
            if WINDOW.match(header) and area != "app":
                fault = f"{area}/ knows no window: '{header}'"
            elif WINDOW.match(header) and part in WITHOUT_WINDOW and not header.startswith("GLFW/"):
                fault = f"app/{part}/ knows no window: '{header}'"
            elif area == "python" and bracket == '"':
                fault = fault_in_python(header, root / "python")
            elif header.startswith("pybind11/") and area != "python":
                fault = f"{area}/ knows no Python: '{header}'"
            elif header.startswith("glm/") and part != "view":
                fault = f"GLM stays in app/view/: '{header}'"
            elif bracket == '"' and not WINDOW.match(header):
                fault = fault_in_engine(part, path, header) if area == "engine" else fault_in_app(part, header, root / "app")
            if fault:
                faults.append(f"{path.relative_to(root)}:{number}: {fault}")
    return faults


def check_solver_names(root):
    files = list(sources(root))
    homes = {name: path for path in files for name in SOLVER_CONSTANT.findall(path.read_text())}
    faults = []
    for path in files:
        if path.name == "registry.cpp":
            continue
        for number, line in enumerate(path.read_text().splitlines(), 1):
            for name in re.findall(r"\bk\w+", line):
                if homes.get(name, path) != path:
                    faults.append(f"{path.relative_to(root)}:{number}: only registry.cpp names the solver {name}")
    if not homes:
        faults.append("engine/solver: no 'constinit const SolverInfo k...' found, so this check checks nothing")
    return faults


def sources(root):
    areas = ("engine", "app", "python")
    return sorted(p for area in areas for p in (root / area).rglob("*") if p.suffix in (".h", ".cpp"))


def main():
    root = Path(sys.argv[2])
    faults = check_includes(root) + check_solver_names(root)
    print("\n".join(faults) if faults else f"{len(list(sources(root)))} files obey the table of rooms")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

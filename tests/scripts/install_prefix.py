#!/usr/bin/python3
"""`cmake --install` into a folder that is then moved elsewhere: programs, library, Python module and pages work there.

Usage: install_prefix.py BIN_DIR SOURCE_DIR
"""
import os
import re
import shutil
import subprocess
import tempfile
import xml.etree.ElementTree as xml
from pathlib import Path

from lib.keystone import BIN_DIR, SOURCE_DIR, check, cli, cli_json, finish

BUILD_DIR = BIN_DIR.parent
CACHE = (BUILD_DIR / "CMakeCache.txt").read_text()
CLEAN = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "KEYSTONE", "CMAKE"))}
MESH_SCENE = "mesh_pile"  # its meshes must be found, too


def run(*command, timeout=120, **environment):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=timeout,
                          cwd=tempfile.gettempdir(), env={**CLEAN, **environment})
    return done


def works(what, *command, timeout=120, **environment):
    done = run(*command, timeout=timeout, **environment)
    check(done.returncode == 0, f"{what}: exit {done.returncode}: {done.stdout[-500:]} {done.stderr[-500:]}")
    return done.stdout


def no_path_of_the_build(prefix):
    """Debugging information names source files; a release has none."""
    if "CMAKE_BUILD_TYPE:STRING=Release" not in CACHE:
        return
    named = re.compile(rb"(?<![\w.~})-])" + re.escape(os.fsencode(SOURCE_DIR)) + rb"(?![\w-])")
    read = 0
    for path in prefix.rglob("*"):
        if path.is_file() and not path.is_symlink():
            read += 1
            check(not named.search(path.read_bytes()), f"{path.relative_to(prefix)} names {SOURCE_DIR}")
    check(read > 100, f"{read} files are installed")
    links = [path for path in prefix.rglob("*") if path.is_symlink()]
    check(all(path.exists() and not os.readlink(path).startswith("/") for path in links), f"links inside: {links}")


def programs_find_their_files(prefix, folder):
    program = prefix / "bin" / "keystone-cli"
    line = works("the moved keystone-cli", program, "run", MESH_SCENE, "--steps", 3, "--format", "json")
    check(cli_json("run", MESH_SCENE, "--steps", 3)["state_hash"] in line, "the bits of the build's own")
    alone = folder / "alone" / "bin"
    alone.mkdir(parents=True)
    for case, place, environment in (("alone", shutil.copy(program, alone), {}),
                                     ("KEYSTONE_HOME wins", program, {"KEYSTONE_HOME": str(folder / "none")})):
        done = run(place, "run", MESH_SCENE, **environment)
        check(done.returncode == 2 and len(done.stderr.splitlines()) == 1 and str(folder) in done.stderr,
              f"{case}: {done.stderr}")
    beside = folder / "beside"
    beside.mkdir()
    shutil.copy(program, beside)
    os.symlink(prefix / "share" / "keystone" / "assets", beside / "assets")
    works("assets beside the program", beside / "keystone-cli", "run", MESH_SCENE, "--steps", 1)


def window_opens(prefix, folder):
    if not (BIN_DIR / "keystone").exists():
        return
    picture = folder / "window.png"
    works("the moved window", "xvfb-run", "-a", prefix / "bin" / "keystone", "wall_5x5", "--frames", 5, "--screenshot",
          picture, HOME=str(folder), XDG_CONFIG_HOME=str(folder / "config"))
    colours = works("its picture", "convert", picture, "-format", "%k", "info:") if picture.exists() else "0"
    check(int(colours) > 500, f"the window shows something: {colours} colours")  # an empty one has one


def example_builds(prefix, folder):
    build, source = folder / "example_build", folder / "example"
    shutil.copytree(SOURCE_DIR / "tests" / "install" / "example", source)
    works("the example's cmake", "cmake", "-S", source, "-B", build, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={prefix}",
          f"-DCMAKE_CXX_FLAGS={cached('CMAKE_CXX_FLAGS')}", f"-DCMAKE_CXX_COMPILER={cached('CMAKE_CXX_COMPILER')}")
    works("the example's build", "cmake", "--build", build, timeout=250)
    assets = prefix / "share" / "keystone" / "assets"
    said = works("the example", build / "example", assets / "scenes" / "arch.json", assets)
    rows = re.findall(r"^(stack|scene): (\d+) bodies, (\d+) contacts, residual (\S+)$", said, re.MULTILINE)
    check([row[:2] for row in rows] == [("stack", "4"), ("scene", str(bodies_of("arch")))], f"the example says {said}")
    for name, _, contacts, residual in rows:
        check(int(contacts) >= 6 and float(residual) <= 1e-9, f"{name}: {contacts} contacts, residual {residual}")
    return said.split()[1]


def headers_stand_alone(prefix):
    """keystone.h, what it includes, and what that needs are installed, nothing else. None needs another before it: they
    are understood in their order and in the reverse."""
    folder = prefix / "include" / "keystone"
    named, left = set(), ["keystone.h"]
    while left:
        name = left.pop()
        if name not in named:
            named.add(name)
            left += re.findall(r'^#include "([^"]+)"', (folder / name).read_text(), re.MULTILINE)
    installed = {str(path.relative_to(folder)) for path in folder.rglob("*.h")}
    check(installed == named and len(installed) < 40, f"headers: {len(installed)}, {sorted(installed ^ named)}")
    flags = works("pkg-config", "pkg-config", "--cflags", "keystone",
                  PKG_CONFIG_PATH=str(prefix / "lib" / "pkgconfig")).split()
    names = re.findall(r'^#include "([^"]+)"', (folder / "keystone.h").read_text(), re.MULTILINE)
    for order in names, names[::-1]:
        included = [option for name in order for option in ("-include", folder / name)]
        works("the headers", cached("CMAKE_CXX_COMPILER"), "-fsyntax-only", "-x", "c++", *included, "/dev/null", *flags)


def cached(name):
    return re.search(rf"^{name}:\w+=(.*)$", CACHE, re.MULTILINE)[1]


def bodies_of(scene):
    return cli_json("run", scene, "--steps", 0)["bodies"]


def pkg_config_follows(prefix):
    flags = works("pkg-config", "pkg-config", "--cflags", "--libs", "keystone",
                  PKG_CONFIG_PATH=str(prefix / "lib" / "pkgconfig")).split()
    folders = [Path(flag[2:]).resolve() for flag in flags if flag.startswith(("-I", "-L"))]
    check(prefix / "include" / "keystone" in folders and prefix / "lib" in folders, f"pkg-config: {flags}")
    check({"-lkeystone_engine", "-lassimp", "-ltbb"} <= set(flags), f"pkg-config: {flags}")


def module_imports(prefix):
    if not (BUILD_DIR / "python" / "keystone").exists():
        return None
    program = (f"import keystone; sim = keystone.Simulation('{MESH_SCENE}'); sim.step(3); "
               "print(keystone.__file__, sim.state_hash, keystone.__version__)")
    said = works("the moved module", "/usr/bin/python3", "-B", "-c", program,
                 PYTHONPATH=str(prefix / "lib" / "python3" / "dist-packages"))
    place, state_hash, version = said.split()
    check(place.startswith(str(prefix)), f"it is the moved one: {place}")
    check(state_hash == cli_json("run", MESH_SCENE, "--steps", 3)["state_hash"], "the bits of keystone-cli")
    return version


def pages_have_every_option(prefix):
    """Every name that --help shows, of the program and of each command, and the version."""
    pages = sorted((prefix / "share" / "man" / "man1").iterdir())
    check(len(pages) == 1 + (BIN_DIR / "keystone").exists(), f"pages: {pages}")
    for page in pages:
        text = page.read_text().replace("\\-", "-")
        program = prefix / "bin" / page.stem
        helps = [works("help", program, "--help")]
        commands = helps[0].partition("Subcommands:")[2].strip().splitlines()
        helps += [works("help", program, line.split()[0], "--help") for line in commands]
        names = set(re.findall(r"^  (?:-\w,)?(--[\w-]+)", "\n".join(helps), re.MULTILINE)) - {"--help"}
        check(len(names) > 10 and all(f"\\fB{name}\\fR" in text for name in names), f"{page.name}: all of {names}")
        check(len(helps) == 1 + text.count("\n.SS "), f"{page.name}: a section for each command")
        check("@" not in text and works("version", program, "--version").split()[-1] in text, f"{page.name}: filled in")


def pages_have_their_pictures(prefix):
    pages = prefix / "share" / "doc" / "keystone"
    named = {name for page in pages.glob("*.md") for name in re.findall(r"\]\((images/[^)]+)\)", page.read_text())}
    check(len(named) > 5 and all((pages / name).exists() for name in named), f"pictures of the pages: {named}")
    check("MIT License" in (pages / "LICENSE").read_text(), "the licence is there")


def desktop_files_agree(prefix):
    if not (BIN_DIR / "keystone").exists():
        return
    share = prefix / "share"
    entry = dict(line.split("=", 1) for line in (share / "applications" / "keystone.desktop").read_text().splitlines()[1:])
    check((prefix / "bin" / entry["Exec"].split()[0]).exists(), f"the entry starts {entry['Exec']}")
    icon = share / "icons" / "hicolor" / "scalable" / "apps" / f"{entry['Icon']}.svg"
    check(xml.parse(icon).getroot().tag.endswith("svg"), "the icon is a drawing")
    types = xml.parse(share / "mime" / "packages" / "keystone.xml").getroot()
    names = {kind.get("type") for kind in types.iter() if kind.get("type", "").startswith("application/")}
    check(set(entry["MimeType"].strip(";").split(";")) == names, f"the entry opens {names}")
    metainfo = xml.parse(share / "metainfo" / "keystone.metainfo.xml").getroot()
    check((share / "applications" / metainfo.findtext("launchable")).exists(), "the metainfo's launchable is there")


with tempfile.TemporaryDirectory() as name:
    work = Path(name).resolve()
    works("cmake --install", "cmake", "--install", BUILD_DIR, "--prefix", work / "first")
    moved = work / "moved" / "keystone"
    moved.parent.mkdir()
    shutil.move(work / "first", moved)
    no_path_of_the_build(moved)
    programs_find_their_files(moved, work)
    window_opens(moved, work)
    versions = {example_builds(moved, work), module_imports(moved), cli("--version").stdout.split()[-1]} - {None}
    check(len(versions) == 1, f"one version everywhere: {versions}")
    pkg_config_follows(moved)
    headers_stand_alone(moved)
    pages_have_every_option(moved)
    pages_have_their_pictures(moved)
    desktop_files_agree(moved)
finish()

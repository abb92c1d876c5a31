#!/usr/bin/python3
"""`pip install .` without a network, and what it installs; ./run --python.

Usage: python_install.py BIN_DIR SOURCE_DIR
"""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from lib.keystone import BIN_DIR, SOURCE_DIR, check, cli_json, finish
from lib.scene_files import scene_names

# Read from a folder of its own, with neither the source tree nor the build on the path.
PROGRAM = """
import keystone, sys
assert keystone.__file__.startswith(sys.argv[1]), keystone.__file__
sim = keystone.Simulation("mesh_pile")  # its meshes are found, too
sim.step(5)
print(len(keystone.scenes()), sim.state_hash, keystone.__version__)
"""


def install(folder):
    environment = {**os.environ, "KEYSTONE_BUILD": str(BIN_DIR.parent)}
    done = subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-build-isolation",
                           "--no-deps", "--disable-pip-version-check", "--root-user-action=ignore", "--target", folder,
                           str(SOURCE_DIR)],
                          capture_output=True, text=True, env=environment, timeout=200, cwd=tempfile.gettempdir())
    check(done.returncode == 0, f"pip install: {done.stdout} {done.stderr}")


def installed(folder):
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "KEYSTONE"))}
    done = subprocess.run([sys.executable, "-c", PROGRAM, folder], capture_output=True, text=True, timeout=100,
                          cwd=folder, env={**environment, "PYTHONPATH": folder})
    check(done.returncode == 0, f"the installed module: {done.stderr}")
    count, state_hash, version = done.stdout.split()
    check(int(count) == len(scene_names()), "all scenes come along")
    check(state_hash == cli_json("run", "mesh_pile", "--steps", 5)["state_hash"], "the bits of keystone-cli")
    package = Path(folder) / "keystone"
    for name in ("__init__.pyi", "py.typed"):
        check((package / name).exists(), f"{name} is installed")
    info = next(Path(folder).glob("keystone-*.dist-info"))
    check(f"Version: {version}" in (info / "METADATA").read_text(), "one version in both")
    check("Requires-Dist: scipy" in (info / "METADATA").read_text(), "it says what it needs")
    check((info / "LICENSE").exists(), "with its licence")


def the_wheel_is_well_formed():
    with tempfile.TemporaryDirectory() as folder:
        install(folder)
        installed(folder)


def run_says_how():
    refused = subprocess.run([SOURCE_DIR / "run", "--python", "nix"], capture_output=True, text=True, timeout=60)
    check(refused.returncode == 2 and len(refused.stderr.splitlines()) == 1 and "'nix'" in refused.stderr,
          f"./run --python nix: {refused.stderr}")
    if BIN_DIR == SOURCE_DIR / "build" / "release" / "bin":  # what ./run builds
        done = subprocess.run([SOURCE_DIR / "run", "--python"], capture_output=True, text=True, timeout=280)
        check(done.returncode == 0 and "import keystone" in done.stdout, f"./run --python: {done.stdout} {done.stderr}")


the_wheel_is_well_formed()
run_says_how()
finish()

"""Pictures of simulations, by keystone-cli: the engine itself draws nothing."""
import shutil
import subprocess
import tempfile
from pathlib import Path

import numpy as np

from ._engine import Error


def _renderer():
    """keystone-cli of the tree that this module was built or installed in, else the one on the PATH."""
    beside = [root / "bin" / "keystone-cli" for root in Path(__file__).parents[2:5:2]]
    found = next(filter(Path.exists, beside), None) or shutil.which("keystone-cli")
    if found is None:
        raise Error("picture: found no keystone-cli on the PATH, expected the one that comes with the window")
    return found


def picture(simulation, width=1280, height=720):
    """The scene as it is now, as the window shows it first, without contacts and forces; no screen is needed.

    An array [height x width x 4] of uint8: red, green, blue and opacity, rows from the top. It takes about a second,
    keystone-cli and Pillow. Raises Error.
    """
    with tempfile.TemporaryDirectory() as folder:
        scene, pictures = Path(folder) / "scene.json", Path(folder) / "pictures"
        simulation.save(scene)
        command = [_renderer(), "render", scene, "--to", "0", "--plain", "--out", pictures,
                   "--width", width, "--height", height]
        done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            said = done.stderr.strip().splitlines() or [f"found an end with {done.returncode}, expected a picture"]
            raise Error("picture: " + said[-1].removeprefix("keystone-cli: "))
        from PIL import Image  # what else is in this package needs no Pillow
        with Image.open(pictures / "000001.png") as image:
            return np.array(image.convert("RGBA"))

"""What is on a picture: pictures that a program wrote, and those of a screen ([height x width x 3], 0 to 255)."""
import subprocess

import numpy as np


def size_of(path):
    """Width, height and number of colours of a file."""
    done = subprocess.run(["identify", "-format", "%w %h %k", path], capture_output=True, text=True, check=False)
    return tuple(map(int, done.stdout.split())) or (0, 0, 0)


def pixels_of(path):
    """Those of a file, with their opacity: [height x width x 4]."""
    width, height, _ = size_of(path)
    done = subprocess.run(["convert", path, "-depth", "8", "rgba:-"], capture_output=True, check=True)
    return np.frombuffer(done.stdout, np.uint8).reshape(height, width, 4)


def crop(picture, area, margin=0):
    """`area`: x, y, width, height [pixels]."""
    x, y, width, height = map(round, area)
    return picture[y + margin:y + height - margin, x + margin:x + width - margin]


def colours(picture):
    """How many there are in it."""
    return len(np.unique(picture.reshape(-1, 3).astype(np.uint32) @ [1 << 16, 1 << 8, 1]))


def is_near(picture, colour, share):
    """Which of its pixels are of a colour, "#rrggbb", or apart from it by that share of black to white at most."""
    wanted = [int(colour[i:i + 2], 16) for i in (1, 3, 5)]
    return np.sqrt(((picture.astype(float) - wanted) ** 2).mean(axis=2)) <= 255 * share


def ink(picture, colour, share=0.07):
    """How many pixels are of nearly that colour."""
    return np.count_nonzero(is_near(picture, colour, share))


def differing(one, other, share):
    """The part of all pixels in which red, green or blue differ by that share of their range or more."""
    return (np.abs(one.astype(int) - other).max(axis=2) >= 255 * share).mean()

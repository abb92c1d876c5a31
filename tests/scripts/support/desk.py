"""Runs the sandbox in a virtual screen of its own and works it with keys and mouse, as a person would."""

import json
import os
import subprocess
import sys
import tempfile
import time

PATIENCE = 60.0  # [s], the longest wait for anything; generous because test machines are shared


class Desk:
    """A window on a private Xvfb with a temporary home, of the sandbox that tells its state (tests/probe). Use as a
    context manager."""

    def __init__(self, bin_dir, *arguments, width=1280, height=800):
        self.program = os.path.join(os.path.abspath(bin_dir), "keystone_probed")
        self.arguments = list(arguments)
        self.width, self.height = width, height
        self.folder = tempfile.TemporaryDirectory(prefix="keystone-window-")
        self.home = self.folder.name
        self.report = os.path.join(self.home, "report.json")
        self.server = self.process = None
        self.errors = os.path.join(self.home, "stderr.txt")

    def __enter__(self):
        try:
            self.open()
        except BaseException:
            self.__exit__()
            raise
        return self

    def open(self):
        reading, writing = os.pipe()
        screen = f"{self.width}x{self.height}x24"
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", screen, "-nolisten", "tcp"],
            pass_fds=[writing], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(writing)
        with os.fdopen(reading) as numbers:
            display = numbers.readline().strip()
        assert display, "Xvfb did not start"
        self.environment = dict(os.environ, DISPLAY=":" + display, HOME=self.home,
                                XDG_CONFIG_HOME=os.path.join(self.home, "config"))
        self.environment.pop("XDG_DATA_HOME", None)
        self.environment.pop("WAYLAND_DISPLAY", None)
        self.start()

    def start(self):
        """Starts the program, for the first time or again, in the same home."""
        if os.path.exists(self.report):
            os.remove(self.report)
        command = [self.program, self.report, *self.arguments, "--width", str(self.width), "--height", str(self.height)]
        with open(self.errors, "w", encoding="utf-8") as errors:
            self.process = subprocess.Popen(command, env=self.environment, cwd=self.home, stderr=errors)
        self.wait(lambda state: state["frame"] > 3, "the first frames")
        window = self.xdotool("search", "--name", "Keystone").split()[0]
        self.xdotool("windowmove", window, "0", "0", "windowfocus", window)
        time.sleep(0.3)

    def __exit__(self, *_):
        for process in filter(None, (self.process, self.server)):
            if process.poll() is None:
                process.terminate()
            process.wait(timeout=PATIENCE)
        self.folder.cleanup()

    def xdotool(self, *arguments):
        done = subprocess.run(["xdotool", *map(str, arguments)], env=self.environment, check=True,
                              capture_output=True, text=True, timeout=PATIENCE)
        return done.stdout

    def state(self):
        with open(self.report, encoding="utf-8") as file:
            return json.load(file)

    def texts(self):
        """The texts and windows shown now: tests/probe/texts.h."""
        ask = self.report + ".ask"
        with open(ask, "w", encoding="utf-8"):
            pass
        end = time.monotonic() + PATIENCE
        while os.path.exists(ask):
            assert time.monotonic() < end and self.process.poll() is None, "no answer for the texts"
            time.sleep(0.02)
        with open(self.report + ".texts", encoding="utf-8") as file:
            return json.load(file)

    def wait(self, condition, what):
        """The first state for which the condition holds; fails after PATIENCE seconds."""
        end = time.monotonic() + PATIENCE
        state = None
        while time.monotonic() < end:
            if self.process.poll() is not None and not os.path.exists(self.report):
                break
            if os.path.exists(self.report):
                state = self.state()
                if condition(state):
                    return state
            time.sleep(0.05)
        with open(self.errors, encoding="utf-8") as errors:
            sys.exit(f"waited in vain for {what}; stderr: {errors.read()}; last state: {brief(state)}")

    def settle(self, frames=3):
        """The state some frames from now, when everything asked before has been carried out."""
        now = self.state()["frame"]
        return self.wait(lambda state: state["frame"] >= now + frames, f"{frames} more frames")

    def key(self, *names):
        for name in names:
            self.xdotool("key", name)
            self.settle()

    def hold(self, name):
        """A key that is down for some frames: in text fields, ImGui looks at keys once a frame."""
        self.xdotool("keydown", name)
        self.settle()
        self.xdotool("keyup", name)
        self.settle()

    def move(self, x, y):
        self.xdotool("mousemove", round(x), round(y))
        self.settle()

    def click(self, x, y, button=1):
        self.move(x, y)
        self.xdotool("click", button)
        self.settle()

    def press(self, x, y, button=1):
        self.move(x, y)
        self.xdotool("mousedown", button)
        self.settle()

    def release(self, button=1):
        self.xdotool("mouseup", button)
        self.settle()

    def screenshot(self, path):
        subprocess.run(["import", "-window", "root", path], env=self.environment, check=True, timeout=PATIENCE)


def brief(state):
    return {key: value for key, value in (state or {}).items() if key not in ("bodies", "panels")}


def dynamic(state):
    return [body for body in state["bodies"] if body["dynamic"]]


def check(condition, what, detail=""):
    if not condition:
        sys.exit(f"failed: {what} {detail}")
    print(f"ok: {what}")

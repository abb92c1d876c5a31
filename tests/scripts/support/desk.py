"""Runs the sandbox in a virtual screen of its own and works it with keys and mouse, as a person would."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time

import numpy as np
from Xlib import XK, X, display
from Xlib.ext import xtest

from lib.keystone import BIN_DIR, FULL

PATIENCE = 60.0  # [s], the longest wait for anything; generous because test machines are shared
GLANCE = 0.004   # [s], between two looks at what the program reports: a quarter of a frame
STROKE = 0.002   # [s]: of two presses of one key in the same millisecond GLFW takes one
# A key is seen in the first frame that begins after it, and what it asks for is done in that frame; one is under way
# when it is pressed. What a click does goes through a button of the interface, which is let go of in the frame after.
KEY, CLICK = 2, 4  # frames
AT_ONCE = 50  # steps that the program takes orders for: kMostAsked of app/session/session.cpp
MODIFIERS = {"ctrl": "Control_L", "shift": "Shift_L"}


def word_of(text, word):
    """The text's part that is the word, by its share of the letters."""
    left, top, width, height = text["ink"]
    letter = width / len(text["text"])
    first = f" {text['text']} ".index(f" {word} ")
    return {**text, "text": word, "ink": [left + first * letter, top, len(word) * letter, height]}


class Desk:
    """A window of the sandbox that tells its state (tests/probe), on a private Xvfb with a temporary home. Use as a
    context manager. Where no picture is looked at, Mesa's llvmpipe is told to fill no pixels, which is nine tenths of
    the work of a frame; all else is done as ever."""

    def __init__(self, *arguments, width=1280, height=800, drawn=False):
        self.drawn = drawn or FULL or "KEYSTONE_PICTURES" in os.environ
        self.program = str(BIN_DIR / "keystone_probed")
        self.arguments = [str(argument) for argument in arguments]
        self.width, self.height = width, height
        self.folder = tempfile.TemporaryDirectory(prefix="keystone-window-")
        self.home = self.folder.name
        self.report = os.path.join(self.home, "report.json")
        self.server = self.process = self.screen = None
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
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{self.width}x{self.height}x24", "-nolisten", "tcp",
             "-fbdir", self.home], pass_fds=[writing], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(writing)
        with os.fdopen(reading) as numbers:
            number = numbers.readline().strip()
        assert number, "Xvfb did not start"
        self.environment = dict(os.environ, DISPLAY=":" + number, HOME=self.home,
                                XDG_CONFIG_HOME=os.path.join(self.home, "config"), XDG_RUNTIME_DIR=self.home)
        if not self.drawn:
            self.environment["LP_NO_RAST"] = "1"
        for name in ("XDG_DATA_HOME", "WAYLAND_DISPLAY", "XAUTHORITY"):
            self.environment.pop(name, None)
        self.screen = display.Display(":" + number)
        self.screen.change_keyboard_control(auto_repeat_mode=X.AutoRepeatModeOff)  # nobody holds a key for long
        self.start()

    def start(self):
        """Starts the program, for the first time or again, in the same home."""
        if os.path.exists(self.report):
            os.remove(self.report)
        command = [self.program, self.report, *self.arguments, "--width", str(self.width), "--height", str(self.height)]
        with open(self.errors, "w", encoding="utf-8") as errors:
            self.process = subprocess.Popen(command, env=self.environment, cwd=self.home, stderr=errors)
        self.wait(lambda state: state["frame"] > 3, "the first frames")
        window = next(w for w in self.screen.screen().root.query_tree().children
                      if w.get_wm_name() and "Keystone" in w.get_wm_name())
        window.configure(x=0, y=0)
        window.set_input_focus(X.RevertToParent, X.CurrentTime)
        self.screen.sync()
        self.settle()

    def __exit__(self, *_):
        if self.screen:
            self.screen.close()
        for process in filter(None, (self.process, self.server)):
            if process.poll() is None:
                process.terminate()
            process.wait(timeout=PATIENCE)
        self.folder.cleanup()

    def run(self, *arguments, report=None):
        """The program once more, beside the first and on the same screen: as it is shipped, or with its probe."""
        command = [self.program, report] if report else [BIN_DIR / "keystone"]
        return subprocess.run([*command, *arguments], env=self.environment, cwd=self.home, capture_output=True,
                              text=True, timeout=PATIENCE, check=False)

    def quit(self):
        """By its key. The exit status."""
        self.tap("ctrl+q")
        return self.process.wait(timeout=PATIENCE)

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
            time.sleep(GLANCE)
        with open(self.report + ".texts", encoding="utf-8") as file:
            return json.load(file)

    def words(self, window=""):
        """Those of the windows whose names begin so."""
        return [text["text"] for text in self.texts()["texts"] if text["window"].startswith(window)]

    def comes_to_say(self, beginning):
        """Whether a text that begins so is shown, some time after the mouse has come to a halt."""
        for _ in range(20):
            if any(text.startswith(beginning) for text in self.words()):
                return True
            self.settle(20)
        return False

    def wait(self, condition, what):
        """The first state for which the condition holds; fails after PATIENCE seconds."""
        end = time.monotonic() + PATIENCE
        seen = state = None
        while time.monotonic() < end:
            is_over = self.process.poll() is not None
            at = os.stat(self.report).st_mtime_ns if os.path.exists(self.report) else None
            if at != seen:
                seen, state = at, self.state()
                if condition(state):
                    return state
            elif is_over:
                break
            time.sleep(GLANCE)
        with open(self.errors, encoding="utf-8") as errors:
            sys.exit(f"waited in vain for {what}; stderr: {errors.read()}; last state: {brief(state)}")

    def settle(self, frames=KEY):
        """The state some frames from now, when everything asked before has been carried out, steps that are asked for
        one by one too: a frame has made none of them."""
        before = self.state()
        steps = [before["step"]]

        def is_calm(state):
            steps.append(state["step"])
            is_stepping = state["paused"] and (state["seconds_on_step"] > 0 or steps[-2] != steps[-1])
            return state["frame"] >= before["frame"] + frames and not is_stepping

        return self.wait(is_calm, f"{frames} more frames")

    def send(self, kind, detail=0, x=0, y=0):
        xtest.fake_input(self.screen, kind, detail, x=x, y=y)

    def stroke(self, name, *kinds):
        """`name` as in "ctrl+shift+2" or "bracketleft"; with Shift where the keyboard has the sign there."""
        *held, last = name.split("+")
        places = self.screen.keysym_to_keycodes(XK.string_to_keysym(last) or ord(last))
        code, shifted = min(places, key=lambda place: place[1])
        if shifted % 2:
            held.append("shift")
        held = [self.screen.keysym_to_keycode(XK.string_to_keysym(MODIFIERS[one])) for one in held]
        for kind in kinds:
            for one in held if kind == X.KeyPress else ():
                self.send(kind, one)
            self.send(kind, code)
            for one in held if kind == X.KeyRelease else ():
                self.send(kind, one)
        self.screen.sync()
        time.sleep(STROKE)

    def tap(self, name):
        """A key, without waiting for what it does."""
        self.stroke(name, X.KeyPress, X.KeyRelease)

    def key(self, *names):
        """The state after them."""
        for name in names:
            self.tap(name)
            state = self.settle(CLICK if name == "Escape" else KEY)  # a field that it closes lets go of the keys later
        return state

    def steps(self, count):
        """Makes so many in a world that stands still, as fast as they come. The state after them."""
        state = self.state()
        end = state["step"] + count
        while state["step"] < end:
            some = min(end - state["step"], AT_ONCE)
            for name in some // 5 * ["shift+o"] + some % 5 * ["o"]:
                self.tap(name)
            state = self.wait(lambda s, at=state["step"] + some: s["step"] >= at, f"{count} steps")
        return state

    def take_stepper(self, name):
        while self.state()["stepper"] != name:
            self.key("ctrl+F4")

    def still(self, seconds):
        """The program stands still for so long, which it takes for one long frame."""
        self.process.send_signal(signal.SIGSTOP)
        time.sleep(seconds)
        self.process.send_signal(signal.SIGCONT)
        return self.settle()

    def hold(self, name):
        """A key that is down for some frames: in text fields, ImGui looks at keys once a frame."""
        for kind in (X.KeyPress, X.KeyRelease):
            self.stroke(name, kind)
            self.settle()

    def type(self, text):
        """Into the field that was asked for, which takes signs from some frames later on."""
        self.settle()
        for sign in text:
            self.tap(sign)
        return self.settle(CLICK + 2 * len(text))  # a sign a frame: Dear ImGui takes no more

    def point(self, x, y):
        """Moves the mouse, without waiting for what it does."""
        self.send(X.MotionNotify, x=round(x), y=round(y))
        self.screen.sync()

    def move(self, x, y):
        self.point(x, y)
        return self.settle(CLICK)  # a tooltip needs a frame to find its size

    def button(self, number, *kinds):
        for kind in kinds:
            self.send(kind, number)
        self.screen.sync()

    def click(self, x=None, y=None, button=1):
        """There, or where the mouse is. The state after it."""
        if x is not None:
            self.move(x, y)
        self.button(button, X.ButtonPress, X.ButtonRelease)
        return self.settle(CLICK)

    def press(self, x, y, button=1):
        self.move(x, y)
        self.button(button, X.ButtonPress)
        return self.settle()

    def release(self, button=1):
        self.button(button, X.ButtonRelease)
        return self.settle(CLICK)

    def place(self, beginning):
        """The middle of the text, of the first that begins so, or of the word in a line: tabs may stand close."""
        for _ in range(20):  # what was asked for may still be drawn
            texts = self.texts()["texts"]
            found = ([t for t in texts if t["text"] == beginning] or
                     [t for t in texts if t["text"].startswith(beginning)] or
                     [word_of(t, beginning) for t in texts if f" {beginning} " in f" {t['text']} "])
            if found:
                break
            self.settle()
        check(found, f"the text {beginning!r} is shown", [t["text"] for t in texts] if not found else "")
        return middle(found[0]["ink"])

    def click_text(self, beginning):
        return self.click(*self.place(beginning))

    def open_scene(self, name, is_open=None):
        """By the picker: a scene, framework or problem by its name or path."""
        self.key("ctrl+o")
        self.wait(lambda s: s["picker"], "the picker")
        self.settle()  # its field takes the keyboard
        self.type(name)
        self.tap("Return")
        wanted = os.path.basename(name).split(".")[0]
        is_open = is_open or (lambda s: s["scene"] == wanted)
        self.wait(lambda s: not s["picker"] and is_open(s), f"{name} to be opened")
        return self.settle()

    def save_scene(self):
        """Under the name that is proposed. The path."""
        self.key("ctrl+s")
        self.settle()
        self.tap("Return")
        self.wait(lambda s: not s["save_as"], "the scene to be saved")
        return self.settle(10)["recent"][0]

    def picture(self):
        """What is on the screen: [height x width x 3], red, green, blue. Xvfb keeps it in a file, in the format XWD."""
        assert self.drawn, "Desk(drawn=True) where a picture is looked at"
        self.screen.grab_server()  # nobody draws meanwhile
        self.screen.sync()
        with open(os.path.join(self.home, "Xvfb_screen0"), "rb") as file:
            data = file.read()
        self.screen.ungrab_server()
        self.screen.sync()
        head = np.frombuffer(data, ">u4", 25)
        size, line, colours = head[0], head[12], head[19]
        pixels = np.frombuffer(data, np.uint8, line * self.height, size + 12 * colours)
        return pixels.reshape(self.height, -1, 4)[:, :self.width, 2::-1]

    def screenshot(self, path):
        subprocess.run(["import", "-window", "root", path], env=self.environment, check=True, timeout=PATIENCE)


def middle(rect):
    return rect[0] + rect[2] / 2, rect[1] + rect[3] / 2


def brief(state):
    return {key: value for key, value in (state or {}).items() if key not in ("bodies", "panels")}


def dynamic(state):
    return [body for body in state["bodies"] if body["dynamic"]]


def body_of(state, name):
    return next(body for body in state["bodies"] if body["name"] == name)


def check(condition, what, detail=""):
    if not condition:
        sys.exit(f"failed: {what} {detail}")
    print(f"ok: {what}")

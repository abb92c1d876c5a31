"""keystone-cli at a terminal, on a machine made slow, and what the screen then shows."""
import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import tempfile
import termios
import threading
import time
from dataclasses import dataclass

from lib.keystone import CLI

# A twentieth of the machine for the first seconds: work of 0.05 s takes 1 s, and long work is not made so much longer.
RUNS, STANDS, SLOW_FOR = 0.005, 0.095, 2.5  # [s]
TIMEOUT = 120                             # [s]


@dataclass
class Seen:
    status: int       # exit status, or -signal
    terminal: bytes   # all that was written to the terminal
    stdout: bytes     # where that is no terminal
    stderr: bytes
    seconds: float


def at_terminal(*arguments, stdout="terminal", stderr="terminal", columns=100, kind="xterm", interrupt=False,
                slow=True):
    """stdout, stderr: "terminal", "pipe" or "file". interrupt: Ctrl-C at the first bar."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    outputs = {name: _Output(to, slave) for name, to in (("stdout", stdout), ("stderr", stderr))}
    screen = _Reader(master)
    start = time.monotonic()
    process = subprocess.Popen([str(CLI), *map(str, arguments)], stdin=slave, stdout=outputs["stdout"].end,
                               stderr=outputs["stderr"].end, env={**os.environ, "TERM": kind},
                               cwd=tempfile.gettempdir(), start_new_session=True,
                               preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
    os.close(slave)
    for output in outputs.values():
        output.started()
    while process.poll() is None and time.monotonic() - start < TIMEOUT:
        if interrupt and b"%" in screen.data:
            os.write(master, b"\x03")
            interrupt = False
        time.sleep(RUNS)
        if slow and time.monotonic() - start < SLOW_FOR and process.poll() is None:
            process.send_signal(signal.SIGSTOP)
            time.sleep(STANDS)
            process.send_signal(signal.SIGCONT)
    if process.poll() is None:
        process.kill()
    status = process.wait()
    seconds = time.monotonic() - start
    return Seen(status, screen.all(), outputs["stdout"].all(), outputs["stderr"].all(), seconds)


class _Reader:
    """Reads until the other end is closed."""

    def __init__(self, descriptor):
        self.data, self._descriptor = bytearray(), descriptor
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self):
        while True:
            try:
                part = os.read(self._descriptor, 65536)
            except OSError:  # how a terminal says that nobody is there any more
                return
            if not part:
                return
            self.data += part

    def all(self):
        self._thread.join()
        os.close(self._descriptor)
        return bytes(self.data)


class _Output:
    def __init__(self, to, slave):
        self._file = tempfile.TemporaryFile() if to == "file" else None
        self._pipe = os.pipe() if to == "pipe" else None
        self._reader = None
        self.end = self._file or (self._pipe[1] if self._pipe else slave)

    def started(self):
        if self._pipe:
            os.close(self._pipe[1])
            self._reader = _Reader(self._pipe[0])

    def all(self):
        if self._file:
            self._file.seek(0)
            return self._file.read()
        return self._reader.all() if self._reader else b""


def bars(terminal):
    """The lines that were drawn over each other."""
    return [text.decode() for text in re.findall(rb"\r([^\r\n\x1b]+)\x1b\[K", terminal)]


def screen(terminal):
    """The text that stands on the screen in the end, line by line; the last is the one that the cursor is in."""
    lines, column = [[]], 0
    for token in re.findall(r"\x1b\[K|[^\x1b]|\x1b", terminal.decode()):
        line = lines[-1]
        if token == "\r":
            column = 0
        elif token == "\n":
            lines.append([])
        elif token == "\x1b[K":
            del line[column:]
        else:
            line[column:column + 1] = token
            column += 1
    return ["".join(line) for line in lines]

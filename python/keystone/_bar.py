"""The progress bar of a sweep, as the other commands of keystone-cli have it."""
import os
import stat
import sys
import time

_QUICK, _REDRAW = 0.5, 0.1  # [s]: work shorter than the first shows nothing; the second is between two drawings
_CELLS = 24
_SECONDS_UP_TO, _MINUTES_UP_TO = 120, 7200  # [s]; a longer time is told in minutes, in hours


def _time_text(seconds):
    for unit, size, most in (("s", 1, _SECONDS_UP_TO), ("min", 60, _MINUTES_UP_TO)):
        if seconds < most:
            return f"{max(1, round(seconds / size))} {unit}"
    return f"{round(seconds / 3600)} h"


def _somebody_watches():
    """No pipe's reader may be using the terminal."""
    if not sys.stderr.isatty() or os.environ.get("TERM", "dumb") == "dumb":
        return False
    try:
        return not stat.S_ISFIFO(os.fstat(sys.stdout.fileno()).st_mode)
    except (OSError, ValueError):  # Python's standard output may be no file
        return True


class Bar:
    """Share done and time left, on a terminal alone."""

    def __init__(self, done, total, shown):
        self.before, self.done, self.total, self.workers = done, done, total, 1
        self.first, self.shown = None, shown and _somebody_watches()
        self.drawn = time.monotonic() + _QUICK - _REDRAW

    def add(self):
        self.done += 1
        now = time.monotonic()
        if self.first is None:
            self.first = now
        if self.shown and now - self.drawn >= _REDRAW:
            self.drawn = now
            sys.stderr.write(f"\r{self._line(now)}\033[K")
            sys.stderr.flush()

    def _line(self, now):
        share = self.done / self.total
        bar, room = "=" * int(_CELLS * share), os.get_terminal_size(sys.stderr.fileno()).columns - 1
        words = f"{int(100 * share):3} %{self._left(now)}: run {min(self.done + 1, self.total)} of {self.total}"
        line = f"[{bar:<{_CELLS}}] {words}"
        return line if len(line) <= room else words[:max(0, room)]

    def _left(self, now):
        """By what came after the first run, which waited for processes to start; once each worker has done a few."""
        passed, since = now - self.first, self.done - self.before - 1
        if passed < 1.0 or since < 3 * self.workers:
            return ""
        return f", about {_time_text(passed / since * (self.total - self.done))} left"

    def close(self):
        if self.shown:
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()

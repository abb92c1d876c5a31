"""Runs of a study through Dask: by processes of this machine, or by whatever workers a scheduler has."""
import contextlib
import importlib.util
import itertools
import logging
import os
import pickle
import signal
import time
import zlib
from functools import lru_cache

from ._engine import Error
from ._study import failed_row, run_alone

_AHEAD = 3  # tasks waiting at each worker, so that none idles
_TASK = 0.5  # [s] of runs in a task: Dask takes some milliseconds for each, and a worker that dies loses a few seconds
_CONNECT = 10  # [s], for a scheduler to answer
_TRIES = 5  # times that tasks without an answer are handed out again


@lru_cache(maxsize=2)
def _unpacked(packed):
    return pickle.loads(zlib.decompress(packed))


def _run_some(packed, items):
    """At a worker: the rows of these runs, and how long they took [s]. The study travels with each task, so that no
    worker's memory is the only place of it."""
    study, begin = _unpacked(packed), time.monotonic()
    return [run_alone(study, *item) for item in items], time.monotonic() - begin


def dask_setup(_worker):
    """Dask calls it in each process that a sweep starts. Ctrl-C at the terminal goes to them all, and so may SIGTERM;
    the program that started them ends them."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)


@contextlib.contextmanager
def _quiet_asyncio():
    """While a client is there: a connection that took too long on a busy machine is made again, but what Tornado gave
    up prints "Future exception was never retrieved" through this logger."""
    logger = logging.getLogger("asyncio")
    level = logger.level
    logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        logger.setLevel(level)


@contextlib.contextmanager
def _connected(workers, scheduler):
    """A client of the scheduler, or of `workers` processes of its own. Raises Error."""
    try:
        import dask
        from distributed import Client, LocalCluster
        from distributed.utils import silence_logging
    except ImportError:
        raise Error("workers: found no package distributed, expected Debian's python3-distributed, or 0") from None
    with contextlib.ExitStack() as stack:
        stack.enter_context(_quiet_asyncio())
        if not scheduler:
            # Processes that follow one that died say nothing either.
            quiet = {f"distributed.nanny.pre-spawn-environ.DASK_LOGGING__{name}": "critical"
                     for name in ("DISTRIBUTED", "ASYNCIO")}
            stack.enter_context(dask.config.set(quiet))
            cluster = LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None,
                                   silence_logs=logging.CRITICAL, preload=[__name__])
            client = stack.enter_context(Client(stack.enter_context(cluster)))
            yield client
            with contextlib.suppress(TimeoutError):  # one that ends while it starts prints a traceback of Dask's
                client.wait_for_workers(workers, timeout=_CONNECT)
            return
        stack.callback(silence_logging, silence_logging(logging.CRITICAL) or 0)
        try:
            client = Client(scheduler, timeout=_CONNECT)
        except (OSError, ValueError, TypeError, RuntimeError) as error:
            raise Error(f"scheduler: found none at '{scheduler}' ({_line(error)}), expected the address "
                        f"of a Dask scheduler, as tcp://HOST:8786") from None
        yield stack.enter_context(client)


def _line(error):
    lines = str(error).splitlines()
    return lines[0] if lines else type(error).__name__


def _wait_for_workers(client, scheduler, say):
    """How many there are; none: waits for the first."""
    if not client.scheduler_info()["workers"]:
        say(f"scheduler: {scheduler} has no workers; waiting for the first")
        client.wait_for_workers(1)
    return max(1, len(client.scheduler_info()["workers"]))


class _Lost(Exception):
    """A task has no answer: its workers died with it (`killed`), or the scheduler forgot it."""

    def __init__(self, killed):
        super().__init__()
        self.killed = killed


def _result(client, future):
    """Rows and seconds of a task. Raises _Lost, or Error where it cannot be run there."""
    from distributed import CancelledError, KilledWorker
    try:
        return future.result()
    except KilledWorker:
        raise _Lost(True) from None
    except CancelledError:
        for _ in range(10 * _CONNECT):  # a scheduler that is started anew
            if client.status == "running":
                raise _Lost(False) from None
            time.sleep(0.1)
        raise Error("scheduler: found that it no longer answers, expected it to go on; the rows so far are kept") \
            from None
    except Exception as error:  # noqa: BLE001: whatever another version there may raise
        # Newer versions of Dask name no package that is missing.
        if isinstance(error, ImportError) or not all(client.run(importlib.util.find_spec, __package__).values()):
            raise Error(f"scheduler: found workers without the package ({_line(error)}), expected keystone at each of "
                        f"them (docs/python.md)") from None
        raise Error(f"scheduler: found a worker that cannot run the study ({type(error).__name__}: {_line(error)}), "
                    f"expected this version of keystone there") from None


def _alone(client, study, packed, item):
    """The row of a run that may have killed its worker, with nothing else at any worker."""
    for _ in range(_TRIES):
        try:
            return _result(client, client.submit(_run_some, packed, [item], pure=False))[0][0]
        except _Lost as lost:
            if lost.killed:
                break
    return failed_row(study, *item, "worker: found it dead each time that it had this run, expected it to live "
                                    "(memory?)")


def rows_through_dask(study, waiting, workers, scheduler, say):
    """Rows as they are done. What a worker that dies had in hand is run again by another one; a run that its workers
    die of, time and again, has its row with an error. Before the rows comes the number of workers. say(): takes a line
    for the user."""
    waiting = list(waiting)
    workers = None if scheduler else min(workers or os.cpu_count(), len(waiting))
    with _connected(workers, scheduler) as client:
        workers = _wait_for_workers(client, scheduler, say)
        yield workers
        yield from _rows(client, study, waiting, workers)


def _rows(client, study, waiting, workers):
    from distributed import as_completed
    packed, waiting = zlib.compress(pickle.dumps(study)), iter(waiting)
    pending, tasks = as_completed(), {}  # tasks: key of a future -> its runs, and how often they were lost
    suspects = []  # runs of tasks whose workers died: the scheduler blames all that a worker had in hand

    def submit(items, lost=0):
        if items:
            future = client.submit(_run_some, packed, items, pure=False)
            tasks[future.key] = items, lost
            pending.add(future)

    for _ in range(_AHEAD * workers):
        submit(list(itertools.islice(waiting, 1)))
    seconds = runs = 0.0  # so far
    for future in pending:
        items, lost = tasks.pop(future.key)
        try:
            rows, took = _result(client, future)
        except _Lost as loss:
            if loss.killed or lost == _TRIES:
                suspects += items
            else:
                submit(items, lost + 1)
                continue
        else:
            seconds, runs = seconds + took, runs + len(rows)
            yield from rows
        count = int(_TASK * runs / seconds) if seconds > 0 else 1  # of one run until it is known how long they take
        submit(list(itertools.islice(waiting, max(1, count))))
    for item in suspects:
        yield _alone(client, study, packed, item)

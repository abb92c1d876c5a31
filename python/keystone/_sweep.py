"""Studies over many processes or machines (docs/sweeps.md)."""
import argparse
import contextlib
import json
import os
import signal
import sys
import time

from ._bar import Bar
from ._dask import rows_through_dask
from ._engine import Error
from ._study import read_study, run_alone
from ._table import Table, check_name, write_parquet


class _Interrupted(KeyboardInterrupt):
    """Ctrl-C, or SIGTERM, with what is done."""

    def __init__(self, rows, new, total):
        super().__init__()
        self.rows, self.new, self.total = rows, new, total


def _check(out, workers, scheduler):
    if out is not None:
        check_name(out)
    if workers is not None and (not isinstance(workers, int) or not 0 <= workers <= 1024):
        raise Error(f"workers: found {workers!r}, expected a whole number from 0 to 1024, or None")
    if scheduler is not None and not isinstance(scheduler, str):
        raise Error(f"scheduler: found {scheduler!r}, expected the address of a Dask scheduler, as tcp://HOST:8786")
    if scheduler and workers is not None:
        raise Error(f"workers: found {workers} beside a scheduler, which has its own, expected one of the two")


def _rows(study, waiting, workers, scheduler, bar, say):
    if workers == 0 or not waiting:
        yield from (run_alone(study, *item) for item in waiting)
        return
    source = rows_through_dask(study, waiting, workers, scheduler, say)
    with contextlib.closing(source):
        bar.workers = next(source)
        yield from source


def sweep(study, out=None, *, workers=None, scheduler=None, resume=True, retry_failed=False, progress=True):
    """Runs a study and returns its rows, a list of dictionaries in the order of the runs.

    study: path of a study file, or a dictionary. out: path of a CSV (or a Parquet file, where pyarrow is there) that
    the rows go to as they are done; runs that it has already are not run again unless resume is False, or retry_failed
    is True and they had an error. workers: processes, None: one for each core, 0: in this process, without Dask.
    scheduler: the address of a Dask scheduler, in place of processes of its own. Raises Error, one line; a run that
    fails has its line in the column "error".
    """
    return _sweep(study, out, workers, scheduler, resume, retry_failed, progress)[0]


def _sweep(study, out, workers, scheduler, resume, retry_failed, progress):
    """The rows, and how many of them are new."""
    _check(out, workers, scheduler)
    study = read_study(study)
    parquet = out is not None and str(out).endswith(".parquet")
    path = f"{out}.part.csv" if parquet else out
    runs = study.runs()
    table = Table(path, study, runs, resume, retry_failed) if path is not None else None
    rows = table.rows if table else []
    done = {row["run"] for row in rows}
    waiting = [(number, values) for number, values in enumerate(runs) if number not in done]
    keep = table.add if table else rows.append
    bar = Bar(len(done), len(runs), progress)

    def say(line):
        if progress:
            print(f"keystone: {line}", file=sys.stderr, flush=True)

    source = _rows(study, waiting, workers, scheduler, bar, say)
    try:
        with contextlib.closing(source):
            for row in source:
                keep(row)
                bar.add()
    except KeyboardInterrupt:
        raise _Interrupted(rows, bar.done - bar.before, len(runs)) from None
    finally:
        bar.close()
        if table:
            table.close()
    if parquet:
        write_parquet(path, out)
    return sorted(rows, key=lambda row: row["run"]), len(waiting)


def _arguments(arguments):
    parser = argparse.ArgumentParser(prog="keystone-cli sweep", description="Run a study: many runs of one scene.")
    parser.add_argument("study", help="FILE.json (docs/sweeps.md)")
    parser.add_argument("--out", required=True, help="FILE.csv or FILE.parquet: one row per run, as it is done; what "
                                                     "it has already is not run again")
    parser.add_argument("--workers", type=int, help="processes (one for each core); 0: none but this one")
    parser.add_argument("--scheduler", help="address of a Dask scheduler, as tcp://HOST:8786")
    parser.add_argument("--fresh", action="store_true", help="run all again, whatever the file has")
    parser.add_argument("--retry-failed", action="store_true", help="run those again that have an error in the file")
    parser.add_argument("--format", choices=["table", "json"], default="table", help=argparse.SUPPRESS)
    return parser.parse_args(arguments)


def _interrupt(*_):
    """The first time as Ctrl-C is in Python; the next one ends the program at once."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    raise KeyboardInterrupt


def _print_summary(options, rows, new, seconds):
    failed = [row for row in rows if row["error"]]
    summary = {"out": options.out, "runs": len(rows), "new": new, "failed": len(failed), "seconds": round(seconds, 3)}
    if options.format == "json":
        print(json.dumps(summary))
    else:
        print("\n".join(f"{key:<8} {value}" for key, value in summary.items()))
    sys.stdout.flush()
    if failed:
        first = min(failed, key=lambda row: row["run"])
        print(f"keystone-cli: run {first['run']}: {first['error']} (--retry-failed runs those that failed again)",
              file=sys.stderr)
    return 1 if failed else 0


def main(arguments=None):
    options = _arguments(arguments)
    for number in (signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _interrupt)
    begin = time.monotonic()
    try:
        rows, new = _sweep(options.study, options.out, options.workers, options.scheduler, not options.fresh,
                           options.retry_failed, True)
        return _print_summary(options, rows, new, time.monotonic() - begin)
    except Error as error:
        print(f"keystone-cli: {error}", file=sys.stderr)
        return 2
    except OSError as error:  # standard output: all files have errors of their own
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for what Python writes at its end
        print(f"keystone-cli: standard output: found a file that cannot be written ({error.strerror}), expected one "
              f"that can", file=sys.stderr)
        return 2
    except _Interrupted as stopped:
        _print_summary(options, stopped.rows, stopped.new, time.monotonic() - begin)
        print(f"keystone-cli: interrupted after {len(stopped.rows)} of {stopped.total} runs; the same command goes on "
              f"after the rows in {options.out}", file=sys.stderr)
        return 130
    except KeyboardInterrupt:
        print("keystone-cli: interrupted", file=sys.stderr)
        return 130

"""Studies over many processes or machines, through Dask (docs/sweeps.md)."""
import argparse
import csv
import itertools
import json
import os
import sys
import time
from pathlib import Path

from ._engine import Error, set_threads
from ._study import read_study, run

_AHEAD = 3  # tasks waiting at each worker, so that none idles
_TASK = 0.5  # [s] of runs in a task: Dask takes some milliseconds for each, and a worker that dies loses a few seconds


class _Table:
    """The CSV that the rows go to, one by one: whatever ends the program, the rows before are there."""

    def __init__(self, path, columns, resume):
        self.path, self.columns, self.rows = Path(path), columns, []
        if resume and self.path.exists():
            self._read()
        try:
            self.file = open(self.path, "a" if self.rows else "w", newline="", encoding="utf-8")
        except OSError as error:
            raise Error(f"{self.path}: found a file that cannot be written ({error.strerror}), expected one that can") \
                from None
        self.writer = csv.DictWriter(self.file, columns, lineterminator="\n")
        if not self.rows:
            self.writer.writeheader()
            self.file.flush()

    def _read(self):
        text = self.path.read_text(encoding="utf-8")
        whole = text[:text.rfind("\n") + 1]  # what follows was cut off while it was written
        lines = list(csv.reader(whole.splitlines()))
        if lines and lines[0] != self.columns:
            raise Error(f"{self.path}: found a table of {', '.join(lines[0])}, expected {', '.join(self.columns)} or "
                        f"no file")
        self.rows = [dict(zip(self.columns, line)) for line in lines[1:]]
        if whole != text:
            self.path.write_text(whole, encoding="utf-8")

    def done(self, runs):
        """Numbers of the runs that it has. Raises Error where it has others than this study's."""
        numbers = set()
        for row in self.rows:
            number = int(row["run"])
            wanted = runs[number] if number < len(runs) else None
            if wanted is None or any(row[key] != ("" if value is None else str(value)) for key, value in wanted.items()):
                raise Error(f"{self.path}: found a run {number} of another study, expected "
                            f"{wanted or f'{len(runs)} runs'}, or --fresh (resume=False) to run all again")
            numbers.add(number)
        return numbers

    def add(self, row):
        self.rows.append(row)
        self.writer.writerow(row)
        self.file.flush()

    def close(self):
        self.file.close()


class _Bar:
    """Share done and time left, on a terminal alone."""

    def __init__(self, done, total, shown):
        self.before, self.done, self.total = done, done, total
        self.start, self.shown = time.monotonic(), shown and sys.stderr.isatty()

    def add(self):
        self.done += 1
        if not self.shown:
            return
        passed = time.monotonic() - self.start
        left = passed / (self.done - self.before) * (self.total - self.done)
        share = self.done / self.total
        bar = "#" * round(30 * share)
        sys.stderr.write(f"\r{share:4.0%} [{bar:<30}] {self.done} of {self.total} runs, about {left:.0f} s left ")
        sys.stderr.flush()

    def close(self):
        if self.shown:
            sys.stderr.write("\r\033[K")


def _run_alone(study, number, values):
    set_threads(1)  # the processes are the parallelism
    return run(study, number, values)


def _run_some(study, items):
    """The rows of these runs, and how long they took [s]."""
    begin = time.monotonic()
    return [_run_alone(study, *item) for item in items], time.monotonic() - begin


def _client(workers, scheduler):
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise Error("workers: found no package distributed, expected Debian's python3-distributed, or 0") from None
    if scheduler:
        return Client(scheduler, timeout="30s"), None
    cluster = LocalCluster(n_workers=workers or os.cpu_count(), threads_per_worker=1, dashboard_address=None,
                           silence_logs=50)
    return Client(cluster), cluster


def _through_dask(study, waiting, workers, scheduler):
    """Rows as they are done. What a worker that dies had in hand is run again by another one."""
    client, cluster = _client(workers, scheduler)
    try:
        from distributed import as_completed
        shared = client.scatter(study, broadcast=True)
        seconds = runs = 0.0  # so far

        def submit():
            """Tasks of one run until it is known how long they take."""
            count = int(_TASK * runs / seconds) if seconds > 0 else 1
            items = list(itertools.islice(waiting, max(1, count)))
            return [client.submit(_run_some, shared, items, pure=False, retries=3)] if items else []

        waiting = iter(waiting)
        workers = max(1, len(client.scheduler_info()["workers"]))
        pending = as_completed([future for _ in range(_AHEAD * workers) for future in submit()])
        for future in pending:
            rows, took = future.result()
            seconds, runs = seconds + took, runs + len(rows)
            yield from rows
            for following in submit():
                pending.add(following)
    finally:
        client.close()
        if cluster is not None:
            cluster.close()


def sweep(study, out=None, *, workers=None, scheduler=None, resume=True, progress=True):
    """Runs a study and returns its rows, a list of dictionaries in the order of the runs.

    study: path of a study file, or a dictionary. out: path of a CSV (or a Parquet file, where pyarrow is there) that
    the rows go to as they are done; runs that it has already are not run again unless resume is False. workers:
    processes, None: one for each core, 0: in this process, without Dask. scheduler: the address of a Dask scheduler,
    in place of processes of its own. Raises Error, one line; a run that fails has its line in the column "error".
    """
    study = read_study(study)
    parquet = out is not None and str(out).endswith(".parquet")
    path = f"{out}.part.csv" if parquet else out
    runs = study.runs()
    table = _Table(path, study.columns, resume) if path is not None else None
    done = table.done(runs) if table else set()
    rows = list(table.rows) if table else []
    waiting = ((number, values) for number, values in enumerate(runs) if number not in done)
    bar = _Bar(len(done), len(runs), progress)
    source = (_run_alone(study, *item) for item in waiting) if workers == 0 and not scheduler else \
        _through_dask(study, waiting, workers, scheduler)
    try:
        for row in source:
            if table:
                table.add(row)
            rows.append(row)
            bar.add()
    finally:
        bar.close()
        if table:
            table.close()
    rows.sort(key=lambda row: int(row["run"]))
    if parquet:
        _write_parquet(path, out)
    return rows


def _write_parquet(path, out):
    try:
        import pyarrow.csv
        import pyarrow.parquet
    except ImportError:
        raise Error(f"{out}: found no package pyarrow, expected it or a .csv; the rows are in {path}") from None
    pyarrow.parquet.write_table(pyarrow.csv.read_csv(path), out)
    os.remove(path)


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="keystone-cli sweep", description="Run a study: many runs of one scene.")
    parser.add_argument("study", help="FILE.json (docs/sweeps.md)")
    parser.add_argument("--out", required=True, help="FILE.csv or FILE.parquet: one row per run, as it is done; what "
                                                     "it has already is not run again")
    parser.add_argument("--workers", type=int, help="processes (one for each core); 0: none but this one")
    parser.add_argument("--scheduler", help="address of a Dask scheduler, as tcp://HOST:8786")
    parser.add_argument("--fresh", action="store_true", help="run all again, whatever the file has")
    parser.add_argument("--format", choices=["table", "json"], default="table", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    try:
        begin = time.monotonic()
        rows = sweep(options.study, options.out, workers=options.workers, scheduler=options.scheduler,
                     resume=not options.fresh)
    except Error as error:
        print(f"keystone-cli: {error}", file=sys.stderr)
        return 2
    failed = sum(1 for row in rows if row["error"])
    summary = {"out": options.out, "runs": len(rows), "failed": failed, "seconds": round(time.monotonic() - begin, 3)}
    if options.format == "json":
        print(json.dumps(summary))
    else:
        print("\n".join(f"{key:<8} {value}" for key, value in summary.items()))
    return 1 if failed else 0


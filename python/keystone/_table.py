"""The table of a sweep's rows as a file (docs/sweeps.md)."""
import csv
import importlib.util
import io
import os
from pathlib import Path

from ._engine import Error
from ._study import read_measure


class Table:
    """The CSV that the rows go to, one by one: whatever ends the program, the rows before are there.

    rows: those that it had already, with the types of fresh ones. `resume` False: it begins anew; `retry_failed`: its
    rows with an error are dropped.
    """

    def __init__(self, path, study, runs, resume, retry_failed):
        self.path, self.columns, self.rows = Path(path), study.columns, []
        if resume and self.path.exists():
            self._read(study, runs, retry_failed)
        try:
            self.file = open(self.path, "a" if self.rows else "w", newline="", encoding="utf-8")
        except OSError as error:
            raise Error(f"{self.path}: found a file that cannot be written ({error.strerror}), expected one that can") \
                from None
        self.writer = csv.DictWriter(self.file, self.columns, lineterminator="\n")
        if not self.rows:
            self.writer.writeheader()
            self.file.flush()

    def _read(self, study, runs, retry_failed):
        with open(self.path, newline="", encoding="utf-8") as file:
            text = file.read()
        whole = text[:text.rfind("\n") + 1]  # what follows was cut off while it was written
        lines = list(csv.reader(io.StringIO(whole)))
        if lines and lines[0] != self.columns:
            raise Error(f"{self.path}: found a table of {', '.join(lines[0])}, expected {', '.join(self.columns)} or "
                        f"no file")
        found = [self._row(study, runs, line) for line in lines[1:]]
        self.rows = [row for row in found if not (retry_failed and row["error"])]
        if len(self.rows) < len(found) or whole != text:
            self._write()

    def _row(self, study, runs, line):
        """The row of a line. Raises Error where it is none of this study's runs."""
        if len(line) != len(self.columns) or not line[0].isdigit():
            raise Error(f"{self.path}: found a line '{','.join(line)}', expected a row of {', '.join(self.columns)}")
        texts, number = dict(zip(self.columns, line)), int(line[0])
        wanted = runs[number] if number < len(runs) else None
        if wanted is None or any(texts[key] != _text(value) for key, value in wanted.items()):
            raise Error(f"{self.path}: found a run {number} of another study, expected "
                        f"{wanted or f'{len(runs)} runs'}, or --fresh (resume=False) to run all again")
        return {"run": number, **wanted, **{key: read_measure(key, texts[key]) for key in study.measures},
                "error": texts["error"]}

    def _write(self):
        """The rows as a file of their own first, so that they are never nowhere."""
        beside = self.path.with_name(self.path.name + ".new")
        with open(beside, "w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, self.columns, lineterminator="\n")
            writer.writeheader()
            writer.writerows(self.rows)
        os.replace(beside, self.path)

    def add(self, row):
        self.rows.append(row)
        self.writer.writerow(row)
        self.file.flush()

    def close(self):
        self.file.close()


def _text(value):
    return "" if value is None else str(value)


def check_name(out):
    """Raises Error where no table can be written under that name."""
    if not str(out).endswith((".csv", ".parquet")):
        raise Error(f"{out}: found another kind of file, expected NAME.csv or NAME.parquet")
    if str(out).endswith(".parquet") and importlib.util.find_spec("pyarrow") is None:
        raise Error(f"{out}: found no package pyarrow, expected it or NAME.csv")


def write_parquet(path, out):
    """The CSV at `path` as a Parquet file in its place."""
    import pyarrow.csv
    import pyarrow.parquet
    pyarrow.parquet.write_table(pyarrow.csv.read_csv(path), out)
    os.remove(path)

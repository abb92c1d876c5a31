"""The table of a sweep's rows as a file (docs/sweeps.md)."""
import contextlib
import csv
import importlib.util
import io
import os
from pathlib import Path

from ._engine import Error
from ._study import read_measure


@contextlib.contextmanager
def whole_file(path):
    """The path of a file beside `path`, which takes that name at the end, or goes where that does not come."""
    partial = path.with_name(f"{path.stem}.partial{path.suffix}")
    try:
        yield partial
        os.replace(partial, path)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise


class Table:
    """The CSV that the rows go to, one by one: whatever ends the program, the rows before are there.

    rows: those that it had already, with the types of fresh ones. `resume` False: it begins anew; `retry_failed`: its
    rows with an error are dropped.
    """

    def __init__(self, path, study, runs, resume, retry_failed):
        self.path, self.columns, self.rows = Path(path), study.columns, []
        if not (resume and self.path.exists() and self._read(study, runs, retry_failed)):
            self._begin()
        try:
            self.file = open(self.path, "ab", buffering=0)
        except OSError as error:
            raise self._unwritable(error) from None

    def _unwritable(self, error):
        return Error(f"{self.path}: found a file that cannot be written ({error.strerror}), expected one that can")

    def _read(self, study, runs, retry_failed):
        """Takes the file's rows. Returns False where it is not these rows to the byte."""
        try:
            with open(self.path, newline="", encoding="utf-8") as file:
                text = file.read()
            whole = text[:text.rfind("\n") + 1]  # what follows was cut off while it was written
            lines = list(csv.reader(io.StringIO(whole)))
        except (OSError, UnicodeDecodeError, csv.Error) as error:
            raise Error(f"{self.path}: found no readable table ({error}), expected one of a sweep or no file") from None
        if lines and lines[0] != self.columns:
            raise Error(f"{self.path}: found a table of {', '.join(lines[0])}, expected {', '.join(self.columns)} or "
                        f"no file")
        found = [self._row(study, runs, line) for line in lines[1:]]
        self.rows = [row for row in found if not (retry_failed and row["error"])]
        return bool(lines) and len(self.rows) == len(found) and whole == text

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

    def _lines(self, rows, head=False):
        text = io.StringIO()
        writer = csv.DictWriter(text, self.columns, lineterminator="\n")
        if head:
            writer.writeheader()
        writer.writerows(rows)
        return text.getvalue().encode()

    def _begin(self):
        """The rows as a file of their own first, so that an older one stays until they are there."""
        try:
            with whole_file(self.path) as partial:
                partial.write_bytes(self._lines(self.rows, head=True))
        except OSError as error:
            raise self._unwritable(error) from None

    def add(self, row):
        """Raises Error where the disk takes no more; then nothing of the row is in the file."""
        end, left = self.file.seek(0, os.SEEK_END), self._lines([row])
        try:
            while left:
                left = left[self.file.write(left):]
        except OSError as error:
            self.file.truncate(end)
            raise self._unwritable(error) from None
        self.rows.append(row)

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
    try:
        with whole_file(Path(out)) as partial:
            pyarrow.parquet.write_table(pyarrow.csv.read_csv(path), partial)
    except OSError as error:
        raise Error(f"{out}: found a file that cannot be written ({error}), expected one that can; its rows are in "
                    f"{path}") from None
    os.remove(path)

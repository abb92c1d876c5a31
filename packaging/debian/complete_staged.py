#!/usr/bin/python3
"""Adds to the staging folders of Debian packages what only these have: see complete_staged.cmake.

Usage: complete_staged.py SOURCE_DIR VERSION_FILE STAGING_DIR KEY=VALUE..., the keys being the components with their
packages, "maintainer" and "revision". The same sources give the same bytes.
"""
import gzip
import sys
from pathlib import Path

CHANGE = """keystone ({version}-{revision}) unstable; urgency=low

  * What is new is in changelog.gz.

 -- {maintainer}  {date}
"""


def compress(path, data):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(data, mtime=0))


def complete(folder, package, source, change):
    documents = folder / "usr" / "share" / "doc" / package
    compress(documents / "changelog.Debian.gz", change.encode())
    compress(documents / "changelog.gz", (source / "CHANGELOG.md").read_bytes())
    (documents / "copyright").write_bytes((source / "packaging" / "debian" / "copyright").read_bytes())
    for licence in folder.glob("usr/share/doc/*/LICENSE"):  # Debian has it in the copyright
        licence.unlink()
    for page in folder.glob("usr/share/man/man*/*.[1-9]"):
        compress(page.with_name(page.name + ".gz"), page.read_bytes())
        page.unlink()


def main():
    source, version_file, staging = map(Path, sys.argv[1:4])
    given = dict(argument.split("=", 1) for argument in sys.argv[4:])
    version, date, _ = version_file.read_text().splitlines()
    change = CHANGE.format(version=version, date=date, maintainer=given.pop("maintainer"), revision=given.pop("revision"))
    for component, package in given.items():
        if (staging / component).is_dir():
            complete(staging / component, package, source, change)


if __name__ == "__main__":
    main()

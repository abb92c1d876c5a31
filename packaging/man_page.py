#!/usr/bin/python3
"""Writes a manual page: the text of a template, with the options that the program itself names in its --help.

Usage: man_page.py PROGRAM TEMPLATE PAGE. In the template, @VERSION@ becomes the version, @OPTIONS@ the options and
@COMMANDS@ a section for each command. The same program gives the same page.
"""
import re
import subprocess
import sys
from pathlib import Path

ROW = re.compile(r"  (?P<term>\S.*?)(?:\s{2,}(?P<text>\S.*))?$")
# How CLI11 writes a type, "INT:INT in [1 - 1024]" or "TEXT:{table,json}", and how a manual page does.
TYPES = ((re.compile(r"\w+:\w+ in \[(\S+) - (\S+)\]"), r"\1..\2"),
         (re.compile(r"TEXT:\{([^}]*)\}"), lambda match: match[1].replace(",", "|")),
         (re.compile(r":POSITIVE| REQUIRED"), ""))


def said(program, *arguments):
    return subprocess.run([program, *arguments], capture_output=True, text=True, check=True).stdout


def sections(text):
    """Heading -> its rows [term, description], as "Options:" of a help text has them."""
    found, rows = {}, None
    for line in text.splitlines():
        if re.fullmatch(r"\S.*:", line):
            rows = found.setdefault(line[:-1], [])
        elif rows is None or not line.strip():
            continue
        elif match := ROW.match(line) if not line.startswith("   ") else None:
            rows.append([match["term"], match["text"] or ""])
        else:
            rows[-1][1] = f"{rows[-1][1]} {line.strip()}".strip()
    return found


def escaped(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text.startswith((".", "'")) else text


def term(words):
    """'-p,--parameter TEXT ...' with its names in bold, and what they take in italics."""
    for found, instead in TYPES:
        words = found.sub(instead, words)
    names, _, value = words.partition(" ")
    bold = ", ".join(f"\\fB{escaped(name)}\\fR" for name in names.split(","))
    return bold + (f" \\fI{escaped(value)}\\fR" if value else "")


def rows_of(found, headings):
    lines = []
    for heading in headings:
        for names, text in found.get(heading, []):
            if names != "-h,--help":
                lines += [".TP", term(names), escaped(text)]
    return lines


def options(program):
    return "\n".join(rows_of(sections(said(program, "--help")), ("Positionals", "Options")))


def commands(program):
    lines = []
    for name, text in sections(said(program, "--help")).get("Subcommands", []):
        found = sections(said(program, name, "--help"))
        operands = " ".join(escaped(row[0].split()[0]) for row in found.get("Positionals", []))
        lines += [f".SS {escaped(name)} \\fI{operands}\\fR", escaped(text) + "."]
        lines += rows_of(found, ("Positionals", "Options"))
    return "\n".join(lines)


def main():
    program, template, page = sys.argv[1:]
    text = Path(template).read_text()
    text = text.replace("@VERSION@", escaped(said(program, "--version").split()[-1]))
    for place, lines in (("@OPTIONS@", options), ("@COMMANDS@", commands)):
        if place in text:
            text = text.replace(place, lines(program))
    Path(page).write_text(text)


if __name__ == "__main__":
    main()

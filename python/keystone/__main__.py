"""python3 -m keystone sweep STUDY --out FILE: what keystone-cli sweep runs."""
import sys

from ._sweep import main

_USAGE = """usage: python3 -m keystone sweep STUDY --out FILE [options]

Runs a study: many runs of one scene. python3 -m keystone sweep --help lists the options."""

if __name__ == "__main__":
    if sys.argv[1:2] in (["--help"], ["-h"]):
        print(_USAGE)
        sys.exit(0)
    if sys.argv[1:2] != ["sweep"]:
        print(f"keystone: found {' '.join(sys.argv[1:2]) or 'no command'}, expected sweep", file=sys.stderr)
        sys.exit(2)
    sys.exit(main(sys.argv[2:]))

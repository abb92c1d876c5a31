"""python3 -m keystone sweep STUDY --out FILE: what keystone-cli sweep runs."""
import sys

from ._sweep import main

if __name__ == "__main__":
    if sys.argv[1:2] != ["sweep"]:
        sys.exit(f"keystone: found {sys.argv[1:2]}, expected sweep")
    sys.exit(main(sys.argv[2:]))

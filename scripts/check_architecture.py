#!/usr/bin/env python3
"""check_architecture.py - ARCHITECTURE.md names each source file, and each file that it names is there."""
import os
import re
import subprocess
import sys

PARTS = ("skeletonizer/", "bsim/", "lmpi/", "scripts/", "benchmarks/", "models/")
ENDS = (".c", ".h", ".cpp", ".def", ".py", ".json")


def main():
    with open("ARCHITECTURE.md") as f:
        text = f.read()
    listed = subprocess.run(["git", "ls-files"], capture_output=True, text=True, check=False).stdout.split()
    files = listed or [os.path.relpath(os.path.join(d, n), ".") for p in PARTS for d, _, ns in os.walk(p) for n in ns]
    named = set(re.findall(r"`([\w./+-]+)`", text))
    bad = 0
    for part in PARTS:
        wanted = [f for f in files if f.startswith(part) and (f.endswith(ENDS) or part == "scripts/")
                  and os.path.exists(f)]
        # The files of one example program or of one table may be named together, by their folder.
        missing = [f for f in wanted if f not in named and not any(
            f.startswith(n) for n in named if n.endswith("/") and n not in PARTS and n.count("/") > 1)]
        gone = [n for n in named if n.startswith(part) and not os.path.exists(n)]
        if missing or gone:
            bad = 1
            print(f"FAIL {part}: " + "; ".join(
                (["no line for " + " ".join(missing)] if missing else []) +
                (["names what is not there: " + " ".join(sorted(gone))] if gone else [])))
        else:
            print(f"ok {part}")
    return bad


if __name__ == "__main__":
    os.chdir(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    sys.exit(main())

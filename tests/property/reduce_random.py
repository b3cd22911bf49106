#!/usr/bin/env python3
"""Tests the reducer: it must reduce failing random programs to less than 40 lines.

A faulty compiler simulates a failure of the slicer: in skeletons it replaces an operator by another one, so that programs fail
whose communication depends on it. reduce_random.py [--count N] [--seed S] [--jobs N] takes the first N failing programs from seed
S on, and prints `ok reduce_random SEED` or `FAIL reduce_random SEED: why` for each.
"""
import argparse
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import gen_program  # noqa: E402
from reducer import SMALL  # noqa: E402

WRONG = [("+=", "="), ("-", "+"), ("%", "+"), ("!=", "==")]
COMPILER = r"""#!/bin/sh
# cc, for which an operator does what another does in the skeletons that skeletonize --verify builds.
source=
for word; do
    shift
    case $PWD/$word in
    */skeleton/*.c) source=$word ;;
    *) set -- "$@" "$word" ;;
    esac
done
[ "$source" ] || exec cc "$@"
{ echo "# 1 \"$source\""; sed 's/ FROM / TO /g' "$source"; } | cc -x c - "$@"
"""


def write_compiler(seed, path):
    """A compiler that bsimcc is to use, with a fault of its own in skeletons."""
    this, other = WRONG[seed % len(WRONG)]
    with open(path, "w", encoding="utf-8") as f:
        f.write(COMPILER.replace("FROM", this).replace("TO", other))
    os.chmod(path, 0o755)
    os.environ["BSIM_CC"] = path


def one(seed, options):
    """None: the program does not fail; else whether it was made small."""
    folder = tempfile.mkdtemp(prefix="reduce_random.")
    source, out = os.path.join(folder, "src"), os.path.join(folder, "small")
    gen_program.write(seed, source)
    write_compiler(seed, os.path.join(folder, "cc"))
    begun = time.monotonic()
    try:
        run = subprocess.run([os.path.join(HERE, "reduce"), source, "--ranks", "2", "--out", out, "--jobs", str(options.jobs),
                              "--limit", str(options.limit), "--flags", shlex.join(gen_program.FLAGS)],
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        said = run.stdout.decode(errors="replace").strip().splitlines()
        if options.tell:
            print("\n".join(said))
        if run.returncode == 1 and said[-1] == "reduce: nothing fails":
            return None
        lines = sum(len(open(os.path.join(out, name), encoding="utf-8").readlines()) for name in os.listdir(out))
        good = run.returncode == 0 and lines < SMALL
        print(f"{'ok' if good else 'FAIL'} reduce_random {seed}{'' if good else f': program kept in {options.keep}/{seed}'}"
              f" ({said[0].split(': ')[-1]} -> {lines} lines, {time.monotonic() - begun:.0f} s)", flush=True)
        if not good:
            shutil.rmtree(f"{options.keep}/{seed}", ignore_errors=True)
            shutil.copytree(folder, f"{options.keep}/{seed}")
        return good
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--count", type=int, default=4)
    p.add_argument("--seed", type=int, default=int(time.time()))
    p.add_argument("--jobs", type=int, default=os.cpu_count())
    p.add_argument("--limit", type=int, default=1200, help="seconds for a program")
    p.add_argument("--keep", default=os.path.join(tempfile.gettempdir(), "reduce_random"))
    p.add_argument("--tell", action="store_true", help="what the reducer does")
    options = p.parse_args()
    print(f"reduce_random: seeds from {options.seed}", flush=True)
    found, seed = [], options.seed
    while len(found) < options.count and seed < options.seed + 50 * options.count:
        good = one(seed, options)
        found += [] if good is None else [good]
        seed += 1
    if len(found) < options.count:
        print(f"FAIL reduce_random: {len(found)} of {seed - options.seed} programs fail")
    return 0 if len(found) == options.count and all(found) else 1


if __name__ == "__main__":
    sys.exit(main())

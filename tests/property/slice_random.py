#!/usr/bin/env python3
"""Random programs: the skeleton's communication trace equals the original's.

slice_random.py [--count N] [--seed S] [--keep DIR] [--reduce] [--jobs N]: prints a line `ok slice_random SEED` or
`FAIL slice_random SEED` for each program; exit 1 if any failed. A failing program stays in DIR; with --reduce it also
becomes a small one, in DIR/SEED/src.reduced.
"""
import os
import shlex
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import gen_program  # noqa: E402
import reduce_check  # noqa: E402
import seeds  # noqa: E402
import verified  # noqa: E402
from seeds import Failed  # noqa: E402


def check(seed, folder, options):
    src = os.path.join(folder, "src")
    used = gen_program.write(seed, src)
    if seed % 10 == 1:
        wrong = reduce_check.well_defined(src, "2", gen_program.FLAGS, 300)
        if wrong:
            raise Failed("the generator made a program that is not in order: " + wrong)
    more = []
    if seed % 4 == 3:  # pointers as one, as in programs whose sets are too large
        more = ["--points-to-budget", "1" if seed % 8 == 3 else "100"]
    for name, text in (("flags", shlex.join(gen_program.FLAGS)), ("options", shlex.join(more)), ("ranks", options.ranks),
                       ("used", "\n".join(used))):
        with open(os.path.join(src, name), "w", encoding="utf-8") as f:
            f.write(text + "\n")
    verified.verify(folder, options.ranks, more, gen_program.FLAGS)


def small(folder):
    """What the reducer says of the program that is kept in a folder."""
    run = subprocess.run([os.path.join(HERE, "reduce"), "--quiet", os.path.join(folder, "src")], stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT, check=False)
    return run.stdout.decode(errors="replace").strip().splitlines()[-1]


def add_options(parser):
    parser.add_argument("--ranks", default="1,2,3,4")
    parser.add_argument("--reduce", action="store_true", help="make failing programs small")


if __name__ == "__main__":
    sys.exit(seeds.main("slice_random", __doc__, 10, check, add_options, lambda options, folder: small(folder) if options.reduce else ""))

#!/usr/bin/env python3
"""Random layouts: what a program stores in memory in one way and reads in another decides the same messages in its skeleton.

layouts_random.py [--count N] [--seed S] [--keep DIR] [--jobs N] [--ranks NP,...]: prints a line `ok layouts_random SEED` or
`FAIL layouts_random SEED` for each program; exit 1 if any failed. A failing program stays in DIR.
"""
import os
import sys

import gen_layouts
import seeds
import verified


def check(seed, folder, options):
    gen_layouts.write(seed, os.path.join(folder, "src"))
    more = ["--points-to-budget", "1"] if seed % 8 == 7 else []  # pointers as one, as in programs whose sets are too large
    verified.verify(folder, options.ranks, more, gen_layouts.FLAGS)


def add_options(parser):
    parser.add_argument("--ranks", default="3")


if __name__ == "__main__":
    sys.exit(seeds.main("layouts_random", __doc__, 10, check, add_options))

#!/usr/bin/env python3
"""Slicing is deterministic: a random program is sliced several times, in different address spaces, with identical results.

bits_random.py [--count N] [--seed S]: prints `ok bits_random SEED` or `FAIL bits_random SEED` for each program; exits 1 if any
failed. A program is one of gen_program.py, or one whose removed loops have bounds with many assignments, so that their blocks
have long lists of dependences.
"""
import argparse
import filecmp
import glob
import os
import random
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, HERE)
import gen_program  # noqa: E402

TIMES = 4


def bounds(seed):
    r = random.Random(seed)
    names = [f"n{i}" for i in range(r.randint(4, 7))]
    text = f"#include <mpi.h>\n#include <stdlib.h>\nstruct shape {{ int {', '.join(names)}; }};\n"
    calls = r.randint(3, 6)
    for f in range(calls):
        r.shuffle(names)
        choices = "".join(f"    if (i % {k + 2} == 0) m = s->{n};\n" for k, n in enumerate(names))
        text += (f"double work{f}(const struct shape *s, double *x) {{\n  int m = s->{names[0]};\n"
                 f"  for (int i = 0; i < s->{names[1]}; i++) {{\n{choices}"
                 f"    for (int k = 0; k < m; k++)\n      x[k] += 1.0 / (k + {f + 1});\n  }}\n  return x[0];\n}}\n")
    read = "".join(f"  s.{n} = atoi(argv[{i + 1}]);\n" for i, n in enumerate(sorted(names)))
    run = "".join(f"  work{f}(&s, x);\n  MPI_Barrier(MPI_COMM_WORLD);\n" for f in range(calls))
    return (f"{text}int main(int argc, char **argv) {{\n  struct shape s;\n  static double x[1000];\n"
            f"  MPI_Init(&argc, &argv);\n{read}{run}  MPI_Finalize();\n  return 0;\n}}\n")


def tree(folder):
    return sorted(os.path.relpath(os.path.join(at, name), folder)
                  for at, _, names in os.walk(folder) for name in names)


def check(seed, folder):
    src = os.path.join(folder, "src")
    if seed % 2:
        os.mkdir(src)
        with open(os.path.join(src, "bounds.c"), "w") as f:
            f.write(bounds(seed))
    else:
        gen_program.write(seed, src)
    sources = sorted(glob.glob(os.path.join(src, "*.c")))
    first = None
    for i in range(TIMES):
        out = os.path.join(folder, "skeleton")
        kept = os.path.join(folder, str(i))
        run = subprocess.run([os.path.join(ROOT, "build/bin/skeletonize"), "-o", out, "--report", out + "-report.json"]
                             + sources + ["--", "-O1"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300)
        if run.returncode:
            return run.stdout.decode(errors="replace")
        os.rename(out + "-report.json", os.path.join(out, "report.json"))
        os.rename(out, kept)
        if first is None:
            first = kept
            if not any(os.path.getsize(os.path.join(first, name)) for name in tree(first)):
                return "nothing was written"
            continue
        if tree(first) != tree(kept):
            return "other files"
        _, differ, odd = filecmp.cmpfiles(first, kept, tree(first), shallow=False)
        if differ or odd:
            return "not the same: " + ", ".join(differ + odd)
    return None


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--count", type=int, default=3)
    p.add_argument("--seed", type=int, default=int(time.time()))
    a = p.parse_args()
    bad = 0
    for seed in range(a.seed, a.seed + a.count):
        with tempfile.TemporaryDirectory(prefix="bits_random.") as folder:
            why = check(seed, folder)
        print(f"FAIL bits_random {seed}: {why}" if why else f"ok bits_random {seed}", flush=True)
        bad += why is not None
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Random programs: the skeleton's communication trace equals the original's.

slice_random.py [--count N] [--seed S] [--keep DIR]: prints a line `ok slice_random SEED` or `FAIL slice_random SEED`
for each program; exit 1 if any failed. A failing program stays in DIR.
"""
import argparse
import glob
import os
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, HERE)
import gen_program  # noqa: E402


def check(seed, folder, ranks):
    src, out = os.path.join(folder, "src"), os.path.join(folder, "skeleton")
    gen_program.write(seed, src)
    command = [os.path.join(ROOT, "build/bin/skeletonize"), "-o", out, "--verify", ranks]
    if seed % 4 == 3:  # pointers as one, as in programs whose sets are too large
        command += ["--points-to-budget", "1" if seed % 8 == 3 else "100"]
    command += sorted(glob.glob(os.path.join(src, "*.c"))) + ["--", "-O1"]
    env = dict(os.environ, PATH=os.path.join(ROOT, "build/bin") + ":" + os.environ["PATH"])
    try:
        run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300, env=env)
        return run.returncode, run.stdout.decode(errors="replace")
    except subprocess.TimeoutExpired:
        return -1, "no answer within 300 s"


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--count", type=int, default=10)
    p.add_argument("--seed", type=int, default=int(time.time()))
    p.add_argument("--ranks", default="1,3,4")
    p.add_argument("--keep", default=os.path.join(tempfile.gettempdir(), "slice_random"))
    a = p.parse_args()
    print(f"slice_random: seeds {a.seed} .. {a.seed + a.count - 1}")
    bad = 0
    for seed in range(a.seed, a.seed + a.count):
        folder = tempfile.mkdtemp(prefix="slice_random.")
        code, text = check(seed, folder, a.ranks)
        if code == 0:
            print(f"ok slice_random {seed}", flush=True)
        else:
            bad += 1
            kept = os.path.join(a.keep, str(seed))
            shutil.rmtree(kept, ignore_errors=True)
            shutil.copytree(folder, kept)
            print(f"FAIL slice_random {seed}: exit {code}, program kept in {kept}")
            print("\n".join("    " + line for line in text.splitlines()[-12:]), flush=True)
        shutil.rmtree(folder, ignore_errors=True)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())

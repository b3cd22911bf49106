#!/usr/bin/env python3
"""Random programs: the skeleton's communication trace equals the original's.

slice_random.py [--count N] [--seed S] [--keep DIR]: prints a line `ok slice_random SEED` or `FAIL slice_random SEED`
for each program; exit 1 if any failed. A failing program stays in DIR.
"""
import glob
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, HERE)
import gen_program  # noqa: E402
import seeds  # noqa: E402
from seeds import Failed  # noqa: E402


def well_defined(sources, folder):
    """Of some programs: that the generator made no program whose behaviour C does not define. Its traces would differ."""
    exe = os.path.join(folder, "sanitized")
    subprocess.run(["mpicc", "-g", "-w", "-fsanitize=address,undefined", *sources, "-o", exe, "-lm"], check=True)
    try:
        run = subprocess.run(["mpiexec", "-n", "2", exe], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300,
                             env=dict(os.environ, ASAN_OPTIONS="detect_leaks=0"))
    except subprocess.TimeoutExpired as late:
        raise Failed("the program itself does not end within 300 s") from late
    wrong = [line for line in run.stdout.decode(errors="replace").splitlines()
             if "runtime error:" in line or "ERROR: AddressSanitizer" in line]
    if wrong:
        raise Failed("the generator made a program without defined behaviour: " + wrong[0])


def check(seed, folder, options):
    src, out = os.path.join(folder, "src"), os.path.join(folder, "skeleton")
    gen_program.write(seed, src)
    sources = sorted(glob.glob(os.path.join(src, "*.c")))
    if seed % 10 == 1:
        well_defined(sources, folder)
    command = [os.path.join(ROOT, "build/bin/skeletonize"), "-o", out, "--verify", options.ranks]
    if seed % 4 == 3:  # pointers as one, as in programs whose sets are too large
        command += ["--points-to-budget", "1" if seed % 8 == 3 else "100"]
    command += sources + ["--", "-O1"]
    env = dict(os.environ, PATH=os.path.join(ROOT, "build/bin") + ":" + os.environ["PATH"])
    try:
        run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300, env=env,
                             cwd=folder)
    except subprocess.TimeoutExpired as late:
        raise Failed("no answer within 300 s") from late
    if run.returncode != 0:
        lines = run.stdout.decode(errors="replace").splitlines()
        raise Failed(f"exit {run.returncode}\n" + "\n".join("    " + line for line in lines[-12:]))


if __name__ == "__main__":
    sys.exit(seeds.main("slice_random", __doc__, 10, check, lambda p: p.add_argument("--ranks", default="1,3,4")))

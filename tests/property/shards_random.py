#!/usr/bin/env python3
"""Random programs with real data: results and communication traces are bit-identical for any number of threads.

shards_random.py [--count N] [--seed S] [--keep DIR]: prints `ok shards_random SEED` or `FAIL shards_random SEED` for each
program; exits 1 if any failed. A failing program stays in DIR.
"""
import filecmp
import glob
import json
import os
import random
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
BIN = os.path.join(ROOT, "build/bin")
sys.path.insert(0, HERE)
import gen_program  # noqa: E402
import seeds  # noqa: E402
from seeds import Failed  # noqa: E402


DEADLOCK = 3  # bsim's exit code. Some programs deadlock with some numbers of ranks, then with any number of threads


def command(argv, cwd, may_end=(0,), **env):
    try:
        run = subprocess.run(argv, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120,
                             env=dict(os.environ, PATH=BIN + ":" + os.environ["PATH"], **env))
    except subprocess.TimeoutExpired as late:
        raise Failed(f"no end within 120 s: {' '.join(argv)}") from late
    if run.returncode not in may_end:
        raise Failed(f"exit {run.returncode}: {' '.join(argv)}\n{run.stdout.decode(errors='replace')}")
    return run.returncode


def platform(folder, seed):
    """The platform of the differential tests, with its ranks on one node; for three of four seeds three nodes: with network cards,
    or links that messages share."""
    with open(os.path.join(ROOT, "tests/diff/platform.json")) as f:
        p = json.load(f)
    if seed % 4:
        p.update(nodes=3, cores_per_node=3, mapping="cyclic")
        p["network"].update(card_bandwidth="5GB/s")
        p["network"].update({"contention": "max-min", "flows": ("message", "pair")[seed // 4 % 2]} if seed % 4 == 2 else {"card_gap": "30ns"})
    with open(os.path.join(folder, "platform.json"), "w") as f:
        json.dump(p, f)


def simulate(folder, ranks, shards, columns, shuffle=0):
    """shuffle: a seed with which ranks move between threads at random; 0: they move as in any run. (result without the values of the host, or None at a deadlock; folder of the trace)"""
    out = os.path.join(folder, f"{shards}-{columns}")
    os.mkdir(out)
    argv = [os.path.join(BIN, "bsim"), "run", "-np", str(ranks), "--quiet", "--shards", str(shards), "--platform",
            os.path.join(folder, "platform.json"), "--json", out + ".json", "--comm-trace", out]
    argv += ["--columns", str(columns)] if columns else []
    env = {"BSIM_SHUFFLE_SHARDS": str(shuffle)} if shuffle else {}
    code = command(argv + [os.path.join(folder, "full/skeleton")], folder, (0, DEADLOCK), **env)
    if code == DEADLOCK:
        return None, out
    with open(out + ".json") as f:
        result = json.load(f)
    del result["host"]
    return result, out


def check(seed, folder, _options):
    src = os.path.join(folder, "src")
    gen_program.write(seed, src)
    command([os.path.join(BIN, "skeletonize"), "--full", "-o", os.path.join(folder, "full")] +
            sorted(glob.glob(os.path.join(src, "*.c"))) + ["--", "-O1"], folder)
    command(["make", "-s", "-C", os.path.join(folder, "full")], folder)
    platform(folder, seed)
    r = random.Random(seed)
    ranks = r.randint(3, 9)
    first, trace = simulate(folder, ranks, 1, 0)
    for _ in range(3):
        shards = r.randint(1, min(4, ranks))
        columns = r.choice([0, r.randint(shards, ranks)])
        if os.path.exists(os.path.join(folder, f"{shards}-{columns}")):
            continue
        shuffle = r.choice([0, r.randint(1, 1000)])
        result, other = simulate(folder, ranks, shards, columns, shuffle)
        where = f"{ranks} ranks, {shards} shards, {columns} columns, shuffled by {shuffle}"
        if result != first:
            raise Failed(f"{where}: other results: {[k for k in first or () if (result or {}).get(k) != first[k]]}")
        names = sorted(os.listdir(trace)) if first else []
        if first and not any(os.path.getsize(os.path.join(trace, name)) for name in names):
            raise Failed(f"{where}: two empty traces are compared")
        if first and sorted(os.listdir(other)) != names or filecmp.cmpfiles(trace, other, names, shallow=False)[0] != names:
            raise Failed(f"{where}: other traces")


if __name__ == "__main__":
    sys.exit(seeds.main("shards_random", __doc__, 5, check))

#!/usr/bin/env python3
"""Programs with all families of MPI calls, on platforms with each feature: the communication of the skeleton takes as long as that of
the program with all its code (skeletonize --full), to the last bit: times of ranks, and messages, bytes, times and waits of each line.

Of three seeds one takes a program of tests/diff, the others a random one (gen_families.py), with some of the features of
traces_random.py, and random ranks. Blocks take no time.
skeleton_times_random.py [--count N] [--seed S] prints `ok skeleton_times_random SEED PROGRAM FEATURE` or `FAIL ...` for each.
"""
import json
import os
import random
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
BUILD = os.path.join(ROOT, os.environ.get("B", "build"))
sys.path.insert(0, HERE)
import gen_families  # noqa: E402
import seeds  # noqa: E402
import traces_random  # noqa: E402

# What results need not have in common: names of programs, the host, and what only skeletons have.
OWN = ("exe", "host", "blocks", "provenance", "untimed", "trust", "warnings")
# Of tests/diff: time passes by itself in clocks and env; skeletons of the others end with a message that says why.
LEFT_OUT = ("clocks", "env", "external32", "files", "files_large", "in_place", "long", "rma_memory")


def run(argv, folder, may_end=(0,)):
    out = os.path.join(folder, "out")
    shutil.rmtree(out, ignore_errors=True)
    os.makedirs(out)
    done = subprocess.run(argv, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=300, check=False,
                          env=dict(os.environ, DIFF_OUT=out, PATH=os.path.join(BUILD, "bin") + os.pathsep + os.environ["PATH"]))
    if done.returncode not in may_end:
        raise seeds.Failed(f"{' '.join(argv)}: exit {done.returncode}: {done.stderr.decode(errors='replace')[-400:]}")


def build(folder, source):
    """Both programs, in folder/full and folder/skeleton."""
    flags = ["-O1", "-std=c11", "-D_GNU_SOURCE", "-w", "-I" + os.path.join(ROOT, "tests/diff"), "-I" + os.path.join(BUILD, "include")]
    for kind, options in (("full", ["--full"]), ("skeleton", [])):
        run(["skeletonize", "--quiet", "--root", os.path.dirname(source), *options, "-o", os.path.join(folder, kind), source, "--", *flags], folder)
        run(["make", "-s", "-C", os.path.join(folder, kind)], folder)


def site(s):
    """A line's call, without where its sources are; None: it does nothing that takes time or is counted."""
    if not any(s[k] for k in ("messages", "bytes", "comm_s", "wait_s", "open_requests")):
        return None
    return dict(s, file=os.path.basename(s["file"] or ""))


def result(folder, kind):
    with open(os.path.join(folder, kind + ".json")) as f:
        r = json.load(f)
    (r.get("sensitivities") or {}).pop("blocks", None)
    r["sites"] = sorted((json.dumps(site(s), sort_keys=True) for s in r["sites"] if site(s)))
    return {k: v for k, v in r.items() if k not in OWN}


def difference(folder):
    """What the two results do not have in common."""
    full, skeleton = result(folder, "full"), result(folder, "skeleton")
    if full == skeleton:
        return None
    where = [k for k in full if full[k] != skeleton.get(k)]
    lines = [x for a, b in ((full, skeleton), (skeleton, full)) for x in a["sites"] if x not in b["sites"]]
    return (f"{where} differ; predicted {full['predicted_time_s']} and {skeleton['predicted_time_s']} s; {len(lines)} lines, "
            f"such as {lines[:2]}")


def check(seed, folder, options):
    r = random.Random(seed)
    for name in ("full", "skeleton"):
        shutil.rmtree(os.path.join(folder, name), ignore_errors=True)
    os.makedirs(os.path.join(folder, "source"), exist_ok=True)
    if seed % 3 == 0:
        program, ranks = r.choice([p for p in traces_random.programs() if p[0] not in LEFT_OUT])
        source = os.path.join(ROOT, f"tests/diff/{program}.c")
    else:
        text, phases = gen_families.program(seed)
        program, ranks, source = "+".join(phases), r.choice([2, 3, 4, 5, 7, 8]), os.path.join(folder, "source/program.c")
        with open(source, "w") as f:
            f.write(text)
    features = list(traces_random.FEATURES)
    try:
        build(folder, source)
    except seeds.Failed as failed:
        yield program, str(failed)
        return
    for feature in features if options.every else r.sample(features, 4):
        try:
            with open(os.path.join(folder, "platform.json"), "w") as f:
                json.dump(traces_random.platform(feature), f)
            for kind in ("full", "skeleton"):
                run(["bsim", "run", "--quiet", "-np", str(ranks), "--json", kind + ".json", "--platform", "platform.json",
                     *traces_random.FEATURES[feature][3], f"./{kind}/skeleton"], folder)
            wrong = difference(folder)
        except seeds.Failed as failed:
            wrong = str(failed)
        yield f"{program}@{ranks} {feature.replace(' ', '-')}", wrong


def add_options(parser):
    parser.add_argument("--every", action="store_true", help="all features")


if __name__ == "__main__":
    sys.exit(seeds.loop("skeleton_times_random", __doc__, 6, check, add_options=add_options))

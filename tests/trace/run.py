#!/usr/bin/env python3
"""run.py - traces: a skeleton communicates as its original does, call by call, on every rank.

Tests are the apps of benchmarks/apps (their case.json's "trace") and each tests/trace/NAME.c, a program of one file whose
first lines may hold "trace: ranks=1,2,4 flags=-fopenmp args=..." (default: ranks 1,2,3,4). The original runs under real MPICH up to 8 ranks
and, above, with real data on simulated ranks. Prints ok or FAIL for each program and number of ranks. B: build folder.
"""
import argparse
import glob
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "scripts"))
import bsimcase  # noqa: E402
import predict  # noqa: E402


def cases():
    for path in sorted(glob.glob(os.path.join(ROOT, "benchmarks", "apps", "*", "case.json"))):
        yield bsimcase.load(path)
    for path in sorted(glob.glob(os.path.join(HERE, "*.c"))):
        with open(path) as f:
            head = f.read(2000)
        ranks = re.search(r"trace:.*?ranks=([\d,]+)", head)
        args = re.search(r"trace:.*?args=(.*?)\s*(?:\*/|$)", head, re.M)
        flags = re.search(r"trace:.*?flags=(\S+)", head)
        flags = flags[1].split(",") if flags else []
        name = os.path.basename(path)[:-2]
        yield {"name": "trace-" + name, "dir": HERE, "root": ".", "sources": [os.path.basename(path)],
               "cflags": ["-O1", "-g", *flags], "libs": ["-lm", *flags],
               "trace": [{"ranks": [int(n) for n in (ranks[1] if ranks else "1,2,3,4").split(",")],
                          "args": args[1] if args else ""}]}


def main():
    build = os.path.join(ROOT, os.environ.get("B") or "build")
    args = argparse.Namespace(build=build, check=True, validate=False, real_ranks=8)
    only = sys.argv[1:]
    bad = found = 0
    for case in cases():
        if only and case["name"] not in only and case["name"].removeprefix("trace-") not in only:
            continue
        found += 1
        name = case["name"]
        study = predict.Prediction(case, args)
        study.run.work += ".trace"  # beside what make predict leaves, not in its way
        os.makedirs(study.path("log"), exist_ok=True)
        try:
            study.build()
        except bsimcase.CaseError as error:
            print(f"FAIL {name}: {error}", flush=True)
            bad = 1
            continue
        for run in case.get("trace", []):
            for n in run["ranks"] if isinstance(run["ranks"], list) else [run["ranks"]]:
                try:
                    study.trace(dict({"timeout_s": 120}, **dict(run, ranks=n)))
                    print(f"ok {name}@{n}", flush=True)
                except bsimcase.CaseError as error:
                    print(f"FAIL {name}@{n}: {error}", flush=True)
                    bad = 1
    if not found:
        print("FAIL trace: no such test")
        bad = 1
    return bad


if __name__ == "__main__":
    sys.exit(main())

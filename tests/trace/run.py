#!/usr/bin/env python3
"""run.py - compares traces: a skeleton must communicate like its original, call by call, on every rank.

Tests are the apps of benchmarks/apps (by "trace" of their case.json; with BSIM_TURN=0 or 1 every other number of ranks) and each
tests/trace/NAME.c, a program of one file whose first lines may hold "trace: ranks=1,2,4 flags=-fopenmp,-DX args=..." (default: ranks
1,2,3,4; with BSIM_TURN=0 or 1 half of them). An app's original runs under real MPICH up to 8 ranks, and with real data on simulated
ranks above. A program of one file is compared by skeletonize --verify --verify-mpich. With "differs" in its first lines, MPICH's
trace differs, and skeletonize must say so.
Prints ok or FAIL for each program and its numbers of ranks. B: build folder.
"""
import argparse
import glob
import os
import re
import shlex
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
TURN = os.environ.get("BSIM_TURN")
sys.path.insert(0, os.path.join(ROOT, "scripts"))
import bsimcase  # noqa: E402
import predict  # noqa: E402


def apps(build):
    """(name@ranks, what raises CaseError where traces differ) of the apps."""
    args = argparse.Namespace(build=build, check=True, real_ranks=8)
    for path in sorted(glob.glob(os.path.join(ROOT, "benchmarks", "apps", "*", "case.json"))):
        case = bsimcase.load(path)
        study = predict.Prediction(case, args)
        study.run.work += ".trace"  # a folder of its own, beside that of make predict
        os.makedirs(study.path("log"), exist_ok=True)
        built = []

        def compare(run, study=study, built=built):
            if not built:
                study.build()
                built.append(True)
            study.trace(run)

        for run in case.get("trace", []):
            numbers = run["ranks"] if isinstance(run["ranks"], list) else [run["ranks"]]
            for n in numbers[int(TURN) % len(numbers)::2] if TURN else numbers:
                one = dict({"timeout_s": 120}, **dict(run, ranks=n))
                yield f"{case['name']}@{n}", lambda one=one, compare=compare: compare(one)


def programs(build):
    """The same of the programs of one file."""
    for path in sorted(glob.glob(os.path.join(HERE, "*.c"))):
        with open(path) as f:
            head = f.read(2000)
        ranks = re.search(r"trace:.*?ranks=([\d,]+)", head)
        args = re.search(r"trace:.*?args=(.*?)\s*(?:\*/|$)", head, re.M)
        flags = re.search(r"trace:.*?flags=(\S+)", head)
        differs = re.search(r"trace:.*\bdiffers\b", head)
        numbers = ranks[1] if ranks else {"0": "1,4", "1": "2,3"}.get(TURN, "1,2,3,4")
        name = "trace-" + os.path.basename(path)[:-2]
        argv = [os.path.join(build, "bin", "skeletonize"), os.path.basename(path), "--verify", numbers, "--verify-mpich",
                "--verify-limit", "120", "--", "-O1", "-g", *(flags[1].split(",") if flags else []), "-lm", "--",
                *shlex.split(args[1] if args else "")]

        def compare(name=name, argv=argv, differs=differs):
            runner = bsimcase.Runner({"name": name}, build, quiet=True)
            said = runner.command("verify", argv, HERE, timeout=900, codes=(1,) if differs else (0,))
            if differs and "under MPICH" not in said:
                raise bsimcase.CaseError(f"{name}: {said}")
            if "no communication call to compare" in said:
                raise bsimcase.CaseError("two empty traces are compared")
        yield f"{name}@{numbers}", compare


def main():
    build = os.path.join(ROOT, os.environ.get("B") or "build")
    only = sys.argv[1:]
    bad = found = 0
    for tests in (apps(build), programs(build)):
        for label, compare in tests:
            name = label.split("@")[0]
            if only and name not in only and name.removeprefix("trace-") not in only:
                continue
            found += 1
            try:
                compare()
                print(f"ok {label}", flush=True)
            except bsimcase.CaseError as error:
                print(f"FAIL {label}: {error}", flush=True)
                bad = 1
    if not found:
        print("FAIL trace: no such test")
        bad = 1
    return bad


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""bench_slice.py - measures the time of skeletonize and of its parts, beside a syntax check of the sources: make bench.

Owns: the measurements of slicing and their table. Times are processor times on one core; the median of the runs counts.
Goals: at most 10 s in total; at most three times the syntax check (clang -fsyntax-only of each unit); for the check of the
plan, at most a fifth of the rest of the analysis.
usage: bench_slice.py [--build DIR] [--repeat N] [CASE...]; writes BUILD/bench/slice.txt and slice.json.
"""
import argparse
import json
import os
import re
import resource
import shutil
import statistics
import subprocess
import sys

import bsimcase
import predict

CASES = ("benchmarks/apps/heat2d", "benchmarks/apps/cg", "benchmarks/cases/nas-is", "benchmarks/cases/hpl")
LINE = re.compile(r"(run|analysis): (.+?) ([\d.e+-]+) s$", re.M)
GOAL_S, GOAL_FACTOR, GOAL_CHECK = 10.0, 3.0, 0.2
CHECKS = ("check of the plan", "check of the text")


def processor_s(argv, cwd):
    """Runs a command: (its standard error, its processor time in seconds)."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(["taskset", "-c", "0", *argv], cwd=cwd, check=True, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done.stderr, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measure(path, args):
    case = bsimcase.load(os.path.join(path, "case.json"))
    study = predict.Prediction(case, argparse.Namespace(build=args.build, check=True, real_ranks=2))
    study.run.work += ".slice"
    os.makedirs(study.path("log"), exist_ok=True)
    root, files = bsimcase.sources(study.run)
    bsimcase.build_original(study.run, root, files)
    with open(study.path("compile_commands.json")) as f:
        units = json.load(f)
    syntax = 0.0
    for unit in units:
        argv = ["clang-19", "-w", "-fsyntax-only", *[a for a in unit["arguments"][1:] if a != "-c"]]
        syntax += processor_s(argv, unit["directory"])[1]
    out, runs = study.path("sliced"), []
    argv = [study.run.bin("skeletonize"), "-p", study.run.work, "-o", out, "--quiet", "--statistics"]
    if case.get("hints"):
        argv += ["--hints", os.path.join(case["dir"], case["hints"])]
    for _ in range(args.repeat):
        shutil.rmtree(out, ignore_errors=True)
        said, total = processor_s(argv + case.get("skeletonize", []), root)
        parts = {(of, what): float(s) for of, what, s in LINE.findall(said)}
        runs.append((total, parts))
    total = statistics.median(t for t, _ in runs)
    parts = {key: statistics.median(p[key] for _, p in runs) for key in runs[0][1]}
    check = parts["analysis", CHECKS[0]]
    lines = sum(len(open(os.path.join(root, f), errors="replace").read().splitlines()) for f in files)
    return {"case": case["name"], "lines": lines, "syntax_s": syntax, "total_s": total, "reading_s": parts["run", "reading"],
            "analysis_s": parts["run", "analysis"] - check, "plan_check_s": check,
            "text_check_s": parts["run", CHECKS[1]], "writing_s": parts["run", "writing"]}


def table(rows):
    head = f"{'case':10} {'lines':>7} {'syntax':>8} {'in all':>8} {'reading':>8} {'analysis':>9} {'plan check':>14} " \
           f"{'text check':>14}  goals"
    text = [head]
    for r in rows:
        within = r["total_s"] <= GOAL_S + GOAL_FACTOR * r["syntax_s"]
        share = r["plan_check_s"] / r["analysis_s"]
        text.append(f"{r['case']:10} {r['lines']:7} {r['syntax_s']:6.2f} s {r['total_s']:6.2f} s {r['reading_s']:6.2f} s "
                    f"{r['analysis_s']:7.2f} s {r['plan_check_s']:6.3f} s {100 * share:3.0f} % "
                    f"{r['text_check_s']:6.2f} s {100 * r['text_check_s'] / r['total_s']:3.0f} %  "
                    f"{'met' if within and share <= GOAL_CHECK else 'missed'}")
    text.append("processor time of one core; plan check: of the analysis, text check: of all")
    return "\n".join(text)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--build", default="build")
    p.add_argument("--repeat", type=int, default=3)
    p.add_argument("case", nargs="*", default=CASES, help="folders of cases")
    a = p.parse_args()
    try:
        rows = [measure(path, a) for path in a.case]
    except (bsimcase.CaseError, subprocess.CalledProcessError) as error:
        print(f"bench_slice: {error}", file=sys.stderr)
        return 1
    folder = os.path.join(a.build, "bench")
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "slice.json"), "w") as f:
        json.dump(rows, f, indent=1)
    with open(os.path.join(folder, "slice.txt"), "w") as f:
        f.write(table(rows) + "\n")
    print(table(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())

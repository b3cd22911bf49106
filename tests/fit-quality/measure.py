#!/usr/bin/env python3
"""measure.py - measures blocks of programs of this repository at sizes to fit, between them, and beyond them.

usage: measure.py [--build DIR] [--work FOLDER] [--only PROGRAM,...] [--seed N] -o FOLDER

Builds the instrumented programs, runs them once at each size, in random order, and writes PROGRAM.train.tsv, PROGRAM.between.tsv and
PROGRAM.beyond.tsv in the format of docs/reference/models.md, with what a fit needs: the median of the executions of each vector of
parameters. Owns the choice of sizes; does not know how samples are fitted.
"""
import argparse
import glob
import math
import os
import random
import shutil
import subprocess

import quality

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
TRAIN, HELD_OUT = 40, 6
LEAST = 6, 3, 3  # samples that a block must have: to fit, between, beyond
SHORTEST_S = 1e-6

# Sources, libraries, ranks, runs to fit, arguments with their ranges. A range with a third number is of multiples of it.
APPS = "benchmarks/apps/"
PROGRAMS = {
    "heat2d": (APPS + "heat2d/*.c", "-lm", 1, 30, "-nx {x} -ny {y} -steps 6", {"x": (40, 700), "y": (40, 700)}),
    "cg": (APPS + "cg/*.c", "-lm", 1, 30, "-x {x} -y {y} -i 6", {"x": (30, 500), "y": (30, 500)}),
    "wavefront": (APPS + "wavefront/*.c", "-lm", 2, 24, "{x} {y} {z} {b} {a} 1",
                  {"x": (12, 60), "y": (12, 60), "z": (16, 64), "b": (4, 16), "a": (2, 8)}),
    "jacobi3d": (APPS + "jacobi3d/*.c", "-lm", 2, 24, "-x {x} -y {y} -z {z} -sweeps 5",
                 {"x": (14, 110), "y": (14, 110), "z": (14, 110)}),
    "md": (APPS + "md/*.c", "-lm", 2, 24, "-x {x} -y {y} -z {z} -n 4 -N 2", {"x": (6, 22), "y": (6, 16), "z": (6, 16)}),
    "blas1": ("tests/fit-quality/kernels.c", "-lopenblas", 1, 30, "1 9 {n} 1 1", {"n": (300, 400000)}),
    "blas2": ("tests/fit-quality/kernels.c", "-lopenblas", 1, 36, "2 7 {m} {n} 1", {"m": (16, 700), "n": (16, 700)}),
    "blas3": ("tests/fit-quality/kernels.c", "-lopenblas", 1, 40, "3 5 {m} {n} {k}",
              {"m": (16, 300), "n": (16, 300), "k": (16, 300)}),
    "loops": ("tests/fit-quality/kernels.c", "-lopenblas", 1, 36, "4 5 {n} {q} {r}",
              {"n": (200, 50000), "q": (100, 5000), "r": (20, 600)}),
}


def sizes(rng, ranges, far):
    """Sizes of one run: inside the ranges, or two to four times as large as their ends in one or all arguments."""
    out = {name: round(math.exp(rng.uniform(math.log(low), math.log(high)))) for name, (low, high) in ranges.items()}
    if far:
        for name in [rng.choice(list(ranges))] if rng.random() < 0.5 else ranges:
            out[name] = round(ranges[name][1] * rng.uniform(2, 4 if len(ranges) < 3 else 2.5))
    return out


def build(name, args):
    sources, libs = PROGRAMS[name][:2]
    folder = os.path.join(args.work, name)
    subprocess.run([os.path.join(args.build, "bin", "skeletonize"), "--instrument", "-o", folder] +
                   sorted(glob.glob(os.path.join(ROOT, sources))) + ["--", "-O2"], check=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)
    subprocess.run(["make", "-s", "-C", folder, "LIBS=" + libs], check=True)
    return os.path.join(folder, "skeleton")


def run(program, ranks, arguments, samples):
    env = dict(os.environ, BSIM_SAMPLES=samples, OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1")
    subprocess.run(["mpiexec", "-n", str(ranks), program] + arguments.split(), check=True, env=env, stdout=subprocess.DEVNULL)


def collect(paths):
    """{block: (parameters, {values: [(count, median)]})} of all files of one part."""
    blocks = {}
    for path in paths:
        with open(path) as f:
            lines = [line.rstrip("\n").split("\t") for line in f if not line.startswith(("#", "block\t", "hint\t", "order\t"))]
        for field in lines:
            if len(field) < 9 or not field[1]:
                continue
            pairs = [p.rsplit("=", 1) for p in field[1].split(",")]
            where = blocks.setdefault(field[0], ([p[0] for p in pairs], {}))[1]
            where.setdefault(tuple(float(p[1]) for p in pairs), []).append((int(field[2]), float(field[4])))
    return blocks


def spread(values, most):
    """At most so many of the values, evenly."""
    return values if len(values) <= most else [values[k * len(values) // most] for k in range(most)]


def choose(parts):
    """The blocks and samples that are kept: {block: (parameters, train, between, beyond)}, of rows (values, count, time)."""
    out = {}
    for block, (names, train) in parts["train"].items():
        def rows(vectors, part):
            result = []
            for x in vectors:
                times = sorted(parts[part][block][1][x], key=lambda t: t[1])
                result.append((x, sum(t[0] for t in times), times[len(times) // 2][1]))
            return result
        low, high = [min(c) for c in zip(*train)], [max(c) for c in zip(*train)]
        held = {part: parts[part].get(block, (names, {}))[1] for part in quality.PARTS}
        inside = [x for x in held["between"] if x not in train and all(a <= v <= b for a, v, b in zip(low, x, high))]
        outside = [x for x in held["beyond"] if any(v > 1.5 * b for v, b in zip(x, high))]
        chosen = [[r for r in rows(sorted(vectors), part) if r[2] >= SHORTEST_S]
                  for vectors, part in ((train, "train"), (inside, "between"), (outside, "beyond"))]
        if all(len(c) >= least for c, least in zip(chosen, LEAST)):
            out[block] = names, *(spread(c, most) for c, most in zip(chosen, (TRAIN, HELD_OUT, HELD_OUT)))
    return out


def measure(name, args):
    ranks, count, template, ranges = PROGRAMS[name][2:]
    program, rng = build(name, args), random.Random(f"{args.seed} {name}")
    plan = [(part, k) for part, n in (("train", count), ("between", 8), ("beyond", 8)) for k in range(n)]
    chosen = [(part, k, sizes(rng, ranges, part == "beyond")) for part, k in plan]
    rng.shuffle(chosen)
    for part, k, values in chosen:
        run(program, ranks, template.format(**values), os.path.join(args.work, f"{name}.{part}.{k}"))
    paths = {part: sorted(glob.glob(os.path.join(args.work, f"{name}.{part}.*.rank*"))) for part in ("train",) + quality.PARTS}
    with open(paths["train"][0]) as f:
        machine = f.readline().split("machine: ")[1].split(";")[0]
    blocks = choose({part: collect(p) for part, p in paths.items()})
    for at, part in enumerate(("train",) + quality.PARTS, 1):
        with open(os.path.join(args.o, f"{name}.{part}.tsv"), "w") as f:
            f.write(f"# bsim-samples/1; machine: {machine};\nblock\tparams\tcount\tmedian_s\n")
            for block, result in blocks.items():
                for x, n, time in result[at]:
                    params = ",".join(f"{p}={v:g}" for p, v in zip(result[0], x))
                    f.write(f"{block}\t{params}\t{n}\t{time:.4g}\n")
    print(f"{name}: {len(blocks)} blocks")


def main():
    parser = argparse.ArgumentParser(prog="measure.py", description="measures blocks of programs of this repository")
    parser.add_argument("--build", default="build")
    parser.add_argument("--work", default="build/fit-quality", metavar="FOLDER")
    parser.add_argument("--only", type=lambda t: t.split(","), default=list(PROGRAMS), metavar="PROGRAM,...")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-o", required=True, metavar="FOLDER")
    args = parser.parse_args()
    args.build = os.path.abspath(args.build)
    shutil.rmtree(args.work, ignore_errors=True)
    os.makedirs(args.work)
    os.makedirs(args.o, exist_ok=True)
    print(f"seed {args.seed}")
    for name in args.only:
        measure(name, args)


if __name__ == "__main__":
    main()

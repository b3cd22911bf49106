#!/usr/bin/env python3
"""quality.py - how well bsim fit predicts held-out samples between and beyond the fitted ones, beside Extra-P's search space.

usage: quality.py [--build DIR] [--data FOLDER | --seed N] [--take N] [--no-baseline] [--only CLASS,...] [--blocks] [--coverage]
                  [--json FILE]

Reads CLASS.train.tsv, CLASS.between.tsv and CLASS.beyond.tsv of the folder. The number by which a fit is judged: for each block the
mean symmetric error 2|p - t| / (|p| + t) of its predictions p of held-out times t, half from the points between and half from those
beyond the fitted sizes; the mean over all blocks.

--coverage: also how many of the held-out times are within the intervals that bsim run would give (coverage.py).
"""
import argparse
import glob
import json
import math
import os
import re
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import coverage  # noqa: E402
import pmnf  # noqa: E402
import synthetic  # noqa: E402

PARTS = ("between", "beyond")


def read(path):
    """{block: (parameters, [(values, time)])} of a file of samples."""
    blocks = {}
    with open(path) as f:
        for line in f:
            field = line.rstrip("\n").split("\t")
            if line.startswith("#") or field[0] == "block":
                continue
            pairs = [p.rsplit("=", 1) for p in field[1].split(",")] if field[1] else []
            names, values = [p[0] for p in pairs], [float(p[1]) for p in pairs]
            blocks.setdefault(field[0], (names, []))[1].append((values, float(field[3])))
    return blocks


class Formulas:
    """The model of a block in models.json."""

    ALLOWED = {"log2": lambda v: math.log2(v), "max": max, "min": min, "sqrt": math.sqrt, "ceil": math.ceil, "floor": math.floor,
               "mod": math.fmod, "pow": pow, "exp": math.exp}

    def __init__(self, model, names):
        self.fit = model["fit"]
        self.where = {alias: names.index(name) for alias, name in model["params"].items()}
        pieces = model.get("pieces") or [{"time": model["time"]}]
        self.cache = model.get("cache")
        self.pieces = [(self.compiled(p.get("when", "1")), self.compiled(p["time"]), self.transition(p)) for p in pieces]

    @staticmethod
    def compiled(text):
        return compile(re.sub(r"\^", "**", str(text)), "models.json", "eval")

    @classmethod
    def transition(cls, piece):
        t = piece.get("transition")
        return (cls.compiled(t["of"]), t["from"], t["to"]) if t else None

    def value(self, formula, x):
        names = {**self.ALLOWED, **{alias: x[k] for alias, k in self.where.items()}}
        return eval(formula, {"__builtins__": {}}, names)

    def passing(self, x):
        """The error of a time between those of two pieces, as bsim run counts it; 0: it is not between."""
        for i, (when, time, transition) in enumerate(self.pieces):
            if transition and transition[1] < self.value(transition[0], x) < transition[2]:
                times = self.value(time, x), self.value(self.pieces[i + 1][1], x)
                return max(max(t / self.formula(x), self.formula(x) / t) for t in times) - 1 if min(times) > 0 else 0
            if self.value(when, x):
                return 0
        return 0

    def __call__(self, x):
        """Seconds, with what the data take longer that a cache does not hold."""
        n = self.value(self.compiled(self.cache["of"]), x) if self.cache else 0
        longer = self.cache["slower"] * max(0, 1 - self.cache["size"] / n) if n > 0 else 0
        return self.formula(x) * (1 + longer)

    def formula(self, x):
        def value(formula):
            return self.value(formula, x)
        for i, (when, time, transition) in enumerate(self.pieces):
            if transition and transition[1] < value(transition[0]) < transition[2]:
                of, low, high = transition
                times = value(time), value(self.pieces[i + 1][1])
                part = math.log(value(of) / low) / math.log(high / low)
                if min(times) > 0:
                    return times[0] ** (1 - part) * times[1] ** part
            if value(when):
                return max(value(time), 0)
        raise ValueError("no piece applies")


def bsim_models(build, train, blocks):
    """The models of some blocks of a file of samples."""
    with tempfile.TemporaryDirectory() as folder:
        some, out = os.path.join(folder, "samples.tsv"), os.path.join(folder, "models.json")
        with open(train) as f, open(some, "w") as g:
            g.writelines(line for line in f if line.startswith(("#", "block\t")) or line.split("\t")[0] in blocks)
        subprocess.run([os.path.join(build, "bin", "bsim"), "fit", "--quiet", some, "-o", out], check=True,
                       stderr=subprocess.DEVNULL)
        with open(out) as f:
            models = json.load(f)["blocks"]
    return {name: Formulas(models[name], blocks[name][0]) for name in blocks}


def errors(model, held_out):
    """[(symmetric, relative)] of each point."""
    out = []
    for x, t in held_out:
        p = model(x)
        out.append((2 * abs(p - t) / (abs(p) + t), abs(p - t) / t))
    return out


class Block:
    """The errors of all methods at one block."""

    def __init__(self, kind, name):
        self.kind, self.name, self.errors, self.intervals = kind, name, {}, {}

    def number(self, method):
        return statistics.mean(statistics.mean(e[0] for e in self.errors[method][part]) for part in PARTS)

    def relative(self, method, part):
        return statistics.mean(e[1] for e in self.errors[method][part])


def compare(kind, folder, args):
    path = os.path.join(folder, kind)
    train = dict(list(read(f"{path}.train.tsv").items())[:args.take])
    parts = {part: read(f"{path}.{part}.tsv") for part in PARTS}
    models = {"bsim": bsim_models(args.build, f"{path}.train.tsv", train)}
    blocks = []
    for name in train:
        points, times = [x for x, _ in train[name][1]], [t for _, t in train[name][1]]
        fitted = {"bsim": models["bsim"][name]}
        if not args.no_baseline:
            fitted["Extra-P"] = pmnf.make(points, times)
            fitted["relative"] = pmnf.make(points, times, relative=True)
        block = Block(kind, name)
        for method, model in fitted.items():
            block.errors[method] = {part: errors(model, parts[part][name][1]) for part in PARTS}
        block.intervals = {part: coverage.intervals(models["bsim"][name], parts[part][name][1]) for part in PARTS}
        blocks.append(block)
    return blocks


def percent(value):
    value *= 100
    return f"{value:.1f}" if value < 100 else f"{value:.0f}" if value < 1e5 else f"{value:.0e}"


def summary(blocks, method, part):
    values = sorted(b.relative(method, part) for b in blocks)
    return [percent(v) for v in (statistics.median(values), statistics.mean(values), values[(9 * len(values) - 1) // 10])]


def table(blocks, methods):
    """Rows of the table in Markdown: for each class and all blocks; median, mean and 90th percentile of the relative error."""
    lines = ["| class | blocks | method | number | between: median | mean | 90 % | beyond: median | mean | 90 % |",
             "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"]
    names = sorted({b.kind for b in blocks})
    for kind in names + ["all"] if len(names) > 1 else names:
        some = [b for b in blocks if kind in (b.kind, "all")]
        for method in methods:
            first = f"{kind} | {len(some)}" if method == methods[0] else " | "
            number = percent(statistics.mean(b.number(method) for b in some))
            lines.append(f"| {first} | {method} | {number} | " +
                         " | ".join(summary(some, method, "between") + summary(some, method, "beyond")) + " |")
    return lines


def mean(values):
    return statistics.mean(values) if values else math.nan


def numbers(blocks):
    """{method: the number over all blocks}"""
    return {method: mean([b.number(method) for b in blocks]) for method in blocks[0].errors}


def kinds(folder):
    return sorted(os.path.basename(p)[:-len(".train.tsv")] for p in glob.glob(os.path.join(folder, "*.train.tsv")))


def count(folder):
    """The blocks of a set."""
    return sum(len(read(os.path.join(folder, f"{kind}.train.tsv"))) for kind in kinds(folder))


def everything(args, progress=lambda text: None):
    """The errors of all blocks."""
    with tempfile.TemporaryDirectory() as made:
        folder = args.data
        if args.seed is not None:
            synthetic.write(made, args.seed, 10)
            folder = made
        blocks = []
        for kind in kinds(folder):
            if (not args.only or kind in args.only) and kind not in args.skip:
                progress(kind)
                blocks += compare(kind, folder, args)
    return blocks


def arguments(argv=None):
    parser = argparse.ArgumentParser(prog="quality.py", description="errors of fits at held-out sizes")
    parser.add_argument("--build", default="build")
    parser.add_argument("--data", default=os.path.join(HERE, "data"), metavar="FOLDER")
    parser.add_argument("--seed", type=int, help="synthetic blocks of another seed instead of the data")
    parser.add_argument("--take", type=int, metavar="N", help="only the first N blocks of each class")
    parser.add_argument("--no-baseline", action="store_true")
    parser.add_argument("--only", type=lambda t: t.split(","), metavar="CLASS,...")
    parser.add_argument("--skip", type=lambda t: t.split(","), default=[], metavar="CLASS,...")
    parser.add_argument("--blocks", action="store_true", help="also each block's number")
    parser.add_argument("--coverage", action="store_true", help="also how many times are within their intervals")
    parser.add_argument("--json", metavar="FILE", help="also the numbers of all blocks")
    return parser.parse_args(argv)


def main():
    args = arguments()

    def progress(text):
        if sys.stderr.isatty():
            print(f"\r\033[Kfit-quality: {text}", end="", file=sys.stderr, flush=True)
    blocks = everything(args, progress)
    progress("")
    if args.blocks:
        for b in blocks:
            print(f"{b.name:16} " + "  ".join(f"{m} {percent(b.number(m)):>6}" for m in b.errors))
    print("\n".join(table(blocks, list(blocks[0].errors))))
    if args.coverage:
        print("\n" + "\n".join(coverage.table(blocks, PARTS)))
    print("\nThe number over all blocks: " + ", ".join(f"{m} {percent(v)} %" for m, v in numbers(blocks).items()))
    if args.json:
        with open(args.json, "w") as f:
            json.dump({b.name: {m: b.number(m) for m in b.errors} for b in blocks}, f, indent=1)
    return 0


if __name__ == "__main__":
    sys.exit(main())

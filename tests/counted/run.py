#!/usr/bin/env python3
"""counted/run.py - predictions beside runs whose time is counted: make counted.

A program's time is 10 ns here for each basic block that it runs, in the instrumented program (timer.c) as on simulated ranks, where
the whole program runs with real data (clock.c). So nothing disturbs a measurement, runs of any number of ranks tell the real time,
and each difference is one of the slice, of parameters or of a fit. Owns: the steps, and which differences are silent.
usage: run.py [--build DIR] [--ranks N,N] [--check] CASE...
  --ranks   the first three runs of "compare" with these numbers of ranks, too
  --check   prints an ok or FAIL line for each row
"""
import argparse
import glob
import json
import os
import shutil
import statistics
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "scripts"))
import bsimcase  # noqa: E402
import comparison  # noqa: E402
import predict  # noqa: E402
from bsimcase import CaseError  # noqa: E402

SMALL = 1.0  # an error, in percent, that needs no word
MUCH = 0.05  # the part of the time that blocks with errors that are not known need for an excuse
COUNTING = "-Og -fsanitize-coverage=trace-pc"  # so that what the instrumented program adds has no basic blocks of its own
COUNTS = "-include " + os.path.join(HERE, "counts.h")  # in the instrumented program
PLATFORM = os.path.join(HERE, "platform.json")


class Counted(predict.Prediction):
    """A case whose times are counted."""

    def make(self, mode, source, more=""):
        """Skeletonizes (mode as for bsimcase.skeletonize) and builds the result, with a clock from this folder and more flags; the
        executable."""
        out, clock = self.path("counted-" + mode.lstrip("-")), self.path(source[:-2] + ".o")
        bsimcase.write_skeleton(self.run, self.root, mode, out)
        self.run.command("clock" + mode, ["cc", "-O2", "-I" + ROOT, "-I" + os.path.join(ROOT, "include"), "-c",
                                          os.path.join(HERE, source), "-o", clock])
        with open(os.path.join(out, "Makefile")) as f:
            own = next(line.split("?=", 1)[1].strip() for line in f if line.startswith("CFLAGS ?="))
        return bsimcase.build_skeleton(self.run, mode, out, ["skeleton", f"CFLAGS={own} {COUNTING} {more}", "EXTRA=" + clock])

    def build(self):
        self.run.progress("skeletonizing")
        self.root, self.files = bsimcase.sources(self.run)
        bsimcase.write_commands(self.run, self.root, self.files)
        self.skeleton = bsimcase.skeletonize(self.run, self.root, "", self.path("skeleton"))
        self.whole = self.make("--full", "clock.c")
        self.instrumented = self.make("--instrument", "timer.c", COUNTS)

    def models(self):
        folder, runs = self.path("samples"), self.case["benchmark"]
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        for i, run in enumerate(runs):
            self.run.progress(f"counting {i + 1} of {len(runs)}: {run['ranks']} ranks {run.get('args', '')}")
            self.run.mpiexec(f"benchmark-{i}", self.instrumented, run, {"BSIM_SAMPLES": os.path.join(folder, f"run-{i}.tsv")})
        self.run.progress("fitting")
        self.run.command("fit", [self.run.bin("bsim"), "fit", *sorted(glob.glob(os.path.join(folder, "*"))), "-o",
                                 self.path("models.json"), *self.case.get("fit", [])], timeout=1800)

    def counted_s(self, label, run):
        """Seconds of the whole program on simulated ranks."""
        out = self.path(label + ".json")
        stack = ["--stack-size", self.case["stack"]] if "stack" in self.case else []
        self.run.progress(f"running the whole program: {run['ranks']} ranks {run.get('args', '')}")
        self.run.bsim(label, self.whole, run, ["--platform", PLATFORM, "--json", out, *stack])
        with open(out) as f:
            return json.load(f)["predicted_time_s"]

    def row(self, i, run):
        real = self.counted_s(f"whole-{i}", run)
        self.run.progress(f"predicting: {run['ranks']} ranks {run.get('args', '')}")
        guess = self.simulate(f"predicted-{i}", run, PLATFORM)[1]
        interval = guess["interval"]
        return {"case": self.case["name"], "ranks": run["ranks"], "args": self.run.shown(run), "measured_s": real,
                "predicted_s": guess["predicted_time_s"],
                "error_percent": 100 * (guess["predicted_time_s"] / real - 1),
                "interval_s": [interval["low_s"], interval["high_s"]] if interval else None,
                "unknown": bool(interval) and interval["unknown_share"] >= MUCH}


def is_silent(row):
    """Whether the prediction is wrong and says nothing: the time is outside of the interval, and no block is told as not known."""
    return abs(row["error_percent"]) > SMALL and not row["unknown"] and not comparison.inside(row)


def text(row):
    interval = comparison.interval_text(row) + (", and not all known" if row["unknown"] else "")
    return (f"{row['ranks']:5} ranks  counted {comparison.seconds(row['measured_s']):>9}  predicted "
            f"{comparison.seconds(row['predicted_s']):>9}  {row['error_percent']:+7.2f} %  {interval}  {row['args']}")


def numbers(text):
    """"4,16" as a list."""
    return [int(n) for n in text.split(",")]


def study(name, args):
    """The rows of a case."""
    case = bsimcase.load(name)
    for key in ("benchmark", "compare"):
        if not case.get(key):
            raise CaseError(f"{case['name']}: has no {key!r}: a case needs runs to measure, and others to compare")
    one = Counted(case, args, bsimcase.Runner(case, args.build, quiet=args.check, work=os.path.join(args.build, "counted", case["name"])))
    one.build()
    one.models()
    runs = case["compare"] + [dict(run, ranks=n) for n in args.ranks for run in case["compare"][:3]]
    rows = []
    for i, run in enumerate(runs):
        rows.append(one.row(i, run))
        one.run.done()
        if not args.check:
            print(("silent: " if is_silent(rows[-1]) else "        ") + text(rows[-1]), flush=True)
        elif is_silent(rows[-1]):
            print(f"FAIL {case['name']}-{i}: {text(rows[-1])}")
        else:
            print(f"ok {case['name']}-{i}")
    return rows


def main():
    parser = argparse.ArgumentParser(prog="counted/run.py", description="predictions beside runs whose time is counted")
    parser.add_argument("--build", default="build")
    parser.add_argument("--ranks", default=[], type=numbers)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("case", nargs="+")
    args = parser.parse_args()
    args.build = os.path.abspath(args.build)
    rows, failed = [], 0
    for name in args.case:
        if not args.check:
            print(f"== {name}", flush=True)
        try:
            rows += study(name, args)
        except CaseError as error:
            failed += 1
            print(f"FAIL {name}: {error}" if args.check else f"counted: {error}", flush=True)
    if rows and not args.check:
        sizes = [abs(row["error_percent"]) for row in rows]
        print(f"{len(rows)} rows: errors {statistics.mean(sizes):.2f} % in the mean, {max(sizes):.1f} % at most; "
              f"{sum(map(comparison.inside, rows))} inside the interval, {sum(map(is_silent, rows))} silent")
    return 1 if failed or any(map(is_silent, rows)) else 0


if __name__ == "__main__":
    sys.exit(main())

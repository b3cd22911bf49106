#!/usr/bin/env python3
"""bench_record.py - what recording a program costs, and how large traces are.

bench_record.py [--build DIR] [--pairs N] [--ranks N] [--only calls|sizes|programs] [--program NAME ...]. Runs benchmarks/perf/recorded.c on two ranks with and
without `bsim record`, one after the other in each pair, and prints the medians and the median ratio; then records 10,000 steps on many
ranks with and without times, and prints the bytes; then runs applications, which are cases, on two ranks with and without it: from the
start of mpiexec to its end, and until the trace is written.
"""
import argparse
import math
import os
import re
import shutil
import statistics
import subprocess
import sys
import time

import bsimcase

# Of each case a run on two ranks that takes one to three seconds.
PROGRAMS = {"heat2d": {"args": "-nx 1200 -ny 1200 -steps 2000"}, "cg": {"args": "-x 700 -y 700 -i 700"},
            "wavefront": {"args": "80 80 80 10 6 40"}, "multigrid": {"args": "-x 144 -y 96 -z 80 -cycles 100"},
            "md": {"args": "-x 30 -y 15 -z 15 -n 150 -N 10"}, "nas-is": {"args": "{np} A"}, "nas-ep": {"args": "{np} A"},
            "hpl-here": {"set": {"P": 1, "Q": 2, "N": 4700, "NB": 64}}}


class Recordings:
    def __init__(self, build):
        self.build = os.path.abspath(build)
        self.out = os.path.join(self.build, "bench")
        self.program, self.trace = os.path.join(self.out, "recorded"), os.path.join(self.out, "recorded.trace")
        os.makedirs(self.out, exist_ok=True)
        subprocess.run(["mpicc", "-O2", "-w", os.path.join(bsimcase.ROOT, "benchmarks", "perf", "recorded.c"), "-o", self.program],
                       check=True)

    def run(self, ranks, steps, points, record=()):
        """What the program prints."""
        argv = ["mpiexec", "-n", str(ranks), self.program, str(steps), str(points)]
        if record:
            argv = [os.path.join(self.build, "bin", "bsim"), "record", "-q", "-o", self.trace, *record, "--"] + argv
        return subprocess.run(argv, check=True, capture_output=True, text=True, timeout=900).stdout

    def bytes(self):
        return sum(os.path.getsize(os.path.join(self.trace, name)) for name in os.listdir(self.trace))


FIXED = "nothing"  # a program that only begins and ends
TIMED = 'begin=$(date +%s%N); "$@"; code=$?; echo $begin $(date +%s%N) > "$0"; exit $code'
NOTHING = "#include <mpi.h>\nint main(int argc, char **argv) { return MPI_Init(&argc, &argv) || MPI_Finalize(); }\n"


class Application:
    """A case, and its run on two ranks; or FIXED."""

    def __init__(self, name, build):
        work = os.path.join(build, "bench", "cases", name)
        case = {"name": name, "dir": work} if name == FIXED else bsimcase.load(name)
        self.runner = bsimcase.Runner(case, build, quiet=True, work=work)
        self.case_run = {"ranks": 2, **PROGRAMS.get(name, {})}
        self.trace = work + ".trace"
        if name == FIXED:
            self.exe = os.path.join(work, "original")
            subprocess.run(["mpicc", "-x", "c", "-", "-o", self.exe], input=NOTHING, text=True, check=True)
        else:
            self.exe = bsimcase.build_original(self.runner, *bsimcase.sources(self.runner))

    def seconds(self, clock=None):
        """Of mpiexec, and of the whole command; with a clock, under bsim record."""
        argv = ["sh", "-c", TIMED, self.exe + ".ns", "mpiexec", "-n", "2", self.exe] + self.runner.expand(self.case_run)[0]
        if clock:
            argv = [self.runner.bin("bsim"), "record", "-q", "-o", self.trace, "--clock", clock, "--"] + argv
        folder = self.runner.folder("record", self.case_run)
        begin = time.monotonic()
        self.runner.command("record", argv, folder, self.runner.case.get("env"), codes=self.runner.codes())
        whole = time.monotonic() - begin
        with open(self.exe + ".ns", encoding="utf-8") as f:
            start, end = map(int, f.read().split())
        return 1e-9 * (end - start), whole

    def calls(self):
        """The recorded calls of a rank."""
        out = subprocess.run([self.runner.bin("bsim"), "trace", "info", self.trace], check=True, capture_output=True, text=True)
        return int(re.search(r" ([0-9]+) calls", out.stdout).group(1)) / 2


def interval(values):
    """The bounds between which the median lies with 90 %, by the ranks of the sorted values."""
    n, below, k = len(values), 0.5 ** len(values), 0
    while below <= 0.05 and k < n // 2:
        k += 1
        below += math.comb(n, k) * 0.5 ** n
    return sorted(values)[max(k - 1, 0)], sorted(values)[n - 1 - max(k - 1, 0)]


def bench_programs(build, pairs, names):
    clocks = ("cpu", "wall")

    def runs_of(app):
        """Of each pair: without, and with each clock."""
        app.seconds()
        return [(app.seconds(), *(app.seconds(clock) for clock in clocks)) for _ in range(pairs)]

    def more(runs, what):
        """Median seconds that a run (what: 0) or a command (1) takes longer with each clock."""
        return [statistics.median(r[1 + k][what] - r[0][what] for r in runs) for k in range(len(clocks))]

    fixed = more(runs_of(Application(FIXED, build)), 0)
    print(f"2 ranks, medians of {pairs} runs of each in turn; --clock {' and '.join(clocks)}: a program that only begins and ends takes "
          f"{' and '.join(f'{1e3 * s:.0f} ms' for s in fixed)} longer\n"
          f"  {'':10}  without   calls/ms   run, ratios      without the start, and 90 % intervals   trace written")
    shares = []
    for name in names or PROGRAMS:
        app = Application(name, build)
        runs = runs_of(app)
        plain = statistics.median(r[0][0] for r in runs)
        longer, command = more(runs, 0), more(runs, 1)
        shares.append([1 + (longer[k] - fixed[k]) / plain for k in range(len(clocks))])
        between = [interval([1 + (r[1 + k][0] - r[0][0] - fixed[k]) / plain for r in runs]) for k in range(len(clocks))]
        print(f"  {name:10} {plain:6.3f} s {app.calls() / plain / 1e3:10.2f}  " + " ".join(f"{1 + m / plain:7.3f}" for m in longer) + "   " +
              " ".join(f"{m:.3f} ({a:.3f}-{b:.3f})" for m, (a, b) in zip(shares[-1], between)) + "    " +
              " ".join(f"{1 + m / plain:7.3f}" for m in command), flush=True)
        shutil.rmtree(app.trace)
    print(f"  {'median':10} {'':38}" + " ".join(f"{statistics.median(s):7.3f}" for s in zip(*shares)))


def bench_calls(r, pairs):
    print(f"2 ranks, median of {pairs} pairs: microseconds a step (5.1 calls) without and with recording, ratio, trace")
    for options in (("--clock", "cpu"), ("--clock", "wall"), ("--clock", "cpu", "--partial"), ("--clock", "wall", "--partial")):
        for points in (1000, 10000, 100000):
            steps = 20000000 // (points + 5000)
            runs = [(float(r.run(2, steps, points)), float(r.run(2, steps, points, options))) for _ in range(pairs)]
            plain, recorded = (statistics.median(x) / steps * 1e6 for x in zip(*runs))
            ratio = statistics.median(y / x for x, y in runs)
            print(f"  {' '.join(options):22} {points:7d} points {plain:10.2f} {recorded:10.2f} {ratio:8.3f} {r.bytes() / 1e3:10.1f} kB",
                  flush=True)


def bench_sizes(r, ranks):
    messages = 2 * 10000 * ranks
    print(f"{ranks} ranks, 10,000 steps, {messages} messages")
    for options in (("--clock", "none"), ("--clock", "cpu"), ("--clock", "cpu", "--partial")):
        r.run(ranks, 10000, 100, (*options, "--yield"))
        print(f"  {' '.join(options):22} {r.bytes() / 1e3:10.1f} kB {r.bytes() / messages:8.3f} bytes a message", flush=True)
    shutil.rmtree(r.trace)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--build", default="build")
    p.add_argument("--pairs", type=int, default=9)
    p.add_argument("--ranks", type=int, default=64, help="of the large recording")
    p.add_argument("--only", choices=("calls", "sizes", "programs"))
    p.add_argument("--program", action="append", choices=sorted(PROGRAMS), help="with --only programs: this one (repeatable)")
    a = p.parse_args()
    r = Recordings(a.build)
    if a.only in (None, "calls"):
        bench_calls(r, a.pairs)
    if a.only in (None, "sizes"):
        bench_sizes(r, a.ranks)
    if a.only in (None, "programs"):
        bench_programs(r.build, a.pairs, a.program)
    return 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""bench_record.py - what recording a program costs, and how large traces are.

bench_record.py [--build DIR] [--pairs N] [--ranks N]. Runs benchmarks/perf/recorded.c on two ranks with and without `bsim record`, one
after the other in each pair, and prints the medians and the median ratio; then records 10,000 steps on many ranks with and without
times, and prints the bytes.
"""
import argparse
import os
import shutil
import statistics
import subprocess
import sys

import bsimcase


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


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--build", default="build")
    p.add_argument("--pairs", type=int, default=9)
    p.add_argument("--ranks", type=int, default=64, help="of the large recording")
    a = p.parse_args()
    r = Recordings(a.build)
    print(f"2 ranks, median of {a.pairs} pairs: microseconds a step (5.1 calls) without and with recording, ratio, trace")
    for options in (("--clock", "cpu"), ("--clock", "wall"), ("--clock", "cpu", "--partial"), ("--clock", "wall", "--partial")):
        for points in (1000, 10000, 100000):
            steps = 20000000 // (points + 5000)
            pairs = [(float(r.run(2, steps, points)), float(r.run(2, steps, points, options))) for _ in range(a.pairs)]
            plain, recorded = (statistics.median(x) / steps * 1e6 for x in zip(*pairs))
            ratio = statistics.median(y / x for x, y in pairs)
            print(f"  {' '.join(options):22} {points:7d} points {plain:10.2f} {recorded:10.2f} {ratio:8.3f} {r.bytes() / 1e3:10.1f} kB",
                  flush=True)
    messages = 2 * 10000 * a.ranks
    print(f"{a.ranks} ranks, 10,000 steps, {messages} messages")
    for options in (("--clock", "none"), ("--clock", "cpu"), ("--clock", "cpu", "--partial")):
        r.run(a.ranks, 10000, 100, (*options, "--yield"))
        print(f"  {' '.join(options):22} {r.bytes() / 1e3:10.1f} kB {r.bytes() / messages:8.3f} bytes a message", flush=True)
    shutil.rmtree(r.trace)
    return 0


if __name__ == "__main__":
    sys.exit(main())

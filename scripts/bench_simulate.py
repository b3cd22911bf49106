#!/usr/bin/env python3
"""bench_simulate.py - messages a second of simulated traces, beside the programs themselves and SimGrid's replay of the same traces.

bench_simulate.py [--build DIR] [--runs N] [--ranks N] [--messages M]. Records the programs of benchmarks/perf with `bsim run --record`, and
prints the medians of whole processes, by processor time: `bsim run`, `bsim simulate`, and `smpirun -replay` of what `bsim trace export
--to ti` makes of a shorter recording. The predicted times of the first two must be equal.
"""
import argparse
import os
import re
import shutil
import statistics
import sys

import bench
import benchrun
import bsimcase

PROGRAMS = ("ring", "halo2d", "wavefront")
SMPI_RANKS, SMPI_MESSAGES = 256, 2e5  # of SimGrid, whose replay takes seconds to start with 4096 ranks
LIMIT_S = 600


class Simulations:
    def __init__(self, args):
        self.args = args
        self.build = os.path.abspath(args.build)
        self.out = os.path.join(self.build, "bench")
        self.bsim = os.path.join(self.build, "bin", "bsim")
        self.platform = os.path.join(bsimcase.ROOT, "benchmarks", "perf", "platform.json")
        os.makedirs(self.out, exist_ok=True)

    def record(self, name, iterations, ranks):
        """The command that runs the program, and its trace."""
        trace = os.path.join(self.out, f"{name}.trace")
        run = [self.bsim, "run", "-np", str(ranks), "--platform", self.platform]
        program = [os.path.join(self.out, f"{name}.bsim"), str(iterations)]
        self.once(run + ["--record", trace] + program)
        return run + program, trace

    def once(self, argv):
        done = benchrun.run(argv, self.out, LIMIT_S)
        if done is None:
            raise SystemExit(f"{' '.join(argv)}: no end after {LIMIT_S} s")
        return done

    def seconds(self, *commands):
        """Medians of the processor times of commands that run in turn; their predicted times must be equal."""
        taken, said = [[] for _ in commands], set()
        for _ in range(self.args.runs):
            for argv, list_of in zip(commands, taken):
                out, seconds = self.once(argv)
                list_of.append(seconds)
                said.add(tuple(re.findall(r"predicted time +(.*)", out)))
        if len(said) != 1:
            raise SystemExit(f"{commands[0][-2]}: its trace has another predicted time: {said}")
        return [statistics.median(x) for x in taken]

    def smpi(self, name):
        """Messages a second of SimGrid's replay; None without SimGrid."""
        if not shutil.which("smpirun"):
            return None
        iterations = max(2, round(SMPI_MESSAGES / bench.messages_of(name, SMPI_RANKS, 1)))
        _, trace = self.record(name, iterations, SMPI_RANKS)
        exported = trace + ".ti"
        shutil.rmtree(exported, ignore_errors=True)
        self.once([self.bsim, "trace", "export", "--to", "ti", trace, "-o", exported])
        xml, hosts = bench.Bench.smpi_platform(self, SMPI_RANKS)
        argv = ["smpirun", "-np", str(SMPI_RANKS), "-platform", xml, "-hostfile", hosts, "--cfg=network/model:Constant",
                "--cfg=contexts/factory:raw", "--cfg=contexts/stack-size:64", "--log=root.thres:critical", "-replay",
                os.path.join(exported, "list.txt")]
        taken = [self.once(argv)[1] for _ in range(min(self.args.runs, 2))]
        shutil.rmtree(exported)
        return bench.messages_of(name, SMPI_RANKS, iterations) / statistics.median(taken)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--build", default="build")
    p.add_argument("--runs", type=int, default=5)
    p.add_argument("--ranks", type=int, default=4096)
    p.add_argument("--messages", type=float, default=4e6, help="of each run")
    s = Simulations(p.parse_args())
    print(f"{s.args.ranks} ranks: millions of messages a second of processor time\n"
          f"  {'program':10} {'bsim run':>10} {'bsim simulate':>14} {'ratio':>6} {f'smpirun -replay, {SMPI_RANKS} ranks':>27}")
    for name in PROGRAMS:
        benchrun.build(s.build, s.out, name, beside_smpi=False)
        iterations = max(2, round(s.args.messages / bench.messages_of(name, s.args.ranks, 1)))
        messages = bench.messages_of(name, s.args.ranks, iterations)
        run, trace = s.record(name, iterations, s.args.ranks)
        ran, simulated = s.seconds(run, [s.bsim, "simulate", trace, "--platform", s.platform])
        rate = s.smpi(name)
        print(f"  {name:10} {messages / ran / 1e6:10.2f} {messages / simulated / 1e6:14.2f} {ran / simulated:6.2f} "
              f"{f'{rate / 1e6:.3f}' if rate else 'no SimGrid':>27}", flush=True)
        shutil.rmtree(trace)
    return 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""bench_simulate.py - messages a second of simulated traces, beside the programs themselves and other simulators with the same traces.

bench_simulate.py [--build DIR] [--runs N] [--ranks N] [--messages M]. Records the programs of benchmarks/perf with `bsim run --record`, and
prints the medians of whole processes, by processor time: `bsim run`, `bsim simulate`, and of a shorter recording `smpirun -replay` (`bsim
trace export --to ti`) and a replay in the way of LogGOPSim (`--to goal`, benchmarks/perf/goal_replay.c), which counts its simulation alone. The
predicted times of the first two must be equal, and that of the last one within 1 %.
"""
import argparse
import json
import os
import re
import shutil
import statistics
import subprocess
import sys

import bench
import benchrun
import bsimcase

PROGRAMS = ("ring", "halo2d", "wavefront")
SHORT_RANKS, SHORT_MESSAGES = 256, 2e5  # of the others; SimGrid's replay takes seconds to start with 4096 ranks
LOGGP = ("1000", "200", "0.1")  # L and o in ns, G in ns a byte: those of benchmarks/perf/platform.json
LIMIT_S = 600


class Simulations:
    def __init__(self, args):
        self.args = args
        self.build = os.path.abspath(args.build)
        self.out = os.path.join(self.build, "bench")
        self.bsim = os.path.join(self.build, "bin", "bsim")
        self.platform = os.path.join(bsimcase.ROOT, "benchmarks", "perf", "platform.json")
        os.makedirs(self.out, exist_ok=True)
        self.replay = os.path.join(self.out, "goal_replay")
        subprocess.run(["cc", "-O2", os.path.join(bsimcase.ROOT, "benchmarks", "perf", "goal_replay.c"), "-o", self.replay], check=True)

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

    def short(self, name):
        """The trace of a short run, and its number of messages."""
        iterations = max(2, round(SHORT_MESSAGES / bench.messages_of(name, SHORT_RANKS, 1)))
        return self.record(name, iterations, SHORT_RANKS)[1], bench.messages_of(name, SHORT_RANKS, iterations)

    def smpi(self, trace, messages):
        """Messages a second of SimGrid's replay; None without SimGrid."""
        if not shutil.which("smpirun"):
            return None
        exported = trace + ".ti"
        shutil.rmtree(exported, ignore_errors=True)
        self.once([self.bsim, "trace", "export", "--to", "ti", trace, "-o", exported])
        xml, hosts = bench.Bench.smpi_platform(self, SHORT_RANKS)
        argv = ["smpirun", "-np", str(SHORT_RANKS), "-platform", xml, "-hostfile", hosts, "--cfg=network/model:Constant",
                "--cfg=contexts/factory:raw", "--cfg=contexts/stack-size:64", "--log=root.thres:critical", "-replay",
                os.path.join(exported, "list.txt")]
        taken = [self.once(argv)[1] for _ in range(min(self.args.runs, 2))]
        shutil.rmtree(exported)
        return messages / statistics.median(taken)

    def goal(self, trace, messages):
        """Messages a second of the replay in LogGOPSim's way."""
        exported, result = trace + ".goal", trace + ".json"
        self.once([self.bsim, "trace", "export", "--to", "goal", trace, "-o", exported])
        self.once([self.bsim, "simulate", trace, "--platform", self.platform, "-q", "--json", result])
        with open(result) as f:
            want_s = json.load(f)["predicted_time_s"]
        runs = [self.once([self.replay, *LOGGP, exported])[0].split() for _ in range(self.args.runs)]
        os.remove(exported)
        if int(runs[0][1]) != messages or abs(1e-9 * float(runs[0][2]) / want_s - 1) > 0.01:
            raise SystemExit(f"{trace}: the replay of its schedule gives {runs[0][1]} messages and {runs[0][2]} ns; "
                             f"bsim simulate gives {messages:.0f} and {want_s:.9f} s")
        return messages / statistics.median(float(r[3]) for r in runs)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--build", default="build")
    p.add_argument("--runs", type=int, default=5)
    p.add_argument("--ranks", type=int, default=4096)
    p.add_argument("--messages", type=float, default=4e6, help="of each run")
    s = Simulations(p.parse_args())
    print(f"{s.args.ranks} ranks: millions of messages a second of processor time\n"
          f"  {'program':10} {'bsim run':>10} {'bsim simulate':>14} {'ratio':>6} {f'smpirun -replay, {SHORT_RANKS} ranks':>27} {'as LogGOPSim':>13}")
    for name in PROGRAMS:
        benchrun.build(s.build, s.out, name, beside_smpi=False)
        iterations = max(2, round(s.args.messages / bench.messages_of(name, s.args.ranks, 1)))
        messages = bench.messages_of(name, s.args.ranks, iterations)
        run, trace = s.record(name, iterations, s.args.ranks)
        ran, simulated = s.seconds(run, [s.bsim, "simulate", trace, "--platform", s.platform])
        short, few = s.short(name)
        rate = s.smpi(short, few)
        print(f"  {name:10} {messages / ran / 1e6:10.2f} {messages / simulated / 1e6:14.2f} {ran / simulated:6.2f} "
              f"{f'{rate / 1e6:.3f}' if rate else 'no SimGrid':>27} {s.goal(short, few) / 1e6:13.2f}", flush=True)
        shutil.rmtree(trace)
    return 0


if __name__ == "__main__":
    sys.exit(main())

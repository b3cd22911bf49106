#!/usr/bin/env python3
"""bench.py - compares speed and memory of the runtime with SimGrid's SMPI: make bench.

Owns: the measurements and the tables. Each run uses one core (taskset). Times are wall-clock times of the whole process,
with its start; the median of the runs counts. A message is a point-to-point message; a collective counts as the messages
of its algorithm (an allreduce of 8 bytes: recursive doubling, p log2 p). Bytes per rank are the peak resident memory of
the process divided by the number of ranks. SMPI runs with its fastest settings: constant network without links, raw
contexts, no privatisation, stacks of 16 KB without guard pages, no timing of computation.
usage: bench.py [--build DIR] [--quick] [--repeat N] [--ranks N,...] [--only NAME,...]
Writes BUILD/bench/{bench.txt,bench.csv,bench.json}; exit code 0 unless something is broken.
"""
import argparse
import csv
import json
import math
import os
import resource
import shutil
import statistics
import subprocess
import sys
import time

import bsimcase
import predict

PROGRAMS = ("ring", "halo2d", "wavefront", "allreduce")
RANKS = (64, 1024, 4096, 16384, 1048576)
SMPI_MOST = 16384
GOAL_RATE, GOAL_BYTES, GOAL_AT = 5e6, 8192, 4096
GOAL_SWEEP = 2.5
MESSAGES = {"bsim": 4e6, "SMPI": 2e5}  # approximate number of messages of a run


class Broken(Exception):
    """A program failed."""


def messages_of(name, ranks, iterations):
    """The number of point-to-point messages of a run, as the programs in benchmarks/perf define them."""
    x, y = grid(ranks)
    return iterations * {
        "ring": ranks,                                   # each rank sends to its right neighbour
        "halo2d": 4 * ranks,                             # periodic process grid, four neighbours
        "wavefront": (x - 1) * y + x * (y - 1),          # each rank sends east and south, where there is one
        "allreduce": allreduce_messages(ranks),
    }[name]


def allreduce_messages(ranks):
    """Recursive doubling: p log2 p messages, and two more for each rank beyond a power of two."""
    core = 1 << (ranks.bit_length() - 1)
    return core * int(math.log2(core)) + 2 * (ranks - core)


def grid(ranks):
    """The most square process grid."""
    x = max(d for d in range(1, int(math.isqrt(ranks)) + 1) if ranks % d == 0)
    return ranks // x, x


def run(argv, cwd, env=None, timeout=900, one_core=True):
    """(wall-clock seconds, peak resident bytes) of a process and its children, on one core by default."""
    start = time.monotonic()
    with open(os.path.join(cwd, "stdout"), "wb") as out, open(os.path.join(cwd, "stderr"), "wb") as err:
        child = subprocess.Popen((["taskset", "-c", str(CORE)] if one_core else []) + argv, cwd=cwd, stdin=subprocess.DEVNULL, stdout=out,
                                 stderr=err, env=dict(os.environ, **(env or {})), start_new_session=True)
        limit = time.monotonic() + timeout
        while True:
            pid, status, usage = os.wait4(child.pid, os.WNOHANG)
            if pid:
                break
            if time.monotonic() > limit:
                os.killpg(child.pid, 9)
                os.wait4(child.pid, 0)
                raise Broken(f"no end after {timeout} s: {' '.join(argv)}")
            time.sleep(0.002)
    child.returncode = os.waitstatus_to_exitcode(status)
    wall = time.monotonic() - start
    if child.returncode:
        with open(os.path.join(cwd, "stderr"), errors="replace") as f:
            raise Broken(f"exit code {child.returncode}: {' '.join(argv)}\n" + "".join(f.readlines()[-5:]))
    return wall, usage.ru_maxrss * 1024


CORE = max(os.sched_getaffinity(0))


def available_bytes():
    with open("/proc/meminfo") as f:
        return next(int(line.split()[1]) * 1024 for line in f if line.startswith("MemAvailable"))


class Bench:
    def __init__(self, args):
        self.args = args
        self.build = os.path.abspath(args.build)
        self.out = os.path.join(self.build, "bench")
        os.makedirs(self.out, exist_ok=True)
        self.platform = os.path.join(bsimcase.ROOT, "benchmarks", "perf", "platform.json")
        self.rows = []

    def compile(self):
        self.smpi = shutil.which("smpicc") and shutil.which("smpirun")
        for name in self.args.only:
            source = os.path.join(bsimcase.ROOT, "benchmarks", "perf", name + ".c")
            subprocess.run([os.path.join(self.build, "bin", "bsimcc"), "-O2", "-w", source, "-lm", "-o",
                            os.path.join(self.out, name + ".bsim")], check=True)
            if self.smpi:
                subprocess.run(["smpicc", "-O2", source, "-lm", "-o", os.path.join(self.out, name + ".smpi")],
                               check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def iterations(self, tool, name, ranks):
        most = MESSAGES[tool] / (10 if self.args.quick else 1)
        return max(2, round(most / messages_of(name, ranks, 1)))

    def bsim(self, name, ranks, iterations):
        argv = [os.path.join(self.build, "bin", "bsim"), "run", "-np", str(ranks), "--platform", self.platform,
                "--json", "result.json", os.path.join(self.out, name + ".bsim"), str(iterations)]
        wall, peak = run(argv, self.out)
        with open(os.path.join(self.out, "result.json")) as f:
            result = json.load(f)
        return wall, max(peak, result["host"]["peak_rss_bytes"]), result["messages"]

    def smpi_platform(self, ranks):
        """Writes a platform without links, as the constant network needs, and its host file."""
        xml, hosts = os.path.join(self.out, f"smpi-{ranks}.xml"), os.path.join(self.out, f"smpi-{ranks}.hosts")
        if not os.path.exists(hosts):
            with open(xml, "w") as f:
                f.write("<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
                        '<platform version="4.1"><zone id="z" routing="None">\n')
                f.writelines(f'<host id="h{i}" speed="1Gf"/>\n' for i in range(ranks))
                f.write("</zone></platform>\n")
            with open(hosts, "w") as f:
                f.writelines(f"h{i}\n" for i in range(ranks))
        return xml, hosts

    def smpirun(self, name, ranks, iterations):
        xml, hosts = self.smpi_platform(ranks)
        argv = ["smpirun", "-np", str(ranks), "-platform", xml, "-hostfile", hosts, "--cfg=network/model:Constant",
                "--cfg=contexts/factory:raw", "--cfg=smpi/privatization:no", "--cfg=contexts/stack-size:16",
                "--cfg=contexts/guard-size:0", "--cfg=smpi/simulate-computation:no", "--cfg=smpi/allreduce:rdb",
                "--log=root.thres:critical",
                os.path.join(self.out, name + ".smpi"), str(iterations)]
        wall, peak = run(argv, self.out)
        return wall, peak, messages_of(name, ranks, iterations)

    def measure(self, tool, name, ranks):
        iterations = self.iterations(tool, name, ranks)
        repeat = 1 if ranks > SMPI_MOST else self.args.repeat
        runs = []
        for k in range(repeat):
            self.progress(f"{tool} {name}, {ranks} ranks, run {k + 1}")
            runs.append((self.bsim if tool == "bsim" else self.smpirun)(name, ranks, iterations))
        wall = statistics.median(r[0] for r in runs)
        messages = messages_of(name, ranks, iterations)
        if runs[0][2] != messages:
            raise Broken(f"{name} at {ranks} ranks: the runtime counted {runs[0][2]} messages, {messages} were expected")
        row = {"program": name, "ranks": ranks, "tool": tool, "iterations": iterations, "messages": messages,
               "wall_s": round(wall, 4), "messages_per_s": messages / wall,
               "bytes_per_rank": statistics.median(r[1] for r in runs) / ranks, "runs": repeat}
        self.rows.append(row)
        return row

    def progress(self, text):
        if sys.stderr.isatty():
            print(f"\r\033[Kbench: {text}", end="", file=sys.stderr, flush=True)

    def table(self):
        lines = [f"{'program':10} {'ranks':>8}   {'bsim':>24}   {'SimGrid SMPI':>24}   {'ratio':>7}"]
        lines.append(f"{'':10} {'':8}   {'messages/s':>13} {'B/rank':>10}   {'messages/s':>13} {'B/rank':>10}")
        for name in self.args.only:
            for ranks in self.args.ranks:
                cells = {r["tool"]: r for r in self.rows if r["program"] == name and r["ranks"] == ranks}
                text = [f"{name:10} {ranks:8}"]
                for tool in ("bsim", "SMPI"):
                    r = cells.get(tool)
                    text.append(f"{r['messages_per_s'] / 1e6:11.3f} M {r['bytes_per_rank']:10.0f}" if r else " " * 24)
                both = len(cells) == 2
                text.append(f"{cells['bsim']['messages_per_s'] / cells['SMPI']['messages_per_s']:6.1f}x" if both else "")
                if cells:
                    lines.append("   ".join(text).rstrip())
        return lines

    def sweep(self):
        """Compares a run of heat2d at 1024 ranks that carries 64 scenarios with a run that carries one."""
        args = argparse.Namespace(build=self.build, check=True, real_ranks=8)
        study = predict.Prediction(bsimcase.load("heat2d"), args)
        study.run.work += ".bench"
        os.makedirs(study.path("log"), exist_ok=True)
        self.progress("sweep: skeletonizing heat2d")
        study.build()
        common = ["-np", "1024", "--platform", self.platform, "--json", "sweep.json"]
        steps = "20" if self.args.quick else "200"
        program = [study.skeleton, "-nx", "8192", "-ny", "8192", "-steps", steps]
        vary = ["--vary", "network.latency=1us:100us:log:8", "--vary", "network.bandwidth=1GB/s:100GB/s:log:8"]
        kinds = {"run": ["run"] + common, "sweep": ["sweep"] + common + vary, "slopes": ["run", "--sensitivities"] + common}
        walls = {kind: [] for kind in kinds}
        for k in range(self.args.repeat):  # in turn, so that what disturbs the host disturbs all
            for kind, argv in kinds.items():
                self.progress(f"{kind}, run {k + 1}")
                walls[kind].append(run([os.path.join(self.build, "bin", "bsim")] + argv + program, self.out)[0])
        ratio = {kind: statistics.median(w / one for w, one in zip(walls[kind], walls["run"])) for kind in kinds}
        return {"scenarios": 64, "ranks": 1024, "run_s": statistics.median(walls["run"]),
                "sweep_s": statistics.median(walls["sweep"]), "ratio": ratio["sweep"],
                "slopes_s": statistics.median(walls["slopes"]), "slopes_ratio": ratio["slopes"]}

    def shards(self):
        """Compares bsim run --shards on all cores with one thread at GOAL_AT ranks, by runs in turn; rows of medians."""
        cores, rows = bsimcase.cores(), []
        for name in self.args.only if cores > 1 else []:
            walls = {1: [], cores: []}
            for k in range(self.args.repeat):
                for n in walls:
                    self.progress(f"{name} in {n} threads, run {k + 1}")
                    argv = [os.path.join(self.build, "bin", "bsim"), "run", "-np", str(GOAL_AT), "--platform",
                            self.platform, "--quiet", "--shards", str(n), os.path.join(self.out, name + ".bsim"),
                            str(self.iterations("bsim", name, GOAL_AT))]
                    walls[n].append(run(argv, self.out, one_core=False)[0])
            one, all_cores = (statistics.median(walls[n]) for n in (1, cores))
            rows.append({"program": name, "ranks": GOAL_AT, "threads": cores, "one_s": one, "threads_s": all_cores,
                         "ratio": all_cores / one})
        return rows

    def goals(self, sweep):
        at = [r for r in self.rows if r["tool"] == "bsim" and r["ranks"] == GOAL_AT]
        lines = []
        for r in at:
            met = r["messages_per_s"] >= GOAL_RATE and r["bytes_per_rank"] < GOAL_BYTES
            lines.append(f"{r['program']:10} at {GOAL_AT} ranks: {r['messages_per_s'] / 1e6:.2f} M messages/s (goal "
                         f"{GOAL_RATE / 1e6:.0f} M), {r['bytes_per_rank']:.0f} bytes a rank (goal < {GOAL_BYTES}): "
                         f"{'met' if met else 'NOT met'}")
        if sweep:
            lines.append(f"slopes of all parameters, heat2d at 1024 ranks: {sweep['slopes_s']:.3f} s, "
                         f"{sweep['slopes_ratio']:.2f} times one run")
            lines.append(f"sweep of 64 scenarios, heat2d at 1024 ranks: {sweep['sweep_s']:.3f} s against "
                         f"{sweep['run_s']:.3f} s of one run, {sweep['ratio']:.2f} times (median of pairs; goal {GOAL_SWEEP}): "
                         f"{'met' if sweep['ratio'] <= GOAL_SWEEP else 'NOT met'}")
        return lines

    def everything(self):
        self.compile()
        broken, notes = [], []
        for name in self.args.only:
            for ranks in self.args.ranks:
                need = ranks * 9000.0
                if need > available_bytes():
                    notes.append(f"{name} at {ranks} ranks: passed over, {need / 1e9:.1f} GB of memory are not free")
                    continue
                for tool in ("bsim", "SMPI"):
                    if tool == "SMPI" and (not self.smpi or ranks > SMPI_MOST):
                        continue
                    try:
                        self.measure(tool, name, ranks)
                    except Broken as error:
                        broken.append(f"{tool} {name} at {ranks} ranks: {error}")
        sweep = None
        if not self.args.no_sweep:
            try:
                sweep = self.sweep()
            except (Broken, bsimcase.CaseError) as error:
                broken.append(f"sweep: {error}")
        if not self.smpi:
            notes.append("SimGrid SMPI (libsimgrid-dev) is not installed: no comparison")
        try:
            threads = self.shards()
        except Broken as error:
            broken.append(f"threads: {error}")
            threads = []
        lines = self.table() + [""] + self.goals(sweep) + notes
        lines += [f"{r['program']:10} at {r['ranks']} ranks in {r['threads']} threads: {r['threads_s']:.3f} s, "
                  f"{r['ratio']:.2f} of the {r['one_s']:.3f} s in one" for r in threads]
        self.progress("")
        print("\n".join(lines))
        self.save(lines, sweep, threads)
        for text in broken:
            print(f"bench: BROKEN: {text}", file=sys.stderr)
        return 1 if broken else 0

    def save(self, lines, sweep, threads):
        with open(os.path.join(self.out, "bench.txt"), "w") as f:
            f.write("\n".join(lines) + "\n")
        with open(os.path.join(self.out, "bench.json"), "w") as f:
            json.dump({"schema": "bsim-bench/1", "rows": self.rows, "sweep": sweep, "threads": threads}, f, indent=1)
        with open(os.path.join(self.out, "bench.csv"), "w", newline="") as f:
            if self.rows:
                writer = csv.DictWriter(f, list(self.rows[0]))
                writer.writeheader()
                writer.writerows(self.rows)
        print(f"(also in {os.path.relpath(self.out)}/bench.txt, .csv, .json)")


def main():
    parser = argparse.ArgumentParser(prog="bench.py", description="speed and memory of the runtime beside SMPI")
    parser.add_argument("--build", default="build")
    parser.add_argument("--quick", action="store_true", help="a tenth of the messages")
    parser.add_argument("--repeat", type=int, default=3, help="runs of which the median counts (default 3)")
    parser.add_argument("--ranks", type=lambda t: [int(n) for n in t.split(",")], default=list(RANKS))
    parser.add_argument("--only", type=lambda t: t.split(","), default=list(PROGRAMS), metavar="PROGRAM,...")
    parser.add_argument("--no-sweep", action="store_true")
    args = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    try:
        return Bench(args).everything()
    except subprocess.CalledProcessError as error:
        print(f"bench: {' '.join(error.cmd)} failed", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())

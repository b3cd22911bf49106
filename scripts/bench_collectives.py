#!/usr/bin/env python3
"""bench_collectives.py - times of collectives' algorithms beside SimGrid SMPI, which performs them message by message.

bench_collectives.py [--build DIR] [--ranks N]. Both tools have one rank on each node, 1 us of latency, 1 GB/s for each message, no
overheads, and messages that do not share links (sharing_policy FATPIPE). Prints a table: the time of one operation on
the last rank by each tool, and bsim's relative to SMPI's. The barrier in front of each operation ends on all ranks at about the
same time.
"""
import argparse
import json
import os
import re
import shutil

import benchrun

# Collective, SMPI's name of the algorithm, bsim's.
ALGORITHMS = (
    ("bcast", "binomial_tree", "binomial"), ("bcast", "flattree", "linear"),
    ("bcast", "ompi_pipeline", "pipeline:segment=128KiB"), ("bcast", "scatter_LR_allgather", "scatter_allgather_ring"),
    ("allreduce", "rdb", "recursive_doubling"), ("allreduce", "lr", "ring"), ("allreduce", "rab_rdb", "rabenseifner"),
    ("allreduce", "redbcast", "reduce_bcast"),
    ("allgather", "ring", "ring"), ("allgather", "rdb", "recursive_doubling"), ("allgather", "bruck", "bruck"),
    ("alltoall", "pair", "pairwise"), ("alltoall", "ring", "ring"), ("alltoall", "basic_linear", "linear"),
    ("alltoall", "bruck", "bruck"),
    ("reduce", "binomial", "binomial"), ("reduce", "flat_tree", "linear"), ("reduce", "rab", "rabenseifner"),
)
SIZES, LIMIT_S = (8, 4096, 262144), 300


class Tools:
    def __init__(self, build, ranks):
        self.build, self.ranks = os.path.abspath(build), ranks
        self.out = os.path.join(self.build, "bench")
        os.makedirs(self.out, exist_ok=True)
        benchrun.build(self.build, self.out, "collectives")
        with open(self.path("collectives.json"), "w") as f:
            json.dump({"schema": "bsim-platform/1", "name": "collectives", "nodes": ranks, "cores_per_node": 1,
                       "network": {"model": "simple", "latency": "1us", "bandwidth": "1GB/s", "eager_limit": 65535}}, f)
        hosts = "".join(f"<host id='h{r}' speed='1Gf'/>\n" for r in range(ranks))
        routes = "".join(f"<route src='h{r}' dst='h{q}'><link_ctn id='l'/></route>\n" for r in range(ranks) for q in range(r))
        with open(self.path("collectives.xml"), "w") as f:
            f.write("<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
                    "<platform version='4.1'><zone id='z' routing='Full'>\n" + hosts +
                    "<link id='l' bandwidth='1GBps' latency='1us' sharing_policy='FATPIPE'/>\n" + routes + "</zone></platform>\n")
        with open(self.path("collectives.hosts"), "w") as f:
            f.writelines(f"h{r}\n" for r in range(ranks))

    def path(self, name):
        return os.path.join(self.out, name)

    def run(self, argv):
        done = benchrun.run(argv, self.out, LIMIT_S)
        said = done and re.search(r"collective (\S+)", done[0])
        if not said:
            raise SystemExit(f"bench_collectives: {' '.join(argv)}: " + ("printed no time" if done else f"no end within {LIMIT_S} s"))
        return float(said[1])

    def bsim(self, collective, algorithm, size):
        return self.run([os.path.join(self.build, "bin", "bsim"), "run", "-q", "-np", str(self.ranks), "--platform",
                         "collectives.json", "--collective", f"{collective}={algorithm}", self.path("collectives.bsim"),
                         collective, str(size), "1"])

    def smpi(self, collective, algorithm, size):
        return self.run(["smpirun", "-np", str(self.ranks), "-platform", "collectives.xml", "-hostfile", "collectives.hosts",
                         "--cfg=network/model:CM02", "--cfg=network/bandwidth-factor:1", "--cfg=network/latency-factor:1",
                         "--cfg=network/TCP-gamma:0", "--cfg=network/crosstraffic:no", "--cfg=smpi/privatization:no",
                         "--cfg=smpi/simulate-computation:no", "--cfg=smpi/host-speed:1000000000",
                         "--cfg=smpi/async-small-thresh:65536", "--cfg=contexts/factory:raw", "--log=root.thres:critical",
                         f"--cfg=smpi/{collective}:{algorithm}", self.path("collectives.smpi"), collective, str(size), "1"])


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--build", default="build")
    p.add_argument("--ranks", type=int, default=16)
    a = p.parse_args()
    if not shutil.which("smpirun") or not shutil.which("smpicc"):
        print("bench_collectives: SimGrid SMPI (libsimgrid-dev) is not installed")
        return 0
    tools = Tools(a.build, a.ranks)
    print(f"{a.ranks} ranks\n\n| collective | SMPI's algorithm | bsim's | bytes | SMPI | bsim | bsim / SMPI |\n"
          "| --- | --- | --- | --- | --- | --- | --- |")
    for collective, theirs, ours in ALGORITHMS:
        for size in SIZES:
            smpi, bsim = tools.smpi(collective, theirs, size), tools.bsim(collective, ours, size)
            print(f"| {collective} | {theirs} | {ours} | {size} | {smpi * 1e6:.2f} us | {bsim * 1e6:.2f} us | {bsim / smpi:.3f} |",
                  flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

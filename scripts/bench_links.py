#!/usr/bin/env python3
"""bench_links.py - messages that share links: predicted times and speed beside SimGrid SMPI, which solves the same max-min problem.

bench_links.py [--build DIR] [--large RANKS] [--only small|routes|large|here|blocks] [--limit SECONDS]. Both tools have links of 1 GB/s in each
direction, no latency (with latencies SimGrid gives long routes less) and no overheads, a rank on each node, the same routes, and
synchronous messages of 100,000 bytes; in the large runs of 1,000 bytes over links of 10 MB/s, so that the tools do not copy much data.
(Times of the large runs may differ: SimGrid's tolerances are absolute.) SMPI adds 16 bytes to each message, which are taken off.
The platform of "routes" is a SimGrid file of six hosts with links of different speeds and routes both ways, which bsim imports;
the messages of its pattern "late" are detached.
Prints for each topology and pattern of benchmarks/perf/links.c the time at which the last rank ends and the mean over ranks, and
for large runs the processor time of each tool, here with a share of the links for each message, as SMPI has it, for each pair of
ranks ("flows": "pair"), with packets in queues ("contention": "queues"), and with queues of TCP ("tcp_window"). --only here: the large
runs without SMPI, and the processor time of blocks of 16 ranks a node that share its memory in virtual time ("with_messages"), or have
a part of their own each. --only blocks: these alone.
"""
import argparse
import json
import math
import os
import re
import shutil
import subprocess
import sys
import time

import benchrun

SMPI_ADDS = 16
# Six hosts at three places. Routes of one pair differ by direction, "wan" is shared by both directions, "spare" is split.
IRREGULAR = """<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">%(config)s<zone id="z" routing="Full">
%(hosts)s
<link id="wan" bandwidth="20MBps" latency="0us"/>
<link id="spare" bandwidth="35MBps" latency="0us" sharing_policy="SPLITDUPLEX"/>
%(routes)s
</zone></platform>
"""
DETACHED = '<config><prop id="smpi/send-is-detached-thresh" value="1000000"/></config>'
STAR, TORUS, TREE = "star", "torus", "fat_tree"
HERE = ("message", "pair", "queues", "tcp")  # how messages share links here
CORES, EXECUTIONS = 16, 200  # of a node, and of a block on each rank
# (topology, sizes, parents of the levels, pattern, iterations); odd rings have one shortest way.
SMALL = [(STAR, (64,), (), "alltoall", 1), (STAR, (256,), (), "permutation", 10),
         (TORUS, (9, 9), (), "halo", 10), (TORUS, (5, 5, 5), (), "permutation", 10), (TORUS, (5, 5, 5), (), "alltoall", 1),
         (TORUS, (15, 15), (), "permutation", 10), (TREE, (8, 8), (1, 4), "alltoall", 1), (TREE, (16, 16), (1, 4), "permutation", 10)]


def large(ranks):
    side = round(ranks ** (1 / 3))
    leaf = round(math.sqrt(ranks))
    return [(STAR, (ranks,), (), "alltoall", 1), (TORUS, (side,) * 3, (), "halo", 20), (TORUS, (side,) * 3, (), "permutation", 5),
            (TREE, (leaf, leaf), (1, leaf // 2), "permutation", 5), (TREE, (leaf, leaf), (1, leaf // 2), "burst", 2), (TREE, (leaf, leaf), (1, leaf // 2), "alltoall", 1)]


class Links:
    def __init__(self, build, limit_s, beside_smpi):
        self.bytes, self.rate, self.limit_s = 100000, 1e9, limit_s
        self.build, self.out = os.path.abspath(build), os.path.join(os.path.abspath(build), "bench")
        os.makedirs(self.out, exist_ok=True)
        benchrun.build(self.build, self.out, "links", beside_smpi)

    def path(self, name):
        return os.path.join(self.out, name)

    def run(self, argv):
        """(last, mean, processor time); None if it takes too long."""
        done = benchrun.run(argv, self.out, self.limit_s)
        if not done:
            return None
        said = re.search(r"last (\S+) mean (\S+)", done[0])
        if not said:
            raise SystemExit(f"bench_links: {' '.join(argv)}: printed no times")
        return float(said[1]), float(said[2]), done[1]

    def bsim(self, topology, sizes, parents, arguments, how="message"):
        """how: one of HERE."""
        ranks, queues = math.prod(sizes), how in ("queues", "tcp")
        network = {"model": "simple", "latency": 0, "bandwidth": self.rate, "eager_limit": 0,
                   "contention": "queues" if queues else "max-min", "flows": "message" if how in ("message", "queues") else "pair"}
        if queues and topology == TORUS:  # each node needs a queue: one that is faster than all of its links together
            network.update(bandwidth=100 * self.rate, card_bandwidth=100 * self.rate, link_bandwidth=self.rate)
        if how == "tcp":
            network["tcp_window"] = "64KiB"
        if topology != STAR:
            network.update(hop_latency=0, topology={"kind": topology, "dims" if topology == TORUS else "children": sizes})
        if topology == TREE:
            network["topology"]["parents"] = parents
        with open(self.path("links.json"), "w") as f:
            json.dump({"schema": "bsim-platform/1", "name": "links", "nodes": ranks, "cores_per_node": 1, "network": network}, f)
        return self.bsim_run(ranks, arguments)

    def bsim_run(self, ranks, arguments):
        return self.run([os.path.join(self.build, "bin", "bsim"), "run", "-q", "-np", str(ranks), "--platform", "links.json",
                         self.path("links.bsim"), *arguments])

    def routes(self, pattern, iterations, detached):
        """Both tools on the irregular platform, which bsim imports; messages are synchronous as elsewhere here, or detached."""
        ranks, tool = 6, os.path.join(self.build, "bin", "bsim")
        with open(self.path("links.xml"), "w") as f:
            f.write(irregular(ranks, DETACHED if detached else ""))
        subprocess.run([tool, "platform", "import", "--simgrid", "links.xml", "-o", "links.json"], cwd=self.out, check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with open(self.path("links.json")) as f:
            platform = json.load(f)
        if not detached:
            platform["network"].update(model="simple", eager_limit=0)
        with open(self.path("links.json"), "w") as f:
            json.dump(platform, f)
        return (self.bsim_run(ranks, [pattern, str(iterations), str(self.bytes)]),
                self.smpirun(ranks, [pattern, str(iterations), str(self.bytes - SMPI_ADDS)], detached))

    def smpi(self, topology, sizes, parents, arguments):
        ranks = math.prod(sizes)
        shape = {STAR: "", TORUS: f'topology="TORUS" topo_parameters="{",".join(map(str, reversed(sizes)))}"',
                 TREE: f'topology="FAT_TREE" topo_parameters="{len(sizes)};{",".join(map(str, sizes))};'
                       f'{",".join(map(str, parents))};{",".join("1" for _ in sizes)}"'}[topology]
        with open(self.path("links.xml"), "w") as f:
            f.write("<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
                    f'<platform version="4.1"><cluster id="c" prefix="h" suffix="" radical="0-{ranks - 1}" speed="1Gf" '
                    f'bw="{self.rate:.0f}Bps" lat="0us" sharing_policy="SPLITDUPLEX" {shape}/></platform>\n')
        return self.smpirun(ranks, arguments)

    def smpirun(self, ranks, arguments, detached=False):
        with open(self.path("links.hosts"), "w") as f:
            f.writelines(f"h{r}\n" for r in range(ranks))
        return self.run(["smpirun", "-np", str(ranks), "-platform", "links.xml", "-hostfile", "links.hosts",
                         "--cfg=network/model:CM02", "--cfg=network/bandwidth-factor:1", "--cfg=network/latency-factor:1",
                         "--cfg=network/TCP-gamma:0", "--cfg=network/weight-S:0", "--cfg=network/crosstraffic:no",
                         *([] if detached else ["--cfg=smpi/send-is-detached-thresh:0"]), "--cfg=smpi/privatization:no", "--cfg=smpi/simulate-computation:no", "--cfg=smpi/host-speed:1000000000",
                         "--cfg=contexts/factory:raw", "--cfg=contexts/stack-size:64", "--cfg=contexts/guard-size:0",
                         "--log=root.thres:critical", self.path("links.smpi"), *arguments])

    def runs(self, tools, topology, sizes, parents, pattern, iterations):
        """The times of each of some tools: smpi, and those of HERE."""
        grid = [str(size) for size in sizes if pattern == "halo"]
        size = {tool: str(self.bytes - SMPI_ADDS * (tool == "smpi")) for tool in tools}
        return [self.smpi(topology, sizes, parents, [pattern, str(iterations), size[tool], *grid]) if tool == "smpi" else
                self.bsim(topology, sizes, parents, [pattern, str(iterations), size[tool], *grid], tool) for tool in tools]


def irregular(ranks, config):
    """Ranks r and r + 3 are at one place; the way to a place with a smaller number is over "spare", to others over "wan"."""
    rate = [40 + 15 * r for r in range(ranks)]
    hosts = [f'<host id="h{r}" speed="1Gf"/><link id="l{r}" bandwidth="{rate[r]}MBps" latency="0us" sharing_policy="SPLITDUPLEX"/>'
             for r in range(ranks)]
    routes = []
    for a in range(ranks):
        for b in range(ranks):
            across = "" if a % 3 == b % 3 else '<link_ctn id="wan"/>' if b % 3 > a % 3 else '<link_ctn id="spare" direction="UP"/>'
            if a != b:
                routes.append(f'<route src="h{a}" dst="h{b}" symmetrical="NO"><link_ctn id="l{a}" direction="UP"/>{across}'
                              f'<link_ctn id="l{b}" direction="DOWN"/></route>')
    return IRREGULAR % {"config": config, "hosts": "\n".join(hosts), "routes": "\n".join(routes)}


def line(name, pattern, here, smpi):
    cells = [f"{1e3 * s:9.4g} {1e3 * h:9.4g} ({100 * (h / s - 1):+.2f} %)" for h, s in zip(here[:2], smpi[:2])]
    print(f"{name:42} {pattern:12} {'   '.join(cells)}", flush=True)


def name_of(topology, sizes, parents):
    thin = f", {sizes[0]} children and {parents[1]} parents" if topology == TREE else ""
    return f"{topology} {'x'.join(map(str, sizes))}{thin}"


def compare_ends(links):
    print(time.strftime("%d %B %Y, ") + "end of the last rank and mean over ranks, in ms")
    for topology, sizes, parents, pattern, iterations in SMALL:
        smpi, here = links.runs(("smpi", "message"), topology, sizes, parents, pattern, iterations)
        line(name_of(topology, sizes, parents), pattern, here, smpi)


def compare_speed(links, ranks, tools):
    links.bytes, links.rate = 1000, 1e7
    print("processor time in s, and the end of the last rank in ms: " + ", ".join(tools))
    for topology, sizes, parents, pattern, iterations in large(ranks):
        seen = links.runs(tools, topology, sizes, parents, pattern, iterations)
        times = [f"{one[2]:9.2f}" if one else f"> {links.limit_s:g}".rjust(9) for one in seen]
        ends = [f"{1e3 * one[0]:.5g}" if one else "-" for one in seen]
        print(f"{name_of(topology, sizes, parents):42} {pattern:12} {' '.join(times)}   ends {', '.join(ends)}", flush=True)


def compare_routes(links):
    for pattern, iterations in (("alltoall", 3), ("permutation", 20), ("late", 1)):
        line("six hosts, imported with their routes", pattern, *links.routes(pattern, iterations, pattern == "late"))


def compare_blocks(links, ranks):
    """What an execution of a block costs the host, with a fixed part of the memory for each rank and in virtual time."""
    benchrun.build(links.build, links.out, "blocks", False)
    node = {"memory": {"core_bandwidth": "10GB/s", "bandwidth": "60GB/s"}}
    with open(links.path("blocks-models.json"), "w") as f:
        json.dump({"schema": "bsim-models/1", "node": node,
                   "blocks": {"main.1": {"params": {"seconds": "seconds"}, "time": "seconds", "memory_share": 0.5}}}, f)
    print(f"{ranks * EXECUTIONS} executions of a block, {CORES} ranks a node: processor time in s, and the end of the last rank in ms")
    for name, together in (("a fixed part of the memory", False), ("memory in virtual time", True)):
        with open(links.path("blocks.json"), "w") as f:
            json.dump({"schema": "bsim-platform/1", "name": "blocks", "nodes": -(-ranks // CORES), "cores_per_node": CORES,
                       "network": {"model": "simple", "latency": 0, "bandwidth": "10GB/s", "contention": "max-min"},
                       "memory": {**node["memory"], "with_messages": together},
                       "intra_node": {"latency": 0, "bandwidth": "10GB/s", "shared_bandwidth": "30GB/s"}}, f)
        seen = links.run([os.path.join(links.build, "bin", "bsim"), "run", "-q", "-np", str(ranks), "--platform", "blocks.json",
                          "--models", "blocks-models.json", links.path("blocks.bsim"), str(EXECUTIONS)])
        said = f"{seen[2]:9.2f}   ends {1e3 * seen[0]:.5g}, {1e6 * seen[2] / (ranks * EXECUTIONS):.2f} us each" if seen else f"> {links.limit_s:g}"
        print(f"{name:42} {said}", flush=True)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--build", default="build")
    p.add_argument("--large", type=int, default=4096, help="ranks of the large runs")
    p.add_argument("--only", choices=("small", "routes", "large", "here", "blocks"))
    p.add_argument("--limit", type=float, default=900, help="seconds after which a run is given up")
    a = p.parse_args()
    alone = a.only in ("here", "blocks")
    if not alone and not (shutil.which("smpirun") and shutil.which("smpicc")):
        print("bench_links: SimGrid SMPI (libsimgrid-dev) is not installed; --only here goes without it")
        return 0
    links = Links(a.build, a.limit, not alone)
    if a.only in (None, "small"):
        compare_ends(links)
    if a.only in (None, "routes"):
        compare_routes(links)
    if a.only in (None, "large", "here"):
        compare_speed(links, a.large, HERE if alone else ("smpi", *HERE))
    if alone:
        compare_blocks(links, a.large)
    return 0


if __name__ == "__main__":
    sys.exit(main())

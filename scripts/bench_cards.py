#!/usr/bin/env python3
"""bench_cards.py - messages that share network cards: predicted times and speed beside SimGrid SMPI, which shares links fairly.

bench_cards.py [--build DIR] [--large RANKS]: both tools have nodes with 8 ranks and a card of 12.5 GB/s in each direction, 1 us of
latency, and no overheads. Prints for each pattern of benchmarks/perf/exchange.c the time at which the last rank ends, and for a
large run the processor time of each tool. bench_cards.py --ratio R prints the former for connections with an R-th of the card's
bandwidth, beside contention: max-min with a flow for each pair of ranks, which shares the card fairly among connections, too.
bench_cards.py --collectives prints times of collectives beside the same, and as they are with bsim run --whole-collectives.
"""
import argparse
import json
import os
import re
import shutil
import sys
import time

import benchrun

RANKS_OF_NODE, LIMIT_S = 8, 600
COLLECTIVES = (("bcast", "20000"), ("bcast", "1000000"), ("scatter", "1000"), ("scatter", "100000"), ("gather", "100000"),
               ("allgather", "1000"), ("allgather", "30000"), ("alltoall", "10000"), ("alltoall", "30000"))
PATTERNS = (("pairs", 1), ("equal", 1), ("equal", 2), ("uniform", 1), ("uniform", 2), ("mixed", 1), ("mixed", 2))


class Cards:
    def __init__(self, build, beside_smpi=True):
        self.build, self.out = os.path.abspath(build), os.path.join(os.path.abspath(build), "bench")
        os.makedirs(self.out, exist_ok=True)
        for name in ("exchange", "halo2d", "ring", "collective"):
            benchrun.build(self.build, self.out, name, beside_smpi)

    def path(self, name):
        return os.path.join(self.out, name)

    def run(self, argv):
        """(last, mean) as the program prints them, and the processor time."""
        done = benchrun.run(argv, self.out, LIMIT_S)
        said = done and re.search(r"last (\S+) mean (\S+)", done[0])
        if not done or not (said or "exchange" not in " ".join(argv)):
            raise SystemExit(f"bench_cards: {' '.join(argv)}: " + ("printed no times" if done else f"no end within {LIMIT_S} s"))
        return (float(said[1]), float(said[2]), done[1]) if said else (0, 0, done[1])

    def bsim(self, ranks, model, arguments, program="exchange", options=(), **more):
        network = {"model": model, "latency": "1us", "bandwidth": "12.5GB/s", "card_bandwidth": "12.5GB/s", "eager_limit": "64KB", **more}
        platform = {"schema": "bsim-platform/1", "name": "cards", "nodes": -(-ranks // RANKS_OF_NODE),
                    "cores_per_node": RANKS_OF_NODE, "network": network, "intra_node": {"latency": "0.1us", "bandwidth": "100GB/s"}}
        with open(self.path("cards.json"), "w") as f:
            json.dump(platform, f)
        return self.run([os.path.join(self.build, "bin", "bsim"), "run", "-q", "-np", str(ranks), "--platform", "cards.json",
                         *options, self.path(program + ".bsim"), *arguments])

    def smpi(self, ranks, arguments, program="exchange"):
        nodes = -(-ranks // RANKS_OF_NODE)
        with open(self.path("cards.xml"), "w") as f:
            f.write("<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
                    f'<platform version="4.1"><cluster id="c" prefix="h" suffix="" radical="0-{nodes - 1}" speed="1Gf" '
                    f'core="{RANKS_OF_NODE}" bw="12.5GBps" lat="0.5us" sharing_policy="SPLITDUPLEX"/></platform>\n')
        with open(self.path("cards.hosts"), "w") as f:
            f.writelines(f"h{r // RANKS_OF_NODE}\n" for r in range(ranks))
        return self.run(["smpirun", "-np", str(ranks), "-platform", "cards.xml", "-hostfile", "cards.hosts",
                         "--cfg=network/model:CM02", "--cfg=network/bandwidth-factor:1", "--cfg=network/latency-factor:1",
                         "--cfg=network/TCP-gamma:0", "--cfg=network/crosstraffic:no", "--cfg=smpi/privatization:no",
                         "--cfg=smpi/simulate-computation:no", "--cfg=smpi/host-speed:1000000000",
                         "--cfg=contexts/factory:raw", "--cfg=contexts/stack-size:64", "--cfg=contexts/guard-size:0", "--log=root.thres:critical",
                         self.path(program + ".smpi"), *arguments])


def beside_fair(cards, ratio):
    print(time.strftime("%d %B %Y, ") + f"ends of the last rank of 32 on four nodes, in ms; card_bandwidth = {ratio} x bandwidth")
    for pattern, seed in PATTERNS:
        cells = []
        for model in ("simple", "loggpo"):
            fair, served = (cards.bsim(32, model, ["10", pattern, str(RANKS_OF_NODE), str(seed)], bandwidth=12.5e9 / ratio, **more)[0]
                            for more in ({"contention": "max-min", "flows": "pair"}, {}))
            cells.append(f"{model}: fair {1e3 * fair:.4g}, cards {1e3 * served:.4g} ({100 * (served / fair - 1):+.1f} %)")
        print(f"{pattern:10} {seed:4} {'; '.join(cells)}", flush=True)


def collectives(cards):
    print(time.strftime("%d %B %Y, ") + "the last rank's end of a collective, in us")
    for ranks in (32, 128):
        for name, size in COLLECTIVES:
            for model in ("simple", "loggpo"):
                times = [1e6 * cards.bsim(ranks, model, [name, size], "collective", options, **more)[0] for options, more in (
                    ((), {"contention": "max-min", "flows": "pair"}), ((), {}), (("--whole-collectives",), {}))]
                print(f"{ranks:4} {name:10} {size:>8} {model:7} fair {times[0]:9.4g} " + " ".join(
                    f"{what} {t:9.4g} ({100 * (t / times[0] - 1):+.1f} %)" for what, t in zip(("cards", "as a whole"), times[1:])),
                      flush=True)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--build", default="build")
    p.add_argument("--large", type=int, default=1024, help="ranks of the large run")
    p.add_argument("--ratio", type=float, help="card_bandwidth / bandwidth")
    p.add_argument("--collectives", action="store_true", help="times of collectives")
    a = p.parse_args()
    if a.collectives:
        collectives(Cards(a.build, beside_smpi=False))
        return 0
    if a.ratio:
        beside_fair(Cards(a.build, beside_smpi=False), a.ratio)
        return 0
    if not shutil.which("smpirun") or not shutil.which("smpicc"):
        print("bench_cards: SimGrid SMPI (libsimgrid-dev) is not installed")
        return 0
    cards = Cards(a.build)
    print(time.strftime("%d %B %Y, ") + "ends of the last rank of 32 on four nodes, in ms")
    print(f"{'pattern':10} {'seed':>4} {'SMPI':>9} {'simple':>9} {'loggpo':>9} and simple with contention, a flow for each message, for each pair")
    for pattern, seed in PATTERNS:
        arguments = ["10", pattern, str(RANKS_OF_NODE), str(seed)]
        smpi = cards.smpi(32, arguments)[0]
        cells = [cards.bsim(32, model, arguments)[0] for model in ("simple", "loggpo")]
        cells += [cards.bsim(32, "simple", arguments, contention="max-min", flows=flows)[0] for flows in ("message", "pair")]
        print(f"{pattern:10} {seed:4} {1e3 * smpi:9.4g} " +
              " ".join(f"{1e3 * t:9.4g} ({100 * (t / smpi - 1):+.1f} %)" for t in cells), flush=True)
    for program, iterations in (("halo2d", 20), ("ring", 50)):
        smpi, bsim = cards.smpi(a.large, [str(iterations)], program)[2], cards.bsim(a.large, "loggpo", [str(iterations)], program)[2]
        print(f"{program}, {a.large} ranks: {smpi:.2f} s of processor time for SMPI, {bsim:.2f} s here: {smpi / bsim:.0f} times")
    return 0


if __name__ == "__main__":
    sys.exit(main())

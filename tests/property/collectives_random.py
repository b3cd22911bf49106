#!/usr/bin/env python3
"""Random programs with collectives beside messages on shared links: each rank's time, beside that of the same program with each
collective written out as sends and receives.

The program is replay_collectives.c, which has the algorithms as docs/explanation/collectives.md describes them. Collectives are of
all kinds, on groups of the ranks and between two groups, blocking and not, with data and timing-only. Messages go between ranks that
have no collective under way in common. Where a run warns that messages count as undisturbed, times may differ: --strict says that
none may warn. With several threads the product must give the same bits.
collectives_random.py [--count N] [--seed S] prints `ok collectives_random SEED WHAT` or `FAIL ...` for each seed.
"""
import json
import os
import random
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
BUILD = os.path.join(ROOT, "build")
sys.path.insert(0, HERE)
import cards_random  # noqa: E402
import seeds  # noqa: E402

GROUP = ["barrier", "bcast", "reduce", "allreduce", "allgather", "alltoall", "gather", "scatter", "scan", "reduce_scatter_block",
         "gatherv", "scatterv", "alltoallv"]
PAIR = ["barrier", "bcast", "reduce", "allreduce", "allgather", "alltoall", "gather", "scatter", "gatherv", "scatterv",
        "reduce_scatter_block"]
# The algorithms of replay_collectives.c.
ALGORITHMS = {"barrier": "dissemination", "bcast": "binomial", "reduce": "binomial", "allreduce": "recursive_doubling",
              "allgather": "ring", "alltoall": "ring", "gather": "binomial", "scatter": "binomial", "scan": "recursive_doubling",
              "reduce_scatter_block": "pairwise", "gatherv": "linear_nonblocking", "scatterv": "linear_nonblocking",
              "alltoallv": "scattered"}


def random_platform(r, n):
    model = r.choice(["simple", "loggpo"])
    net = {"model": model, "latency": r.choice([1e-6, 1e-4, 1e-3]), "bandwidth": 1e6, "contention": "max-min"}
    intra = {"latency": 0, "bandwidth": 1e18}
    kind = r.choice(["star", "star", "torus", "fat_tree"])
    if kind == "star":
        net["card_bandwidth"] = r.choice([1e6, 7e5, 2e6])
    elif kind == "torus":
        net.update(topology={"kind": "torus", "dims": [2, (n + 1) // 2]}, hop_latency=0)
    else:
        net.update(topology={"kind": "fat_tree", "children": [2, (n + 1) // 2], "parents": [1, 1]}, hop_latency=0)
    if model == "loggpo":
        net.update(send_overhead=r.choice([0, 1e-5]), recv_overhead=r.choice([0, 1e-5]), control_overhead=r.choice([0, 1e-6]),
                   sender_busy=r.choice([0, 0, 1]))
        intra.update(send_overhead=0, recv_overhead=0, control_overhead=0, sender_busy=0, pieces=[])
        if r.random() < 0.3:
            net["pieces"] = [{"up_to": 4000, "protocol": "detached"}, {"protocol": r.choice(["rendezvous", "acknowledged"])}]
    net["eager_limit"] = intra["eager_limit"] = r.choice([0, 3000, 1e9])
    nodes = n if kind == "star" else 2 * ((n + 1) // 2)
    return {"schema": "bsim-platform/1", "name": "random", "nodes": nodes, "cores_per_node": 2,
            "network": net, "intra_node": intra, "collectives": {k: [{"algorithm": v}] for k, v in ALGORITHMS.items()}}, kind


class Program:
    """The lines of a schedule. Each rank has at most one non-blocking collective under way, and none besides."""

    def __init__(self, r, n, calm):
        self.r, self.n, self.calm, self.lines = r, n, calm, []
        ranks = list(range(n))
        r.shuffle(ranks)
        left = r.randint(1, n - 1)
        right = r.randint(1, n - left)
        self.sets = {0: ranks[:r.randint(2, n)], 1: ranks[:left], 2: ranks[left:left + right]}
        self.sets[3] = self.sets[1] + self.sets[2]
        self.open, self.started = {}, {}

    def busy(self):
        return {rank for number in self.open for rank in self.sets[number]}

    def add(self):
        r, x = self.r, self.r.random()
        size = r.choice([1, 100, 2000, 5000, 20000, 60000])
        if x < 0.3:
            self.lines.append(f"{r.randrange(self.n)} c {r.choice([1e-4, 1e-2, r.uniform(0, 0.2)])!r}")
        elif x < 0.6:
            a, b = r.sample(range(self.n), 2)
            if any({a, b} <= set(self.sets[number]) for number in self.open):
                return
            if (a, b) in self.started:
                del self.started[a, b]
                self.lines.append(f"w {a} {b}")
            elif r.random() < 0.5:
                self.lines.append(f"m {a} {b} {size}")
            else:
                self.started[a, b] = True
                self.lines.append(f"b {a} {b} {size}")
        elif self.open and x < 0.75:
            number = r.choice(list(self.open))
            del self.open[number]
            self.lines.append(f"e {number}")
        else:
            number = r.choice([0, 0, 1, 3, 3])
            if self.busy() & set(self.sets[number]) or any({a, b} <= set(self.sets[number]) for a, b in self.started):
                return
            kind = r.choice(PAIR if number == 3 else GROUP)
            root = r.randrange(len(self.sets[1 if number == 3 else number]))
            nonblocking = r.random() < 0.4
            data = 0 if self.calm else r.randrange(2)
            if nonblocking:
                self.open[number] = True
            self.lines.append(f"{'i' if nonblocking else 'x'} {kind} {number} {root} {size} {data}")

    def text(self, acts):
        while len(self.lines) < acts:
            self.add()
        groups = [f"group {i} {len(self.sets[i])} {' '.join(map(str, self.sets[i]))}" for i in range(3)] + ["pair 3 1 2", "begin"]
        ends = [f"e {number}" for number in self.open] + [f"w {a} {b}" for a, b in self.started]
        return "\n".join(groups + self.lines + ends) + "\n"


def prepare(folder, _options):
    subprocess.run([os.path.join(BUILD, "bin/bsimcc"), "-O1", os.path.join(HERE, "replay_collectives.c"), "-o",
                    os.path.join(folder, "replay")], check=True)


def check(seed, folder, options):
    r = random.Random(seed)
    n = r.randint(3, 8)
    platform, kind = random_platform(r, n)
    calm = r.random() < 0.5
    schedule, file = os.path.join(folder, "schedule"), os.path.join(folder, "platform.json")
    placed = os.path.join(folder, "placed")
    with open(schedule, "w") as f:
        f.write(Program(r, n, calm).text(r.randint(4, 60)))
    with open(placed, "w") as f:
        f.write("".join(f"{i % n}\n" for i in range(2 * n)))
    platform["mapping"] = "file:" + placed
    with open(file, "w") as f:
        json.dump(platform, f)
    call_s = platform["network"].get("send_overhead", 0)

    def run(way, shards):
        argv = [os.path.join(BUILD, "bin/bsim"), "run", "-q", "-np", str(2 * n), "--platform", file, "--shards", str(shards),
                os.path.join(folder, "replay"), schedule, way, repr(call_s)]
        return subprocess.run(argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=60)

    def clocks(done):
        words = [line.split() for line in done.stdout.splitlines()]
        return {int(w[0]): float(w[1]) for w in words if len(w) == 2 and w[0].isdigit()}
    what = f"{platform['network']['model']} {kind} {n} {'timing-only' if calm else 'data'}"
    done, written = run("calls", 1), run("messages", 1)
    for one in (done, written):
        if one.returncode or len(clocks(one)) != n:
            yield what, f"exit {one.returncode}: {one.stderr.strip()[-500:]}"
            return
    got, want = clocks(done), clocks(written)
    wrong = [k for k in range(n) if abs(got[k] - want[k]) > 1e-9 * max(want.values())]
    warned = "count as undisturbed" in done.stderr
    if "count as undisturbed" in written.stderr:
        yield what, "sends and receives count as undisturbed"
    elif options.strict and warned:
        yield what, done.stderr.strip()
    elif wrong and not warned:
        yield what, "\n" + "\n".join(f"    rank {k}: {got[k]!r} instead of {want[k]!r}" for k in wrong[:4])
    else:
        again = run("calls", 3)
        yield what + (" undisturbed" if warned else ""), None if again.stdout.split() and clocks(again) == got else \
            "other bits with three threads"


def add_options(parser):
    parser.add_argument("--strict", action="store_true", help="no run may warn")


if __name__ == "__main__":
    sys.exit(seeds.loop("collectives_random", __doc__, 40, check, prepare, add_options))

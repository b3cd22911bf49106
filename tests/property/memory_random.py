#!/usr/bin/env python3
"""Blocks and messages that share the memory of a node in virtual time: each rank's clock beside a second, slow implementation.

Random schedules of messages between and within nodes, of blocks whose time goes with the memory in part, and of calculation that
takes nothing of it. The second implementation has one set of max-min fair flows, which it solves anew at each event: those of
links_random.py, and of each node's memory. A message takes more bytes of the memory than it has. A block keeps its rate of the
memory while the rest of its time passes, too. The formulas come from docs/reference/platform.md. With 2 and 3 threads, and ranks
moved at random between them, the product must give the same bits.
memory_random.py [--count N] [--seed S] [--schedules N] prints `ok memory_random SEED ...` or `FAIL ...` for each seed.
"""
import heapq
import json
import os
import random
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import links_random  # noqa: E402
import seeds  # noqa: E402
import times_random  # noqa: E402

BLOCKS = "abc"  # of replay_blocks.c


class Nodes:
    """A machine of links_random.py with a memory in each node: the last kind of link."""

    def __init__(self, machine, bandwidth):
        self.machine, self.rates, self.limit = machine, [*machine.rates, bandwidth], machine.limit

    def route(self, a, b):
        return [(len(self.rates) - 1, a)] if a == b else self.machine.route(a, b)


class Simulation(links_random.Simulation):
    """As with shared links, but messages within a node and blocks are flows of its memory."""

    def __init__(self, schedule, np, platform, machine, models):
        memory, self.speed = platform["memory"], platform["speed"]
        schedule = [(e[0], "c", e[2] / self.speed) if e[1] == "c" else e for e in schedule]
        super().__init__(schedule, np, platform, Nodes(machine, memory["bandwidth"]))
        self.core, self.of_byte = memory["core_bandwidth"], memory["bandwidth"] / self.intra["shared_bandwidth"]
        self.slower = models["node"]["memory"]["core_bandwidth"] / self.core  # what the memory's part takes here
        self.share = [models["blocks"][name]["memory_share"] for name in BLOCKS]

    def is_shared(self, net):
        return True

    def flow_of(self, m):
        most, factor = super().flow_of(m)
        of_byte = self.of_byte if self.node[m.source] == self.node[m.dest] else 1
        return most * of_byte, factor * of_byte

    def advance(self, rank):
        """Up to a block, which waits for its part of the memory."""
        before = len(self.todo[rank])
        while super().advance(rank):
            pass
        return len(self.todo[rank]) < before

    def send(self, a, *rest):
        if len(rest) == 3:
            super().send(a, *rest)
            return
        block, seconds = rest
        memory_s = seconds * self.share[block] * self.slower
        other_s = seconds * (1 - self.share[block]) / self.speed
        if memory_s == 0:
            self.clock[a] += other_s
            return
        self.blocked[a] = True
        size = memory_s * self.core

        def ended(end):
            self.clock[a], self.blocked[a] = end, False
        heapq.heappush(self.cards, (self.clock[a], (len(self.clock) + a, *self.number(a)), lambda t: self.flows.start(
            t, self.node[a], self.node[a], size, ended, self.core, other_s / size)))


def random_platform(r, np):
    platform, machine = links_random.random_platform(r, np)
    if r.random() < 0.7:  # full nodes
        platform["cores_per_node"] = max(-(-np // machine.nodes), r.randint(2, 8))
        platform["mapping"] = "block"
    intra = platform["intra_node"]
    core = r.choice([intra["bandwidth"], r.uniform(1e8, 1e10)])
    memory = {"core_bandwidth": core, "bandwidth": core * r.choice([1, 1.5, 3, r.uniform(1, 8)]), "with_messages": True}
    intra["shared_bandwidth"] = memory["bandwidth"] * r.choice([0.5, 0.5, 1, r.uniform(0.1, 1.5)])
    if r.random() < 0.4:
        intra["pieces"] = [{"up_to": 30000, "bandwidth_factor": r.uniform(0.2, 2)}, r.choice([{}, {"bandwidth": intra["bandwidth"] * r.uniform(0.2, 2)}])]
    platform.update(memory=memory, speed=r.choice([1, r.uniform(0.5, 2)]))
    return platform, machine


def random_models(r, core):
    """Blocks with as much of the memory as a random share says, measured on a node with a core bandwidth near to this one."""
    measured = core * r.choice([1, r.uniform(0.5, 2)])
    return {"schema": "bsim-models/1", "node": {"memory": {"core_bandwidth": measured, "bandwidth": measured * 2}},
            "blocks": {name: {"params": {"seconds": "seconds"}, "time": "seconds", "memory_share": r.choice([0, 1, r.random(), r.random()])} for name in BLOCKS}}


def make_schedule(r, np, pause_s):
    """Most of the calculation is that of blocks; often all ranks have one at the same time. Before each there is a pause: in loggpo a
    sender goes on a byte before its message has left, and of the time up to that the product takes a block for alone."""
    schedule = []
    for event in times_random.make_schedule(r, np, r.randint(20, 120)):
        if event[1] != "c" or r.random() < 0.2:
            schedule.append(event)
        elif r.random() < 0.15:
            block, seconds = r.randrange(len(BLOCKS)), r.uniform(0, 3e-4)
            schedule += [(rank, "b", block, seconds) for rank in range(np)]
        else:
            schedule.append((event[0], "b", r.randrange(len(BLOCKS)), r.choice([0, event[2], 10 * event[2]])))
    return [e for event in schedule for e in [(event[0], "c", pause_s)] * (event[1] == "b" and pause_s > 0) + [event]]


def check_messages(r, folder):
    """(platform, what is wrong) of one schedule."""
    np = r.randint(2, 24)
    platform, machine = random_platform(r, np)
    slowest = min(platform[link]["bandwidth"] for link in ("network", "intra_node"))
    schedule = make_schedule(r, np, 10 / slowest if platform["network"]["model"] == "loggpo" else 0)
    models = random_models(r, platform["memory"]["core_bandwidth"])
    with open(os.path.join(folder, "models.json"), "w") as f:
        json.dump(models, f)
    got, error = links_random.clocks(folder, np, platform, schedule, os.path.join(folder, "replay"), (1, 2, 3),
                                     ["--models", os.path.join(folder, "models.json"), "--no-interval"])
    if not error:
        want = Simulation(schedule, np, platform, machine, models).run()
        error = links_random.differences(got, want, links_random.unlike(got, want))
    return platform, error


def check(seed, folder, options):
    r = random.Random(seed)
    os.environ["BSIM_SHUFFLE_SHARDS"] = str(seed)
    for k in range(options.schedules):
        platform, error = check_messages(r, folder)
        if error:
            yield f"schedule {k}, {platform['network']['model']}", error
            return
    yield f"{options.schedules} schedules", None


def add_options(parser):
    parser.add_argument("--schedules", type=int, default=8, help="for each seed")


def prepare(folder, _options):
    subprocess.run([os.path.join(links_random.BUILD, "bin/bsimcc"), "-O1", os.path.join(HERE, "replay_schedule.c"),
                    os.path.join(HERE, "replay_blocks.c"), "-o", os.path.join(folder, "replay")], check=True)


if __name__ == "__main__":
    sys.exit(seeds.loop("memory_random", __doc__, 40, check, prepare, add_options))

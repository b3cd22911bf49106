#!/usr/bin/env python3
"""Flows and messages that share links max-min fairly: their times beside a second, slow implementation.

Each seed has many random sets of flows on a random topology, whose ends are compared (replay_flows.c), and one random schedule of
messages as in cards_random.py, whose ranks' clocks are. Routes are written from docs/reference/platform.md, rates from the
definition: all flows grow until a link is full or their limit is reached, which messages of some sizes have of their own;
those with a factor on the bandwidth carry more or fewer bytes. Half of the sets and schedules have a flow for each message,
the others one for each pair of ranks, whose messages follow each other. With several threads the product must give the same bits.
links_random.py [--count N] [--seed S] [--sets N] prints `ok links_random SEED MODEL TOPOLOGY FLOWS` or `FAIL ...` for each seed.
"""
import collections
import heapq
import json
import math
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
import times_random  # noqa: E402

KINDS = ["star", "torus", "fat_tree", "dragonfly", "mesh"]  # in the order of enum bsim_topology_kind


# ---- routes: a link is (class, its name) ----

class Machine:
    """kind, sizes, parents; cards: whether nodes have them; rates: of each class of links, the cards' first; limit: of a flow."""

    def __init__(self, kind, sizes, parents, cards, nodes, rates, limit):
        self.kind, self.sizes, self.parents, self.cards, self.nodes = kind, sizes, parents, cards, nodes
        self.rates, self.limit = rates, limit

    def grid(self, a, b):
        def place(node):
            out = []
            for size in reversed(self.sizes):
                out.append(node % size)
                node //= size
            return out[::-1]
        here, there = place(a), place(b)
        for i in reversed(range(len(self.sizes))):
            size, up = self.sizes[i], there[i] > here[i]
            if self.kind == "torus":
                ahead = (there[i] - here[i]) % size
                up = ahead < size - ahead or (ahead == size - ahead and here[i] % 2 == 0)
            while here[i] != there[i]:
                before = tuple(here)
                here[i] = (here[i] + (1 if up else -1)) % size
                yield 1 + i, (before, tuple(here))

    def tree(self, a, b):
        above, chosen, subtree, product, level = [], [], (a, b), 1, 0
        while subtree[0] != subtree[1]:
            parent = b // product % self.parents[level]
            above.append((level, subtree, tuple(chosen)))
            chosen.append(parent)
            product *= self.parents[level]
            subtree = (subtree[0] // self.sizes[level], subtree[1] // self.sizes[level])
            level += 1
        for level, (own, _), copy in above:
            yield 1 + level, ("up", own, copy, chosen[level])
        for level, (_, own), copy in reversed(above):
            yield 1 + level, ("down", own, copy, chosen[level])

    def dragonfly(self, a, b):
        groups, routers, nodes = self.sizes
        each = math.ceil((groups - 1) / routers)
        (ga, ra), (gb, rb) = divmod(a // nodes, routers), divmod(b // nodes, routers)
        yield 1, ("up", a)
        if ga != gb:
            leave = [g for g in range(groups) if g != ga].index(gb) // each
            come = [g for g in range(groups) if g != gb].index(ga) // each
            if leave != ra:
                yield 2, (ga, ra, leave)
            yield 3, (ga, gb)
            ra = come
        if ra != rb:
            yield 2, (gb, ra, rb)
        yield 1, ("down", b)

    def route(self, a, b):
        inner = {"torus": self.grid, "mesh": self.grid, "fat_tree": self.tree, "dragonfly": self.dragonfly,
                 "star": lambda a, b: ()}[self.kind](a, b)
        return [(0, ("up", a))] * self.cards + list(inner) + [(0, ("down", b))] * self.cards


def random_machine(r, least_nodes=2):
    kind = r.choice(KINDS)
    sizes, parents = [], []
    while True:
        n = {"star": 0, "dragonfly": 3}.get(kind) or r.randint(1, 3)
        sizes = [] if kind == "star" else [r.randint(1, 5) for _ in range(n)]
        nodes = math.prod(sizes) if sizes else r.randint(least_nodes, 24)
        if least_nodes <= nodes <= 100:
            break
    parents = [r.randint(1, 3) if kind == "fat_tree" else 1 for _ in sizes]
    cards = kind == "star" or r.random() < 0.4
    some = [1e9, 2e9, 3e9, r.uniform(0.2e9, 5e9)]
    rates = [r.choice(some) for _ in range(1 + len(sizes))]
    limit = r.choice([1e9, r.uniform(0.1e9, 3e9), 1e12])
    return Machine(kind, sizes, parents, cards, nodes, rates, limit)


# ---- rates ----

def fair_rates(machine, routes, limits):
    """The rate of each flow: all grow together; those on a full link or at their limit stop."""
    rate, growing, level = [0.0] * len(routes), set(range(len(routes))), 0.0
    users = collections.defaultdict(set)
    for i, links in enumerate(routes):
        for link in links:
            users[link].add(i)
    while growing:
        room = {}
        for link, flows in users.items():
            grow = len(flows & growing)
            if grow:
                room[link] = max(0.0, machine.rates[link[0]] - sum(rate[i] for i in flows)) / grow
        step = min([*(limits[i] - level for i in growing), *room.values()])
        level += step
        for i in growing:
            rate[i] = level
        full = {link for link, left in room.items() if left <= step + 1e-12 * machine.rates[link[0]]}
        stopped = {i for link in full for i in users[link]}
        growing -= stopped | {i for i in growing if level >= limits[i] * (1 - 1e-12)}
    return rate


def speed(flow, rate):
    """What a flow carries in a second at its rate, which it keeps for all of the time that a byte takes."""
    return 1 / (1 / rate + flow[4])


class Network:
    """Flows under way. Each calls what it was given when it ends."""

    def __init__(self, machine):
        self.machine, self.flows, self.now, self.rates = machine, [], 0.0, []

    def advance(self, t):
        if t == self.now:
            return
        self.ends()
        for flow, rate in zip(self.flows, self.rates):
            flow[0] -= speed(flow, rate) * (t - self.now)
        self.now = t

    def start(self, t, a, b, size, ended, limit=0, extra=0):
        """limit 0: the machine's. extra: what each byte takes longer than at the flow's rate."""
        self.advance(t)
        self.flows.append([size, self.machine.route(a, b), ended, limit or self.machine.limit, extra])
        self.rates = None

    def ends(self):
        if self.rates is None:
            self.rates = fair_rates(self.machine, [flow[1] for flow in self.flows], [flow[3] for flow in self.flows])
        return [self.now + max(0.0, flow[0]) / speed(flow, rate) for flow, rate in zip(self.flows, self.rates)]

    def next(self):
        return min(self.ends(), default=math.inf)

    def end(self):
        """Ends the flow that ends first, and those that end with it."""
        ends, t = self.ends(), self.next()
        over = [flow for flow, end in zip(self.flows, ends) if end <= t * (1 + 1e-14)]
        self.advance(t)
        self.flows = [flow for flow in self.flows if flow not in over]
        self.rates = None
        for flow in over:
            flow[2](t)


# ---- sets of flows ----

def random_flows(r, machine):
    """(node, node, start, bytes, limit, source, dest) of each flow, with two ranks on each node."""
    n, t, flows = r.choice([3, 10, 20, 60]), 0.0, []
    limits = [0] if r.random() < 0.5 else [0, r.uniform(0.1e9, 3e9), machine.limit * r.choice([0.5, 2]), 1e12]
    for _ in range(n):
        a = r.randrange(machine.nodes)
        b = r.choice([k for k in range(machine.nodes) if k != a])
        if flows and r.random() < 0.3:
            a, b = flows[-1][:2]
        if r.random() < 0.5:
            t += r.choice([1e-6, 1e-5, r.uniform(0, 1e-4)])
        size = r.choice([1, 1000, 10000, 10000, 50000, r.randint(1, 200000)])
        flows.append((a, b, t, size, r.choice(limits), 2 * a + r.randrange(2), 2 * b + r.randrange(2)))
    return flows


class Connections:
    """Messages that may start: at once, or by pair of ranks when all before them have left."""

    def __init__(self, by_pair):
        self.by_pair, self.queues = by_pair, collections.defaultdict(list)

    def come(self, pair, t, start):
        self.queues[pair].append(start)
        if not self.by_pair or len(self.queues[pair]) == 1:
            start(t)

    def leave(self, pair, t):
        del self.queues[pair][0]
        if self.by_pair and self.queues[pair]:
            self.queues[pair][0](t)


def slow_ends(machine, flows, by_pair):
    net, ends, i, connections = Network(machine), [None] * len(flows), 0, Connections(by_pair)

    def come(i):
        a, b, t, size, limit, *pair = flows[i]

        def ended(end):
            ends[i] = end
            connections.leave(tuple(pair), end)
        connections.come(tuple(pair), t, lambda now: net.start(now, a, b, size, ended, limit))
    while i < len(flows) or net.flows:
        if i < len(flows) and (not net.flows or flows[i][2] == net.now or flows[i][2] <= net.next()):
            come(i)
            i += 1
        else:
            net.end()
    return ends


def text_of(machine, flows, by_pair, packet=0, burst=0):
    """What replay_flows.c reads. packet 0: the flows have fair rates."""
    words = ["set", KINDS.index(machine.kind), len(machine.sizes), *machine.sizes, *machine.parents, int(machine.cards),
             machine.nodes, int(by_pair), repr(packet), repr(burst), repr(machine.limit), *map(repr, machine.rates)]
    lines = [" ".join(map(str, words))] + [f"flow {a} {b} {t!r} {size} {limit!r} {s} {d}" for a, b, t, size, limit, s, d in flows] + ["end"]
    return "\n".join(lines) + "\n"


def check_sets(r, count, replay):
    """What is wrong with one of so many sets; None if nothing is."""
    sets = []
    for _ in range(count):
        machine = random_machine(r)
        sets.append((machine, random_flows(r, machine), r.random() < 0.5))
    done = subprocess.run([replay], input="".join(text_of(*one) for one in sets), stdout=subprocess.PIPE, text=True, timeout=120)
    lines = done.stdout.splitlines()
    if done.returncode or len(lines) != len(sets):
        return f"    replay_flows: exit {done.returncode}, {len(lines)} of {len(sets)} sets"
    for (machine, flows, by_pair), line in zip(sets, lines):
        got, want = [float(x) for x in line.split()], slow_ends(machine, flows, by_pair)
        for i, (g, w) in enumerate(zip(got, want)):
            if not abs(g - w) <= 1e-9 * w:
                return f"    flow {i} ends at {g!r} instead of {w!r}, of\n{text_of(machine, flows, by_pair)}"
    return None


# ---- messages ----

class Simulation(cards_random.Simulation):
    """As with cards, but the data of a message are a flow."""

    def __init__(self, schedule, np, platform, machine):
        super().__init__(schedule, np, platform)
        self.flows, self.connections = Network(machine), Connections(platform["network"]["flows"] == "pair")

    def flow_of(self, m):
        """The most that the data of a message have, and what a byte of it takes of its links."""
        net = self.link(m.source, m.dest)
        piece = next((p for p in net.get("pieces", []) if m.size <= p.get("up_to", math.inf)), {})
        factor = piece.get("bandwidth_factor", 1)
        return piece.get("bandwidth", net["bandwidth"] * max(1, factor)), 1 / min(1, factor)

    def transfer(self, m, order, size, start, end, done, sent=None, begin=lambda: None):
        pair = (m.source, m.dest)
        rate = self.rate(self.link(*pair), m.size)
        own, factor = self.flow_of(m)

        def go(t):
            begin()
            if size == 0:
                if sent:
                    sent(0)
                done(0.0)
                return

            def all_over(end):
                waited = max(0.0, end - start - size / rate)
                if sent:
                    sent(waited)
                done(waited)
                self.connections.leave(pair, end)
            nodes = self.node[m.source], self.node[m.dest]
            self.connections.come(pair, t, lambda now: self.flows.start(now, *nodes, size * factor, all_over, own))
        heapq.heappush(self.cards, (start, order, go))

    def run(self):
        while True:
            while any(self.advance(rank) for rank in range(len(self.clock))):
                pass
            if not self.cards and not self.flows.flows:
                break
            if self.cards and (not self.flows.flows or self.cards[0][0] <= self.flows.next()):
                t, _, action = heapq.heappop(self.cards)
                action(t)
            else:
                self.flows.end()
        if any(self.todo):
            raise AssertionError("the schedule does not end")
        return self.clock


def random_platform(r, np):
    platform = cards_random.random_platform(r, np)
    net = platform["network"]
    machine = random_machine(r)
    del net["card_gap"], net["card_bandwidth"]
    net.update(contention="max-min", flows=r.choice(["message", "pair"]))
    machine.limit = net["bandwidth"]
    machine.rates = [net["bandwidth"] * r.choice([0.5, 1, 1, 2, r.uniform(0.3, 3)]) for _ in machine.rates]
    platform.update(nodes=machine.nodes, cores_per_node=max(-(-np // machine.nodes), r.randint(1, 3)))
    if machine.kind != "star":
        sizes = dict(zip(("groups", "routers", "nodes"), machine.sizes)) if machine.kind == "dragonfly" else \
            {"children": machine.sizes, "parents": machine.parents} if machine.kind == "fat_tree" else {"dims": machine.sizes}
        net.update(topology={"kind": machine.kind, **sizes}, hop_latency=0, link_bandwidth=machine.rates[1:])
    if machine.cards:
        net["card_bandwidth"] = machine.rates[0]
    if net["model"] == "loggpo":
        net["sender_busy"] = r.choice([0, 0, 0.3, 1])
    if r.random() < 0.4:
        own = [{"bandwidth_factor": r.uniform(0.2, 2)}, {"bandwidth": net["bandwidth"] * r.uniform(0.2, 2)}, {}]
        net["pieces"] = [dict(r.choice(own), up_to=r.choice([100, 5000])), dict(r.choice(own), up_to=30000), r.choice(own)]
        platform["intra_node"]["pieces"] = []
    return platform, machine


def clocks(tmp, np, platform, schedule, exe, threads, options=()):
    """(the ranks' clocks after a schedule, what is wrong), with so many threads each, which must give the same bits."""
    with open(os.path.join(tmp, "schedule"), "w") as f:
        for e in schedule:
            f.write(" ".join(repr(x) if isinstance(x, float) else str(x) for x in e) + "\n")
    with open(os.path.join(tmp, "platform.json"), "w") as f:
        json.dump(platform, f)
    argv = [os.path.join(BUILD, "bin/bsim"), "run", "-q", "-np", str(np), "--platform", os.path.join(tmp, "platform.json"), *options]
    got = None
    for shards in threads:
        times, error = cards_random.clocks([*argv, "--shards", str(min(shards, np)), exe, os.path.join(tmp, "schedule")], np)
        if error or (got and times != got):
            return got, error or f"    other bits with {shards} threads"
        got = times
    return got, None


def unlike(got, want):
    """The ranks whose times differ by more than rounding."""
    return [k for k in range(len(want)) if abs(got[k] - want[k]) > 1e-9 * max(want) + 1e-15]


def differences(got, want, wrong):
    """A text of the ranks that are wrong; None if none is."""
    return "\n".join(f"    rank {k}: {got[k]!r} instead of {want[k]!r}" for k in wrong[:4]) or None


def check_messages(r, tmp, exe):
    """(platform, what is wrong) of one schedule."""
    np = r.randint(2, 24)
    platform, machine = random_platform(r, np)
    schedule = times_random.make_schedule(r, np, r.randint(20, 120))
    got, error = clocks(tmp, np, platform, schedule, exe, (1, 3))
    if error:
        return platform, error
    want = Simulation(schedule, np, platform, machine).run()
    return platform, differences(got, want, unlike(got, want))


def prepare(folder, _options):
    subprocess.run([os.path.join(BUILD, "bin/bsimcc"), "-O1", os.path.join(HERE, "replay_schedule.c"), "-o",
                    os.path.join(folder, "replay")], check=True)
    subprocess.run([*(os.environ.get("BSIM_CC") or "cc").split(), "-std=c11", "-D_GNU_SOURCE", "-O1", "-I" + ROOT,
                    os.path.join(HERE, "replay_flows.c"), os.path.join(BUILD, "lib/libbsim.a"), "-o",
                    os.path.join(folder, "replay_flows"), "-lm"], check=True)


def main(name, text, messages, flows, sets):
    """messages and flows check a schedule, and sets of flows: as check_messages and check_sets. sets: for each seed, by default."""
    def check(seed, folder, options):
        r = random.Random(seed)
        platform, error = messages(r, folder, os.path.join(folder, "replay"))
        error = error or flows(r, options.sets, os.path.join(folder, "replay_flows"))
        net = platform["network"]
        yield f"{net['model']} {net.get('topology', {'kind': 'star'})['kind']} {net['flows']}", error

    def add_options(parser):
        parser.add_argument("--sets", type=int, default=sets, help="sets of flows for each seed")
    return seeds.loop(name, text, 40, check, prepare, add_options)


if __name__ == "__main__":
    sys.exit(main("links_random", __doc__, check_messages, check_sets, 170))

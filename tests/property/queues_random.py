#!/usr/bin/env python3
"""Packets that wait for links in the order in which they come: times of flows and messages beside a second, slow implementation.

Each link here has a list of the packets that wait for it, and a bucket with so many tokens, and serves them one at a time; the
product knows only when a link is free and its bucket full. Each seed has many random sets of flows, whose times of leaving and ending are compared (replay_flows.c), and one random
schedule of messages, whose ranks' clocks are. Routes are those of links_random.py, and of random trees (graphs). Messages may
have pieces with a bandwidth of their own, several cards, and rails. With 2 and 3 threads the product must give the same bits.
queues_random.py [--count N] [--seed S] [--sets N] prints `ok queues_random SEED MODEL TOPOLOGY FLOWS` or `FAIL ...` for each seed.
"""
import collections
import heapq
import json
import math
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import links_random  # noqa: E402
import times_random  # noqa: E402


# ---- links with lists of packets ----

class Tree:
    """Nodes and switches that links join without a circle. As links_random.Machine, but each direction of a link has a rate."""

    kind, cards = "graph", False

    def __init__(self, r, nodes):
        self.nodes, switches = nodes, r.randint(1, 4)
        self.above = {s: r.choice(["s%d" % i for i in range(k)]) for k, s in enumerate(["s%d" % i for i in range(switches)]) if k}
        self.above.update({node: "s%d" % r.randrange(switches) for node in range(nodes)})
        self.speed = {}
        for end, above in self.above.items():
            self.speed[end, above], self.speed[above, end] = (r.choice([1e9, 2e9, r.uniform(0.2e9, 5e9)]) for _ in range(2))
        self.switches = ["s%d" % i for i in range(switches)]

    def route(self, a, b):
        up, down = [a], [b]
        while up[-1] in self.above:
            up.append(self.above[up[-1]])
        while down[-1] in self.above:
            down.append(self.above[down[-1]])
        while len(up) > 1 and len(down) > 1 and up[-2] == down[-2]:
            up.pop(), down.pop()
        places = up + down[-2::-1]
        return [(1, pair) for pair in zip(places, places[1:])]

    def rate(self, link):
        return self.speed[link[1]]

    def text(self):
        return {"schema": "bsim-graph/1", "nodes": self.nodes, "switches": self.switches, "links": [
            {"between": [a, b], "bandwidth": [self.speed[a, b], self.speed[b, a]]} for a, b in self.above.items()]}


def rate_of(machine, link):
    return machine.rate(link) if isinstance(machine, Tree) else machine.rates[link[0]]


class Flow:
    """rest: bytes that have not come to the first link. left_at: when the last packet has left that, once it is known."""

    def __init__(self, number, links, size, limit, left, ended):
        self.number, self.links, self.rest, self.limit = number, links, size, limit
        self.left, self.ended, self.left_at = left, ended, None


class Queues:
    """Flows under way. Of one time links are done first; then packets come and flows end, by the numbers of flows."""

    def __init__(self, machine, packet, burst=0, noise=None):
        """noise: draws numbers around 1, by which times differ as they may by rounding."""
        self.machine, self.packet, self.started, self.count = machine, packet, 0, 0
        self.noise = noise or (lambda: 1)
        self.waiting = collections.defaultdict(collections.deque)  # by link: what it is to serve next
        self.busy, self.free_at = set(), {}  # links that serve a packet; when a link was done the last time
        self.burst, self.tokens = burst, collections.defaultdict(lambda: (burst, -math.inf))  # how many a link had, and when
        self.events = []

    def push(self, t, kind, number, action):
        self.count += 1
        heapq.heappush(self.events, (t, kind, number, self.count, action))

    def start(self, t, links, size, limit, left, ended):
        """left(t) is called when the last packet has left the first link, ended(t) when it is there."""
        self.send(Flow(self.started, links, size, limit, left, ended), t)
        self.started += 1

    def send(self, flow, t):
        """The next packet of a flow comes to the first link."""
        size = flow.rest if flow.rest <= self.packet * (1 + 1e-12) else self.packet
        flow.rest -= size
        self.push(t, 1, flow.number, lambda: self.come(flow, 0, size, flow.rest == 0, t, t))

    def come(self, flow, hop, size, last, t, tail):
        """tail: when the packet has passed the link before."""
        link = flow.links[hop]
        self.waiting[link].append((flow, hop, size, last, t, tail))
        if link not in self.busy:
            self.serve(link, max(t, self.free_at.get(link, -math.inf)))

    def serve(self, link, t):
        """A packet does not end on a link before it ends on the one before. It comes to the next one when its head is there; to a
        faster one so late that it passes in one piece."""
        flow, hop, size, last, came, tail = self.waiting[link].popleft()
        had, since = self.tokens[link]
        has = min(self.burst, had + rate_of(self.machine, link) * (t - since))
        passed = t + max(0, size - has) / rate_of(self.machine, link)
        self.tokens[link] = max(0, has - size), passed
        end = max(passed * self.noise(), tail)
        self.busy.add(link)
        self.push(end, 0, 0, lambda: self.done(link, end))
        if hop == 0:
            self.push(end, 0, 1, lambda: self.follow(flow, last, end, max(end, came + size / flow.limit)))
        if hop + 1 < len(flow.links):
            fast, begin = rate_of(self.machine, flow.links[hop + 1]), t
            if fast > rate_of(self.machine, link):
                begin = max(t, end - size / fast)
            self.push(begin, 1, flow.number, lambda: self.come(flow, hop + 1, size, last, begin, end))
        elif last:
            self.push(end, 2, flow.number, lambda: self.over(flow, end))

    def done(self, link, t):
        self.busy.remove(link)
        self.free_at[link] = t
        if self.waiting[link]:
            self.serve(link, t)

    def follow(self, flow, last, end, t):
        """What follows a packet that has left the first link at end, from t on."""
        if not last:
            self.send(flow, t)
            return
        flow.left_at = t
        self.push(t, 1, flow.number + 0.5, lambda: flow.left(t))

    def over(self, flow, end):
        """The last packet has passed the last link; at the flow's rate it may be there only later."""
        if flow.left_at is None or flow.left_at > end:
            t = end if flow.left_at is None else flow.left_at
            self.push(t, 2, flow.number, lambda: self.over(flow, t))
        else:
            flow.ended(end)

    def next(self):
        return self.events[0][0] if self.events else math.inf

    def end(self):
        """Does all that happens at one time."""
        t = self.next()
        while self.events and self.events[0][0] <= t:
            heapq.heappop(self.events)[-1]()


class Connections(links_random.Connections):
    """A message may come before the one before it has left, by its last byte. It has the connection from that time on."""

    def __init__(self, by_pair):
        super().__init__(by_pair)
        self.free = collections.defaultdict(lambda: -math.inf)

    def come(self, pair, t, start):
        super().come(pair, max(t, self.free[pair]) if self.by_pair else t, start)

    def leave(self, pair, t):
        self.free[pair] = t
        super().leave(pair, t)


# ---- sets of flows ----

def slow_times(machine, flows, by_pair, packet, burst, noise=None):
    """When each flow has left its first link, and has ended."""
    net, times, i, connections = Queues(machine, packet, burst, noise), [[None, None] for _ in flows], 0, Connections(by_pair)

    def come(i):
        a, b, t, size, limit, *pair = flows[i]

        def left(t):
            times[i][0] = t
            connections.leave(tuple(pair), t)

        def ended(t):
            times[i][1] = t
        connections.come(tuple(pair), t, lambda now: net.start(now, machine.route(a, b), size, limit or machine.limit, left, ended))
    while i < len(flows) or net.events:
        if i < len(flows) and flows[i][2] <= net.next():
            come(i)
            i += 1
        else:
            net.end()
    return [t for two in times for t in two]


def noise_of(r):
    return lambda: 1 + r.uniform(-1, 1) * 1e-14


def by_rounding(r, one, i, got):
    """Whether packets come together, so that a time of a set is as times are rounded, and may be so."""
    return any(abs(slow_times(*one, noise_of(r))[i] - got) <= 1e-9 * got for _ in range(20))


def check_sets(r, count, replay):
    """What is wrong with one of so many sets; None if nothing is."""
    sets = []
    for _ in range(count):
        machine = links_random.random_machine(r)
        packet = r.choice([1500, 4096, 10000, 50000, 1e6, r.uniform(1000, 100000)])
        burst = r.choice([0, 0, 1, 1500, r.uniform(1, 5) * packet, 1e6])
        sets.append((machine, links_random.random_flows(r, machine), r.random() < 0.5, packet, burst))
    text = "".join(links_random.text_of(*one) for one in sets)
    done = subprocess.run([replay], input=text, stdout=subprocess.PIPE, text=True, timeout=120)
    lines = done.stdout.splitlines()
    if done.returncode or len(lines) != len(sets):
        return f"    replay_flows: exit {done.returncode}, {len(lines)} of {len(sets)} sets"
    for one, line in zip(sets, lines):
        got, want = [float(x) for x in line.split()], slow_times(*one)
        for i, (g, w) in enumerate(zip(got, want)):
            if not abs(g - w) <= 1e-9 * w and not by_rounding(r, one, i, g):
                return f"    flow {i // 2} {('leaves', 'ends')[i % 2]} at {g!r} instead of {w!r}, of\n{links_random.text_of(*one)}"
    return None


# ---- messages ----

class Simulation(links_random.Simulation):
    """As with shared links, but with packets, and with cards in turn or all at once."""

    def __init__(self, schedule, np, platform, machine, noise=None):
        super().__init__(schedule, np, platform, machine)
        net = platform["network"]
        self.flows, self.machine = Queues(machine, net["packet"], net.get("link_burst", 0), noise), machine
        self.connections = Connections(net["flows"] == "pair")
        self.shift = {}  # by rank and time: by how much noise moves what it starts then
        self.ncard, self.striped, self.turn = net.get("cards", 1), net.get("card_choice") == "striped", collections.Counter()

    def links_of(self, a, b, card):
        links = self.machine.route(a, b)
        if not self.machine.cards:
            return links
        inner = [(kind, name, card) for kind, name in links[1:-1]] if self.net.get("rails") else links[1:-1]
        return [(*links[0], card), *inner, (*links[-1], card)]

    def transfer(self, m, order, size, start, end, done, sent=None, begin=lambda: None):
        pair, alone = (m.source, m.dest), size / self.rate(self.net, m.size)
        piece = next((p for p in self.net.get("pieces", []) if m.size <= p.get("up_to", math.inf)), {})
        nodes = self.node[m.source], self.node[m.dest]
        parts = self.ncard if self.striped else 1
        factor = piece.get("bandwidth_factor", 1)
        amount, limit = size / parts / min(1, factor), piece.get("bandwidth", self.net["bandwidth"] * max(1, factor)) / parts
        open_parts, left_parts = [], []

        def left(t):
            left_parts.append(t)
            if len(left_parts) == parts:
                self.connections.leave(pair, t)

        def ended(t):
            open_parts.append(t)
            if len(open_parts) == parts:
                waited = t - start - alone
                waited = waited if waited > 1e-10 * alone + 8 * sys.float_info.epsilon * t else 0
                if sent:
                    sent(waited)
                done(waited)

        def leave(t):
            card = self.turn[nodes[0]] % self.ncard
            self.turn[nodes[0]] += 1
            for part in range(parts):
                links = self.links_of(*nodes, part if self.striped else card)
                self.flows.start(t, links, amount, limit, left, ended)

        def go(t):
            t *= self.shift.setdefault((m.source, t), self.flows.noise())
            begin()
            if size:
                self.connections.come(pair, t, leave)
                return
            if sent:
                sent(0)
            done(0.0)
        heapq.heappush(self.cards, (start, order, go))

    def run(self):
        while True:
            while any(self.advance(rank) for rank in range(len(self.clock))):
                pass
            if not self.cards and not self.flows.events:
                break
            if self.cards and self.cards[0][0] <= self.flows.next():
                t, _, action = heapq.heappop(self.cards)
                action(t)
            else:
                self.flows.end()
        if any(self.todo):
            raise AssertionError("the schedule does not end")
        return self.clock


def random_platform(r, np, folder):
    platform, machine = links_random.random_platform(r, np)
    net = platform["network"]
    net.update(contention="queues", packet=r.choice([4096, 1500, 65536, 3000000, r.uniform(3e3, 1e6)]))
    if r.random() < 0.4:
        net["link_burst"] = r.choice([1, 1500, r.uniform(0.1, 5) * net["packet"], 1e7])
    if net["model"] == "loggpo" and r.random() < 0.3:  # less than a byte takes, so that answers come before the data are over
        net.update(sender_busy=0, **{key + "_overhead": r.uniform(0, 0.3) / net["bandwidth"] for key in ("send", "recv", "control")})
    if machine.kind != "star" and r.random() < 0.25:
        machine = Tree(r, machine.nodes)
        with open(os.path.join(folder, "graph.json"), "w") as f:
            json.dump(machine.text(), f)
        net["topology"] = {"kind": "graph", "file": "graph.json"}
        net.pop("card_bandwidth", None)
        del net["link_bandwidth"]
    elif machine.kind in ("torus", "mesh"):
        machine.cards, net["card_bandwidth"] = True, machine.rates[0]
    if machine.cards and r.random() < 0.4:
        net.update(cards=r.randint(2, 3), card_choice=r.choice(["striped", "round_robin"]))
        net["rails"] = machine.kind != "star" and r.random() < 0.5
    return platform, machine


def check_messages(r, tmp, exe):
    """(platform, what is wrong) of one schedule."""
    np = r.randint(2, 24)
    platform, machine = random_platform(r, np, tmp)
    schedule = times_random.make_schedule(r, np, r.randint(20, 120))
    got, error = links_random.clocks(tmp, np, platform, schedule, exe, (1, 2, 3))
    if error:
        return platform, error
    want = Simulation(schedule, np, platform, machine).run()
    wrong = links_random.unlike(got, want)
    if wrong and rounding_decides(r, want, schedule, np, platform, machine):
        return platform, None
    return platform, links_random.differences(got, want, wrong)


def rounding_decides(r, want, schedule, np, platform, machine):
    """Whether packets of different messages come together, so that the order in which they go on is as times are rounded."""
    noisy = (Simulation(schedule, np, platform, machine, noise_of(r)).run() for _ in range(8))
    return any(links_random.unlike(times, want) for times in noisy)


if __name__ == "__main__":
    sys.exit(links_random.main("queues_random", __doc__, check_messages, check_sets, 40))

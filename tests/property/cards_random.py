#!/usr/bin/env python3
"""Random point-to-point schedules on nodes that share network cards: each rank's virtual time beside a second implementation.

Here a card's side is a list of the messages that share it, of which each step serves all: this simulation handles messages
strictly in the order of virtual time. It also checks that no side carries more than its bandwidth. The formulas come from the
papers (SC08 section III, PHANTOM section 6, LogGP's g and G at the card) and from docs/reference/platform.md. With several threads and in random order of ranks the product must give the same bits.
cards_random.py [--count N] [--seed S] prints `ok cards_random SEED MODEL` or `FAIL ...` for each schedule.
"""
import collections
import heapq
import json
import os
import random
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, HERE)
import seeds  # noqa: E402
import times_random  # noqa: E402

PACKET = 4096


class Message:
    def __init__(self, source, dest, tag, size):
        self.source, self.dest, self.tag, self.size = source, dest, tag, size
        self.arrive = self.release = None
        self.sender_waits = False


class Side:
    """One side of a card. Streams share it fairly; of a stream one message is served after the other."""

    def __init__(self):
        self.now, self.streams, self.ends, self.came = 0.0, {}, {}, []

    def serve(self, until):
        """Serves what is there until a time."""
        while self.streams:
            n, least = len(self.streams), min(s[0][0] for s in self.streams.values())
            over = self.now + n * least <= until
            served = least if over else (until - self.now) / n
            for s in self.streams.values():
                s[0][0] -= served
            if not over:
                break
            self.now += n * least
            for key in [k for k, s in self.streams.items() if s[0][0] <= 0]:
                self.ends[self.streams[key].popleft()[1]] = self.now
                if not self.streams[key]:
                    del self.streams[key]
        self.now = until

    def come(self, start, stream, busy, name):
        self.serve(start)
        self.came.append((start, busy))
        if busy > 0:
            self.streams.setdefault(stream, collections.deque()).append([busy, name])
        else:
            self.ends[name] = start

    def end(self, name):
        """When a message ends if nobody comes later."""
        if name in self.ends:
            return self.ends[name]
        later = Side()
        later.now = self.now
        later.streams = {k: collections.deque([left, n] for left, n in s) for k, s in self.streams.items()}
        later.serve(float("inf"))
        return later.ends[name]

    def check(self):
        """It serves its messages in no less time than they take, and is never idle while one is there."""
        self.serve(float("inf"))
        free = 0.0
        for start, busy in self.came:
            free = max(free, start) + busy
        if self.ends and abs(max(self.ends.values()) - free) > 1e-9 * free:
            raise AssertionError(f"a card is free at {max(self.ends.values())!r} instead of {free!r}")


class Simulation:
    """Runs each rank until it must wait, and then the earliest message at a card."""

    def __init__(self, schedule, np, platform):
        self.net, self.intra = platform["network"], platform["intra_node"]
        self.simple = self.net["model"] == "simple"
        cores, nodes = platform["cores_per_node"], platform["nodes"]
        self.node = [r // cores if platform["mapping"] == "block" else r % nodes for r in range(np)]
        self.todo = [collections.deque() for _ in range(np)]
        for rank, op, *rest in schedule:
            if op == "x":  # eager only: the order of the two sides does not matter
                self.todo[rank] += [("s", *rest), ("r", *rest)]
            else:
                self.todo[rank].append((op, *rest))
        self.clock = [0.0] * np
        self.unexpected = [[] for _ in range(np)]
        self.posted = [None] * np  # the receive that a rank is blocked in
        self.blocked = [False] * np
        self.sides = collections.defaultdict(Side)  # by (node, side)
        self.last = {}  # by pair: the last message at cards
        self.stream = {}  # by message at cards, and side
        self.queue = collections.defaultdict(list)  # by pair: messages that come in their order
        self.count = [0] * np
        self.cards = []
        self.messages = 0

    def link(self, a, b):
        return self.intra if self.node[a] == self.node[b] else self.net

    def is_shared(self, net):
        """Whether messages of a link meet others."""
        return net is self.net

    @staticmethod
    def rate(net, size):
        """Bytes per second of a message that meets no other."""
        for piece in net.get("pieces", []):
            if size <= piece.get("up_to", float("inf")):
                return piece.get("bandwidth", net["bandwidth"] * piece.get("bandwidth_factor", 1))
        return net["bandwidth"]

    def number(self, rank):
        self.count[rank] += 1
        return rank, self.count[rank]

    def slower(self, m, size):
        """What a message takes longer at idle cards than on its way; less than 0: it may wait so long before it is late."""
        served, sent = size / self.net["card_bandwidth"], size / self.rate(self.net, m.size)
        return max(served - sent, self.net["card_gap"] + served - sent - self.net["latency"])

    def transfer(self, m, order, size, start, end, done, sent=None, begin=lambda: None):
        """end: when it would come without waiting. begin() is called when it comes to the sender's card, sent(what it has waited)
        when it has left this, and done(what it has waited) when it has passed both cards."""
        out, into = self.sides[self.node[m.source], "out"], self.sides[self.node[m.dest], "in"]
        busy, pair, name = self.net["card_gap"] + size / self.net["card_bandwidth"], (m.source, m.dest), order
        slower, is_packet = self.slower(m, size), size <= PACKET

        def wait(side, came):
            return side.end(name) - came - busy

        def join(side, which, before, t):
            """The message follows that before it, if that has not come."""
            stream = self.stream.get((before, which), name)
            if not is_packet:
                self.stream[name, which] = stream
            side.come(t, stream, busy, name)

        def leave(t):
            begin()
            before = None
            if not is_packet:
                before, self.last[pair] = self.last.get(pair), name
            join(out, "out", before, t)
            known = wait(out, t)
            if sent and is_packet:
                sent(max(0, known + slower))
            elif sent:
                ask_left_at(end - self.net["latency"] + max(0, known + slower))
            heapq.heappush(self.cards, (t + self.net["latency"], order, lambda t: come(t, before, known)))

        came_at = []

        def come(t, before, known):
            came_at.append(t)
            join(into, "in", before, t)
            waited = max(0, max(known, wait(into, t)) + slower)
            if is_packet:
                done(waited)
            else:
                ask_at(max(t, end + waited), t)

        def ask_left_at(when):
            heapq.heappush(self.cards, (when, order, ask_left))

        def ask_left(t):
            both = max(wait(out, start), wait(into, came_at[0]) if came_at else 0)
            waited = max(0, both + slower)
            if end - self.net["latency"] + waited > t + 1e-13 * t:
                ask_left_at(end - self.net["latency"] + waited)
            else:
                sent(waited)

        def ask_at(when, came):
            heapq.heappush(self.cards, (when, order, lambda t: ask(t, came)))

        def ask(t, came):
            waited = max(0, max(wait(out, start), wait(into, came)) + slower)
            if end + waited > t + 1e-13 * t:
                ask_at(end + waited, came)
                return
            if self.last.get(pair) == name:
                del self.last[pair]
            del self.stream[name, "out"], self.stream[name, "in"]
            done(waited)
        heapq.heappush(self.cards, (start, order, leave))

    def in_order(self, m):
        """Lets a message come when those before it from its rank to the same one have come."""
        queue = self.queue[m.source, m.dest]
        m.is_over, m.least = False, 0

        def over(waited):
            m.arrive += waited
            m.is_over = True
            while queue and queue[0].is_over:
                first = queue.pop(0)
                first.arrive = max(first.arrive, first.least)
                if queue:
                    queue[0].least = first.arrive
                self.deliver(first)
        return over, lambda: queue.append(m)

    def run(self):
        while True:
            while any(self.advance(rank) for rank in range(len(self.clock))):
                pass
            if not self.cards:
                break
            t, _, action = heapq.heappop(self.cards)
            action(t)
        if any(self.todo):
            raise AssertionError("the schedule does not end")
        for side in self.sides.values():
            side.check()
        return self.clock

    def advance(self, rank):
        before = len(self.todo[rank])
        while self.todo[rank] and not self.blocked[rank]:
            op, *rest = self.todo[rank].popleft()
            if op == "c":
                self.clock[rank] += rest[0]
            elif op == "r":
                self.blocked[rank] = True
                self.posted[rank] = tuple(rest[:2])
                self.match(rank)
            else:
                self.send(rank, *rest)
        return len(self.todo[rank]) < before

    def send(self, a, b, tag, size):
        net, m = self.link(a, b), Message(a, b, tag, size)
        through, eager = self.is_shared(net), size <= net.get("eager_limit", float("inf"))
        self.messages += 1
        if self.simple:
            m.arrive = m.release = self.clock[a]
            m.order = self.number(a) if through else None
            m.sender_waits = self.blocked[a] = not eager
            self.deliver(m)
            return
        wire = net["latency"] + max(size - 1, 0) / self.rate(net, size)
        self.clock[a] += net["send_overhead"] if eager else net["control_overhead"]
        m.release = self.clock[a]
        m.arrive = m.release + (wire if eager else net["latency"])
        m.sender_waits = self.blocked[a] = not eager
        if not through:
            self.deliver(m)
            return
        m.order = None if eager else self.number(a)

        over, begin = self.in_order(m)
        self.transfer(m, self.number(a), size if eager else 0, m.release, m.arrive, over, begin=begin)

    def deliver(self, m):
        self.unexpected[m.dest].append(m)
        self.match(m.dest)

    def match(self, b):
        for i, m in enumerate(self.unexpected[b]):
            if self.posted[b] == (m.source, m.tag):
                self.posted[b] = None
                del self.unexpected[b][i]
                self.meet(m)
                return

    def meet(self, m):
        a, b, net = m.source, m.dest, self.link(m.source, m.dest)
        through, now = self.is_shared(net), self.clock[m.dest]
        wire = net["latency"] + (m.size if self.simple else max(m.size - 1, 0)) / self.rate(net, m.size)
        if self.simple:
            start, sent = max(now, m.arrive), None

            def ready(waited):
                self.clock[b] = start + wire + waited
                self.blocked[b] = False
                if m.sender_waits:
                    self.clock[a] = self.clock[b]
                    self.blocked[a] = False
        elif not m.sender_waits:
            self.clock[b] = max(now, m.arrive) + net["recv_overhead"]
            self.blocked[b] = False
            return
        else:
            control, latency, over = net["control_overhead"], net["latency"], net["send_overhead"]
            start = max(m.arrive, now) + control + (control + latency + control) + over
            copying = net["sender_busy"] * (wire - latency)

            def sent(waited):
                self.clock[a] = max(m.release + control + over + copying, start + wire - latency + waited)
                self.blocked[a] = False

            def ready(waited):
                self.clock[b] = max(now + 2 * control, start + wire + waited) + net["recv_overhead"]
                self.blocked[b] = False
        if through:
            self.transfer(m, m.order, m.size, start, start + wire, ready, sent)
        else:
            if sent:
                sent(0)
            ready(0)


def random_platform(r, np):
    platform = times_random.random_platform(r, np)
    net = platform["network"]
    net.pop("topology", None)
    net.pop("hop_latency", None)
    cores = r.randint(2, 6)
    platform.update(nodes=-(-np // cores), cores_per_node=cores)
    net.update(card_bandwidth=net["bandwidth"] * r.uniform(0.3, 3), card_gap=r.choice([0, r.uniform(0, 1e-5)]))
    if net["model"] == "simple" and r.random() < 0.5:
        net["eager_limit"] = platform["intra_node"]["eager_limit"] = 65536
    elif net["model"] == "simple":
        net["eager_limit"] = platform["intra_node"]["eager_limit"] = 1e9
    return platform


def clocks(argv, np):
    """{rank: its last clock}, and what is wrong with the run."""
    run = subprocess.run(argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=60)
    words = [line.split() for line in run.stdout.splitlines()]
    got = {int(w[0]): float(w[1]) for w in words if len(w) == 2 and w[0].isdigit()}
    missing = [r for r in range(np) if r not in got]
    return got, f"exit {run.returncode}: {run.stderr.strip()[-500:]}" if run.returncode or missing else None


def prepare(folder, _options):
    subprocess.run([os.path.join(ROOT, "build/bin/bsimcc"), "-O1", os.path.join(HERE, "replay_schedule.c"), "-o",
                    os.path.join(folder, "replay")], check=True)


def check(seed, tmp, _options):
    r = random.Random(seed)
    np = r.randint(2, 24)
    schedule, platform = times_random.make_schedule(r, np, r.randint(20, 300)), random_platform(r, np)
    with open(os.path.join(tmp, "schedule"), "w") as f:
        for e in schedule:
            f.write(" ".join(repr(x) if isinstance(x, float) else str(x) for x in e) + "\n")
    with open(os.path.join(tmp, "platform.json"), "w") as f:
        json.dump(platform, f)
    want = Simulation(schedule, np, platform).run()
    exe, model = os.path.join(tmp, "replay"), platform["network"]["model"]
    argv = [os.path.join(ROOT, "build/bin/bsim"), "run", "-q", "-np", str(np), "--platform", os.path.join(tmp, "platform.json")]
    argv_of = lambda shards: argv + ["--shards", str(shards), exe, os.path.join(tmp, "schedule")]  # noqa: E731
    got, error = clocks(argv_of(1), np)
    if error:
        yield model, error
        return
    wrong = [k for k in range(np) if abs(got[k] - want[k]) > 1e-10 * max(want) + 1e-15]
    if wrong:
        yield model, "\n" + "\n".join(f"    rank {k}: {got[k]!r} instead of {want[k]!r}" for k in wrong[:4])
        return
    again, error = clocks(argv_of(min(3, np)), np)
    yield model, error or ("other bits with three threads" if again != got else None)


if __name__ == "__main__":
    sys.exit(seeds.loop("cards_random", __doc__, 40, check, prepare))

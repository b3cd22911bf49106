#!/usr/bin/env python3
"""Random point-to-point schedules: compares each rank's virtual time with a second implementation of the models.

The formulas here are written from the papers only: SC08 section III for `simple`, PHANTOM section 6 for `loggpo`. Hops come from
a search through the graph of each topology.
times_random.py [--count N] [--seed S] prints `ok times_random SEED MODEL TOPOLOGY` or `FAIL ...` for each schedule.
"""
import argparse
import collections
import itertools
import json
import math
import os
import random
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))


def make_schedule(r, np, events):
    """A list of (rank, op, ...) in an order that no protocol can deadlock: each message's two sides are neighbours."""
    out = []
    for _ in range(events):
        x = r.random()
        a = r.randrange(np)
        if x < 0.4 or np == 1:
            out.append((a, "c", r.uniform(0, 1e-4)))
            continue
        b = r.choice([k for k in range(np) if k != a])
        size, tag = r.choice([0, 1, 8, 100, 1000, 20000, 65536, 65537, 300000, 1000000]), r.randrange(5)
        if x < 0.9:
            out.append((a, r.choice("si"), b, tag, size))
            out.append((b, "r", a, tag, size))
        else:
            out.append((a, "x", b, tag, min(size, 1000)))
            out.append((b, "x", a, tag, min(size, 1000)))
    return out


def links(topology):
    """The links of a topology as pairs of places; nodes are the places 0, 1, ... (docs/reference/platform.md)."""
    if topology["kind"] == "torus":
        places = list(itertools.product(*(range(d) for d in topology["dims"])))
        number = {place: i for i, place in enumerate(places)}
        for place in places:
            for axis, size in enumerate(topology["dims"]):
                beside = place[:axis] + ((place[axis] + 1) % size,) + place[axis + 1:]
                yield number[place], number[beside]
    elif topology["kind"] == "fat_tree":
        below = list(range(math.prod(topology["children"])))
        for level, children in enumerate(topology["children"]):
            above = [("switch", level, i) for i in range(len(below) // children)]
            for i, place in enumerate(below):
                yield place, above[i // children]
            below = above
    else:
        groups, routers, nodes = topology["groups"], topology["routers"], topology["nodes"]
        for group, router in itertools.product(range(groups), range(routers)):
            for node in range(nodes):
                yield (group * routers + router) * nodes + node, ("router", group, router)
            for other in range(router):
                yield ("router", group, router), ("router", group, other)


def route_lengths(topology):
    """The lengths of the shortest routes between all nodes, as hops[a][b]."""
    near = collections.defaultdict(set)
    for a, b in links(topology):
        near[a].add(b)
        near[b].add(a)

    def search(start):
        hops, queue = {start: 0}, collections.deque([start])
        while queue:
            place = queue.popleft()
            for beside in near[place] - hops.keys():
                hops[beside] = hops[place] + 1
                queue.append(beside)
        return hops
    if topology["kind"] != "dragonfly":
        nodes = math.prod(topology.get("dims") or topology["children"])
        return [search(node) for node in range(nodes)]
    # Between groups a dragonfly's route takes the one link between the two, though a way through a third group may be
    # shorter: up to that link, over it, and on.
    groups, routers = topology["groups"], topology["routers"]
    each = routers * topology["nodes"]
    inside = [search(node) for node in range(groups * each)]
    of_router = -(-(groups - 1) // routers)  # how many of a group's links to others one of its routers has

    def gate(group, other):
        return "router", group, [g for g in range(groups) if g != group].index(other) // of_router
    hops = []
    for a in range(groups * each):
        hops.append([inside[a][b] if a // each == b // each else
                     inside[a][gate(a // each, b // each)] + 1 + inside[b][gate(b // each, a // each)]
                     for b in range(groups * each)])
    return hops


def finish_times(schedule, np, platform):
    """The clock of each rank after the schedule. Handles the two sides of a message together."""
    clock = [0.0] * np
    nodes, cores, topology = platform["nodes"], platform["cores_per_node"], platform["network"].get("topology")
    node = [r // cores if platform["mapping"] == "block" else r % nodes for r in range(np)]
    hops = route_lengths(topology) if topology else None
    k = 0
    while k < len(schedule):
        event = schedule[k]
        if event[1] == "c":
            clock[event[0]] += event[2]
            k += 1
            continue
        a, op, b, _, size = event
        net = platform["intra_node"] if node[a] == node[b] else platform["network"]
        latency, gap = net["latency"], 1.0 / net["bandwidth"]
        if topology and node[a] != node[b]:
            latency += hops[node[a]][node[b]] * net["hop_latency"]
        if op == "x":
            ta, tb = clock[a], clock[b]
            if platform["network"]["model"] == "simple":
                clock[a] = max(ta, tb) + latency + size * gap
                clock[b] = max(ta, tb) + latency + size * gap
            else:
                os_, or_ = net["send_overhead"], net["recv_overhead"]
                wire = latency + gap * max(size - 1, 0)
                clock[a] = max(ta + os_, tb + os_ + wire) + or_
                clock[b] = max(tb + os_, ta + os_ + wire) + or_
        elif platform["network"]["model"] == "simple":
            clock[b] = max(clock[b], clock[a]) + latency + size * gap
        else:
            os_, or_, oc = net["send_overhead"], net["recv_overhead"], net["control_overhead"]
            wire = latency + gap * max(size - 1, 0)
            if size <= net["eager_limit"]:
                clock[a] += os_
                clock[b] = max(clock[b], clock[a] + wire) + or_
            else:
                met = max(clock[a] + oc + latency, clock[b])  # request on the receiver's side, receive posted
                clock[a] = met + oc + (oc + latency + oc) + os_
                clock[b] = clock[a] + wire + or_
                clock[a] += wire - latency  # until its data have left
        k += 2
    return clock


def random_platform(r, np):
    def net(model):
        n = {"model": model, "latency": r.uniform(1e-7, 1e-4), "bandwidth": r.uniform(1e7, 1e10)}
        if model == "loggpo":
            n.update(send_overhead=r.uniform(0, 1e-5), recv_overhead=r.uniform(0, 1e-5),
                     control_overhead=r.uniform(0, 1e-6), sender_busy=r.choice([0, 1, r.random()]),
                     eager_limit=65536)
        return n
    model = r.choice(["simple", "loggpo"])
    platform = {"schema": "bsim-platform/1", "name": "random", "nodes": np, "cores_per_node": r.randint(1, 3),
                "mapping": r.choice(["block", "cyclic"]), "network": net(model),
                "intra_node": {k: v for k, v in net(model).items() if k != "model"}}
    topology = random_topology(r)
    if topology:
        sizes = topology.get("dims") or topology.get("children") or [topology[k] for k in ("groups", "routers", "nodes")]
        platform["nodes"] = math.prod(sizes)
        platform["cores_per_node"] = max(platform["cores_per_node"], -(-np // platform["nodes"]))
        platform["network"].update(topology=topology, hop_latency=r.uniform(1e-8, 1e-5))
    return platform


def random_topology(r):
    kind = r.choice([None, "torus", "torus", "fat_tree", "dragonfly"])
    if kind == "torus":
        return {"kind": kind, "dims": [r.randint(1, 5) for _ in range(r.randint(1, 3))]}
    if kind == "fat_tree":
        return {"kind": kind, "children": [r.randint(1, 4) for _ in range(r.randint(1, 3))]}
    return kind and {"kind": kind, "groups": r.randint(1, 6), "routers": r.randint(1, 4), "nodes": r.randint(1, 3)}


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--count", type=int, default=40)
    p.add_argument("--seed", type=int, default=int(time.time()))
    a = p.parse_args()
    print(f"times_random: seeds {a.seed} .. {a.seed + a.count - 1}")
    bad = 0
    with tempfile.TemporaryDirectory(prefix="times_random.") as tmp:
        exe = os.path.join(tmp, "replay")
        subprocess.run([os.path.join(ROOT, "build/bin/bsimcc"), "-O1", os.path.join(HERE, "replay_schedule.c"), "-o", exe],
                       check=True)
        for seed in range(a.seed, a.seed + a.count):
            r = random.Random(seed)
            np = r.randint(1, 16)
            schedule, platform = make_schedule(r, np, r.randint(1, 200)), random_platform(r, np)
            with open(os.path.join(tmp, "schedule"), "w") as f:
                for e in schedule:
                    f.write(" ".join(repr(x) if isinstance(x, float) else str(x) for x in e) + "\n")
            with open(os.path.join(tmp, "platform.json"), "w") as f:
                json.dump(platform, f)
            run = subprocess.run([os.path.join(ROOT, "build/bin/bsim"), "run", "-np", str(np), "--platform", f.name, exe,
                                  os.path.join(tmp, "schedule")], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                 text=True, timeout=60)
            got = {}
            for line in run.stdout.splitlines():
                words = line.split()
                if len(words) == 2 and words[0].isdigit():
                    got[int(words[0])] = float(words[1])
            want = finish_times(schedule, np, platform)
            wrong = [k for k in range(np) if k not in got or abs(got[k] - want[k]) > 1e-11 * max(want) + 1e-15]
            name = f"{seed} {platform['network']['model']} {platform['network'].get('topology', {}).get('kind', 'flat')}"
            if run.returncode or wrong:
                bad += 1
                print(f"FAIL times_random {name}: exit {run.returncode}")
                print(run.stderr.strip()[-500:])
                for k in wrong[:4]:
                    print(f"    rank {k}: {got.get(k)} instead of {want[k]!r}")
            else:
                print(f"ok times_random {name}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())

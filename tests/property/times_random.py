#!/usr/bin/env python3
"""Random point-to-point schedules: each rank's virtual time against a second implementation of the models.

The formulas here are written from the papers alone: SC08 section III for `simple`, PHANTOM section 6 for `loggpo`.
times_random.py [--count N] [--seed S] prints `ok times_random SEED MODEL` or `FAIL ...` for each schedule.
"""
import argparse
import json
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


def finish_times(schedule, np, platform):
    """Clock of each rank after the schedule. Uses one clock a rank; the two sides of a message are handled together."""
    clock = [0.0] * np
    cores = platform["cores_per_node"]
    k = 0
    while k < len(schedule):
        event = schedule[k]
        if event[1] == "c":
            clock[event[0]] += event[2]
            k += 1
            continue
        a, op, b, _, size = event
        net = platform["intra_node"] if a // cores == b // cores else platform["network"]
        latency, gap = net["latency"], 1.0 / net["bandwidth"]
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
        k += 2
    return clock


def random_platform(r, np):
    def net(model):
        n = {"model": model, "latency": r.uniform(1e-7, 1e-4), "bandwidth": r.uniform(1e7, 1e10)}
        if model == "loggpo":
            n.update(send_overhead=r.uniform(0, 1e-5), recv_overhead=r.uniform(0, 1e-5),
                     control_overhead=r.uniform(0, 1e-6), eager_limit=65536)
        return n
    model = r.choice(["simple", "loggpo"])
    return {"schema": "bsim-platform/1", "name": "random", "nodes": np, "cores_per_node": r.randint(1, 3),
            "mapping": "block", "network": net(model), "intra_node": {k: v for k, v in net(model).items() if k != "model"}}


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
            np = r.randint(1, 8)
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
            if run.returncode or wrong:
                bad += 1
                print(f"FAIL times_random {seed} {platform['network']['model']}: exit {run.returncode}")
                print(run.stderr.strip()[-500:])
                for k in wrong[:4]:
                    print(f"    rank {k}: {got.get(k)} instead of {want[k]!r}")
            else:
                print(f"ok times_random {seed} {platform['network']['model']}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())

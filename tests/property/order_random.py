#!/usr/bin/env python3
"""Random messages on platforms where a later message is faster than an earlier one: receives take them in the order of sending.

Latencies differ by pieces, by rules of transport, by noise and by losses; protocols are mixed; messages pass network cards or shared
links, or neither (replay_order.c compares the order). With two shards the predicted time must be the same.
order_random.py [--count N] [--seed S] prints `ok order_random SEED FEATURES` or `FAIL ...` for each.
"""
import json
import os
import random
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
BIN = os.path.join(ROOT, os.environ.get("B", "build"), "bin")
sys.path.insert(0, HERE)
import seeds  # noqa: E402

SHARING = {"nothing": {}, "cards": {"card_bandwidth": 1.5e9, "card_gap": 1e-7}, "links": {"contention": "max-min"},
           "cards by turns": {"card_bandwidth": 1e9, "cards": 2}, "pairs": {"contention": "max-min", "flows": "pair"}}
PROTOCOLS = {"simple": ["eager", "rendezvous"], "loggpo": ["eager", "rendezvous", "detached", "acknowledged"]}


def noise(r):
    return {"latency": r.choice([0.3, {"two_speeds": {"probability": 0.1, "factor": 5}}])}


def values(r, model):
    """What a piece or a rule of transport says."""
    v = {"protocol": r.choice(PROTOCOLS[model])}
    if r.random() < 0.6:
        v["latency"] = r.uniform(5e-7, 2e-5)
    if r.random() < 0.3:
        v["bandwidth"] = r.uniform(5e8, 5e9)
    return v


def platform(r, sharing, differ):
    model = r.choice(["simple", "loggpo", "loggpo"])
    network = dict(SHARING[sharing], model=model, latency=2e-6, bandwidth=1e9, eager_limit=r.choice([0, 1000, 5000, 1000000]))
    if model == "loggpo":
        network.update(send_overhead=r.choice([0, 2e-7]), recv_overhead=3e-7, control_overhead=1e-7)
    if differ == "pieces":
        limits = sorted(r.sample([500, 2000, 6000, 50000], r.choice([1, 2])))
        network["pieces"] = [dict(values(r, model), up_to=limit) for limit in limits] + [values(r, model)]
    elif differ == "transport":
        network["transport"] = [{"when": {"bytes_above": r.choice([500, 5000])}, "use": values(r, model)}, {"use": values(r, model)}]
    elif differ == "noise":
        network["noise"] = noise(r)
    elif differ == "loss":
        network["loss"] = {"probability": r.choice([0.01, 0.2]), "timeout": 2e-5, "packet": 1460}
    return {"schema": "bsim-platform/1", "nodes": 8, "cores_per_node": r.choice([1, 2]), "mapping": r.choice(["block", "cyclic"]),
            "network": network, "intra_node": {"latency": 5e-7, "bandwidth": 5e9}}


def bsim(folder, np, options, seed, messages, any_source):
    argv = [os.path.join(BIN, "bsim"), "run", "--quiet", "--no-interval", "-np", str(np), "--platform", "platform.json", "--json",
            "out.json", *options, os.path.join(folder, "order"), str(seed), str(messages), str(any_source)]
    done = subprocess.run(argv, cwd=folder, capture_output=True, text=True, timeout=300, check=False)
    if done.returncode:
        raise seeds.Failed(f"exit code {done.returncode}: {' '.join(argv)}: {done.stderr[-300:]}")
    with open(os.path.join(folder, "out.json")) as f:
        return json.load(f)["predicted_time_s"]


def check(seed, folder, options):
    for sharing in SHARING:
        for differ in ("pieces", "transport", "noise", "loss"):
            r = random.Random(f"{seed} {sharing} {differ}")
            with open(os.path.join(folder, "platform.json"), "w") as f:
                json.dump(platform(r, sharing, differ), f)
            np, messages, any_source = r.choice([2, 3, 5]), r.choice([20, 40]), r.choice([0, 1])
            noisy = ["--noise", "1"] if differ == "noise" or r.random() < 0.3 else []
            try:
                times = [bsim(folder, np, [*noisy, *shards], seed, messages, any_source) for shards in ([], ["--shards", "2"])]
                wrong = None if times[0] == times[1] else f"two shards differ: {times}"
            except seeds.Failed as failed:
                wrong = str(failed)
            yield f"{sharing}, {differ}", wrong


def prepare(folder, options):
    subprocess.run([os.path.join(BIN, "bsimcc"), "-O1", os.path.join(HERE, "replay_order.c"), "-o", os.path.join(folder, "order")],
                   check=True)


if __name__ == "__main__":
    sys.exit(seeds.loop("order_random", __doc__, 4, check, prepare))

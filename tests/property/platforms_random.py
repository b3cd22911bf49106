#!/usr/bin/env python3
"""A random program on random platforms that combine features: what must hold whatever the models say.

scaled: with all times of the platform four times as long (rates a fourth, speed too) the program takes four times as long, to the last
bit; to 1e-12 with tables of collectives, which have logarithms. What had a time of its own in the code would show.
sweep: each value of a swept parameter has the bits of a run on a platform file with this value. The values are far apart, so that ranks
come to cards, files and locks in another order. On platforms with network cards all collectives have long messages: the order of
short ones among others is only known for the first scenario.
platforms_random.py [--count N] [--seed S] prints `ok platforms_random SEED CHECK` or `FAIL ...` for each.
"""
import copy
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

TIMES = {"latency", "hop_latency", "send_overhead", "recv_overhead", "control_overhead", "card_gap", "send_overhead_per_byte",
         "recv_overhead_per_byte", "timeout", "block_time", "element_time", "latency_above", "seconds"}
RATES = {"bandwidth", "link_bandwidth", "card_bandwidth", "shared_bandwidth", "node_bandwidth", "total_bandwidth", "speed"}
OVERHEADS = ("send_overhead", "recv_overhead", "control_overhead")
TOPOLOGIES = [None, {"kind": "torus", "dims": [4, 2, 2]}, {"kind": "mesh", "dims": [4, 4]},
              {"kind": "fat_tree", "children": [4, 4], "parents": [1, 2]}, {"kind": "dragonfly", "groups": 4, "routers": 2, "nodes": 2},
              {"kind": "dragonfly", "groups": 4, "routers": 2, "nodes": 2, "routing": "valiant"}]
ALGORITHMS = {"barrier": ["linear", "tree", "two_level"], "bcast": ["knomial", "chain", "split_binary", "two_level", "pipeline"],
              "allreduce": ["ring", "two_level", "rabenseifner"], "alltoall": ["bruck", "ring", "pairwise"],
              "reduce": ["chain", "linear"], "gather": ["linear", "linear_sync"]}
TABLE = {"table": {"processes": [2, 16], "bytes": [8, 65536], "seconds": [[3e-6, 4e-5], [1e-5, 9e-4]]}}
MODELS = {"schema": "bsim-models/1", "blocks": {f"main.{i}": {"params": {"n": "n"}, "time": f"{i}*1.7e-9*n"} for i in (1, 2, 3)}}
ALL, FOR_CARDS, LONG = "cccpxaAbgrsonwlfFi", "ccpxaAbgrslfi", 300000


class Generator:
    def __init__(self, r):
        self.r, self.model = r, r.choice(["simple", "loggpo", "loggpo"])

    def chance(self, p):
        return self.r.random() < p

    def time(self):
        return self.r.uniform(1e-6, 5e-6)

    def rate(self):
        return self.r.uniform(5e8, 5e9)

    def loss(self):
        return {"probability": self.r.uniform(1e-4, 1e-2), "timeout": 1e-5 * self.time() * 1e6, "packet": self.r.choice([1000, 1460])}

    def piece(self):
        r, v = self.r, {"protocol": self.r.choice(["eager", "rendezvous"] + ["detached", "acknowledged"] * (self.model == "loggpo"))}
        if self.chance(0.4):
            del v["protocol"]
        v.update(r.choice([{}, {"latency": self.time()}, {"latency_factor": r.uniform(0.3, 3)}]))
        v.update(r.choice([{}, {"bandwidth": self.rate()}, {"bandwidth_factor": r.uniform(0.3, 3)}]))
        for key in (*OVERHEADS[:2], "send_overhead_per_byte", "recv_overhead_per_byte") * (self.model == "loggpo"):
            if self.chance(0.3):
                v[key] = r.uniform(1e-10, 1e-9) if "byte" in key else r.uniform(1e-7, 1e-6)
        if self.chance(0.2):
            v["loss"] = self.loss()
        return v

    def pieces(self):
        limits = sorted(self.r.sample([500, 2000, 6000, 50000], self.r.choice([1, 2])))
        return [dict(self.piece(), up_to=limit) for limit in limits] + [self.piece()]

    def rules(self):
        sizes = [{}, {"bytes_above": 1000}, {"bytes_up_to": 10000}, {"latency_above": 2.5e-6, "scheme": "synchronous"}]
        chosen = sorted(self.r.sample(sizes[:4], self.r.choice([1, 2, 3])), key=lambda when: not when)  # the one for all is last
        return [{"when": when, "use": self.piece()} for when in chosen]

    def link(self):
        v = {"latency": self.time(), "bandwidth": self.rate(), "eager_limit": self.r.choice([0, 1000, 5000, 1000000])}
        if self.model == "loggpo":
            v.update({key: self.r.uniform(1e-7, 1e-6) for key in OVERHEADS}, sender_busy=self.r.choice([0, 0.25, 1]))
        return v

    def network(self):
        v = dict(self.link(), model=self.model)
        topology = self.r.choice(TOPOLOGIES)
        if topology:
            v.update(topology=topology, hop_latency=self.r.uniform(1e-8, 1e-6))
        if self.chance(0.4):
            v["contention"] = "max-min"
            if topology and self.chance(0.5):
                v["link_bandwidth"] = self.rate()
            if self.chance(0.4):
                v["flows"] = "pair"
        if self.chance(0.4):
            v["card_bandwidth"] = self.rate()
            if "contention" not in v:
                v["card_gap"] = self.r.choice([0, 3e-7])
            if self.chance(0.4):
                v.update(cards=2, card_choice=self.r.choice(["round_robin", "hash", "striped"]))
        if self.chance(0.6):
            v.update({"pieces": self.pieces()} if self.chance(0.5) else {"transport": self.rules()})
        if self.chance(0.3):
            v["loss"] = self.loss()
        return v

    def platform(self):
        p = {"schema": "bsim-platform/1", "nodes": 16, "cores_per_node": self.r.choice([1, 2, 4]), "speed": self.r.uniform(0.5, 2),
             "mapping": self.r.choice(["block", "cyclic", "random:3"]), "network": self.network(), "intra_node": self.link()}
        if p["cores_per_node"] > 1 and self.chance(0.3):
            p.update(sockets_per_node=2, between_sockets=dict(self.link(), pieces=self.pieces()))
        elif "contention" in p["network"] and self.chance(0.5):
            p["intra_node"]["shared_bandwidth"] = self.rate()
        some = {"reduction": {"bandwidth": self.rate(), "latency": 1e-7, "element_time": 1e-9}, "packing": {"bandwidth": self.rate(), "block_time": 1e-9},
                "copy": {"bandwidth": self.rate(), "latency": 1e-8},
                "file_system": {"bandwidth": self.rate(), "latency": 2e-6, "node_bandwidth": self.rate(), "total_bandwidth": self.rate()}}
        p.update({key: value for key, value in some.items() if self.chance(0.6)})
        if self.chance(0.4):
            p["collectives"] = {name: self.r.choice(of) for name, of in ALGORITHMS.items() if self.chance(0.5)}
            p["collectives"].update(self.r.choice([{}, {"preset": "openmpi"}, {"allreduce": TABLE}]))
        return p


def scaled(value, key=None):
    """The platform with times four times as long."""
    if isinstance(value, dict):
        return {k: scaled(v, k) for k, v in value.items()}
    if isinstance(value, list):
        return [scaled(v, key) for v in value]
    return value * 4 if key in TIMES else value / 4 if key in RATES else value


def bsim(folder, np, platform, program, command, *options):
    for name, data in (("platform.json", platform), ("models.json", MODELS)):
        with open(os.path.join(folder, name), "w") as f:
            json.dump(data, f)
    argv = [os.path.join(BIN, "bsim"), command, "-np", str(np), "--platform", "platform.json", "--models", "models.json", "--json",
            "out.json", *options, os.path.join(folder, "mix"), *map(str, program)]
    done = subprocess.run(argv, cwd=folder, capture_output=True, text=True, timeout=300, check=False)
    if done.returncode:
        raise seeds.Failed(f"exit code {done.returncode}: {' '.join(argv)}: {done.stderr[-400:]}")
    with open(os.path.join(folder, "out.json")) as f:
        return json.load(f)


def run(folder, np, platform, program):
    return bsim(folder, np, platform, program, "run", "--quiet", "--no-interval")["predicted_time_s"]


def check_scaled(r, folder, np, platform, program):
    times = [run(folder, np, p, program) for p in (platform, scaled(platform))]
    most = 1e-12 if "table" in json.dumps(platform) else 0
    if abs(times[1] - 4 * times[0]) > most * times[1]:
        raise seeds.Failed(f"{times[1]} is not 4 * {times[0]}")


def check_sweep(r, folder, np, platform, program):
    numbers = [(part, key) for part in ("network", "intra_node", "between_sockets", "reduction", "packing", "copy", "file_system")
               for key, value in platform.get(part, {}).items() if isinstance(value, (int, float)) and key not in ("cards", "rails")
               and key != "shared_bandwidth"]
    part, key = r.choice([*numbers, ("speed", None), ("speed", None)])
    holder, at = (platform, "speed") if key is None else (platform[part], key)
    unit = "B/s" if key in RATES else "B" if key == "eager_limit" else "" if key in (None, "sender_busy") else "s"
    values = [0, 2000, 100000] if key == "eager_limit" else [0.25, 1, 0] if key == "sender_busy" else \
        [holder[at] * factor for factor in r.sample([1, 5, 0.1], 3)]
    name = part if key is None else f"{part}.{key}"
    swept = bsim(folder, np, platform, program, "sweep", "--vary", f"{name}=" + ",".join(f"{v:.17g}{unit}" for v in values))
    for value, row in zip(values, swept["scenarios"]):
        alone = copy.deepcopy(platform)
        (alone if key is None else alone[part])[at] = value
        time_s = run(folder, np, alone, program)
        if row["predicted_time_s"] != time_s:
            raise seeds.Failed(f"{name}={value}: the sweep has {row['predicted_time_s']}, a run {time_s}; run again: {row['rerun']}")


def check(seed, folder, options):
    for name, function in (("scaled", check_scaled), ("sweep", check_sweep), ("sweep again", check_sweep)):
        r = random.Random(f"{seed} {name}")
        platform, np = Generator(r).platform(), r.choice([2, 3, 5, 8, 16])
        cards = "contention" not in platform["network"] and {"card_bandwidth", "card_gap"} & platform["network"].keys()
        program = [seed, 40, FOR_CARDS, LONG] if cards and name != "scaled" else [seed, 40, ALL]
        try:
            function(r, folder, np, platform, program)
            yield name, None
        except seeds.Failed as failed:
            yield name, str(failed)


def prepare(folder, options):
    subprocess.run([os.path.join(BIN, "bsimcc"), "-O1", os.path.join(HERE, "replay_mix.c"), "-o", os.path.join(folder, "mix")], check=True)


if __name__ == "__main__":
    sys.exit(seeds.loop("platforms_random", __doc__, 8, check, prepare))

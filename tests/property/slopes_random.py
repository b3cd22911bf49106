#!/usr/bin/env python3
"""Random programs: the slopes of bsim run --sensitivities beside finite differences.

For each key, a sweep carries the value and a slightly larger cost as two scenarios. The predicted time is piecewise linear in each
cost, so the difference is the right derivative unless a bend lies between: then a ten times smaller step must fit. Where two
messages come at the same moment, such as with equal costs within and between nodes, a larger cost may change which is taken first:
then the difference to a smaller one must fit. The time
must have the bits of a run without slopes. It is homogeneous in all costs together, so the seconds of the parameters on the
critical path add up to it, or to more where several paths are equally long.
slopes_random.py [--count N] [--seed S] prints `ok slopes_random SEED MODEL` or `FAIL ...` for each program.
"""
import json
import os
import random
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, HERE)
import seeds  # noqa: E402

STEPS = (1e-5, 1e-6)


CHOSEN = {"barrier": ["linear", "tree", "two_level"], "bcast": ["knomial", "chain", "split_binary", "linear", "two_level"],
          "allreduce": ["ring", "reduce_bcast", "linear", "two_level"], "alltoall": ["bruck", "scattered", "linear", "ring"]}


def pieces(r, model):
    """Pieces whose parameters follow the connection's, with factors, or are their own."""
    def piece():
        values = {"protocol": r.choice(["eager", "rendezvous"] + ["detached", "acknowledged"] * (model == "loggpo"))}
        if r.random() < 0.3:
            del values["protocol"]
        if r.random() < 0.7:
            values.update(r.choice([{"latency": r.uniform(1e-6, 5e-6)}, {"latency_factor": r.uniform(0.3, 3)}]))
        if r.random() < 0.7:
            values.update(r.choice([{"bandwidth": r.uniform(5e8, 5e9)}, {"bandwidth_factor": r.uniform(0.3, 3)}]))
        for key in ("send_overhead", "recv_overhead", "send_overhead_per_byte", "recv_overhead_per_byte") * (model == "loggpo"):
            if r.random() < 0.4:
                values[key] = r.uniform(1e-10, 1e-9) if "byte" in key else r.uniform(1e-7, 1e-6)
        return values
    sizes = sorted(r.sample([500, 2000, 6000, 50000], r.choice([1, 2])))
    return [dict(piece(), up_to=size) for size in sizes] + [piece()]


def collectives(r):
    """Chosen algorithms, another library's, or a table of times."""
    if r.random() < 0.3:
        return {"preset": "openmpi"}
    chosen = {name: r.choice(of) for name, of in CHOSEN.items() if r.random() < 0.6}
    if r.random() < 0.3:
        chosen["allreduce"] = {"table": {"processes": [2, 16], "bytes": [8, 65536], "seconds": [[3e-6, 4e-5], [1e-5, 9e-4]]}}
    return chosen


def platform(r, model):
    """A random platform, with or without times of its own within a node."""
    def link():
        values = {"latency": r.uniform(1e-6, 5e-6), "bandwidth": r.uniform(5e8, 5e9)}
        if model == "loggpo":
            values.update({key: r.uniform(1e-7, 1e-6) for key in ("send_overhead", "recv_overhead", "control_overhead")})
            values["sender_busy"] = r.choice([0, 0.5, 1])
        values["eager_limit"] = r.choice([0, 1000, 5000, 1000000])
        if r.random() < 0.4:
            values["pieces"] = pieces(r, model)
        return values
    network = dict(link(), model=model)
    data = {"schema": "bsim-platform/1", "name": "random", "nodes": 16, "cores_per_node": r.choice([1, 2, 4]),
            "speed": r.uniform(0.5, 2), "mapping": r.choice(["block", "cyclic", "random:3"]), "network": network}
    if r.random() < 0.5:
        network["topology"] = {"kind": "torus", "dims": [4, 2, 2]}
        network["hop_latency"] = r.uniform(1e-8, 1e-6)
    if r.random() < 0.6:
        data["intra_node"] = link()
    if r.random() < 0.7:
        data["packing"] = {"bandwidth": r.uniform(1e9, 1e10), "block_time": r.uniform(1e-9, 1e-8)}
    if r.random() < 0.7:
        data["reduction"] = {"bandwidth": r.uniform(1e9, 1e10), "latency": r.uniform(1e-8, 1e-6), "element_time": r.uniform(1e-10, 1e-9)}
    if r.random() < 0.5:
        data["copy"] = {"bandwidth": r.uniform(1e9, 1e10), "latency": r.uniform(1e-8, 1e-6)}
    if r.random() < 0.4:
        data["collectives"] = collectives(r)
    if r.random() < 0.6:
        data["file_system"] = {"bandwidth": r.uniform(1e8, 1e9), "latency": r.uniform(1e-7, 1e-5)}
        data["file_system"].update({key: r.uniform(1e8, 2e9) for key in ("node_bandwidth", "total_bandwidth") if r.random() < 0.7})
    return data


class Case:
    def __init__(self, folder, build, seed, model):
        r = random.Random(f"{seed} {model}")
        self.folder, self.build, self.seed, self.np = folder, build, seed, r.choice([2, 3, 5, 8, 16])
        self.platform = platform(r, model)
        self.write("platform.json", self.platform)
        self.write("models.json", {"schema": "bsim-models/1", "blocks": {
            f"main.{i + 1}": {"params": {"n": "n"}, "time": f"{r.uniform(1e-9, 1e-8):.17g}*n"} for i in range(3)}})

    def write(self, name, data):
        with open(os.path.join(self.folder, name), "w") as f:
            json.dump(data, f)

    def bsim(self, command, *options):
        argv = [os.path.join(self.build, "bin", "bsim"), command, "-np", str(self.np), "--platform", "platform.json", "--models",
                "models.json", "--json", "out.json", *options, os.path.join(self.folder, "slopes"), str(self.seed), "60"]
        done = subprocess.run(argv, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode:
            raise AssertionError(f"exit code {done.returncode}: {' '.join(argv)}\n{done.stdout}")
        with open(os.path.join(self.folder, "out.json")) as f:
            return json.load(f)

    def difference(self, key, value, inverse, step):
        """The slope by the cost, which is 1/value if inverse."""
        other = value / (1 + step) if inverse else value * (1 + step)
        times = [s["predicted_time_s"] for s in self.bsim("sweep", "--vary", f"{key}={value:.17g}{self.unit(key)},"
                                                          f"{other:.17g}{self.unit(key)}")["scenarios"]]
        return (times[1] - times[0]) / ((1 / other - 1 / value) if inverse else other - value)

    @staticmethod
    def unit(key):
        return "B/s" if "bandwidth" in key else "" if key == "speed" or key.startswith("block.") else "s"

    def check(self):
        run = self.bsim("run", "--quiet", "--sensitivities")
        plain = self.bsim("run", "--quiet")
        assert run["predicted_time_s"] == plain["predicted_time_s"], "the time differs from that without slopes"
        s = run["sensitivities"]
        count = {p["key"]: (p["count"], p["value"]) for p in s["parameters"]}  # intra_node.KEY alone may vary, too
        own = [p for p in s["parameters"] if not (s["intra_follows"] and p["key"].startswith("intra_node."))]
        parts = sum(p["seconds"] for p in own) + s["other_s"]
        others = ("packing", "reduction", "copy", "pieces", "table", "file_system")
        assert s["other_s"] == 0 or any(f'"{key}":' in json.dumps(self.platform) for key in others), "what takes other_s?"
        assert parts >= run["predicted_time_s"] * (1 - 1e-9), f"the parts are {parts}, less than the time"
        assert len(s["blocks"]) <= 3, "a block without calls has a slope"
        blocks = sum(b["seconds"] for b in s["blocks"])
        assert blocks >= count["speed"][0] * (1 - 1e-9), "the blocks are less than the calculation"
        for key, (n, value) in count.items():
            inverse = key == "speed" or "bandwidth" in key
            if key == "speed":
                n *= value  # seconds at speed 1
            self.compare(key, value, inverse, n, run["predicted_time_s"])
        for b in s["blocks"]:
            self.compare("block." + b["name"], 1.0, False, b["seconds"], run["predicted_time_s"])

    def compare(self, key, value, inverse, slope, time_s):
        cost, seen = 1 / value if inverse else value, []
        for step in STEPS + (-STEPS[-1],):
            seen.append(self.difference(key, value, inverse, step))
            if abs(seen[-1] - slope) * cost <= 1e-6 * abs(slope) * cost + 1e-14 * time_s / abs(step):
                return
        raise AssertionError(f"{key}: the slope is {slope!r}, differences are {seen}")


def add_options(parser):
    parser.add_argument("--build", default=os.environ.get("B", "build"))


def build_of(options):
    return os.path.join(ROOT, options.build)


def prepare(folder, options):
    subprocess.run([os.path.join(build_of(options), "bin", "bsimcc"), "-O1", os.path.join(HERE, "slopes.c"), "-o",
                    os.path.join(folder, "slopes")], check=True)


def check(seed, folder, options):
    for model in ("simple", "loggpo"):
        try:
            Case(folder, build_of(options), seed, model).check()
            yield model, None
        except AssertionError as error:
            yield model, str(error)


if __name__ == "__main__":
    sys.exit(seeds.loop("slopes_random", __doc__, 4, check, prepare, add_options))

#!/usr/bin/env python3
"""Random programs: the slopes of bsim run --sensitivities beside a linear program (clp, Debian coinor-clp).

The events of tests/property/slopes.c are drawn again here, and each becomes inequalities between times: a time is at least another
time plus counts of parameters (SC08 section III, PHANTOM section 6). The parameters are variables that are at least the platform's
values. The least end of the program is the predicted time, and the reduced cost of a parameter is its derivative, as in LLAMP
(Shen et al., SC24). Where several paths are equally long a reduced cost is that of one of them, and the slope the greatest.
slopes_lp_random.py [--count N] [--seed S] prints `ok slopes_lp_random SEED MODEL` or `FAIL ...`, or `skip` without clp.
"""
import collections
import json
import os
import random
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, HERE)
import seeds  # noqa: E402
import slopes_random  # noqa: E402

SIZES = (0, 1, 8, 700, 3000, 20000, 70000)
MOST_OPEN = 64
KEYS = {"latency": 1, "bandwidth": 1, "send_overhead": 2, "recv_overhead": 2, "control_overhead": 2}
EVENTS = 60


class Draws:
    """The random numbers of slopes.c."""
    def __init__(self, seed):
        self.state = seed

    def __call__(self, below):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % below


class Program:
    """The inequalities of one program. A time is a variable and counts of parameters on top of it: (name, counts)."""
    def __init__(self, case):
        self.case, self.rows, self.names = case, [], 0
        self.clock = [(None, collections.Counter()) for _ in range(case.np)]
        self.open = [[] for _ in range(case.np)]

    @staticmethod
    def plus(time, **counts):
        return time[0], time[1] + collections.Counter(counts)

    def latest(self, *times):
        """A new variable that is at least each of the times."""
        self.names += 1
        name = f"t{self.names}"
        self.rows += [(name, time) for time in times]
        return name, collections.Counter()

    def add(self, time, where, **counts):
        return self.plus(time, **{where + key: n for key, n in counts.items()})

    def make(self, seed):
        draw, np = Draws(seed), self.case.np
        for _ in range(EVENTS):
            what, a, b, n, kind, size = draw(100), draw(np), draw(np), 1 + draw(10000), draw(4) % self.case.kinds, SIZES[draw(7)]
            if what < 40:
                self.clock[a] = self.plus(self.clock[a], **{f"block{n % 3}": n})
            elif what < 85:
                if a != b:
                    self.message(a, b, size, kind, kind > 1 and n % 7 % 3 == 2)
            elif what < 95:
                continue
            for rank in range(np):
                if len(self.open[rank]) == MOST_OPEN or what >= 95:
                    self.wait(rank)
        for rank in range(np):
            self.wait(rank)
        return self.latest(*self.clock)[0]

    def wait(self, rank):
        """SC08's model only, in which the order of completions does not matter."""
        if self.open[rank]:
            self.clock[rank] = self.latest(self.clock[rank], *self.open[rank])
            self.open[rank] = []

    def message(self, a, b, size, kind, both):
        """both: a request of each rank that sends and receives."""
        where = "intra." if a // self.case.cores == b // self.case.cores else "inter."
        eager = size <= self.case.limit[where]
        if self.case.model == "simple":
            self.simple(a, b, size, kind, where, eager, both)
        elif kind == 0:
            self.loggpo(a, b, size, where, eager)
        else:
            sent = {r: self.add(self.clock[r], where, send_overhead=1) for r in (a, b)}
            for r, other in ((a, b), (b, a)):
                there = self.add(sent[other], where, latency=1, bandwidth=max(size - 1, 0))
                self.clock[r] = self.add(self.latest(sent[r], there), where, recv_overhead=1)

    def simple(self, a, b, size, kind, where, eager, both):
        ready = self.add(self.latest(self.clock[a], self.clock[b]), where, latency=1, bandwidth=size)
        both = both or kind == 1
        for rank in (a, b):
            if rank == a and eager and not both:
                continue
            if kind > 1:
                self.open[rank].append(ready)
            else:
                self.clock[rank] = self.latest(self.clock[rank], ready)
        if kind > 1 and eager and not both:
            self.open[a].append(self.clock[a])

    def loggpo(self, a, b, size, where, eager):
        data = {"latency": 1, "bandwidth": max(size - 1, 0)}
        if eager:
            self.clock[a] = self.add(self.clock[a], where, send_overhead=1)
            there = self.add(self.clock[a], where, **data)
            self.clock[b] = self.add(self.latest(self.clock[b], there), where, recv_overhead=1)
            return
        release = self.add(self.clock[a], where, control_overhead=1)
        met = self.latest(self.add(release, where, latency=1), self.clock[b])
        start = self.add(met, where, control_overhead=3, latency=1, send_overhead=1)
        left = self.add(start, where, **{key: n for key, n in data.items() if key != "latency"})
        self.clock[a] = self.latest(self.add(release, where, control_overhead=1, send_overhead=1), left)
        self.clock[b] = self.add(self.latest(self.add(self.clock[b], where, control_overhead=2), self.add(start, where, **data)),
                                 where, recv_overhead=1)


def write_mps(path, rows, end, costs):
    """Minimises the variable end. costs: the least value of each parameter, in microseconds."""
    columns = collections.defaultdict(list)
    for i, (name, (base, counts)) in enumerate(rows):
        columns[name].append((i, 1.0))
        if base:
            columns[base].append((i, -1.0))
        for key, n in counts.items():
            columns[key].append((i, -float(n)))
    with open(path, "w") as f:
        f.write("NAME slopes\nROWS\n N cost\n" + "".join(f" G r{i}\n" for i in range(len(rows))) + "COLUMNS\n")
        for name, entries in columns.items():
            if name == end:
                f.write(f" {name} cost 1\n")
            merged = collections.Counter()
            for i, value in entries:
                merged[i] += value
            f.writelines(f" {name} r{i} {value:.17g}\n" for i, value in merged.items())
        f.write("RHS\nBOUNDS\n" + "".join(f" LO bound {key} {value:.17g}\n" for key, value in costs.items() if key in columns))
        f.write("ENDATA\n")


class Case:
    def __init__(self, folder, build, seed, model):
        r = random.Random(f"{seed} {model} lp")
        self.folder, self.build, self.seed, self.model = folder, build, seed, model
        self.np, self.cores = r.choice([2, 3, 5, 8]), r.choice([1, 2, 4])
        # Exchanges by LogGPO are eager here, since their completions have no fixed order otherwise.
        self.kinds = 4 if model == "simple" else r.choice([1, 2])
        limits = [1000000] if self.kinds == 2 else [0, 1000, 1000000]
        self.links, self.limit = {}, {}
        for where in ("inter.", "intra."):
            self.links[where] = {"latency": r.uniform(1e-6, 5e-6), "bandwidth": r.uniform(5e8, 5e9)}
            if model == "loggpo":
                self.links[where].update({k: r.uniform(1e-7, 1e-6) for k in KEYS if KEYS[k] == 2})
            self.limit[where] = self.links[where]["eager_limit"] = r.choice(limits)
        self.times = [r.uniform(1e-9, 1e-8) for _ in range(3)]
        self.write("lp-platform.json", {"schema": "bsim-platform/1", "nodes": 16, "cores_per_node": self.cores,
                                        "network": dict(self.links["inter."], model=model), "intra_node": self.links["intra."]})
        self.write("lp-models.json", {"schema": "bsim-models/1", "blocks": {
            f"main.{i + 1}": {"params": {"n": "n"}, "time": f"{t:.17g}*n"} for i, t in enumerate(self.times)}})

    def write(self, name, data):
        with open(os.path.join(self.folder, name), "w") as f:
            json.dump(data, f)

    def solve(self):
        """The time in seconds and the reduced costs."""
        program = Program(self)
        end = program.make(self.seed)
        costs = {f"block{i}": 1e6 * t for i, t in enumerate(self.times)}
        for where, link in self.links.items():
            costs.update({where + k: 1e6 * (1 / v if k == "bandwidth" else v) for k, v in link.items() if k in KEYS})
        path, out = os.path.join(self.folder, "lp.mps"), os.path.join(self.folder, "lp.txt")
        write_mps(path, program.rows, end, costs)
        done = subprocess.run(["clp", path, "-primalTolerance", "1e-9", "-dualTolerance", "1e-9", "-printingOptions", "all", "-solve",
                               "-solution", out], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode or not os.path.exists(out):
            raise AssertionError(f"clp failed:\n{done.stdout}")
        found, reduced = {}, dict.fromkeys(costs, 0.0)
        with open(out) as f:
            for line in f:
                words = [w for w in line.split() if w != "**"]
                if len(words) == 4 and words[1] in costs or len(words) == 4 and words[1] == end:
                    found[words[1]], reduced[words[1]] = float(words[2]), float(words[3])
        os.remove(out)
        return 1e-6 * found[end], {k: reduced[k] for k in costs}

    def check(self):
        argv = [os.path.join(self.build, "bin", "bsim"), "run", "--quiet", "--sensitivities", "-np", str(self.np), "--platform",
                "lp-platform.json", "--models", "lp-models.json", "--json", "lp.json", os.path.join(self.folder, "slopes"),
                str(self.seed), str(EVENTS), str(self.kinds)]
        subprocess.run(argv, cwd=self.folder, check=True)
        with open(os.path.join(self.folder, "lp.json")) as f:
            run = json.load(f)
        time_s, reduced = self.solve()
        assert abs(time_s - run["predicted_time_s"]) <= 1e-7 * time_s, f"{run['predicted_time_s']!r} s, by the LP {time_s!r} s"
        s = run["sensitivities"]
        slopes = {p["key"].replace("network.", "inter.").replace("intra_node.", "intra."): p["count"] for p in s["parameters"]}
        slopes.update({f"block{int(b['name'][-1]) - 1}": b["seconds"] / self.times[int(b["name"][-1]) - 1] for b in s["blocks"]})
        unique = sum(p["seconds"] for p in s["parameters"]) <= run["predicted_time_s"] * (1 + 1e-9)
        for key, cost in reduced.items():
            slope = slopes.get(key, 0.0)
            near = abs(slope - cost) <= 1e-6 * max(1, abs(slope))
            if not near and (unique or cost > slope):
                raise AssertionError(f"{key}: the slope is {slope!r}, the reduced cost {cost!r}")
        return unique


def check(seed, folder, options):
    for model in ("simple", "loggpo"):
        try:
            unique = Case(folder, slopes_random.build_of(options), seed, model).check()
            yield model + ("" if unique else " (several paths)"), None
        except AssertionError as error:
            yield model, str(error)


def main():
    if not shutil.which("clp"):
        print("skip slopes_lp_random: clp is not installed (Debian: coinor-clp)")
        return 0
    return seeds.loop("slopes_lp_random", __doc__, 4, check, slopes_random.prepare, slopes_random.add_options)


if __name__ == "__main__":
    sys.exit(main())

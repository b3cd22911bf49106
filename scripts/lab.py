#!/usr/bin/env python3
"""lab.py - predictions beside runs on a real network: a small cluster of namespaces on this host (labnet.py): make lab.

Owns: the rows, the order of the steps, and the tables. The network is calibrated between two hosts (bsim calibrate --hosts).
Skeletons then run on 4, 8 and 16 hosts under real MPICH over TCP, with sleeps in place of calculation (lmpi/lab/slept.c), and
are predicted by bsim and, where it is installed, by SimGrid SMPI from the same calibration. Rows are fixed before anything is
measured. Nothing outside of the run's own namespaces is touched; they are gone when it ends, however it ends.

usage: lab.py [--build DIR] [--group NAME,...] [--only PROGRAM,...] [--hosts N,...] [--repeat N] [--contention tcp|queues|pair|message|cards]
              [--replay] [--predict DIR] [--made] [--measure-only] [--again] [--smoke]
Writes BUILD/lab/{lab.json,lab.md}; exit code 0 unless something is broken.
"""
import argparse
import glob
import json
import math
import os
import re
import resource
import shutil
import statistics
import subprocess
import sys
import time

import bsimcase
import labnet
import predict_by_replay
from bsimcase import CaseError
from labnet import LabError

HOSTS = (4, 8, 16)
TOOLS = {"bsim": "bsim", "replay": "by replay", "smpi": "SMPI"}  # what predicts, and how tables name it
REPLAYS = 8  # at a time: their processes sleep
GOALS = {"mean": 5.0, "worst": 10.0}  # percent
# The skeletons: the case of each, by name or folder. Their cost models are benchmarks/lab/NAME.json.
APPS = {"heat2d": "heat2d", "cg": "cg", "wavefront": "wavefront", "hpl": "benchmarks/lab/hpl", "is": "nas-is"}
RESTLESS = 5  # percent: runs of a row that differ by more are repeated
LIMIT_S, CALIBRATION_S, SMPI_S = 60, 300, 300  # the longest run, calibration, and run under SMPI, which simulates each poll
INSIDE = "BSIM_LAB_INSIDE"
# UCX's answers to long messages over TCP wait behind data of the other direction; without them, all messages are eager.
EAGER = {"UCX_RNDV_THRESH": "inf"}

# name: rates in Mbit/s of a host's link and of an uplink that a leaf of hosts shares; what UCX is told; whether TCP knows that
# nothing is lost (labnet.py); hosts; the arguments of each program (patterns: benchmarks/lab/patterns.c), in which {np} is the
# number of hosts; of a case with input files, values for these.
GROUPS = {
    "10": {"rate": 10, "env": EAGER, "hosts": HOSTS, "runs": {
        "heat2d": "-nx 65536 -ny 16384 -steps 8", "heat2d-columns": "-nx 16384 -ny 32768 -steps 8", "cg": "-x 8192 -y 1024 -i 12",
        "wavefront": "256 256 32 8 8 1", "hpl": "N=1024 NB=64", "is": "{np} W", "alltoall": "49152 3 0.05",
        "alltoall-short": "8192 8 0.02", "irregular": "32768 6 0.05", "allreduce": "131072 4 0.02", "bcast": "131072 4 0.02",
        "allgather": "32768 4 0.02"}},
    "40": {"rate": 40, "env": EAGER, "hosts": HOSTS, "runs": {
        "heat2d": "-nx 131072 -ny 16384 -steps 10", "heat2d-columns": "-nx 32768 -ny 65536 -steps 8", "cg": "-x 32768 -y 1024 -i 12",
        "wavefront": "256 256 32 8 16 1", "hpl": "N=2048 NB=64", "is": "{np} A", "alltoall": "131072 4 0.05",
        "alltoall-short": "32768 8 0.02", "irregular": "131072 6 0.05", "allreduce": "524288 4 0.02", "bcast": "524288 4 0.02",
        "allgather": "131072 4 0.02"}},
    "uplink": {"rate": 40, "uplink": 20, "leaf": 2, "env": EAGER, "hosts": (4, 8), "runs": {
        "heat2d": "-nx 131072 -ny 16384 -steps 10", "cg": "-x 32768 -y 1024 -i 12", "hpl": "N=2048 NB=64", "is": "{np} W",
        "alltoall": "131072 4 0.05", "irregular": "131072 6 0.05", "shift": "524288 6 0.02"}},
    "linux-tcp": {"rate": 10, "env": EAGER, "tuned": False, "hosts": (4, 8), "runs": {
        "heat2d": "-nx 65536 -ny 16384 -steps 8", "cg": "-x 8192 -y 1024 -i 12", "alltoall-short": "8192 8 0.02",
        "irregular": "32768 6 0.05"}},
    "rendezvous": {"rate": 10, "env": {}, "hosts": (4, 8), "runs": {
        "heat2d": "-nx 65536 -ny 16384 -steps 8", "cg": "-x 8192 -y 1024 -i 12", "alltoall": "49152 3 0.05",
        "irregular": "32768 6 0.05"}},
}


def grid(hosts):
    """Rows and columns of processes, as square as possible, not more rows than columns."""
    rows = next(p for p in range(math.isqrt(hosts), 0, -1) if hosts % p == 0)
    return rows, hosts // rows


def run_of(row):
    """The arguments of a row's program, and the values for the input files of its case."""
    words = row["args"].format(np=row["hosts"]).split()
    rows, columns = grid(row["hosts"])
    values = {"P": rows, "Q": columns, **dict(w.split("=", 1) for w in words if "=" in w)}
    return [w for w in words if "=" not in w], values


def rows_of(groups, only=None, hosts=None):
    """All rows, in the order in which they are measured."""
    return [{"group": g, "program": p, "hosts": n, "args": a, "measured_s": None, "runs_s": []}
            for g in groups for n in GROUPS[g]["hosts"] if not hosts or n in hosts
            for p, a in GROUPS[g]["runs"].items() if not only or p in only]


def lost_packets():
    """Packets that this host's processors have dropped so far, because too many waited for them (the backlog of softnet)."""
    with open("/proc/net/softnet_stat") as f:
        return sum(int(line.split()[1], 16) for line in f)


def error_percent(predicted, measured):
    return 100 * (predicted / measured - 1)


def summary(rows, tool):
    """Mean and largest size of the errors of a tool, in percent, and the number of rows; None without rows."""
    errors = [abs(r[tool + "_error_percent"]) for r in rows if r.get(tool + "_error_percent") is not None]
    return {"mean": statistics.mean(errors), "worst": max(errors), "rows": len(errors)} if errors else None


def seconds_of(text):
    """A time of a platform file that bsim calibrate has written: "6.1us", "1.01ns"."""
    return {"us": 1e-6, "ns": 1e-9}[text[-2:]] * float(text[:-2])


def bytes_per_s(text):
    """A rate of a platform file that bsim calibrate has written."""
    number, unit = re.fullmatch(r"([0-9.e+-]+)(MB|GB)/s", text).groups()
    return float(number) * {"MB": 1e6, "GB": 1e9}[unit]


def carried(network):
    """What a link carries in each direction, as a rate of a platform file."""
    return network.get("card_bandwidth", network["bandwidth"])


def platform_of(group, hosts, across, within, contention):
    """The platform of a group. across: the calibrated network between two hosts, behind different uplinks if there are any;
    within: that between two hosts of a leaf. contention: what has a share of the links ("pair" or "message"); "queues": packets wait
    for links; "tcp": with the small queues of Linux, where its window is known; "cards": links are network cards, and a leaf is a
    node, whose card is the uplink."""
    network = dict(across["network"])
    network.pop("first_messages", None)  # the processes have made their connections before the time begins
    leaf = GROUPS[group].get("leaf", 0)
    out = {"schema": "bsim-platform/1", "name": f"lab, {group}", "mapping": "block"}
    if contention == "cards":
        network.setdefault("card_bandwidth", network["bandwidth"])
        out.update({"nodes": hosts // (leaf or 1), "cores_per_node": leaf or 1, "network": network})
        if leaf:
            keys = ("latency", "bandwidth", "send_overhead", "recv_overhead", "control_overhead", "sender_busy", "eager_limit")
            out["intra_node"] = {k: within["network"][k] for k in keys if k in within["network"]}
        return out
    network.pop("card_gap", None)
    shared = network.pop("card_bandwidth", network["bandwidth"])  # what a link carries in each direction
    network.update({"contention": "max-min", "hop_latency": 0,
                    "topology": {"kind": "fat_tree", "children": [leaf, hosts // leaf] if leaf else [hosts]}})
    if contention in ("queues", "tcp"):
        network.update({"contention": "queues", "packet": f"{labnet.SEGMENT}B", "link_burst": f"{labnet.burst_data(GROUPS[group]['rate'])}B"})
    if contention == "tcp" and GROUPS[group].get("tuned", True):
        network["tcp_window"] = f"{labnet.WINDOW * labnet.SEGMENT}B"
    if contention != "message":
        network["flows"] = "pair"
    network["link_bandwidth"] = [carried(within["network"]), shared] if leaf else shared
    if leaf:
        network["bandwidth"] = within["network"]["bandwidth"]
    return {**out, "nodes": hosts, "cores_per_node": 1, "network": network}


def smpi_platform(group, hosts, across, within):
    """SimGrid's platform: the same links, shared fairly."""
    leaf, one = GROUPS[group].get("leaf", 0), (within or across)["network"]
    lines = ["<?xml version='1.0'?>", '<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">',
             '<platform version="4.1"><zone id="lab" routing="Full">']
    lines += [f'<host id="h{i}" speed="1Gf"/>' for i in range(hosts)]

    def link(name, network, part):
        return (f'<link id="{name}" bandwidth="{bytes_per_s(carried(network)):.6g}Bps" '
                f'latency="{part * seconds_of(network["latency"]):.6g}s" sharing_policy="SPLITDUPLEX"/>')
    lines += [link(f"l{i}", one, 0.5) for i in range(hosts)]
    lines += [link(f"u{i}", across["network"], 0) for i in range(hosts // leaf if leaf else 0)]
    for a in range(hosts):
        for b in range(a + 1, hosts):
            way = [f"l{a} UP"]
            if leaf and a // leaf != b // leaf:
                way += [f"u{a // leaf} UP", f"u{b // leaf} DOWN"]
            way += [f"l{b} DOWN"]
            lines.append(f'<route src="h{a}" dst="h{b}">' +
                         "".join('<link_ctn id="{}" direction="{}"/>'.format(*w.split()) for w in way) + "</route>")
    return "\n".join(lines + ["</zone></platform>"]) + "\n"


def smpi_options(network):
    """SMPI's settings from the same calibration: no factors, its overheads, MPICH's collectives, the protocol's limit."""
    eager = int(network.get("eager_limit", 1 << 30))
    send, recv = seconds_of(network["send_overhead"]), seconds_of(network["recv_overhead"])
    byte = seconds_of(network.get("pieces", [{}])[0].get("send_overhead_per_byte", "0us"))
    return ["--cfg=network/model:CM02", "--cfg=network/bandwidth-factor:1", "--cfg=network/latency-factor:1",
            "--cfg=network/TCP-gamma:0", "--cfg=network/crosstraffic:no", "--cfg=smpi/simulate-computation:no",
            "--cfg=smpi/host-speed:1000000000", f"--cfg=smpi/os:0:{send:.4g}:{byte:.4g}", f"--cfg=smpi/ois:0:{send:.4g}:{byte:.4g}",
            f"--cfg=smpi/or:0:{recv:.4g}:0", f"--cfg=smpi/async-small-thresh:{eager}",
            f"--cfg=smpi/send-is-detached-thresh:{eager}", "--cfg=smpi/iprobe:1e-4", "--cfg=smpi/grow-injected-times:no",
            "--cfg=smpi/coll-selector:mpich", "--log=root.thres:critical"]


def page(result):
    """The result as tables of Markdown, for docs/measurements/lab.md."""
    def cell(row, tool):
        if row.get(tool + "_s") is None:
            return "–"
        return f"{row[tool + '_s']:.3f} s ({row[tool + '_error_percent']:+.1f} %)"
    lines = []
    for group in dict.fromkeys(r["group"] for r in result["rows"]):
        rows = [r for r in result["rows"] if r["group"] == group and r["measured_s"]]
        tools = [t for t in TOOLS if t != "replay" or summary(rows, t)]
        lines += [f"### {group}", "", f"| program | hosts | arguments | measured | spread | {' | '.join(TOOLS[t] for t in tools)} | processor |",
                  "| --- | --- | --- | --- | --- |" + " --- |" * len(tools) + " --- |"]
        lines += [f"| {r['program']} | {r['hosts']} | `{r['args']}` | {r['measured_s']:.3f} s | {r['spread_percent']:.1f} % | "
                  f"{' | '.join(cell(r, t) for t in tools)} | {r['cpu_percent']:.0f} % |" for r in rows]
        lines += [f"\n{r['program']} on {r['hosts']} hosts is left out: this host lost packets in each run" for r in result["rows"]
                  if r["group"] == group and not r["measured_s"] and r.get("lost_packets")]
        for tool in tools:
            found = summary(rows, tool)
            if found:
                lines.append(f"\n{TOOLS[tool]}: {found['mean']:.1f} % in the mean, {found['worst']:.1f} % at most, {found['rows']} rows")
        lines.append("")
    lines += result.get("left_out", [])
    return "\n".join(lines).rstrip() + "\n"


class NotFetched(LabError):
    """The sources of a program cannot be fetched."""


class Programs:
    """The executables of a program: for bsim, slept under MPICH, and for SMPI."""

    def __init__(self, build, predict=None, made=False):
        self.build, self.out = os.path.abspath(build), os.path.join(os.path.abspath(build), "lab")
        self.predict = os.path.abspath(predict or build)
        os.makedirs(self.out, exist_ok=True)
        self.smpi = shutil.which("smpicc") and shutil.which("smpirun")
        self.made = {n for n in [*APPS, "patterns"] if made and os.path.exists(self.path(n + ".slept"))}

    def path(self, name):
        return os.path.join(self.out, name)

    def call(self, *argv):
        done = subprocess.run(argv, cwd=bsimcase.ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode:
            raise LabError(f"{' '.join(argv)[:300]}: exit {done.returncode}\n{done.stdout[-2000:]}")

    def runner(self, name):
        case = APPS[name]
        path = os.path.join(bsimcase.ROOT, case) if os.sep in case else case
        return bsimcase.Runner(bsimcase.load(path), self.build, quiet=True, work=self.path(name))

    def folder(self, row):
        """A folder for a run of a program, with the input files of its case; this one if it has none."""
        name = Lab.files(row)[0]
        if name not in APPS:
            return os.getcwd()
        return self.runner(name).folder("lab", {"ranks": row["hosts"], "set": run_of(row)[1]})

    def skeleton(self, name):
        """The sources of a skeleton, made anew, and the options that they are compiled with."""
        runner = self.runner(name)
        try:
            root, files = bsimcase.sources(runner)
        except CaseError as error:
            if "fetch" in runner.case:
                raise NotFetched(f"{name} is left out, since its sources cannot be fetched: {error}") from None
            raise
        bsimcase.write_commands(runner, root, files)
        folder = self.path(os.path.join(name, "skeleton"))
        bsimcase.skeletonize(runner, root, "", folder)
        options = [o for o in bsimcase.flags(runner, root) if o.startswith(("-I", "-D"))]
        return sorted(glob.glob(os.path.join(folder, "**", "*.c"), recursive=True)), ["-I", folder, *options]

    def make(self, name):
        if name == "patterns":
            sources, options = [os.path.join(bsimcase.ROOT, "benchmarks", "lab", "patterns.c")], []
        else:
            sources, options = self.skeleton(name)
        self.call(os.path.join(self.predict, "bin", "bsimcc"), "-O2", "-w", *options, *sources, "-lm", "-o", self.path(name + ".bsim"))
        libraries = ["-ljansson", "-lmuparser", "-lgsl", "-lgslcblas", "-lm"]
        common = ["-O2", "-w", "-std=gnu11", "-D_GNU_SOURCE"]
        self.call("mpicc", *common, *options, "-Iinclude", *sources, os.path.join(self.build, "lib", "libbsim-slept.a"),
                  os.path.join(self.build, "lib", "libbsim.a"), *libraries, "-o", self.path(name + ".slept"))
        if self.smpi:
            self.call("smpicc", *common, "-DBSIM_SMPI", "-I", self.shim(), *options, "-Iinclude", "-I.", *sources, "lmpi/lab/slept.c",
                      self.models_library(), *libraries, "-Wl,-z,defs", "-o", self.path(name + ".smpi"))

    def once(self, names):
        """Makes programs, unless this call of the script has made them. Those that could not be fetched, with what lacked."""
        lacking = {}
        for name in sorted(set(names) - self.made):
            try:
                self.make(name)
                self.made.add(name)
            except NotFetched as error:
                lacking[name] = str(error)
                print(f"lab: {error}", file=sys.stderr, flush=True)
        return lacking

    def shim(self):
        """A folder whose lmpi.h goes with SimGrid's mpi.h, which has a macro of the name MPI_CALL, too."""
        folder = self.path("shim")
        os.makedirs(os.path.join(folder, "lmpi"), exist_ok=True)
        with open(os.path.join(folder, "lmpi", "lmpi.h"), "w") as f:
            f.write("#include <mpi.h>\n#undef MPI_CALL\n#include_next <lmpi/lmpi.h>\n")
        return folder

    def models_library(self):
        """The cost models as position-independent code, as SMPI's programs are shared objects."""
        archive = self.path("models-pic.a")
        members = needed_members(os.path.join(self.build, "lib", "libbsim.a"), os.path.join(self.build, "lib", "libbsim-slept.a"))
        sources = [s for s in sorted(glob.glob("bsim/**/*.c", root_dir=bsimcase.ROOT, recursive=True))
                   if os.path.basename(s)[:-2] + ".o" in members]
        headers = max(os.path.getmtime(os.path.join(bsimcase.ROOT, h)) for f in ("bsim", "include")
                      for h in glob.glob(f + "/**/*.h", root_dir=bsimcase.ROOT, recursive=True))
        objects = [self.path(source[:-2].replace("/", "-") + ".pic.o") for source in sources]
        for source, made in zip(sources, objects):
            newest = max(headers, os.path.getmtime(os.path.join(bsimcase.ROOT, source)))
            if not os.path.exists(made) or os.path.getmtime(made) < newest:
                self.call("gcc", "-O2", "-w", "-fPIC", "-std=gnu11", "-D_GNU_SOURCE", "-I.", "-Iinclude", "-c", source, "-o", made)
        if os.path.exists(archive):
            os.remove(archive)  # ar keeps what other members were in it
        self.call("ar", "rcs", archive, *objects)
        return archive


class Recordings:
    """Of programs on this host, before there is a network: all ranks are recorded with what they receive, a rank of each group is
    replayed, as PHANTOM does (predict_by_replay.py)."""

    def __init__(self, programs):
        self.programs = programs

    def paths(self, row):
        """The trace, and the folder with the replayed calculation."""
        name = f"{row['program']}-{row['hosts']}-{row['group']}"
        return self.programs.path("trace-" + name), self.programs.path("vectors-" + name)

    def command(self, row):
        """(program with arguments, environment)"""
        exe, arguments, models = Lab.files(row)
        env = {**os.environ, **({"BSIM_MODELS": models} if models else {}),
               "LD_PRELOAD": os.path.join(self.programs.build, "lib", "libbsim-wait.so")}
        return [self.programs.path(exe + ".slept"), *arguments], env

    def make(self, row):
        """Returns the number of groups."""
        trace, vectors = self.paths(row)
        program, env = self.command(row)
        folder = self.programs.folder(row)

        def bsim(argv):
            mine = env if argv[0] == "record" else {**env, "LD_PRELOAD": ""}  # a process alone has nobody to wait for
            done = subprocess.run([os.path.join(self.programs.build, "bin", "bsim"), *argv], cwd=folder, env=mine,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", timeout=LIMIT_S)
            if done.returncode:
                raise LabError(f"bsim {' '.join(argv)}: exit {done.returncode}\n{done.stdout[-2000:]}")
        for old in (trace, vectors):
            shutil.rmtree(old, ignore_errors=True)
        bsim(["record", "-q", "--content", "--clock", "wall", "-o", trace, "--", "mpiexec", "-n", str(row["hosts"]), *program])
        return len(predict_by_replay.replay_groups(bsim, trace, vectors, program, at_once=REPLAYS))

    def make_all(self, rows):
        for row in rows:
            begin = time.monotonic()
            try:
                groups = self.make(row)
                print(f"  recorded {row['program']}, {row['hosts']} hosts of {row['group']}: {groups} groups, "
                      f"{time.monotonic() - begin:.0f} s", flush=True)
            except (LabError, subprocess.TimeoutExpired) as error:
                print(f"lab: no replay of {row['program']}, {row['hosts']} hosts: {error}", file=sys.stderr, flush=True)
                shutil.rmtree(self.paths(row)[0], ignore_errors=True)


def symbols_of(archive):
    """The names that each object of a library defines, and those that it needs."""
    defined, needed = {}, {}
    text = subprocess.run(["nm", "-A", "--no-demangle", archive], stdout=subprocess.PIPE, text=True, check=True).stdout
    for line in text.splitlines():
        where, kind, name = line.rsplit(None, 2)
        member = where.split(":")[1]
        if kind in "TDBRC":
            defined[name] = member
        elif kind == "U":
            needed.setdefault(member, set()).add(name)
    return defined, needed


def needed_members(library, user):
    """The objects of a library that those of another one need, directly or through others."""
    defined, needs = symbols_of(library)
    wanted = set().union(*symbols_of(user)[1].values())
    members, todo = set(), {defined[name] for name in wanted if name in defined}
    while todo:
        member = todo.pop()
        members.add(member)
        todo |= {defined[name] for name in needs.get(member, ()) if name in defined} - members
    return members


class Lab:
    """Calibrations, runs and predictions of the rows of one group, inside of the namespaces."""

    def __init__(self, args, group, rows):
        self.args, self.group, self.rows = args, group, rows
        self.programs = Programs(args.build, args.predict, args.made)
        self.spec = GROUPS[group]
        self.leaf = self.spec.get("leaf", 0)
        most = max([r["hosts"] for r in rows] + [2 * self.leaf or 2])
        self.network = labnet.Network(most, self.leaf, self.spec.get("tuned", True))
        self.env = labnet.environment(self.spec["env"])

    def path(self, name):
        return self.programs.path(name)

    def bsim(self, *argv, cwd=None):
        measures = argv[0] == "calibrate"
        build = self.programs.build if measures else self.programs.predict
        done = subprocess.run([os.path.join(build, "bin", "bsim"), *argv], cwd=cwd, env=self.env, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, timeout=CALIBRATION_S if measures else LIMIT_S)
        if done.returncode:
            raise LabError(f"bsim {' '.join(argv)}: exit {done.returncode}\n{done.stdout[-2000:]}")
        return done.stdout

    def calibrate(self, name, hosts):
        """Measures the network between two hosts: the platform that bsim calibrate writes."""
        path = self.path(f"calibrated-{self.group}-{name}.json")
        text = self.bsim("calibrate", "-o", path, "--name", f"lab-{self.group}-{name}", "--hosts", self.network.hostlist(hosts),
                         "--pairs", "2", "--runs", str(self.args.calibrations), "--largest", "256KiB", "--pieces", "1", "--plot",
                         path[:-5] + ".svg",
                         "--mpiexec", " ".join(self.network.mpiexec(self.programs.build)))
        with open(path[:-5] + ".txt", "w") as f:
            f.write(text)
        with open(path) as f:
            return json.load(f)

    def start(self):
        self.network.up(self.spec["rate"], self.spec.get("uplink"))
        self.within = self.calibrate("within", (0, 1))
        self.across = self.calibrate("across", (0, self.leaf)) if self.leaf else self.within

    @staticmethod
    def files(row):
        """(executable without ending, arguments, models or None)"""
        name, arguments = row["program"].split("-")[0], run_of(row)[0]
        if name in APPS:
            return name, arguments, os.path.join(bsimcase.ROOT, "benchmarks", "lab", name + ".json")
        return "patterns", [name, *arguments], None

    def measure(self, row):
        """One run under MPICH: (seconds, part of this host's processors that it used)."""
        exe, arguments, models = self.files(row)
        out = self.path("walltime")
        env = {**self.env, "BSIM_WALLTIME": out, **({"BSIM_MODELS": models} if models else {})}
        argv = [*self.network.mpiexec(self.programs.build), "-hosts", self.network.hostlist(range(row["hosts"])), "-ppn", "1", "-n",
                str(row["hosts"]), self.path(exe + ".slept"), *arguments]
        if os.path.exists(out):
            os.remove(out)
        folder = self.programs.folder(row)
        before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        done = subprocess.run(argv, cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=LIMIT_S)
        after, wall = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic() - begin
        if done.returncode or not os.path.exists(out):
            raise LabError(f"{' '.join(argv)}: exit {done.returncode}\n{done.stdout[-2000:]}")
        used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        with open(out) as f:
            return float(f.read()), used / wall / bsimcase.cores()

    def predict(self, row):
        exe, arguments, models = self.files(row)
        path, result = self.path(f"platform-{self.group}-{row['hosts']}.json"), self.path("result.json")
        with open(path, "w") as f:
            json.dump(platform_of(self.group, row["hosts"], self.across, self.within, self.args.contention), f, indent=2)
        self.bsim("run", "-q", "-np", str(row["hosts"]), "--platform", path, "--json", result, *(["--models", models] if models else []),
                  self.path(exe + ".bsim"), *arguments, cwd=self.programs.folder(row))
        with open(result) as f:
            return json.load(f)["predicted_time_s"]

    def replay(self, row):
        """By the recording of the row, for the platform that predict has written; None if there is none."""
        trace, vectors = Recordings(self.programs).paths(row)
        if not os.path.isdir(trace):
            return None
        return predict_by_replay.simulated_s(lambda argv: self.bsim(*argv), trace, self.path(f"platform-{self.group}-{row['hosts']}.json"),
                                             self.path("replayed.json"), ["--replayed", vectors])

    def smpi(self, row):
        exe, arguments, models = self.files(row)
        xml, hosts, out = self.path(f"smpi-{self.group}-{row['hosts']}.xml"), self.path("smpi.hosts"), self.path("smpi-walltime")
        with open(xml, "w") as f:
            f.write(smpi_platform(self.group, row["hosts"], self.across, self.within if self.leaf else None))
        with open(hosts, "w") as f:
            f.writelines(f"h{i}\n" for i in range(row["hosts"]))
        argv = ["smpirun", "-np", str(row["hosts"]), "-platform", xml, "-hostfile", hosts, *smpi_options(self.across["network"]),
                self.path(exe + ".smpi"), *arguments]
        env = {**os.environ, "BSIM_WALLTIME": out, **({"BSIM_MODELS": models} if models else {})}
        done = subprocess.run(argv, cwd=self.programs.folder(row), env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, timeout=SMPI_S)
        if done.returncode:
            raise LabError(f"{' '.join(argv)}: exit {done.returncode}\n{done.stdout[-2000:]}")
        with open(out) as f:
            return float(f.read())

    def runs(self, row):
        """As many runs as are wanted in which this host lost no packet, or as many as there are. A lost one costs TCP's time-out.
        Three times as many if they differ by more than RESTLESS: then who comes first in a queue is a matter of chance."""
        whole, all_runs, wanted = [], [], self.args.repeat
        while len(whole) < wanted and len(all_runs) < 3 * wanted:
            before = lost_packets()
            all_runs.append(self.measure(row))
            lost = lost_packets() - before
            row["lost_packets"] = row.get("lost_packets", 0) + lost
            if not lost:
                whole.append(all_runs[-1])
            if len(whole) == self.args.repeat and spread_percent([s for s, _ in whole]) > RESTLESS:
                wanted = 3 * self.args.repeat
        return whole

    def one(self, row):
        """Predicts a row, unless that is left for later, then measures it."""
        tools = {} if self.args.measure_only else {"bsim": self.predict, **({"replay": self.replay} if self.args.replay else {}),
                                                   **({"smpi": self.smpi} if self.programs.smpi else {})}
        for tool, predict in tools.items():
            row[tool + "_s"] = predict(row)
        runs = self.runs(row)
        row["runs_s"] = [s for s, _ in runs]
        if not runs:
            print(f"  {row['program']:15} {row['hosts']:3} hosts  left out: this host lost packets in each run", flush=True)
            return
        row["measured_s"] = statistics.median(row["runs_s"])
        row["spread_percent"] = spread_percent(row["runs_s"])
        row["cpu_percent"] = 100 * max(c for _, c in runs)
        set_errors(row)
        print(f"  {row['program']:15} {row['hosts']:3} hosts  {row['measured_s']:8.3f} s  spread {row['spread_percent']:4.1f} %   " +
              "   ".join(f"{tool} {row[tool + '_s']:8.3f} s {row[tool + '_error_percent']:+6.1f} %" for tool in tools
                         if row[tool + "_s"] is not None) +
              f"   processor {row['cpu_percent']:3.0f} %" +
              (f"   {row['lost_packets']} packets lost" if row["lost_packets"] else ""), flush=True)


def spread_percent(runs_s):
    return 100 * (max(runs_s) - min(runs_s)) / statistics.median(runs_s)


def set_errors(row):
    for tool in TOOLS:
        predicted = row.get(tool + "_s")
        row[tool + "_error_percent"] = error_percent(predicted, row["measured_s"]) if predicted is not None else None


def again(args):
    """Predicts the measured rows of lab.json once more, from the calibrations that it holds: needs no rights and no network."""
    programs = Programs(args.build, args.predict, args.made)
    with open(programs.path("lab.json")) as f:
        result = json.load(f)
    result["contention"] = args.contention
    for group in [g for g in GROUPS if g in result["calibrated"]]:
        rows = [r for r in result["rows"] if r["group"] == group and r["measured_s"]]
        lab = Lab(args, group, rows)
        lab.across, lab.within = (result["calibrated"][group][k] for k in ("across", "within"))
        lacking = programs.once(lab.files(r)[0] for r in rows)
        for row in rows:
            if lab.files(row)[0] in lacking:
                row["bsim_s"] = row["smpi_s"] = row["replay_s"] = None
                set_errors(row)
                continue
            row["bsim_s"] = lab.predict(row)
            row.update({"replay_s": lab.replay(row)} if args.replay else {})
            row.update({"smpi_s": lab.smpi(row)} if programs.smpi else {})
            set_errors(row)
    save(programs.out, result)
    print(page(result))
    return 0


def save(path, result):
    for name, text in (("lab.json", json.dumps(result, indent=1) + "\n"), ("lab.md", page(result))):
        with open(os.path.join(path, name + ".part"), "w") as f:
            f.write(text)
        os.replace(os.path.join(path, name + ".part"), os.path.join(path, name))


def inside(args):
    """All steps for one group, in the namespaces of this process. The rows are those of lab.json."""
    out = Programs(args.build).out
    with open(os.path.join(out, "lab.json")) as f:
        result = json.load(f)
    rows = [r for r in result["rows"] if r["group"] == args.inside]
    lab = Lab(args, args.inside, rows)
    lab.start()
    print(f"{args.inside}: links of {lab.spec['rate']} Mbit/s" +
          (f", {lab.leaf} hosts share an uplink of {lab.spec['uplink']} Mbit/s" if lab.leaf else "") +
          f"; calibrated: {lab.across['network']['bandwidth']}, {lab.across['network']['latency']}", flush=True)
    result["calibrated"][args.inside] = {"across": lab.across, "within": lab.within}
    for row in rows:
        try:
            lab.one(row)
        except (LabError, subprocess.TimeoutExpired) as error:
            row["note"] = str(error).splitlines()[0]
            result["broken"] += 1
            print(f"lab: {row['program']}, {row['hosts']} hosts: {error}", file=sys.stderr, flush=True)
        save(out, result)
    return 0


def outside(args):
    """Builds the programs, fixes the rows, and runs each group in namespaces of its own."""
    lack = labnet.missing()
    if lack and args.smoke:
        print(f"skip lab: {lack}")
        return 0
    if lack:
        print(f"lab: {lack}", file=sys.stderr)
        return 2
    rows = rows_of(args.group, args.only, args.hosts)
    programs = Programs(args.build, args.predict, args.made)
    lacking = programs.once(Lab.files(r)[0] for r in rows)
    rows = [r for r in rows if Lab.files(r)[0] not in lacking]
    result = {"schema": "bsim-lab/1", "date": time.strftime("%Y-%m-%d"), "contention": args.contention, "goals": GOALS,
              "cores": bsimcase.cores(), "calibrated": {}, "broken": 0, "left_out": sorted(lacking.values()), "rows": rows}
    save(programs.out, result)
    if args.replay:
        Recordings(programs).make_all(rows)
    for group in args.group:
        code = labnet.private([sys.executable, *sys.argv, "--inside", group])
        if code:
            print(f"lab: {group} failed (exit {code})", file=sys.stderr)
            return 1
    with open(os.path.join(programs.out, "lab.json")) as f:
        result = json.load(f)
    if args.smoke:  # errors far beyond those of docs/measurements/lab.md mean that something is broken
        for r in result["rows"]:
            good = r["measured_s"] and abs(r["bsim_error_percent"]) < 50
            print(f"{'ok' if good else 'FAIL'} lab {r['program']}")
        return 1 if result["broken"] else 0
    for group in args.group:
        for tool in TOOLS:
            found = summary([r for r in result["rows"] if r["group"] == group], tool)
            if found:
                print(f"{group:12} {tool:6} {found['mean']:5.1f} % in the mean, {found['worst']:5.1f} % at most, {found['rows']} rows")
    return 1 if result["broken"] else 0


def make_libraries(args):
    libraries = [os.path.join(args.build, "lib", n) for n in ("libbsim-wait.so", "libbsim-slept.a")]
    subprocess.run(["make", "-s", "-C", bsimcase.ROOT, f"B={args.build}", *libraries], check=True)


def links(args):
    """Builds a program in all its forms, without rights. Records it on this host, and replays its ranks: each of them sleeps three
    times, and that is its calculation."""
    make_libraries(args)
    programs = Programs(args.build, args.predict)
    programs.once(["patterns"])
    print("ok lab links")
    row = {"group": "links", "program": "shift", "hosts": 2, "args": "4096 3 0.05"}
    recordings = Recordings(programs)
    groups, vectors = recordings.make(row), recordings.paths(row)[1]
    slept_s = [predict_by_replay.read(path)["replayed_s"] for path in glob.glob(os.path.join(vectors, "rank-*.json"))]
    good = len(slept_s) == groups and all(0.149 < s < 2 for s in slept_s)
    print(f"{'ok' if good else 'FAIL'} lab recorded{'' if good else f': {groups} groups, {slept_s} s'}")
    return 0 if good else 1


def smoke(args):
    """A short run that only shows that all works: two hosts, one calibration, two programs."""
    make_libraries(args)
    GROUPS["smoke"] = {"rate": 100, "env": EAGER, "hosts": (2,), "runs": {"alltoall": "32768 5 0.02", "shift": "65536 5 0.02"}}
    args.group, args.repeat, args.calibrations = ["smoke"], 1, 1


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--build", default="build")
    p.add_argument("--group", type=lambda t: t.split(","), default=list(GROUPS), help=", ".join(GROUPS))
    p.add_argument("--only", type=lambda t: t.split(","), help="programs")
    p.add_argument("--hosts", type=lambda t: [int(n) for n in t.split(",")])
    p.add_argument("--repeat", type=int, default=3, help="runs of each row, of which the median counts")
    p.add_argument("--calibrations", type=int, default=2, help="runs of bsim calibrate")
    p.add_argument("--contention", default="tcp", choices=("tcp", "queues", "pair", "message", "cards"),
                   help="predict with queues at links, as Linux fills them (default) or by turns; with fair rates of pairs of ranks or "
                        "of messages; or with cards")
    p.add_argument("--replay", action="store_true",
                   help="also predict from recordings on this host, of whose ranks one of each group is replayed")
    p.add_argument("--made", action="store_true", help="take the programs that an earlier call has made")
    p.add_argument("--predict", metavar="DIR", help="a build folder of another bsim, whose predictions count")
    p.add_argument("--again", action="store_true", help="only predict the rows of lab.json once more")
    p.add_argument("--measure-only", action="store_true", help="leave the predictions to a later call with --again")
    p.add_argument("--smoke", action="store_true", help="a short run that only shows that all works")
    p.add_argument("--links", action="store_true", help="only build a program, which shows that the lab's libraries link")
    p.add_argument("--inside", help=argparse.SUPPRESS)
    args = p.parse_args()
    if args.smoke:
        smoke(args)
    unknown = [g for g in args.group if g not in GROUPS]
    if unknown:
        p.error(f"--group: there is no {unknown[0]} ({', '.join(GROUPS)})")
    try:
        if args.links:
            return links(args)
        if args.again:
            return again(args)
        return inside(args) if args.inside else outside(args)
    except (LabError, CaseError, subprocess.TimeoutExpired) as error:
        print(f"lab: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)

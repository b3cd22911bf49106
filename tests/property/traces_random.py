#!/usr/bin/env python3
"""Programs of tests/diff with calculation before their calls, on platforms with each feature: the trace of a run takes as long as the
run, to the last bit, and has its messages and bytes (bsim run, bsim run --record, bsim simulate).

The trace is that of a run on a platform without features. A seed takes one program and some of the features. Programs whose calls
depend on the order of events, or on the mapping, are left out (diff: record=, times=no, links=no, order=times), and so are times of messages that count as
undisturbed on shared links, which a warning tells: ranks of a trace go on in another order there.
traces_random.py [--count N] [--seed S] prints `ok traces_random SEED PROGRAM FEATURE` or `FAIL ...` for each.
"""
import copy
import glob
import json
import os
import random
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
BIN = os.path.join(ROOT, os.environ.get("B", "build"), "bin")
sys.path.insert(0, HERE)
import seeds  # noqa: E402

PLAIN = {
    "schema": "bsim-platform/1", "nodes": 16, "cores_per_node": 2,
    "file_system": {"bandwidth": "1GB/s", "latency": "20us", "node_bandwidth": "2GB/s"},
    "network": {"model": "loggpo", "latency": "1.1us", "bandwidth": "1.3GB/s", "send_overhead": "0.21us",
                "recv_overhead": "0.33us", "control_overhead": "0.07us", "eager_limit": 3000},
    "intra_node": {"latency": "0.2us", "bandwidth": "14.2857GB/s", "eager_limit": 500}}
TREE = {"topology": {"kind": "fat_tree", "children": [4, 4], "parents": [1, 2]}, "hop_latency": "70ns"}
TORUS = {"topology": {"kind": "torus", "dims": [4, 4]}, "hop_latency": "70ns"}
SHARED = dict(TREE, contention="max-min")
NOISE = {"noise": {"latency": {"halfnormal": 0.2}, "bandwidth": {"histogram": [[1, 90], [1.5, 9], [4, 1]]}}}
TABLE = {"table": {"processes": [2, 16], "bytes": [8, 65536], "seconds": [["3us", "40us"], ["12us", "0.9ms"]]}}
PIECES = [{"up_to": "100B", "latency_factor": 1.4, "bandwidth_factor": 0.6, "send_overhead": "0.4us", "send_overhead_per_byte": "0.1ns"},
          {"up_to": "6KiB", "protocol": "detached"}, {"latency": "3us", "protocol": "rendezvous"}]
RULES = [{"when": {"hops_above": 2, "scheme": "asynchronous"}, "use": {"protocol": "acknowledged", "send_overhead": "1us"}},
         {"when": {"bytes_above": "1KiB"}, "use": {"protocol": "rendezvous", "bandwidth_factor": 0.8}}]
FIRST = [{"from": "100B", "up_to": "4KiB", "count": 3, "time": "2.1us"}, {"count": 1, "time": "7us"}]
# Each: what differs from PLAIN, in its network, in its intra_node, and options of both commands. None: without the key.
FEATURES = {
    "plain": ({}, {}, {}, []),
    "shards": ({}, {}, {}, ["--shards", "2"]),
    "columns": ({}, {}, {}, ["--columns", "2"]),
    "speed": ({"speed": 0.7}, {}, {}, []),
    "kinds": ({"node_kinds": [{"name": "old", "nodes": "0,2", "speed": 0.7}]}, {}, {}, []),
    "simple": ({}, {"model": "simple", "send_overhead": None, "recv_overhead": None, "control_overhead": None}, {}, []),
    "sender_busy": ({}, {"sender_busy": 0.6}, {"sender_busy": 1}, []),
    "torus": ({}, TORUS, {}, []),
    "hilbert": ({"mapping": "hilbert"}, TORUS, {}, []),
    "valiant": ({}, {"topology": {"kind": "dragonfly", "groups": 4, "routers": 2, "nodes": 2, "routing": "valiant"},
                     "hop_latency": "70ns"}, {}, []),
    "cyclic": ({"mapping": "cyclic"}, {}, {}, []),
    "random": ({"mapping": "random:5"}, {}, {}, []),
    "sockets": ({"sockets_per_node": 2, "between_sockets": {"latency": "0.6us", "bandwidth": "8GB/s"}}, {}, {}, []),
    "cards": ({}, {"card_bandwidth": "1.5GB/s", "card_gap": "31ns"}, {}, []),
    "cards by hash, shards": ({}, {"card_bandwidth": "1.5GB/s", "cards": 2, "card_choice": "hash"}, {}, ["--shards", "2"]),
    "striped": ({}, {"card_bandwidth": "1.5GB/s", "cards": 2, "card_choice": "striped"}, {}, []),
    "links": ({}, SHARED, {}, []),
    "links, shards": ({}, SHARED, {}, ["--shards", "2"]),
    "links by pair": ({}, dict(SHARED, flows="pair", card_bandwidth="1GB/s"), {}, []),
    "links of nodes": ({}, {"contention": "max-min"}, {"shared_bandwidth": "16GB/s"}, []),
    "rails": ({}, dict(SHARED, cards=2, card_bandwidth="1GB/s", rails=True), {}, []),
    "pieces": ({}, {"pieces": PIECES}, {"pieces": []}, []),
    "transport": ({}, dict(TREE, scheme="asynchronous", transport=RULES), {}, []),
    "loss": ({}, {"loss": {"probability": 0.01, "timeout": "200us", "packet": "1460B"}}, {}, []),
    "loss by chance": ({}, {"loss": {"probability": 0.05, "timeout": "200us", "packet": "1460B"}}, {}, ["--noise", "1"]),
    "noise": ({}, NOISE, {"noise": {"latency": 0.05}}, ["--noise", "1", "--noise-seed", "7"]),
    "noise, shards": ({}, NOISE, {}, ["--noise", "1", "--shards", "2"]),
    "reduction": ({"reduction": {"bandwidth": "5GB/s", "latency": "20ns", "element_time": "0.3ns"}, "copy": {"bandwidth": "7GB/s", "latency": "30ns"}}, {}, {}, []),
    "files": ({"file_system": {"bandwidth": "1GB/s", "latency": "20us", "total_bandwidth": "1.1GB/s", "aggregators": 2}}, {}, {}, []),
    "openmpi": ({"collectives": "openmpi"}, {}, {}, []),
    "tables": ({"collectives": {"alltoall": TABLE, "allreduce": TABLE, "bcast": [
        {"up_to": "1KiB", "algorithm": "binomial"}, {"algorithm": "chain", "segment": "1KiB", "fanout": 2}]}}, {}, {}, []),
    "collective": ({}, {}, {}, ["--collective", "allreduce=ring", "--collective", "bcast=chain:segment=1KiB", "--collective", "openmpi"]),
    "messages": ({}, {}, {}, ["--collective-messages"]),
    "first messages": ({}, {"first_messages": FIRST}, {"first_messages": [{"count": 2, "time": "1.3us"}]}, []),
    "first messages, links, shards": ({}, dict(SHARED, first_messages=FIRST), {}, ["--shards", "2"]),
    "delays": ({}, {}, {}, ["--delay", "rank.0=0.37us", "--delay", "rank.1=1.21us"]),
    "sensitivities": ({}, {}, {}, ["--sensitivities"]),
}
# A trace has neither calls that failed, nor polls that found nothing, to delay; nor MPI_Reduce_local, whose time is that of the
# recorded run.
LEFT_OUT = {"delays": ("files", "files_large", "large", "mprobe", "ops", "partitioned", "request_status", "rma",
                        "rma_windows"),
            "reduction": ("large", "ops")}
UNDISTURBED = "count as undisturbed"


def platform(feature):
    top, network, within, _ = FEATURES[feature]
    p = copy.deepcopy(PLAIN)
    p.update(top)
    for key, values in (("network", network), ("intra_node", within)):
        p[key] = {k: v for k, v in dict(p[key], **values).items() if v is not None}
    return p


def programs():
    """(name, ranks) of each program whose communication does not depend on the order of events."""
    for path in sorted(glob.glob(os.path.join(ROOT, "tests/diff/*.c"))):
        with open(path) as f:
            text = f.read()
        if not re.search(r"diff:.*(record=|times=no|links=no|order=times)", text):
            ranks = re.search(r"diff:.*ranks=([0-9,]*)", text)
            yield os.path.basename(path)[:-2], int(ranks[1].split(",")[-1]) if ranks else 7


def write_calculation(path):
    """A header by which a rank calculates before each call that may wait: 0 to 1.4 us, by the rank and the line."""
    with open(os.path.join(ROOT, "include/lmpi/mpi_calls.def")) as f:
        families = dict((name, family) for name, family in re.findall(
            r"^MPI_CALL\([\w ]+\*?, ?(\w+),.*?\), (\w+), \"\w*\"\)$", f.read(), re.M | re.S))
    names = [n for n, family in families.items()
             if family in ("P2P_SEND", "P2P_RECV", "P2P_SENDRECV", "P2P_ISENDRECV", "P2P_START", "COLL", "ICOLL", "COMM", "IO_DATA", "RMA_DATA", "PART_INIT")
             or n in ("Wait", "Waitall", "Waitany", "Waitsome")]
    with open(path, "w") as f:
        f.write("#include <bsim/bsim.h>\n#include <mpi.h>\nstatic int calculate_(int line) {\n"
                "    int rank, on, off;\n    MPI_Initialized(&on), MPI_Finalized(&off);\n    if (!on || off)\n        return 0;\n"
                "    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n    BSIM_Add_time(1e-6 * ((7 * rank + 13 * line) % 11) / 7);\n"
                "    return 0;\n}\n" + "".join(f"#define MPI_{n}(...) (calculate_(__LINE__), MPI_{n}(__VA_ARGS__))\n" for n in names))
    return len(names)


def command(argv, folder):
    out = os.path.join(folder, "out")
    os.makedirs(out, exist_ok=True)
    done = subprocess.run(argv, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=300, check=False,
                          env=dict(os.environ, DIFF_OUT=out, PATH=BIN + os.pathsep + os.environ["PATH"]))
    if done.returncode:
        raise seeds.Failed(f"{' '.join(argv)}: exit {done.returncode}: {done.stderr.decode(errors='replace')[-300:]}")


def result(folder, name):
    with open(os.path.join(folder, name)) as f:
        r = json.load(f)
    undisturbed = any(UNDISTURBED in w for w in r["warnings"])
    sums = {key: sum(site[key] for site in r["sites"]) for key in ("messages", "bytes")}
    return r["predicted_time_s"], sums, undisturbed


def compare(folder, program, ranks, feature):
    with open(os.path.join(folder, "platform.json"), "w") as f:
        json.dump(platform(feature), f)
    options = ["--quiet", "--platform", "platform.json", *FEATURES[feature][3]]
    command(["bsim", "run", "-np", str(ranks), "--json", "run.json", *options, f"./{program}"], folder)
    command(["bsim", "simulate", f"{program}.trace", "--json", "trace.json", *options], folder)
    (run_s, run, a), (trace_s, trace, b) = result(folder, "run.json"), result(folder, "trace.json")
    if run != trace:
        return f"the run has {run}, its trace {trace}"
    return None if a or b or run_s == trace_s else f"the run takes {run_s} s, its trace {trace_s} s"


def check(seed, folder, options):
    r = random.Random(seed)
    program, ranks = r.choice(list(programs()))
    if options.program:
        program, ranks = options.program, dict(programs())[options.program]
    features = list(FEATURES) if options.every else r.sample(list(FEATURES), 5)
    features = [f for f in features if program not in LEFT_OUT.get(f, ())]
    try:
        if not os.path.exists(os.path.join(folder, program)):
            assert write_calculation(os.path.join(folder, "calculation.h")) > 90
            command(["bsimcc", "-O1", "-std=c11", "-D_GNU_SOURCE", "-w", "-include", os.path.join(folder, "calculation.h"),
                     os.path.join(ROOT, f"tests/diff/{program}.c"), "-o", program, "-lm"], folder)
            with open(os.path.join(folder, "plain.json"), "w") as f:
                json.dump(PLAIN, f)
            command(["bsim", "run", "-q", "-np", str(ranks), "--platform", "plain.json", "--record", f"{program}.trace", f"./{program}"],
                    folder)
    except seeds.Failed as failed:
        yield program, str(failed)
        return
    for feature in features:
        try:
            wrong = compare(folder, program, ranks, feature)
        except seeds.Failed as failed:
            wrong = str(failed)
        yield f"{program} {feature.replace(' ', '-')}", wrong


def add_options(parser):
    parser.add_argument("--program", help="this one, whatever the seed says")
    parser.add_argument("--every", action="store_true", help="all features")


if __name__ == "__main__":
    sys.exit(seeds.loop("traces_random", __doc__, 8, check, add_options=add_options))

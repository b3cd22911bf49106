#!/usr/bin/env python3
"""messages.py - how many messages MPICH's processes send for each collective, beside how many are simulated.

messages.py [--build DIR] [--long]. MPICH takes some of its processes on this host for other nodes if MPIR_CVAR_NUM_CLIQUES says so;
its messages are counted where it gives them to UCX (count_sends.c). Prints "ok NAME" or "FAIL NAME: ..." for each number of ranks and
nodes. A recorded run must give the same times when it is simulated. A block that a process sends to itself is a message in MPICH, and none here.
"""
import argparse
import json
import os
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
SHAPES = [(2, 1), (2, 2), (4, 2), (6, 3), (8, 1), (8, 2)]  # ranks and nodes
MORE = [(3, 1), (3, 3), (4, 1), (4, 4), (5, 1), (6, 2), (8, 4), (8, 8), (9, 3), (12, 3), (16, 2), (16, 16)]


PROGRAMS = ["messages", "constructors"]


def build(work, tools):
    def run(*argv):
        subprocess.run(argv, check=True, cwd=HERE)

    run("cc", "-O1", "-shared", "-fPIC", "count_sends.c", "-o", os.path.join(work, "count_sends.so"), "-ldl")
    for name in PROGRAMS:
        run("mpicc", "-g", "-O1", "-w", name + ".c", "-o", os.path.join(work, name + ".real"))
        run(os.path.join(tools, "bin", "bsimcc"), "-g", "-O1", "-w", name + ".c", "-o", os.path.join(work, name + ".sim"))


def real(work, tools, name, ranks, nodes):
    """By line: name, bytes, messages."""
    preload = os.path.join(work, "count_sends.so") + ":" + os.path.join(tools, "lib", "libbsim-yield.so")
    env = {**os.environ, "MPIR_CVAR_NUM_CLIQUES": str(nodes), "MPIR_CVAR_CLIQUES_BY_BLOCK": "1"}
    out = subprocess.run(["mpiexec", "-n", str(ranks), "-genv", "LD_PRELOAD", preload, os.path.join(work, name + ".real")], env=env,
                         check=True, capture_output=True, text=True, timeout=300).stdout
    calls = {}
    for line in out.splitlines():
        words = line.split()
        calls[int(words[0])] = (" ".join(words[1:-2]), int(words[-2]), int(words[-1]))
    return calls


def by_line(result):
    """Messages and seconds by line, without those of the functions that count."""
    lines = {}
    with open(result, encoding="utf-8") as f:
        for site in json.load(f)["sites"]:
            is_counting = site["function"] in ("show", "meet")
            if is_counting or (not site.get("function") and site["call"] == "MPI_Reduce"):  # traces have no functions
                continue
            messages, seconds = lines.get(site["line"], (0, 0))
            lines[site["line"]] = messages + site["messages"], seconds + site["comm_s"] + site["wait_s"]
    return lines


def replayed(work, tools, name, ranks):
    """by_line of a trace of the run."""
    platform, result, trace = (os.path.join(work, "messages." + what) for what in ("platform.json", "replayed.json", "trace"))
    bsim, quiet = os.path.join(tools, "bin", "bsim"), {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    shutil.rmtree(trace, ignore_errors=True)
    subprocess.run([bsim, "run", "-q", "-np", str(ranks), "--platform", platform, "--record", trace, os.path.join(work, name + ".sim")],
                   check=True, timeout=300, **quiet)
    subprocess.run([bsim, "simulate", "-q", "--platform", platform, "--json", result, trace], check=True, timeout=300, **quiet)
    return by_line(result)


def simulated(work, tools, name, ranks, nodes):
    """by_line of a run."""
    platform, result = os.path.join(work, "messages.platform.json"), os.path.join(work, "messages.json")
    with open(platform, "w", encoding="utf-8") as f:
        json.dump({"schema": "bsim-platform/1", "name": "messages", "nodes": nodes, "cores_per_node": -(-ranks // nodes),
                   "network": {"model": "loggpo", "latency": "1us", "bandwidth": "1GB/s", "send_overhead": "0.1us"},
                   "reduction": {"bandwidth": "10GB/s"}}, f)
    subprocess.run([os.path.join(tools, "bin", "bsim"), "run", "-q", "-np", str(ranks), "--platform", platform, "--json", result,
                    os.path.join(work, name + ".sim")], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=300)
    return by_line(result)


def own_messages(name, size, ranks):
    """Of the algorithm `scattered`, and of edges that a process gives itself."""
    if name.startswith("dist_graph_create,"):
        return 2 if name.endswith("all by one") else ranks
    scattered = name in ("alltoall", "ialltoall") and size <= 32768 and (ranks < 9 or size > 256)
    return ranks if scattered or name == "alltoallv" else 0


def compare(work, tools, program, ranks, nodes):
    """What differs."""
    there, here = real(work, tools, program, ranks, nodes), simulated(work, tools, program, ranks, nodes)
    again = replayed(work, tools, program, ranks) if program == "constructors" else here
    wrong = []
    for line, (name, size, messages) in there.items():
        expected, found = messages - own_messages(name, size, ranks), here.get(line, (0, 0))
        if found[0] != expected:
            wrong.append(f"{name} of {size} bytes (line {line}): {expected} in MPICH, {found[0]} here")
        if again.get(line, (0, 0)) != found:
            wrong.append(f"{name} (line {line}): messages and seconds are {found}, of the recorded run {again.get(line)}")
    return wrong


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--build", default=os.environ.get("B", "build"))
    p.add_argument("--long", action="store_true", default=bool(os.environ.get("BSIM_LONG")))
    a = p.parse_args()
    tools = os.path.abspath(a.build)
    work = os.path.join(tools, "tests", "messages")
    os.makedirs(work, exist_ok=True)
    build(work, tools)
    bad = 0
    for ranks, nodes in SHAPES + (MORE if a.long else []):
        for program in PROGRAMS:
            wrong = compare(work, tools, program, ranks, nodes)
            bad += bool(wrong)
            print(f"{'FAIL' if wrong else 'ok'} {program}-{ranks}-ranks-{nodes}-nodes" + (": " if wrong else "") + "; ".join(wrong), flush=True)
    return bad > 0


if __name__ == "__main__":
    sys.exit(main())

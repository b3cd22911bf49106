#!/usr/bin/env python3
"""predict_by_replay.py - records a program, replays a rank of each group, and predicts its time with what they calculated.

usage: predict_by_replay.py [--build DIR] -n N --platform FILE [--cut SHARE] [--keep DIR] [--yield] -- EXE ARGS...
  -n N           ranks of the recorded run
  --platform     of bsim simulate: a file, or a name of the library
  --cut SHARE    how far ranks of a group are apart (bsim cluster)
  --keep DIR     a folder that keeps the trace and the files of the replays; it must not exist
  --yield        waiting processes yield their core: for more ranks than cores

The steps are bsim record --content, bsim cluster, bsim replay for each representative, one after the other, and bsim simulate
--replayed. Beside the predicted time stands that of a run under MPICH without a recorder. Replays take place on this host; for another
one copy the trace there (docs/howto/replay-on-another-machine.md).
"""
import argparse
import concurrent.futures
import json
import os
import shutil
import subprocess
import sys
import tempfile


class Failure(Exception):
    """A step that failed, with what it said."""


def call(command, env=None):
    """Runs a command; its output is shown only if it fails."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                          env={**os.environ, **(env or {})}, check=False)
    if done.returncode:
        raise Failure(f"{' '.join(command)}: exit code {done.returncode}\n{done.stdout.rstrip()}")
    return done.stdout


def read(path):
    with open(path) as f:
        return json.load(f)


def measured(build, n, program, folder, yields):
    """Seconds from MPI_Init to MPI_Finalize of a run without a recorder."""
    clock, lib = os.path.join(folder, "walltime"), os.path.join(build, "lib")
    preload = [f"{lib}/libbsim-walltime.so"] + ([f"{lib}/libbsim-yield.so"] if yields else [])
    call(["mpiexec", "-n", str(n), "-env", "LD_PRELOAD", " ".join(preload), "-env", "BSIM_WALLTIME", clock] + program)
    with open(clock) as f:
        return float(f.read())


def replay_groups(bsim, trace, folder, program, cut=(), at_once=1):
    """Groups the ranks of a trace, and replays the one that stands for each group, at_once of them at a time. bsim: runs the command
    bsim with a list of arguments. folder: a new folder for the files of the replays. Of each group (rank, members, recorded and
    replayed seconds of calculation)."""
    os.mkdir(folder)
    groups = folder + ".json"
    bsim(["cluster", trace, "-o", groups, *cut])

    def replay(group):
        rank = group["representative"]
        path = os.path.join(folder, f"rank-{rank}.json")
        bsim(["replay", "-q", "--rank", str(rank), "-o", path, trace, "--", *program])
        vector = read(path)
        return rank, len(group["members"]), vector["recorded_s"], vector["replayed_s"]
    with concurrent.futures.ThreadPoolExecutor(at_once) as pool:
        return list(pool.map(replay, read(groups)["groups"]))


def replay_together(bsim, trace, folder, program, ranks, at_once):
    """Replays all ranks in sub-groups of at_once neighbours that run beside each other, one sub-group after the other. bsim and
    folder: as of replay_groups. The mean seconds of calculation of a rank."""
    os.mkdir(folder)
    for first in range(0, ranks, at_once):
        last = min(first + at_once, ranks) - 1
        if first == last:
            bsim(["replay", "-q", "--rank", str(first), "-o", os.path.join(folder, f"rank-{first}.json"), trace, "--", *program])
        else:
            bsim(["replay", "-q", "--group", f"{first}-{last}", "-o", folder, trace, "--",
                  "mpiexec", "-n", str(last - first + 1), *program])
    return sum(read(os.path.join(folder, f"rank-{rank}.json"))["replayed_s"] for rank in range(ranks)) / ranks


def simulated_s(bsim, trace, platform, result, more=()):
    """The predicted seconds of a trace. result: where the JSON goes."""
    bsim(["simulate", trace, "--platform", platform, "-q", "--json", result, *more])
    return read(result)["predicted_time_s"]


def predict(a, folder):
    trace, vectors = os.path.join(folder, "trace"), os.path.join(folder, "vectors")
    cut = ["--cut", a.cut] if a.cut else []

    def bsim(argv):
        return call([os.path.join(a.build, "bin", "bsim"), *argv])

    real_s = measured(a.build, a.n, a.program, folder, a.yields)
    bsim(["record", "-q", "--content", "-o", trace] + (["--yield"] if a.yields else []) + ["--", "mpiexec", "-n", str(a.n)] + a.program)
    rows = replay_groups(bsim, trace, vectors, a.program, cut)
    times = [simulated_s(bsim, trace, a.platform, os.path.join(folder, f"{name}.json"), more)
             for name, more in (("recorded", []), ("replayed", ["--replayed", vectors] + cut))]
    print(f"{'rank':>6} {'stands for':>10} {'recorded':>12} {'replayed':>12}   calculation, seconds")
    for rank, members, recorded_s, replayed_s in rows:
        print(f"{rank:6} {members:10} {recorded_s:12.6f} {replayed_s:12.6f}")
    print(f"\npredicted with the replayed calculation: {times[1]:.6f} s\n"
          f"predicted with the recorded calculation: {times[0]:.6f} s\n"
          f"measured here, {a.n} processes, without a recorder: {real_s:.6f} s")


def main():
    p = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1].split("\n\n")[0])
    p.add_argument("--build", default="build")
    p.add_argument("-n", type=int, required=True)
    p.add_argument("--platform", required=True)
    p.add_argument("--cut")
    p.add_argument("--keep")
    p.add_argument("--yield", dest="yields", action="store_true")
    p.add_argument("program", nargs="+")
    a = p.parse_args()
    folder = a.keep or tempfile.mkdtemp(prefix="bsim-predict-by-replay.")
    try:
        if a.keep:
            os.mkdir(a.keep)
        predict(a, folder)
    except (Failure, OSError) as e:
        print(f"predict_by_replay.py: {e}", file=sys.stderr)
        return 1
    finally:
        if not a.keep:
            shutil.rmtree(folder, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

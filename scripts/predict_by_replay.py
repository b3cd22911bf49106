"""predict_by_replay.py - steps of a prediction by replay, of which studies make more than bsim predict-by-replay does.

Owns: the replays of the representatives of a trace, of all ranks beside each other, and the simulation with what they calculated.
replaystudy.py, validate.py and lab.py decide which runs are recorded, and where.
"""
import concurrent.futures
import json
import os


def read(path):
    with open(path) as f:
        return json.load(f)


def replay_groups(bsim, trace, folder, program, at_once=1):
    """Groups the ranks of a trace, and replays the one that stands for each group, at_once of them at a time. bsim: runs the command
    bsim with a list of arguments. folder: a new folder for the files of the replays. Of each group (rank, members, recorded and
    replayed seconds of calculation)."""
    os.mkdir(folder)
    groups = folder + ".json"
    bsim(["cluster", trace, "-o", groups])

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

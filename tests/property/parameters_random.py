#!/usr/bin/env python3
"""Random programs: executions of a block with equal parameters do equal work.

parameters_random.py [--count N] [--seed S] [--keep DIR] [--jobs N] [--forms N]: the programs (gen_parameters.py) count their own
work. Each is instrumented and runs on a few ranks with a few arguments (parameters_stub.c). Of a block that is not told to
depend on more than its parameters, two executions with equal parameters must do equal work. The skeleton must give the same
parameters in the same order. Prints a line `ok parameters_random SEED` or `FAIL parameters_random SEED` for each program;
exit 1 if any failed. --forms N prints instead, for each form of a size, in how many of N programs with this form alone the
block is told to depend on more.
"""
import collections
import json
import os
import shlex
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, HERE)
import gen_parameters  # noqa: E402
import seeds  # noqa: E402
from seeds import Failed  # noqa: E402

RUNS = [(1, ["1", "3", "5", "-n", "4"]), (2, ["2", "5", "2", "-n", "2"]), (3, ["1", "2", "3", "-m", "4"])]  # ranks, arguments


def run(command, folder, env=None, limit=60):
    """What a command prints; raises Failed with its last lines if it fails."""
    try:
        done = subprocess.run(command, cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=limit, check=False)
    except subprocess.TimeoutExpired as late:
        raise Failed(f"{command[0]}: no end within {limit} s") from late
    text = done.stdout.decode(errors="replace")
    if done.returncode != 0:
        raise Failed(f"{os.path.basename(command[0])}: exit {done.returncode}\n" + "\n".join("    " + line for line in text.splitlines()[-12:]))
    return text


def mpi_flags():
    """The folders of mpi.h."""
    shown = subprocess.run(["mpicc", "-show"], stdout=subprocess.PIPE, check=True).stdout.decode()
    return [word for word in shlex.split(shown) if word.startswith("-I")]


def build(folder, name, more):
    """The transformed program, linked with the stub."""
    run([os.path.join(ROOT, "build/bin/skeletonize"), "-o", name, *more, "a.c", "--"], folder)
    kind = ["-DSKELETON", *(f"-DL{call}={call}" for call in ("MPI_Sendrecv", "MPI_Bcast", "MPI_Allreduce"))] if name == "skeleton" else []
    compiler = shlex.split(os.environ.get("CC", "cc"))
    run([*compiler, "-O0", "-w", *kind, "-I", os.path.join(ROOT, "include"), *mpi_flags(), f"{name}/a.c", f"{name}/bsim_blocks.c",
         os.path.join(HERE, "parameters_stub.c"), "-lm", "-o", f"{name}/program"], folder)
    with open(os.path.join(folder, name, "skeleton.json"), encoding="utf-8") as f:
        return {b["id"]: b for b in json.load(f)["blocks"]}


def executions(folder, name, number):
    """What each rank's executions were: lists of (block, parameters, work or None)."""
    ranks, arguments = RUNS[number]
    log = os.path.join(folder, name, f"log{number}")
    run([os.path.join(folder, name, "program"), *arguments], folder, dict(os.environ, STUB_RANKS=str(ranks), STUB_LOG=log), 20)
    result = []
    for rank in range(ranks):
        with open(f"{log}.{rank}", encoding="ascii") as f:
            lines = [line.partition(":") for line in f]
        result.append([(int(left.split()[0]), tuple(left.split()[1:]), int(work) if mark else None) for left, mark, work in lines])
    return result


def told(block):
    """Whether a block is told to depend on more than its parameters."""
    return "missing" in block or "counts" in block


def describe(block, params):
    return f"{block['label']} with " + (", ".join(f"{n} = {v}" for n, v in zip(block["params"], params)) or "no parameters")


def check_text(text, folder):
    """Raises Failed if a program's parameters do not tell its work. The blocks that are told otherwise, and all."""
    with open(os.path.join(folder, "a.c"), "w", encoding="ascii") as f:
        f.write(text)
    blocks = build(folder, "instrumented", ["--instrument"])
    skeleton = build(folder, "skeleton", [])
    known = collections.defaultdict(dict)
    for number, (ranks, arguments) in enumerate(RUNS):
        real, predicted = executions(folder, "instrumented", number), executions(folder, "skeleton", number)
        where = f"on {ranks} ranks with {' '.join(arguments)}"
        for rank in range(ranks):
            for block, params, work in real[rank]:
                before = known[block].setdefault(params, (work, f"rank {rank} {where}"))
                if before[0] != work and not told(blocks[block]):
                    raise Failed(f"{describe(blocks[block], params)}: work of {before[0]} ({before[1]}) and {work} (rank {rank} {where})")
            one, other = [[(skeleton[b]["label"] if table is skeleton else blocks[b]["label"], p) for b, p, _ in listed]
                          for table, listed in ((blocks, real[rank]), (skeleton, predicted[rank]))]
            for k in range(max(len(one), len(other))):
                if one[k:k + 1] != other[k:k + 1]:
                    raise Failed(f"execution {k} of rank {rank} {where}: {one[k:k + 1]} in the program, {other[k:k + 1]} in the skeleton")
    return [b for b in blocks.values() if told(b)], list(blocks.values())


def check(seed, folder, options):
    program = gen_parameters.Program(seed)
    check_text(program.text(), folder)


def forms(count, folder):
    """The table of forms, the most often told first."""
    table = []
    for name in sorted(gen_parameters.FORMS):
        many, bad, example = 0, 0, ""
        for seed in range(1, count + 1):
            try:
                missing, _ = check_text(gen_parameters.Program(seed, name).text(), folder)
            except Failed as failed:
                bad, example = bad + 1, f"seed {seed}: {failed}"
                continue
            if missing:
                many += 1
                example = example or f"seed {seed}: {missing[0].get('missing', missing[0].get('counts'))}"
        table.append((many + bad, f"{name}: told in {many} of {count}" + (f", wrong in {bad}" if bad else "") + (f" ({example})" if example else "")))
    for _, line in sorted(table, reverse=True):
        print(line)


def main():
    if sys.argv[1:2] == ["--forms"]:
        with tempfile.TemporaryDirectory(prefix="parameters_random.") as folder:
            forms(int(sys.argv[2]), folder)
        return 0
    return seeds.main("parameters_random", __doc__, 10, check)


if __name__ == "__main__":
    sys.exit(main())

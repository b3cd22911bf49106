#!/usr/bin/env python3
"""Damaged files: bsim and skeletonize accept any file, or refuse it with a message that names it. They must not crash, hang, or
fail silently.

json_random.py [--count N] [--seed S] [--keep DIR] [--each N]: each seed makes N damaged files of each kind from good ones, by
changes of structure and of bytes. The readers (readers.c) get them; further ones go to the commands. Prints `ok json_random SEED`
or `FAIL json_random SEED: why`. Files that fail stay in DIR.
"""
import copy
import glob
import json
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
BUILD = os.path.join(ROOT, os.environ.get("B") or "build")
BIN = os.path.join(BUILD, "bin")
sys.path[:0] = [HERE, os.path.join(ROOT, "scripts")]
import bsimcase  # noqa: E402
import seeds  # noqa: E402
from seeds import Failed  # noqa: E402

MODELS = {"schema": "bsim-models/1", "provenance": {"made_by": "hand"}, "comment": "all that a file of models may hold",
          "scale": [[1e-6, 0.9], [1e-3, 1.1]],
          "rest": {"constant_s": "1us", "block": "heat.2", "longest": 0.5, "comment": 1, "fit": {"runs": 3, "error": 0.1, "longest_s": [0, 1]}},
          "blocks": {"heat.1": {"params": {"nx": "g->nx", "ny": "g->ny"}, "noise": 0.1, "comment": "",
                                "first": {"factor": "1 + 100/(1 + nx)"},
                                "pieces": [{"when": "nx*ny < 100", "time": "1e-9*nx*ny",
                                            "transition": {"of": "nx*ny", "from": 50, "to": 150}},
                                           {"time": "max(1e-7, 2e-9*nx*ny + 3e-8*log(1 + abs(nx)))"}],
                                "fit": {"range": {"nx": [1, 100], "ny": [1, 200]}, "samples": 12,
                                        "errors": [[1e-7, 0.2], [1e-6, 0.05]], "beyond": {"nx": 0.4}, "hidden": [{"block": "b.2", "param": "n", "beyond": 0.3, "clear": True}], "steps": {"nx": 8}, "rivals": [{"of": "1e-9*nx*ny", "time": "1e-9*nx"}, {"of": "1", "time": 0}], "values": {"nx": [1, 2, 4]}}, "by_rank": [0.5, 2, 0.5]},
                     "heat.2": {"time": "5e-6*(1 + rank/ranks_per_node + node)", "cache": {"of": "2 + rank", "size": 3, "slower": 0.5, "power": 4}, "first": {
                         "pieces": [{"when": "rank > 3", "time": 0}, {"time": "1e-5 + rank*1e-6"}], "comment": 1,
                         "fit": {"ratio": [1, 2, 4], "error_median": 0.1, "error_max": None, "timer": 2e-8}}, "uneven": "0.2 + rank/10", "noise": {
                         "execution": {"halfnormal": "0.1/ranks_per_node"}, "node": {"histogram": [[1, 3], [1.5, 0.5]]},
                         "together": "0.1*node", "run": {"two_speeds": {"probability": 0.1, "factor": "2 + rank"}}}},
                     "other.1": {"params": {"n": "n"}, "time": "n", "uneven": {"histogram": [[1, 3], [2, 1]]}, "where": {"n": 12.5}, "first": {"extra": "1e-6*n", "executions": 3}}},
          "other_blocks": {"time": "2e-6"}, "arguments": ["100", None, "1e-3"],
          "learned": {"solve:loop": {"params": {"nx": "g->nx"}, "place": "solve.c:4", "ranks": "equal",
                                     "pieces": [{"when": "nx < 4", "value": 3}, {"histogram": [[3, 1], [4, 2.5]]}],
                                     "fit": {"range": {"nx": [1, 9]}}},
                      "solve:if": {"probability": 0.25, "ranks": "own"}, "solve:x": {"value": "1.5"}}}
PLATFORM = {"schema": "bsim-platform/1", "name": "p", "provenance": {"by": "hand"}, "comment": "c", "nodes": 24,
            "cores_per_node": 4, "mapping": "cyclic", "speed": 1.5,
            "network": {"model": "loggpo", "topology": {"kind": "torus", "dims": [2, 3, 4]}, "hop_latency": "10ns",
                        "latency": "1.5us", "bandwidth": "10 Gbit/s", "send_overhead": 1e-7, "recv_overhead": "100ns",
                        "control_overhead": "80 ns", "sender_busy": 0.5, "eager_limit": "64KiB"},
            "intra_node": {"latency": "200ns", "bandwidth": "20GB/s", "eager_limit": 4096}}
SCENARIOS = {"schema": "bsim-scenarios/1", "scenarios": [
    {"name": "a", "set": {"speed": 2, "network.latency": "3us", "intra_node.bandwidth": 1e9}}, {"name": "b", "set": {}}]}
SAMPLES = ("# bsim-samples/1; machine: node (CPU); rank 0 of 2; timer: clock; overhead 1e-08 s subtracted\n"
           "block\tparams\tcount\tmean_s\tmedian_s\tmin_s\tmax_s\ttypical_s\tdeviation_s\t"
           "first_s\tlater_s\tlater_deviation_s\n" +
           "".join(f"heat.1\tg->nx={n},f(a, b)={n * n % 7}\t{n}\t{n}e-5\t{n}e-5\t1e-9\t{4 * n}e-5\t{n}e-5\t1e-8\t"
                   f"{4 * n}e-5\t{n}e-5\t1e-8\n"
                   for n in range(1, 14)) + "heat.2\t\t5\t1e-6\t1e-6\t1e-6\t1e-6\t1e-6\t0\t\t\t\n"
           "# together: heat.1\t1:1.02 3:0.98 17:1.5\n"
           "hint\tplace\tkind\tparams\tcount\tvalue\n"
           "solve:loop\tsolve.c:4\ttrips\tg->nx=4\t3\t17\nsolve:loop\tsolve.c:4\ttrips\tg->nx=8\t2\t31\n"
           "solve:if\tsolve.c:5\tbranch\t\t9\t1\nsolve:if\tsolve.c:5\tbranch\t\t3\t0\n"
           "order\tnumber\tcount\thash\nsolve:loop\t0\t5\tdeadbeef01234567\n")
HINTS = {"schema": "bsim-hints/1", "seed": 7, "comment": "c", "hints": [
    {"place": "a.c:12", "loop": True, "trips": 3, "comment": "x"},
    {"place": "main", "variable": "pick", "uniform": [0, "n - 1"]},
    {"place": "a.c:16", "branch": True, "probability": 0.25, "key": "i"},
    {"place": "main", "variable": "more", "histogram": [[1, 0.5], [2, 3]], "learned": False},
    {"place": "a.c:20", "call": "helper", "value": "n / 2"}]}
PROGRAM = """#include <bsim/bsim.h>
#include <mpi.h>
static const char *const params[] = {"g->nx", "g->ny"};
const bsim_block_info bsim_blocks[] = {{"heat.1", "grid.c", 40, 52, 2, params}, {"heat.2", "grid.c", 60, 61, 0, 0}};
const int bsim_nblocks = 2;
const bsim_hint_info bsim_hints[] = {{"solve:loop", "solve.c", 4, 1, 0, 0, 0, 1, 2, params},
                                     {"solve:if", "solve.c", 5, 1, 0, 0, 0, 4, 0, 0},
                                     {"solve:x", "solve.c", 6, 1, 0, 0, 0, 3, 1, params}};
const int bsim_nhints = 3;
int main(int argc, char **argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    long trips = BSIM_learned_int(0, BSIM_NO_KEY, 4, 8);
    for (long i = 0; i < trips && i < 20; i++)
        BSIM_Add_time(BSIM_cost(0, i, 8));
    BSIM_Add_time(BSIM_cost(1));
    if (BSIM_learned(1, BSIM_NO_KEY) && BSIM_learned(2, BSIM_NO_KEY, 4) > 1)
        BSIM_Add_time(1e-6);
    MPI_Sendrecv_replace(&trips, 1, MPI_LONG, (rank + 1) % size, 0, (rank + size - 1) % size, 0, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
"""
HINTED = """#include <mpi.h>
#include <stdio.h>
static double helper(int n) {
    return n * 2.5;
}
int main(int argc, char **argv) {
    int n = argc + 3, pick, more, rank;
    double x = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    pick = n * 2, more = n;
    for (int i = 0; x < 100; i++)
        x *= 2 + i % n;
    for (int i = 0; i < pick + more; i++) {
        MPI_Barrier(MPI_COMM_WORLD);
        if (x > 5 + i)
            n++;
        MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
    x = helper(n);
    if (x > 3)
        MPI_Bcast(&n, (int)x, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
"""


class Raw(str):
    """Text that is written to the file unchanged."""


def odd(r):
    """An unexpected value."""
    return r.choice([
        None, True, False, [], {}, [[]], [0], [[0, 0, 0]], {"": 0}, {"x": [[]]}, "", " ", "x", "0", "-1", "nan", "1e999us",
        "\u0000", "a\u0000b", "\ud7ff\uffff", "%s%n%d", "'", '"', "../..", "1us1us", "x" * r.choice([63, 64, 255, 1100, 70000]),
        0, -1, 1, 2, 3, 0.5, 1e-320, -0.0, 1e308, 2**31 - 1, 2**31, 2**32, -2**63, 2**63 - 1, Raw("1e400"), Raw("-1e400"),
        Raw("9" * 400), Raw("18446744073709551616"), Raw("1e-400"), Raw('"\\ud800"'), Raw('"\\u0000"'), Raw("[" * 1500 + "]" * 1500),
        Raw("[" * 200000), Raw("{\"a\":" * 100000), Raw("NaN"), Raw("Infinity"), Raw("tru"), Raw("'x'"), Raw("0x10"), Raw("01"),
        "(" * 500 + "1" + ")" * 500, "1" + "+1" * 3000, "nx ? ny : ", "1,2", "nx=1", "nx==", "a?b?c:d:e", "1/0", "log(-1)",
        "sqrt(-nx)", "sum()", "max()", "if(1,2,3)", "1e", "_", "nx nx", "#", ";", "\n", "\t", "0/0", "-nx", "nx^1e9", "mod(1,0)",
        list(range(300)), {str(i): i for i in range(300)}, [["a", "b"]], [[1, 2], [3]], [1, 2], [2, 1], [-1, 1e300]])


def nodes(value, path=()):
    """Paths of all values."""
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in items:
        yield from nodes(child, path + (key,))


def at(value, path):
    for key in path:
        value = value[key]
    return value


def damage_tree(r, tree):
    """One change of the structure; a value that is a dict or list may get another member."""
    tree = copy.deepcopy(tree)
    paths = [p for p in nodes(tree) if p]
    if not paths or r.random() < 0.02:
        return odd(r)
    path = r.choice(paths)
    holder, key = at(tree, path[:-1]), path[-1]
    kind = r.randrange(8)
    if kind == 0:
        del holder[key]
    elif kind == 1 and isinstance(holder, dict):
        items = list(holder.items())
        holder.clear()
        for k, v in items:
            holder[r.choice(["", k + "x", k[:-1], "x", "time", "set", "\u00e4", k.upper()]) if k == key else k] = v
    elif kind == 2:
        other = r.choice(paths)
        holder[key] = copy.deepcopy(at(tree, other))
    elif kind == 3 and isinstance(holder[key], (dict, list)):
        if isinstance(holder[key], dict):
            holder[key][r.choice(["", "x", "time", "value", "when", "range", "a.b", "x" * 300])] = odd(r)
        else:
            holder[key].insert(r.randrange(len(holder[key]) + 1), odd(r))
    elif kind == 4 and isinstance(holder[key], str):
        text = holder[key]
        i = r.randrange(len(text) + 1)
        holder[key] = r.choice([text[:i], text + text, text[:i] + r.choice("()*/+-?:,= 0.\\'\"%\n\u0000\u00b5") + text[i:]])
    elif kind == 5 and isinstance(holder[key], (int, float)) and not isinstance(holder[key], bool):
        holder[key] = r.choice([-holder[key], holder[key] * 1e300, holder[key] * 1e-300, holder[key] + 0.5, str(holder[key]),
                                10**r.randrange(20), -10**r.randrange(20)])
    else:
        holder[key] = odd(r)
    return tree


def write(value):
    """Writes a value as JSON; Raw texts unchanged."""
    if isinstance(value, Raw):
        return str(value)
    if isinstance(value, dict):
        return "{" + ",\n ".join(json.dumps(k) + ": " + write(v) for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(write(v) for v in value) + "]"
    return json.dumps(value)


def damage_bytes(r, data):
    data = bytearray(data)
    for _ in range(r.choice([1, 1, 1, 2, 5, 40])):
        i = r.randrange(len(data) + 1)
        n = r.choice([1, 1, 2, 8, 100])
        kind = r.randrange(7)
        if kind == 0:
            del data[i:i + n]
        elif kind == 1:
            data[i:i] = bytes(r.randrange(256) for _ in range(n))
        elif kind == 2 and i < len(data):
            data[i] ^= 1 << r.randrange(8)
        elif kind == 3:
            j = r.randrange(len(data) + 1)
            data[i:i] = data[j:j + n]
        elif kind == 4:
            data[i:i] = r.choice([b"\0", b"\xff", b"\xc3", b"\xed\xa0\x80", b"{", b"}", b"[", b"]", b",", b":", b'"', b"\\", b"\n",
                                  b"\t", b"\r", b"-", b"e", b"9" * 30, b".", b"=", b"\tnan\t", b"inf", b"\xef\xbb\xbf"])
        elif kind == 5 and r.random() < 0.3:
            del data[i:]
        elif kind == 6 and i < len(data):
            data[i] = r.choice(b'0123456789-+.eE{}[],:"\\ \t\n#=')
    return bytes(data)


def damage(r, good):
    if isinstance(good, str):
        return damage_bytes(r, good.encode())
    if r.random() < 0.7:
        for _ in range(r.choice([1, 1, 1, 2, 3])):
            if not isinstance(good, (dict, list)):
                break
            good = damage_tree(r, good)
        return write(good).encode("utf-8", "surrogatepass")
    return damage_bytes(r, json.dumps(good, indent=r.choice([None, 1])).encode())


def shipped(pattern):
    out = []
    for path in sorted(glob.glob(os.path.join(ROOT, pattern))):
        with open(path) as f:
            out.append(json.load(f))
    return out


class Tools:
    """Makes the programs that all seeds use."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="json_random.tools.")
        self.readers, self.program, self.result = (os.path.join(self.folder, n) for n in ("readers", "program", "result.json"))
        self.platform = os.path.join(self.folder, "platform.json")
        with open(self.platform, "w") as f:
            json.dump(PLATFORM, f)
        self.models = os.path.join(self.folder, "models.json")
        with open(self.models, "w") as f:
            json.dump(MODELS, f)
        with open(self.program + ".c", "w") as f:
            f.write(PROGRAM)
        cc = (os.environ.get("BSIM_CC") or "cc").split()
        mpi = subprocess.run(["pkg-config", "--cflags", "--libs", "mpich"], stdout=subprocess.PIPE, text=True, check=True)
        lib = os.path.join(BUILD, "lib")
        self.must([*cc, "-D_GNU_SOURCE", "-I" + ROOT, "-I" + ROOT + "/include", "-g", "-w", os.path.join(HERE, "readers.c"),
                   os.path.join(BUILD, "obj/bsim/cmd/summary.o"), "-o", self.readers, "-L" + lib, "-Wl,@" + lib + "/mpi.wrap",
                   "-Wl,-u,bsim_layer", "-llmpi", "-lbsim", *mpi.stdout.split(), "-ljansson", "-lmuparser", "-lgsl", "-lgslcblas", "-l:libboost_context.a", "-lm"])
        self.must([os.path.join(BIN, "bsimcc"), "-O1", "-w", self.program + ".c", "-o", self.program])
        self.must([os.path.join(BIN, "bsim"), "run", "-np", "3", "--quiet", "--platform", self.platform, "--models", self.models,
                   "--json", self.result, self.program])
        with open(self.result) as f:
            result = json.load(f)
        self.good = {"platform": [PLATFORM, *shipped("models/platforms/*.json")], "scenarios": [SCENARIOS],
                     "models": [MODELS], "learned": [MODELS], "samples": [SAMPLES], "result": [result]}

    @staticmethod
    def must(argv):
        done = subprocess.run(argv, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode:
            sys.exit(f"FAIL json_random tools: {' '.join(argv)}: {done.stdout}")


TOOLS = None


def judge(path, status, said):
    """Judges the answer to a damaged file: a description of the failure, or None."""
    text = said.strip()
    name = os.path.basename(path)
    if status.startswith("signal") or status == "died" or "Assertion" in said or "ERROR: AddressSanitizer" in said or \
            "runtime error:" in said:
        return f"{status}: {text[-300:]}"
    if status == "silent":
        return "is refused without a word"
    if status == "refused":
        last = [line for line in text.splitlines() if name in line]
        if not last:
            return f"the message does not name the file: {text[-300:]!r}"
        if re.search(re.escape(name) + r"(:\d+)?:\s*$", last[-1]):
            return f"the message is empty: {last[-1]!r}"
    return None


def read_all(folder, files):
    """Gives each (kind, path) to the readers; yields descriptions of failures."""
    limit = "FREE" if os.environ.get("BSIM_SANITIZE") else "LIMIT"
    lines = "".join(f"{kind} {path}\n" for kind, path in files)
    done = subprocess.run([TOOLS.readers, TOOLS.platform, limit], input=lines.encode(), stdout=subprocess.PIPE, cwd=folder,
                          timeout=600)
    said, answered = "", set()
    for line in done.stdout.decode(errors="replace").splitlines():
        if line.startswith("== "):
            _, status, path = line.split(" ", 2)
            answered.add(path)
            wrong = judge(path, status, said)
            if wrong:
                yield path, wrong
            said = ""
        else:
            said += line + "\n"
    for _, path in files:
        if path not in answered:
            yield path, "no answer"
            break


def limits():
    if not os.environ.get("BSIM_SANITIZE"):
        resource.setrlimit(resource.RLIMIT_AS, (100 << 30, 100 << 30))  # a run reserves much address space
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run_command(folder, path, argv, codes, any_name=False):
    """One of the commands with a damaged file; what is wrong, or None. codes: how it may refuse. any_name: the message may
    name another file."""
    try:
        done = subprocess.run(argv, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=60, preexec_fn=limits)
    except subprocess.TimeoutExpired:
        return "no end within 60 s: " + " ".join(argv)
    said = done.stdout.decode(errors="replace")
    if done.returncode == 0:
        return judge(path, "ok", said)
    if done.returncode not in codes:
        return f"exit {done.returncode}: {' '.join(argv)}: {said[-300:]}"
    return judge(path, "refused", f"{os.path.basename(path)}: {said}" if any_name and said.strip() else said)


def check_case(path):
    try:
        bsimcase.load(path)
    except bsimcase.CaseError as error:
        return judge(path, "refused", str(error))
    except Exception as error:  # any exception is a failure
        return f"{type(error).__name__}: {error}"
    return None


def check(seed, folder, options):
    r = random.Random(seed)
    files, wrong = [], []

    def make(kind, good):
        path = os.path.join(folder, f"{kind}-{len(files)}-{r.randrange(1000)}." + ("tsv" if kind == "samples" else "json"))
        with open(path, "wb") as f:
            f.write(damage(r, good))
        return path

    for kind, goods in TOOLS.good.items():
        for _ in range(options.each):
            files.append((kind, make(kind, r.choice(goods))))
    wrong += read_all(folder, files)
    bsim = [os.path.join(BIN, "bsim")]
    run = bsim + ["run", "-np", "3", "--quiet"]
    commands = (("platform", lambda p: run + ["--platform", p, "--models", TOOLS.models, TOOLS.program]),
                ("models", lambda p: run + ["--platform", TOOLS.platform, "--models", p, TOOLS.program]),
                ("learned", lambda p: run + ["--platform", TOOLS.platform, "--models", p, TOOLS.program]),
                ("samples", lambda p: bsim + ["fit", "--quiet", p, "-o", p + ".models.json"]),
                ("result", lambda p: bsim + ["report", p]))
    for kind, argv in commands * options.runs:
        path = make(kind, r.choice(TOOLS.good[kind]))
        wrong.append((path, run_command(folder, path, argv(path), (2,))))
    with open(os.path.join(folder, "a.c"), "w") as f:
        f.write(HINTED)
    with open(os.path.join(folder, "b.c"), "w") as f:
        f.write("int unused;\n")
    skeletonize = [os.path.join(BIN, "skeletonize"), "--quiet", "-o", "out"]
    for _ in range(options.hints):
        path = make("hints", HINTS)
        wrong.append((path, run_command(folder, path, [*skeletonize, "a.c", "--hints", path], (2,))))
        database = os.path.join(folder, f"database-{len(wrong)}")
        os.mkdir(database)
        path = os.path.join(database, "compile_commands.json")
        with open(path, "wb") as f:
            f.write(damage(r, [{"directory": folder, "file": "a.c", "arguments": ["cc", "-DX=1", "-I.", "-c", "a.c", "-o", "a.o"]},
                               {"directory": folder, "command": "cc -O2 -c b.c", "file": "b.c"}]))
        # An error in a source is reported with the source's name.
        wrong.append((path, run_command(folder, path, [*skeletonize, "-p", database], (2,), True)))
    for _ in range(options.each):
        path = make("case", r.choice(shipped("benchmarks/apps/*/case.json")))
        wrong.append((path, check_case(path)))
    wrong = [(path, why) for path, why in wrong if why]
    if wrong:
        for entry in os.listdir(folder):  # what is kept is what failed
            path = os.path.join(folder, entry)
            if path not in dict(wrong) and os.path.isfile(path):
                os.remove(path)
            elif os.path.join(path, "compile_commands.json") not in dict(wrong) and os.path.isdir(path):
                shutil.rmtree(path)
        raise Failed("; ".join(f"{os.path.basename(p)}: {why}" for p, why in wrong[:5]) +
                     (f"; {len(wrong)} in all" if len(wrong) > 5 else ""))


def add_options(parser):
    long = bool(os.environ.get("BSIM_LONG"))
    parser.add_argument("--each", type=int, default=100 if long else 25, help="files of each kind for the readers")
    parser.add_argument("--runs", type=int, default=10 if long else 1, help="files of each kind for the commands")
    parser.add_argument("--hints", type=int, default=3 if long else 1, help="files of hints, and databases")


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    TOOLS = Tools()
    try:
        code = seeds.main("json_random", __doc__, 8, check, add_options)
    finally:
        shutil.rmtree(TOOLS.folder)
    sys.exit(code)

#!/usr/bin/env python3
"""corpus.py - slices, verifies, measures and predicts programs of Debian packages: make corpus [ONLY=name,...].

Owns: the steps for a program of benchmarks/corpus (docs/reference/corpus.md) and their measurements. Must not know how a
program is compiled, run or compared (bsimcase.py) or predicted (predict.py), nor anything about a particular program.

A step that fails ends the steps that need it, but never other programs. All files are in BUILD/corpus/NAME.
BUILD/corpus/table.txt and corpus.json hold the results, including those of earlier calls.
usage: corpus.py [--build DIR] [--skip-size] [--skip-predict] [NAME...]
"""
import argparse
import collections
import filecmp
import fnmatch
import glob
import hashlib
import json
import os
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import time

import bsimcase
import corpustable
import predict
from bsimcase import CaseError

FOLDER = os.path.join(bsimcase.ROOT, "benchmarks", "corpus")
PLATFORM = os.path.join(bsimcase.ROOT, "models", "platforms", "infiniband-cluster.json")
RANKS = [2, 4, 8, 16]
REAL_RANKS = 8  # largest number of ranks under real MPICH
LIMITS = {"skeletonize": 600, "build": 600, "run": 120, "benchmark": 120, "compare": 120, "predict": 300}
PATIENCE_S = 10.0  # total time for which a program's measurements wait for other work on this node to end
OWN_KEYS = {"case": bsimcase.TEXT, "package": bsimcase.TEXT, "prepare": [bsimcase.TEXT], "size": [bsimcase.RUN_KEYS],
            "order": ("a whole number", lambda v: type(v) is int), "timing": bsimcase.FLAG, "real_ranks": bsimcase.whole(1),
            "main": bsimcase.TEXT, "stdin": [bsimcase.TEXT], "remark": bsimcase.TEXT, "add": bsimcase.Map(bsimcase.TEXT),
            "tools": [bsimcase.TEXT], "exclude": [bsimcase.TEXT], "most_lines": bsimcase.whole(1)}


def load(path):
    """Reads and checks a program's file: a case of bsimcase.py with the additional keys of the corpus."""
    own = bsimcase.read_json(path)
    bsimcase.need(path, "", own, bsimcase.Map(bsimcase.ANY))
    if own.pop("schema", None) != "bsim-corpus/1":
        raise CaseError(f'{path}: schema: "bsim-corpus/1" is wanted')
    extra = {}
    for key in [k for k in own if k in OWN_KEYS]:
        bsimcase.need(path, key, own[key], OWN_KEYS[key])
        extra[key] = own.pop(key)
    try:
        case = bsimcase.load(extra["case"]) if "case" in extra else {"schema": "bsim-case/1", "dir": FOLDER}
    except CaseError as e:
        raise CaseError(f"{path}: case: {e}") from None
    for key in ("name", "dir"):
        extra.setdefault("_" + key, case.pop(key, None))
    case.update(own)
    bsimcase.check(path, case)
    case["name"] = os.path.splitext(os.path.basename(path))[0]
    case["dir"] = extra["_dir"]
    return case, extra


class Runner(bsimcase.Runner):
    """Runs the steps of one program; measures each run of skeletonize."""

    def __init__(self, case, build):
        super().__init__(case, build)
        self.work = os.path.join(self.build, "corpus", case["name"])
        os.makedirs(os.path.join(self.work, "log"), exist_ok=True)
        self.measured = {}

    def command(self, step, argv, cwd=None, env=None, timeout=600, codes=(0,), stdin=None):
        kind = step.split("-")[0]
        timeout = min(timeout, LIMITS.get(kind, timeout))
        if kind in ("run", "size", "benchmark", "compare", "predict") and os.path.exists(os.path.join(self.work, "stdin")):
            stdin = os.path.join(self.work, "stdin")
        if kind != "skeletonize":
            return super().command(step, argv, cwd, env, timeout, codes, stdin)
        path = os.path.join(self.work, step + ".usage")
        argv = [sys.executable, os.path.abspath(__file__), "--measure", path] + argv
        try:
            return super().command(step, argv, cwd, env, timeout, codes, stdin)
        finally:
            if os.path.exists(path):
                with open(path) as f:
                    self.measured[step] = json.load(f)


def measure(path, argv):
    """Runs argv, writes its time and peak memory to path, and returns its exit code."""
    start = time.monotonic()
    code = subprocess.call(argv)
    with open(path, "w") as f:
        json.dump({"seconds": time.monotonic() - start,
                   "peak_bytes": 1024 * resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, "code": code}, f)
    return code if code >= 0 else 128 - code


def totals(folder, ranks):
    """For each rank, the numbers of calls and bytes by function and peer."""
    count = collections.Counter()
    for rank in range(ranks):
        with open(os.path.join(folder, f"rank-{rank}.tsv")) as f:
            for line in f:
                column = line.rstrip("\n").split("\t")
                count[(rank, column[0], column[1], "calls")] += 1
                count[(rank, column[0], column[1], "bytes")] += int(column[3])
    return count


def agreement(first, second):
    """The level at which the totals of two runs are equal: "call and peer", "call", or None."""
    if first == second:
        return "call and peer"
    calls = []
    for count in (first, second):
        sums = collections.Counter()
        for (_, function, _, kind), number in count.items():
            sums[(function, kind)] += number
        calls.append(sums)
    return "call" if calls[0] == calls[1] else None


class Program:
    """The steps for one program. row holds its results so far."""

    def __init__(self, path, args):
        self.case, self.extra = load(path)
        self.args = args
        self.run = Runner(self.case, args.build)
        self.row = {"name": self.case["name"], "about": self.case.get("about", ""), "problems": []}

    def path(self, *parts):
        return os.path.join(self.run.work, *parts)

    def step(self, name, function, *args):
        """function(*args), or None if it fails. Notes the failure."""
        self.run.progress(name)
        try:
            return function(*args)
        except CaseError as error:
            self.row["problems"].append({"step": name, "error": str(error)})
        except (OSError, ValueError, KeyError) as error:
            self.row["problems"].append({"step": name, "error": f"{type(error).__name__}: {error}"})
        return None

    def fetch(self):
        """(root, files). Runs the commands of "prepare", unless they have run unchanged before."""
        if "package" in self.extra:
            out = self.run.command("fetch", [os.path.join(bsimcase.ROOT, "scripts", "fetch-source"),
                                             self.extra["package"], self.run.build], bsimcase.ROOT)
            self.case["dir"] = out.strip().splitlines()[-1]
        for name, source in self.extra.get("add", {}).items():
            name = os.path.join(self.case["dir"], self.case["root"], name)
            os.makedirs(os.path.dirname(name), exist_ok=True)
            if not os.path.exists(name) or not filecmp.cmp(os.path.join(FOLDER, source), name, False):
                shutil.copy(os.path.join(FOLDER, source), name)
        root, data = os.path.normpath(os.path.join(self.case["dir"], self.case["root"])), self.path("data")
        if "case" in self.extra:
            root, _ = bsimcase.sources(self.run)
        values = {"root": root, "data": data, "corpus": FOLDER, "package": self.case["dir"]}
        words = {key: shlex.quote(path) for key, path in values.items()}  # a step is a shell command
        steps = [s.format(**words) for s in self.extra.get("prepare", [])]
        stamp = os.path.join(data, ".done-" + hashlib.sha1("\n".join(steps).encode()).hexdigest()[:12])
        if not os.path.exists(stamp):
            os.makedirs(data, exist_ok=True)
            env = {}
            if "tools" in self.extra:
                out = self.run.command("tools", [os.path.join(bsimcase.ROOT, "scripts", "fetch-tool"), self.run.build,
                                                 *self.extra["tools"]], bsimcase.ROOT)
                env = {"PATH": out.strip().splitlines()[-1]}
            for i, step in enumerate(steps):
                self.run.command(f"prepare-{i}", ["sh", "-euc", step], data, env)
            open(stamp, "w").close()
        if "stdin" in self.extra:
            with open(self.path("stdin"), "w") as f:
                f.write("\n".join(self.extra["stdin"]).replace("{data}", data) + "\n")
        for key in ("trace", "benchmark", "compare", "predict", "size"):
            for run in (self.extra if key == "size" else self.case).get(key, []):
                run["args"] = run.get("args", "").replace("{data}", data).replace("{root}", root)
        root, files = bsimcase.sources(self.run)  # "prepare" may have made some sources
        if "exclude" in self.extra:
            files = [f for f in files if not any(fnmatch.fnmatch(f, e) for e in self.extra["exclude"])]
        self.case["cflags"] = [f.replace("{corpus}", FOLDER) for f in self.case.get("cflags", ["-O2"])]
        return root, files

    def skeletonize(self, mode, out):
        if "main" in self.extra:
            self.case.setdefault("skeletonize", [])
            if "--main" not in self.case["skeletonize"]:
                self.case["skeletonize"] = self.case["skeletonize"] + ["--main", self.extra["main"]]
        return bsimcase.skeletonize(self.run, self.root, mode, out)

    def read_skeleton(self):
        """Takes the results of slicing from skeleton.json."""
        row, usage = self.row, self.run.measured.get("skeletonize-skeleton", {})
        row["slicing_s"], row["slicing_peak_bytes"] = usage.get("seconds"), usage.get("peak_bytes")
        with open(self.path("skeleton", "skeleton.json")) as f:
            result = json.load(f)
        row["lines_before"], row["lines_after"] = result["lines"]["before"], result["lines"]["after"]
        row["blocks"] = len(result["blocks"])
        row["kept_blocks"] = sum(bool(b.get("kept")) for b in result["blocks"])
        row["calls"] = len(result["calls"])
        row["real_calls"] = sum(c["mode"] == "real" for c in result["calls"])
        row["hints"] = len(result.get("hints", []))
        row["unknown"] = len(result["unknown"])
        row["unknown_places"] = result["unknown"][:20]
        most = self.extra.get("most_lines", row["lines_after"])
        if row["lines_after"] > most:
            row["problems"].append({"step": "size of the skeleton", "error":
                                    f"{row['lines_after']} lines are left; at most {most} may be (most_lines): find what "
                                    "keeps more with --explain, or tell in docs/measurements/corpus.md why it stays"})
        return result

    def run_trace(self, label, run, exe, real, folder):
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        run = dict(run, timeout_s=run.get("timeout_s", LIMITS["run"]))
        if real:
            self.run.mpiexec(label, exe, run, {"LD_PRELOAD": self.run.lib("libbsim-commtrace.so"),
                                               "BSIM_COMM_TRACE": folder})
        else:
            stack = ["--stack-size", self.case["stack"]] if "stack" in self.case else []
            self.run.bsim(label, exe, run, ["--platform", PLATFORM, *stack, "--comm-trace", folder])

    def compare(self, run, ranks, skeleton):
        """{"ranks", "original": "real" or "simulated", "equal": True or False, "totals"}. Raises if a run fails."""
        run = dict(run, ranks=ranks)
        few = ranks <= min(self.args.real_ranks, self.extra.get("real_ranks", ranks))
        real = few and not self.extra.get("timing")
        first, second = self.path("trace", f"original-{ranks}"), self.path("trace", f"skeleton-{ranks}")
        original = self.original if real else self.full
        if not original:
            raise CaseError("the original was not built" if real else "the --full program was not built")
        self.run_trace(f"run-original-{ranks}", run, original, real, first)
        self.run_trace(f"run-skeleton-{ranks}", run, skeleton, False, second)
        difference = bsimcase.compare_traces(first, second, ranks)
        result = {"ranks": ranks, "args": run.get("args", ""), "original": "real" if real else "simulated",
                  "equal": difference is None}
        if difference:
            result["difference"] = difference.replace(self.run.work + "/", "")
        if self.extra.get("timing") and few and self.original:
            self.run_trace(f"run-real-{ranks}", run, self.original, True, first)
            result["totals"] = agreement(totals(first, ranks), totals(second, ranks))
        return result

    def traces(self, skeleton):
        self.row["traces"] = []
        late = 0  # runs that took too long
        for run in self.case.get("trace", []):
            ranks = run["ranks"] if isinstance(run["ranks"], list) else [run["ranks"]]
            for n in ranks:
                result = self.step(f"traces at {n} ranks", self.compare, run, n, skeleton) if late < 2 else None
                late += not result and "no end after" in self.row["problems"][-1]["error"]
                self.row["traces"].append(result or {"ranks": n, "args": run.get("args", ""), "equal": None})

    def simulate(self, label, exe, run):
        """Time and memory of a run on this host."""
        out = self.path(label + ".json")
        if os.path.exists(out):
            os.remove(out)
        stack = ["--stack-size", self.case["stack"]] if "stack" in self.case else []
        self.run.bsim(label, exe, dict(run, timeout_s=run.get("timeout_s", 300)),
                      ["--platform", PLATFORM, *stack, "--json", out])
        with open(out) as f:
            host = json.load(f)["host"]
        return {"seconds": host["wall_s"], "peak_bytes": host["peak_rss_bytes"]}

    def sizes(self, skeleton):
        """Time and memory of original and skeleton; of the original only if it runs."""
        self.row["sizes"] = []
        for i, run in enumerate(self.extra.get("size", [])):
            label = f"{run['ranks']} ranks {run.get('args', '')}"
            full = self.step("original, " + label, self.simulate, f"size-full-{i}", self.full, run) \
                if self.full else None
            small = self.step("skeleton, " + label, self.simulate, f"size-skeleton-{i}", skeleton, run)
            self.row["sizes"].append({"ranks": run["ranks"], "args": run.get("args", ""), "full": full,
                                      "skeleton": small})

    def predict(self, skeleton):
        """Predicts two ranks, to compare with the real time, and more ranks on a shipped platform. Uses the skeleton with
        models that are fitted here. Without a correct skeleton it uses --full, which predicts communication only."""
        study = predict.Prediction(self.case, argparse.Namespace(build=self.args.build, check=True), self.run)
        study.root, study.original, study.skeleton = self.root, self.original, skeleton
        study.patience = PATIENCE_S
        found = self.row["prediction"] = {"by": "skeleton"}
        good = skeleton and not any(t["equal"] is False for t in self.row["traces"])
        models = {"schema": "bsim-models/1", "blocks": {}}
        if good and self.step("measure blocks", lambda: study.models() or True):
            with open(study.path("models.json")) as f:
                models = json.load(f)
        elif self.full:
            found["by"], study.skeleton = "--full", self.full
        models.setdefault("other_blocks", {"time": "0"})  # blocks that no measured run has reached
        with open(study.path("models.json"), "w") as f:
            json.dump(models, f, indent=1)
        pairs = [r for r in self.case.get("compare", []) if r["ranks"] == 2][:1]
        if pairs and self.original and found["by"] == "skeleton":
            study.set_compared([{"repeat": 3, "timeout_s": 60, **pairs[0]}])
            pairs = self.step("compare with real ranks", study.compare)
            found["compare"] = pairs[0] if pairs else None
        for run in self.case.get("predict", [])[:1]:
            run = {"timeout_s": LIMITS["predict"], **run}
            _, result = study.simulate("predict-0", run, study.platform(run["platform"], run["ranks"]))
            found["large"] = {
                "ranks": run["ranks"], "args": " ".join(self.run.expand(run)[0]), "platform": run["platform"],
                "predicted_s": result["predicted_time_s"], "calculation_s": result["times"]["calc_s"]["mean"],
                "messages": result["messages"], "host_s": result["host"]["wall_s"],
                "peak_bytes": result["host"]["peak_rss_bytes"]}

    def explain(self, result):
        """For a skeleton that keeps most of its program: the longest regions of kept computation, each with its chain."""
        kept = sorted((b for b in result["blocks"] if b.get("kept")), key=lambda b: b["line"] - b["end_line"])
        self.row["chains"] = []
        few = 1 if (self.row["slicing_s"] or 0) > 20 else 3  # each chain takes as long as slicing
        for block in kept[:few]:
            place = f"{block['file']}:{block['line']}"
            text = self.step("explain " + place, self.run.command, "explain-" + block["name"], [
                self.run.bin("skeletonize"), "-p", self.run.work, "--explain", place,
                *self.case.get("skeletonize", [])], self.root)
            if text:
                lines = [line.rstrip() for line in text.splitlines()]
                self.row["chains"].append({"block": block["name"], "file": block["file"], "line": block["line"],
                                           "end_line": block["end_line"], "chain": lines})

    def everything(self):
        self.slice_and_run()
        self.row["reason"] = corpustable.reason(self.row, self.extra)
        self.run.done()
        with open(self.path("result.json.part"), "w") as f:
            json.dump(self.row, f, indent=1)
        os.replace(self.path("result.json.part"), self.path("result.json"))

    def slice_and_run(self):
        found = self.step("fetch", self.fetch)
        if found:
            self.root, files = found
            self.original = self.step("build the original", bsimcase.build_original, self.run, self.root, files)
            skeleton = self.step("skeletonize", self.skeletonize, "", self.path("skeleton"))
            result = None
            if os.path.exists(self.path("skeleton", "skeleton.json")):
                result = self.step("read skeleton.json", self.read_skeleton)
            if self.args.only_slice:
                return
            self.full = self.step("skeletonize --full", self.skeletonize, "--full", self.path("full"))
            if skeleton:
                self.traces(skeleton)
                if not self.args.skip_size:
                    self.sizes(skeleton)
            if (skeleton or self.full) and not self.args.skip_predict and self.case.get("predict"):
                self.step("predict", self.predict, skeleton)
            if result and (2 * self.row["lines_after"] > self.row["lines_before"] or corpustable.is_slow(self.row)):
                self.explain(result)


def write_table(build, order, shown):
    """Writes the tables of all results. Returns the text for the programs in shown."""
    folder = os.path.join(build, "corpus")
    rows = []
    for name in order:
        path = os.path.join(folder, name, "result.json")
        if os.path.exists(path):
            with open(path) as f:
                rows.append(json.load(f))
    text = corpustable.table(rows)
    for name, content in (("table.txt", text), ("corpus.json", json.dumps(
            {"schema": "bsim-corpus-result/1", "programs": rows}, indent=1) + "\n")):
        with open(os.path.join(folder, name + ".part"), "w") as f:
            f.write(content)
        os.replace(os.path.join(folder, name + ".part"), os.path.join(folder, name))
    return corpustable.table([r for r in rows if r["name"] in shown])


def main():
    if len(sys.argv) > 3 and sys.argv[1] == "--measure":
        return measure(sys.argv[2], sys.argv[3:])
    parser = argparse.ArgumentParser(prog="corpus.py", description="slices and verifies programs that others wrote")
    parser.add_argument("--build", default="build")
    parser.add_argument("--only-slice", action="store_true",
                        help="slice, and look that no skeleton is larger than its file says (most_lines)")
    parser.add_argument("--skip-size", action="store_true", help="without the runs that measure time and memory")
    parser.add_argument("--skip-predict", action="store_true", help="without measuring blocks and predicting times")
    parser.add_argument("--table", action="store_true", help="only the table of what is there")
    parser.add_argument("--real-ranks", type=int, default=REAL_RANKS,
                        help=f"most ranks of runs under real MPICH (default {REAL_RANKS})")
    parser.add_argument("name", nargs="*")
    args = parser.parse_args()
    args.build = os.path.abspath(args.build)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the programs that we started are ended too
    paths = {os.path.splitext(os.path.basename(p))[0]: p for p in glob.glob(os.path.join(FOLDER, "*.json"))}
    orders = {}
    for name, path in paths.items():
        with open(path) as f:
            found = re.search(r'"order": *(\d+)', f.read())
        orders[name] = (int(found[1]) if found else 1000, name)
    order = sorted(paths, key=orders.get)
    names = [n for word in args.name for n in re.split(r"[,\s]+", word) if n]
    for name in names:
        if name not in paths:
            print(f"corpus: there is no program {name!r}; known are: {', '.join(order)}", file=sys.stderr)
            return 2
    os.makedirs(os.path.join(args.build, "corpus"), exist_ok=True)
    failed = 0
    for name in [] if args.table else [n for n in order if n in names or not names]:
        try:
            program = Program(paths[name], args)
        except CaseError as error:
            print(f"corpus: {error}", file=sys.stderr)
            failed += 1
            continue
        program.everything()
        if args.only_slice:
            word = "FAIL" if program.row["problems"] else "ok"
            print(f"{word} corpus/{name}" + "".join(f": {p['step']}: {p['error'].splitlines()[0]}" for p in program.row["problems"]),
                  flush=True)
        failed += bool(program.row["problems"]) or any(t["equal"] is False for t in program.row.get("traces", []))
    if args.only_slice:
        return 1 if failed else 0
    print(write_table(args.build, order, names or order), end="")
    print(f"(all of this: {os.path.relpath(os.path.join(args.build, 'corpus'))})")
    return 1 if failed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)

#!/usr/bin/env python3
"""predict.py - runs a case, from its sources to a predicted time: make predict CASE=NAME.

Owns: the order of the steps, and the printed results. bsimcase.py does the steps. All files are in BUILD/cases/NAME, where
result.json holds the printed results. Progress is shown on a terminal only.
usage: predict.py [--build DIR] [--check] [--fresh] CASE...
  --check     print an ok or FAIL line for each case
"""
import argparse
import concurrent.futures
import glob
import json
import os
import shutil
import signal
import statistics
import sys
import time

import bsimcase
import comparison
import dperf
import local_platform
import replaystudy
from bsimcase import CaseError, Runner

PATIENCE_S = 60.0
MEASURED, MEASURED_S = 3, 8.0  # repetitions of a measuring run; seconds after which no further one begins
REPEAT, MOST_ROUNDS = 5, 7  # runs of the original: default of a case's "repeat"; upper limit


def show_learned(models):
    """A summary of the learned values in a models.json."""
    with open(models) as f:
        learned = json.load(f).get("learned", {})
    for name, model in learned.items():
        pieces = model.get("pieces", [model])
        first = next((str(pieces[0][k]) for k in ("value", "probability") if k in pieces[0]),
                     f"one of {len(pieces[0].get('histogram', []))} values")
        more = f" (first of {len(pieces)} pieces)" if len(pieces) > 1 else ""
        fit, error = model.get("fit", {}), ""
        if fit.get("error_median") is not None:
            error = f"; error {100 * fit['error_median']:.1f} %, at most {100 * fit['error_max']:.1f} %"
        print(f"learned: {name} at {model.get('place', '?')}: {first}{more}{error}")
    if learned:
        print()


def show_published(runner, case, results):
    """Prints predictions beside published figures."""
    rows = [(run, r) for run, r in zip(case.get("predict", []), results) if "published" in run]
    if not rows:
        return
    names = [k[:-2].replace("_", " ") for k in rows[0][0]["published"]]
    texts = [" ".join(runner.expand(run)[0] or [f"{k}={v}" for k, v in run.get("set", {}).items()])
             for run, _ in rows]
    width = max(len(t) for t in texts + ["arguments"])
    print("predicted beside published figures, seconds (error: against the last of them)")
    print(f"  {'arguments':{width}}  ranks  predicted  calculation" + "".join(f"  {n:>12}" for n in names) +
          "    error  host time     memory   messages")
    errors = []
    for text, (run, r) in zip(texts, rows):
        figures = list(run["published"].values())
        errors.append(100 * (r["predicted_time_s"] - figures[-1]) / figures[-1])
        print(f"  {text:{width}}  {run['ranks']:5}  {r['predicted_time_s']:9.4g}  {r['calculation_s']:11.4g}" +
              "".join(f"  {f:12.4g}" for f in figures) + f"  {errors[-1]:+5.1f} %  {r['host_wall_s']:7.1f} s"
              f"  {r['peak_rss_bytes'] / 1e9:6.2f} GB  {r['messages'] / 1e6:7.1f} M")
    print(f"  mean of the errors' sizes: {statistics.mean(map(abs, errors)):.1f} %\n")


class Prediction:
    """The steps for one case. Each step stores the results that later ones need."""

    def __init__(self, case, args, run=None):
        self.case, self.args = case, args
        self.run = run or Runner(case, args.build, quiet=args.check)
        self.result = {"schema": "bsim-study/1", "case": case["name"]}
        self.patience, self.disturbed = PATIENCE_S, False
        self.compared, self.measured = [], []  # the "compare" runs; for each, the seconds of its repetitions
        self.here = local_platform.LocalPlatform(self.run)
        self.moved = []  # of originals that ran while the processors were elsewhere

    def path(self, *parts):
        return os.path.join(self.run.work, *parts)

    def platform(self, name, ranks):
        """The path of a platform file. name: "local" (this node, calibrated), a file in models/platforms, or a path."""
        if name == "local":
            return self.local(ranks)
        for path in (name, os.path.join(self.case["dir"], name),
                     os.path.join(bsimcase.ROOT, "models", "platforms", name + ".json")):
            if os.path.isfile(path):
                return os.path.abspath(path)
        raise CaseError(f"{self.case['name']}: there is no platform {name!r}, neither a file nor in models/platforms")

    def local(self, ranks):
        """The platform file of this node. If there are more ranks than cores, it has a core for each rank: the time that ranks lose by
        sharing cores is not predicted."""
        path = self.here.get()
        with open(path) as f:
            platform = json.load(f)
        if platform["nodes"] * platform["cores_per_node"] >= ranks:
            return path
        platform["cores_per_node"] = ranks
        wide = self.path(f"local-platform-{ranks}.json")
        with open(wide, "w") as f:
            json.dump(platform, f, indent=2)
        return wide

    def build(self):
        self.run.progress("building the original")
        self.root, self.files = bsimcase.sources(self.run)
        self.original = bsimcase.build_original(self.run, self.root, self.files)
        self.run.progress("skeletonizing")
        self.skeleton = bsimcase.skeletonize(self.run, self.root, "", self.path("skeleton"))
        with open(self.path("skeleton", "skeleton.json")) as f:
            self.result["skeleton"] = json.load(f).get("lines")

    def full(self):
        if not hasattr(self, "_full"):
            self.run.progress("skeletonizing --full")
            self._full = bsimcase.skeletonize(self.run, self.root, "--full", self.path("full"))
        return self._full

    def check_full(self):
        """Runs the whole program with real data on simulated ranks, and checks its output against the case's "expect"."""
        for i, run in enumerate(self.case.get("full", [])):
            self.run.progress(f"real data on {run['ranks']} simulated ranks")
            label = f"full-{i}"
            options = ["--platform", self.platform(run["platform"], run["ranks"]) if "platform" in run else
                       self.any_platform()]
            options += ["--stack-size", self.case["stack"]] if "stack" in self.case else []
            out, cwd = self.run.bsim(label, self.full(), run, options)
            self.run.expected(label, out, cwd)
            self.result.setdefault("full", []).append(run["ranks"])

    def quiet(self):
        """Waits until nothing else runs on this node, in total at most PATIENCE_S. Notes it if that does not happen."""
        while bsimcase.busy_part() > 0.1:
            if self.patience <= 0:
                if not self.disturbed and not self.args.check:
                    self.run.done()
                    print("note: other work keeps this node busy; what is measured now will be off")
                self.disturbed = True
                return
            self.run.progress("waiting for other work on this node to end")
            time.sleep(0.4)
            self.patience -= 0.5

    def measure(self, label, exe, run, samples):
        """One measuring run, alone, again without timers, which tells whether they make another program of it, and, where cores
        are left, as so many copies at once that all are busy: the samples then tell how blocks slow down when they share the
        node's memory."""
        form = dperf.form_env(self.case.get("threshold"))
        self.run.mpiexec(label, exe, run, {"BSIM_SAMPLES": samples + ".tsv", **form})
        untimed = os.path.join(os.path.dirname(exe), "untimed")
        if "threshold" not in self.case and os.path.exists(untimed):
            self.run.mpiexec(f"{label}-untimed", untimed, run, {"BSIM_SAMPLES": samples + "-untimed.tsv"})
        copies = bsimcase.cores() // run["ranks"]
        if copies < 2:
            return
        with concurrent.futures.ThreadPoolExecutor(copies) as pool:
            for done in [pool.submit(self.run.mpiexec, f"{label}-copy-{c}", exe, run,
                                     {"BSIM_SAMPLES": f"{samples}-copy-{c}.tsv", "BSIM_COPIES": str(copies), **form})
                         for c in range(copies)]:
                done.result()

    def models(self):
        """The case's own models, or models fitted to runs of the instrumented program on this node. Runs of the original
        alternate with them, since the speed of a shared node drifts."""
        if "models" in self.case:
            shutil.copyfile(os.path.join(self.case["dir"], self.case["models"]), self.path("models.json"))
            return
        self.run.progress("instrumenting")
        exe = bsimcase.skeletonize(self.run, self.root, "--instrument", self.path("instrumented"),
                                   dperf.form_options(self.case))
        folder = self.path("samples")
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        self.measure_all(exe, folder)
        samples = sorted(glob.glob(os.path.join(folder, "*")))
        if not samples:
            raise CaseError(f"{self.case['name']}: the instrumented runs wrote no samples into {folder}")
        self.run.progress("fitting")
        self.run.command("fit", [self.run.bin("bsim"), "fit", *samples, "-o", self.path("models.json"), "--platform",
                                 self.local(1), "--skeleton", self.path("skeleton"), *self.case.get("fit", [])],
                         env=self.case.get("env"), timeout=1800)

    def measure_all(self, exe, folder):
        """All runs of the instrumented program, and of the originals."""
        runs = self.case["benchmark"]
        spent, k = [0.0] * len(runs), 0
        limit_s = MEASURED_S * (5 if self.compared else 1)  # originals and instrumented program alternate
        while k < self.rounds() or not all(map(self.enough, self.measured)):
            for i, run in enumerate(runs):
                if spent[i] > limit_s:
                    continue
                self.quiet()
                self.run.progress(f"measuring {i + 1} of {len(runs)}: {run['ranks']} ranks {run.get('args', '')}")
                begin = time.monotonic()
                self.measure(f"benchmark-{i}", exe, run, os.path.join(folder, f"run-{i}-{k}"))
                spent[i] += time.monotonic() - begin
            for i in range(len(self.compared)):
                self.run_original(i)
            k += 1

    def simulate(self, label, run, platform, more=()):
        """A prediction: (output of bsim run, its JSON result)."""
        out = self.path(label + ".json")
        models = os.path.join(self.case["dir"], run["models"]) if "models" in run else self.path("models.json")
        options = ["--platform", platform, "--models", models, "--json", out, *more]
        if "noise" in run:
            options += ["--noise", str(run["noise"])]
        text, _ = self.run.bsim(label, self.skeleton, run, options + self.run.shards(run))
        if not text.strip():  # bsim run prints no summary if the program's exit code is not 0
            text = self.run.command(label + "-report", [self.run.bin("bsim"), "report", out])
        with open(out) as f:
            return text, json.load(f)

    def predict(self):
        for i, run in enumerate(self.case.get("predict", [])):
            self.run.progress(f"simulating {run['ranks']} ranks")
            text, result = self.simulate(f"predict-{i}", run, self.platform(run["platform"], run["ranks"]))
            self.run.done()
            if not self.args.check and "published" not in run:
                print(text.rstrip() + "\n")
            if "published" in run:
                with open(self.path(f"predict-{i}.txt"), "w") as f:
                    f.write(text)
            self.result.setdefault("predict", []).append(
                {"ranks": run["ranks"], "platform": run["platform"], "predicted_time_s": result["predicted_time_s"],
                 "host_wall_s": result["host"]["wall_s"], "peak_rss_bytes": result["host"]["peak_rss_bytes"],
                 "calculation_s": result["times"]["calc_s"]["mean"], "messages": result["messages"]})

    @staticmethod
    def unsure(measured):
        """Whether the standard error of the median is above 1.5 %. It is 1.25 times that of the mean, whose spread is taken
        from the quartiles, because other work on the node makes some runs much longer."""
        low, middle, high = statistics.quantiles(measured, n=4) if len(measured) > 1 else [0, 0, 0]
        return 1.25 * (high - low) / 1.35 / len(measured)**0.5 > 0.015 * middle

    def rounds(self):
        """The least number of repetitions of each measuring run."""
        return max([run.get("repeat", REPEAT) for run in self.compared] + [MEASURED])

    def enough(self, measured):
        """Whether the original has run often enough."""
        n = len(measured)
        return n >= self.rounds() and (n >= MOST_ROUNDS or not self.unsure(measured))

    def set_compared(self, runs):
        self.compared, self.measured = runs, [[] for _ in runs]

    def run_original(self, i):
        """Runs the original of a comparison once more under real MPICH, when the node is quiet."""
        self.quiet()
        self.run.progress(f"running the original {i + 1} of {len(self.compared)}, {len(self.measured[i]) + 1}: "
                          f"{self.compared[i].get('args', '')}")
        self.measured[i].append(self.original_s(i))
        self.moved += filter(None, [self.here.moved(self.compared[i]["ranks"])])

    def original_s(self, i):
        """Seconds that the original of a comparison takes under real MPICH."""
        clock, label = self.path("walltime"), f"compare-{i}"
        out, cwd = self.run.mpiexec(label, self.original, self.compared[i], {
            "LD_PRELOAD": self.run.lib("libbsim-walltime.so"), "BSIM_WALLTIME": clock})
        self.run.expected(label, out, cwd)
        with open(clock) as f:
            return float(f.read())

    def compare(self):
        """Rows of times measured under real MPICH beside predicted ones."""
        for i, measured in enumerate(self.measured):  # runs that are missing if the case has its own models
            while not self.enough(measured):
                self.run_original(i)
        self.result["compare"] = [comparison.row(self, i) for i in range(len(self.compared))]
        self.run.done()
        return self.result["compare"]

    def any_platform(self):
        """A shipped platform for runs whose virtual time does not matter."""
        return os.path.join(bsimcase.ROOT, "models", "platforms", "infiniband-cluster.json")

    def trace(self, run):
        """Raises if the communication of skeleton and original differs. The original runs under real MPICH, or for many
        ranks with real data on simulated ranks."""
        n = run["ranks"]
        self.run.progress(f"comparing traces of {n} ranks")
        dirs = [self.path("trace", f"{kind}-{n}") for kind in ("original", "skeleton")]
        for d in dirs:
            shutil.rmtree(d, ignore_errors=True)
            os.makedirs(d)
        options = ["--platform", self.any_platform()]
        options += ["--stack-size", self.case["stack"]] if "stack" in self.case else []
        if n <= self.args.real_ranks and not run.get("polls"):
            preload = [self.run.lib("libbsim-commtrace.so")]
            if 1 < n <= (os.cpu_count() or 1):  # no time counts here: ranks that wait yield their core also then
                preload.insert(0, self.run.lib("libbsim-yield.so"))
            self.run.mpiexec(f"trace-original-{n}", self.original, run, {"LD_PRELOAD": " ".join(preload), "BSIM_COMM_TRACE": dirs[0]})
        else:
            self.run.bsim(f"trace-full-{n}", self.full(), run, options + ["--comm-trace", dirs[0]])
        if "hints" in self.case and os.path.exists(self.path("models.json")):  # learned values
            options += ["--models", self.path("models.json")]
        self.run.bsim(f"trace-skeleton-{n}", self.skeleton, run, options + ["--comm-trace", dirs[1]])
        difference = bsimcase.compare_traces(*dirs, n)
        if difference:
            raise CaseError(f"{self.case['name']}: the skeleton does not communicate as the original: {difference}")

    def traces(self):
        equal = []
        for run in self.case.get("trace", []):
            for n in run["ranks"] if isinstance(run["ranks"], list) else [run["ranks"]]:
                self.trace(dict(run, ranks=n))
                equal.append(n)
        self.run.done()
        self.result["traces_equal_at"] = equal
        if equal and not self.args.check:
            print("communication traces of skeleton and original are equal at " +
                  ", ".join(map(str, sorted(set(equal)))) + " ranks")

    def memory(self):
        """Checks the skeleton's memory per rank against a limit: the skeleton must not touch large arrays."""
        for i, run in enumerate(self.case.get("memory", [])):
            limit = run["set"]["bytes_per_rank"]
            self.run.progress(f"memory of {run['ranks']} ranks")
            _, result = self.simulate(f"memory-{i}", run, self.any_platform())
            each = result["host"]["peak_rss_bytes"] / run["ranks"]
            self.run.done()
            if not self.args.check:
                print(f"memory at {run['ranks']} ranks, {run.get('args', '')}: {each / 1024:.1f} KB a rank")
            if each > limit:
                raise CaseError(f"{self.case['name']}: {each:.0f} bytes a rank at {run['ranks']} ranks; "
                                f"at most {limit} are allowed")

    def save(self):
        with open(self.path("result.json.part"), "w") as f:
            json.dump(self.result, f, indent=1)
        os.replace(self.path("result.json.part"), self.path("result.json"))

    def everything(self):
        self.build()
        runs = self.case.get("compare", [])
        self.set_compared([r for i, r in enumerate(runs) if i == 0 or r.get("always")])
        self.check_full()
        if self.case.get("benchmark") or "models" in self.case:
            self.models()
            if not self.args.check:
                self.run.done()
                show_learned(self.path("models.json"))
            self.predict()
            if not self.args.check:
                show_published(self.run, self.case, self.result.get("predict", []))
            rows = self.compare()
            if rows and not self.args.check:
                comparison.show(rows)
                comparison.show_moved(self.moved)
                print()
        self.traces()
        self.memory()
        dperf.compare_forms(self)
        if self.result.get("full") and not self.args.check:
            print("with real data on simulated ranks (--full) the program's own checks pass at " +
                  ", ".join(map(str, self.result["full"])) + " ranks")
        self.save()


def run_study(path, args):
    study = replaystudy.Study(path, args, Prediction)
    if not args.check:
        print(f"== {os.path.basename(path)[:-5]}: {study.study.get('about', '')}")
    study.everything()
    if args.check:
        print(f"ok case/{os.path.basename(path)[:-5]}")


def main():
    parser = argparse.ArgumentParser(prog="predict.py", description="runs a case from its sources to a predicted time")
    parser.add_argument("--build", default="build")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--fresh", action="store_true", help="forget what earlier runs left, this node's platform too")
    parser.add_argument("--real-ranks", type=int, default=16,
                        help="most ranks that traces are taken at under real MPICH (default 16)")
    parser.add_argument("case", nargs="+")
    args = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the programs that we started are ended too
    failed = 0
    for name in args.case:
        try:
            study = replaystudy.find(name)
            if study:
                run_study(study, args)
                continue
            case = bsimcase.load(name)
            if args.fresh:
                shutil.rmtree(os.path.join(args.build, "cases", case["name"]), ignore_errors=True)
                if os.path.exists(os.path.join(args.build, "local-platform.json")):
                    os.remove(os.path.join(args.build, "local-platform.json"))
            if not args.check:
                print(f"== {case['name']}: {case.get('about', '')}")
            prediction = Prediction(case, args)
            prediction.everything()
            if args.check:
                print(f"ok case/{case['name']}")
            else:
                print(f"(all files of this case: {os.path.relpath(prediction.run.work)})\n")
        except CaseError as error:
            failed += 1
            if sys.stderr.isatty():
                print("\r\033[K", end="", file=sys.stderr)
            lines = str(error).splitlines()
            if args.check:
                print(f"FAIL case/{name}: {lines[0]}")
                print("\n".join(lines[1:]))
            else:
                print(f"predict: {error}", file=sys.stderr)
        sys.stdout.flush()
    return 1 if failed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)

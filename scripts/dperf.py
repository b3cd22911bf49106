"""dperf.py - dPerf's two forms of block benchmarking for a case: every execution (simple), and the threshold rule.

Owns: the runs of a case's "dperf" at each level of optimisation, and slowdown, gain and error as dPerf defines them (Cornea and
Bourgeois, J. Supercomputing 2012). Must not know the other steps of a study (predict.py).
"""
import glob
import math
import os
import re
import shutil
import statistics

import bsimcase
from bsimcase import CaseError, Runner

REPEAT = 3  # default of "repeat"


def slowdown(traces_s, simulation_s, normal_s, processes):
    """What a prediction costs, in runs of the program: processor seconds of the instrumented run and of the simulation over
    those of the program itself."""
    return (traces_s + simulation_s) / (normal_s * processes)


def form_name(share):
    return "simple" if share is None else f"threshold {100 * share:g} %"


def form_env(share):
    """The environment of an instrumented program: a share of the threshold rule, or None for the simple form."""
    return {"BSIM_THRESHOLD": "" if share is None else repr(share)}


def form_options(case):
    """What skeletonize --instrument needs for the form of a case's "benchmark" runs."""
    return ["--threshold"] if "threshold" in case else []


def read_samples(paths):
    """What the sample files of a run's processes tell: (their run times together in seconds, rounds, settled). rounds: begun
    in all loops that may end early, of the process with most; settled: after so many the mean of a process had settled, the
    greatest over processes and loops; None if one has not."""
    ran, rounds, settled = 0.0, 0, [0]
    for path in paths:
        begun, known = 0, False
        with open(path) as f:
            for line in f:
                if line.startswith("# ran: "):
                    ran, known = ran + float(line.split()[2]), True
                elif line.startswith("# loop: "):
                    _, _, _, loop_rounds, since = line.rstrip("\n").split("\t")
                    begun += int(loop_rounds)
                    settled.append(int(since) or None)
        if not known:
            raise CaseError(f"{path}: has no line '# ran:': the program did not call MPI_Init and MPI_Finalize")
        rounds = max(rounds, begun)
    return ran, rounds, None if None in settled else max(settled)


def on_network(name, found, row):
    """A run on another network, from the measurements of a row: only the simulation is spent again. There is no run of the
    program, so that slowdown and gain are in runs as predicted. found: the predictions, of which the medians count."""
    predicted, simulation = (statistics.median(f[key] for f in found) for key in ("predicted_s", "simulation_s"))
    cost = slowdown(row["traces_s"], simulation, predicted, row["ranks"])
    return {"platform": name, "predicted_s": predicted, "simulation_s": simulation, "slowdown": cost, "gain": 1 / cost}


class Experiment:
    """The rows of a case's "dperf". study: predict.Prediction, whose skeleton is built."""

    def __init__(self, study):
        self.study, self.case = study, study.case
        self.plan = self.case["dperf"]
        self.networks = self.plan.get("networks", [])
        self.forms = [None] + [s["share"] for s in self.plan["shares"]]

    def level(self, level):
        """Builds original and instrumented program with this level of optimisation: (runner, original, instrumented)."""
        flags = [f for f in self.case.get("cflags", ["-O2"]) if not re.fullmatch(r"-O\w*", f)] + [level]
        case = dict(self.case, cflags=flags)
        runner = Runner(dict(case, name=os.path.join(self.case["name"], "dperf", level.lstrip("-"))), self.study.run.build)
        runner.case, runner.tty = case, False
        root, files = bsimcase.sources(runner)
        original = bsimcase.build_original(runner, root, files)
        return runner, original, bsimcase.skeletonize(runner, root, "--instrument", os.path.join(runner.work, "instrumented"),
                                                      ["--threshold"])

    def normal(self, runner, exe, label, run):
        """Seconds that the program takes under real MPICH."""
        clock = os.path.join(runner.work, "walltime")
        out, cwd = runner.mpiexec(label, exe, run, {
            "LD_PRELOAD": runner.lib("libbsim-walltime.so"), "BSIM_WALLTIME": clock})
        runner.expected(label, out, cwd)
        with open(clock) as f:
            return float(f.read())

    def predicted(self, runner, exe, label, run, share):
        """One prediction of a form: an instrumented run with the predicted run's own input, a fit, a simulation."""
        folder = os.path.join(runner.work, "samples", label)
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        env = {"BSIM_SAMPLES": os.path.join(folder, "s.tsv"), **form_env(share)}
        runner.mpiexec(label, exe, run, env)
        samples = sorted(glob.glob(os.path.join(folder, "*")))
        ran, rounds, settled = read_samples(samples)
        models, result = os.path.join(folder, "models.json"), os.path.join(folder, "result.json")
        runner.command(label + "-fit", [runner.bin("bsim"), "fit", *samples, "-o", models, *self.case.get("fit", [])])

        def simulated(platform):
            runner.bsim(label + "-simulated", self.study.skeleton, run, ["--platform", platform, "--models", models, "--json",
                                                                          result] + runner.shards(run))
            found = bsimcase.read_json(result)
            return {"simulation_s": found["host"]["wall_s"], "predicted_s": found["predicted_time_s"]}
        return {"traces_s": ran, "rounds": rounds, "settled_after": settled, **simulated(self.study.local(run["ranks"])),
                "networks": [simulated(self.study.platform(name, run["ranks"])) for name in self.networks]}

    def rows_of(self, level, number, run, built):
        """The rows of one run at one level. Original and forms alternate, since the speed of a shared node drifts."""
        runner, original, instrumented = built
        normal, found = [], {share: [] for share in self.forms}
        for k in range(self.plan.get("repeat", REPEAT)):
            self.study.quiet()
            self.study.run.progress(f"dPerf's forms at {level}: run {number + 1} of {len(self.plan['runs'])}, {k + 1}")
            normal.append(self.normal(runner, original, f"normal-{number}", run))
            for i, share in enumerate(self.forms):
                found[share].append(self.predicted(runner, instrumented, f"form-{number}-{i}-{k}", run, share))
        for share in self.forms:
            row = {"level": level, "ranks": run["ranks"], "args": " ".join(runner.expand(run)[0]), "share": share,
                   "normal_s": statistics.median(normal)}
            for key in ("traces_s", "rounds", "simulation_s", "predicted_s"):
                row[key] = statistics.median(f[key] for f in found[share])
            settled = statistics.median_high(f["settled_after"] or math.inf for f in found[share])
            row["settled_after"] = settled if share is not None and settled < math.inf else None
            row["error_percent"] = 100 * (row["predicted_s"] - row["normal_s"]) / row["normal_s"]
            row["slowdown"] = slowdown(row["traces_s"], row["simulation_s"], row["normal_s"], row["ranks"])
            row["gain"] = 1 / row["slowdown"]
            row["networks"] = [on_network(name, [f["networks"][i] for f in found[share]], row)
                               for i, name in enumerate(self.networks)]
            yield row

    def rows(self):
        result = []
        for level in self.plan["levels"]:
            self.study.run.progress(f"dPerf's forms: building with {level}")
            built = self.level(level)
            for number, run in enumerate(self.plan["runs"]):
                result += self.rows_of(level, number, run, built)
        return result

    def show_networks(self, rows):
        """Prints what the same measurements tell of other networks."""
        if not self.networks:
            return
        print("  on other networks, from the same traces; slowdown and gain are in runs there, as predicted:")
        print("  level  ranks  form            network           simulation s  predicted s  slowdown     gain")
        for r in rows:
            for n in r["networks"]:
                print(f"  {r['level']:5}  {r['ranks']:5}  {form_name(r['share']):14}  {n['platform']:16}  {n['simulation_s']:12.4g}"
                      f"  {n['predicted_s']:11.4g}  {n['slowdown']:8.4f}  {n['gain']:7.2f}")

    def show(self, rows):
        """Prints the rows, and the rounds of the threshold rule beside published ones."""
        width = max([len(r["args"]) for r in rows] + [9])
        print("dPerf's two forms, each predicted from one instrumented run of the same input (medians of "
              f"{self.plan.get('repeat', REPEAT)}):")
        print("  normal: the program under real MPICH; traces: the instrumented run, seconds of all processes together;\n"
              "  simulation: bsim run; slowdown = (traces + simulation) / (normal * ranks); gain = 1 / slowdown")
        print(f"  level  ranks  {'arguments':{width}}  form            rounds  settled   normal s   traces s  simulation s"
              "  predicted s    error  slowdown   gain")
        for r in rows:
            settled = "" if r["settled_after"] is None else f"{r['settled_after']:g}"
            print(f"  {r['level']:5}  {r['ranks']:5}  {r['args']:{width}}  {form_name(r['share']):14}  {r['rounds']:6g}  "
                  f"{settled:>7}  {r['normal_s']:9.4g}  {r['traces_s']:9.4g}  {r['simulation_s']:12.4g}  "
                  f"{r['predicted_s']:11.4g}  {r['error_percent']:+5.1f} %  {r['slowdown']:8.3f}  {r['gain']:5.2f}")
        self.show_networks(rows)
        if self.study.disturbed:
            print("  other work kept this node busy: normal and traces contain it, and the errors are those of this node")
        simple = [r for r in rows if r["share"] is None]
        for share in self.forms:
            mine = [r for r in rows if r["share"] == share]
            apart = [100 * abs(r["predicted_s"] / s["predicted_s"] - 1) for r, s in zip(mine, simple)]
            print(f"  {form_name(share) + ':':16} mean of the errors' sizes "
                  f"{statistics.mean(abs(r['error_percent']) for r in mine):.1f} %, mean gain "
                  f"{statistics.mean(r['gain'] for r in mine):.2f}" + ("" if share is None else
                  f"; from simple's predictions {statistics.mean(apart):.1f} % in the mean, {max(apart):.1f} % at most"))
        for s in self.plan["shares"]:
            after = [r["settled_after"] for r in rows if r["share"] == s["share"] and r["settled_after"] is not None]
            if "published_rounds" in s:
                here = f"{min(after):g} to {max(after):g}" if after else "not"
                print(f"  within {100 * s['share']:g} %: settled here after {here} rounds; published: about "
                      f"{s['published_rounds']}")
        print()


def compare_forms(study):
    """Runs and prints the experiment if the case has one; the rows go to the study's result."""
    if "dperf" not in study.case:
        return
    experiment = Experiment(study)
    study.result["dperf"] = experiment.rows()
    study.run.done()
    if not study.args.check:
        experiment.show(study.result["dperf"])

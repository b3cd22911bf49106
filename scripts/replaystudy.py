"""replaystudy.py - a study of representative replay: benchmarks/studies/NAME.json, which make predict CASE=NAME takes.

Owns: reading a study, recording, grouping, replaying and simulating each run, and the tables. The programs are cases (bsimcase.py).
Source of the method: Zhai, Chen, Zheng, Li, IEEE Trans. Computers 65(7), 2016 (PHANTOM).
"""
import json
import os
import shutil
import statistics

import bsimcase
import predict_by_replay
from bsimcase import ANY, RANKS, RUN_KEYS, TEXT, CaseError, Map

MEASURED = 3  # runs under MPICH without a recorder
RUN = dict(RUN_KEYS, ranks=[RANKS])
KEYS = {"schema": TEXT, "about": TEXT,
        "programs": [{"case": TEXT, "runs": [RUN], "sequences": {"ranks": [RANKS], "args": TEXT, "published": TEXT}}],
        "published": Map(ANY)}


def find(name):
    """The path of a study, by its name or path; None if there is none."""
    for path in (name, os.path.join(bsimcase.ROOT, "benchmarks", "studies", name + ".json")):
        if path.endswith(".json") and os.path.isfile(path) and bsimcase.read_json(path).get("schema") == "bsim-replay-study/1":
            return path
    return None


def error(predicted_s, measured_s):
    """As a text, empty if nothing was measured."""
    return f"{100 * (predicted_s / measured_s - 1):+.1f} %" if measured_s else ""


def caller(runner, run, label):
    """What runs bsim with a list of arguments, in a folder with the files of the run, with its environment and exit codes."""
    def command(argv):
        step = f"{argv[0]}-{label}"
        runner.progress(f"{run['ranks']} ranks: bsim {argv[0]}")
        return runner.command(step, [runner.bin("bsim"), *argv], runner.folder(step, run), runner.case.get("env"),
                              run.get("timeout_s", 900), runner.codes())
    return command


class Study:
    """prediction: the class of the steps of a case (predict.py)."""

    def __init__(self, path, args, prediction):
        self.args, self.prediction = args, prediction
        self.study = bsimcase.read_json(path)
        bsimcase.need(path, "", self.study, KEYS)
        for where, one, needed in [("", self.study, ("programs",))] + [(f"programs[{i}]: ", p, ("case", "runs"))
                                                                      for i, p in enumerate(self.study.get("programs", []))]:
            for key in needed:
                if key not in one:
                    raise CaseError(f"{path}: {where}{key} is missing")
        name = os.path.splitext(os.path.basename(path))[0]
        self.work = os.path.join(os.path.abspath(args.build), "cases", name)
        self.rows, self.sequences = [], []
        os.makedirs(self.work, exist_ok=True)

    def program(self, entry):
        """A case whose original is built, in a folder of its own below that of the study."""
        case = bsimcase.load(entry["case"])
        runner = bsimcase.Runner(case, self.args.build, quiet=self.args.check, work=os.path.join(self.work, case["name"]))
        p = self.prediction(case, self.args, runner)
        runner.progress("building the original")
        p.root, p.files = bsimcase.sources(runner)
        p.original = bsimcase.build_original(runner, p.root, p.files)
        return p

    def measured(self, p, run):
        """Seconds of the original under MPICH; None if there are more ranks than cores, which then share them."""
        if run["ranks"] > bsimcase.cores():
            return None
        p.set_compared([run])
        for _ in range(MEASURED):
            p.run_original(0)
        return statistics.median(p.measured[0])

    def one(self, p, run, label):
        """The row of a run."""
        trace, alone, together = (p.path(f"{name}-{label}") for name in ("trace", "vectors", "together"))
        for old in (trace, alone, together):
            shutil.rmtree(old, ignore_errors=True)
        bsim, n = caller(p.run, run, label), run["ranks"]
        program = [p.original] + p.run.expand(run)[0]
        under_mpich = ["mpiexec", "-n", str(n), *program]
        measured_s = self.measured(p, run)
        yields = ["--yield"] if n > bsimcase.cores() else []
        bsim(["record", "-q", "--content", *yields, "-o", trace, "--", *under_mpich])
        groups = predict_by_replay.replay_groups(bsim, trace, alone, program)
        together_s = predict_by_replay.replay_together(bsim, trace, together, program, n, bsimcase.cores())

        def predicted(name, replayed=None):
            return predict_by_replay.simulated_s(bsim, trace, p.local(n), p.path(f"{name}-{label}.json"),
                                                 ["--replayed", replayed] if replayed else [])
        row = {"case": p.case["name"], "ranks": n, "args": p.run.shown(run), "groups": len(groups),
               "recorded_calculation_s": sum(members * recorded_s for _, members, recorded_s, _ in groups) / n,
               "replayed_calculation_s": sum(members * replayed_s for _, members, _, replayed_s in groups) / n,
               "together_calculation_s": together_s, "measured_s": measured_s, "predicted_recorded_s": predicted("recorded"),
               "predicted_replayed_s": predicted("replayed", alone),
               "predicted_together_s": predicted("beside", together)}
        shutil.rmtree(trace)
        return row

    def groups_of_sequences(self, p, entry):
        """Numbers of groups of ranks with equal sequences of calls, of the skeleton, for more ranks than this node could run."""
        wanted = entry["sequences"]
        p.run.progress("skeletonizing")
        skeleton = bsimcase.skeletonize(p.run, p.root, "", p.path("skeleton"))
        published = self.study.get("published", {}).get(wanted.get("published"), [])
        for i, n in enumerate(wanted["ranks"]):
            p.run.progress(f"{n} ranks: the skeleton's calls")
            run, trace, groups = {"ranks": n, "args": wanted.get("args", "")}, p.path("sequences"), p.path(f"sequences-{n}.json")
            p.run.bsim(f"sequences-{n}", skeleton, run, ["--platform", p.any_platform(), "--record", trace])
            caller(p.run, run, f"sequences-{n}")(["cluster", trace, "-o", groups])
            shutil.rmtree(trace)
            self.sequences.append({"case": p.case["name"], "ranks": n, "groups": len(predict_by_replay.read(groups)["groups"]),
                                   "published": published[i] if i < len(published) else None})

    def show(self):
        width = max(len(r["case"]) for r in self.rows)
        print(f"  {'':{width}}                  calculation of a rank, s      predicted, s, with the calculation of    measured     error of\n"
              f"  {'program':{width}} ranks groups   recorded   alone together   recording     alone  together           s    alone together")
        for r in self.rows:
            together, real = r["predicted_together_s"], r["measured_s"]
            print(f"  {r['case']:{width}} {r['ranks']:5} {r['groups']:6}   {r['recorded_calculation_s']:8.4f} {r['replayed_calculation_s']:7.4f} "
                  f"{r['together_calculation_s']:8.4f}   {r['predicted_recorded_s']:9.4f} {r['predicted_replayed_s']:9.4f} {together:9.4f} "
                  f"{f'{real:.4f}' if real else '':>11} {error(r['predicted_replayed_s'], real):>8} {error(together, real):>8}".rstrip())
        print("  alone: one rank of each group replayed after the other; together: all ranks replayed, neighbours beside each other, "
              f"{bsimcase.cores()} at a time")
        if self.sequences:
            print(f"\ngroups of ranks with equal calls, from skeletons; published: {self.study['published']['source']}")
        for r in self.sequences:
            print(f"  {r['case']:{width}} {r['ranks']:5} {r['groups']:6}   published {r['published'] if r['published'] else 'not'}")

    def everything(self):
        failed = []
        for entry in self.study["programs"]:
            try:
                p = self.program(entry)
                for many in entry["runs"]:
                    for n in many["ranks"]:
                        self.rows.append(self.one(p, dict(many, ranks=n), str(n)))
                if "sequences" in entry:
                    self.groups_of_sequences(p, entry)
                p.run.done()
            except CaseError as why:
                failed.append(f"{entry['case']}: {why}")
        path = os.path.join(self.work, "result.json")
        with open(path + ".part", "w") as f:
            json.dump({"schema": "bsim-replay-study-result/1", "rows": self.rows, "sequences": self.sequences}, f, indent=1)
        os.replace(path + ".part", path)
        if self.rows:
            self.show()
        print(f"(all files of this study: {os.path.relpath(self.work)})")
        if failed:
            raise CaseError("\n".join(failed))

#!/usr/bin/env python3
"""validate.py - predictions beside measurements on this node, for several programs: make validate.

Owns: which runs are rows, the order in which originals and instrumented programs run, the goals, and the tables. predict.py
has the steps of a prediction, hostwatch.py tells a disturbed host. docs/reference/validate.md describes the procedure.
usage: validate.py [--build DIR] [--minutes N] CASE...
"""
import argparse
import datetime
import glob
import json
import math
import os
import platform
import shutil
import signal
import statistics
import sys
import time

import bsimcase
import comparison
import hostwatch
import predict
import predict_by_replay
import replaystudy
from bsimcase import CaseError
from comparison import inside, interval_text, seconds

# Of all rows together, in percent: the mean and the largest size of the errors; how many measured medians lie in the predicted
# interval; the width of the median row's interval.
GOALS = {"mean": 3.0, "worst": 8.0, "inside": 85.0, "width": 15.0}
TEXTS = {"mean": "mean of the errors' sizes", "worst": "largest error",
         "inside": "measured medians inside the interval", "width": "width of the median row's interval"}
RUNS, LEAST, MOST = 5, 3, 10  # undisturbed runs of each input that are wanted; runs that are made in any case; at most
MOST_SURE = 7  # undisturbed runs of an original at most, while its median is not known well
BLOCKS_S = 40.0  # seconds after which a measuring run is not repeated any more
ROWS = 4  # that a case should have


class Item:
    """What is run several times: the instrumented program or the original, with one input. run: does it once, given the number
    of the round; its result is kept beside what disturbed it. wanted: undisturbed runs. moved: tells whether the node's processors
    are where its platform has them, if that matters."""

    def __init__(self, run, unsure=lambda results: False, limit_s=math.inf, wanted=RUNS, moved=lambda: ""):
        self.run, self.unsure, self.limit_s, self.wanted, self.moved = run, unsure, limit_s, wanted, moved
        self.done, self.spent_s = [], 0.0  # (result, disturbance) of each run

    def kept(self):
        """The results that count: of the undisturbed runs, or of all if there are too few of these."""
        quiet = [result for result, what in self.done if not what]
        return quiet if len(quiet) >= LEAST else [result for result, _ in self.done]

    def disturbed(self):
        """How many of the runs that count were disturbed."""
        quiet = sum(not what for _, what in self.done)
        return 0 if quiet >= LEAST else len(self.done) - quiet

    def needs(self):
        """Whether it shall run again, if there is time."""
        quiet = [result for result, what in self.done if not what]
        if len(self.done) >= MOST or (self.spent_s > self.limit_s and len(self.done) >= LEAST):
            return False
        return len(quiet) < self.wanted or (len(quiet) < MOST_SURE and self.unsure(quiet))


def interleaved(*lists):
    """All lists in one: the originals and their replays at equal distances between the measurements of blocks, so that a node whose
    speed drifts meets all of them in the same state."""
    places = [((i + 0.5) / len(some), kind, i) for kind, some in enumerate(lists) for i in range(len(some))]
    return [lists[kind][i] for _, kind, i in sorted(places)]


def measure(items, watch, in_time, tell=lambda k, need_s, disturbance: None):
    """Runs all items in turn, round after round, until none needs more or the time is over. in_time: the seconds that are left.
    tell: called in front of each run with the number of the round, the seconds that the case still needs, or None, and what
    disturbed the run before."""
    begin, k, what = time.monotonic(), 0, ""
    while k < LEAST or in_time() > 0:
        todo = [item for item in items if item.needs()]
        if not todo:
            return
        for i, item in enumerate(todo):
            rounds = max(RUNS - k - i / len(todo), 0)
            tell(k, (time.monotonic() - begin) / (k + i / len(todo)) * rounds if k + i else None, what)
            started = time.monotonic()
            watch.begin()
            result = item.run(k)
            what = "; ".join(filter(None, [watch.end(), item.moved()]))
            item.done.append((result, what))
            item.spent_s += time.monotonic() - started
        k += 1


def notes_on(items):
    """What is to be said about disturbances."""
    runs = [what for item in items for _, what in item.done]
    bad = [what for what in runs if what]
    if not bad:
        return []
    used = sum(item.disturbed() for item in items)
    which = f"{used} of them count, for want of undisturbed ones" if used else "none of them counts"
    return [f"{len(bad)} of {len(runs)} runs were disturbed (such as: {statistics.mode(bad)}); {which}"]


def key(runner, run):
    """What makes two runs the same input."""
    return run["ranks"], tuple(runner.expand(run)[0]), tuple(sorted(map(str, run.get("set", {}).items())))


def rows_of(runner):
    """The runs of a case that are rows. They are fixed before anything is measured: a run that the fit sees is refused."""
    case = runner.case
    seen = {key(runner, run) for run in case.get("benchmark", [])}
    for run in case.get("compare", []):
        if key(runner, run) in seen:
            raise CaseError(f"{case['name']}: \"compare\" has a run that \"benchmark\" has too, with {run['ranks']} ranks: "
                            f"{run.get('args') or run.get('set')}. Choose other arguments: a row must be outside of the fit")
    return [run for run in case.get("compare", []) if run["ranks"] <= bsimcase.cores()]


class Validation(predict.Prediction):
    """The rows of one case. in_time: seconds that are left for the case; tell: shows the seconds that it still needs."""

    def __init__(self, case, args, watch, in_time, tell):
        super().__init__(case, args)
        self.watch, self.in_time, self.tell = watch, in_time, tell
        self.notes = []

    def quiet(self):
        """Nothing: a disturbed run is repeated instead."""

    def blocks_of(self, i, exe, folder):
        """What measures the blocks with the input i: the beginning of the names of its samples, given the round."""
        def once(k):
            prefix = os.path.join(folder, f"run-{i}-{k}")
            self.measure(f"benchmark-{i}", exe, self.case["benchmark"][i], prefix)
            return prefix
        return once

    def replay_of(self, i):
        """What predicts the original of a comparison by replay, given the round: seconds, or None if the program cannot be recorded
        or replayed. It is recorded once; its ranks are replayed beside each other in each round."""
        run, label, refused = self.compared[i], f"compare-{i}", []
        trace, vectors = self.path(f"trace-{label}"), self.path(f"vectors-{label}")
        bsim, program = replaystudy.caller(self.run, run, label), [self.original] + self.run.expand(run)[0]
        for old in (trace, vectors):
            shutil.rmtree(old, ignore_errors=True)

        def once(k):
            if refused:
                return None
            try:
                if not os.path.exists(trace):
                    bsim(["record", "-q", "--content", "-o", trace, "--", "mpiexec", "-n", str(run["ranks"]), *program])
                predict_by_replay.replay_together(bsim, trace, vectors, program, run["ranks"], bsimcase.cores())
                return predict_by_replay.simulated_s(bsim, trace, self.local(run["ranks"]), self.path(f"{label}-replayed.json"),
                                                     ["--replayed", vectors])
            except CaseError as error:
                refused.append(error)
                why = [line for line in str(error).splitlines() if "error:" in line]
                self.notes.append(f"no replay of {self.run.shown(run)}: {(why or str(error).splitlines())[0].strip(' |')}")
                return None
            finally:
                shutil.rmtree(vectors, ignore_errors=True)
        return once

    def measure_all(self, exe, folder):
        replays = [Item(self.replay_of(i), wanted=LEAST) for i in range(len(self.compared))]
        blocks = [Item(self.blocks_of(i, exe, folder), limit_s=BLOCKS_S) for i in range(len(self.case["benchmark"]))]
        originals = [Item(lambda _, i=i: self.original_s(i), self.unsure, moved=lambda n=run["ranks"]: self.here.moved(n))
                     for i, run in enumerate(self.compared)]
        measure(interleaved(blocks, originals, replays), self.watch, self.in_time, self.tell)
        for item in blocks:
            for prefix in {p for p, _ in item.done} - set(item.kept()):
                for path in glob.glob(prefix + ".*") + glob.glob(prefix + "-*"):
                    os.remove(path)
        self.measured, self.items = [item.kept() for item in originals], originals
        self.replayed = [statistics.median(item.kept()) if None not in item.kept() else None for item in replays]
        for i in range(len(self.compared)):
            shutil.rmtree(self.path(f"trace-compare-{i}"), ignore_errors=True)
        self.notes += notes_on(blocks + originals)
        if min(len(item.kept()) for item in originals) < RUNS:
            self.notes.append(f"some originals have fewer than {RUNS} runs that count")

    def rows(self, runs):
        """Builds, measures, fits and predicts: the rows."""
        self.build()
        self.set_compared(runs)
        self.local(1)  # again, if the processors have moved since the last case
        self.models()
        rows = []
        for i, item in enumerate(self.items):
            row = comparison.row(self, i)
            row["spread_percent"] = 100 * (max(row["runs_s"]) - min(row["runs_s"])) / row["measured_s"]
            replayed = self.replayed[i]
            row["replayed_s"] = replayed
            row["replayed_error_percent"] = None if replayed is None else 100 * (replayed / row["measured_s"] - 1)
            rows.append({"case": self.case["name"], **row, "disturbed_runs": item.disturbed()})
        self.run.done()
        return rows


def found(rows):
    """What GOALS are about, of some rows; None if no interval is known."""
    widths = [100 * (r["interval_s"][1] - r["interval_s"][0]) / r["predicted_s"] for r in rows if r["interval_s"]]
    sizes = [abs(r["error_percent"]) for r in rows]
    return {"mean": statistics.mean(sizes), "worst": max(sizes), "inside": 100 * sum(map(inside, rows)) / len(rows),
            "width": statistics.median(widths) if widths else None}


def missed(values):
    """The keys of the goals that are missed."""
    return [k for k, goal in GOALS.items()
            if values[k] is None or (values[k] < goal if k == "inside" else values[k] > goal)]


def error_by_replay(row):
    """As a text; "-": none."""
    error = row.get("replayed_error_percent")
    return "-" if error is None else f"{error:+.1f} %"


def by_replay(rows):
    """The mean and the largest size of the errors of the predictions by replay, as a text; empty if there is none."""
    sizes = [abs(r["replayed_error_percent"]) for r in rows if r.get("replayed_error_percent") is not None]
    return f"{statistics.mean(sizes):.1f} % in the mean, {max(sizes):.1f} % at most, {len(sizes)} rows" if sizes else ""


def show(rows):
    """Prints the rows of a case."""
    width = max([len(r["args"]) for r in rows] + [9])
    print(f"  {'arguments':{width}}  ranks  runs    measured  spread   predicted    error  by replay   interval (90 %)")
    for r in rows:
        note = f"  {r['disturbed_runs']} disturbed runs" if r["disturbed_runs"] else ""
        print(f"  {r['args']:{width}}  {r['ranks']:5}  {len(r['runs_s']):4}  {seconds(r['measured_s']):>10}  "
              f"{r['spread_percent']:4.1f} %  {seconds(r['predicted_s']):>10}  {r['error_percent']:+6.1f} %  {error_by_replay(r):>9}   "
              f"{interval_text(r)}{note}  {r['note']}".rstrip(), flush=True)


def show_total(rows, names):
    """Prints a line for each case, and all rows beside the goals. The keys of the goals that are missed."""
    def line(name, some):
        v = found(some)
        return (f"  {name:12} {len(some):4}  {v['mean']:6.1f} %  {v['worst']:6.1f} %  {v['inside']:6.0f} %  " +
                (f"{v['width']:6.1f} %" if v["width"] is not None else "not known"))
    print("  program      rows     mean     worst    inside     width")
    for name in names:
        some = [r for r in rows if r["case"] == name]
        print(line(name, some) if some else f"  {name:12} failed")
    values = found(rows)
    late = missed(values)
    print(f"\n{len(rows)} rows of {len({r['case'] for r in rows})} programs")
    for k, text in TEXTS.items():
        value = "not known" if values[k] is None else f"{values[k]:5.1f} %"
        print(f"  {text + ':':38} {value}   (goal: {'at least' if k == 'inside' else 'at most'} {GOALS[k]:g} %"
              f"{'; missed' if k in late else ''})")
    if by_replay(rows):
        print(f"  {'errors by replay of recorded ranks:':38} {by_replay(rows)}")
    return late


def page(result):
    """The result as tables of Markdown, for a page of docs/measurements."""
    lines = ["| program | ranks | arguments | measured | spread | predicted | error | by replay | interval |",
             "| --- | --- | --- | --- | --- | --- | --- | --- | --- |"]
    rows = [r for c in result["cases"] for r in c["rows"] if r.get("measured_s")]
    lines += [f"| {r['case']} | {r['ranks']} | `{r['args']}` | {seconds(r['measured_s'])} | {r['spread_percent']:.1f} % | "
              f"{seconds(r['predicted_s'])} | {r['error_percent']:+.1f} % | {error_by_replay(r)} | {interval_text(r)} |" for r in rows]
    lines += ["", "| of all rows | found | goal |", "| --- | --- | --- |"]
    for k, text in TEXTS.items():
        value = (result["found"] or {}).get(k)
        lines.append(f"| {text} | {'not known' if value is None else f'{value:.1f} %'} | "
                     f"{'at least' if k == 'inside' else 'at most'} {GOALS[k]:g} % |")
    if by_replay(rows):
        lines.append(f"| errors by replay | {by_replay(rows)} | |")
    notes = [f"- {c['name']}: {n}." for c in result["cases"] for n in c["notes"]]
    return "\n".join(lines + [""] + notes).rstrip() + "\n"


class Session:
    """All cases of one call, within a time."""

    def __init__(self, args):
        self.args, self.began = args, time.monotonic()
        self.out = os.path.join(os.path.abspath(args.build), "validate")
        os.makedirs(self.out, exist_ok=True)
        self.known = {}  # seconds that a case took the last time
        path = os.path.join(self.out, "validate.json")
        if os.path.exists(path):
            try:
                with open(path) as f:
                    self.known = {c["name"]: c["seconds"] for c in json.load(f)["cases"] if c["seconds"]}
            except (ValueError, KeyError, TypeError):
                pass  # of another version
        self.result = {"schema": "bsim-validate/1", "date": datetime.datetime.now(datetime.timezone.utc).isoformat("T", "seconds"),
                       "host": {"name": platform.node(), "cores": bsimcase.cores(), "system": platform.platform()},
                       "goals": GOALS, "found": None, "missed": None, "disturbed": False, "seconds": None, "cases": []}

    def left_s(self):
        return 60 * self.args.minutes - (time.monotonic() - self.began)

    def expected_s(self, name):
        """What a case is expected to take: as the last time, or as the others, or its part of the time."""
        took = [c["seconds"] for c in self.result["cases"] if c["seconds"]]
        return self.known.get(name) or (statistics.mean(took) if took else 60 * self.args.minutes / len(self.result["cases"]))

    def minutes(self, after, more_s=0):
        """The time that is left, behind a case and with more seconds, as a text."""
        rest = sum(self.expected_s(c["name"]) for c in self.result["cases"][after:]) + more_s
        return f"about {math.ceil(rest / 60)} min left"

    def save(self):
        self.result["seconds"] = time.monotonic() - self.began
        for name, text in (("validate.json", json.dumps(self.result, indent=1) + "\n"), ("validate.md", page(self.result))):
            with open(os.path.join(self.out, name + ".part"), "w") as f:
                f.write(text)
            os.replace(os.path.join(self.out, name + ".part"), os.path.join(self.out, name))

    def fix_rows(self):
        """Reads all cases, and writes down all rows before anything is measured."""
        self.cases = []
        for name in self.args.case:
            case = bsimcase.load(name)
            runner = bsimcase.Runner(case, self.args.build)
            rows = rows_of(runner)
            if not rows:
                raise CaseError(f"{case['name']}: no run of \"compare\" fits this node of {bsimcase.cores()} cores")
            self.cases.append((case, rows))
            self.result["cases"].append({"name": case["name"], "about": case.get("about", ""), "seconds": None, "notes": [],
                                         "rows": [{"case": case["name"], "ranks": r["ranks"], "args": runner.shown(r),
                                                   "measured_s": None} for r in rows]})
        self.save()

    def calibrate(self):
        """Measures this node's platform anew: one from a busy hour would spoil all rows."""
        first = predict.Prediction(self.cases[0][0], self.args)
        if os.path.exists(first.here.path):
            os.remove(first.here.path)
        print(f"calibrating this node ({self.minutes(0)}, of at most {self.args.minutes:g})", flush=True)
        first.local(1)
        first.run.done()
        with open(first.path("log", "calibrate.log")) as f:
            for line in f:
                if "warning" in line:  # such as other processes meanwhile
                    print("  " + line.strip(), flush=True)

    def one(self, i):
        """One case; false if it fails."""
        (case, runs), entry = self.cases[i], self.result["cases"][i]
        print(f"\n== {i + 1} of {len(self.cases)}: {case['name']}: {case.get('about', '')} ({self.minutes(i)})", flush=True)
        begin, share = time.monotonic(), self.left_s() / (len(self.cases) - i)
        study = Validation(case, self.args, self.watch, lambda: share - (time.monotonic() - begin), None)

        told = []

        def tell(k, need_s, disturbance):
            if disturbance and not told:
                study.run.done()
                print(f"  note: this host is not quiet: {disturbance}; disturbed runs are repeated", flush=True)
                told.append(disturbance)
            more = "" if need_s is None else f", {self.minutes(i + 1, need_s)}"
            study.run.progress(f"{i + 1} of {len(self.cases)}, round {k + 1} of {RUNS}{more}")
        study.tell = tell
        try:
            rows = study.rows(runs)
        except CaseError as error:
            study.run.done()
            entry["notes"].append(str(error).splitlines()[0])
            print(f"validate: {error}", file=sys.stderr)
            return False
        finally:
            entry["seconds"] = time.monotonic() - begin
        entry["rows"], entry["notes"] = rows, study.notes
        self.result["disturbed"] |= any(r["disturbed_runs"] for r in rows)
        show(rows)
        for note in study.notes:
            print(f"  note: {note}")
        return True

    def everything(self):
        self.fix_rows()
        self.calibrate()
        self.watch = hostwatch.Watch()
        failed = 0
        for i in range(len(self.cases)):
            failed += not self.one(i)
            self.save()
        rows = [r for c in self.result["cases"] for r in c["rows"] if r["measured_s"]]
        if not rows:
            return 1
        print("\nall rows: sizes of errors, measured medians inside the interval, width of the median interval")
        self.result["missed"] = show_total(rows, [c["name"] for c in self.result["cases"]])
        self.result["found"] = found(rows)
        self.save()
        if self.result["disturbed"]:
            print("\nThe host was disturbed, and some rows have no undisturbed runs: repeat this on a quiet host.")
        print(f"({(time.monotonic() - self.began) / 60:.1f} min; also in {os.path.relpath(self.out)}/validate.json and validate.md)")
        return 1 if failed or self.result["missed"] else 0


def main():
    parser = argparse.ArgumentParser(prog="validate.py", description="predictions beside measurements on this node")
    parser.add_argument("--build", default="build")
    parser.add_argument("--minutes", type=float, default=25, help="time in which the measurements must be done (default 25)")
    parser.add_argument("case", nargs="+")
    args = parser.parse_args()
    args.check = False
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the programs that we started are ended too
    try:
        return Session(args).everything()
    except CaseError as error:
        print(f"validate: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)

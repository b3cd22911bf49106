"""comparison.py - a time measured under real MPICH beside the one that is predicted for this node: rows and their intervals.

Owns: how the times of several seeds and the errors of the models become a predicted time and its interval, and how rows are
printed. Must not know how runs are made (predict.py).
"""
import json
import math
import statistics

DRAWS = 9  # seeds of the noise with which a time is predicted; the median of the times counts


def seconds(value):
    for unit, scale in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if abs(value) >= scale:
            return f"{value / scale:.4g} {unit}"
    return f"{value:.3g} s"


def inside(row):
    """Whether the measured median of a row lies in the predicted interval. An interval that is not known has nothing in it."""
    return row["interval_s"] is not None and row["interval_s"][0] <= row["measured_s"] <= row["interval_s"][1]


def times_of(results):
    """The predicted times of all seeds of the noise: of all scenarios of the results of bsim run that have a valid time."""
    return [s["predicted_time_s"] for r in results for s in r["scenarios"] if not s["diverged"] or s.get("rerun")]


def interval_of(results):
    """[low, high] seconds, within which the time stays in nine cases of ten: the errors of the models (the interval of the
    first result, in proportion to the median time) and the noise (the standard deviation of the times) together, as
    independent. None: not known."""
    first, times = results[0], times_of(results)
    if not first.get("interval"):
        return None
    noise = 1.645 * (statistics.stdev(times) if len(times) > 1 else 0)
    guess, alone = statistics.median(times), first["predicted_time_s"]
    low, high = (guess * abs(first["interval"][end] / alone - 1) if alone else 0 for end in ("low_s", "high_s"))
    return [max(guess - math.hypot(low, noise), 0.0), guess + math.hypot(high, noise)]


def row(study, i):
    """The row i of the comparisons of a predict.Prediction: what was measured, and what is predicted with this node's platform
    and noise."""
    run, measured = study.compared[i], study.measured[i]
    study.run.progress(f"predicting it: {run.get('args', '')}")
    with open(study.path("models.json")) as f:
        noisy = any("noise" in block for block in json.load(f)["blocks"].values())
    draws = [[]]
    if noisy and "columns" in run:  # in several threads a run carries one seed
        draws = [["--noise", "1", "--noise-seed", str(seed)] for seed in range(1, DRAWS + 1)]
    elif noisy:
        draws = [["--noise", "1", "--noise-runs", str(DRAWS)]]
    results = [study.simulate(f"compare-{i}-predicted", run, study.local(run["ranks"]), more)[1] for more in draws]
    real, guess = statistics.median(measured), statistics.median(times_of(results))
    return {"ranks": run["ranks"], "args": study.run.shown(run), "measured_s": real, "runs_s": measured, "predicted_s": guess,
            "interval_s": interval_of(results), "error_percent": 100.0 * (guess - real) / real,
            "note": "; ".join(filter(None, [run.get("note", ""), "measured on a busy node" if study.disturbed else ""]))}


def interval_text(row):
    if row["interval_s"] is None:
        return "not known"
    low, high = row["interval_s"]
    return f"{seconds(low)} to {seconds(high)}{'' if inside(row) else ', outside'}"


def show(rows):
    """Prints times measured under real MPICH beside predicted ones."""
    print("measured (real MPICH, median) beside predicted, on this node and with its noise:")
    width = max([len(r["args"]) for r in rows] + [9])
    print(f"  {'arguments':{width}}  ranks    measured   predicted    error   interval (90 %)")
    for r in rows:
        text = interval_text(r)
        print(f"  {r['args']:{width}}  {r['ranks']:5}  {seconds(r['measured_s']):>10}  "
              f"{seconds(r['predicted_s']):>10}  {r['error_percent']:+6.1f} %   {text}  {r['note']}".rstrip())


def show_moved(moved):
    """Prints where the processors were in runs while they were not where the platform has them."""
    if moved:
        print(f"note: this node's processors have moved. In {len(moved)} of the measured runs their {moved[-1]}: messages took another time "
              "than those of the platform")

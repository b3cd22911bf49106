"""coverage.py - the intervals that bsim run gives a block's time, from its model, and how many held-out times are within.

The block stands alone here, so that its interval is that of the result (docs/reference/result.md, "Trust").
"""
import math
import re
import statistics

WITHIN = 1.645 / 0.6745  # nine tenths of normal errors, by their median
LEAST = 0.05             # BSIM_ERROR_BEYOND
MOST, MOST_FAR = 100, 4   # BSIM_RELATED_MOST, BSIM_MOST_FAR
SLACK = 1.05             # BSIM_RELATED_SLACK


def within(median, greatest):
    values = [v for v in (median and WITHIN * median, greatest) if v is not None]
    return min(values) if values else None


def near(fit, time_s):
    """The error of a model near a time; None: not known."""
    error = within(fit["error_median"], fit["error_max"])
    pairs = fit.get("errors")
    if pairs:
        after = next((i for i, p in enumerate(pairs) if p[0] > time_s), len(pairs))
        if after in (0, len(pairs)):
            error = pairs[min(after, len(pairs) - 1)][1]
        else:
            (t0, e0), (t1, e1) = pairs[after - 1:after + 1]
            error = e0 + math.log(time_s / t0) / math.log(t1 / t0) * (e1 - e0)
    spread = within(fit.get("spread_median"), fit.get("spread_max"))
    return error if error is None or spread is None else max(error, spread)


def doublings(value, low, high):
    """How many factors of two a value is out of its range."""
    bound = high if value > high else low
    return abs(math.log2(value / bound if bound != 0 and value / bound > 0 else 2))


def extrapolated(fit, error, values):
    """The doubt of values beyond the range."""
    doubts = []
    for alias, value in values.items():
        low, high = fit["range"][alias]
        if low <= value <= high:
            continue
        told = fit.get("beyond", {}).get(alias, 0) if value > high else 0
        far = (value - high) / max(abs(high), 1e-300) if value > high else (low - value) / max(abs(low), 1e-300)
        doubts.append((far, math.log1p(max(error or 0, LEAST, told)) * doublings(value, low, high)))
    return min(math.expm1(math.hypot(*(d for _, d in sorted(doubts, reverse=True)[:MOST_FAR]))), MOST)


def is_known(fit, formulas, x, values):
    """Whether the samples tell anything of these values."""
    for alias, value in values.items():
        low, high = fit["range"][alias]
        if low == high and value != low:
            return False
        if value < 0 <= low or value > 0 >= high or (value == 0 and (low > 0 or high < 0)):
            return False
        if value not in fit.get("values", {}).get(alias, [value]):
            return False
    for alias, text in fit.get("related", {}).items():
        expected = formulas.value(formulas.compiled(re.sub(r"\s", "", str(text))), x)
        if expected == 0 or values[alias] / expected <= 0 or abs(math.log(values[alias] / expected)) > math.log(SLACK):
            return False
    return fit["error_median"] is not None


def intervals(formulas, held_out):
    """[(whether the time is within, the factor between the ends and the middle, whether it is known)] of each point."""
    out = []
    for x, t in held_out:
        values = {alias: x[k] for alias, k in formulas.where.items()}
        predicted = formulas(x)
        error, passing = near(formulas.fit, predicted), formulas.passing(x)
        error = math.hypot(error or 0, passing) if passing else error
        factor = math.exp(math.hypot(math.log1p(error or 0), math.log1p(extrapolated(formulas.fit, error, values))))
        inside = predicted / factor <= t <= predicted * factor
        out.append((inside, factor, is_known(formulas.fit, formulas, x, values)))
    return out


def table(blocks, parts):
    """Rows in Markdown: of each class, the part of the known times within their intervals, the median factor of these, and the part
    of times that are told as not known."""
    lines = ["| class | " + " | ".join(f"{p}: within | factor | not known" for p in parts) + " |",
             "| --- |" + " --- | --- | --- |" * len(parts)]
    for kind in sorted({b.kind for b in blocks}) + ["all"]:
        cells = []
        for part in parts:
            points = [p for b in blocks if kind in (b.kind, "all") for p in b.intervals[part]]
            known = [p for p in points if p[2]]
            cells += [f"{statistics.mean(p[0] for p in known):.3f}", f"{statistics.median(p[1] for p in known):.3f}",
                      f"{1 - len(known) / len(points):.2f}"] if known else ["-", "-", "1.00"]
        lines.append(f"| {kind} | " + " | ".join(cells) + " |")
    return lines

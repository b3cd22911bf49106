"""corpustable.py - the tables of the corpus, and the reasons for failures.

Owns: the texts made from the rows of corpus.py (docs/reference/corpus.md). Must not know how rows are made; runs nothing.
"""
import re


def is_slow(row):
    """Whether the skeleton takes more than half of the original's time. False if this was not measured."""
    size = (row.get("sizes") or [{}])[-1]
    full, small = size.get("full"), size.get("skeleton")
    return bool(full and small) and full["seconds"] > 0.02 and full["seconds"] < 2 * small["seconds"]


def reason(row, extra):
    """Lines that say why a program fails or keeps most of its code; empty if neither is so."""
    lines = []
    for problem in row["problems"]:
        text = [line.strip(" |") for line in problem["error"].splitlines() if line.strip()]
        telling = [t for t in text[1:] if re.search(r"error|differ|Assert|signal|refus|abort|deadlock", t, re.I)]
        lines.append(f"{problem['step']}: {text[0]}" + (f": {telling[0]}" if telling else ""))
    for trace in row.get("traces", []):
        if trace["equal"] is False:
            lines.append(f"traces differ at {trace['ranks']} ranks: {trace.get('difference', '')}")
    if row.get("lines_after") and 2 * row["lines_after"] > row["lines_before"]:
        share = f"{row['real_calls']} of {row['calls']} MPI calls carry data that decides communication"
        lines.append(f"keeps {100 * row['lines_after'] // row['lines_before']} % of its lines: {share}; "
                     f"{row['kept_blocks']} blocks of computation stay")
    elif is_slow(row):
        lines.append(f"is not much faster: {row['kept_blocks']} blocks of computation stay")
    if row.get("chains"):
        for chain in row["chains"]:
            ends = [c for c in chain["chain"] if not c.startswith(" ")]
            lines.append(f"{chain['file']}:{chain['line']}-{chain['end_line']} stays: " +
                         " <- ".join(e[:70] for e in ends[:2] + ends[-1:]))
    known = [t for t in row.get("traces", []) if "totals" in t]
    if known:
        lines.append("the order of its messages depends on time: traces are compared on simulated ranks; under real "
                     "MPICH the totals are equal " + ", ".join(
                         f"by {t['totals']} at {t['ranks']}" if t["totals"] else f"by nothing at {t['ranks']}"
                         for t in known) + " ranks")
    if is_slow(row) and 4 * row["real_calls"] >= 3 * row["calls"]:
        lines.append("as far as the analysis sees its computation is its communication: what it computes decides "
                     "which messages there are; it runs in --full, or with models for the cuts that skeletonize --report proposes")
    if extra.get("remark"):
        lines.append(extra["remark"])
    return [line[:400] for line in lines]


def mib(value):
    return f"{value / 2**20:.0f} MiB" if value is not None else "-"


def aligned(rows, left):
    """Rows of cells as lines. The columns in left are aligned to the left."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return ["  ".join(c.ljust(w) if i in left else c.rjust(w) for i, (c, w) in enumerate(zip(row, widths))).rstrip()
            for row in rows]


def short_time(value):
    for unit, scale in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if value >= scale:
            return f"{value / scale:.3g} {unit}"
    return f"{value:.1g} s"


def predictions(rows):
    """The table of predictions as lines; empty if nothing was predicted."""
    head = ["program", "arguments", "predicted at 2", "real", "error", "ranks", "platform", "predicted", "calculation",
            "messages", "host", "by"]
    body = []
    for r in rows:
        if "prediction" not in r:
            continue
        found = r["prediction"]
        compare, large = found.get("compare") or {}, found.get("large") or {}
        cells = [r["name"], (compare or large).get("args", "")[:40].strip() or "-"]
        cells += [short_time(compare["predicted_s"]), short_time(compare["measured_s"]),
                  f"{compare['error_percent']:+.0f} %"] if compare else ["-"] * 3
        cells += [str(large["ranks"]), large["platform"], short_time(large["predicted_s"]),
                  short_time(large["calculation_s"]), str(large["messages"]),
                  short_time(large["host_s"])] if large else ["-"] * 6
        body.append(cells + [found["by"]])
    if not body:
        return []
    return aligned([head] + body, (0, 1, 6, 11)) + [
        "predicted at 2, real: this node's two cores, real MPICH; then more ranks on a shipped platform. messages: of "
        "all ranks. by: the program that", "was simulated; by --full, communication alone is predicted.", ""]


def table(rows):
    """The tables and the reasons as text."""
    head = ["program", "lines", "left", "%", "blocks", "kept", "calls", "real", "hints", "unknown", "slicing", "peak",
            "traces equal at", "original", "skeleton", "faster", "memory", "less"]
    body = []
    for r in rows:
        cells = [r["name"]]
        if r.get("lines_before"):
            cells += [r["lines_before"], r["lines_after"], round(100 * r["lines_after"] / r["lines_before"]),
                      r["blocks"], r["kept_blocks"], r["calls"], r["real_calls"], r["hints"], r["unknown"],
                      f"{r['slicing_s']:.1f} s" if r["slicing_s"] else "-", mib(r["slicing_peak_bytes"])]
        else:
            cells += ["-"] * 11
        marks = {}
        for t in r.get("traces", []):
            mark = "" if t["equal"] else "?" if t["equal"] is None else "!"
            marks[t["ranks"]] = max(marks.get(t["ranks"], ""), mark)
        cells.append(" ".join(f"{n}{marks[n]}" for n in sorted(marks)) or "-")
        size = (r.get("sizes") or [{}])[-1]
        full, small = size.get("full"), size.get("skeleton")
        cells.append(f"{full['seconds']:.3g} s" if full else "-")
        cells.append(f"{small['seconds']:.3g} s" if small else "-")
        cells.append(f"{full['seconds'] / max(small['seconds'], 1e-3):.0f}x" if full and small else "-")
        cells.append(f"{mib(full['peak_bytes'])} / {mib(small['peak_bytes'])}" if full and small else "-")
        cells.append(f"{full['peak_bytes'] / small['peak_bytes']:.1f}x" if full and small else "-")
        body.append([str(c) for c in cells])
    lines = aligned([head] + body, (0, 12))
    lines.append("")
    lines += predictions(rows)
    lines.append("left: lines of the skeleton. kept: blocks whose code stays. real: calls that move data. unknown: what "
                 "the analysis could not know.")
    lines.append("! traces differ, ? one of the runs failed. original, skeleton: a run of both with the same simulated "
                 "ranks; memory of both.")
    for r in rows:
        if r.get("reason"):
            lines += ["", r["name"] + ":"] + ["  " + line for line in r["reason"]]
    return "\n".join(lines) + "\n"

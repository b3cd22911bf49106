#!/usr/bin/env python3
"""run.py [--build BUILD] [--every N] [--sample] [--table FILE] [NAME...]: bsim check on the programs of generate.py.

Prints for each category how many erroneous programs are found (recall), how many in their category, and how many correct ones have
no finding (specificity). --every N: each N-th program. --sample: the small fixed part of it that `make check` runs, a line each.
Fails if recall is below 0.97 or specificity below 0.99 (--sample: if any program is not as expected).
"""
import argparse
import collections
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tempfile

import command
import exact

HERE = os.path.dirname(os.path.abspath(__file__))
EXPECT = re.compile(r"expect=([\w-]+) ranks=(\d+) family=([\w-]+)")
RECALL, SPECIFICITY = 0.97, 0.99
CATEGORIES = ("invalid-parameter", "resource-leak", "request-lifecycle", "local-concurrency", "parameter-matching", "message-race",
              "call-ordering", "epoch-lifecycle", "global-concurrency")


class Outcome:
    """What was expected of a program, and what was found."""

    def __init__(self, name, text):
        self.name = name
        self.expect, ranks, self.family = EXPECT.search(text).groups()
        self.ranks = int(ranks)
        self.found, self.broken = [], ""

    @property
    def right(self):
        return not self.broken and bool(self.found) == (self.expect != "correct")

    @property
    def in_category(self):
        return self.right and self.expect in self.found

    def reason(self):
        return self.broken or f"expected {self.expect}, found {', '.join(self.found) or 'nothing'}"


def check(build, path, explore):
    with open(path) as f:
        outcome = Outcome(os.path.basename(path)[:-2], f.read())
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "report.json")
        run = subprocess.run([f"{build}/bin/bsim", "check", "-q", "-np", str(outcome.ranks), "--explore", str(explore), "--time-limit", "60",
                              "-o", report, path], capture_output=True, text=True, check=False, cwd=folder)
        if run.returncode not in (0, 8) or not os.path.exists(report):
            outcome.broken = f"exit code {run.returncode}: {(run.stderr.strip().splitlines() or ['no message'])[-1]}"
            return outcome
        with open(report) as f:
            outcome.found = sorted({f["category"] for f in json.load(f)["findings"] if not f["note"]})
    return outcome


def table(outcomes):
    rows = collections.OrderedDict((c, [0, 0, 0]) for c in CATEGORIES)
    correct = [o for o in outcomes if o.expect == "correct"]
    for o in outcomes:
        if o.expect != "correct":
            row = rows[o.expect]
            row[0] += 1
            row[1] += o.right
            row[2] += o.in_category
    errors = [o for o in outcomes if o.expect != "correct"]
    recall = sum(o.right for o in errors) / max(1, len(errors))
    specificity = sum(o.right for o in correct) / max(1, len(correct))
    lines = ["| category | programs | found | recall | in this category |", "| --- | --- | --- | --- | --- |"]
    for name, (n, found, here) in rows.items():
        if n:
            lines.append(f"| {name} | {n} | {found} | {found / n:.3f} | {here} |")
    lines += [f"| all erroneous | {len(errors)} | {sum(o.right for o in errors)} | {recall:.3f} | {sum(o.in_category for o in errors)} |", "",
              f"correct programs: {len(correct)}, without a finding: {sum(o.right for o in correct)}; specificity {specificity:.3f}"]
    return "\n".join(lines), recall, specificity


def sample_of(names):
    """One program of each category and family group, so that all parts of the checker run once; the same in each run."""
    chosen = {}
    for name in names:
        expect = name.split("-", 1)[1]
        category = next((c for c in CATEGORIES + ("correct",) if expect.startswith(c)), "")
        chosen.setdefault(category, []).append(name)
    return [n for group in chosen.values() for n in sorted({group[0], group[len(group) // 2], group[-1]})]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default=os.environ.get("B", "build"))
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--explore", type=int, default=16)
    parser.add_argument("--sample", action="store_true")
    parser.add_argument("--table")
    parser.add_argument("names", nargs="*")
    a = parser.parse_args()
    build = os.path.abspath(a.build)
    folder = f"{build}/tests/check-suite"
    subprocess.run([sys.executable, f"{HERE}/generate.py", folder], check=True, stdout=subprocess.DEVNULL)
    names = sorted(n[:-2] for n in os.listdir(folder) if n.endswith(".c"))
    if a.names:
        names = [n for n in names if any(want in n for want in a.names)]
    names = sample_of(names) if a.sample else names[::a.every]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() if not a.sample else 1) as pool:
        outcomes = list(pool.map(lambda n: check(build, f"{folder}/{n}.c", 4 if a.sample else a.explore), names))
    for o in outcomes:
        if not o.right: # in the whole suite the shares decide
            print(f"{'FAIL' if a.sample else 'other'} {o.name}: {o.reason()}")
        elif a.sample:
            print(f"ok {o.name}")
        elif o.expect != "correct" and not o.in_category:
            print(f"other category: {o.name}: {o.reason()}")
    if a.sample:
        tests = list(command.test(build)) + list(exact.test(build))
        for name, right in tests:
            print(f"ok {name}" if right else f"FAIL {name}")
        return 0 if all(o.right for o in outcomes) and all(right for _, right in tests) else 1
    text, recall, specificity = table(outcomes)
    print(text)
    print(f"ok recall {recall:.3f}" if recall >= RECALL else f"FAIL recall: {recall:.3f}; at least {RECALL} is needed")
    print(f"ok specificity {specificity:.3f}" if specificity >= SPECIFICITY else
          f"FAIL specificity: {specificity:.3f}; at least {SPECIFICITY} is needed")
    if a.table:
        with open(a.table, "w") as f:
            f.write(text + "\n")
    return 0 if recall >= RECALL and specificity >= SPECIFICITY else 1


if __name__ == "__main__":
    sys.exit(main())

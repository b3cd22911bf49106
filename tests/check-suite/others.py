#!/usr/bin/env python3
"""others.py FOLDER [--build BUILD] [--every N] [--table FILE] [NAME...]: bsim check on a folder with an error suite of others.

Programs of the MPI Bugs Initiative say in their header how they are run and what is expected (BEGIN_MBI_TESTS). Those of
MPI-CorrBench say it by their path: correct/... or a file name that begins with the kind of the mistake. Each program is run
by `bsim check` with its default options, once for each of its command lines; $zero_buffer and $infty_buffer are one run, since
bsim check tries both. A program with a mistake is found if one of its command lines tells an error. Prints each outcome that
is not as the suite expects it, then the table of run.py. The exit code is 1 if recall is below 0.97 or specificity below 0.99.
"""
import argparse
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile

import run

TESTS = re.compile(r"BEGIN_MBI_TESTS(.*?)END_MBI_TESTS", re.S)
TEST = re.compile(r"\$ *mpirun +-np +(\d+) +(.*?)\$\{?EXE\}?(.*)\n *\| *(\w+)(?:: *(\w+))?")
# What the suites expect -> the category of bsim check.
CATEGORIES = (
    (r"OutOfInitFini|CallMatching|IHCallMatching|BufferingHazard|MissingCall|MissplacedCall|MisplacedCall", "call-ordering"),
    (r"MissingStart|MissingWait", "request-lifecycle"),
    (r"\w+Leak", "resource-leak"),
    (r"\w+Matching|ArgMismatch", "parameter-matching"),
    (r"MessageRace", "message-race"),
    (r"LocalConcurrency", "local-concurrency"),
    (r"GlobalConcurrency", "global-concurrency"),
    (r"Invalid\w+|ActualDatatype|ArgError", "invalid-parameter"),
)


def category_of(expected, path):
    for pattern, category in CATEGORIES:
        if re.fullmatch(pattern, expected):
            return category
    sys.exit(f"{path}: expects {expected}, which is no kind of mistake that others.py knows")


class Program(run.Outcome):
    """A program, its command lines as (ranks, arguments), and what was found."""

    def __init__(self, root, path):
        self.path = path
        self.name = os.path.relpath(path, root)
        self.found, self.broken, self.lines = [], "", []
        with open(path, errors="replace") as f:
            header = TESTS.search(f.read())
        kinds = self.read_header(header.group(1)) if header else self.read_path()
        self.expect = category_of(kinds[0], path) if kinds else "correct"

    def read_header(self, text):
        kinds = []
        for ranks, _, arguments, outcome, kind in TEST.findall(text):
            line = (int(ranks), tuple(shlex.split(arguments)))
            if line not in self.lines:
                self.lines.append(line)
            if outcome == "ERROR":
                kinds.append(kind)
        if not self.lines:
            sys.exit(f"{self.path}: its header has no line '$ mpirun -np N ${{EXE}}' with an outcome")
        return kinds

    def read_path(self):
        self.lines = [(2, ())]
        if "correct" in self.name.split(os.sep):
            return []
        return [re.match(r"\w*", os.path.basename(self.path)).group()]


def check(build, program):
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "report.json")
        for ranks, arguments in program.lines:
            done = subprocess.run([f"{build}/bin/bsim", "check", "-q", "-np", str(ranks), "-o", report, program.path, *arguments],
                                  capture_output=True, text=True, errors="replace", check=False, cwd=folder)
            if done.returncode not in (0, 1, 8) or not os.path.exists(report):
                program.broken = f"exit code {done.returncode}: {(done.stderr.strip().splitlines() or ['no message'])[-1]}"
                return
            with open(report) as f:
                program.found += [x["category"] for x in json.load(f)["findings"] if not x["note"]]
            os.remove(report)
    program.found = sorted(set(program.found))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--build", default=os.environ.get("B", "build"))
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--table")
    parser.add_argument("names", nargs="*")
    a = parser.parse_args()
    paths = sorted(os.path.join(at, n) for at, _, names in os.walk(a.folder) for n in names if n.endswith(".c"))
    if a.names:
        paths = [p for p in paths if any(want in p for want in a.names)]
    if not paths:
        sys.exit(f"{a.folder}: no such program (*.c)")
    programs = [Program(a.folder, p) for p in paths[::a.every]]
    for p in programs:
        check(os.path.abspath(a.build), p)
        if not p.right:
            print(f"other {p.name}: {p.reason()}", flush=True)
        elif p.expect != "correct" and not p.in_category:
            print(f"other category: {p.name}: {p.reason()}", flush=True)
    text, recall, specificity = run.table(programs)
    print(text)
    if a.table:
        with open(a.table, "w") as f:
            f.write(text + "\n")
    return 0 if recall >= run.RECALL and specificity >= run.SPECIFICITY else 1


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Random programs whose time is counted: a prediction is right, or says that it may be wrong.

counted_random.py [--count N] [--seed S] [--keep DIR] [--jobs N] [--pattern NAME] [--table FILE]: each program (gen_counted.py) is
measured with a few small sizes on one and two ranks, and predicted for others on up to nine ranks. Its time is a count of the basic
blocks that it runs (tests/counted/run.py), so that the whole program on simulated ranks has the real time. A prediction must not be
silently wrong: away from it by more than 1 %, outside of its own interval, and no blocks of 5 % of the time told as not known.
Prints a line `ok counted_random SEED` or `FAIL counted_random SEED` for each program; exit 1 if any failed. --table: a line for each
prediction, with the reasons that trust gives.
"""
import importlib.util
import json
import os
import sys
import types

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, HERE)
sys.path.insert(0, os.path.join(ROOT, "scripts"))
import bsimcase  # noqa: E402
import gen_counted  # noqa: E402
import seeds  # noqa: E402
from seeds import Failed  # noqa: E402

spec = importlib.util.spec_from_file_location("counted", os.path.join(ROOT, "tests", "counted", "run.py"))
counted = importlib.util.module_from_spec(spec)
spec.loader.exec_module(counted)


def case_of(program, folder):
    """A case as bsimcase.load gives one."""
    with open(os.path.join(folder, "a.c"), "w", encoding="ascii") as f:
        f.write(program.text())
    measured, predicted = [[{"ranks": ranks, "args": " ".join(map(str, given)), "timeout_s": 60} for ranks, given in runs] for runs in program.runs()]
    return {"name": "a", "dir": folder, "root": ".", "sources": ["a.c"], "libs": ["-lm"], "benchmark": measured, "compare": predicted}


def note(path, seed, program, study, rows):
    """Adds to the table."""
    with open(path, "a", encoding="utf-8") as f:
        for i, row in enumerate(rows):
            with open(study.path(f"predicted-{i}.json"), encoding="utf-8") as result:
                trust = json.load(result)["trust"]
            f.write(json.dumps({"seed": seed, "patterns": program.names, **row, "silent": counted.is_silent(row),
                                "trust": [{k: t[k] for k in ("label", "share", "error", "why")} for t in trust]}) + "\n")


def check(seed, folder, options):
    program = gen_counted.Program(seed, options.pattern)
    try:
        case = case_of(program, folder)
        args = types.SimpleNamespace(build=os.path.join(ROOT, "build"), check=True)
        study = counted.Counted(case, args, bsimcase.Runner(case, args.build, quiet=True, work=os.path.join(folder, "work")))
        study.build()
        study.models()
        rows = [study.row(i, run) for i, run in enumerate(case["compare"])]
    except bsimcase.CaseError as error:
        raise Failed(f"{', '.join(program.names)}: {error}") from error
    if options.table:
        note(options.table, seed, program, study, rows)
    wrong = [row for row in rows if counted.is_silent(row)]
    if wrong:
        raise Failed(f"{', '.join(program.names)}: {len(wrong)} of {len(rows)} predictions are silently wrong" +
                     "".join("\n    " + counted.text(row) for row in wrong[:4]))


def main():
    def more(parser):
        parser.add_argument("--pattern", choices=sorted(gen_counted.PATTERNS), help="programs with this pattern alone")
        parser.add_argument("--table", help="a file for all predictions, a JSON object a line")
    return seeds.main("counted_random", __doc__, 10, check, more)


if __name__ == "__main__":
    sys.exit(main())

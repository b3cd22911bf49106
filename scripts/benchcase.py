#!/usr/bin/env python3
"""benchcase.py - builds a case for bsim bench, and tells what to measure: run by bsim bench CASE and bsim predict-by-replay CASE.

Owns: the sizes, arguments and files of measuring runs, taken from case.json (docs/reference/bsim-bench.md). bsimcase.py builds.
Writes WORK/plan.json: the programs, and the options of bsim bench that the case gives. Must not know how bsim bench chooses its
runs.
usage: benchcase.py --build DIR --work WORK [--original [--ranks N]] CASE
  DIR holds bin and lib: a build folder, or the prefix of an installed bsim
  --original  builds the program as it is, for bsim predict-by-replay, and tells which run of the case to make, with N ranks
"""
import argparse
import json
import os
import re
import shlex
import sys

import bsimcase
from bsimcase import CaseError, Runner

NAME = re.compile(r"\{(\w+)\}")
NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$")
OWN = {"np", "ranks", "here", "root"}  # bsim bench gives them a value; root: the folder of the sources, put in here


def literal(word):
    return word.replace("{", "{{").replace("}", "}}")


def template_of(runs):
    """The arguments of several runs as one list of words, in which {name} stands for a number that differs. A number behind
    an option is named by it: {nx} behind -nx."""
    lists = [shlex.split(text) for text in runs]
    if len({len(words) for words in lists}) != 1:
        return None
    out = []
    for i, words in enumerate(zip(*lists)):
        if len(set(words)) == 1:
            out.append(words[0])
        elif all(map(NUMBER.match, words)):
            option = re.sub(r"\W", "_", lists[0][i - 1].lstrip("-")) if i and lists[0][i - 1].startswith("-") else ""
            out.append("{%s}" % (option if re.match(r"[A-Za-z_]", option) else f"arg{i + 1}"))
        else:
            return None
    return out


def values_in(template, words):
    """What stands for the {names} of the template in the words of a run; None if other words do not fit."""
    if len(template) != len(words):
        return None
    values = {}
    for pattern, word in zip(template, words):
        text, at = "", 0
        for m in re.finditer(r"\{\{|\}\}|\{(\w+)\}", pattern):
            text += re.escape(pattern[at:m.start()])
            at = m.end()
            if m[1] is None:
                text += re.escape(m[0][0])
            else:
                text += f"(?P={m[1]})" if f"(?P<{m[1]}>" in text else f"(?P<{m[1]}>.+)"
        found = re.fullmatch(text + re.escape(pattern[at:]), word)
        if not found:
            return None
        for name, value in found.groupdict().items():
            if values.setdefault(name, value) != value:
                return None
    return values


class Study:
    """What a case says about measuring."""

    def __init__(self, case, path):
        self.case, self.path, self.bench = case, path, case.get("bench", {})
        self.runs = case.get("benchmark", [])
        if not self.runs and "range" not in self.bench:
            raise CaseError(f"{path}: there is nothing to measure: neither \"benchmark\" nor \"bench\" with \"range\"")
        self.template = self.find_template()
        texts = self.template + [line for lines in case.get("files", {}).values() for line in lines]
        self.names = sorted({n for text in texts for n in NAME.findall(text.replace("{{", "").replace("}}", ""))} - OWN)

    def find_template(self):
        if "args" in self.bench:
            return shlex.split(self.bench["args"])
        texts = {run.get("args", "") for run in self.runs}
        if not texts:
            return []
        found = shlex.split(texts.pop()) if len(texts) == 1 else template_of([run.get("args", "") for run in self.runs])
        if found is None:
            raise CaseError(f"{self.path}: the arguments of the \"benchmark\" runs differ in more than numbers, so that no sizes "
                            "can be chosen; say how with \"bench\": {\"args\": \"-n {n}\", \"range\": {\"n\": \"LOW:HIGH\"}}")
        return found

    def values(self, run):
        """The values of the names in a run of the case; raises if its arguments are others than the template's."""
        given = {k: str(v) for k, v in run.get("set", {}).items()}
        text = run.get("args", "")
        if shlex.split(text) == self.template:
            return given
        try:
            words = shlex.split(text.format(np=run["ranks"], root="{root}", **given))
        except KeyError as e:
            raise CaseError(f"{self.path}: {{{e.args[0]}}} in the arguments \"{text}\" has no value") from None
        except (IndexError, ValueError) as e:
            raise CaseError(f"{self.path}: the arguments \"{text}\": {e}") from None
        own = {"np": str(run["ranks"]), "ranks": str(run["ranks"])}
        template = [re.sub(r"\{(np|ranks)\}", lambda m: own[m[1]], word) for word in self.template]
        found = values_in(template, words)
        if found is None:
            raise CaseError(f"{self.path}: the arguments \"{text}\" are not as \"{shlex.join(self.template)}\"; say with "
                            "\"bench\": {\"args\": ...} how arguments are made of sizes")
        return {**given, **found}

    def inputs(self):
        """(ranges, fixed values) by name."""
        ranges, fixed = dict(self.bench.get("range", {})), {k: str(v) for k, v in self.bench.get("set", {}).items()}
        missing = [n for n in self.names if n not in ranges and n not in fixed]
        runs = [self.values(run) for run in self.runs] if missing else []
        for name in missing:
            found = [values[name] for values in runs if name in values]
            if not found or len(found) < len(runs):
                raise CaseError(f"{self.path}: {{{name}}} has no value in each \"benchmark\" run; give it a range or a value in "
                                "\"bench\"")
            if len(set(found)) == 1:
                fixed[name] = found[0]
            elif all(map(NUMBER.match, found)):
                low, high = min(found, key=float), max(found, key=float)
                ranges[name] = f"{low}:{high}"
            else:
                raise CaseError(f"{self.path}: {{{name}}} is {found[0]!r} and {next(f for f in found if f != found[0])!r} in "
                                "\"benchmark\" runs, which are no numbers; give it one value in \"bench\": {\"set\": ...}")
        for name in sorted((ranges.keys() | fixed.keys()) - set(self.names)):
            raise CaseError(f"{self.path}: bench: {name!r} stands neither in the arguments nor in the files")
        return ranges, fixed

    def ranks(self):
        """The numbers of ranks to measure with: those of the case for which this host has cores."""
        asked = sorted(set(self.bench.get("ranks", []) or [run["ranks"] for run in self.runs] or [2]))
        return [n for n in asked if n <= bsimcase.cores()] or asked[:1]

    def predicted(self):
        """The values of the case's first prediction as bsim bench takes them; None: it has none."""
        runs = self.case.get("predict", [])
        if not runs:
            return None
        values = {k: v for k, v in self.values(runs[0]).items() if k in self.names}
        for name in self.names:
            if name not in values:
                raise CaseError(f"{self.path}: {{{name}}} has no value in the first run of \"predict\"")
        for name, value in values.items():
            if "," in value:
                raise CaseError(f"{self.path}: {name} = {value!r} in \"predict\": a value with a comma cannot be predicted for")
        return {**values, "np": str(runs[0]["ranks"])}


def with_root(text, root):
    return text.replace("{root}", literal(root))


def write_files(runner, root):
    """The templates of the case's files: (name, path)."""
    folder = os.path.join(runner.work, "files")
    os.makedirs(folder, exist_ok=True)
    out = []
    for i, (name, lines) in enumerate(runner.case.get("files", {}).items()):
        path = os.path.join(folder, f"{i}-{os.path.basename(name)}")
        with open(path, "w", encoding="utf-8") as f:
            f.write(with_root("\n".join(lines) + "\n", root))
        out.append([name, path])
    return out


def make(runner, study):
    """Builds the programs; what bsim bench is to do with them."""
    ranges, fixed = study.inputs()  # before the work begins
    predicted, ranks = study.predicted(), study.ranks()
    told = [f"{n} {r}" for n, r in ranges.items()] + [f"{n} = {v}" for n, v in fixed.items()]
    if "fit" in runner.case:
        print(f"bsim: note: {study.path}: \"fit\" has no effect here", file=sys.stderr)
    runner.progress("reading the sources")
    root, files = bsimcase.sources(runner)
    bsimcase.write_commands(runner, root, files)
    programs = {}
    if predicted:
        runner.progress("skeletonizing")
        programs["skeleton"] = bsimcase.skeletonize(runner, root, "", os.path.join(runner.work, "skeleton"))
    runner.progress("instrumenting")
    programs["instrumented"] = bsimcase.skeletonize(runner, root, "--instrument", os.path.join(runner.work, "instrumented"))
    runner.done()
    print(f"bsim: case {runner.case['name']}, ranks {', '.join(map(str, ranks))}: {'; '.join(told) or 'no sizes'}",
          file=sys.stderr)
    return {**programs, "range": ranges, "set": fixed, "ranks": ",".join(map(str, ranks)), "files": write_files(runner, root),
            **({"predict": predicted} if predicted else {}), "arguments": [with_root(word, root) for word in study.template],
            "exit_code": runner.case.get("exit_code", 0), "env": {**bsimcase.ONE_THREAD, **runner.case.get("env", {})}}


def original(runner, path, ranks):
    """Builds the program as it is. The run to record: the first one of "compare", else of "benchmark"."""
    runs = [run for key in ("compare", "benchmark") for run in runner.case.get(key, [])]
    if not runs:
        raise CaseError(f"{path}: there is no run to record: neither \"compare\" nor \"benchmark\"")
    run = dict(runs[0], ranks=ranks or runs[0]["ranks"])
    runner.progress("building the original")
    root, files = bsimcase.sources(runner)
    exe = bsimcase.build_original(runner, root, files)
    runner.done()
    print(f"bsim: case {runner.case['name']}, {run['ranks']} ranks: {runner.shown(run) or 'no arguments'}", file=sys.stderr)
    return {"program": exe, "arguments": runner.expand(run)[0], "ranks": run["ranks"], "folder": runner.folder("replay", run),
            "exit_code": runner.case.get("exit_code", 0), "env": {**bsimcase.ONE_THREAD, **runner.case.get("env", {})}}


def main():
    parser = argparse.ArgumentParser(prog="benchcase.py")
    parser.add_argument("--build", required=True)
    parser.add_argument("--work", required=True)
    parser.add_argument("--original", action="store_true")
    parser.add_argument("--ranks", type=int)
    parser.add_argument("case")
    args = parser.parse_args()
    try:
        case = bsimcase.load(args.case)
        path, runner = os.path.join(case["dir"], "case.json"), Runner(case, args.build, work=args.work)
        plan = original(runner, path, args.ranks) if args.original else make(runner, Study(case, path))
        with open(os.path.join(args.work, "plan.json.part"), "w", encoding="utf-8") as f:
            json.dump(plan, f, indent=1)
        os.replace(os.path.join(args.work, "plan.json.part"), os.path.join(args.work, "plan.json"))
    except CaseError as error:
        clear = "\r\033[K" if sys.stderr.isatty() else ""
        print(f"{clear}bsim: error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)

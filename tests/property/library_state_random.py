#!/usr/bin/env python3
"""Random programs: a number that goes through hidden state of a library, and then decides messages, decides the same ones in the skeleton.

library_state_random.py [--count N] [--seed S] [--keep DIR] [--jobs N] [--only CHANNEL] [--each]: prints `ok library_state_random SEED` or
`FAIL library_state_random SEED` for each program. The program with all its code (skeletonize --full) is the measure. A skeleton may be
refused, or its skeleton.json may name what is unknown. A program that fails by itself tells nothing. --each: one small program for each channel, or those whose names have CHANNEL in
them.
"""
import concurrent.futures
import json
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
BUILD = os.path.join(ROOT, os.environ.get("B", "build"))
sys.path.insert(0, HERE)
import gen_state  # noqa: E402
import gen_state_files as files  # noqa: E402
import gen_state_library as library  # noqa: E402
import seeds  # noqa: E402

FLAGS = ["-O1", "-std=gnu11", "-D_GNU_SOURCE", "-w", "-fopenmp"]
BASES = (2, 22)  # numbers up to 20, and more
PLATFORM = os.path.join(ROOT, "models/platforms/infiniband-cluster.json")


def run(argv, folder):
    """The exit code, and the end of what it said."""
    env = dict(os.environ, PATH=os.path.join(BUILD, "bin") + os.pathsep + os.environ["PATH"], TZ="UTC")
    try:
        done = subprocess.run(argv, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=30, check=False, env=env)
    except subprocess.TimeoutExpired:
        return -1, "no end within 30 s"
    return done.returncode, (done.stderr + done.stdout).decode(errors="replace")[-300:]


def messages(folder, kind, base):
    """What the program sends, by place, or how it fails. Each run has a fresh folder."""
    where = os.path.join(folder, f"{kind}-{base}")
    os.makedirs(where)
    words = [f"d-{k}.dat" for k in range(40)]
    out = os.path.join(folder, f"{kind}-{base}.json")
    code, said = run(["bsim", "run", "-np", "2", "--quiet", "--json", out, "--platform", PLATFORM, os.path.join(folder, kind, "skeleton"), str(base), *words], where)
    shutil.rmtree(where, ignore_errors=True)  # links that lead nowhere cannot be kept
    if code != 0:
        return None, f"exit {code}: {said}"
    with open(out, encoding="utf-8") as f:
        result = json.load(f)
    return sorted((s["call"], s["line"], s["messages"], s["bytes"]) for s in result["sites"] if s["messages"]), ""


def compare(text, folder):
    """Raises Failed where the skeleton does otherwise without a word. Returns what else is to tell."""
    source = os.path.join(folder, "program.c")
    with open(source, "w", encoding="utf-8") as f:
        f.write(text)
    for kind, options in (("full", ["--full"]), ("skeleton", [])):
        code, said = run(["skeletonize", "--quiet", *options, "-o", kind, source, "--", *FLAGS], folder)
        if code != 0 and kind == "skeleton" and "internal error" not in said:
            return "refused"
        if code == 0:
            code, said = run(["make", "-s", "-C", kind], folder)
        if code != 0:
            raise seeds.Failed(f"{kind}: {said}")
    with open(os.path.join(folder, "skeleton/skeleton.json"), encoding="utf-8") as f:
        unknown = json.load(f).get("unknown")
    alike = []
    for base in BASES:
        full, wrong = messages(folder, "full", base)
        if full is None:
            return f"the program itself: {wrong}"
        alike.append(full)
        skeleton, wrong = messages(folder, "skeleton", base)
        if "communication depends on what the program rea" in wrong:
            return "refused"
        if skeleton != full and not unknown:
            raise seeds.Failed(f"base {base}: " + (wrong or f"{skeleton} instead of {full}"))
        if skeleton != full:
            return "differs, unknown named"
    return "named" if unknown else "idle" if alike[0] == alike[1] else ""


def check(seed, folder, options):
    said = compare(gen_state.Program(seed).text(), folder)
    if said and options.tell:
        print(f"{seed}: {said}")


def add_options(parser):
    parser.add_argument("--tell", action="store_true", help="also of programs that are refused, name what is unknown, or fail by themselves")


def every():
    """One use for each channel."""
    for kind, writers, readers in (("text", files.TEXT_WRITERS, files.TEXT_READERS), ("size", files.SIZE_WRITERS, files.SIZE_READERS),
                                   ("count", files.COUNT_WRITERS, files.COUNT_READERS)):
        pairs = [(w, next(iter(readers))) for w in writers] + [(next(iter(writers)), r) for r in list(readers)[1:]]
        for writer, reader in pairs:
            yield f"{kind}: {writer} / {reader}", {"kind": kind, "name": "constant", id(writers): writer, id(readers): reader}
    for reader in files.EARLY_READERS:
        yield f"early: {reader}", {"kind": "early", id(files.EARLY_READERS): reader, "name": "constant"}
    for way in files.NAMES:
        yield f"name: {way}", {"kind": "text", "name": way, id(files.TEXT_WRITERS): "fprintf", id(files.TEXT_READERS): "fscanf"}
    for name in [*library.CHANNELS, *library.MPI, *library.REFUSED]:
        yield f"library: {name}", name


def each(options):
    """Prints how each channel went; returns the exit code."""
    def one(item):
        name, use = item
        folder = tempfile.mkdtemp(prefix="library_state.")
        text = gen_state.Program(1, [use], plain=True).text()
        try:
            return name, compare(text, folder), False
        except seeds.Failed as failed:
            return name, str(failed).strip().replace("\n", " ")[:300], True
        finally:
            kept = os.path.join(options.keep, "".join(c if c.isalnum() else "-" for c in name) + ".c")
            os.makedirs(options.keep, exist_ok=True)
            with open(kept, "w", encoding="utf-8") as f:
                f.write(text)
            shutil.rmtree(folder, ignore_errors=True)

    bad = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for name, said, failed in pool.map(one, [x for x in every() if (options.only or "") in x[0]]):
            bad |= failed
            print(("FAIL " if failed else "ok ") + name + (": " + said if said else ""), flush=True)
    return bad


def main():
    if "--each" in sys.argv:
        import argparse
        p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
        p.add_argument("--each", action="store_true")
        p.add_argument("--only")
        p.add_argument("--jobs", type=int, default=1)
        p.add_argument("--keep", default=os.path.join(tempfile.gettempdir(), "library_state"))
        return each(p.parse_args())
    return seeds.main("library_state_random", __doc__, 10, check, add_options)


if __name__ == "__main__":
    sys.exit(main())

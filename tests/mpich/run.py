#!/usr/bin/env python3
"""run.py - the MPI programs of MPICH's test suite, as SimGrid's source package carries them: each is sliced and verified.

Prints "ok NAME" where original and skeleton have equal traces on simulated ranks, "skip NAME: why" where the program is
none for bsim (it calls what the runtime does not have, or fails as it is), "FAIL NAME: why" for all else: a crash, no end
within five minutes, a skeleton that does not build, traces that differ. Arguments: folders or FOLDER/PROGRAM (default: all
folders below). B: build folder.
No program is changed.
"""
import concurrent.futures
import glob
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "scripts"))
import bsimcase  # noqa: E402

BUILD = os.path.join(ROOT, os.environ.get("B", "build"))
# Not perf, whose programs calibrate themselves against a clock that does not move where nothing is timed.
FOLDERS = ["attr", "coll", "comm", "datatype", "errhan", "group", "info", "init", "pt2pt", "rma", "topo"]
HELPERS = ["mtest.c", "mtest_datatype.c", "mtest_datatype_gen.c", "dtypes.c"]
MOST_RANKS = 8
LIMIT_S = 300 # some programs send messages of 4 GB
# Instead of the suite's mpitestconf.h.
FLAGS = ["-DMPITESTCONF_H_INCLUDED", "-DSTDC_HEADERS=1", "-DSTDCALL=", "-DPOINTERINT_t=int"]
FLAGS += [f"-DHAVE_{name}=1" for name in (
    "LONG_DOUBLE", "LONG_DOUBLE__COMPLEX", "DOUBLE__COMPLEX", "FLOAT__COMPLEX", "LONG_LONG", "_BOOL", "GETRUSAGE",
    "INTTYPES_H", "MEMORY_H", "STDARG_H", "STDINT_H", "STDLIB_H", "STRINGS_H", "STRING_H", "SYS_RESOURCE_H", "SYS_STAT_H",
    "SYS_TIME_H", "SYS_TYPES_H", "UNISTD_H")]
WINDOWS = ["-DHAVE_MPI_WIN_CREATE=1"] # of folder rma; elsewhere the helpers are smaller without


def fetch():
    out = subprocess.run([os.path.join(ROOT, "scripts", "fetch-source"), "simgrid", BUILD], stdout=subprocess.PIPE,
                         check=True)
    return os.path.join(out.stdout.decode().strip().splitlines()[-1], "teshsuite", "smpi", "mpich3-test")


def ranks_of(folder):
    """Ranks of each program, by the suite's own list: the first line of it counts."""
    found = {}
    with open(os.path.join(folder, "testlist")) as f:
        for line in f:
            words = line.split()
            if len(words) > 1 and not line.startswith("#") and words[1].isdigit():
                found.setdefault(words[0], min(int(words[1]), MOST_RANKS))
    return found


def run(command, limit, cwd=None):
    env = dict(os.environ, PATH=os.path.join(BUILD, "bin") + ":" + os.environ["PATH"])
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=env, cwd=cwd,
                             start_new_session=True)
    try:
        text = bsimcase.wait(child, limit)
    except bsimcase.CaseError as error:
        return None, str(error)
    return child.returncode, text.decode(errors="replace")


def check(suite, source, ranks):
    """(word, why)"""
    sources = [source] + [os.path.join(suite, "util", h) for h in HELPERS]
    flags = ["-I" + os.path.join(suite, "include"), *FLAGS, "-O1", "-w"]
    flags += WINDOWS if os.path.basename(os.path.dirname(source)) == "rma" else []
    with tempfile.TemporaryDirectory(prefix="mpich.") as folder:
        exe, out = os.path.join(folder, "exe"), os.path.join(folder, "out")
        code, _ = run(["mpicc", "-o", exe, *flags, *sources, "-lm"], LIMIT_S)
        if code != 0:
            return "skip", "does not compile"
        code, text = run(["skeletonize", "-o", out, "--verify", str(ranks), *sources, "--", *flags], LIMIT_S,
                         folder)
    lines = [line for line in text.splitlines() if line.strip()] or [""]
    if code == 0 and "no communication call to compare" in text:
        return "skip", "does not communicate"
    if code == 0:
        return "ok", ""
    if code is None:
        return "FAIL", text
    if code < 0 or code >= 128:
        return "FAIL", f"exit {code}: {lines[-1]}"
    if any(re.search(r"verify: the original fails", line) for line in lines):
        return "skip", "the original fails too"
    if all(line.startswith("skeletonize: ") and line.endswith("not supported by the runtime") for line in lines):
        return "skip", lines[0].rsplit(": ", 1)[1]
    return "FAIL", f"exit {code}: " + " | ".join(lines[-4:])


def main():
    suite = fetch()
    todo = []
    for name in sys.argv[1:] or FOLDERS:
        folder = os.path.join(suite, name.split("/")[0])
        ranks = ranks_of(folder)
        pattern = name.split("/")[1] if "/" in name else "*"
        for source in sorted(glob.glob(os.path.join(folder, pattern + ".c"))):
            program = os.path.basename(source)[:-2]
            todo.append((os.path.join(os.path.basename(folder), program), source, ranks.get(program, 2)))
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
        results = [(name, pool.submit(check, suite, source, ranks)) for name, source, ranks in todo]
        for name, result in results:
            word, why = result.result()
            failed += word == "FAIL"
            print(f"{word} mpich/{name}" + (f": {why}" if why else ""), flush=True)
    return 1 if failed or not todo else 0


if __name__ == "__main__":
    sys.exit(main())

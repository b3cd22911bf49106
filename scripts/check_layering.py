#!/usr/bin/env python3
"""check_layering.py - checks the direction of dependencies: skeleton -> lmpi -> bsim -> libraries, and between folders.

Reads the #include lines of every source and compares them with the rules below. Each rule is a test. --graph prints instead,
for each folder from the top down, the folders whose headers it includes.
"""
import collections
import glob
import os
import re
import subprocess
import sys

import check_sizes

INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.M)
MALLOC = re.compile(r"(?<![\w.>])(malloc|calloc|realloc|strdup|strndup|aligned_alloc|posix_memalign)\s*\(")


def sources(folder):
    return sorted(f for ext in ("c", "h", "cpp", "def") for f in glob.glob(f"{folder}/**/*.{ext}", recursive=True))


def read(path):
    with open(path, errors="replace") as f:
        return f.read()


def code(text):
    """The text without comments and string literals."""
    return re.sub(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"', " ", text, flags=re.S)


def includes(path):
    """The included names. A quoted name is relative to the file's folder if there is such a file."""
    for name in INCLUDE.findall(read(path)):
        local = os.path.normpath(os.path.join(os.path.dirname(path), name))
        yield local if os.path.exists(local) else name


def users(folder, wanted):
    return [f for f in sources(folder) if any(wanted(i) for i in includes(f))]


# MPI functions that touch only data of the calling rank, or only read shared data, may run in several shards at once. All
# others begin with BSIM_ALONE or BSIM_LOCKED (bsim/kernel/engine.h).
ENTRY = re.compile(r"^(?:int|double|MPI_\w+) +((?:MPI|LMPI|BSIM_Decisive_MPI)_\w+)\([^{;]*\) *\{\n(?: +LMPI_ENTER;\n)?(?: +LMPI_CAPTURE\w*\([^;]*;\n)?([^\n]*)", re.M)
IN_SHARDS = re.compile(
    r"L?MPI_(I?[bsr]?send|Send|Bsend|Ssend|Rsend|(Send|Bsend|Ssend|Rsend|Recv)_init|I?[Rr]ecv|Sendrecv|Sendrecv_replace|"
    r"Init|Init_thread|Initialized|Finalized|Query_thread|Is_thread_main|Abort|Wtime|Wtick|Comm_rank|Comm_size|"
    r"Get_count|Test_cancelled|Status_set_cancelled|Get_count_c|Buffer_(attach|detach)(_c)?|Request_free|Cancel|Request_get_status|"
    r"Start|Startall|(Wait|Test)(all|any|some)?|Iprobe|Probe|Mprobe|Improbe|Imrecv|Mrecv|Grequest_start|Grequest_complete|Isendrecv|Isendrecv_replace|Pready|Pready_list|Pready_range|Parrived|Intercomm_create|Intercomm_create_from_groups|Get_version|Get_library_version|Get_processor_name|Alloc_mem|"
    r"Free_mem|Get_address|Address|Aint_add|Aint_diff|Pcontrol|Type_free|Type_dup)$")


# MPI functions that may be called before MPI_Init and after MPI_Finalize. All others begin with LMPI_ENTER, or with LMPI_CAPTURE, which
# has it (lmpi_internal.h), behind what makes a whole call if it is quick (p2p/quick.h).
BODY = re.compile(r"^(?:int|double|MPI_\w+) +((?:MPIX?|LMPI|BSIM_Decisive_MPI)_\w+)\([^{;]*\) *\{\n((?:[^}\n][^\n]*\n|\n)*)", re.M)
AT_ANY_TIME = re.compile(
    r"MPI_(Init|Init_thread|Initialized|Finalize|Finalized|Get_version|Get_library_version|Wtime|Wtick|Aint_add|Aint_diff|Pcontrol|Abort|"
    r"(Add|Remove)_error_(class|code|string)|Error_(class|string)|Errhandler_free|Info_\w+|Session_init|Status_(c2f|f2c)|T_\w+)$|"
    r"MPIX_Delete_error_(class|code|string)$")


# Functions of the table, and their timing-only twins, are found by name.
TABLE = re.compile(r"^MPI_CALL\([\w ]+\*?, ?(\w+),", re.M)
OWN = ("lmpi/commtrace/", "lmpi/lab/", "lmpi/player/", "lmpi/record/", "lmpi/replay/", "lmpi/walltime/", "lmpi/yield/")


def entries():
    return [(f, name, first) for f in sources("lmpi") if not f.startswith(OWN) for name, first in ENTRY.findall(read(f))]


def not_guarded():
    return [f"{f}:{name}" for f, name, first in entries()
            if not IN_SHARDS.match(name) and first.strip() not in ("BSIM_ALONE;", "BSIM_LOCKED;")]


def not_entered():
    return [f"{f}:{name}" for f in sources("lmpi") if not f.startswith(OWN + ("lmpi/check/", "lmpi/capture/"))
            for name, body in BODY.findall(read(f))
            if not AT_ANY_TIME.match(name) and "    LMPI_ENTER;" not in body and "    LMPI_CAPTURE(" not in body]


def not_written_out():
    found = {name for _, name, _ in entries()}
    return [f"MPI_{name}" for name in TABLE.findall(read("include/lmpi/mpi_calls.def")) if f"MPI_{name}" not in found]


DECLARED = re.compile(r"(?<!\breturn)(?<=[\w>*&]) [*&]*(\w+)\([^;{}]*\)[ \w]*;")
CALLED_BY_OTHERS = re.compile(r"P?L?MPI_|BSIM_Decisive_MPI_|ucp_|__wrap_|main$")  # by programs, by MPICH, by the linker


def unused(texts, more=""):
    """Functions whose name stands nowhere but where they are declared and defined. texts: sources by path; more: other text
    that may name them. Functions that LLVM calls by their names stand in no header."""
    texts = {f: code(text) for f, text in texts.items()}
    words = collections.Counter(word for text in [*texts.values(), more] for word in re.findall(r"\w+", text))
    declared = {name for f, text in texts.items() if f.endswith(".h") for name in DECLARED.findall(text)}
    for f in texts:
        if f.startswith(("bsim/", "lmpi/", "skeletonizer/")):
            for kind, name, line, _ in check_sizes.bodies(texts[f]):
                alone = words[name] == 1 and f.endswith((".c", ".h")) or words[name] == 2 and name in declared
                if kind == "function" and alone and not CALLED_BY_OTHERS.match(name):
                    yield f"{f}:{line}:{name}"


def algorithms(table):
    """The functions that collective_algorithms.def names, which macros make."""
    names = ["lmpi_" + name for name in re.findall(r"COLLECTIVE_ALGORITHM\(\w+, \w+, (\w+),", table)]
    for name in re.findall(r"COLLECTIVE\((\w+)\)", table):
        names += ["lmpi_mpich_" + name, "lmpi_openmpi_" + name]
    return " ".join(names)


def large_functions():
    """The functions with large counts, which call functions of lmpi/large."""
    return subprocess.run([sys.executable, "scripts/large_counts.py"], stdout=subprocess.PIPE, text=True, check=True).stdout


def folders():
    """For each folder, the folders whose headers its files include, with an example of each."""
    out = {}
    for part in ("bsim", "lmpi", "skeletonizer"):
        for f in sources(part):
            here = os.path.dirname(f)
            out.setdefault(here, {})
            for name in includes(f):
                there = os.path.dirname(name)
                if there != here and os.path.exists(name) and there.split("/")[0] in ("bsim", "lmpi", "skeletonizer"):
                    out[here].setdefault(there, f"{f} -> {name}")
    return out


def order(graph):
    """The folders from the top down, and those that are in cycles or above one."""
    left, down = {f: set(graph[f]) for f in graph}, []
    while True:
        free = sorted(f for f in left if not left[f])
        if not free:
            return down[::-1], left
        down += free[::-1]
        for f in free:
            del left[f]
        for wants in left.values():
            wants.difference_update(free)


def cycles():
    graph = folders()
    left = order(graph)[1]
    while True:  # removes folders that only lead to a cycle
        wanted = set().union(*left.values()) if left else set()
        above = [f for f in left if f not in wanted]
        if not above:
            break
        for f in above:
            del left[f]
    return [graph[f][g] for f in sorted(left) for g in sorted(left[f])]


def main():
    bad = 0
    if "--graph" in sys.argv:
        graph = folders()
        for f in order(graph)[0]:
            print(f"{f}: {' '.join(sorted(graph[f])) or '-'}")
        return 0

    def test(name, offenders, most=0):
        nonlocal bad
        if len(offenders) > most:
            bad += 1
            print(f"FAIL {name}: {' '.join(offenders)}")
        else:
            print(f"ok {name}")

    test("folders-include-no-cycle", cycles())
    test("headers-are-in-folders", [f for part in ("bsim", "lmpi", "skeletonizer") for f in sources(part) if f.count("/") == 1])
    test("bsim-includes-only-mpi_calls.def-of-lmpi",
         users("bsim", lambda i: i.startswith("lmpi/") and i != "lmpi/mpi_calls.def"))
    test("bsim-never-includes-skeletonizer", users("bsim", lambda i: i.startswith("skeletonizer/")))
    test("lmpi-never-includes-skeletonizer", users("lmpi", lambda i: i.startswith("skeletonizer/")))
    test("skeletonizer-includes-only-tables",
         users("skeletonizer", lambda i: i.startswith("bsim/") or
               (i.startswith("lmpi/") and i not in ("lmpi/mpi_calls.def", "lmpi/mpi_large.def"))))
    test("lmpi-never-includes-bsim/cmd", users("lmpi", lambda i: i.startswith(("bsim/cmd", "bsim/instrument"))))
    test("mpich-in-three-files-of-bsim", users("bsim", lambda i: i == "mpi.h"), 3)
    test("papi-in-one-file", [f for d in ("bsim", "lmpi", "skeletonizer") for f in users(d, lambda i: i == "papi.h")], 1)
    test("boost-and-llvm-stay-out-of-lmpi", users("lmpi", lambda i: i.startswith(("boost/", "llvm/", "clang/"))))
    heap = [f for d in ("bsim", "lmpi") for f in sources(d)
            if not f.startswith(("bsim/cmd/", "bsim/instrument/", "lmpi/commtrace/", "lmpi/player/", "lmpi/record/", "lmpi/replay/")) and MALLOC.search(code(read(f)))]
    test("heap-in-one-file", heap, 1)
    texts = {f: read(f) for d in ("bsim", "lmpi", "skeletonizer", "include", "tests/unit", "tests/analysis") for f in sources(d)}
    test("functions-are-used", list(unused(texts, read("scripts/bsimcc") + algorithms(read("bsim/platform/collective_algorithms.def")) +
                                               large_functions())))
    test("mpi-functions-are-guarded", not_guarded())
    test("mpi-functions-look-whether-they-may-be-called", not_entered())
    test("mpi-functions-are-found-by-name", not_written_out())
    loud = [f for d in ("bsim", "lmpi", "skeletonizer") for f in sources(d)
            if re.search(r"(?<![\w.>:])exit\s*\(", code(read(f)))]
    test("exit-in-at-most-one-file", loud, 1)
    return 1 if bad else 0


if __name__ == "__main__":
    os.chdir(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    sys.exit(main())

#!/usr/bin/env python3
"""check_layering.py - the direction of dependencies: skeleton -> lmpi -> bsim -> libraries.

Reads the #include lines of every source and compares them with the rules below. Each rule is one test.
"""
import glob
import os
import re
import sys

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
    """Included names; a quoted name is taken relative to the file's folder when such a file is there."""
    for name in INCLUDE.findall(read(path)):
        local = os.path.normpath(os.path.join(os.path.dirname(path), name))
        yield local if os.path.exists(local) else name


def users(folder, wanted):
    return [f for f in sources(folder) if any(wanted(i) for i in includes(f))]


def main():
    bad = 0

    def test(name, offenders, most=0):
        nonlocal bad
        if len(offenders) > most:
            bad += 1
            print(f"FAIL {name}: {' '.join(offenders)}")
        else:
            print(f"ok {name}")

    test("bsim-never-includes-lmpi", users("bsim", lambda i: i.startswith("lmpi/")))
    test("bsim-never-includes-skeletonizer", users("bsim", lambda i: i.startswith("skeletonizer/")))
    test("lmpi-never-includes-skeletonizer", users("lmpi", lambda i: i.startswith("skeletonizer/")))
    test("skeletonizer-includes-only-mpi_calls.def",
         users("skeletonizer", lambda i: i.startswith("bsim/") or
               (i.startswith("lmpi/") and i != "lmpi/mpi_calls.def")))
    test("lmpi-never-includes-bsim/cmd", users("lmpi", lambda i: i.startswith(("bsim/cmd", "bsim/instrument"))))
    test("mpich-in-one-file-of-bsim", users("bsim", lambda i: i == "mpi.h"), 1)
    test("papi-in-one-file", [f for d in ("bsim", "lmpi", "skeletonizer") for f in users(d, lambda i: i == "papi.h")], 1)
    test("boost-and-llvm-stay-out-of-lmpi", users("lmpi", lambda i: i.startswith(("boost/", "llvm/", "clang/"))))
    heap = [f for d in ("bsim", "lmpi") for f in sources(d)
            if not f.startswith(("bsim/cmd/", "bsim/instrument/", "lmpi/commtrace/")) and MALLOC.search(code(read(f)))]
    test("heap-in-one-file", heap, 1)
    loud = [f for d in ("bsim", "lmpi", "skeletonizer") for f in sources(d)
            if re.search(r"(?<![\w.>:])exit\s*\(", code(read(f)))]
    test("exit-in-at-most-one-file", loud, 1)
    return 1 if bad else 0


if __name__ == "__main__":
    os.chdir(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    sys.exit(main())

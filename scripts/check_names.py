#!/usr/bin/env python3
"""check_names.py - checks that only the tables of the skeletonizer hold names of MPI and library functions.

Reads the names in mpi_calls.def and Summaries.cpp, and every string literal of skeletonizer/. A literal is a finding if it
is the name of a function, begins as names of MPI do, or is a part of a name that is compared (Name.contains("_attr")). Such
code asks the tables instead: MpiCallInfo::is, hasFact, IrIndex::has. Each rule is one test.
usage: check_names.py [FOLDER]  (the repository)
"""
import glob
import os
import re
import sys

MPI_TABLE = "include/lmpi/mpi_calls.def"
LIBRARY_TABLE = "skeletonizer/model/Summaries.cpp"
TABLES = ("skeletonizer/model/MpiTable.cpp", LIBRARY_TABLE)

# File, literal: why the literal stands there. "*" is for all names in the file.
ALLOWED = {
    ("skeletonizer/verify/Scratch.cpp", "*"): "a table of the C functions in this file that stand for the library's",
    ("skeletonizer/emit/Calls.cpp", "MPI_"): "constants of MPI in the program's text",
    ("skeletonizer/emit/Calls.cpp", "time"): "the header time.h",
    ("skeletonizer/frontend/Frontend.cpp", "MPI_"): "no library gives what has MPI in its name, as LMPI_Send",
    ("skeletonizer/model/KeptCode.cpp", "LMPI_"): "the timing-only twin of a function counts as the function",
    ("skeletonizer/model/HintFile.cpp", "exit"): "a key of hints",
    ("skeletonizer/report/ReportJson.cpp", "exit"): "a key of the report",
    ("skeletonizer/report/ReportJson.cpp", "times"): "a value in the report",
    ("skeletonizer/slice/SlicerDemands.cpp", "setjmp"): "a word of the report",
}

# Alternatives in this order: what stands in a comment, a raw string or an #include is no literal.
TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|^[ \t]*#[ \t]*include[^\n]*|R"(\w*)\(.*?\)\1"'
                   r"|'(?:\\.|[^'\\\n])+'|\"(?P<text>(?:\\.|[^\"\\\n])*)\"", re.S | re.M)
# The literal is an argument that a name is compared with; what is called Text is the program's text.
COMPARES = re.compile(r"(?<!\bText)\.(?:contains|starts_with|ends_with|find|rfind|consume_front|consume_back|compare)\([\d, ]*$")
MPI_NAME = re.compile(r"[PL]?MPIX?_\w*$")
PART = 4  # letters that a part of a name has at least


def read(path):
    with open(path, encoding="utf-8", errors="replace") as f:
        return f.read()


def mpi_names():
    return {"MPI_" + n for n in re.findall(r"^MPI_CALL\([\w ]+\*?, ?(\w+),", read(MPI_TABLE), re.M)}


def library_names():
    """The names of the summaries, of functions of numbers with their suffixes, and of the facts, as they stand there."""
    text = read(LIBRARY_TABLE)
    names = set(re.findall(r'^ +\{"([\w.]+)", "', text, re.M))
    for block in re.findall(r"^static const char \*const \w+\[\] = \{(.*?)\};", text, re.S | re.M):
        names.update(n + suffix for n in re.findall(r'"(\w+)"', block) for suffix in ("", "f", "l"))
    for block in re.findall(r"\{F::\w+,\s*\{(.*?)\}\}", text, re.S):
        names.update(n.strip("*") for n in re.findall(r'"([\w.*]+)"', block))
    return names


def literals(text):
    """Each literal with its line and whether a name is compared with it."""
    for token in TOKEN.finditer(text):
        if token["text"] is not None:
            before = text[max(0, token.start() - 60):token.start()]
            yield token["text"], text.count("\n", 0, token.start()) + 1, bool(COMPARES.search(before))


def without_64(name):
    return name[:-2] if name.endswith("64") else name


def findings(text, names):
    """The literals of a file that are, or are compared with a part of, one of the names; each with its line."""
    all_names = "\n".join(sorted(names))
    for literal, line, compared in literals(text):
        part = compared and len(literal) >= PART and re.fullmatch(r"[\w.]+", literal) and literal in all_names
        if literal in names or without_64(literal) in names or MPI_NAME.match(literal) or part:
            yield literal, line


def main():
    if len(sys.argv) > 1:
        os.chdir(sys.argv[1])
    mpi, library = mpi_names(), library_names()
    bad, used, found = 0, set(), {"mpi": [], "library": []}
    for path in sorted(glob.glob("skeletonizer/**/*.cpp", recursive=True) + glob.glob("skeletonizer/**/*.h", recursive=True)):
        if path in TABLES:
            continue
        for literal, line in findings(read(path), mpi | library):
            allowed = [key for key in ((path, literal), (path, "*")) if key in ALLOWED]
            used.update(allowed)
            if not allowed:
                in_library = literal in library or without_64(literal) in library
                in_mpi = MPI_NAME.match(literal) or any(literal in name for name in mpi)
                found["mpi" if in_mpi and not in_library else "library"].append(f'{path}:{line}:"{literal}"')

    def test(name, offenders):
        nonlocal bad
        if offenders:
            bad = 1
            print(f"FAIL {name}: {' '.join(offenders)}")
        else:
            print(f"ok {name}")

    test("tables-have-names", [] if len(mpi) > 100 and len(library) > 300 else [f"{len(mpi)} {len(library)}"])
    facts = {"MPI_" + n for n in re.findall(r"^MPI_FACT\((\w+), \w+\)", read(MPI_TABLE), re.M)}
    test("facts-are-of-listed-functions", sorted(facts - mpi))
    test("mpi-names-only-in-the-table", found["mpi"])
    test("library-names-only-in-the-table", found["library"])
    test("exceptions-are-needed", [f"{path}:{literal}" for path, literal in sorted(ALLOWED.keys() - used)])
    return bad


if __name__ == "__main__":
    if len(sys.argv) < 2:
        os.chdir(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    sys.exit(main())

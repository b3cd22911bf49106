#!/usr/bin/env python3
"""architecture.py - writes the file lists of ARCHITECTURE.md from the first sentence of each file's opening comment.

Without an option it replaces the lists between the lines "<!-- files -->" and "<!-- end of files -->"; people write the
rest of the page. --check changes nothing: it tests that each source file has its line, that each named file exists,
and that no file lies at the root by mistake.
"""
import os
import re
import subprocess
import sys

BEGIN, END = "<!-- files -->\n", "<!-- end of files -->\n"
PARTS = ("include/", "skeletonizer/", "bsim/", "lmpi/", "scripts/", "benchmarks/", "models/")
NOT_LISTED = ("benchmarks/", "models/")
AT_THE_ROOT = {".clang-format", ".gitignore", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "Makefile",
               "README.md"}
ENDS = (".c", ".h", ".cpp", ".def", ".py", ".json")


def in_git():
    """The files that git has or would add; none outside of a checkout."""
    return subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], capture_output=True, text=True,
                          check=False).stdout.split()


def files():
    listed = in_git()
    if not listed:  # not a git checkout
        listed = [os.path.join(d, n) for p in PARTS for d, _, names in os.walk(p.rstrip("/")) for n in names]
    return sorted(f for f in set(listed) if os.path.exists(f) and f.startswith(PARTS) and not os.path.basename(f).startswith(".")
                  and (f.endswith(ENDS) or f.startswith("scripts/")))


def opening(path):
    """The first sentence of the file's opening comment, without the file's name."""
    with open(path, errors="replace") as f:
        text = f.read(6000)
    cpp = re.match(r"//===-+ *([^\n]*?)[\s-]*(\*- C\+\+ -\*)?-*===?/*\n", text)
    c = re.match(r"/\*+\s*(.*?)\*/", text, re.S)
    python = re.search(r'"""(.*?)(\n\n|""")', text, re.S)
    if cpp:
        return re.sub(r"^[\w.]+ - ", "", cpp[1]).strip()
    if c or (path.endswith(".py") and python):
        line = re.sub(r"\s*\n \*[ \t]*\n.*", "", c[1], flags=re.S) if c else python[1]
        line = re.sub(r"\s*\n( \*)?\s*", " ", line).strip()
        line = re.sub(r"^[\w./]+ - ", "", line)
        return re.split(r"(?<=[\w)\]\"'])\.\s+(?=[A-Z])", line)[0].rstrip(".")
    script = re.search(r"^# ([\w.-]+): (.*)", text, re.M)
    return re.split(r"\. ", script[2])[0].rstrip(".;,") if script else ""


def rows(folder, names):
    """The lines of one list. A header and its source share a line if their texts are equal or one has none."""
    groups = {}
    for name in names:
        if os.path.dirname(name) + "/" == folder:
            groups.setdefault(os.path.splitext(name)[0], []).append(name)
    for _, group in sorted(groups.items()):
        group.sort(key=lambda n: (not n.endswith(".h"), n))
        texts = ["" if t.startswith("see ") else t for t in map(opening, group)]
        if len(group) == 2 and all(texts) and texts[0] != texts[1]:
            yield from ((f"`{n}`", t) for n, t in zip(group, texts))
        else:
            yield ", ".join(f"`{n}`" for n in group), next((t for t in texts if t), "")


def lists():
    names = files()
    out = []
    for folder in sorted({os.path.dirname(n) + "/" for n in names if not n.startswith(NOT_LISTED)},
                         key=lambda f: [PARTS.index(f.split("/")[0] + "/"), f]):
        out.append(f"### {folder}\n\n| file | owns |\n| --- | --- |")
        out += [f"| {cell} | {text} |" for cell, text in rows(folder, names)]
        out.append("")
    return "\n".join(out) + "\n"


def check(text):
    named = set(re.findall(r"`([\w./+-]+)`", text))
    folders = tuple(n for n in named if n.endswith("/") and n.count("/") > 1 and n.startswith(NOT_LISTED))
    bad = 0
    for part in PARTS:
        missing = [f for f in files() if f.startswith(part) and f not in named and not f.startswith(folders)]
        gone = sorted(n for n in named if n.startswith(part) and not os.path.exists(n))
        silent = [f for f in files() if f.startswith(part) and f.endswith((".h", ".py", ".def")) and
                  part not in ("benchmarks/", "models/") and not opening(f)]
        if missing or gone or silent:
            bad = 1
            why = (["no line for " + " ".join(missing)] if missing else []) + (
                ["names what is not there: " + " ".join(gone)] if gone else []) + (
                ["no opening comment in " + " ".join(silent)] if silent else [])
            print(f"FAIL {part}: {'; '.join(why)} (scripts/architecture.py)")
        else:
            print(f"ok {part}")
    stray = sorted(f for f in in_git() if "/" not in f and f not in AT_THE_ROOT and os.path.exists(f))
    print(f"FAIL the root: not one of its files: {' '.join(stray)} (scripts/architecture.py)" if stray else "ok the root")
    return 1 if stray else bad


def main():
    os.chdir(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    with open("ARCHITECTURE.md") as f:
        text = f.read()
    if "--check" in sys.argv:
        return check(text)
    if BEGIN not in text or END not in text:
        print(f"architecture.py: ARCHITECTURE.md has no lines {BEGIN.strip()} and {END.strip()}", file=sys.stderr)
        return 1
    head, tail = text.split(BEGIN)[0], text.split(END)[1]
    with open("ARCHITECTURE.md", "w") as f:
        f.write(head + BEGIN + "\n" + lists() + END + tail)
    return 0


if __name__ == "__main__":
    sys.exit(main())

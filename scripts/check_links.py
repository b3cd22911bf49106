#!/usr/bin/env python3
"""check_links.py - checks that linked pages and sections exist, and that docs/README.md lists every page of docs/.

Reads the links of every Markdown page, the paths that begin with docs/ in every file, and the names of code in the walks of
ARCHITECTURE.md, and the names of sources in comments. Each rule is a test.
"""
import os
import re
import subprocess
import sys

LINK = re.compile(r"(?<!!)\[[^\]\n]*(?:\n[^\]\n]*)?\]\(\s*<?([^)\s>]+)>?\s*\)")
NAMED = re.compile(r"(?<![\w/.~$}-])docs/[\w./-]*")
OUTSIDE = re.compile(r"[a-z][a-z0-9+.-]*:|//")
INDEX = "docs/README.md"


def files():
    """The files of the project: those that git tracks or would add; without git all files that were not built."""
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], capture_output=True, text=True,
                            check=False).stdout.splitlines()
    if not listed:
        listed = [os.path.normpath(os.path.join(d, n)) for d, _, names in os.walk(".") for n in names]
        listed = [f for f in listed if not f.startswith((".", "build"))]
    return sorted(f for f in listed if os.path.isfile(f) and not os.path.islink(f))


def read(path):
    with open(path, errors="replace") as f:
        return f.read()


def without_code(text):
    """The text without blocks and spans of code. Lines keep their numbers."""
    text = re.sub(r"^(```|~~~).*?^\1", lambda m: "\n" * m[0].count("\n"), text, flags=re.S | re.M)
    return re.sub(r"`[^`\n]+`", "``", text)


def anchors(path):
    """The names of a page's headings, as GitHub makes them."""
    found = {}
    text = re.sub(r"^(```|~~~).*?^\1", "", read(path), flags=re.S | re.M)
    for heading in re.findall(r"^#{1,6} +(.*?) *#*$", text, re.M):
        heading = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
        name = re.sub(r"[^\w\- ]", "", heading).replace(" ", "-")
        found[name] = found.get(name, -1) + 1
    return set(found) | {f"{name}-{i}" for name, most in found.items() for i in range(1, most + 1)}


def links(page):
    """(line, target's path, section) of each relative link."""
    text = without_code(read(page))
    for match in LINK.finditer(text):
        if not OUTSIDE.match(match[1]):
            path, _, section = match[1].partition("#")
            target = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
            yield text.count("\n", 0, match.start()) + 1, target, section


def lost_names(page, sources):
    """Names of code in a page's code spans, `take_posted`, `slice/Slicer.cpp`, that no source has: (line, name). sources: path to
    text."""
    words = {word for text in sources.values() for word in re.findall(r"\w+", text)}
    for span in re.finditer(r"`([^`\n]+)`", page):
        for name in re.findall(r"\b[A-Za-z_][\w/.]*", span[1]):
            if "/" in name or re.search(r"\.(c|cpp|h|def)$", name):
                there = any(f"/{path}/".find(f"/{name.strip('/')}/") >= 0 for path in sources)
            else:
                there = name.split(".")[0] in words
            if not there:
                yield page.count("\n", 0, span.start()) + 1, name


def lost_sources(path, text, everything):
    """Sources that a comment of a source names and that do not exist."""
    there = {os.path.basename(f) for f in everything}
    for comment in re.finditer(r"/\*.*?\*/|//[^\n]*", text, re.S):
        for name in re.findall(r"(?<![\w/.\"-])[\w/-]+\.(?:c|cpp|def|py)\b", comment[0]):
            if os.path.basename(name) not in there:
                yield f"{path} names {name}"


def main():
    everything = files()
    pages = [f for f in everything if f.endswith(".md")]
    dangling, lost, reached = [], [], {INDEX}
    for page in pages:
        for line, target, section in links(page):
            if not os.path.exists(target):
                dangling.append(f"{page}:{line} names {target}")
            elif section and target.endswith(".md") and section not in anchors(target):
                lost.append(f"{page}:{line} names {target}#{section}")
            if page == INDEX:
                reached.add(target)
    named = []
    for f in everything:
        text = read(f)
        for match in NAMED.finditer(text) if "docs/" in text else ():
            path = match[0].rstrip(".-")
            if not os.path.exists(path):
                named.append(f"{f}:{text.count(chr(10), 0, match.start()) + 1} names {path}")
    unlisted = [f for f in pages if f.startswith("docs/") and f not in reached]
    sources = {f: read(f) for f in everything if f.startswith(("bsim/", "lmpi/", "skeletonizer/", "include/"))}
    walks = re.split(r"^## ", read("ARCHITECTURE.md"), flags=re.M)
    walks = next(part for part in walks if part.startswith("Four walks"))
    gone = [name for _, name in lost_names(walks, sources)]
    unknown = [found for f, text in sources.items() for found in lost_sources(f, text, everything)]
    bad = 0
    for name, offenders in (("sources-in-comments-exist", unknown),
                            ("names-in-the-walks-exist", gone), ("links-lead-to-files", dangling), ("links-lead-to-sections", lost),
                            ("named-pages-exist", named), ("index-lists-every-page", unlisted)):
        bad |= bool(offenders)
        print(f"FAIL {name}: {'; '.join(offenders)}" if offenders else f"ok {name}")
    return bad


if __name__ == "__main__":
    os.chdir(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    sys.exit(main())

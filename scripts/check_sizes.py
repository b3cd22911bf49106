#!/usr/bin/env python3
"""check_sizes.py - checks that no function is longer than 80 lines and no class body longer than 300.

Reads the C and C++ sources of the project and pairs their braces; what stands before an opening brace says what it opens. A
function counts from the first line of its head to its closing brace, a class body from its opening to its closing brace. A
lambda and a local class count as lines of the function around them. The functions of Python scripts count too. Each rule is
one test. usage: check_sizes.py [FOLDER]  (the repository)
"""
import ast
import glob
import os
import re
import sys

FUNCTION_LINES, CLASS_LINES = 80, 300
FOLDERS = ("include", "bsim", "lmpi", "skeletonizer", "benchmarks", "tests/unit", "tests/analysis")
INPUTS = ("tests/analysis/*/*", "benchmarks/corpus/*")  # programs to analyse, not code of the project

# Alternatives in this order: what looks like code in a comment, a literal or a directive is none.
TOKEN = re.compile(r'(?P<skip>//[^\n]*|/\*.*?\*/)|R"(?P<raw>\w*)\(.*?\)(?P=raw)"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\''
                   r"|(?P<directive>^[ \t]*#(?:\\\n|[^\n])*)|(?P<code>\w+|[^\w\s])", re.S | re.M)
CONDITIONAL = {"if": "#if", "ifdef": "#if", "ifndef": "#if", "else": "#else", "elif": "#else", "endif": "#endif"}
CLASS = {"class", "struct", "union"}
BEHIND_HEAD = {"const", "override", "noexcept", "final", "mutable"}
NO_FUNCTION = {"if", "for", "while", "switch", "do", "else", "catch", "try", "enum", "namespace", "return"}


def tokens(text):
    """The words and signs of the code with their lines, and the directives #if, #else and #endif as "#if" and so on."""
    line, end = 1, 0
    for token in TOKEN.finditer(text):
        line += text.count("\n", end, token.start())
        end = token.start()
        if token["directive"]:
            word = re.match(r"[ \t]*#[ \t]*(\w*)", token["directive"])[1]
            if word in CONDITIONAL:
                yield CONDITIONAL[word], line
        elif not token["skip"]:
            yield token["code"] or '""', line


def without_parentheses(words):
    depth, out = 0, []
    for word in words:
        depth -= word == ")"
        if depth <= 0:
            out.append(word)
        depth += word == "("
    return out


def opened_by(head):
    """What the brace behind these words opens: class, function, scope (a namespace) or other (a list, a statement)."""
    words = [w for w, _ in head]
    while words[:1] == ["template"]:  # with its parameters, which may say class
        depth, at = 0, 1
        while at < len(words):
            depth += {"<": 1, ">": -1}.get(words[at], 0)
            at += 1
            if depth == 0:
                break
        words = words[at:]
    if "namespace" in words or words[:2] == ["extern", '""']:
        return "scope"
    if not words or "=" in without_parentheses(words) and "operator" not in words:
        return "other"
    if "(" in words:
        member = ":" in words and re.match(r"\w|>", words[-1])  # a{1} among the initialisers of a constructor
        return "other" if words[0] in NO_FUNCTION or member and words[-1] not in BEHIND_HEAD else "function"
    return "class" if CLASS & set(words) else "other"


def name_of(kind, head):
    words = [w for w, _ in head]
    if kind == "class":
        at = max(i for i, w in enumerate(words) if w in CLASS)
        return words[at + 1] if at + 1 < len(words) else words[at]
    return words[max(words.index("(") - 1, 0)]


def bodies(text):
    """Yields kind, name, first line and number of lines of each function and class that no function encloses."""
    open_braces, head, parens = [], [], 0
    before = []  # at each open #if: the state that each of its alternatives begins with
    for word, line in tokens(text):
        inside = any(kind == "function" for kind, _, _ in open_braces)
        if word == "#if":
            before.append((list(open_braces), list(head), parens))
        elif word == "#else" and before:
            open_braces, head, parens = list(before[-1][0]), list(before[-1][1]), before[-1][2]
        elif word == "#endif" and before:
            before.pop()
        elif word == "{":
            kind = "other" if parens or inside else opened_by(head)
            first = line if kind == "class" or not head else head[0][1]
            open_braces.append((kind, name_of(kind, head) if kind in ("class", "function") else "", first))
            head = head + [(word, line)] if kind == "other" and not inside else []
        elif word == "}" and open_braces:
            kind, name, first = open_braces.pop()
            if kind in ("class", "function"):
                yield kind, name, first, line - first + 1
            head = head + [(word, line)] if kind == "other" and not inside else []
        elif not inside:
            parens += {"(": 1, ")": -1}.get(word, 0)
            access = word == ":" and len(head) == 1 and head[0][0] in ("public", "private", "protected")
            head = [] if access or word == ";" and not parens else head + [(word, line)]


def python_functions(text):
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield ("class" if isinstance(node, ast.ClassDef) else "function", node.name, node.lineno,
                   node.end_lineno - node.lineno + 1)


def sources():
    found = {f for d in FOLDERS for ext in ("c", "h", "cpp") for f in glob.glob(f"{d}/**/*.{ext}", recursive=True)}
    found -= {f for pattern in INPUTS for f in glob.glob(pattern + "/**", recursive=True) + glob.glob(pattern)}
    return sorted(found) + sorted(glob.glob("scripts/*.py") + glob.glob("tests/*/*.py"))


def main():
    if len(sys.argv) > 1:
        os.chdir(sys.argv[1])
    bad, long, count = 0, {"function": [], "class": []}, {"function": 0, "class": 0}
    for path in sources():
        with open(path, encoding="utf-8", errors="replace") as f:
            text = f.read()
        for kind, name, first, lines in (python_functions if path.endswith(".py") else bodies)(text):
            count[kind] += 1
            if lines > (FUNCTION_LINES if kind == "function" else CLASS_LINES):
                long[kind].append(f"{path}:{first}:{name}:{lines}")
    for kind, limit in (("function", FUNCTION_LINES), ("class", CLASS_LINES)):
        rule = f"no-{kind}-above-{limit}-lines"
        found = long[kind] or ([] if count[kind] else ["none found"])
        bad |= bool(found)
        print(f"FAIL {rule}: {' '.join(found)}" if found else f"ok {rule}: {count[kind]} looked at")
    return int(bad)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        os.chdir(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    sys.exit(main())

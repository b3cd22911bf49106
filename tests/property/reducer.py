"""reducer.py - makes a failing C program small: takes text away as long as a check says that it still fails.

Delta debugging: a pass lists edits (ranges of tokens that go, or what takes their place), halves of the list are tried,
then quarters, down to single edits. Must not know what the failure is. The result depends on the program and the check
alone: of candidates that are tried at once, the first in the list counts.
"""
import concurrent.futures
import hashlib
import os
import re
import shutil
import subprocess
import tempfile
import time

import ctokens
from ctokens import BINARY, OPEN, Source, is_name

ASSIGN = ctokens.ASSIGN


class Edit:
    """Ranges of tokens of one file and what takes their place."""

    def __init__(self, *parts):
        self.parts = [(begin, end, list(new)) for begin, end, new in parts]

    def ranges(self):
        return [(b, e) for b, e, _ in self.parts]


def apply(tokens, edits):
    """The tokens with edits made; an edit that overlaps with an earlier one is left out."""
    parts = []
    for edit in edits:
        if not any(b < e2 and b2 < e for b, e in edit.ranges() for b2, e2, _ in parts):
            parts += edit.parts
    out, at = [], 0
    for begin, end, new in sorted(parts, key=lambda p: p[:2]):
        out += tokens[at:begin]
        for word in new:
            token = word if isinstance(word, ctokens.Token) else ctokens.Token(word)
            if not token.space:
                token.space = " "
            out.append(token)
        at = end
    return out + tokens[at:]


class Reducer:
    def __init__(self, files, check, say, jobs=2, limit=1800, keep=lambda texts: None):
        """say(text) tells what goes on; keep(texts) gets the files after each pass."""
        self.check, self.say, self.limit, self.keep, self.told = check, say, limit, keep, time.monotonic()
        self.files = {name: ctokens.read(text) for name, text in files.items()}
        self.known, self.tries, self.start = {}, 0, time.monotonic()
        self.strict = False  # whether each candidate must be in order, or only what a pass leaves
        self.work = tempfile.mkdtemp(prefix="reduce.")
        self.print = ctokens.write
        self.jobs, self.pool = jobs, concurrent.futures.ThreadPoolExecutor(jobs)

    # ---- candidates ----------------------------------------------------------
    def texts(self, files=None):
        return {name: self.print(tokens) for name, tokens in (files or self.files).items()}

    def fails(self, files):
        """Whether the candidate still fails in the same way."""
        texts = self.texts(files)
        key = hashlib.sha256(repr(sorted(texts.items())).encode()).hexdigest()
        if key not in self.known:
            folder = tempfile.mkdtemp(dir=self.work)
            for name, text in texts.items():
                with open(os.path.join(folder, name), "w", encoding="utf-8") as f:
                    f.write(text)
            self.tries += 1
            self.known[key] = self.check.again(folder)
            shutil.rmtree(folder, ignore_errors=True)
        return self.known[key] and (not self.strict or self.in_order(files))

    def in_order(self, files):
        """Whether the candidate itself is in order, as far as the check can tell that."""
        texts = self.texts(files)
        key = "order " + hashlib.sha256(repr(sorted(texts.items())).encode()).hexdigest()
        if key not in self.known:
            folder = tempfile.mkdtemp(dir=self.work)
            for name, text in texts.items():
                with open(os.path.join(folder, name), "w", encoding="utf-8") as f:
                    f.write(text)
            self.known[key] = self.check.in_order(folder)
            shutil.rmtree(folder, ignore_errors=True)
        return self.known[key]

    def lines(self):
        return sum(len(text.splitlines()) for text in self.texts().values())

    def size(self):
        return sum(map(len, self.files.values()))

    def late(self):
        return time.monotonic() - self.start > self.limit

    def shrink(self, name, edits, chunk=None):
        """Makes as many of the edits as still fail; whether any was made."""
        base, made, left = self.files[name], [], list(edits)
        size = min(chunk or len(left), len(left))
        while left and size and not self.late():
            at = 0
            while at < len(left) and not self.late():
                turns = [left[at + k * size:at + (k + 1) * size] for k in range(self.jobs)]
                turns = [t for t in turns if t]
                running = [self.pool.submit(self.fails, {**self.files, name: apply(base, made + t)}) for t in turns]
                good = [r.result() for r in running]
                if time.monotonic() - self.told > 30:
                    self.tell(f"... {len(left)} edits, {size} at a time")
                if True in good:
                    first = good.index(True)
                    at += first * size
                    made += turns[first]
                    del left[at:at + len(turns[first])]
                else:
                    at += size * len(turns)
            size = size // 2
        if made:
            self.files[name] = apply(base, made)
        return bool(made)

    # ---- passes --------------------------------------------------------------
    def merge(self):
        """One file out of all: headers of the program where they are included first, then the sources."""
        names = sorted(n for n in self.files if n.endswith(".c"))
        if len(self.files) == 1:
            return False
        for chosen in [names] + [[a, b] for i, a in enumerate(names) for b in names[i + 1:]] + [[a] for a in names]:
            if not all(n in self.files for n in chosen):
                continue
            merged, seen = [], set()
            for name in sorted(chosen, key=lambda n: n == "main.c"):
                self.include(name, merged, seen)
            rest = {n: t for n, t in self.files.items() if n not in chosen}
            if not any(n.endswith(".c") for n in rest):
                rest = {}
            candidate = {**rest, "main.c" if len(chosen) == len(names) else chosen[0]: merged}
            if candidate.keys() != self.files.keys() and self.fails(candidate):
                self.files = candidate
                return True
        return False

    def include(self, name, merged, seen):
        for token in self.files[name]:
            match = re.match(r'#\s*include\s*"([^"]+)"', token)
            if not match or match[1] not in self.files:
                merged.append(token)
            elif match[1] not in seen:
                seen.add(match[1])
                self.include(match[1], merged, seen)

    def items(self, name):
        source, changed, depth = Source(self.files[name]), False, 0
        while depth == 0 or source.level(depth):
            edits = [Edit((b, e, [])) for b, e in source.level(depth)]
            # Last first: uses go ahead of what they use.
            changed |= self.shrink(name, edits[::-1], 16 if depth == 0 else None)
            source = Source(self.files[name])
            depth += 1
        return changed

    def names(self, name):
        """A function, variable, type or macro goes with all statements that name it."""
        source = Source(self.files[name])
        t, edits = source.tokens, []
        inner = {}  # index of a token -> the innermost statement around it
        for depth in range(12):
            for b, e in source.level(depth):
                for i in range(b, e):
                    inner[i] = (b, e)
        listed = {}  # index of a token -> the element of an initialiser around it
        for i, token in enumerate(t):
            if token == "{" and i and t[i - 1] == "=" and i in source.pair:
                parts = source.split(i + 1, source.pair[i])
                for edit in without(parts) if len(parts) > 1 else ():
                    (b, e), = edit.ranges()
                    listed.update({k: (b, e) for k in range(b, e)})
        for function in self.top_names(source):
            ranges = set()
            for i, token in enumerate(t):
                if token == function:
                    ranges.add(listed.get(i) or inner.get(i) or (i, i + 1))
                elif token.startswith("#") and re.search(rf"\b{function}\b", token):
                    ranges.add((i, i + 1))
            flat, last = [], -1
            for b, e in sorted(ranges, key=lambda p: (p[0], -p[1])):
                if b >= last:
                    flat.append((b, e, []))
                    last = e
            if flat:
                edits.append(Edit(*flat))
        return self.shrink(name, edits)

    def top_names(self, source):
        """Names that are declared at file scope, last first."""
        found, t = {}, source.tokens
        for b, e in source.statements():
            macro = re.match(r"#\s*define\s+(\w+)", t[b])
            if macro:
                found[macro[1]] = b
            elif not t[b].startswith("#"):
                word = [str(t[i]) for i in range(b, e - 1) if is_name(t[i]) and t[i + 1] in ("(", "=", ";", "[", "{", ",")]
                for w in word[:1]:
                    found[w] = b
        found.pop("main", None)
        return sorted(found, key=lambda w: -found[w])

    def expand(self, name):
        """Macros of the program become what they stand for: all at once, or one by one."""
        tokens = self.files[name]
        if not any(re.match(r"#\s*(define|if)", t) for t in tokens):
            return False
        macros = [m[1] for t in tokens for m in [re.match(r"#\s*define\s+(\w+)", t)] if m]
        for only in [None] + [m for m in macros if len(macros) > 1]:
            text = preprocess(ctokens.write_as_read(self.files[name]), only)
            if text is not None:
                candidate = {**self.files, name: ctokens.read(text)}
                if candidate[name] != self.files[name] and self.fails(candidate):
                    self.files = candidate
                    if only is None:
                        return True
        return self.files[name] is not tokens

    def unwrap(self, name):
        """Statements in place of what is around them."""
        source, edits = Source(self.files[name]), []
        t, pair = source.tokens, source.pair
        for i, token in enumerate(t):
            if token in ctokens.CONTROL and i + 1 < len(t) and i + 1 in pair:
                body = pair[i + 1] + 1
                end = source.statement(body, len(t))
                whole = source.statement(i, len(t))
                edits.append(Edit((i, body, [])) if whole == end else Edit((i, body, []), (end, whole, [])))
                if whole > end:
                    edits += [Edit((i, end + 1, [])), Edit((end, whole, []))]
                    edits.append(Edit((i, body, []), (end, end + 1, [])))
            elif token == "do" and i + 1 < len(t):
                body = source.statement(i + 1, len(t))
                edits.append(Edit((i, i + 1, []), (body, source.statement(i, len(t)), [])))
        for depth in range(1, 8):
            for b, e in source.level(depth):
                if t[b] == "{" and pair.get(b) == e - 1:
                    edits.append(Edit((b, b + 1, []), (e - 1, e, [])))
                elif t[b] in ctokens.CONTROL and b + 1 in pair and t[pair[b + 1] + 1] == "{":
                    inside = pair[b + 1] + 1
                    if len(source.statements(inside + 1, pair[inside])) == 1:
                        edits.append(Edit((inside, inside + 1, []), (pair[inside], pair[inside] + 1, [])))
        return self.shrink(name, edits, 1)

    def elements(self, name):
        """Elements of lists between commas: declarators, initialisers, arguments, constants of an enum."""
        source, edits = Source(self.files[name]), []
        t, pair = source.tokens, source.pair
        for i, token in enumerate(t):
            if token in OPEN and i in pair and token != "[":
                edits += without(source.split(i + 1, pair[i]))
        for depth in range(0, 8):
            for b, e in source.level(depth):
                parts = source.split(b, e - 1)
                if len(parts) > 1 and t[e - 1] == ";":
                    edits += without(parts)[1:]
                    first = next((k for k in range(*parts[0]) if is_name(t[k]) and k + 1 < parts[0][1] + 1 and
                                  (t[k + 1] in ("=", ",", "["))), None)
                    if first is not None and first > b:
                        while first > b and t[first - 1] == "*":
                            first -= 1
                        edits.append(Edit((first, parts[1][0], [])))
        return self.shrink(name, edits, min(8, len(edits)))

    def parameters(self, name):
        """A parameter goes with its arguments; a function that is called once goes into its caller."""
        changed = False
        for function in list(Source(self.files[name]).definitions()):
            k = 0
            while not self.late():
                edit = self.without_parameter(name, function, k)
                if edit is None:
                    break
                if self.shrink(name, [edit]):
                    changed = True
                else:
                    k += 1
            inlined = self.inlined(name, function)
            changed |= bool(inlined) and self.shrink(name, [inlined])
        return changed

    def without_parameter(self, name, function, k):
        source = Source(self.files[name])
        t, pair, parts = source.tokens, source.pair, []
        where = source.definitions().get(function)
        if not where or k >= len(source.split(where[2] + 1, pair[where[2]])) or pair[where[2]] - where[2] <= 2:
            return None
        for i, token in enumerate(t):
            if token == function and i + 1 < len(t) and t[i + 1] == "(" and i + 1 in pair:
                ranges = source.split(i + 2, pair[i + 1])
                if k < len(ranges) and ranges[k][0] < ranges[k][1]:
                    begin, end = ranges[k]
                    if len(ranges) == 1:
                        parts.append((begin, end, ["void"] if i == where[1] else []))
                    else:
                        parts.append((begin, end + 1, []) if k == 0 else (begin - 1, end, []))
        flat = sorted(parts)
        return Edit(*parts) if parts and all(a[1] <= b[0] for a, b in zip(flat, flat[1:])) else None

    def inlined(self, name, function):
        source = Source(self.files[name])
        t, pair = source.tokens, source.pair
        where = source.definitions().get(function)
        uses = [i for i, token in enumerate(t) if token == function]
        if not where or function == "main":
            return None
        begin, at, paren, brace, end = where
        calls = [i for i in uses if t[i + 1] == "(" and t[i - 1] in (";", "{", "}", ")") and i + 1 in pair and t[pair[i + 1] + 1] == ";"]
        others = [i for i in uses if i not in calls and i != at]
        statements = {b: (b, e) for b, e in source.level(0)}
        protos = [s for i in others for s in statements.values() if s[0] <= i < s[1] and "{" not in t[s[0]:s[1]]]
        if len(calls) != 1 or len(protos) != len(others) or "return" in t[brace:end] or begin <= calls[0] < end:
            return None
        names = [t[b:e] for b, e in source.split(paren + 1, pair[paren])]
        given = [t[b:e] for b, e in source.split(calls[0] + 2, pair[calls[0] + 1])]
        head = []
        if names not in ([["void"]], [[]]):
            if len(names) != len(given):
                return None
            for declared, value in zip(names, given):
                head += [*declared, "=", *value, ";"]
        return Edit((calls[0], pair[calls[0] + 1] + 2, ["{", *head, *t[brace + 1:end - 1], "}"]), (begin, end, []),
                    *((b, e, []) for b, e in protos))

    def expressions(self, name, words):
        """Constants (words) in place of expressions; without words, initialisers, brackets and sides of operators go."""
        source, edits, seen = Source(self.files[name]), [], set()
        t, pair = source.tokens, source.pair
        bodies = [(d[3], d[4]) for d in source.definitions().values()]
        for i in range(len(t)):
            if not (t[i] in ("(", "[", "=", "return", ",", ";", "{", "}") or t[i] in ASSIGN) or t[i].startswith("#"):
                continue
            end = i + 1
            while end < len(t) and t[end] not in (",", ";", ")", "]", "}"):
                end = pair[end] + 1 if t[end] in OPEN and end in pair else end + 1
            if end == i + 1 or end >= len(t) or (i + 1, end) in seen:
                continue
            seen.add((i + 1, end))
            whole = t[i + 1:end]
            if words:
                if whole not in (["0"], ["1"], ["void"], ["NULL"]) and t[i] not in (";", "{", "}") and t[i + 1] != "{" and any(b < i < e for b, e in bodies):
                    edits += [Edit((i + 1, end, [w])) for w in words if not (w == "1" and whole == ["0"])]
                continue
            if t[i] == "=":
                edits.append(Edit((i, end, [])))
            if len(whole) > 2 and t[i + 1] == "(" and pair.get(i + 1) == end - 1:
                edits.append(Edit((i + 1, i + 2, []), (end - 1, end, [])))
            for mark in BINARY:
                for a, b in source.split(i + 1, end, (mark,))[1:]:
                    if a - 1 > i + 1:
                        edits += [Edit((a - 1, b, [])), Edit((i + 1, a, []))]
            if is_name(whole[0]) and len(whole) > 3 and whole[1] == "(" and pair.get(i + 2) == end - 1:
                for a, b in source.split(i + 3, end - 1):
                    edits.append(Edit((i + 1, a, []), (b, end, [])))
        return self.shrink(name, edits, min(8, len(edits)) if not words else 4)

    # ---- all of it -----------------------------------------------------------
    def run(self):
        if not self.fails(self.files):
            self.print = ctokens.write_as_read
            if not self.fails(self.files):
                raise ValueError("the program does not fail in the same way after it is read and written")
        turn, before = 0, None
        while before != self.key() and not self.late():
            before, turn = self.key(), turn + 1
            self.one("files are merged", lambda n: self.merge(), once=True)
            self.one("names with their uses", self.names)
            self.one("statements", self.items)
            self.one("macros are expanded", self.expand)
            self.one("statements are unwrapped", self.unwrap)
            self.one("elements of lists", self.elements)
            self.one("parameters", self.parameters)
            self.one("expressions", lambda n: self.expressions(n, ()))
            self.one("statements", self.items)
            if turn > 1 or self.lines() < 60:
                self.one("constants", lambda n: self.expressions(n, ("0", "1")))
        self.pool.shutdown()
        shutil.rmtree(self.work, ignore_errors=True)
        return self.texts()

    def key(self):
        return repr(sorted((n, list(t)) for n, t in self.files.items()))

    def one(self, what, run, once=False):
        """A pass over all files. If what it leaves is not in order, it starts again and is strict."""
        before = dict(self.files)
        self.over_files(run, once)
        if self.files != before and not self.in_order(self.files):
            self.files, self.strict = before, True
            self.over_files(run, once)
            self.strict = False
        self.tell(what)
        self.keep(self.texts())

    def tell(self, what):
        self.told = time.monotonic()
        self.say(f"{what}: {self.lines()} lines, {self.size()} tokens ({self.tries} programs tried, "
                 f"{self.told - self.start:.0f} s)")

    def over_files(self, run, once):
        for name in [sorted(self.files)[0]] if once else sorted(self.files):
            if name in self.files and not self.late():
                run(name)
                if not self.files.get(name) and len(self.files) > 1:
                    rest = {n: t for n, t in self.files.items() if n != name}
                    if self.fails(rest):
                        self.files = rest


def without(parts):
    """Edits that take one of several parts between commas away."""
    if len(parts) < 2:
        return []
    return [Edit((b, e + 1, []) if i == 0 else (b - 1, e, [])) for i, (b, e) in enumerate(parts)]


def preprocess(text, only):
    """The text with its macros (or one of them) expanded; headers of the system stay included; None if that fails."""
    lines = []
    for line in re.sub(r"\\\r?\n", " ", text).split("\n"):
        directive = re.match(r"#\s*(\w+)\s*(\w*)", line)
        hidden = directive and (directive[1] == "include" or only is not None and not (
            directive[1] in ("define", "undef") and directive[2] == only))
        lines.append("@@" + line[1:] if hidden else line)
    run = subprocess.run(["cc", "-E", "-P", "-nostdinc", "-"], input="\n".join(lines).encode(), stdout=subprocess.PIPE,
                         stderr=subprocess.DEVNULL, check=False)
    if run.returncode != 0:
        return None
    return re.sub(r"(?m)^@@ ?", "#", run.stdout.decode(errors="replace"))

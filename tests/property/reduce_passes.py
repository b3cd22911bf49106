"""reduce_passes.py - the passes of the reducer: each lists edits of a file that make it smaller.

An edit need not leave a correct program, since the check decides. Must not know the order of passes, nor the failure.
"""
import re

import ctokens
from ctokens import BINARY, OPEN, is_name

ASSIGN = ctokens.ASSIGN
DEPTHS = 12  # largest nesting of statement lists


class Edit:
    """Ranges of tokens of one file and what takes their place. Edits that take statements away (`statements`) go together
    even where one of them is inside the other."""

    def __init__(self, *parts, statements=False):
        self.parts = [(begin, end, list(new)) for begin, end, new in parts]
        self.statements = statements

    def ranges(self):
        return [(b, e) for b, e, _ in self.parts]


def apply(tokens, edits):
    """The tokens with edits made; an edit that overlaps with an earlier one is left out."""
    parts, gone = [], []
    for edit in edits:
        others = parts if edit.statements else parts + gone
        if not any(b < e2 and b2 < e for b, e in edit.ranges() for b2, e2, _ in others):
            (gone if edit.statements else parts).extend(edit.parts)
    end = 0
    for begin, stop, _ in sorted(gone, key=lambda p: p[:2]):
        if stop > end:
            parts.append((max(begin, end), stop, []))
            end = stop
    out, at = [], 0
    for begin, stop, new in sorted(parts, key=lambda p: p[:2]):
        out += tokens[at:begin]
        for word in new:
            token = word if isinstance(word, ctokens.Token) else ctokens.Token(word)
            if not token.space:
                token.space = " "
            out.append(token)
        at = stop
    return out + tokens[at:]


# ---- names -------------------------------------------------------------------
class Names:
    """What the statements of a file declare, and where it is named."""

    def __init__(self, source):
        self.source, t = source, source.tokens
        self.inner, self.scopes, self.uses = {}, {}, {}
        lists = [(0, len(t))]
        for _ in range(DEPTHS):
            deeper = []
            for begin, end in lists:
                for b, e in source.statements(begin, end):
                    for i in range(b, e):
                        self.inner[i] = (b, e)
                    field = begin > 0 and self.of_structure(begin - 1)
                    self.scopes[b, e] = (0, len(t), True) if field else (begin, end, False)
                    deeper += source.lists(b, e)
            lists = deeper
        for i, token in enumerate(t):
            for word in re.findall(r"\w+", token) if token.startswith("#") else [token] if is_name(token) else ():
                self.uses.setdefault(str(word), []).append(i)

    def of_structure(self, brace):
        t = self.source.tokens
        return brace > 0 and (t[brace - 1] in ("struct", "union") or brace > 1 and t[brace - 2] in ("struct", "union"))

    def closure(self, ranges):
        """Statements that must go if those of the ranges go, as they name what is declared there; None if main is one."""
        found, work = {}, list(ranges)
        while work:
            b, e = work.pop()
            if (b, e) in found:
                continue
            found[b, e] = True
            begin, end, field = self.scopes.get((b, e), (0, 0, False))
            for name in declared(self.source, b, e):
                if name == "main" and begin == 0:
                    return None
                for i in self.uses.get(name, ()):
                    member = self.source.tokens[i - 1] in (".", "->")
                    if begin <= i < end and not b <= i < e and member == field and i in self.inner:
                        work.append(self.inner[i])
        return sorted(found)


def declared(source, begin, end):
    """Names that the statement or definition declares."""
    t, found = source.tokens, []
    macro = re.match(r"#\s*define\s+(\w+)", t[begin])
    if macro:
        return [macro[1]]
    at = begin
    while at < end and (t[at] in ctokens.TYPES or t[at] == "*" or t[at] in OPEN and t[at - 1] == "__attribute__"):
        at = source.pair[at] + 1 if t[at] in OPEN and at in source.pair else at + 1
    if at == begin and not (begin + 2 < end and is_name(t[begin]) and (is_name(t[begin + 1]) or t[begin + 1] == "*")):
        return []
    for i in range(begin, end - 1):
        if t[i] in ("struct", "union", "enum"):
            body = i + 2 if is_name(t[i + 1]) else i + 1
            if body < end and t[body] == "{" and body in source.pair:
                found += [str(t[i + 1])] if body == i + 2 else []
                if t[i] == "enum":
                    found += [str(t[b]) for b, _ in source.split(body + 1, source.pair[body]) if is_name(t[b])]
        elif t[i] in ("=", "("):
            break
    stop = end - 1 if t[end - 1] == ";" else end
    for b, e in source.split(begin, stop):
        name, i = None, b
        while i < e:
            if t[i] == "(" and i + 1 < e and t[i + 1] == "*":
                name = next((str(t[k]) for k in range(i + 1, e) if is_name(t[k])), name)
                break
            if t[i] in ("(", "[", "=", ":") and t[i - 1] != "__attribute__" and (t[i] != "(" or name):
                break
            if is_name(t[i]) and not (i > b and t[i - 1] in ("struct", "union", "enum")):
                name = str(t[i])
            i = source.pair[i] + 1 if t[i] in OPEN and i in source.pair else i + 1
        found += [name] if name else []
    return found


def unused(source, elsewhere):
    """Declarations that main cannot reach by names; those of other files (`elsewhere`) count as reached."""
    t, items = source.tokens, source.statements()
    names = [declared(source, b, e) for b, e in items]
    owners = {}
    for k, found in enumerate(names):
        for name in found:
            owners.setdefault(name, []).append(k)
    work = [k for k, found in enumerate(names) if not found or "main" in found or any(n in elsewhere for n in found)]
    reached = set(work)
    while work:
        b, e = items[work.pop()]
        for token in t[b:e]:
            for word in re.findall(r"\w+", token) if token.startswith("#") else [token]:
                for k in owners.get(word, ()):
                    if k not in reached:
                        reached.add(k)
                        work.append(k)
    return [Edit((b, e, []), statements=True) for k, (b, e) in enumerate(items) if k not in reached]


# ---- statements and functions --------------------------------------------------
def hollow(source):
    """Functions without their bodies; not those that return a pointer, which would be null."""
    edits = []
    for name, (begin, at, _, brace, end) in source.definitions().items():
        body = [] if "void" in source.tokens[begin:at] else ["return", "0", ";"]
        if name != "main" and "*" not in source.tokens[begin:at] and source.tokens[brace + 1:end - 1] != body:
            edits.append(Edit((brace + 1, end - 1, body)))
    return edits


def statements(source, depth):
    """Statements with `depth` lists around them, last first, with all that names what they declare."""
    names, edits = Names(source), []
    for b, e in source.level(depth)[::-1]:
        ranges = names.closure([(b, e)])
        if ranges:
            edits.append(Edit(*((b, e, []) for b, e in ranges), statements=True))
    return edits


def plain_statements(source, depth):
    return [Edit((b, e, []), statements=True) for b, e in source.level(depth)[::-1]]


def without_function(source):
    """A function goes; its calls are 0, or go too."""
    t, edits, inner = source.tokens, [], Names(source).inner
    for function, (begin, at, _, _, end) in list(source.definitions().items())[::-1]:
        parts, last = [(begin, end, [])], 0
        for i, token in enumerate(t):
            if token != function or begin <= i < end or i < last:
                continue
            b, e = inner[i]
            if i + 1 < len(t) and t[i + 1] == "(" and i + 1 in source.pair and declared(source, b, e) != [function]:
                last = source.pair[i + 1] + 1
                parts.append((b, e, []) if (b, e) == (i, last + 1) else (i, last, ["0"]))
            elif declared(source, b, e) == [function]:
                parts.append((b, e, []))
                last = e
            else:
                parts.append((i, i + 1, ["0"]))
        if function != "main":
            edits.append(Edit(*parts))
    return edits


def unwrapped(source):
    """Statements in place of what is around them."""
    edits, t, pair = [], source.tokens, source.pair
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
    return edits


# ---- parts of statements -------------------------------------------------------
def without(parts):
    """Edits that take one of several parts between commas away."""
    if len(parts) < 2:
        return []
    return [Edit((b, e + 1, []) if i == 0 else (b - 1, e, [])) for i, (b, e) in enumerate(parts)]


def elements(source):
    """Elements of lists between commas: declarators, initialisers, arguments, constants of an enum."""
    edits, t, pair = [], source.tokens, source.pair
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
    return edits


def without_parameter(source, function, k):
    """The k-th parameter of a function goes with its arguments; None if there is no such."""
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


def inlined(source, function):
    """A function that is called once goes into its caller; None if it cannot. It may return at its end alone."""
    t, pair, names = source.tokens, source.pair, Names(source)
    where = source.definitions().get(function)
    if not where or function == "main":
        return None
    begin, at, paren, brace, end = where
    protos = [s for s in source.statements() if s != (begin, end) and declared(source, *s) == [function]]
    calls = [i for i in names.uses[function] if i != at and not any(b <= i < e for b, e in protos)]
    body = source.statements(brace + 1, end - 1)
    value = t[body[-1][0] + 1:body[-1][1] - 1] if body and t[body[-1][0]] == "return" else []
    if len(calls) != 1 or begin <= calls[0] < end or t[calls[0] + 1] != "(" or t[brace:end].count("return") > bool(body and t[body[-1][0]] == "return"):
        return None
    call, close = calls[0], pair.get(calls[0] + 1, len(t) - 2)
    parameters = [(b, e) for b, e in source.split(paren + 1, pair[paren]) if t[b:e] not in (["void"], [])]
    given = [t[b:e] for b, e in source.split(call + 2, close) if b < e]
    if len(parameters) != len(given):
        return None
    own = {name for b, e in names.scopes if brace < b and e < end for name in declared(source, b, e)}
    own |= {name for b, e in parameters for name in declared(source, b, e)}

    def mine(tokens):  # names of the function become names that its caller does not have
        return [token + "_" if token in own and (not k or tokens[k - 1] not in (".", "->")) else token for k, token in enumerate(tokens)]
    inside = [w for (b, e), arg in zip(parameters, given) for w in [*mine(t[b:e]), "=", *arg, ";"]]
    inside += mine(t[brace + 1:body[-1][0] if value else end - 1])
    b, e = names.inner[call]
    if t[call - 1] in (";", "{", "}", ")") and t[close + 1] == ";":
        b, e, new = call, close + 2, ["{", *inside, "}"]
    elif not value or t[b] in ctokens.CONTROL or "{" in t[b:e]:
        return None
    elif len(declared(source, b, e)) == 1 and t[call - 1] == "=":
        new = [*t[b:call - 1], ";", "{", *inside, declared(source, b, e)[0], "=", "(", *mine(value), ")", *t[close + 1:e], "}"]
    elif declared(source, b, e):
        return None
    else:
        new = ["{", *inside, *t[b:call], "(", *mine(value), ")", *t[close + 1:e], "}"]
    return Edit((b, e, new), (begin, end, []), *((b, e, []) for b, e in protos))


def expressions(source, words):
    """Constants (words) in place of expressions; without words, initialisers, brackets and sides of operators go."""
    edits, seen, t, pair = [], set(), source.tokens, source.pair
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
    return edits

"""ctokens.py - C text as tokens, for the reducer: reading, statements, expressions, writing.

Knows neither preprocessing nor types: a directive is one token, comments are dropped. Must not know why a text is changed.
"""
import re

TOKEN = re.compile(r"""
    (?P<space>(?:[ \t\f\r\v\n]|\\\r?\n|/\*.*?\*/|//[^\n]*)+)
  | (?P<directive>(?<![^\n])\#(?:\\\r?\n|/\*.*?\*/|[^\n])*)
  | (?P<text>(?:u8|[uUL])?"(?:\\.|[^"\\\n])*"|(?:[uUL])?'(?:\\.|[^'\\\n])*')
  | (?P<word>[A-Za-z_$][A-Za-z_0-9$]*)
  | (?P<number>\.?[0-9](?:[eEpP][+-]|[A-Za-z_0-9.])*)
  | (?P<mark>\.\.\.|<<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|\#\#|.)
""", re.X | re.S)
OPEN, CLOSE = {"(": ")", "[": "]", "{": "}"}, {")", "]", "}"}
BINARY = ["?", ":", "||", "&&", "|", "^", "&", "==", "!=", "<", ">", "<=", ">=", "<<", ">>", "+", "-", "*", "/", "%"]
ASSIGN = {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="}
CONTROL = {"if", "for", "while", "switch"}
TYPES = {"struct", "union", "enum", "typedef", "static", "extern", "const", "volatile", "int", "char", "double", "float", "long",
         "short", "unsigned", "signed", "void", "inline", "register", "restrict", "_Bool", "_Thread_local", "__attribute__",
         "typeof", "__typeof__"}
WORDS = CONTROL | TYPES | {"do", "else", "return", "goto", "break", "continue", "case", "default", "sizeof", "_Alignof",
                           "_Generic"}


class Token(str):
    """A token; `space` is the text before it."""
    space = ""


def read(text):
    tokens, space = [], ""
    text = re.sub(r"(?m)^[ \t]+#", "#", text)
    for match in TOKEN.finditer(text):
        if match.lastgroup == "space":
            space += match[0]
            continue
        token = Token(match[0])
        token.space, space = space, ""
        tokens.append(token)
    return tokens


def is_word(token):
    return bool(re.match(r"[A-Za-z_$]", token)) and token[-1] not in "\"'"


def is_name(token):
    return is_word(token) and token not in WORDS


def pairs(tokens):
    """Maps the index of each opening bracket to that of its closing one, and vice versa."""
    found, stack = {}, []
    for i, token in enumerate(tokens):
        if token in OPEN:
            stack.append(i)
        elif token in CLOSE and stack and OPEN[tokens[stack[-1]]] == token:
            found[i] = stack.pop()
            found[found[i]] = i
    return found


class Source:
    """Tokens of a file with their structure."""

    def __init__(self, tokens):
        self.tokens, self.pair = tokens, pairs(tokens)

    def statement(self, i, end):
        """The end of the statement, declaration, definition, label or directive at i."""
        t, pair = self.tokens, self.pair
        if i >= end:
            return end
        if t[i].startswith("#"):
            return i + 1
        if t[i] == "{":
            return pair.get(i, end - 1) + 1
        if t[i] in CONTROL and i + 1 < end and t[i + 1] == "(" and i + 1 in pair:
            at = self.statement(pair[i + 1] + 1, end)
            if t[i] == "if" and at < end and t[at] == "else":
                at = self.statement(at + 1, end)
            return at
        if t[i] == "do":
            at = self.statement(i + 1, end)
            while at < end and t[at] != ";":
                at = pair.get(at, at) + 1
            return min(at + 1, end)
        if t[i] in ("case", "default") or is_name(t[i]) and i + 1 < end and t[i + 1] == ":":
            while i < end and t[i] != ":":
                i = pair.get(i, i) + 1 if t[i] in OPEN else i + 1
            return i + 1
        at = i
        while at < end:
            if t[at] == ";":
                return at + 1
            if t[at].startswith("#") and at > i:
                return at
            if t[at] == "{" and at in pair:
                close = pair[at]
                plain = at > i and t[at - 1] == ")" and "=" not in t[i:at] and t[i] != "return"
                if plain and (close + 1 >= end or t[close + 1] not in (";", ",", ".", "[", ")", "->")):
                    return close + 1
                at = close + 1
            elif t[at] in OPEN and at in pair:
                at = pair[at] + 1
            else:
                at += 1
        return end

    def statements(self, begin=0, end=None):
        """(begin, end) of the statements in a list of them."""
        end = len(self.tokens) if end is None else end
        found = []
        while begin < end:
            at = max(self.statement(begin, end), begin + 1)
            found.append((begin, at))
            begin = at
        return found

    def lists(self, begin, end):
        """The ranges (begin, end) inside the outermost braces that hold statements, within a range."""
        found, i = [], begin
        while i < end:
            if self.tokens[i] == "{" and i in self.pair:
                close = self.pair[i]
                if any(";" == t for t in self.tokens[i:close]) or close == i + 1:
                    found.append((i + 1, close))
                i = close
            i += 1
        return found

    def level(self, depth):
        """The statements that have `depth` lists around them."""
        groups = [self.statements()]
        for _ in range(depth):
            groups = [self.statements(*inside) for group in groups for s in group for inside in self.lists(*s)]
        return [s for group in groups for s in group]

    def split(self, begin, end, marks=(",",)):
        """Splits a range at marks outside of brackets."""
        parts, start, i = [], begin, begin
        while i < end:
            if self.tokens[i] in marks:
                parts.append((start, i))
                start = i + 1
            i = self.pair[i] + 1 if self.tokens[i] in OPEN and i in self.pair else i + 1
        parts.append((start, end))
        return parts

    def definitions(self):
        """The functions defined here: name -> (begin, index of the name, index of its (, index of its {, end)."""
        found = {}
        for begin, end in self.statements():
            t = self.tokens
            if end - begin < 5 or t[end - 1] != "}" or t[begin].startswith("#"):
                continue
            for i in range(begin, end - 1):
                if t[i] in ("{", "="):
                    break
                if t[i + 1] == "(" and is_name(t[i]) and i + 1 in self.pair:
                    if self.pair.get(end - 1, -1) > self.pair[i + 1]:
                        found[str(t[i])] = (begin, i, i + 1, self.pair[end - 1], end)
                    break
        return found


def tight(a, b):
    """Whether no blank is needed between two tokens."""
    if b in (";", ",", ")", "]", "++", "--") or a in ("(", "[", "!", "~"):
        return True
    if b in ("(", "["):
        return is_name(a) or a in (")", "]", "sizeof", "__attribute__", "_Generic", "typeof", "__typeof__")
    return a in (".", "->") or b in (".", "->")


def write(tokens):
    """Tokens as text: one statement a line."""
    pair, out, line, depth, parens = pairs(tokens), [], [], 0, 0
    blocks = set()
    for i, token in enumerate(tokens):
        if token == "{" and i in pair:
            inside, at = [], i + 1
            while at < pair[i]:
                inside.append(tokens[at])
                at = pair[at] + 1 if tokens[at] in OPEN and at in pair else at + 1
            if ";" in inside or "}" in tokens[i:pair[i]] and any(tokens[k] == ";" for k in range(i, pair[i])):
                blocks.add(i)
            elif any(t.startswith("#") for t in inside):
                blocks.add(i)

    def flush():
        if line:
            text = line[0]
            for a, b in zip(line, line[1:]):
                text += b if tight(a, b) else " " + b
            out.append("    " * depth + text)
            line.clear()

    for i, token in enumerate(tokens):
        if token.startswith("#"):
            flush()
            out.append(str(token))
            continue
        if token == "}" and pair.get(i) in blocks and parens == 0:
            flush()
            depth = max(0, depth - 1)
        line.append(str(token))
        if token in ("(", "["):
            parens += 1
        elif token in (")", "]"):
            parens = max(0, parens - 1)
        elif token == ";" and parens == 0:
            flush()
        elif token == "{" and i in blocks and parens == 0:
            flush()
            depth += 1
        elif token == "}" and parens == 0:
            start = pair.get(i)
            after = tokens[i + 1] if i + 1 < len(tokens) else ""
            plain = start is not None and (start == 0 or tokens[start - 1] in (")", "else", "do", ";", "{", "}", ":"))
            if plain and after not in (";", ",", ")", "}", "while", "else", ".", "[") and (start in blocks or tokens[start - 1] == ")" and start + 1 == i):
                flush()
        if token == ":" and parens == 0 and line and (line[0] in ("case", "default") or len(line) == 2) and "?" not in line:
            flush()
    flush()
    return "\n".join(out) + "\n"


def write_as_read(tokens):
    """Tokens as text with their original space."""
    out = ""
    for token in tokens:
        space = getattr(token, "space", " ")
        space = re.sub(r"/\*.*?\*/|//[^\n]*", " ", space, flags=re.S) if "/" in space else space
        if token.startswith("#") and out and not (out + space).endswith("\n"):
            space += "\n"
        if out and not space and (out[-1].isalnum() or out[-1] == "_") and (token[0].isalnum() or token[0] == "_"):
            space = " "
        if out.rsplit("\n", 1)[-1].startswith("#") and "\n" not in space:
            space = "\n"
        out += space + token
    return re.sub(r"\n[ \t\n]*\n", "\n", out).strip("\n") + "\n"

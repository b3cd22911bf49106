"""reduce_merge.py - the reducer's changes of whole files: merges files and expands macros.

Must not know what the failure is.
"""
import re
import subprocess

import ctokens
import reduce_passes
from ctokens import Source, is_name


def candidates(files):
    """Variants of the program with several sources merged into one, most sources first. File-scope names stay distinct."""
    names = sorted(n for n in files if n.endswith(".c"))
    if len(files) == 1:
        return
    for chosen in [names] + [[a, b] for i, a in enumerate(names) for b in names[i + 1:]] + [[a] for a in names]:
        for renamed in (files, own_names(files, chosen)):
            merged, seen = [], set()
            for name in sorted(chosen, key=lambda n: n == "main.c"):
                include(renamed, name, merged, seen)
            rest = {n: t for n, t in files.items() if n not in chosen}
            if not any(n.endswith(".c") for n in rest):
                rest = {}
            found = {**rest, "main.c" if len(chosen) == len(names) else chosen[0]: merged}
            if found.keys() != files.keys():
                yield found


def include(files, name, merged, seen):
    for token in files[name]:
        match = re.match(r'#\s*include\s*"([^"]+)"', token)
        if not match or match[1] not in files:
            merged.append(token)
        elif match[1] not in seen:
            seen.add(match[1])
            include(files, match[1], merged, seen)


def own_names(files, chosen):
    """The files with a number behind what several of those chosen declare for themselves."""
    declared = {}
    for name in chosen:
        source = Source(files[name])
        for b, e in source.statements():
            mine = any(t in ("static", "typedef", "struct", "union", "enum") for t in source.tokens[b:e][:3])
            for word in reduce_passes.declared(source, b, e) if mine or source.tokens[b].startswith("#") else ():
                declared.setdefault(word, set()).add(name)
    found = dict(files)
    for number, name in enumerate(chosen):
        twice = {word for word, names in declared.items() if len(names) > 1 and name in names}
        if twice and number:
            found[name] = [rename(files[name], i, twice, f"_{number}") for i in range(len(files[name]))]
    return found


def rename(tokens, i, words, tail):
    old = tokens[i]
    if old.startswith("#"):
        new = re.sub(r"\w+", lambda m: m[0] + tail if m[0] in words else m[0], old)
    elif is_name(old) and old in words and not (i and tokens[i - 1] in (".", "->")):
        new = old + tail
    else:
        return old
    token = ctokens.Token(new)
    token.space = old.space
    return token


def expansions(tokens):
    """Variants of a file without macros: all macros expanded, then each one alone."""
    if not any(re.match(r"#\s*(define|if)", t) for t in tokens):
        return
    macros = [m[1] for t in tokens for m in [re.match(r"#\s*define\s+(\w+)", t)] if m]
    for only in [None] + [m for m in macros if len(macros) > 1]:
        yield only


def expanded(tokens, only):
    text = preprocess(ctokens.write_as_read(tokens), only)
    return None if text is None else ctokens.read(text)


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

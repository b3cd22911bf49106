#!/usr/bin/env python3
"""man.py - makes man pages from the pages of docs/reference/ whose first line is "# COMMAND: what it does".

Supports the Markdown that these pages use: headings, paragraphs, bullets, tables, code.
usage: man.py OUTDIR
"""
import glob
import os
import re
import sys

COMMANDS = re.compile(r"^# ((?:bsim|skeletonize|bsimcc)(?: [a-z-]+)?): (.*)")


def inline(text):
    text = text.replace("\\", "\\e")
    text = re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"\*\*([^*]+)\*\*|`([^`]+)`|(?<!\w)\*([^*`]+)\*(?!\w)",
                  lambda m: f"\\fI{m[3]}\\fR" if m[3] else f"\\fB{m[1] or m[2]}\\fR", text)
    return re.sub(r"^([.'])", r"\\&\1", text)


def page(path):
    """(name, roff text), or None if the file is not the page of a command."""
    with open(path) as f:
        lines = f.read().splitlines()
    head = COMMANDS.match(lines[0]) if lines else None
    if not head:
        return None
    name = head[1].replace(" ", "-")
    out = [f'.TH {name.upper()} 1 "" bsim "bsim manual"', ".SH NAME", f"{name} \\- {inline(head[2])}"]
    code = False
    synopsis = not any(line.upper() == "## SYNOPSIS" for line in lines)
    for line, after in zip(lines[1:], lines[2:] + [""]):
        if re.match(r"^\|[\s:|-]+\|$", after):
            continue  # the line under a table's head
        if synopsis and line.startswith("`") and line.rstrip().endswith("`") and not line.startswith("```"):
            out.append(".SH SYNOPSIS\n" + inline(line) + "\n.SH DESCRIPTION")
            synopsis = False
            continue
        if synopsis and line.startswith("```"):
            out.append(".SH SYNOPSIS")
        if line.startswith("```"):
            code = not code
            out.append(".PP\n.nf\n.RS 4" if code else ".RE\n.fi")
            if synopsis and not code:
                out.append(".SH DESCRIPTION")
                synopsis = False
        elif line.startswith("    "):
            out.append(".PP\n.nf\n.RS 4\n" + line.strip().replace("\\", "\\e") + "\n.RE\n.fi")
        elif code:
            out.append(re.sub(r"^([.'])", r"\\&\1", line.replace("\\", "\\e")))
        elif line.startswith("## "):
            out.append(".SH " + inline(line[3:]).upper())
        elif line.startswith("### "):
            out.append(".SS " + inline(line[4:]))
        elif re.match(r"^[-*] ", line):
            out.append(".IP \\(bu 2\n" + inline(line[2:]))
        elif re.match(r"^\|[\s:|-]+\|$", line):
            continue
        elif line.startswith("|"):
            cells = [c.strip() for c in re.split(r"(?<!\\)\|", line.strip().strip("|"))]
            out.append(".TP 24\n" + inline(cells[0]) + "\n" + inline(" \\- ".join(cells[1:])).replace("\\e-", "\\-"))
        elif not line.strip():
            out.append(".PP")
        else:
            out.append(inline(line.strip()))
    return name, "\n".join(out) + "\n"


def main():
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        print("usage: man.py OUTDIR", file=sys.stderr)
        return 2
    os.makedirs(sys.argv[1], exist_ok=True)
    docs = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "docs", "reference")
    for path in sorted(glob.glob(os.path.join(docs, "*.md"))):
        made = page(path)
        if made:
            with open(os.path.join(sys.argv[1], made[0] + ".1"), "w") as f:
                f.write(made[1])
    return 0


if __name__ == "__main__":
    sys.exit(main())

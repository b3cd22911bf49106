"""combos.py - combinations, and the programs that they are packed into.

A combination is a function of a generated program. It changes some state in one of many ways, and its communication then
depends on this state. The texts of the axes (effects.py, memory.py, control.py, texts.py) are C. In them, `@` stands for the
combination's number in its program, so that names are unique, and `$x` for text from another axis.

Each combination also has a mutant: without its effect, or with another value. The mutant must communicate differently;
otherwise the combination would test nothing. If the code must not matter (`same`), the mutant must communicate equally.
"""
import os
import re
import shutil
import zlib

HEADERS = (("alloca.h", r"\balloca\("), ("assert.h", r"\bassert\("), ("complex.h", r"\b(_Complex|creal|cimag)\b"),
           ("ctype.h", r"\bis(digit|alpha|space)\("), ("errno.h", r"\berrno\b"), ("limits.h", r"\bINT_MAX\b"),
           ("setjmp.h", r"\b(sig)?jmp_buf\b"), ("signal.h", r"\bsignal\(|\braise\(|sig_atomic_t|sigaction"),
           ("stdarg.h", r"\bva_list\b"), ("stdbool.h", r"\bbool\b"),
           ("stddef.h", r"\boffsetof\b|\bptrdiff_t\b|\bsize_t\b|\bNULL\b|_(INIT|INITIALIZER)\("), ("stdint.h", r"\bu?int(ptr|8|16|32|64)_t\b"),
           ("stdio.h", r"printf\(|scanf\(|\bFILE\b|\bput[sc]|\bf?getc\("),
           ("stdlib.h", r"\b(m|c|re)alloc\(|\bexit\(|\babort\(|\bqsort\(|\bbsearch\(|\bstrto|\bato[if]\(|\brand\(|"
            r"\bfree\(|posix_memalign|aligned_alloc|\batexit\(|\babs\("),
           ("string.h", r"\bmem(cpy|move|set|cmp)\(|\bstr(len|cpy|cat|cmp|tok|dup|chr)\("),
           ("strings.h", r"\bstrcasecmp\("), ("sys/queue.h", r"\b(TAILQ|SLIST|LIST|STAILQ)_"),
           ("mpi.h", r"MPI_"))
FIRST_TAG = 1000  # first tag of the messages to MPI_PROC_NULL that announce the next combination


def fill(text, **values):
    """Replaces each $name by its value, which may contain other names."""
    while True:
        done = re.sub(r"\$([a-zA-Z]\w*)", lambda m: str(values.get(m[1], m[0])), text)
        if done == text:
            return text
        text = done


def pick(name, options):
    """One of the options, chosen by a hash of the name."""
    return options[zlib.crc32(name.encode()) % len(options)]


class Text:
    """The parts of a combination: text at file scope, the body of its function, text of another file."""

    def __init__(self, name, mutated):
        self.name, self.mutated = name, mutated
        self.top, self.body, self.other = [], [], []
        self.files = {}  # name -> text of further files; a .c among them is compiled

    def unless(self, normal, mutant):
        return mutant if self.mutated else normal


class Combo:
    """write(text) fills a Text; flags: compiler flags; same: the mutant must communicate like the original; apart: a key,
    only combinations with equal keys share a program."""

    def __init__(self, name, write, flags=(), same=False, apart=""):
        self.name, self.write, self.flags, self.same, self.apart = name, write, tuple(flags), same, apart

    def text(self, number, mutated=False):
        text = Text(self.name, mutated)
        self.write(text)
        top, body, other = ("\n".join(filter(None, p)).replace("@", str(number)) for p in (text.top, text.body, text.other))
        files = {k.replace("@", str(number)): v.replace("@", str(number)) for k, v in text.files.items()}
        return top, body, other, files


def ends():
    """Kinds of communication that depends on an int expression $s from 0 to 63: name -> text. Those in `odd` depend only on
    whether $s is odd."""
    peers = "(rank + 1) % size, $tag, buf + 256, 64, MPI_INT, (rank + size - 1) % size, $tag, MPI_COMM_WORLD"
    return {
        "count": "MPI_Bcast(buf, $s, MPI_INT, 0, MPI_COMM_WORLD);",
        "turns": "for (int i = 0; i < $s; i++)\n    MPI_Bcast(buf, i % 5 + 1, MPI_CHAR, 0, MPI_COMM_WORLD);",
        "tag": "MPI_Sendrecv(buf, 1, MPI_INT, " + peers.replace("$tag", "$s") + ", MPI_STATUS_IGNORE);",
        "size": "MPI_Sendrecv(buf, $s, MPI_INT, " + peers.replace("$tag", "2") + ", MPI_STATUS_IGNORE);",
        "probe": "MPI_Request r;\nMPI_Status st;\nint n;\nMPI_Isend(buf, $s, MPI_INT, rank, 3, MPI_COMM_WORLD, &r);\n"
                 "MPI_Probe(rank, 3, MPI_COMM_WORLD, &st);\nMPI_Get_count(&st, MPI_INT, &n);\n"
                 "MPI_Recv(buf + 256, n, MPI_INT, rank, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n"
                 "MPI_Wait(&r, MPI_STATUS_IGNORE);",
        "gather": "char all[256];\nMPI_Gather(buf, $s, MPI_CHAR, all, $s, MPI_CHAR, size - 1, MPI_COMM_WORLD);",
        "exchange": "int n = $s;\nMPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);\n"
                    "MPI_Allreduce(buf, buf + 256, n, MPI_CHAR, MPI_MAX, MPI_COMM_WORLD);",
        "odd-root": "MPI_Bcast(buf, 2, MPI_INT, $s % 2 * (size - 1), MPI_COMM_WORLD);\nif ($s % 2)\n"
                    "    MPI_Barrier(MPI_COMM_WORLD);",
        "odd-type": "MPI_Bcast(buf, 3, $s % 2 ? MPI_INT : MPI_CHAR, 0, MPI_COMM_WORLD);",
        "odd-made": "if ($s % 2)\n    MPI_Barrier(MPI_COMM_WORLD);",
        "odd-comm": "MPI_Comm c;\nMPI_Comm_split(MPI_COMM_WORLD, $s % 2 ? 0 : rank, rank, &c);\n"
                    "MPI_Bcast(buf, 7, MPI_CHAR, 0, $s % 2 ? MPI_COMM_WORLD : c);\nMPI_Comm_free(&c);",
        "odd-peer": "int far = $s % 2 ? rank : (rank + 1) % size, from = $s % 2 ? rank : (rank + size - 1) % size;\n"
                    "MPI_Sendrecv(buf, $s % 2 + 1, MPI_INT, far, 4, buf + 256, 9, MPI_INT, from, 4, MPI_COMM_WORLD,\n"
                    "             MPI_STATUS_IGNORE);",
    }


ENDS = ends()
PRECISE = [name for name in sorted(ENDS) if not name.startswith("odd-")]


def end(name, state, only=None):
    """Communication that depends on the int expression `state`. Its kind follows from the combination's name."""
    text = ENDS[pick(name + " end", only or sorted(ENDS))]
    buf = "char buf[512] = {0};\n" if "buf" in text else ""
    return "{\n" + indent(f"int by = ({state}) & 63;\n{buf}" + fill(text, s="by")) + "\n}"


def indent(text):
    """Indents text by four columns, except for directives and continuation lines."""
    lines = text.split("\n")
    fixed = [not line or line.startswith("#") or i > 0 and lines[i - 1].endswith("\\") for i, line in enumerate(lines)]
    return "\n".join(line if stays else "    " + line for line, stays in zip(lines, fixed))


MAIN = """int main(int argc, char **argv)
{
    int rank, size, t = argc + 4;

    MPI_Init(&argc, &argv);$first
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
$calls
    $last
}
"""


PLAIN = {"first": "", "last": "MPI_Finalize();\n    return 0;"}
LEAVE = "static void leave(void)\n{\n    MPI_Finalize();\n}\n\n"
EXITS = {"first": "\n    atexit(leave);", "last": "exit(0);"}


def program(combos, mutated=False, numbers=None):
    """The files of a program of these combinations: name -> text. A single combination keeps its number in its pack."""
    files, tops, others, calls = {}, [], [], []
    for place, combo in enumerate(combos):
        number = numbers[place] if numbers else place
        top, body, other, more = combo.text(number, mutated)
        tops.append(f"/* {combo.name} */\n{top}\nstatic void combo{number}(int rank, int size, int t)\n{{\n"
                    f"{indent(body)}\n}}\n")
        if other:
            others.append(other)
        files.update(more)
        if len(combos) > 1:
            calls.append(f"    MPI_Send(&rank, 0, MPI_INT, MPI_PROC_NULL, {FIRST_TAG + number}, MPI_COMM_WORLD);")
        calls.append(f"    combo{number}(rank, size, t);")
    exits = any("atexit(" in top for top in tops)  # then MPI_Finalize must come after the functions at exit
    main = (LEAVE if exits else "") + fill(MAIN, calls="\n".join(calls), **(EXITS if exits else PLAIN))
    files["main.c"] = includes("\n".join(tops)) + "\n".join(tops) + "\n" + main
    if others:
        text = "\n\n".join(others) + "\n"
        files["other.c"] = includes(text) + text
    return files


def includes(text):
    named = [h for h, words in HEADERS if re.search(words, text) and f"#include <{h}>" not in text]
    return "".join(f"#include <{h}>\n" for h in sorted(set(named) | {"mpi.h"})) + "\n"


def write(files, folder):
    """Writes a program; returns the paths of its sources."""
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    for name, text in files.items():
        with open(os.path.join(folder, name), "w", newline="", encoding="utf-8") as f:
            f.write(text)
    return sorted(os.path.join(folder, name) for name in files if name.endswith(".c"))

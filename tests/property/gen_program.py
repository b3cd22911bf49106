#!/usr/bin/env python3
"""Writes a random, correct, deterministic MPI C program of 1 to 8 files: gen_program.py SEED OUT, or --constructs.

Values have two classes. A *uniform* integer is equal on all ranks and may decide control flow around communication. A *local*
one may differ between ranks and decides only message sizes. Integers are in locals, globals, file statics, struct fields and
heap arrays. They move through pointers, out-parameters, function pointers, messages and struct copies. Between them is
floating-point work; communication depends on a part of it. Constructs (constructs.py) are inserted, with their libraries.
"""
import collections
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import constructs  # noqa: E402
import constructs_library  # noqa: E402
from gen_code import WRAP  # noqa: E402
from gen_messages import Messages  # noqa: E402

FLAGS = ["-O1", "-Wno-implicit-function-declaration"]  # of the generated programs
CONSTRUCTS = constructs.table()


class Gen(Messages):
    """A program: its functions, with constructs of the table between their steps."""

    def __init__(self, seed, names=None):
        super().__init__(seed, names or sorted(CONSTRUCTS))

    # ---- constructs ----------------------------------------------------------
    def construct(self, f):
        """A construct of the table, in the caller or in a function of its own, and perhaps communication by its result."""
        r = self.r
        name = r.choice(self.names)
        if name in self.used:
            name = r.choice(self.names)
        self.used.append(name)
        one, number = CONSTRUCTS[name], self.fresh("")
        uniform = {constructs.ANY: r.random() < 0.6, constructs.UNIFORM: True, constructs.LOCAL: False}[one.kind]
        where = r.choice(["inline", "inline", "function", "elsewhere"])
        if one.inline is not None:
            where = "inline" if one.inline else "function"
        to, k = self.place(uniform, f), r.randint(1, 9)
        values = {"n": str(k), "w": r.choice(["c->in.w *= 0.5;", "smooth(c->data, c->n, 1);", "c->data[3] += c->in.w;", ";"]),
                  "comm": r.choice(["MPI_COMM_WORLD", "c->comm"]), "right": "((c->rank + 1) % c->size)",
                  "left": "((c->rank + c->size - 1) % c->size)"}
        x, y = (f"WRAP({self.expr(uniform, f, 1)})" for _ in "xy")
        for lib in one.libs:
            self.libs.add(lib)
        if one.head:
            self.heads.append(fill(one.head, number, values))
        if one.other:
            self.files[r.randrange(self.nfiles)].append(fill(one.other, number, values) + "\n")
        for path, text in one.files.items():
            self.extra[path.replace("@", number)] = fill(text, number, values)
        g = r.randrange(self.nfiles) if where == "elsewhere" else f
        if one.top:
            self.files[g].append(fill(one.top, number, values) + "\n")
        if where == "inline":
            values.update(x=x, y=y, to=to)
            lines = ["{"] + deeper(fill(one.body, number, values)) + ["}"]
        else:
            values.update(x="x", y="y", to="(*to)")
            head = f"void step{number}(struct ctx *c, int x, int y, int *to)"
            if where == "elsewhere":
                self.protos.append(head + ";")
            self.files[g].append("\n".join([("static " if where == "function" else "") + head, "{", "    (void)c, (void)x, (void)y;"] +
                                           deeper(fill(one.body, number, values)) + ["}", ""]))
            lines = [f"step{number}(c, {x}, {y}, &{to});"]
        return lines + (self.spend(uniform, to) if r.random() < 0.6 else [])

    # ---- functions ---------------------------------------------------------
    def body(self, f, steps, depth=0):
        r = self.r
        lines = []
        for _ in range(steps):
            x = r.random()
            if r.random() < self.density:
                lines += self.construct(f)
                continue
            if x < 0.30:
                part = self.comm(f)
            elif x < 0.60:
                part = self.assign(r.random() < 0.5, f)
            elif x < 0.85 or depth >= 2:
                part = self.dead(f)
            elif x < 0.93:
                inner = self.body(f, r.randint(1, 3), depth + 1)
                part = [f"if ({self.expr(True, f)} % {r.randint(2, 4)} != 0) {{"] + ["    " + s for s in inner] + ["}"]
            else:
                i = self.fresh("i")
                inner = self.body(f, r.randint(1, 3), depth + 1)
                part = [f"for (int {i} = 0; {i} < {self.expr(True, f, 1)} % 4; {i}++) {{"] + ["    " + s for s in inner]
                if r.random() < 0.3:
                    part.append(f"    if ({self.place(True, f)} == {r.randint(0, 50)})")
                    part.append(f"        {r.choice(['break', 'continue'])};")
                part.append("}")
            if any(s.lstrip().startswith(("int ", "double ", "static ", "MPI_Request ", "struct ", "MPI_Comm ", "MPI_Datatype ",
                                          "MPI_Status ")) for s in part):
                part = ["{"] + ["    " + s for s in part] + ["}"]
            if r.random() < 0.15:
                part = [f"/* step {self.fresh('')} */"] + part
            lines += part
        return lines

    def program(self):
        r = self.r
        for f in range(self.nfiles):
            for _ in range(r.randint(0, 2)):
                k = r.choice("ul")
                self.statics[f].append((k, self.fresh(f"s_{k}")))
            for _ in range(r.randint(0, 2)):
                k = r.choice("ul")
                self.arrays[f].append((k, self.fresh(f"a_{k}"), r.randint(2, 4)))
        phases = []
        for _ in range(r.randint(3, 7)):
            f = r.randrange(self.nfiles)
            name = self.fresh("phase")
            phases.append(name)
            self.protos.append(f"void {name}(struct ctx *c);")
            calls = ["    " + s for s in self.body(f, r.randint(2, 6))]
            if len(phases) > 1 and r.random() < 0.3:
                self.features.add("nested call")
                calls.append(f"    {r.choice(phases[:-1])}(c);")
            self.files[f].append("\n".join([f"void {name}(struct ctx *c)", "{"] + calls + ["}", ""]))
        main = []
        for name in phases:
            x = r.random()
            if x < 0.3:
                self.features.add("function pointer")
                main.append(f"    table[{phases.index(name)}](c);")
            else:
                main.append(f"    {name}(c);")
        return phases, main


HEADER = """/* Generated; see gen_program.py. */
#ifndef PROG_H
#define PROG_H
#include <alloca.h>
#include <assert.h>
#include <complex.h>
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <mpi.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>
#include <unistd.h>

#define CAP 1024
#define WRAP(x) ((((x) % 1009) + 1009) % 1009)
#define MAXI(a, b) ((a) > (b) ? (a) : (b))

struct inner {
    int u0, u1, l0, l1;
    double w;
};

struct ctx {
    int rank, size;
    int u[4], l[4];
    int *uheap, *lheap;
    int *uptr, *lptr;
    struct inner in;
    struct ctx *next;
    MPI_Comm comm;
    int n;
    double *data, *sbuf, *rbuf;
    int *ranks;
};

extern int g_u0, g_u1, g_l0, g_l1;

int helper_0(int a, int b);
int helper_1(int a, int b);
static inline int helper_2(int a, int b)
{
    int steps = 0;
    a = WRAP(a);
    b = WRAP(b);
    while (a > b && steps < 10) {
        a -= b + 1;
        steps++;
    }
    return a + steps;
}
void store(int *to, int value);
void smooth(double *x, int n, int times);
#define MOVES(type)                                                                                                    \\
    void fill_##type(type *x, int n, int value);                                                                       \\
    void copy_##type(const type *from, type *to, int n);                                                               \\
    void store_##type(type *to, int value);                                                                            \\
    void move_##type(type *from, type *into, int n, int to, int source, int tag, MPI_Comm comm);
MOVES(double)
MOVES(int)
struct ctx *ctx_new(int n, struct ctx *next);
void ctx_free(struct ctx *c);
@LIBRARIES@@PROTOS@
#endif
"""

COMMON = """#include "prog.h"

int g_u0 = 3, g_u1 = 5, g_l0, g_l1 = 9;

int helper_0(int a, int b)
{
    return WRAP(a) * 2 + WRAP(b);
}

int helper_1(int a, int b)
{
    static const int weight[4] = {1, 7, 3, 5};
    return weight[WRAP(a) % 4] * WRAP(b);
}

void store(int *to, int value)
{
    *to = value;
}

void smooth(double *x, int n, int times)
{
    for (int t = 0; t < times; t++)
        for (int i = 1; i < n; i++)
            x[i] = 0.5 * (x[i] + x[i - 1]);
}

@MOVERS@
static void *get(size_t bytes)
{
    void *p = calloc(1, bytes);
    if (!p) {
        fprintf(stderr, "out of memory\\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return p;
}

struct ctx *ctx_new(int n, struct ctx *next)
{
    struct ctx *c = get(sizeof *c);

    MPI_Comm_rank(MPI_COMM_WORLD, &c->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &c->size);
    MPI_Comm_dup(MPI_COMM_WORLD, &c->comm);
    c->n = n;
    c->data = get(n * sizeof *c->data);
    c->sbuf = get(4 * CAP * sizeof *c->sbuf);
    c->rbuf = get(4 * CAP * sizeof *c->rbuf);
    c->ranks = get(c->size * sizeof *c->ranks);
    c->uheap = get(4 * sizeof(int));
    c->lheap = get(4 * sizeof(int));
    for (int i = 0; i < 4; i++) {
        c->u[i] = i + 1;
        c->l[i] = c->rank + i;
        c->uheap[i] = 2 * i;
        c->lheap[i] = c->rank * 3 + i;
    }
    c->uptr = &c->u[1];
    c->lptr = &c->lheap[2];
    c->next = next ? next : c;
    return c;
}

void ctx_free(struct ctx *c)
{
    MPI_Comm_free(&c->comm);
    free(c->data);
    free(c->sbuf);
    free(c->rbuf);
    free(c->ranks);
    free(c->uheap);
    free(c->lheap);
    free(c);
}
"""


MOVER = """void fill_@T@(@T@ *x, int n, int value)
{
    x[0] = value;
    x[1] = value / 2;
    for (int i = 2; i < n; i++)
        x[i] = WRAP(i * value);
}

void copy_@T@(const @T@ *from, @T@ *to, int n)
{
    for (int i = 0; i < n; i++)
        to[i] = from[i];
}

void store_@T@(@T@ *to, int value)
{
    *to = value;
}

void move_@T@(@T@ *from, @T@ *into, int n, int to, int source, int tag, MPI_Comm comm)
{
    MPI_Sendrecv(from, n, @MPI@, to, tag, into, n, @MPI@, source, tag, comm, MPI_STATUS_IGNORE);
}

"""
COMMON = COMMON.replace("@MOVERS@\n", "".join(MOVER.replace("@T@", t).replace("@MPI@", m)
                                             for t, m in (("double", "MPI_DOUBLE"), ("int", "MPI_INT"))))


def fill(text, number, values):
    """A construct's text: @ and $name are put in."""
    return re.sub(r"\$([a-z]+)", lambda m: values.get(m[1], m[0]), text.replace("@", number))


def deeper(text):
    return [line if line.startswith("#") or not line else "    " + line for line in text.split("\n")]


ENDS = {  # how a program ends: text ahead of main, behind MPI_Init, at the end
    "plain": ("", "", "    MPI_Finalize();\n    return 0;\n"),
    "exit": ("", "", "    MPI_Finalize();\n    exit(0);\n"),
    "MPI_Finalize at exit": ("static void leave(void)\n{\n    MPI_Finalize();\n}\n\n", "    atexit(leave);\n", "    return 0;\n"),
    "communication at exit": ("static int last;\nstatic void leave(void)\n{\n    MPI_Finalize();\n}\nstatic void tell(void)\n{\n"
                              "    char text[16] = \"\";\n    MPI_Bcast(text, last % 16, MPI_CHAR, 0, MPI_COMM_WORLD);\n}\n\n",
                              "    atexit(leave);\n    atexit(tell);\n", "    last = final;\n    exit(0);\n"),
}


def units(g, phases, calls):
    """(name, text) of the program's parts, each of which could be a file."""
    parts = [("common", COMMON.split("\n", 2)[2])]
    for lib in sorted(g.libs):
        parts.append((lib, constructs_library.LIBRARIES[lib][1]))
    for f, functions in enumerate(g.files):
        text = ""
        for k, name in g.statics[f]:
            text += f"static int {name} = {3 if k == 'u' else 4};\n"
        for k, name, size in g.arrays[f]:
            text += (f"static int {name}[{size}] = {{{', '.join(str(i + 1) for i in range(size))}}};\n\n"
                     f"static void put_{name}(const int *from)\n{{\n    for (int i = 0; i < {size}; i++)\n"
                     f"        {name}[i] = from[i];\n}}\n\n")
        if g.arrays[f]:
            text += (f"void put{f}(const int *from);\nvoid put{f}(const int *from)\n{{\n" +
                     "".join(f"    put_{name}(from);\n" for _, name, _ in g.arrays[f]) + "}\n")
        if g.statics[f]:  # all used, so that -Wall stays silent
            text += f"int use{f}(void)\n{{\n    return {' + '.join(n for _, n in g.statics[f])};\n}}\n"
        parts.append((f"part{f}", text + "\n" + "\n".join(functions)))
    end = g.r.choice(["plain"] * 5 + sorted(ENDS))
    g.features.add("end: " + end)
    ahead, begin, last = ENDS[end]
    text = "static void (*const table[])(struct ctx *) = {" + ", ".join(phases) + "};\n\n" + ahead
    text += ("int main(int argc, char **argv)\n{\n    int n = argc > 1 ? atoi(argv[1]) : 50;\n"
             "    struct ctx *other, *c;\n" + ("    int final;\n" if "final" in last else "") + "\n    MPI_Init(&argc, &argv);\n" + begin +
             "    other = ctx_new(10, NULL);\n    c = ctx_new(n, other);\n")
    text += "\n".join(calls) + "\n    (void)table;\n"
    if not any("MPI_" in f or "move_" in f for functions in g.files for f in functions):
        # No phase communicates: without this there would be nothing to compare.
        text += "    for (int i = 0; i <= WRAP(c->u[1]) % 3; i++)\n        MPI_Barrier(c->comm);\n"
    text += ('    printf("done %d %g\\n", c->rank, c->in.w);\n' + ("    final = WRAP(c->u[1]);\n" if "final" in last else "") +
             "    ctx_free(c);\n    ctx_free(other);\n" + last + "}\n")
    return parts + [("main", text)]


def write(seed, out, names=None):
    """Writes the program of a seed (of these constructs alone, if names are given); returns what it uses."""
    g = Gen(seed, names)
    phases, calls = g.program()
    parts = units(g, phases, calls)
    count = min(len(parts), g.r.choice([1, 2, 3, 4, 4, 5, 5, 6, 7, 8, 8, 8]))
    groups = [[] for _ in range(count)]
    for i, part in enumerate(parts):  # main stands in the last one
        groups[count - 1 if i == len(parts) - 1 else i % count].append(part)
    os.makedirs(out, exist_ok=True)
    libraries = "".join(f'#include "{lib}.h"\n' for lib in sorted(g.libs))
    texts = dict(g.extra)
    for lib in g.libs:
        texts[lib + ".h"] = f"#ifndef {lib.upper()}_H\n#define {lib.upper()}_H\n{constructs_library.LIBRARIES[lib][0]}#endif\n"
    texts["prog.h"] = HEADER.replace("@LIBRARIES@", libraries).replace("@PROTOS@", "\n".join(g.heads + g.protos))
    for group in groups:
        texts[group[-1][0] + ".c"] = '#include "prog.h"\n\n' + "\n".join(text for _, text in group)
    for name, text in texts.items():
        with open(os.path.join(out, name), "w", encoding="utf-8") as h:
            h.write(text)
    return sorted(g.features) + [f"{count} files"] + sorted(set(g.used))


def counts(seeds):
    """Counts the uses of each construct in the programs of some seeds."""
    found = collections.Counter({name: 0 for name in CONSTRUCTS})
    for seed in seeds:
        g = Gen(seed)
        g.program()
        found.update(g.used)
    return found


if __name__ == "__main__":
    if sys.argv[1:] == ["--constructs"]:
        for construct, uses in sorted(counts(range(1, 201)).items()):
            print(f"{uses:5} {construct}")
        print(f"{len(CONSTRUCTS)} constructs; uses by the programs of seeds 1 .. 200")
    elif len(sys.argv) != 3:
        sys.exit("usage: gen_program.py SEED OUT | gen_program.py --constructs")
    else:
        print(f"seed {sys.argv[1]}:", ", ".join(write(int(sys.argv[1]), sys.argv[2])))

#!/usr/bin/env python3
"""Writes a small MPI program whose computation counts its own work: gen_parameters.py SEED [--form NAME] prints it.

Sizes stand in many forms (FORMS): each has a way to be set in each round, a way into a kernel, and an expression that reads
it there. A kernel is a nest of loops (gen_shapes.py) over one to three of them. In each round of an outer loop sizes are drawn anew
from the round, the rank and an argument, so that equal and different sizes come together in many ways. `@` in a text is the
number of the form, DRAW a small number from 0 on, TYPE an integer type.
"""
import os
import random
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import gen_shapes  # noqa: E402

TYPES = ["int", "long", "short", "signed char", "unsigned char", "unsigned", "size_t", "long long", "uint16_t", "int64_t"]
ROUNDS = 8


class Form:
    """A way to give a size. top: declarations of the file; local: those of main; each: statements of each round; param, arg: a
    parameter of the kernel; expr: reads the size in the kernel; write: expr can be assigned to."""

    def __init__(self, expr, each="", top="", local="", param="", arg="", write=True):
        self.expr, self.each, self.top, self.local, self.param, self.arg, self.write = expr, each, top, local, param, arg, write


FORMS = {
    # Scalars.
    "scalar": Form("n@", "n@ = DRAW;", local="TYPE n@ = 2;", param="TYPE n@", arg="n@"),
    "scalar behind pointer": Form("(*n@)", "n@ = DRAW;", local="TYPE n@ = 2;", param="TYPE *n@", arg="&n@"),
    "double": Form("x@", "x@ = 0.5 * DRAW;", local="double x@ = 2;", param="double x@", arg="x@"),
    "double made integer": Form("(int)(x@ * 2)", "x@ = 0.5 * DRAW;", local="double x@ = 2;", param="double x@", arg="x@", write=False),
    "float quotient": Form("(int)(x@ / 0.25f)", "x@ = 0.25f * DRAW;", local="float x@ = 2;", param="float x@", arg="x@", write=False),
    "global": Form("g@", "g@ = DRAW;", top="TYPE g@ = 2;"),
    "static": Form("g@", "g@ = DRAW;", top="static TYPE g@ = 2;"),
    "function static": Form("n@", "kept@(DRAW);", top="static int *kept@(int set) { static int n = 2; if (set >= 0) n = set; return &n; }",
                            param="int n@", arg="*kept@(-1)"),
    "enum": Form("e@", "e@ = DRAW % 3 == 0 ? ONE@ : DRAW % 3 == 1 ? TWO@ : SIX@;", top="enum e@ { ONE@ = 1, TWO@, SIX@ = 6 };",
                 local="enum e@ e@ = ONE@;", param="enum e@ e@", arg="e@"),
    "macro": Form("SIZE@", "g@ = DRAW;", top="static int g@ = 2;\n#define SIZE@ (g@ + 1)", write=False),
    # Structures.
    "field": Form("s@->n", "s@.n = DRAW;", "struct s@ { char c; TYPE n; };", "struct s@ s@ = {0, 2};", "struct s@ *s@", "&s@"),
    "field of const": Form("s@->n", "s@.n = DRAW;", "struct s@ { char c; TYPE n; };", "struct s@ s@ = {0, 2};", "const struct s@ *s@", "&s@",
                           write=False),
    "nested field": Form("s@->in.n", "s@.in.n = DRAW;", "struct s@ { double d; struct { int pad; TYPE n; } in; };",
                         "struct s@ s@ = {0};", "struct s@ *s@", "&s@"),
    "by value": Form("s@.n", "s@.n = DRAW;", "struct s@ { int a[3]; TYPE n; };", "struct s@ s@ = {0};", "struct s@ s@", "s@"),
    "bit field": Form("s@->n", "s@.n = DRAW;", "struct s@ { unsigned a : 3, n : 5, b : 2; };", "struct s@ s@ = {1, 2, 3};", "struct s@ *s@", "&s@"),
    "global structure": Form("s@.b.n", "s@.b.n = DRAW;", "static struct { struct { int a; TYPE n; } b; int z; } s@;"),
    "field behind field": Form("s@->to->n", "in@.n = DRAW;", "struct in@ { int z, n; };\nstruct s@ { int z; struct in@ *to; };",
                               "struct in@ in@ = {0, 2};\nstruct s@ s@ = {0, &in@};", "struct s@ *s@", "&s@"),
    "copied structure": Form("s@.n", "t@.n = DRAW;", "struct s@ { int z, n; };", "struct s@ t@ = {0, 2};", "struct s@ *t@", "&t@", write=False),
    "union": Form("u@->n", "u@.n = DRAW;", "union u@ { int n; unsigned char c[4]; };", "union u@ u@ = {2};", "union u@ *u@", "&u@"),
    "structure from heap": Form("s@->n", "s@->n = DRAW;", "struct s@ { double d; int n; };", "struct s@ *s@ = calloc(1, sizeof *s@);", "struct s@ *s@", "s@"),
    # Arrays.
    "element": Form("a@[2]", "a@[2] = DRAW;", local="TYPE a@[4] = {1, 1, 1, 1};", param="TYPE *a@", arg="a@"),
    "element with index": Form("a@[i@]", "i@ = (r + 1) % 3;\na@[i@] = DRAW;", local="int a@[3] = {1, 2, 3}, i@ = 0;", param="int *a@, int i@", arg="a@, i@"),
    "elements of rounds": Form("a@[i@]", "a@[DRAW % 3] = DRAW;\ni@ = r % 3;", local="int a@[3] = {1, 2, 3}, i@ = 0;", param="int *a@, int i@", arg="a@, i@"),
    "element in structure": Form("s@->e[s@->d]", "s@.d = r % 3;\ns@.e[(r + 1) % 3] = DRAW;", "struct s@ { int d, e[3]; };", "struct s@ s@ = {0, {1, 2, 3}};",
                                 "struct s@ *s@", "&s@"),
    "array of structures": Form("s@[i@].n", "i@ = r % 3;\ns@[(r + DRAW) % 3].n = DRAW;", "struct s@ { int z, n; };", "struct s@ s@[3] = {{0, 1}, {0, 2}, {0, 3}};\nint i@ = 0;",
                                "struct s@ *s@, int i@", "s@, i@"),
    "pointer into structures": Form("s@->n", "i@ = r % 3;\ns@[(r + DRAW) % 3].n = DRAW;", "struct s@ { int z, n; };", "struct s@ s@[3] = {{0, 1}, {0, 2}, {0, 3}};\nint i@ = 0;",
                                    "struct s@ *s@", "&s@[i@]"),
    "table": Form("t@[i@][j@]", "i@ = r % 2, j@ = DRAW % 3;\nt@[r % 2][DRAW % 3] = DRAW;", local="int t@[2][3] = {{1, 2, 3}, {4, 5, 6}}, i@ = 0, j@ = 0;",
                  param="int (*t@)[3], int i@, int j@", arg="t@, i@, j@"),
    "table of three": Form("t@[i@][1][j@]", "i@ = r % 2, j@ = DRAW % 2;\nt@[r % 2][1][DRAW % 2] = DRAW;", top="static int t@[2][2][2] = {{{1, 2}, {3, 4}}, {{5, 6}, {2, 3}}};",
                           local="int i@ = 0, j@ = 0;", param="int i@, int j@", arg="i@, j@"),
    "constant table": Form("t@[i@]", "i@ = DRAW % 4;", top="static const TYPE t@[4] = {1, 4, 2, 6};", local="int i@ = 0;", param="int i@", arg="i@", write=False),
    "through a table": Form("a@[x@[i@]]", "i@ = r % 3;\nx@[r % 3] = DRAW % 3;\na@[DRAW % 3] = DRAW;", local="int a@[3] = {1, 2, 3}, x@[3] = {2, 1, 0}, i@ = 0;",
                            param="int *a@, int *x@, int i@", arg="a@, x@, i@"),
    "pointers of array": Form("(*p@[i@])", "i@ = r % 2;\na@[DRAW % 3] = DRAW;\np@[r % 2] = &a@[DRAW % 3];", local="int a@[3] = {1, 2, 3}, i@ = 0;\nint *p@[2] = {a@, a@ + 1};",
                              param="int **p@, int i@", arg="p@, i@"),
    "row of pointers": Form("p@[1][2]", "p@[1][2] = DRAW;", local="int *p@[2] = {calloc(3, sizeof(int)), calloc(3, sizeof(int))};", param="int **p@", arg="p@"),
    "typedef'd array": Form("v@[1]", "v@[1] = DRAW;", top="typedef int triple@[3];", local="triple@ v@ = {1, 2, 3};", param="triple@ v@", arg="v@"),
    "array from heap": Form("a@[i@]", "i@ = r % 4;\na@[(r + DRAW) % 4] = DRAW;", local="int i@ = 0;\nTYPE *a@ = calloc(4, sizeof *a@);", param="TYPE *a@, int i@", arg="a@, i@"),
    "pointer and offset": Form("(*p@)", "a@[2] = DRAW, a@[1] = DRAW;", local="int a@[4] = {1, 2, 3, 4};", param="int *p@", arg="a@ + 1 + r % 2"),
    "end and begin": Form("(e@ - b@)", "e@ = a@ + DRAW;", local="int a@[12] = {1};\nint *e@ = a@ + 2;", param="int *b@, int *e@", arg="a@, e@", write=False),
    "difference": Form("(b@[1][d@] - b@[0][d@])", "d@ = r % 2;\nb@[0][r % 2] = DRAW;\nb@[1][r % 2] = b@[0][r % 2] + DRAW;", local="int b@[2][2] = {{0, 1}, {3, 4}}, d@ = 0;",
                       param="int (*b@)[2], int d@", arg="b@, d@", write=False),
    "prefix sums": Form("(o@[i@ + 1] - o@[i@])", "i@ = r % 3;\nfor (int i = 0; i < 3; i++)\n    o@[i + 1] = o@[i] + (DRAW + i) % 5;", local="int o@[4] = {0}, i@ = 0;", param="int *o@, int i@",
                        arg="o@, i@", write=False),
    # Expressions.
    "product": Form("(n@ * m@)", "n@ = DRAW % 3, m@ = DRAW % 3;", local="int n@ = 1, m@ = 2;", param="int n@, TYPE m@", arg="n@, m@", write=False),
    "smaller": Form("(n@ < m@ ? n@ : m@)", "n@ = DRAW, m@ = DRAW;", local="int n@ = 1, m@ = 2;", param="int n@, int m@", arg="n@, m@", write=False),
    "larger": Form("MAX@(n@, m@)", "n@ = DRAW, m@ = DRAW;", "#define MAX@(a, b) ((a) > (b) ? (a) : (b))", "int n@ = 1, m@ = 2;", "int n@, int m@", "n@, m@", write=False),
    "remainder": Form("(n@ % 3 + 1)", "n@ = DRAW;", local="int n@ = 1;", param="int n@", arg="n@", write=False),
    "quotient": Form("((n@ + m@ - 1) / m@)", "n@ = 4 * DRAW, m@ = 1 + DRAW % 3;", local="int n@ = 1, m@ = 1;", param="int n@, int m@", arg="n@, m@", write=False),
    "shift": Form("(n@ >> 1)", "n@ = 2 * DRAW;", local="unsigned n@ = 2;", param="unsigned n@", arg="n@", write=False),
    "power of two": Form("(1 << n@)", "n@ = DRAW % 4;", local="int n@ = 2;", param="int n@", arg="n@", write=False),
    "power of quotient": Form("(1 << (n@ + m@) / 3)", "n@ = DRAW, m@ = DRAW;", local="int n@ = 2, m@ = 1;", param="int n@, int m@", arg="n@, m@", write=False),
    "rest of quotient": Form("((n@ + m@) / 2 % 3 + 1)", "n@ = DRAW, m@ = DRAW;", local="int n@ = 2, m@ = 1;", param="TYPE n@, int m@", arg="n@, m@", write=False),
    "bits of quotient": Form("(n@ >> 1 & 3)", "n@ = 2 * DRAW;", local="unsigned n@ = 2;", param="TYPE n@", arg="n@", write=False),
    "common divisor": Form("divisor@(12 + n@, 6 * m@)", "n@ = DRAW, m@ = DRAW;", "static int divisor@(int a, int b) {\n    while (b) {\n        int t = a % b;\n        a = b, b = t;\n    }\n    return a;\n}",
                           "int n@ = 2, m@ = 1;", "int n@, int m@", "n@, m@", write=False),
    "square": Form("(n@ * n@)", "n@ = DRAW % 4;", local="int n@ = 2;", param="TYPE n@", arg="n@", write=False),
    "share of rank": Form("(n@ * (rank@ + 1) / size@ - n@ * rank@ / size@)", "n@ = 4 * DRAW;", local="int n@ = 4;", param="int n@, int rank@, int size@", arg="n@, rank, size", write=False),
    "flag chooses": Form("(f@ ? 6 : n@)", "f@ = DRAW > 2;\nn@ = DRAW;", local="int f@ = 0, n@ = 2;", param="int f@, int n@", arg="f@, n@", write=False),
    "rounded up": Form("(n@ + 3 & ~3)", "n@ = DRAW;", local="int n@ = 2;", param="int n@", arg="n@", write=False),
    "square root": Form("(int)sqrt(n@)", "n@ = DRAW * DRAW;", local="int n@ = 4;", param="int n@", arg="n@", write=False),
    # Functions.
    "result": Form("size@(n@)", "n@ = DRAW;", "static int size@(int n) { return n + 1; }", "int n@ = 2;", "int n@", "n@", write=False),
    "result with branches": Form("size@(n@, m@)", "n@ = DRAW, m@ = DRAW;", "static int size@(int n, int m) { if (n > 3) return m; return n + 2; }", "int n@ = 2, m@ = 1;", "int n@, int m@",
                                 "n@, m@", write=False),
    "accessor": Form("size@(s@)", "s@.in.n = DRAW;", "struct s@ { int z; struct { int n; } in; };\nstatic int size@(const struct s@ *s) { return s->in.n; }", "struct s@ s@ = {0};", "struct s@ *s@",
                     "&s@", write=False),
    "out parameter": Form("m@", "n@ = DRAW;", "static void find@(int n, int *out) { *out = n * 2 % 5; }", "int n@ = 2, m@ = 2;", "int m@", "(find@(n@, &m@), m@)"),
    "function pointer": Form("f@(n@)", "n@ = DRAW;\nf@ = DRAW > 2 ? one@ : two@;", "static int one@(int n) { return n; }\nstatic int two@(int n) { return n / 2 + 3; }",
                             "int n@ = 2;\nint (*f@)(int) = one@;", "int n@, int (*f@)(int)", "n@, f@", write=False),
    "list": Form("length@(l@)", "for (int i = 0; i < 8; i++)\n    c@[i].next = i < DRAW && i < 7 ? &c@[i + 1] : NULL;", "struct c@ { int z; struct c@ *next; };\nstatic int length@(struct c@ *l) {\n    int n = 0;\n    for (; l; l = l->next)\n        n++;\n    return n;\n}",
                 "struct c@ c@[8] = {{0}};", "struct c@ *l@", "c@", write=False),
    "string": Form("(int)strlen(s@)", "memset(s@, 'x', 16);\ns@[DRAW] = 0;", local='char s@[20] = "ab";', param="char *s@", arg="s@", write=False),
    "name": Form('(strcmp(s@, "big") ? 2 : 6)', 'strcpy(s@, DRAW > 2 ? "big" : "small");', local='char s@[20] = "ab";', param="char *s@", arg="s@", write=False),
    "sum of array": Form("sum@(a@, 3)", "a@[DRAW % 3] = DRAW % 4;", "static int sum@(const int *a, int n) {\n    int s = 0;\n    for (int i = 0; i < n; i++)\n        s += a[i];\n    return s;\n}",
                         "int a@[3] = {1, 2, 1};", "int *a@", "a@", write=False),
    "largest of array": Form("most@(a@, 3)", "a@[DRAW % 3] = DRAW;", "static int most@(const int *a, int n) {\n    int s = a[0];\n    for (int i = 1; i < n; i++)\n        if (a[i] > s)\n            s = a[i];\n    return s;\n}",
                             "int a@[3] = {1, 2, 1};", "int *a@", "a@", write=False),
    # State.
    "counter of calls": Form("calls@++ % 4 + 1", top="static int calls@;", write=False),
    "counter in kernel": Form("next@()", "if (DRAW == 0)\n    seen@ = 0;", "static int seen@;\nstatic int next@(void) { return seen@ = seen@ < 5 ? seen@ + 1 : 1; }", write=False),
    "growing": Form("n@", "n@ += n@ < 6 ? 1 : -5;", local="int n@ = 2;", param="int n@", arg="n@"),
    "swapped pointers": Form("(*p@)", "a@ = DRAW;\n{\n    int *t = p@;\n    p@ = q@, q@ = t;\n}", local="int a@ = 2, b@ = 3, *p@ = &a@, *q@ = &b@;", param="int *p@", arg="p@"),
    "null pointer": Form("(p@ ? *p@ : 5)", "n@ = DRAW;\np@ = DRAW > 2 ? &n@ : NULL;", local="int n@ = 2, *p@ = NULL;", param="int *p@", arg="p@", write=False),
    "variable length": Form("(int)(sizeof v@ / sizeof v@[0])", "n@ = DRAW;", local="int n@ = 2;", param="int n@", arg="n@", write=False),
    # Messages and arguments.
    "received": Form("n@", "m@ = DRAW;\nMPI_Sendrecv(&m@, 1, MPI_INT, (rank + 1) % size, 3, &n@, 1, MPI_INT, (rank + size - 1) % size, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);", local="int n@ = 2, m@ = 2;",
                     param="int n@", arg="n@"),
    "received structure": Form("s@->n", "s@.n = DRAW;\nMPI_Bcast(&s@, 2, MPI_INT, r % size, MPI_COMM_WORLD);", "struct s@ { int z, n; };", "struct s@ s@ = {0, 2};", "struct s@ *s@", "&s@"),
    "reduced": Form("n@", "m@ = DRAW;\nMPI_Allreduce(&m@, &n@, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);", local="int n@ = 2, m@ = 2;", param="int n@", arg="n@"),
    "atoi": Form("n@", local="int n@ = atoi(argv[2]);", param="int n@", arg="n@"),
    "strtol": Form("(n@ + 1)", local="char *end@;\nlong n@ = strtol(argv[3], &end@, 10);", param="long n@", arg="n@", write=False),
    "sscanf": Form("s@->n", top="struct s@ { double d; int n; };", local='struct s@ s@ = {0, 2};\nsscanf(argv[2], "%d", &s@.n);', param="struct s@ *s@", arg="&s@"),
    "getopt": Form("n@", local="int n@ = 2;\noptind = 4;\nfor (int c; (c = getopt(argc, argv, \"n:m:\")) != -1;)\n    if (c == 'n')\n        n@ = atoi(optarg);", param="int n@", arg="n@"),
}


class Program:
    """A program of a seed. only: it has one kernel, with this form alone. keep: the kernels that it has, to make it small."""

    def __init__(self, seed, only=None, keep=None):
        self.r = random.Random(seed)
        self.only, self.number = only, 0
        self.top, self.local, self.each = [], [], []
        for k in range(1 if only else self.r.choice([1, 2, 2, 3])):
            self.kernel(k, keep is None or k in keep)

    def draw(self):
        r = self.r
        a, b, c = r.choice([1, 2, 3, 5, 7]), r.choice([0, 1, 1, 2, 3]), r.choice([0, 1, 2, 3])
        one = f"(r * {a} + rank * {b} + scale * {c} + {r.randrange(9)}) % {r.choice([3, 4, 5])}"
        one = f"({one} + {r.choice([0, 1, 1, 2])})"
        return r.choice([one, one, f"lot({one})"])

    def size(self):
        """A new size: the form's texts with a number of their own, and the expression in the kernel."""
        r = self.r
        name = self.only or r.choice(sorted(FORMS))
        f, self.number = FORMS[name], self.number + 1
        kind = r.choice(TYPES) if r.random() < 0.6 else "int"

        def fill(text):
            text = re.sub(r"\bDRAW\b", lambda _: self.draw(), text)
            return text.replace("@", str(self.number)).replace("TYPE", kind)

        return {"name": name, "number": self.number, "write": f.write, **{k: fill(getattr(f, k)) for k in ("expr", "each", "top", "local", "param", "arg")}}

    def kernel(self, k, kept):
        r = self.r
        sizes = [self.size() for _ in range(1 if self.only else r.choice([1, 1, 2, 2, 3]))]
        helpers, lines = gen_shapes.nest(r, k, sizes)
        where = r.choice(["function", "function", "noinline"])
        params = [s["param"] for s in sizes if s["param"]]
        args = [s["arg"] for s in sizes if s["arg"]]
        first = []
        for s in sizes:
            n = s["number"]
            if s["name"] == "copied structure":
                first.append(f"struct s{n} s{n} = *t{n};")
            elif s["name"] == "variable length":
                first.append(f"char v{n}[n{n} + 1];")
        body = first + lines
        head = f"static {'__attribute__((noinline)) ' if where == 'noinline' else ''}void kernel{k}({', '.join(params) or 'void'})"
        barrier = ["MPI_Barrier(MPI_COMM_WORLD);"] if r.random() < 0.6 else []
        each = [line for s in sizes for line in s["each"].splitlines()]
        after = gen_shapes.between(r)
        if not kept:
            return
        self.top += [line for s in sizes for line in s["top"].splitlines()] + helpers
        self.local += [line for s in sizes for line in s["local"].splitlines()]
        self.top += [head + " {"] + gen_shapes.deeper(body) + ["}"]
        self.each += each + barrier + [f"kernel{k}({', '.join(args)});"] + after

    def text(self):
        out = ["#include <math.h>", "#include <mpi.h>", "#include <stdint.h>", "#include <stdio.h>", "#include <stdlib.h>", "#include <string.h>", "#include <unistd.h>",
               "long work;", "static double data[256];", "#define WORK(i) (work++, data[(i) & 255] = data[((i) + 1) & 255] * 0.5 + 1)"]
        if "lot(" in "".join(self.each):
            out += ["static int lot(int n) { return n > 4 ? n - 2 : n; }"]
        out += self.top
        out += ["int main(int argc, char **argv) {", "    int rank, size, scale = atoi(argv[1]);", "    MPI_Init(&argc, &argv);", "    MPI_Comm_rank(MPI_COMM_WORLD, &rank);",
                "    MPI_Comm_size(MPI_COMM_WORLD, &size);"]
        out += gen_shapes.deeper(self.local)
        out += [f"    for (int r = 0; r < {ROUNDS}; r++) {{"] + gen_shapes.deeper(self.each, 2) + ["    }"]
        out += ['    printf("%ld %g\\n", work, data[3]);', "    MPI_Finalize();", "    return 0;", "}"]
        return "\n".join(out) + "\n"


if __name__ == "__main__":
    print(Program(int(sys.argv[1]), sys.argv[3] if len(sys.argv) > 3 else None).text(), end="")

"""gen_layouts.py - random C programs that keep a number in memory: random structures, ways to store it and to read it back.

gen_layouts.py SEED OUT. Each function of a program stores a number in a member of a structure, stores other things in its
neighbours, and reads the number back, perhaps from a copy. The number becomes the count of a broadcast, the distance of a
message's destination, or the rounds of a loop that communicates. Some ways leave the member where a pointer begins; all are in
order for a compiler that does not optimise. Must not know what skeletonize makes of it.
"""
import os
import random
import re
import sys

FLAGS = ["-O0", "-w"]

HEAD = """#include <mpi.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WRAP(x) ((((x) % 53) + 53) % 53)

typedef int *ptr;

extern double work[64];
int same(int x);
void set_int(int *to, int value);
int get_int(const int *from);
void copy_bytes(void *to, const void *from, size_t n);
void call_with(void (*f)(void *, int), void *data, int value);
void set_from(int n, ...);
void smooth(double *x, int n);
void use(int way, int value);
"""

COMMON = """#include "layouts.h"

double work[64];
static double buf[64], into[64];

int same(int x)
{
    volatile int y = x;
    return y;
}

void set_int(int *to, int value)
{
    *to = value;
}

int get_int(const int *from)
{
    return *from;
}

void copy_bytes(void *to, const void *from, size_t n)
{
    unsigned char *a = to;
    const unsigned char *b = from;
    while (n--)
        *a++ = *b++;
}

void call_with(void (*f)(void *, int), void *data, int value)
{
    f(data, value);
}

void set_from(int n, ...)
{
    va_list list;
    va_start(list, n);
    while (n--) {
        int value = va_arg(list, int);
        *va_arg(list, int *) = value;
    }
    va_end(list);
}

void smooth(double *x, int n)
{
    for (int i = 0; i < n; i++)
        x[i] = 0.5 * x[i] + work[i % 64];
}

void use(int way, int value)
{
    int rank, size, n = WRAP(value);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (way == 0)
        MPI_Bcast(buf, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    else if (way == 1)
        MPI_Sendrecv(buf, 2, MPI_INT, (rank + n) % size, 0, into, 2, MPI_INT, (rank + n * (size - 1)) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else
        for (int i = 0; i < n; i++)
            MPI_Allreduce(&buf[i], &into[i], 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
}
"""


class Leaf:
    """A number in a structure: its path from the structure, the type, and the array (path, index, length) that it is in."""

    def __init__(self, path, kind, array=None, bits=False, shared=False):
        self.path, self.kind, self.array, self.bits, self.shared = path, kind, array, bits, shared


class Structure:
    def __init__(self, name, text, leaves):
        self.name, self.text, self.leaves = name, text, leaves


class Structures:
    """Makes structures."""

    def __init__(self, seed):
        self.r = random.Random(seed)
        self.used = set()
        self.count = 0

    def number(self):
        self.count += 1
        return self.count

    def scalar(self, name):
        kind = self.r.choice(["int", "int", "int", "double", "short", "long", "char", "unsigned", "ptr"])
        return f"{kind} {name};", [Leaf(name, kind)]

    def array(self, name):
        kind, n = self.r.choice(["int", "int", "double", "short", "char", "long", "ptr"]), self.r.randint(2, 5)
        if self.r.random() < 0.2:
            m = self.r.randint(2, 3)
            return (f"{kind} {name}[{n}][{m}];",
                    [Leaf(f"{name}[{i}][{j}]", kind, (f"{name}[{i}]", j, m)) for i in range(n) for j in range(m)])
        return f"{kind} {name}[{n}];", [Leaf(f"{name}[{i}]", kind, (name, i, n)) for i in range(n)]

    def bit_fields(self, name):
        return (f"unsigned {name}a : 5, {name}b : 9, {name}c : 11;", [Leaf(name + f, "unsigned", bits=True) for f in "abc"])

    def inner(self, name, depth):
        text, leaves = self.members(depth - 1, self.r.randint(1, 3))
        if self.r.random() < 0.4:
            n = self.r.randint(2, 3)
            names = [f"{name}[{i}]" for i in range(n)]
            declared = f"{name}[{n}]"
        else:
            names, declared = [name], name
        made = []
        for at in names:
            for x in leaves:
                array = (f"{at}.{x.array[0]}",) + x.array[1:] if x.array else None
                made.append(Leaf(f"{at}.{x.path}", x.kind, array, x.bits, x.shared))
        return "struct {\n" + indent(text) + f"\n}} {declared};", made

    def union(self, name, depth):
        parts, leaves = [], []
        for tag in "xyz"[:self.r.randint(2, 3)]:
            text, more = self.r.choice([self.scalar, self.array, lambda n: self.inner(n, max(depth, 1))])(tag)
            parts.append(text)
            leaves += more
        made = []
        for x in leaves:
            array = (f"{name}.{x.array[0]}",) + x.array[1:] if x.array else None
            made.append(Leaf(f"{name}.{x.path}", x.kind, array, x.bits, True))
        return "union {\n" + indent("\n".join(parts)) + f"\n}} {name};", made

    def members(self, depth, count):
        texts, leaves = [], []
        for k in range(count):
            name = f"m{k}"
            ways = [self.scalar] * 4 + [self.array] * 3 + [self.bit_fields]
            if depth > 0:
                ways += [lambda n: self.inner(n, depth)] * 2 + [lambda n: self.union(n, depth)] * 2
            text, more = self.r.choice(ways)(name)
            texts.append(text)
            leaves += more
        return "\n".join(texts), leaves

    def structure(self, kind):
        name = f"s{self.number()}"
        while True:
            text, leaves = self.members(self.r.choice([0, 1, 1, 2]), self.r.randint(2, 6))
            if any(x.kind == kind for x in leaves) and len(leaves) < 200:
                break
        if self.r.random() < 0.15:
            text += "\nint rest[];"
            leaves += [Leaf(f"rest[{i}]", "int", ("rest", i, 6)) for i in range(6)]
        return Structure(name, f"struct {name} {{\n{indent(text)}\n}};\n", leaves)


class Gen(Structures):
    """Makes functions that store a number in a structure and read it back."""

    # Where a structure is. Gives declarations of the file, statements, and a pointer.

    def instance(self, s, k):
        flexible = any(x.path.startswith("rest") for x in s.leaves)
        size = f"sizeof(struct {s.name})" + (" + 6 * sizeof(int)" if flexible else "")
        ways = {"heap": ("", f"struct {s.name} *p{k} = calloc(1, {size});"),
                "realloc": ("", f"struct {s.name} *p{k} = calloc(1, {size});\np{k} = realloc(p{k}, 2 * ({size}));"),
                "wrapper": (f"static void *make{k}(size_t n)\n{{\n    return calloc(2, n);\n}}\n", f"struct {s.name} *p{k} = make{k}({size});"),
                "bytes": ("", f"char *raw{k} = calloc(2, {size} + 32);\nstruct {s.name} *p{k} = (struct {s.name} *)(raw{k} + {self.r.choice([0, 16, 32])});")}
        if not flexible:
            ways.update({
                "stack": ("", f"struct {s.name} at{k} = {{0}}, *p{k} = &at{k};"),
                "static": (f"static struct {s.name} at{k};\n", f"struct {s.name} *p{k} = &at{k};"),
                "element": ("", f"struct {s.name} at{k}[3] = {{0}}, *p{k} = &at{k}[{self.r.randint(0, 2)}];"),
                "static element": (f"static struct {s.name} at{k}[4];\n", f"struct {s.name} *p{k} = at{k} + same({self.r.randint(0, 3)});"),
                "heap element": ("", f"struct {s.name} *all{k} = calloc(4, {size}), *p{k} = all{k} + same({self.r.randint(0, 3)});"),
                "inside": (f"struct o{k} {{\n    int n;\n    struct {s.name} in[2];\n    int last;\n}};\n", f"struct o{k} *o{k} = calloc(1, sizeof *o{k});\nstruct {s.name} *p{k} = &o{k}->in[1];"),
            })
        way = self.r.choice(sorted(ways))
        self.used.add("place: " + way)
        return ways[way]

    # Ways to store.

    def store(self, s, p, x, value, plain=False):
        """(declarations, statements) that store the value in p's member x."""
        at, S, k = f"{p}->{x.path}", f"struct {s.name}", self.number()
        offset = f"offsetof({S}, {x.path})"
        ways = {
            "member": ("", f"{at} = {value};"),
            "whole": ("", f"{S} t{k} = *{p};\nt{k}.{x.path} = {value};\n*{p} = t{k};"),
            "by value": (f"static {S} with{k}({S} s, int v)\n{{\n    s.{x.path} = v;\n    return s;\n}}\n", f"*{p} = with{k}(*{p}, {value});"),
            "callback": (f"static void f{k}(void *data, int v)\n{{\n    {S} *s = data;\n    s->{x.path} = v;\n}}\n", f"call_with(f{k}, {p}, {value});"),
            "pointers": ("", f"{S} other{k} = {{0}}, *t{k}[3] = {{&other{k}, {p}, &other{k}}};\nt{k}[same(1)]->{x.path} = {value};"),
            "void pointers": ("", f"int other{k}[80] = {{0}};\nvoid *t{k}[2] = {{other{k}, {p}}};\n(({S} *)t{k}[same(1)])->{x.path} = {value};"),
            "returned": (f"static {S} *id{k}({S} *s)\n{{\n    return s;\n}}\n", f"id{k}({p})->{x.path} = {value};"),
        }
        ways.update({
            "pointer to pointer": (f"static void aim{k}({S} **to)\n{{\n    (*to)->{x.path} = {value.replace('n', 'n' + str(k))};\n}}\n".replace("(" + S + " **to", f"({S} **to, int n{k}"), f"{S} *t{k} = {p};\naim{k}(&t{k}, n);"),
            "table of functions": (f"static void f{k}({S} *s, int v)\n{{\n    s->{x.path} = v;\n}}\nstatic void g{k}({S} *s, int v)\n{{\n    s->{x.path} = 2 * v;\n}}\n",
                                   f"void (*t{k}[2])({S} *, int) = {{g{k}, f{k}}};\nt{k}[same(1)]({p}, {value});"),
            "list": (f"struct n{k} {{\n    struct n{k} *next;\n    void *data;\n}};\n", f"struct n{k} a{k} = {{NULL, {p}}}, b{k} = {{&a{k}, NULL}};\n"
                     f"for (struct n{k} *n = &b{k}; n; n = n->next)\n    if (n->data)\n        (({S} *)n->data)->{x.path} = {value.replace('n', 'same(7)')};"),
            "image": ("", f"char i{k}[sizeof({S}) + 8];\nmemcpy(i{k} + 3, {p}, sizeof({S}));\n{S} t{k};\nmemcpy(&t{k}, i{k} + 3, sizeof t{k});\nt{k}.{x.path} = {value};\nmemcpy(i{k} + 3, &t{k}, sizeof t{k});\nmemcpy({p}, i{k} + 3, sizeof({S}));"),
            "array copy": ("", f"{S} t{k}[3] = {{0}};\nt{k}[1] = *{p};\nt{k}[1].{x.path} = {value};\nfor (int i = 2; i > 0; i--)\n    t{k}[i] = t{k}[i - 1 + same(0)];\n*{p} = t{k}[2];"),
            "window": ("", f"MPI_Win w{k};\n{S} t{k} = *{p};\nt{k}.{x.path} = {value};\nMPI_Win_create({p}, sizeof({S}), 1, MPI_INFO_NULL, MPI_COMM_SELF, &w{k});\nMPI_Win_fence(0, w{k});\n"
                       f"MPI_Put(&t{k}, sizeof t{k}, MPI_BYTE, 0, 0, sizeof t{k}, MPI_BYTE, w{k});\nMPI_Win_fence(0, w{k});\nMPI_Win_free(&w{k});"),
            "sorted": (f"static int less{k}(const void *a, const void *b)\n{{\n    return ((const {S} *)a)->{x.path} - ((const {S} *)b)->{x.path};\n}}\n",
                       f"{S} t{k}[2];\nt{k}[0] = t{k}[1] = *{p};\nt{k}[0].{x.path} = {value};\nt{k}[1].{x.path} = 0;\nqsort(t{k}, 2, sizeof *t{k}, less{k});\n*{p} = t{k}[1];"),
            "another type": (f"struct v{k} {{\n    {S} s;\n    int more;\n}};\nstatic void put{k}(struct v{k} *v, int n)\n{{\n    v->s.{x.path} = n;\n}}\n", f"put{k}((struct v{k} *){p}, {value});"),
        })
        if x.path.startswith("rest"):
            ways = {n: w for n, w in ways.items() if n in ("member", "callback", "returned", "table of functions")}
        if any(y.path.startswith("rest") for y in s.leaves):
            ways.pop("another type", None)
            ways.pop("array copy", None)
            ways.pop("sorted", None)
        if x.kind in ("int", "ptr"):
            ways.update(self.int_stores(s, p, x, value, k, at, S, offset))
        if x.kind == "ptr":
            ways = {n: tuple(map(of_pointers, w)) for n, w in ways.items() if n not in NUMBERS}
        name = "member" if plain else self.r.choice(sorted(ways))
        if not plain:
            self.used.add("store: " + name)
        return ways[name]

    def int_stores(self, s, p, x, value, k, at, S, offset):
        ways = {
            "pointer": ("", f"int *q{k} = &{at};\n*q{k} = {value};"),
            "set": ("", f"set_int(&{at}, {value});"),
            "bytes": ("", f"char *b{k} = (char *){p} + {offset};\n*(int *)b{k} = {value};"),
            "bytes variable": ("", f"size_t o{k} = {offset};\n*(int *)((char *){p} + o{k}) = {value};"),
            "memcpy": ("", f"int v{k} = {value};\nmemcpy(&{at}, &v{k}, sizeof v{k});"),
            "memcpy bytes": ("", f"int v{k} = {value};\nmemcpy((char *){p} + {offset}, &v{k}, sizeof v{k});"),
            "copied bytes": ("", f"int v{k} = {value};\ncopy_bytes(&{at}, &v{k}, sizeof v{k});"),
            "integer": ("", f"uintptr_t u{k} = (uintptr_t){p} + {offset};\n*(int *)u{k} = {value};"),
            "list": ("", f"set_from(1, {value}, &{at});"),
            "text": ("", f"char text{k}[20];\nsprintf(text{k}, \"%d\", {value});\nsscanf(text{k}, \"%d\", &{at});"),
            "kept pointer": ("", f"struct {{\n    double w;\n    int *at;\n}} keep{k} = {{0, &{at}}};\n*keep{k}.at = {value};"),
            "union of pointers": ("", f"union {{\n    {S} *s;\n    char *b;\n}} u{k} = {{{p}}};\n*(int *)(u{k}.b + {offset}) = {value};"),
            "words": ("", f"int *w{k} = (int *){p};\nw{k}[{offset} / 4] = {value};"),
            "words variable": ("", f"int *w{k} = (int *){p};\nw{k}[same({offset} / 4)] = {value};"),
            "message": ("", f"int v{k} = {value};\nMPI_Sendrecv(&v{k}, 1, MPI_INT, 0, 1, &{at}, 1, MPI_INT, 0, 1, MPI_COMM_SELF, MPI_STATUS_IGNORE);"),
            "broadcast bytes": ("", f"int rank{k};\nMPI_Comm_rank(MPI_COMM_WORLD, &rank{k});\nif (rank{k} == 0)\n    {at} = {value};\nMPI_Bcast({p}, sizeof *{p}, MPI_BYTE, 0, MPI_COMM_WORLD);"),
            "pack": ("", f"char pack{k}[16];\nint pos{k} = 0, v{k} = {value};\nMPI_Pack(&v{k}, 1, MPI_INT, pack{k}, 16, &pos{k}, MPI_COMM_SELF);\npos{k} = 0;\nMPI_Unpack(pack{k}, 16, &pos{k}, &{at}, 1, MPI_INT, MPI_COMM_SELF);"),
        }
        if x.path.startswith("rest") or any(y.kind == "ptr" for y in s.leaves):  # a pointer means nothing to another rank
            ways.pop("broadcast bytes")
        ways.update({
            "datatype": ("", f"int l{k} = 1, v{k} = {value};\nMPI_Aint o{k} = {offset};\nMPI_Datatype t{k}, i{k} = MPI_INT;\nMPI_Type_create_struct(1, &l{k}, &o{k}, &i{k}, &t{k});\nMPI_Type_commit(&t{k});\n"
                         f"MPI_Sendrecv(&v{k}, 1, MPI_INT, 0, 1, {p}, 1, t{k}, 0, 1, MPI_COMM_SELF, MPI_STATUS_IGNORE);\nMPI_Type_free(&t{k});"),
            "absolute datatype": ("", f"int l{k} = 1, v{k} = {value};\nMPI_Aint o{k};\nMPI_Datatype t{k};\nMPI_Get_address(&{at}, &o{k});\nMPI_Type_create_hindexed(1, &l{k}, &o{k}, MPI_INT, &t{k});\nMPI_Type_commit(&t{k});\n"
                                  f"MPI_Sendrecv(&v{k}, 1, MPI_INT, 0, 1, MPI_BOTTOM, 1, t{k}, 0, 1, MPI_COMM_SELF, MPI_STATUS_IGNORE);\nMPI_Type_free(&t{k});"),
            "table of members": (f"static const size_t o{k}[] = {{offsetof({S}, {x.path}), 0}};\n", f"*(int *)((char *){p} + o{k}[same(0)]) = {value};"),
            "rounded": ("", f"uintptr_t u{k} = ((uintptr_t)&{at} | 3) & ~(uintptr_t)3;\n*(int *)u{k} = {value};"),
            "read from a stream": ("", f"FILE *f{k} = tmpfile();\nint v{k} = {value};\nfwrite(&v{k}, sizeof v{k}, 1, f{k});\nrewind(f{k});\nif (fread(&{at}, sizeof v{k}, 1, f{k}) != 1)\n    abort();\nfclose(f{k});"),
            "number of text": ("", f"char text{k}[20], *end{k};\nsnprintf(text{k}, sizeof text{k}, \"%d;\", {value});\n{at} = (int)strtol(text{k}, &end{k}, 10);"),
            "exchange": ("", f"int v{k} = {value}, *a{k} = &v{k}, *b{k} = &{at}, h{k} = *a{k};\n*a{k} = *b{k};\n*b{k} = h{k};"),
            "walked bytes": ("", f"char *c{k} = (char *){p};\nfor (size_t i = 0; i < {offset}; i++)\n    c{k}++;\n*(int *)c{k} = {value};"),
            "walked words": ("", f"int *c{k} = (int *){p};\nwhile ((char *)c{k} < (char *){p} + {offset})\n    c{k}++;\n*c{k} = {value};"),
            "from its end": ("", f"int *e{k} = (int *)((char *)({p}) + {offset} + 4);\n*--e{k} = {value};"),
        })
        if x.array:
            a, i, n = x.array
            ways["array end"] = ("", f"int *a{k} = {p}->{a} + {n};\nwhile (a{k} > {p}->{a} + {i})\n    a{k}--;\n*a{k} = {value};")
            ways["array"] = ("", f"int *a{k} = {p}->{a};\na{k}[same({i})] = {value};")
            ways["array walk"] = ("", f"int *a{k} = {p}->{a};\nfor (int i = 0; i < {n}; i++)\n    *a{k}++ = {value} + i;")
            ways["from its end"] = ("", f"int *a{k} = {p}->{a} + {n};\na{k} -= {n - i};\n*a{k} = {value};")
        others = [y for y in s.leaves if not y.bits and y is not x and not y.path.startswith("rest")]
        if others:
            y = self.r.choice(others)
            ways["container"] = (f"static void from{k}({y.kind} *m, int v)\n{{\n    {S} *s = ({S} *)((char *)m - offsetof({S}, {y.path}));\n    s->{x.path} = v;\n}}\n", f"from{k}(&{p}->{y.path}, {value});")
            ways["from a member"] = ("", f"*(int *)((char *)&{p}->{y.path} + ({offset} - (ptrdiff_t)offsetof({S}, {y.path}))) = {value};")
        ints = [y for y in others if y.kind == x.kind]
        if ints:
            y = self.r.choice(ints)
            step = f"(({offset} - (ptrdiff_t)offsetof({S}, {y.path})) / 4)"
            if not y.array:
                ways["steps"] = ("", f"(&{p}->{y.path})[{step}] = {value};")
                ways["steps variable"] = ("", f"int *q{k} = &{p}->{y.path};\nq{k}[same({step})] = {value};")
        return ways

    # Ways to read.

    def read(self, s, p, x):
        """(declarations, statements, expression) that read p's member x."""
        at, S, k = f"{p}->{x.path}", f"struct {s.name}", self.number()
        offset = f"offsetof({S}, {x.path})"
        ways = {
            "member": ("", "", at),
            "copy": ("", f"{S} c{k} = *{p};", f"c{k}.{x.path}"),
            "memcpy whole": ("", f"{S} c{k};\nmemcpy(&c{k}, {p}, sizeof c{k});", f"c{k}.{x.path}"),
            "by value": (f"static int get{k}({S} s)\n{{\n    return s.{x.path};\n}}\n", "", f"get{k}(*{p})"),
            "heap copy": ("", f"{S} *h{k} = malloc(2 * sizeof *h{k});\nh{k}[1] = *{p};", f"h{k}[1].{x.path}"),
            "copied bytes": ("", f"{S} c{k};\ncopy_bytes(&c{k}, {p}, sizeof c{k});", f"c{k}.{x.path}"),
            "message": ("", f"{S} c{k};\nMPI_Sendrecv({p}, sizeof c{k}, MPI_BYTE, 0, 1, &c{k}, sizeof c{k}, MPI_BYTE, 0, 1, MPI_COMM_SELF, MPI_STATUS_IGNORE);", f"c{k}.{x.path}"),
            "returned": (f"static {S} ret{k}({S} *s)\n{{\n    return *s;\n}}\n", "", f"ret{k}({p}).{x.path}"),
        }
        ways.update({
            "image": ("", f"char i{k}[3 * sizeof({S})], *j{k} = i{k};\nmemcpy(j{k}, {p}, sizeof({S}));\nj{k} += sizeof({S});\nmemcpy(j{k}, i{k}, sizeof({S}));\n{S} c{k};\nmemcpy(&c{k}, j{k}, sizeof c{k});", f"c{k}.{x.path}"),
            "gathered": ("", f"{S} c{k}[4];\nMPI_Gather({p}, sizeof *c{k}, MPI_BYTE, c{k}, sizeof *c{k}, MPI_BYTE, 0, MPI_COMM_SELF);", f"c{k}[same(0)].{x.path}"),
            "words": ("", f"struct {{\n    int w[sizeof({S}) / 4 + 1];\n}} c{k};\nfor (size_t i = 0; i < sizeof({S}) / 4; i++)\n    c{k}.w[i] = ((int *){p})[i];\nif (sizeof({S}) % 4)\n    memcpy(&c{k}.w[sizeof({S}) / 4], (char *){p} + sizeof({S}) / 4 * 4, sizeof({S}) % 4);", f"(({S} *)&c{k})->{x.path}"),
            "in another": (f"struct v{k} {{\n    double w;\n    {S} s[2];\n}};\n", f"struct v{k} v{k}, y{k};\nv{k}.s[1] = *{p};\ny{k} = v{k};", f"y{k}.s[same(1)].{x.path}"),
            "chosen": ("", f"{S} c{k} = {{0}}, *o{k} = same(1) ? {p} : &c{k};", f"o{k}->{x.path}"),
            "stream": ("", f"FILE *f{k} = tmpfile();\n{S} c{k};\nfwrite({p}, sizeof c{k}, 1, f{k});\nrewind(f{k});\nif (fread(&c{k}, sizeof c{k}, 1, f{k}) != 1)\n    abort();\nfclose(f{k});", f"c{k}.{x.path}"),
        })
        if x.path.startswith("rest"):
            ways = {"member": ways["member"]}
        if any(y.path.startswith("rest") for y in s.leaves):
            ways.pop("gathered", None)
            ways.pop("in another", None)
        if x.kind in ("int", "ptr"):
            ways.update({
                "pointer": ("", f"const int *g{k} = &{at};", f"*g{k}"),
                "get": ("", "", f"get_int(&{at})"),
                "bytes": ("", f"char *g{k} = (char *){p};", f"*(int *)(g{k} + {offset})"),
                "bytes variable": ("", f"size_t g{k} = same({offset});", f"*(int *)((char *){p} + g{k})"),
                "memcpy": ("", f"int g{k};\nmemcpy(&g{k}, &{at}, sizeof g{k});", f"g{k}"),
                "memcpy bytes": ("", f"int g{k};\nmemcpy(&g{k}, (char *){p} + {offset}, sizeof g{k});", f"g{k}"),
                "words": ("", f"int *g{k} = (int *){p};", f"g{k}[{offset} / 4]"),
                "words variable": ("", f"int *g{k} = (int *){p};", f"g{k}[same({offset} / 4)]"),
                "integer": ("", f"uintptr_t g{k} = (uintptr_t)&{at};", f"*(int *)g{k}"),
            })
            if x.array:
                a, i, _ = x.array
                ways["array"] = ("", f"const int *g{k} = {p}->{a};", f"g{k}[same({i})]")
        if x.kind == "ptr":
            ways = {n: tuple(map(of_pointers, w)) for n, w in ways.items() if n not in NUMBERS}
        name = self.r.choice(sorted(ways))
        self.used.add("read: " + name)
        return ways[name]

    # Stores that need not matter.

    def distraction(self, s, p, x):
        others = [y for y in s.leaves if y is not x and not (x.shared and y.shared)]
        way = self.r.randrange(4)
        if others and way < 2:
            y = self.r.choice(others)
            return self.store(s, p, y, "&other" if y.kind == "ptr" else f"same({self.r.randint(1, 30)})")
        doubles = [y for y in s.leaves if y.kind == "double" and not (x.shared and y.shared)]
        if doubles and way == 2:
            y = self.r.choice(doubles)
            if y.array:
                return "", f"smooth({p}->{y.array[0]}, {y.array[2]});"
            return "", f"for (int i = 0; i < 9; i++)\n    {p}->{y.path} = {p}->{y.path} * 0.5 + work[i];"
        k = self.number()
        return "", f"struct {s.name} d{k} = {{0}};\nmemset(&d{k}, same(0), sizeof d{k});\n" + self.store(s, f"(&d{k})", self.r.choice(
            [y for y in s.leaves if not y.path.startswith("rest")]), "0", plain=True)[1]

    def part(self, k):
        kind = self.r.choice(["int", "int", "ptr"])
        s = self.structure(kind)
        top, body = self.instance(s, k)
        p = f"p{k}"
        x = self.r.choice([y for y in s.leaves if y.kind == kind or (y.bits and kind == "int")])
        if self.r.random() < 0.8:
            x = self.r.choice([y for y in s.leaves if y.kind == kind])
        self.used.add("of " + ("bits" if x.bits else kind))
        top, lines = s.text + top, ["int number = 0, other = 0;", body]
        value = f"(n + {self.r.randint(1, 9)})"
        before = kind == "ptr" and self.r.random() < 0.5
        if before:
            lines.append(f"number = {value};")

        def add(made):
            nonlocal top
            top += made[0]
            lines.append(made[1])

        for _ in range(self.r.randint(1, 4)):
            add(self.distraction(s, p, x))
        add(self.store(s, p, x, "&number" if kind == "ptr" else value))
        if self.r.random() < 0.5:
            add(self.distraction(s, p, x))
        made = self.read(s, p, x)
        add(made)
        way, read = self.r.randrange(3), made[2]
        if kind == "int":
            lines.append(f"use({way}, {read});")
        elif before:
            lines.append(f"use({way}, *{read});")
        else:
            lines.append(f"*{read} = {value};\nuse({way}, number);")
        return top + f"\nvoid part{k}(int n)\n{{\n" + indent("\n".join(x for x in lines if x)) + "\n}\n"


# Ways that are for numbers alone.
NUMBERS = {"callback", "table of functions", "pointer to pointer", "list", "sorted", "set", "get", "text", "number of text", "pack", "broadcast bytes",
           "datatype", "absolute datatype", "array walk"}


def of_pointers(text):
    """The text for a member that is a pointer."""
    text = re.sub(r"\bconst int \*", "ptr *", text)
    text = re.sub(r"(?<!for \()\bint\b", "ptr", text).replace("1, MPI_INT", "8, MPI_BYTE")
    text = re.sub(r"([/*%]) 4\b", r"\1 8", text).replace("+ 4);", "+ 8);")
    return text.replace("| 3)", "| 7)").replace("(uintptr_t)3", "(uintptr_t)7")


def indent(text):
    return "\n".join("    " + line for line in text.split("\n"))


def write(seed, out, count=10):
    """Writes the program of a seed; returns what it uses."""
    g = Gen(seed)
    parts = [g.part(k) for k in range(count)]
    files = g.r.choice([1, 2, 3])
    os.makedirs(out, exist_ok=True)
    texts = {"layouts.h": HEAD + "".join(f"void part{k}(int n);\n" for k in range(count)), "common.c": COMMON}
    for f in range(files):
        texts[f"part{f}.c"] = '#include "layouts.h"\n\n' + "\n".join(parts[f::files])
    texts["main.c"] = ('#include "layouts.h"\n\nint main(int argc, char **argv)\n{\n    int n = argc > 1 ? atoi(argv[1]) : 7;\n'
                       "    MPI_Init(&argc, &argv);\n" + "".join(f"    part{k}(n + {k});\n" for k in range(count)) +
                       "    MPI_Finalize();\n    return 0;\n}\n")
    for name, text in texts.items():
        with open(os.path.join(out, name), "w", encoding="utf-8") as h:
            h.write(text)
    return sorted(g.used)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: gen_layouts.py SEED OUT")
    print(f"seed {sys.argv[1]}:", ", ".join(write(int(sys.argv[1]), sys.argv[2])))

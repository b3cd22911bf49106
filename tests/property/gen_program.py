#!/usr/bin/env python3
"""Writes a random, correct, deterministic MPI C program of 1 to 8 files: gen_program.py SEED OUT, or --constructs.

Values have two classes. A *uniform* integer is equal on all ranks and may decide control flow around communication. A *local*
one may differ between ranks and decides only message sizes. Integers are in locals, globals, file statics, struct fields and
heap arrays. They move through pointers, out-parameters, function pointers, messages and struct copies. Between them is
floating-point work; communication depends on a part of it. Constructs (constructs.py) are inserted, with their libraries.
"""
import collections
import os
import random
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import constructs  # noqa: E402
import constructs_library  # noqa: E402

FLAGS = ["-O1", "-Wno-implicit-function-declaration"]  # of the generated programs
CONSTRUCTS = constructs.table()
WRAP = "WRAP"  # macro of the generated programs: keeps an integer within 0 .. 1008


class Gen:
    def __init__(self, seed, names=None):
        self.r = random.Random(seed)
        self.seed = seed
        self.nfiles = self.r.randint(2, 4)
        self.names = names or sorted(CONSTRUCTS)
        self.used = []  # names of constructs, in order
        self.density = self.r.choice([0.15, 0.3, 0.45])  # how much of the steps are constructs
        self.libs, self.heads, self.extra = set(), [], {}
        self.files = [[] for _ in range(self.nfiles)]
        self.protos = []
        self.count = 0
        self.statics = [[] for _ in range(self.nfiles)]
        self.arrays = [[] for _ in range(self.nfiles)]  # class, name, size
        self.features = set()

    def fresh(self, stem):
        self.count += 1
        return f"{stem}{self.count}"

    # ---- expressions -------------------------------------------------------
    def place(self, uniform, f):
        """An lvalue of the given class, visible in file f, through c (struct ctx *)."""
        k = "u" if uniform else "l"
        i = self.r.randrange(4)
        options = [f"c->{k}[{i}]", f"c->in.{k}{i % 2}", f"c->{k}heap[{i}]", f"g_{k}{i % 2}", f"(*c->{k}ptr)",
                   f"c->next->{k}[{i}]"]
        if self.statics[f]:
            s = self.r.choice(self.statics[f])
            if s[0] == k:
                options.append(s[1])
        options += [f"{name}[{i % size}]" for kind, name, size in self.arrays[f] if kind == k]
        return self.r.choice(options)

    def expr(self, uniform, f, depth=2):
        r = self.r
        if depth == 0 or r.random() < 0.25:
            if r.random() < 0.3:
                return str(r.randint(0, 40))
            if r.random() < 0.15:
                return "c->size" if uniform else "c->rank"
            return self.place(uniform if uniform else r.random() < 0.4, f)
        a, b = self.expr(uniform, f, depth - 1), self.expr(uniform, f, depth - 1)
        return r.choice([f"({a} + {b})", f"WRAP({a} * {b})", f"({a} - {b})", f"({a} % (WRAP({b}) + 1))",
                         f"({a} > {b} ? {a} : {b})", f"MAXI({a}, {b})", f"helper_{r.randrange(3)}({a}, {b})"])

    def assign(self, uniform, f):
        r = self.r
        rhs = f"{WRAP}({self.expr(uniform, f)})"
        to = self.place(uniform, f)
        kind = r.randrange(9)
        if kind == 8:
            return self.overwrite(uniform, f, to)
        if kind == 7:
            self.features.add("pointer moved")
            return [f"c->{'u' if uniform else 'l'}ptr = &{to};"]
        if kind == 0:
            self.features.add("pointer")
            p = self.fresh("p")
            other = self.place(uniform, f)
            cond = self.expr(uniform, f, 1)
            return [f"int *{p} = {cond} % 2 ? &{to} : &{other};", f"*{p} = {rhs};"]
        if kind == 1:
            self.features.add("out-parameter")
            return [f"store(&{to}, {rhs});"]
        if kind == 2:
            self.features.add("if")
            return [f"if ({self.expr(uniform, f, 1)} > {r.randint(0, 500)})", f"    {to} = {rhs};"]
        if kind == 3:
            self.features.add("loop")
            i = self.fresh("i")
            return [f"for (int {i} = 0; {i} < {r.randint(1, 5)}; {i}++)",
                    f"    {to} = {WRAP}({to} * 3 + {self.expr(uniform, f, 1)} + {i});"]
        if kind == 4:
            self.features.add("switch")
            lines = [f"switch ({self.expr(uniform, f, 1)} % 3) {{", "case 0:", f"    {to} = {rhs};"]
            if r.random() < 0.5:
                lines.append("    break;")
            lines += ["case 1:", f"    {to} = {WRAP}({to} + 1);", "    break;", "default:",
                      f"    {to} = {r.randint(0, 90)};", "}"]
            return lines
        if kind == 5:
            self.features.add("struct copy")
            t = self.fresh("t")
            k = "u" if uniform else "l"
            return [f"struct inner {t} = c->in;", f"{t}.{k}0 = {rhs};", f"c->in = {t};"]
        return [f"{to} = {rhs};"]

    def overwrite(self, uniform, f, to):
        """An array that is overwritten as a whole, or but for some elements; then read."""
        r = self.r
        self.features.add("array overwritten")
        own = [a for a in self.arrays[f] if a[0] == ("u" if uniform else "l")]
        lines, i = [], self.fresh("i")
        if own and r.random() < 0.8:
            _, name, size = r.choice(own)
        else:
            name, size = self.fresh("a"), r.randint(2, 4)
            lines += [f"int {name}[{size}] = {{{self.expr(uniform, f, 1)}}};"]
        value = f"{WRAP}({self.expr(uniform, f, 1)} + {i})"
        kind = r.randrange(9)
        if kind == 0:  # all but, now and then, the last one or the first one
            low, high = r.choice([0, 0, 0, 1]), size - r.choice([0, 0, 0, 1])
            lines += [f"for (int {i} = {low}; {i} < {high}; {i}++)", f"    {name}[{i}] = {value};"]
        elif kind == 1:  # from 1, as Fortran counts
            lines += ["{", f"    int {i};", f"    for ({i} = 1; {i} <= {size}; ++{i})", f"        {name}[{i} - 1] = {value};", "}"]
        elif kind == 2:  # not in all rounds
            lines += [f"for (int {i} = 0; {i} < {size}; {i}++) {{", f"    if ({self.expr(uniform, f, 1)} % 3 == 0)",
                      f"        {r.choice(['break', 'continue'])};", f"    {name}[{i}] = {value};", "}"]
        elif kind == 3:  # not each of them
            index = r.choice([f"{i} * 2 % {size}", f"{size} - 1 - {i}", f"{i} / 2", f"{i} > 1 ? 0 : {i}"])
            lines += [f"for (int {i} = 0; {i} < {size}; {i}++)", f"    {name}[{index}] = {value};"]
        elif kind == 4:  # the counter moves
            lines += [f"for (int {i} = 0; {i} < {size}; {i}++) {{", f"    {name}[{i}] = {value};",
                      f"    if ({self.expr(uniform, f, 1)} % 4 == 0)", f"        {i}++;", "}"]
        elif kind == 5:  # one by one, perhaps not all
            order = list(range(size))
            r.shuffle(order)
            for k in order[:size - r.choice([0, 0, 1])]:
                lines.append(f"{name}[{k}] = {WRAP}({self.expr(uniform, f, 1)} + {k});")
        elif kind == 6:  # through a pointer that may have moved
            p = self.fresh("p")
            lines += [f"int *{p} = {name};", f"for (int {i} = 0; {i} < {size}; {i}++)",
                      f"    {r.choice([f'{p}[{i}]', f'*{p}++', f'*({p} + {i})'])} = {value};"]
        elif kind == 7 and own:  # by a function, from an array that others also give it
            t = self.fresh("t")
            _, name, size = r.choice(own)
            lines.append(f"{r.choice(['', 'static '])}int {t}[{size}];")
            lines += [f"{t}[{k}] = {WRAP}({self.expr(uniform, f, 1)});" for k in range(size)]
            lines.append(f"put_{name}({t});")
        else:  # the loop reads what it overwrites
            lines += [f"for (int {i} = 0; {i} < {size}; {i}++)",
                      f"    {name}[{i}] = {WRAP}({name}[({i} + 1) % {size}] + {value});"]
        return lines + [f"{to} = {WRAP}({name}[{r.randrange(size)}] + {name}[{WRAP}({self.expr(uniform, f, 1)}) % {size}]);"]

    def dead(self, f):
        """Floating-point work on which no communication depends."""
        r = self.r
        i, s = self.fresh("i"), self.fresh("s")
        kind = r.randrange(5)
        if kind == 0:
            return [f"for (int {i} = 0; {i} < c->n; {i}++)", f"    c->data[{i}] = c->data[{i}] * 0.5 + {i};"]
        if kind == 1:
            return [f"double {s} = 0.0;", f"for (int {i} = 0; {i} < c->n; {i}++) {{", f"    {s} += c->data[{i}];",
                    "}", f"c->in.w = {s};"]
        if kind == 2:
            return [f"smooth(c->data, c->n, {r.randint(1, 3)});"]
        if kind == 3:
            return ["if (c->in.w > 1e6)", "    c->in.w = 0.0;"]
        return [f"printf(\"rank %d w %g\\n\", c->rank, c->in.w);"]

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

    def spend(self, uniform, value):
        """Communication that depends on a value."""
        r, comm = self.r, self.r.choice(["MPI_COMM_WORLD", "c->comm"])
        ring = f"(c->rank + 1) %% c->size, %s, c->rbuf, CAP, MPI_INT, (c->rank + c->size - 1) %% c->size, %s, {comm}, MPI_STATUS_IGNORE);"
        if not uniform:
            if r.random() < 0.5:
                return [f"MPI_Sendrecv(c->sbuf, WRAP({value}), MPI_INT, " + ring % ("51", "51")]
            return [f"MPI_Sendrecv(c->sbuf, 2, MPI_INT, c->rank, WRAP({value}), c->rbuf, CAP, MPI_INT, c->rank, WRAP({value}), "
                    f"{comm}, MPI_STATUS_IGNORE);"]
        kind = r.randrange(5)
        if kind == 0:
            i = self.fresh("i")
            return [f"for (int {i} = 0; {i} < WRAP({value}) % 7; {i}++)", f"    MPI_Bcast(c->sbuf, {i} + 1, MPI_CHAR, 0, {comm});"]
        if kind == 1:
            return [f"if (WRAP({value}) % 2)", f"    MPI_Barrier({comm});", "else",
                    f"    MPI_Allreduce(c->sbuf, c->rbuf, WRAP({value}) % 50, MPI_DOUBLE, MPI_MAX, {comm});"]
        if kind == 2:
            return ["MPI_Sendrecv(c->sbuf, 1, MPI_INT, " + ring % (f"WRAP({value})", f"WRAP({value})")]
        if kind == 3:
            return [f"MPI_Reduce(c->sbuf, c->rbuf, 3, MPI_INT, MPI_SUM, WRAP({value}) % c->size, {comm});",
                    f"MPI_Bcast(c->sbuf, WRAP({value}), MPI_CHAR, WRAP({value}) % c->size, {comm});"]
        return [f"MPI_Bcast(c->sbuf, WRAP({value}), MPI_INT, 0, {comm});"]

    # ---- communication -----------------------------------------------------
    def comm(self, f):
        r = self.r
        tag = r.randint(0, 9)
        k = r.randint(1, 3)
        comm = r.choice(["MPI_COMM_WORLD", "c->comm"])
        n, to, fr = self.fresh("n"), self.fresh("to"), self.fresh("from")
        head = [f"int {n} = {WRAP}({self.expr(False, f)});", f"int {to} = (c->rank + {k}) % c->size;",
                f"int {fr} = ((c->rank - {k}) % c->size + c->size) % c->size;"]
        kind = r.randrange(17)
        if kind >= 14:
            return self.leading(f, tag, k, comm)
        if kind == 0:
            self.features.add("sendrecv")
            return head + [f"MPI_Sendrecv(c->sbuf, {n}, MPI_DOUBLE, {to}, {tag}, c->rbuf, CAP, MPI_DOUBLE, {fr}, {tag},",
                           f"             {comm}, MPI_STATUS_IGNORE);"]
        if kind == 1:
            self.features.add("isend")
            q = self.fresh("q")
            return head + [f"MPI_Request {q}[2];",
                           f"MPI_Irecv(c->rbuf, CAP, MPI_INT, {fr}, {tag}, {comm}, &{q}[0]);",
                           f"MPI_Isend(c->sbuf, {n}, MPI_INT, {to}, {tag}, {comm}, &{q}[1]);",
                           f"MPI_Waitall(2, {q}, MPI_STATUSES_IGNORE);"]
        if kind == 2:
            self.features.add("bcast of a live value")
            v = self.fresh("v")
            root = f"{r.randint(0, 5)} % c->size"
            return [f"int {v} = {WRAP}({self.expr(False, f)});", f"MPI_Bcast(&{v}, 1, MPI_INT, {root}, {comm});",
                    f"{self.place(True, f)} = {v};"]
        if kind == 3:
            self.features.add("allreduce of integers")
            v, w = self.fresh("v"), self.fresh("w")
            return [f"int {v} = {self.place(False, f)}, {w} = 0;",
                    f"MPI_Allreduce(&{v}, &{w}, 1, MPI_INT, {r.choice(['MPI_SUM', 'MPI_MAX'])}, {comm});",
                    f"{self.place(True, f)} = {WRAP}({w});"]
        if kind == 4:
            self.features.add("dead allreduce")
            v = self.fresh("v")
            return [f"double {v} = c->in.w;", f"MPI_Allreduce({v} > 0 ? &{v} : &{v}, &c->in.w, 1, MPI_DOUBLE, MPI_SUM, {comm});"]
        if kind == 5:
            self.features.add("barrier")
            return [f"MPI_Barrier({comm});"]
        if kind == 6:
            self.features.add("gather")
            m = self.fresh("m")
            return [f"int {m} = {WRAP}({self.expr(True, f)}) % 8;",
                    f"MPI_Gather(c->sbuf, {m}, MPI_DOUBLE, c->rbuf, {m}, MPI_DOUBLE, 0, {comm});"]
        if kind == 7:
            self.features.add("size by message")
            v, q = self.fresh("v"), self.fresh("q")
            return head + [f"int {v} = 0;", f"MPI_Request {q};", f"MPI_Isend(&{n}, 1, MPI_INT, {to}, {tag + 10}, {comm}, &{q});",
                           f"MPI_Recv(&{v}, 1, MPI_INT, {fr}, {tag + 10}, {comm}, MPI_STATUS_IGNORE);",
                           f"MPI_Wait(&{q}, MPI_STATUS_IGNORE);",
                           f"MPI_Isend(c->sbuf, {n}, MPI_CHAR, {to}, {tag}, {comm}, &{q});",
                           f"MPI_Recv(c->rbuf, {v}, MPI_CHAR, {fr}, {tag}, {comm}, MPI_STATUS_IGNORE);",
                           f"MPI_Wait(&{q}, MPI_STATUS_IGNORE);"]
        if kind == 8:
            self.features.add("split")
            s = self.fresh("sub")
            return [f"MPI_Comm {s};", f"MPI_Comm_split(MPI_COMM_WORLD, c->rank % {r.randint(1, 3)}, {r.choice(['c->rank', '-c->rank', '0'])}, &{s});",
                    f"MPI_Reduce(c->sbuf, c->rbuf, {WRAP}({self.expr(True, f, 1)}) % 16, MPI_DOUBLE, MPI_SUM, 0, {s});",
                    f"MPI_Comm_free(&{s});"]
        if kind == 9:
            self.features.add("scan")
            v = self.fresh("v")
            return [f"int {v} = 0;", f"MPI_Scan(&c->rank, &{v}, 1, MPI_INT, MPI_SUM, {comm});",
                    f"{self.place(False, f)} = {WRAP}({v});"]
        if kind == 10:
            self.features.add("derived datatype")
            t, m = self.fresh("type"), self.fresh("m")
            return head + [f"MPI_Datatype {t};", f"int {m} = 1 + {WRAP}({self.expr(True, f, 1)}) % 5;",
                           f"MPI_Type_vector({m}, 2, 5, MPI_DOUBLE, &{t});", f"MPI_Type_commit(&{t});",
                           f"MPI_Sendrecv(c->sbuf, {n} % 7, {t}, {to}, {tag}, c->rbuf, 7, {t}, {fr}, {tag}, {comm},",
                           "             MPI_STATUS_IGNORE);", f"MPI_Type_free(&{t});"]
        if kind == 11:
            self.features.add("count of a status")
            st, v, q = self.fresh("st"), self.fresh("v"), self.fresh("q")
            return head + [f"MPI_Status {st};", f"MPI_Request {q};", f"int {v};",
                           f"MPI_Isend(c->sbuf, {n}, MPI_DOUBLE, {to}, {tag}, {comm}, &{q});",
                           f"MPI_Recv(c->rbuf, CAP, MPI_DOUBLE, {fr}, {tag}, {comm}, &{st});",
                           f"MPI_Get_count(&{st}, MPI_DOUBLE, &{v});", f"MPI_Wait(&{q}, MPI_STATUS_IGNORE);",
                           f"{self.place(False, f)} = {WRAP}({v});"]
        if kind == 12:
            self.features.add("floating point decides")
            v, w = self.fresh("v"), self.fresh("w")
            return [f"double {v} = {self.place(False, f)} * 0.25, {w} = 0.0;",
                    f"MPI_Allreduce(&{v}, &{w}, 1, MPI_DOUBLE, MPI_MAX, {comm});",
                    f"{self.place(True, f)} = {WRAP}((int){w});"]
        self.features.add("allgather")
        return [
            f"MPI_Allgather(&c->rank, 1, MPI_INT, c->ranks, 1, MPI_INT, {comm});",
            f"{self.place(False, f)} = {WRAP}(c->ranks[{WRAP}({self.expr(False, f, 1)}) % c->size]);"]

    def leading(self, f, tag, k, comm):
        """A message whose first elements, or some others too, decide something."""
        r = self.r
        self.features.add("leading part")
        t, mpi = r.choice([("double", "MPI_DOUBLE"), ("int", "MPI_INT")])
        a, b, i, n, to, fr = (self.fresh(s) for s in ("a", "b", "i", "n", "to", "from"))
        known = r.randint(1, 5)  # elements at constant places
        lines = [f"int {n} = {known + 6} + {WRAP}({self.expr(True, f, 1)}) % 20, {to} = (c->rank + {k}) % c->size;",
                 f"int {fr} = ((c->rank - {k}) % c->size + c->size) % c->size;"]
        where, free = r.randrange(5), []
        if where == 0:
            lines.append(f"{t} {a}[64], {b}[64];")
        elif where == 1:
            lines.append(f"{t} *{a} = malloc(64 * sizeof *{a}), *{b} = calloc(64, sizeof *{b});")
            free = [f"free({a});", f"free({b});"]
        elif where == 2:
            lines.append(f"static {t} {a}[64], {b}[64];")
        elif where == 3 and t == "double":
            lines.append(f"double *{a} = c->sbuf, *{b} = c->rbuf;")
        else:  # one block
            lines.append(f"{t} *{a} = malloc(128 * sizeof *{a}), *{b} = {a} + {r.choice(['64', n + ' + 2'])};")
            free = [f"free({a});"]
        last = f"{n} - 1" if r.random() < 0.5 else "63"
        rest = r.choice([f"{i} * 3 % 50", f"{WRAP}((int)c->data[{i} % c->n])", f"{WRAP}({self.expr(False, f, 1)} + {i})"])
        lines += [f"for (int {i} = 0; {i} < 64; {i}++)", f"    {a}[{i}] = {b}[{i}] = {i};"]
        if r.random() < 0.3:
            lines.append(f"fill_{t}({a}, {n}, {WRAP}({self.expr(False, f, 1)}));")
        elif r.random() < 0.5:
            lines += [f"for (int {i} = {r.choice([known, 0])}; {i} <= {last}; {i}++)", f"    {a}[{i}] = {rest};"]
        else:
            lines += [f"for (int {i} = {last}; {i} >= {r.choice([known, 0])}; {i}--)", f"    {a}[{i}] = {rest};"]
        order = list(range(known))
        r.shuffle(order)
        for j in order:
            if r.random() < 0.8:
                lines.append(f"{a}[{j}] = {WRAP}({self.expr(False, f, 1)});")
        x = r.randrange(9)
        q = self.fresh("q")
        if x == 0:
            lines.append(f"{a}[{WRAP}({self.expr(False, f, 1)}) % {n}] = {r.randint(0, 99)};")
        elif x == 1:
            lines += [f"{t} *{q} = {a} + {known + 1};", f"{q}[-{r.randint(1, known + 1)}] = {r.randint(0, 99)};"]
        elif x == 2:
            lines += [f"{t} *{q} = &{a}[{n} - 1];", f"{q}[-{r.randint(1, 5)}] += 2;", f"*({q} - {n} + 1) += 1;"]
        elif x == 3:
            lines.append(f"for ({t} *{q} = {a} + {known}; {q} > {a}; {q}--)")
            lines.append(f"    {q}[-1] += {r.randint(1, 9)};")
        elif x == 4 and t == "int":
            lines.append(f"((char *){a})[4 * ({WRAP}({self.expr(False, f, 1)}) % {known + 2})] = {r.randint(0, 9)};")
        elif x == 5:
            lines.append(f"memcpy((char *){a} + {r.randint(0, 3)} * sizeof *{a}, {b} + 7, 2 * sizeof *{a});")
        elif x == 6:
            lines.append(f"store_{t}({a} + {r.randint(0, known)}, {WRAP}({self.expr(False, f, 1)}));")
        begin = r.choice([0, 0, 0, 1, 2])
        out, into = (f"{a} + {begin}" if begin else a), r.choice([b, b, b, f"&{b}[1]"])
        x, got, uniform = r.randrange(7), b, False
        if x == 0:
            lines.append(f"MPI_Sendrecv({out}, {n}, {mpi}, {to}, {tag}, {into}, 60 - {n}, {mpi}, {fr}, {tag}, {comm},")
            lines.append("             MPI_STATUS_IGNORE);")
        elif x == 1:
            lines.append(f"move_{t}({out}, {into}, {n}, {to}, {fr}, {tag}, {comm});")
        elif x == 2:
            lines.append(f"MPI_Request {q}r[2];")
            lines.append(f"MPI_Isend({out}, {n}, {mpi}, {to}, {tag}, {comm}, &{q}r[0]);")
            lines.append(f"MPI_Irecv({into}, {n}, {mpi}, {fr}, {tag}, {comm}, &{q}r[1]);")
            lines.append(f"MPI_Waitall(2, {q}r, MPI_STATUSES_IGNORE);")
        elif x == 3:
            lines.append(f"MPI_Sendrecv_replace({a}, {n}, {mpi}, {to}, {tag}, {fr}, {tag}, {comm}, MPI_STATUS_IGNORE);")
            got = a
        elif x == 4:
            lines.append(f"MPI_Request {q}r[2];")
            lines.append(f"MPI_Send_init({out}, {n}, {mpi}, {to}, {tag}, {comm}, &{q}r[0]);")
            lines.append(f"MPI_Recv_init({into}, {n}, {mpi}, {fr}, {tag}, {comm}, &{q}r[1]);")
            lines.append(f"{a}[{known - 1}] += 1;")
            lines.append(f"MPI_Startall(2, {q}r);")
            lines.append(f"MPI_Waitall(2, {q}r, MPI_STATUSES_IGNORE);")
            lines += [f"MPI_Request_free(&{q}r[{j}]);" for j in range(2)]
        else:
            lines.append(f"MPI_Bcast({a}, {n}, {mpi}, {r.randint(0, 5)} % c->size, {comm});")
            got, uniform = a, True
        if r.random() < 0.4:
            other = b if got == a else a
            count = n if not uniform else n
            lines += r.choice([[f"memcpy({other}, {got}, {count} * sizeof *{a});"],
                               [f"copy_{t}({got}, {other}, {count});"],
                               [f"for (int {i} = 0; {i} < {count}; {i}++)", f"    {other}[{i}] = {got}[{i}];"]])
            got = other
        for _ in range(r.randint(0, 2)):
            j = r.choice([str(r.randrange(known))] * 4 + [str(known + 2), f"{WRAP}({self.expr(True, f, 1)}) % {n}"])
            lines.append(f"{self.place(uniform, f)} = {WRAP}((int){got}[{j}]);")
        if r.random() < 0.2:
            s = self.place(uniform, f)
            lines += [f"for (int {i} = 0; {i} < {r.randint(1, known)}; {i}++)", f"    {s} = {WRAP}({s} + (int){got}[{i}]);"]
        return lines + free

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

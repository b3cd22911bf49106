"""The code of a random program that does not communicate: values, the places that hold them, assignments, dead work.

Owns: the state that all parts of the generator share (class Code). gen_messages.py adds communication, gen_program.py
constructs, functions and files. Every part draws from one random generator, so the order of its draws is a program's text.
"""
import random

WRAP = "WRAP"  # macro of the generated programs: keeps an integer within 0 .. 1008


class Code:
    """What a program has so far."""

    def __init__(self, seed, names=None):
        self.r = random.Random(seed)
        self.seed = seed
        self.nfiles = self.r.randint(2, 4)
        self.names = names
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

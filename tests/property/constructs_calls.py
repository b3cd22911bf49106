"""constructs_calls.py - constructs of random programs: how functions are called, and effects whose value nobody reads."""
from constructs import Construct as C

BUMP = "static int n@ = 2;\nstatic int bump@(int x)\n{\n    n@ = WRAP(n@ * 3 + x);\n    return n@;\n}\nstatic int idle@(int x)\n{\n    return x;\n}"
OPS = BUMP + "\nstruct ops@ {\n    double w;\n    int (*go)(int);\n    struct {\n        int k;\n        int (*go)(int);\n    } in;\n};"
DEAD = "static double dead@[8];"

CONSTRUCTS = {
    "effect in a dead declaration, op->go": C(
        "struct ops@ so = {0.5, bump@, {1, idle@}}, *op = &so;\nint d = op->go($x);\n$to = n@;", OPS),
    "effect in a dead declaration, (*fp)": C("int (*fp)(int) = &bump@;\nconst double d = (*fp)($x) * 2.0;\n$to = n@;", BUMP),
    "effect in a dead declaration, table": C(
        "int a = 1, d = tab@[$x >= 0]($y), b = 2;\ndead@[0] = a + b + d;\n$to = n@;",
        BUMP + "\n" + DEAD + "\nstatic int (*const tab@[])(int) = {idle@, bump@};"),
    "effect in a dead declaration, conditional callee": C(
        "int d[3] = {1, ($x % 2 ? bump@ : idle@)($y), 2};\n$to = WRAP(n@ + $x);", BUMP),
    "effect in a dead struct initialiser": C(
        "struct {\n    int a;\n    double b;\n} q = {.b = 0.5, .a = so@.in.go($x)};\n$w\n$to = n@;",
        OPS + "\nstatic struct ops@ so@ = {1, idle@, {2, bump@}};"),
    "effect in a VLA bound": C("char d[bump@($x) + 1];\n$to = n@;", BUMP),
    "effect in a VLA bound through a pointer": C("int (*fp)(int) = bump@;\ndouble d[2][fp($x) % 9 + 1];\n$to = n@;", BUMP),
    "effect in a dead compound literal": C("sink@((int[]){bump@($x), 1});\n$to = n@;", BUMP + "\n" + DEAD +
                                           "\nstatic void sink@(const int *a)\n{\n    dead@[1] += a[0] * 0.5;\n}"),
    "effect in a dead argument": C("sink@($x > 3 && bump@($y));\n$to = n@;", BUMP + "\nstatic int sink@(int a)\n{\n    return a * 2;\n}"),
    "effect in a void cast": C("struct ops@ so = {.go = bump@};\n(void)so.go($x);\n$to = n@;", OPS),
    "effect behind a label": C("if ($x % 2)\n    goto here@;\n$w\nhere@:\n(0, bump@)($y);\n$to = n@;", BUMP),
    "effect in a condition with empty arms": C("if (bump@($x) > 5) {\n}\nif ((*&bump@)($y))\n    ;\n$to = n@;", BUMP),
    "effect in a for header": C("for (int i = 0, d = bump@($x); i < 3; i++, bump@(i))\n    dead@[i] += d;\n$to = n@;", BUMP + "\n" + DEAD),
    "error code of a call that is checked": C("struct ops@ *op = &so@;\nint rc = op->go($x);\nif (rc < 0)\n    exit(1);\n$to = n@;",
                                              OPS + "\nstatic struct ops@ so@ = {1, bump@, {2, idle@}};"),
    "effect through an out-parameter of a dead result": C(
        "int v = $n;\ndouble d = put@(&v, $x);\ndead@[2] = d;\n$to = v;",
        DEAD + "\nstatic double put@(int *to, int x)\n{\n    *to = WRAP(*to + x);\n    return *to * 0.5;\n}"),
    "chained assignment with a dead target": C("double d;\nint v;\nd = v = WRAP($x + $n);\ndead@[3] = d;\n$to = v;", DEAD),
    "increment inside an index": C("int a[4] = {0}, at = $x % 3;\na[at++] = $y;\ndead@[at++ % 8] = 1;\n$to = WRAP(at * 5 + a[at - 2]);", DEAD),
    "function that returns a function pointer": C("$to = WRAP(pick@($x)($y));", BUMP + "\nstatic int half@(int x)\n{\n    return x / 2;\n}\n"
                                                  "static int (*pick@(int k))(int)\n{\n    return k % 2 ? bump@ : half@;\n}"),
    "function pointer that returns a function pointer": C(
        "fn@ (*how)(int) = pick@;\nint v = (*how)($x)(3);\n$to = WRAP(v + how($y)(4));",
        BUMP + "\ntypedef int (*fn@)(int);\nstatic fn@ pick@(int k)\n{\n    return k % 3 ? bump@ : idle@;\n}"),
    "cast function pointer": C("void (*vp)(void) = (void (*)(void))bump@;\n$to = ((int (*)(int))vp)($x);", BUMP),
    "function pointer as an integer": C("uintptr_t ip = (uintptr_t)bump@;\n$to = ((int (*)(int))ip)($x);", BUMP),
    "function pointer copied by bytes": C("int (*from)(int) = bump@, (*fp)(int);\nmemcpy(&fp, &from, sizeof fp);\n$to = fp($x);", BUMP),
    "table of functions with designators": C("$to = WRAP(tab@[$x % 4]($y));", BUMP +
                                             "\nstatic int (*tab@[4])(int) = {[0 ... 2] = idle@, [3] = bump@};"),
    "table of functions filled at run time": C(
        "reg@(idle@);\nreg@(bump@);\nint s = 0;\nfor (int i = 0; i < used@; i++)\n    s += list@[i]($x);\n$to = WRAP(s);\nused@ = 0;",
        BUMP + "\nstatic int (*list@[4])(int), used@;\nstatic void reg@(int (*f)(int))\n{\n    list@[used@++] = f;\n}"),
    "operations in a constant struct": C("const struct ops@ *op = $x % 2 ? &a@ : &b@;\n$to = WRAP(op->go($x) + op->in.go($y));",
                                         OPS + "\nstatic const struct ops@ a@ = {1, bump@, {2, idle@}}, b@ = {.in = {1, bump@}, .go = idle@};"),
    "operations in a heap object": C("struct ops@ *op = calloc(1, sizeof *op);\nop->go = $x % 2 ? bump@ : idle@;\n$to = WRAP(op->go($y));\nfree(op);", OPS),
    "objects with methods and inheritance": C(
        "struct sq@ sq = {{area@sq, 0}, $x % 30};\nstruct ci@ ci = {{area@ci, 1}, $y % 20, 0.5};\nstruct sh@ *all[2] = {&sq.base, &ci.base};\n"
        "int s = 0;\nfor (int i = 0; i < 2; i++)\n    s += all[i]->area(all[i]);\n$to = WRAP(s);",
        "struct sh@ {\n    int (*area)(struct sh@ *);\n    int kind;\n};\nstruct sq@ {\n    struct sh@ base;\n    int side;\n};\n"
        "struct ci@ {\n    struct sh@ base;\n    int r;\n    double w;\n};\nstatic int area@sq(struct sh@ *s)\n{\n    struct sq@ *q = (struct sq@ *)s;\n"
        "    return q->side * q->side;\n}\nstatic int area@ci(struct sh@ *s)\n{\n    struct ci@ *q = (struct ci@ *)s;\n    q->w *= 2;\n    return 3 * q->r + q->base.kind;\n}"),
    "container_of": C(
        "struct box@ b = {0.5, {$x, NULL}, $y};\nstruct in@ *in = &b.in;\n$to = WRAP(from@(in)->tail + in->v);",
        "struct in@ {\n    int v;\n    void *p;\n};\nstruct box@ {\n    double w;\n    struct in@ in;\n    int tail;\n};\nstatic struct box@ *from@(struct in@ *i)\n{\n"
        "    return (struct box@ *)((char *)i - offsetof(struct box@, in));\n}"),
    "callback with opaque user data": C(
        "struct acc@ a = {0.5, $x};\neach@(3, add@, &a);\n$to = WRAP(a.sum);",
        "struct acc@ {\n    double w;\n    int sum;\n};\nstatic void add@(int i, void *ud)\n{\n    struct acc@ *a = ud;\n    a->sum += i * 7;\n    a->w += 0.5;\n}\n"
        "static void each@(int n, void (*f)(int, void *), void *ud)\n{\n    for (int i = 0; i < n; i++)\n        f(i, ud);\n}"),
    "user data inside a void * field": C(
        "struct task@ t = {run@, NULL, 0};\nint args[2] = {$x, $y};\nt.data = args;\nt.run(&t);\n$to = t.result;",
        "struct task@ {\n    void (*run)(struct task@ *);\n    void *data;\n    int result;\n};\nstatic void run@(struct task@ *t)\n{\n    int *a = t->data;\n"
        "    t->result = WRAP(a[0] * 2 + a[1]);\n}"),
    "qsort with a callback": C(
        "int a[5] = {$x, $y, $n, 77, 500};\nqsort(a, 5, sizeof *a, cmp@);\n$to = a[2];",
        "static int cmp@(const void *a, const void *b)\n{\n    return *(const int *)a - *(const int *)b;\n}"),
    "qsort of pointers to structs": C(
        "struct e@ es[3] = {{$x, 0.5}, {$y, 1.5}, {300, 2}}, *ps[3] = {es, es + 1, es + 2};\nqsort(ps, 3, sizeof *ps, cmp@);\n$to = WRAP(ps[1]->key + calls@ % 2 * 0);",
        "struct e@ {\n    int key;\n    double w;\n};\nstatic int calls@;\nstatic int cmp@(const void *a, const void *b)\n{\n    struct e@ *const *l = a, *const *r = b;\n"
        "    calls@++;\n    return (*l)->key > (*r)->key ? 1 : (*l)->key < (*r)->key ? -1 : 0;\n}"),
    "bsearch with a callback": C(
        "int key = $x % 8 * 10, *hit = bsearch(&key, keys@, 6, sizeof *keys@, cmp@);\n$to = hit ? (int)(hit - keys@) + 20 : 5;",
        "static const int keys@[6] = {0, 10, 20, 40, 50, 70};\nstatic int cmp@(const void *a, const void *b)\n{\n    return *(const int *)a - *(const int *)b;\n}"),
    "variadic sum": C("$to = WRAP(sum@(3, $x, $y, $n));", "static int sum@(int n, ...)\n{\n    va_list ap;\n    int s = 0;\n    va_start(ap, n);\n"
                      "    while (n-- > 0)\n        s += va_arg(ap, int);\n    va_end(ap);\n    return s;\n}"),
    "variadic by a format": C(
        "int v = 0;\nset@(\"pid\", &v, $x, 2.5);\n$to = WRAP(v);",
        "static void set@(const char *how, ...)\n{\n    va_list ap;\n    int *to = NULL;\n    va_start(ap, how);\n    for (; *how; how++)\n        switch (*how) {\n"
        "        case 'p': to = va_arg(ap, int *); break;\n        case 'i': *to += va_arg(ap, int); break;\n        case 'd': *to += (int)va_arg(ap, double); break;\n        }\n"
        "    va_end(ap);\n}"),
    "wrapper that hands on its va_list": C(
        "int a = 0, b = 0;\nset@(2, &a, $x, &b, $y);\n$to = WRAP(a + 2 * b);",
        "static void vset@(int n, va_list ap)\n{\n    while (n-- > 0) {\n        int *to = va_arg(ap, int *);\n        *to = va_arg(ap, int);\n    }\n}\n"
        "static void set@(int n, ...)\n{\n    va_list ap;\n    va_start(ap, n);\n    vset@(n, ap);\n    va_end(ap);\n}"),
    "va_copy": C(
        "$to = WRAP(twice@(2, $x, $y));",
        "static int twice@(int n, ...)\n{\n    va_list ap, again;\n    int s = 0;\n    va_start(ap, n);\n    va_copy(again, ap);\n    for (int i = 0; i < n; i++)\n        s += va_arg(ap, int);\n"
        "    for (int i = 0; i < n; i++)\n        s = s * 2 + va_arg(again, int);\n    va_end(again);\n    va_end(ap);\n    return s;\n}"),
    "vsnprintf wrapper": C("char t[64];\nint k = fmt@(t, sizeof t, \"%d:%s\", $x, \"abc\");\n$to = WRAP(k * 10 + t[0]);",
                           "static int fmt@(char *to, size_t n, const char *how, ...)\n{\n    va_list ap;\n    int k;\n    va_start(ap, how);\n    k = vsnprintf(to, n, how, ap);\n    va_end(ap);\n    return k;\n}"),
    "K&R definition": C("$to = WRAP(old@($x, $y, 1.5));", "static int old@(a, b, d)\n    int a, b;\n    double d;\n{\n    return a * 2 + b + (int)(d * 2);\n}"),
    "K&R definition with pointers": C("int v = $n;\nold@(&v, $x);\n$to = v;", "static void old@(to, x)\n    int *to;\n    int x;\n{\n    *to = WRAP(*to + x);\n}"),
    "call without a prototype": C("$to = WRAP(far@(c->n, $x, 1 - c->rank, $y));", "int far@();",
                                  other="int far@(int dead, int x, int more, int y)\n{\n    return x + 2 * y + 0 * (dead + more);\n}"),
    "call of an undeclared function": C("$to = WRAP(imp@($x, 2.5, $y));", other="int imp@(int x, double d, int y)\n{\n    return x + (int)d + y;\n}"),
    "call without a prototype, dead double ahead": C(
        "int v = 0;\nrun@(c->in.w, &v, $x);\n$to = v;", "void run@();",
        other="double keep@;\nvoid run@(double dead, int *to, int x)\n{\n    keep@ = dead;\n    *to = WRAP(x + 3);\n}"),
    "recursion": C("$to = WRAP(fib@($x % 12));", "static int fib@(int n)\n{\n    return n < 2 ? n + 1 : fib@(n - 1) + fib@(n - 2);\n}"),
    "mutual recursion": C("int v = $y;\neven@($x % 9, &v);\n$to = WRAP(v);",
                          "static void odd@(int n, int *v);\nstatic void even@(int n, int *v)\n{\n    if (n == 0)\n        return;\n    *v += 3;\n    odd@(n - 1, v);\n}\n"
                          "static void odd@(int n, int *v)\n{\n    if (n == 0)\n        return;\n    *v = WRAP(*v * 2);\n    even@(n - 1, v);\n}"),
    "recursion over a tree": C(
        "struct t@ *t = NULL;\nfor (int i = 0; i < 6; i++)\n    t = add@(t, ($x * 7 + i * 31) % 50);\n$to = WRAP(sum@(t, 1));\ndrop@(t);",
        "struct t@ {\n    int v;\n    double w;\n    struct t@ *kid[2];\n};\nstatic struct t@ *add@(struct t@ *t, int v)\n{\n    if (!t) {\n        t = calloc(1, sizeof *t);\n        t->v = v;\n"
        "        return t;\n    }\n    t->kid[v > t->v] = add@(t->kid[v > t->v], v);\n    return t;\n}\nstatic int sum@(const struct t@ *t, int d)\n{\n"
        "    return t ? t->v * d + sum@(t->kid[0], d + 1) + sum@(t->kid[1], d + 1) : 0;\n}\nstatic void drop@(struct t@ *t)\n{\n    if (t) {\n        drop@(t->kid[0]);\n        drop@(t->kid[1]);\n"
        "        free(t);\n    }\n}"),
    "structure by value and as a result": C("struct p@ p = make@($x, $y);\n$to = WRAP(swap@(p).a + p.b);",
                                            "struct p@ {\n    int a;\n    double w;\n    int b;\n};\nstatic struct p@ make@(int a, int b)\n{\n    struct p@ p = {a, 0.5, b};\n    return p;\n}\n"
                                            "static struct p@ swap@(struct p@ p)\n{\n    int k = p.a;\n    p.a = p.b * 2;\n    p.b = k;\n    return p;\n}"),
    "large structure as a result": C("$to = WRAP(big@($x).a[$y % 40]);", "struct big@ {\n    int a[40];\n    double w;\n};\nstatic struct big@ big@(int x)\n{\n    struct big@ b = {{0}, 0.5};\n"
                                     "    for (int i = 0; i < 40; i++)\n        b.a[i] = x + i;\n    return b;\n}"),
    "pure and const attributes": C("$to = WRAP(p@($x) + q@($y));", "__attribute__((pure)) static int p@(int x)\n{\n    return x * 2 + g_u0 * 0;\n}\n"
                                   "__attribute__((const, noinline)) static int q@(int x)\n{\n    return x / 2;\n}"),
    "inline functions": C("$to = WRAP(in@($x));", "static inline __attribute__((always_inline)) int in@(int x)\n{\n    int k = x % 7;\n    return k * x;\n}"),
    "weak definition": C("$to = WRAP(weak@($x));", "__attribute__((weak)) int weak@(int x)\n{\n    return x + $n;\n}"),
    "alias attribute": C("int v = ali@($x);\n$to = WRAP(v + n@);", "static int n@;\nint real@(int x)\n{\n    n@ = x % 5;\n    return x + $n;\n}\nint ali@(int x) __attribute__((alias(\"real@\")));"),
    "noreturn error exit": C("if ($x < 0)\n    die@(\"negative\");\n$to = $x;", "__attribute__((noreturn)) static void die@(const char *why)\n{\n    fprintf(stderr, \"%s\\n\", why);\n    MPI_Abort(MPI_COMM_WORLD, 2);\n    exit(2);\n}"),
    "cleanup attribute": C("{\n    __attribute__((cleanup(out@))) int v = $x;\n    v += $n;\n}\n$to = left@;", "static int left@;\nstatic void out@(int *v)\n{\n    left@ = WRAP(*v);\n}"),
    "constructor function": C("$to = WRAP(made@ + $x);", "static int made@;\n__attribute__((constructor)) static void make@(void)\n{\n    made@ = $n + 3;\n}"),
    "constructor that registers": C("int v = $x;\nfor (int i = 0; i < known@; i++)\n    v = all@[i](v);\n$to = WRAP(v);",
                                    "static int (*all@[4])(int), known@;\nstatic int up@(int x)\n{\n    return x + $n;\n}\nstatic __attribute__((constructor)) void add@(void)\n{\n    for (int i = 0; i < 3; i++)\n        all@[known@++] = up@;\n}"),
    "signal handler run by raise": C("got@ = 0;\nsignal(SIGUSR1, on@);\nif ($x % 2)\n    raise(SIGUSR1);\nsignal(SIGUSR1, SIG_DFL);\n$to = WRAP(got@ * 3 + $y);",
                                     "static volatile sig_atomic_t got@;\nstatic void on@(int s)\n{\n    got@ += s;\n}"),
    "sigaction handler": C("struct sigaction a, old;\nmemset(&a, 0, sizeof a);\na.sa_handler = on@;\nsigaction(SIGUSR2, &a, &old);\nfor (int i = 0; i < $x % 4; i++)\n    raise(SIGUSR2);\n"
                           "sigaction(SIGUSR2, &old, NULL);\n$to = WRAP(hits@);\nhits@ = 0;", "static volatile sig_atomic_t hits@;\nstatic void on@(int s)\n{\n    (void)s;\n    hits@ = hits@ + 1;\n}"),
}

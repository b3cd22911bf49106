"""effects.py - side effects of calls whose own result is dead: effects/FORM/CONTEXT/KIND.

A function or an expression changes some state (the kind). It is written in one of many ways (the form), at a place that does
not use its value (the context). The program's communication then depends on the state. In contexts that C does not evaluate,
nothing must change.
"""
from combos import PRECISE, Combo, end, fill, indent, pick

# ---- what is changed -------------------------------------------------------------------------------------------------
# par, arg: the parameter's type and the argument; lv: an lvalue for effects that are expressions; do: the effect on it;
# before: statements ahead; state: what the program communicates by. All start at 2; one, two and three times $do gives
# odd values.


class Kind:
    def __init__(self, lv="", top="", before="", par="int", arg="t", do="$lv = 2 * $lv + 5;", state="", local="",
                 expression=True, other=""):
        self.lv, self.top, self.before, self.par, self.arg = lv, top, before, par, arg
        self.do, self.state, self.other = fill(do, lv=local or lv), state or lv, other
        self.expression = expression and lv != ""


KINDS = {
    "global": Kind("g@", "static int g@ = 2;"),
    "set": Kind("g@", "static int g@ = 2;", do="g@ = x + 4;", expression=False),
    "extern": Kind("g@", "extern int g@;", other="int g@ = 2;"),
    "pointer": Kind("v", before="int v = 2;", par="int *", arg="&v", local="*x"),
    "static": Kind(do="static int n = 2;\nif (x < 0)\n    return n;\nn = 2 * n + 5;", state="f@(-1)"),
    "field": Kind("o@.in.n", "static struct {\n    double w;\n    struct {\n        int a, n;\n    } in;\n} o@ = {1, {3, 2}};"),
    "field-pointer": Kind("o.n", "struct o@ {\n    double w;\n    int n;\n};", "struct o@ o = {1, 2};", "struct o@ *", "&o",
                          local="x->n"),
    "thread": Kind("tls@", "static _Thread_local int tls@ = 2;"),
    "errno": Kind("errno", before="errno = 2;", do="errno = 2 * errno + 5;"),
    "out": Kind("g@", "static int g@ = 2;\nstatic void put@(int *to, int v)\n{\n    *to = v;\n}",
                do="put@(&g@, 2 * g@ + 5);", expression=False),
    "heap": Kind("h@[1]", "static int *h@;", "h@ = malloc(2 * sizeof(int));\nh@[0] = h@[1] = 2;"),
    "array": Kind("a@[t % 3]", "static int a@[3] = {2, 2, 2};", par="int *", arg="&a@[t % 3]", local="*x"),
    "bits": Kind("b@.n", "static struct {\n    unsigned m : 3, n : 9;\n} b@ = {1, 2};"),
    "file": Kind(top="static FILE *f@s;",
                 before='f@s = tmpfile();\nfputs("bcdefghijklmnopqrstuvwxyz", f@s);\nrewind(f@s);',
                 do="fgetc(f@s);", state="fgetc(f@s)"),
    "random": Kind(before="srand(7);", do="rand();", state="rand() % 61"),
    "token": Kind(before='char text[] = "a bb cccc d eee";\nstrtok(text, " ");', do='strtok(NULL, " ");',
                  state='(int)strlen(strtok(NULL, " "))'),
    "message": Kind(do="char b[64] = {0};\nMPI_Bcast(b, 9, MPI_CHAR, 0, MPI_COMM_WORLD);", state="2"),
}

# ---- how the call is written -----------------------------------------------------------------------------------------
# head: of the function f@ that has the effect; after: behind it; setup: in the combination's function; call: the call.
# $p is the parameter's type, $a the argument, z@ another function that does nothing.
STRUCT = "struct o@s {\n    double w;\n    int (*go)($p);\n    struct {\n        int n;\n        int (*go)($p);\n    } in;\n};"
SORT = ("struct e@ {\n    int key;\n    $p x;\n};\nstatic int cmp@(const void *a, const void *b)\n{\n"
        "    const struct e@ *l = a, *r = b;\n    f@(l->x);\n    return l->key - r->key;\n}")
ELEMENTS = "struct e@ es[2] = {{3, $a}, {1, $a}};"


class Form:
    def __init__(self, call, after="", setup="", head="static int f@($p x)", flags=(), other=False, needs="", top="",
                 mutant=""):
        self.call, self.after, self.setup, self.head, self.flags = call, after, setup, head, flags
        self.other, self.needs, self.top, self.mutant = other, needs, top, mutant


FORMS = {
    "direct": Form("f@($a)"),
    "statement-expression": Form("({\n    int r_ = f@($a);\n    r_ + 0;\n})"),
    "statement-expression-last": Form("({ f@($a); })"),
    "pointer": Form("fp($a)", setup="int (*fp)($p) = f@;"),
    "starred": Form("(*fp)($a)", setup="int (*fp)($p) = &f@;"),
    "stars": Form("(***fp)($a)", setup="int (*fp)($p) = f@;"),
    "cast": Form("((int (*)($p))vp)($a)", setup="void (*vp)(void) = (void (*)(void))f@;"),
    "cast-void": Form("((int (*)($p))vp)($a)", setup="void *vp = (void *)f@;"),
    "cast-integer": Form("((int (*)($p))ip)($a)", setup="uintptr_t ip = (uintptr_t)f@;"),
    "picked": Form("pick@(t)($a)", "static int (*pick@(int k))($p)\n{\n    return k ? f@ : z@;\n}"),
    "table": Form("tab@[t > 0]($a)", "static int (*const tab@[])($p) = {z@, f@};"),
    "table-designated": Form("tab@[3]($a)", "static int (*tab@[4])($p) = {[0 ... 2] = z@, [3] = f@};"),
    "table-local": Form("tab[t > 0]($a)", setup="int (*tab[2])($p);\ntab[0] = z@;\ntab[1] = f@;"),
    "table-starred": Form("(*tab@[1])($a)", "static int (*tab@[])($p) = {z@, f@};"),
    "arrow": Form("op->go($a)", STRUCT, "struct o@s so = {1, f@, {2, z@}}, *op = &so;"),
    "dot": Form("so.go($a)", STRUCT, "struct o@s so = {.go = f@};"),
    "arrow-dot": Form("op->in.go($a)", STRUCT, "struct o@s *op = calloc(1, sizeof *op);\nop->go = z@;\nop->in.go = f@;"),
    "static-operations": Form("op->go($a)", STRUCT + "\nstatic const struct o@s so@ = {1, f@, {2, z@}};",
                              "const struct o@s *op = &so@;"),
    "conditional": Form("(t ? f@ : z@)($a)"),
    "macro": Form("CALL@($a)", "#define CALL@(x) f@(x)"),
    "macro-nested": Form("OUTER@($a)", "#define CALL@(f, x) (f)(x)\n#define OUTER@(x) CALL@(f@, (x))"),
    "macro-name": Form("NAME@($a)", "#define NAME@ f@"),
    "macro-pasted": Form("PASTE@(f, $a)", "#define PASTE@(f, x) f##@(x)"),
    "macro-statements": Form("BLOCK@($a)", "#define BLOCK@(x) \\\n    ({ \\\n        int r_ = f@(x); \\\n        r_; \\\n    })"),
    "inline": Form("f@($a)", head="static inline int f@($p x)"),
    "inline-wrapper": Form("w@($a)", "static inline __attribute__((always_inline)) int w@($p x)\n{\n    return f@(x);\n}"),
    "expect": Form("__builtin_expect(f@($a), 1)"),
    "comma": Form("(0, f@($a))"),
    "comma-function": Form("(0, f@)($a)"),
    "variadic": Form("v@(1, $a)", "static int v@(int n, ...)\n{\n    va_list ap;\n    va_start(ap, n);\n"
                     "    $p x = va_arg(ap, $p);\n    va_end(ap);\n    return f@(x);\n}"),
    "qsort": Form("(qsort(es, 2, sizeof *es, cmp@), 4)", SORT, ELEMENTS),
    "bsearch": Form("(bsearch(es, es, 1, sizeof *es, cmp@) != NULL)", SORT, ELEMENTS),
    "generic": Form("_Generic(($a), $p: f@, default: z@)($a)"),
    "old-definition": Form("f@($a)", head="static int f@(x)\n$p x;\n"),
    "old-elsewhere": Form("f@($a)", head="int f@(x)\n    $p x;\n", other=True, top="int f@();"),
    "typedef-pointer": Form("h($a)", "typedef int (*fn@)($p);", "fn@ h = f@;"),
    "typedef-function": Form("h($a)", setup="fn@ *h = f@;", top="typedef int fn@($p);\nstatic fn@ f@;"),
    "prototype-elsewhere": Form("f@($a)", head="int f@($p x)", other=True, top="int f@($p);"),
    "block-prototype": Form("f@($a)", head="int f@($p x)", other=True, setup="extern int f@($p);"),
    "implicit": Form("f@($a)", head="int f@($p x)", other=True, flags=["-Wno-error=implicit-function-declaration",
                                                                       "-Wno-implicit-function-declaration"]),
    "implicit-double": Form("f@($a, 1.5)", head="int f@($p x, double d)", other=True,
                            flags=["-Wno-error=implicit-function-declaration", "-Wno-implicit-function-declaration"]),
    "callback": Form("apply@(f@, $a)", "static int apply@(int (*fn)($p), $p x)\n{\n    return fn(x);\n}"),
    "user-data": Form("app@(th@, &ud)", "static int th@(void *ud)\n{\n    return f@(*($p *)ud);\n}\n"
                      "static int app@(int (*fn)(void *), void *ud)\n{\n    return fn(ud);\n}", "$p ud = $a;"),
    "weak": Form("f@($a)", head="__attribute__((weak)) int f@($p x)"),
    "alias": Form("f@($a)", "int f@($p x) __attribute__((alias(\"real@\")));", head="int real@($p x)"),
    "noinline": Form("f@($a)", head="static __attribute__((noinline, noclone)) int f@($p x)"),
    "recursive": Form("w@(3, $a)", "static int w@(int d, $p x)\n{\n    return d > 0 ? w@(d - 1, x) : f@(x);\n}"),
    "mutual": Form("odd@(3, $a)", "static int odd@(int d, $p x);\nstatic int even@(int d, $p x)\n{\n"
                   "    return d == 0 ? f@(x) : odd@(d - 1, x);\n}\nstatic int odd@(int d, $p x)\n{\n"
                   "    return d == 0 ? 1 : even@(d - 1, x);\n}"),
    "void-wrapper": Form("(w@($a), 4)", "static void w@($p x)\n{\n    f@(x);\n}"),
    "struct-result": Form("w@($a).a", "struct r@ {\n    int a;\n    double b;\n};\nstatic struct r@ w@($p x)\n{\n"
                          "    struct r@ r = {f@(x), 2};\n    return r;\n}"),
    "copied-pointer": Form("fp($a)", setup="int (*from)($p) = f@, (*fp)($p);\nmemcpy(&fp, &from, sizeof fp);"),
    "registered": Form("run@($a)", "static int (*list@[4])($p), used@;\nstatic void add@(int (*fn)($p))\n{\n"
                       "    list@[used@++] = fn;\n}\nstatic int run@($p x)\n{\n    int sum = 0;\n"
                       "    for (int i = 0; i < used@; i++)\n        sum += list@[i](x);\n    return sum;\n}", "add@(z@);\nadd@(f@);"),
    "keyval": Form("MPI_Comm_delete_attr(MPI_COMM_SELF, key)",
                   "static int del@(MPI_Comm c, int key, void *value, void *extra)\n{\n    f@(*($p *)value);\n"
                   "    return MPI_SUCCESS;\n}",
                   "int key;\n$p ud = $a;\nMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, del@, &key, NULL);\n"
                   "MPI_Comm_set_attr(MPI_COMM_SELF, key, &ud);", needs="once"),
    # Expressions with an effect of their own.
    "assignment": Form("($lv = 2 * $lv + 5)", mutant="(2 * $lv + 5)", needs="lv"),
    "increment": Form("$lv++", mutant="$lv", needs="lv"),
    "increment-first": Form("++$lv", mutant="($lv + 1)", needs="lv"),
    "compound": Form("($lv += 3)", mutant="($lv + 3)", needs="lv"),
    "through-pointer": Form("(*q = 2 * *q + 5)", mutant="(2 * *q + 5)", setup="int *q = &$lv;", needs="address"),
    "pointer-increment": Form("*q++", mutant="*q", setup="int qs[70] = {0}, *q = qs + $lv;", needs="moves"),
    "chained": Form("(m = $lv = 2 * $lv + 5)", mutant="(m = 2 * $lv + 5)", setup="int m;", needs="lv"),
}

# ---- where nobody reads it -------------------------------------------------------------------------------------------
# $c is the call, $d the same in a function of its own, with the argument y. times: how often it is evaluated; zero: the function returns 0, else
# something above 0; printing: it may set errno.


class Context:
    def __init__(self, text, top="", times=1, zero=False, after="", printing=False):
        self.text, self.top, self.times, self.zero = text, top, times, zero
        self.after, self.printing = after, printing


SINK = "static int sink@(int a)\n{\n    return a * 2;\n}"
SINKP = "static double dead@;\nstatic void sink@(const int *a)\n{\n    dead@ += a[0] * 0.5;\n}"
PAIR = "struct q@ {\n    int x, y;\n    double z;\n};"
DEAD = "static double dead@[8];"
CONTEXTS = {
    "plain": Context("$c;"),
    "void": Context("(void)$c;"),
    "void-parentheses": Context("(void)($c);"),
    "declaration": Context("int d = $c;"),
    "declaration-used": Context("double d = $c;\ndead@[1] += d;", DEAD),
    "const-declaration": Context("const double d = $c * 2;"),
    "declarators": Context("int a = 1, d = $c, b = 2;\ndead@[0] = a + b;", DEAD),
    "declarators-twice": Context("int d = $c, e = $c;", times=2),
    "register": Context("register int d = $c;\nd++;"),
    "volatile": Context("volatile int d = $c;"),
    "array": Context("int d[3] = {1, $c, 2};"),
    "array-designated": Context("int d[4] = {[2] = $c};"),
    "struct": Context("struct q@ d = {1, $c, 2.5};", PAIR),
    "designated": Context("struct q@ d = {.z = 0.5, .y = $c};", PAIR),
    "old-designated": Context("struct q@ d = {y: $c};", PAIR),
    "nested-struct": Context("struct {\n    int a;\n    struct q@ q;\n} d = {1, {.y = $c}};", PAIR),
    "vla": Context("char d[$c + 1];"),
    "vla-two": Context("double d[2][$c + 1];"),
    "vla-of-condition": Context("char d[t > 0 && $c ? 3 : 4];"),
    "vla-typedef": Context("typedef char row[$c + 1];"),
    "sizeof": Context("int d = sizeof($c);", times=0),
    "sizeof-plain": Context("size_t d = sizeof $c;\ndead@[0] = d;", DEAD, times=0),
    "sizeof-vla": Context("size_t d = sizeof(int[$c + 1]);"),
    "typeof": Context("__typeof__($c) d = 0;", times=0),
    "constant-p": Context("int d = __builtin_constant_p($c);", times=0),
    "generic-controlling": Context("int d = _Generic($c, int: 1, default: 2);", times=0),
    "compound-literal": Context("sink@((int[]){$c, 1});", SINKP),
    "compound-literal-struct": Context("struct q@ d;\nd = (struct q@){$c, 2, 0.5};", PAIR),
    "dead-argument": Context("sink@($c);", SINK),
    "dead-argument-condition": Context("sink@(t > 0 && $c);", SINK),
    "dead-parameter": Context("sink@(3, $c);", "static int kept@;\nstatic void sink@(int keep, int dead)\n{\n"
                              "    kept@ = keep;\n}", after="MPI_Bcast(&t, kept@ ? 1 : 0, MPI_INT, 0, MPI_COMM_WORLD);"),
    "dead-parameter-used": Context("sink@(3, $c * 0.5);", "static int kept@;\nstatic double heavy@;\n"
                                   "static void sink@(int keep, double dead)\n{\n    kept@ = keep;\n    heavy@ += dead;\n}",
                                   after="MPI_Bcast(&t, kept@ ? 1 : 0, MPI_INT, 0, MPI_COMM_WORLD);"),
    "label": Context("goto here;\nhere:\n$c;"),
    "unused-label": Context("here: __attribute__((unused));\n$c;"),
    "case-label": Context("switch (t) {\ncase 5:\n    $c;\n    break;\ndefault:\n    dead@[0] = 1;\n}", DEAD),
    "case-same-line": Context("switch (t) {\ncase 1: dead@[0] = 1; break;\ncase 5: $c; break;\n}", DEAD),
    "if-empty": Context("if ($c)\n    ;"),
    "if-braces": Context("if ($c) {\n}"),
    "if-dead": Context("if ($c)\n    dead@[0] = 1;", DEAD),
    "if-dead-else": Context("if ($c > 900)\n    dead@[0] = 1;\nelse\n    dead@[1] = 2;", DEAD),
    "if-arm": Context("if (t < 0)\n    dead@[0] = 1;\nelse\n    $c;", DEAD),
    "if-declared-arm": Context("if (t > 0) {\n    int d = $c;\n    dead@[0] = d;\n}", DEAD),
    "for-init": Context("int d;\nfor (d = $c; d < 0; d++)\n    dead@[0] += d;", DEAD),
    "for-declaration": Context("for (int d = $c; d < 0; d++)\n    dead@[0] += d;", DEAD),
    "for-declarators": Context("for (int i = 0, d = $c; i < 2; i++)\n    dead@[i] += d;", DEAD),
    "for-step": Context("for (int i = 0; i < 2; i++, $c)\n    dead@[i] += 1;", DEAD, times=2),
    "for-step-alone": Context("for (int i = 0; i++ < 2; $c)\n    ;", times=2),
    "for-condition": Context("for (int i = 0; $c > 0 && i < 1; i++)\n    dead@[i] += 1;", DEAD, times=2),
    "for-comma": Context("int i;\nfor (i = 0, $c; i < 1; i++)\n    dead@[i] += 1;", DEAD),
    "for-forever": Context("for (;;) {\n    $c;\n    break;\n}"),
    "while-condition": Context("while ($c < 0)\n    ;"),
    "while-body": Context("int i = 0;\nwhile (i < 2) {\n    dead@[i] += 1;\n    $c;\n    i++;\n}", DEAD, times=2),
    "do-condition": Context("do\n    dead@[0] += 1;\nwhile ($c < 0);", DEAD),
    "do-body": Context("do {\n    int d = $c;\n    dead@[0] += d;\n} while (0);", DEAD),
    "ternary": Context("t > 0 ? $c : 0;"),
    "ternary-declared": Context("int d = t < 0 ? 0 : $c;"),
    "ternary-condition": Context("double d = $c ? 0.5 : 1.5;"),
    "ternary-short": Context("int d = $c ?: 3;"),
    "and": Context("t > 0 && $c;"),
    "or": Context("t < 0 || $c;"),
    "and-declared": Context("int d = t > 0 && $c;"),
    "or-left": Context("int d = $c || t > 0;"),
    "dead-index": Context("dead@[$c & 7] = 1;", DEAD),
    "dead-compound": Context("dead@[2] += $c;", DEAD),
    "dead-chain": Context("dead@[0] = dead@[1] = $c;", DEAD),
    "dead-static": Context("static int d;\nd = $c;"),
    "dropped-result": Context("drop@($a, t);", "static int drop@($p y, int t)\n{\n    return $d + 1;\n}"),
    "dropped-comma": Context("drop@($a, t);", "static int drop@($p y, int t)\n{\n    return $d, 0;\n}"),
    "dropped-condition": Context("drop@($a, t);", "static int drop@($p y, int t)\n{\n    return $d ? 1 : 0;\n}"),
    "dropped-struct": Context("drop@($a, t);", PAIR + "\nstatic struct q@ drop@($p y, int t)\n{\n"
                              "    return (struct q@){$d, 1, 0.5};\n}"),
    "dropped-double": Context("drop@($a, t);", "static double drop@($p y, int t)\n{\n    double r = $d * 0.5;\n"
                              "    return r * r;\n}"),
    "switch-dead": Context("switch ($c) {\ncase 900:\n    dead@[0] = 1;\n    break;\ndefault:\n    dead@[1] = 1;\n}", DEAD),
    "switch-empty": Context("switch ($c) {\n}"),
    "macro-do": Context("DO@($c);", "#define DO@(x) do { x; } while (0)"),
    "macro-if": Context("CHECK@($c);", "#define CHECK@(x) do { if ((x) > 900) dead@[0] = 1; } while (0)\n" + DEAD),
    "macro-declaration": Context("LET@(d, $c);", "#define LET@(name, x) int name = (x)"),
    "nested-assignment": Context("int n;\ndouble d = n = $c;"),
    "exit-path": Context("int rc = $c;\nif (rc != 0)\n    exit(1);", zero=True),
    "exit-path-printed": Context('if ($c != 0) {\n    fprintf(stderr, "no\\n");\n    exit(1);\n}', zero=True),
    "abort-path": Context("int rc;\nif ((rc = $c) != 0)\n    MPI_Abort(MPI_COMM_WORLD, rc);", zero=True),
    "abort-path-negative": Context("if ($c < 0)\n    abort();"),
    "assert": Context("assert($c >= 0);"),
    "ok-and-exit": Context("if (!$c)\n    exit(2);"),
    "print": Context('printf("%d\\n", $c);', printing=True),
    "snprint": Context('char d[40];\nsnprintf(d, sizeof d, "%d", $c);', printing=True),
    "memset": Context("memset(dead@, $c, 8);", DEAD),
    "memset-length": Context("memset(dead@, 0, $c & 7);", DEAD),
    "malloc": Context("void *d = malloc($c + 4);\nfree(d);", printing=True),
    "builtin": Context("double d = __builtin_fabs((double)$c);"),
    "asm": Context('__asm__ volatile("" : : "r"($c));'),
    "cast": Context("(void)(double)(long)$c;"),
    "negated": Context("!$c;"),
    "parentheses": Context("(($c));"),
    "comma-left": Context("int e = t;\n$c, e++;"),
    "comma-right": Context("int e = t;\ne++, $c;"),
    "statement-expression": Context("int d = ({\n    $c;\n    3;\n});"),
    "same-line": Context("dead@[0] += 1; $c; dead@[1] += 2;", DEAD),
    "braces": Context("{\n    {\n        int d = $c;\n    }\n}"),
    "loop-of-work": Context("for (int i = 0; i < 2; i++) {\n    dead@[i] += 0.5;\n    int d = $c;\n    dead@[i] *= d;\n}", DEAD,
                            times=2),
    "comparison-chain": Context("double d = ($c > 3) + ($c > 900) * 0.5;", times=2),
    "array-parameter": Context("sink@(3, (double[3]){0}, $c);",
                               "static void sink@(int n, double a[n], int unused)\n{\n    a[0] = n;\n}"),
    "dead-mpi-buffer": Context("int d = $c;\nMPI_Bcast(&d, 1, MPI_INT, 0, MPI_COMM_WORLD);"),
    "mpi-buffer-index": Context("MPI_Bcast(&dead@[$c & 7], 1, MPI_CHAR, 0, MPI_COMM_WORLD);", DEAD),
}
EXPRESSIONS = ("lv", "address", "moves")  # needs of forms that are expressions instead of calls
NOT_ZERO = ("qsort", "bsearch", "void-wrapper", "registered")  # their value is never 0
FILE_SCOPE = ("global", "set", "extern", "field", "field-pointer", "thread", "out", "heap", "bits", "file", "array")


def valid(form, context, kind):
    """Whether this combination is valid C and tests what it should."""
    f, c, k = FORMS[form], CONTEXTS[context], KINDS[kind]
    expression = f.needs in EXPRESSIONS
    if kind == "errno" and ("alloc" in f.setup or form in ("qsort", "keyval") or "MPI_" in c.text + c.after or c.printing):
        return False  # they may set it
    if f.other and kind in FILE_SCOPE:
        return False  # what it changes is known in one file only
    if form.startswith("implicit") and context in ("for-declaration", "for-declarators"):
        return False  # the call would declare its function there
    if c.zero and (expression or form in NOT_ZERO):
        return False
    if c.times > 1 and f.needs == "once" or form == "keyval" and context == "ok-and-exit":
        return False
    if context.startswith("dropped-") and (f.setup or expression):
        return False  # the form's variables are not in the function whose result is dropped
    if not expression:
        return True
    if not k.expression or context == "comparison-chain":  # twice in one expression, without order
        return False
    if f.needs == "address" and kind == "bits":
        return False
    return f.needs != "moves" or kind in ("global", "pointer", "heap") and context != "ok-and-exit"


def write(text, form, context, kind):
    f, c, k = FORMS[form], CONTEXTS[context], KINDS[kind]
    expression = f.needs in EXPRESSIONS
    values = {"p": k.par, "a": k.arg, "lv": k.lv}
    call, do = f.call, k.do
    if text.mutated:
        call = f.mutant or call
        do = do.replace("n = 2 * n + 5;", "") if kind == "static" else ""
    if c.zero:
        result = "0"
    elif kind == "field-pointer":
        result = pick(text.name, ["4", "x->n + 3"])
    else:
        result = pick(text.name, ["4", "*x + 3"] if "*" in k.par else ["4", "x + 1", "x * 2 + 3"])
    text.top += [k.top, fill(f.top, **values)]
    text.other.append(k.other)
    if not expression:
        body = indent(f"{do}\nreturn {result};".lstrip())
        (text.other if f.other else text.top).append(fill(f"{f.head}\n{{\n{body}\n}}", **values))
        if "z@" in f.call + f.after + f.setup:
            text.top.append(fill("static int z@($p x)\n{\n    return 1;\n}", **values))
    text.top += [fill(f.after, **values), fill(c.top, d=fill(call, **dict(values, a="y")), **values)]
    text.body += [k.before, fill(f.setup, **values)]
    text.body += ["{", indent(fill(c.text, c=fill(call, **values), **values)), "}", c.after]
    state = "(int)(q - qs)" if f.needs == "moves" else k.state
    if form == "implicit-double":
        state = state.replace("(-1)", "(-1, 1.5)")
    few = c.times > 1 and expression or kind in ("random", "token", "file", "errno", "message")
    text.body.append(end(text.name, state, PRECISE if few else None))


def combo(form, context, kind):
    name = f"effects/{form}/{context}/{kind}"
    return Combo(name, lambda text: write(text, form, context, kind), FORMS[form].flags, CONTEXTS[context].times == 0)


def combos():
    """Each form in each context, with the kinds in turn, and each kind in each context by a direct call."""
    names = []
    for i, form in enumerate(FORMS):
        for j, context in enumerate(CONTEXTS):
            kinds = [k for k in KINDS if valid(form, context, k)]
            if form != "direct":
                kinds = kinds[(i * 7 + j * 3) % (len(kinds) or 1):][:1]
            names += [(form, context, k) for k in kinds]
    return [combo(*n) for n in names]

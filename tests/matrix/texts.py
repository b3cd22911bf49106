"""texts.py - ways to write C: texts/FORM/KIND/MODE.

A statement that must stay, one that need not stay, or both (the mode) are in text that is hard to edit (the form). They change
a local variable, a static variable or a field, or they are calls (the kind).
"""
from combos import Combo, end, fill, indent


class Kind:
    """one: a statement that must stay; two: one that need not. Or v and w: the variables that such statements change."""

    def __init__(self, state, one="", two="", v="", w="", top="", before="", outer=False):
        self.state, self.v, self.w, self.top, self.before, self.outer = state, v, w, top, before, outer
        self.one, self.two = one or f"{v} += 7;", two or f"{w} += 0.5 * t;"


KINDS = {
    "local": Kind("n", v="n", w="w", before="int n = 2;\ndouble w = 1;"),
    "static": Kind("g@", v="g@", w="w@", top="static int g@ = 2;\nstatic double w@ = 1;", outer=True),
    "field": Kind("o->n", v="o->n", w="o->w", top="struct o@ {\n    double w;\n    int n;\n};",
                  before="struct o@ *o = calloc(1, sizeof *o);\no->n = 2;"),
    "declared": Kind("n", "int m = 7; n += m;", "double v = w * 0.5; w += v;", before="int n = 2;\ndouble w = 1;"),
    "call": Kind("g@", "bump@(7);", "burn@(3);", outer=True, top=(
        "static int g@ = 2;\nstatic double w@[8];\nstatic void bump@(int x)\n{\n    g@ += x;\n}\n"
        "static void burn@(int x)\n{\n    for (int i = 0; i < 8; i++)\n        w@[i] = w@[i] * 0.5 + x;\n}")),
    "message": Kind("2", "MPI_Bcast(b@, 3, MPI_CHAR, 0, MPI_COMM_WORLD);", "b@[t % 3] += 3;", top="static char b@[8];", outer=True),
}


class Form:
    """body: in the combination's function; top: at file scope; outer: the statements are in another function; files: of
    their own; state: instead of the kind's; only: kinds that make sense. A form names $one and $two, or changes $v by $inc
    (7): then it is written once for each variable, and $k tells the two apart."""

    def __init__(self, body, top="", outer=False, files=None, only=(), state="", other="", flags=()):
        self.body, self.top, self.outer, self.files, self.only = body, top, outer, files or {}, only
        self.state, self.other, self.flags = state, other, flags
        self.twice = "$v" in body + top + other + "".join(self.files.values())


RUN = "static void run@(int t)\n{\n    $one $two\n}"
LONG = " + ".join(str(i % 2 - (i + 1) % 2 * (i > 0)) for i in range(400))  # 0, in 1,800 characters
OWN = '#include <mpi.h>\nint g@ = 2;\ndouble w@ = 1;\nvoid run@(int t)\n{\n    $one $two\n    w@ = w@ * 2;\n}\n'
OWNED = "extern int g@;\nvoid run@(int t);"
FORMS = {
    "one-line": Form("$one $two"),
    "line-comment": Form("$one /* keep; */ $two // end; { "),
    "empty-statements": Form(";; $one ;;; $two ;;"),
    "braces-one-line": Form("{ { $one } { $two } }"),
    "if-one-line": Form("if (t > 2) { $one } else { $two } if (t > 3) { $two }"),
    "if-no-braces": Form("if (t > 2) $one else $two", only=("local", "static", "field", "call", "message")),
    "else-same-line": Form("if (t < 2) $two else $one", only=("local", "static", "field", "call", "message")),
    "for-one-line": Form("for (int i = 0; i < 1; i++) { $one $two }"),
    "label-line": Form("goto here; here: $one $two", only=("local", "static", "field", "call", "message")),
    "case-line": Form("switch (t) { case 5: { $one $two } break; default: { $two } }"),
    "case-range": Form("switch (t) { case 0 ... 4: break; case 5 ... 9: { $one $two } break; }"),
    "long-line": Form("/* " + "long " * 900 + "*/ $one /* " + "; { " * 500 + "*/ $two"),
    "long-expression": Form("$v += " + LONG + " + $inc;"),
    "continued": Form("$v \\\n    += \\\n    $inc \\\n    ;"),
    "continued-word": Form("int abcdef$k = $inc; $v += abc\\\ndef$k;"),
    "comment-continued": Form("// comment goes on \\\n   $two in it\n$one $two"),
    "digraphs": Form("<% $one $two %>"),
    "digraph-array": Form("int a$k<:3:> = <%1, $inc, 2%>; $v += a$k<:1:>;"),
    "utf8-comment": Form("/* größe → 日本 */ $one /* ümläut */ $two /* é */"),
    "utf8-string": Form('$v += (int)sizeof "größe" - 8 + $inc;'),
    "utf8-name": Form("int größe$k = $inc; $v += größe$k;"),
    "macro": Form("DO@();", "#define DO@() do { $one $two } while (0)"),
    "macro-object": Form("DO@", "#define DO@ { $one $two }"),
    "macro-bare": Form("DO@()", "#define DO@() $one $two"),
    "macro-lines": Form("DO@(t);", "#define DO@(x) \\\n    do { \\\n        $one \\\n        $two \\\n    } while (0)"),
    "macro-comment": Form("DO@();", "#define DO@() do { /* a; */ $one /* } */ $two /* end */ } while (0)"),
    "macro-arguments": Form("TWO@($one, $two)", "#define TWO@(a, b) { a b }", only=("local", "static", "field", "call", "message")),
    "macro-argument-lines": Form("TWO@(\n    $one,\n    $two\n)", "#define TWO@(a, b) { a b }"),
    "macro-variadic": Form("ALL@($one $two)", "#define ALL@(...) { __VA_ARGS__ }"),
    "macro-nested": Form("OUTER@();", "#define INNER@() $one\n#define MORE@() $two\n#define OUTER@() do { INNER@() MORE@() } while (0)"),
    "macro-unused-argument": Form("DROP@($two) $one", "#define DROP@(x)"),
    "macro-twice": Form("DO@(t > 2) DO@(t > 9)", "#define DO@(c) if (c) { $one $two }"),
    "macro-braces": Form("OPEN@ $one $two CLOSE@", "#define OPEN@ if (t > 2) {\n#define CLOSE@ }"),
    "macro-keywords": Form("IF@ (t > 2) THEN@ $one $two END@", "#define IF@ if\n#define THEN@ {\n#define END@ }"),
    "macro-half": Form("ADD@$k $inc;", "#define ADD@$k $v +="),
    "macro-value": Form("$v += VALUE@$k;", "#define VALUE@$k $inc"),
    "macro-value-call": Form("$v += VALUE@$k(1, 2);", "#define VALUE@$k(a, b) ((a) + (b) + $inc - 3)"),
    "macro-stringed": Form("$v = LOG@$k($v + $inc);", '#define LOG@$k(x) (printf("%s\\n", #x), (x))'),
    "macro-redefined": Form("#define K@$k 3\n$v += K@$k;\n#undef K@$k\n#define K@$k $inc\n$v += K@$k;"),
    "macro-in-function": Form("#define DO@() $one $two\nDO@()\n#undef DO@"),
    "macro-each": Form("EACH@(i, 1) { $one $two }", "#define EACH@(i, n) for (int i = 0; i < (n); i++)"),
    "macro-each-once": Form("ONCE@(t) $one", "#define ONCE@(x) for (int once_ = 1; once_ && (x) > 2; once_ = 0)",
                            only=("local", "static", "field", "call", "message")),
    "macro-label": Form("SKIP@(t > 9);", "#define SKIP@(c) ({ __label__ out; if (c) goto out; $one $two out:; })"),
    "macro-assert": Form("CHECK@$k(($v += $inc) > 0);", '#define CHECK@$k(c) do { if (!(c)) { fprintf(stderr, "%s\\n", #c); exit(3); } } while (0)'),
    "pasted-call": Form("CALL@(bump, $inc);", "#define CALL@(f, x) f##@(x)", only=("call",)),
    "pasted-local": Form("int n_one$k = $inc; $v += GLUE@$k(n_, one$k);", "#define GLUE@$k(a, b) a##b"),
    "line-named": Form("int UNIQUE@$k(v_$k) = $inc; $v += UNIQUE@$k(v_$k);", "#define UNIQUE_@$k(a, b) a##b\n#define UNIQUE__@$k(a, b) UNIQUE_@$k(a, b)\n"
                       "#define UNIQUE@$k(a) UNIQUE__@$k(a, __LINE__)"),
    "line-value": Form("$v += __LINE__ % 30 + $inc;"),
    "counter": Form("$v += (__COUNTER__ - start@$k) * 3 + $inc;", "enum { start@$k = __COUNTER__ };"),
    "counter-named": Form("int CAT@$k(v_$k, __COUNTER__) = $inc; $v += $inc;", "#define CAT_@$k(a, b) a##b\n#define CAT@$k(a, b) CAT_@$k(a, b)"),
    "function-name": Form("$v += (int)strlen(__func__) * 0 + (__func__[0] == 'c') + $inc;"),
    "x-macro": Form("LIST@(RUN@)", "#define LIST@(X) X(t > 2, { $one }) X(t > 3, { $two })\n#define RUN@(c, s) if (c) s",
                    only=("local", "static", "field", "call")),
    "x-macro-fields": Form("struct x@$k x$k = {1, $inc, 2}; $v += x$k.b;", "#define FIELDS@$k(X) X(int, a) X(int, b) X(double, w)\n"
                           "struct x@$k {\n#define F(type, name) type name;\n    FIELDS@$k(F)\n#undef F\n};"),
    "x-macro-enum": Form("$v += B@$k - 1 + $inc;", "#define NAMES@$k(X) X(A@$k) X(B@$k) X(C@$k)\nenum {\n#define N(name) name,\n    NAMES@$k(N)\n#undef N\n};"),
    "x-macro-functions": Form("f_one@(t); f_two@(t);", "#define FUNCTIONS@(X) X(one, $one) X(two, $two)\n#define F@(name, s) static void f_##name##@(int t) { s }\n"
                              "FUNCTIONS@(F@)", outer=True, only=("static", "call")),
    "included-body": Form('#include "body@.h"', files={"body@.h": "$one $two\n"}),
    "included-body-lines": Form('#include "body@.h"', files={"body@.h": "$two\n$one\n$two\n"}, only=("local", "static", "field", "call", "message")),
    "included-comment": Form('#include "body@.h"', files={"body@.h": "/*\n * " + "A long comment. " * 12 + "\n *\n * More of it.\n */\n$one $two\n"}),
    "included-twice": Form('#define FIRST@\n#include "body@.h"\n#undef FIRST@\n#include "body@.h"', files={"body@.h": "#ifdef FIRST@\n$one\n#else\n$two\n#endif\n"}),
    "included-initialiser": Form('int a$k[] = {\n#include "data@$k.h"\n}; $v += a$k[2];', files={"data@$k.h": "1, 2,\n$inc, 4\n"}),
    "included-function": Form("run@(t);", '#include "run@.h"', True, {"run@.h": RUN + "\n"}),
    "included-middle": Form("run@(t);", 'static void ahead@(void);\n#include "run@.h"\nstatic void ahead@(void)\n{\n}', True,
                            {"run@.h": "/* Definitions. */\n#ifndef RUN@\n#define RUN@\n" + RUN + "\n#endif\n"}),
    "included-declarations": Form('#include "vars@$k.h"\n$v += m$k;', files={"vars@$k.h": "int a$k = 1, m$k = $inc;\n"}),
    "if-defined": Form("#ifdef NEVER@\nthis is no C\n#else\n$one\n#endif\n$two"),
    "if-zero": Form("#if 0\nit's not C; {\n$one\n#endif\n$one $two"),
    "if-elif": Form("#if defined(NEVER@)\n$two $two\n#elif 1\n$one\n#else\n$two\n#endif\n$two", only=("local", "static", "field", "call", "message")),
    "if-expression": Form("$v = $v +\n#ifdef NEVER@\n    1\n#else\n    $inc\n#endif\n    ;"),
    "if-arguments": Form("$v += sum@$k(1,\n#ifdef NEVER@\n    2,\n#else\n    $inc - 4,\n#endif\n    3);", "static int sum@$k(int a, int b, int c)\n{\n    return a + b + c;\n}"),
    "if-initialiser": Form("int a$k[3] = {1,\n#if 1\n    $inc,\n#else\n    9,\n#endif\n    2}; $v += a$k[1];"),
    "if-condition": Form("if (t > 2\n#ifdef NEVER@\n    && t > 90\n#endif\n    ) {\n    $one $two\n}"),
    "if-brace": Form("#ifdef NEVER@\nif (t > 90) {\n#else\nif (t > 2) {\n#endif\n    $one $two\n}"),
    "if-else-arm": Form("if (t > 90)\n    ;\n#ifndef NEVER@\nelse {\n    $one $two\n}\n#endif"),
    "if-parameter": Form("run@(t\n#ifdef MPI_VERSION\n    , 1\n#endif\n    );", "static void run@(int t\n#ifdef MPI_VERSION\n    , int more\n#endif\n    )\n{\n    $one $two\n}", True),
    "pragma": Form("_Pragma(\"GCC diagnostic push\") $one _Pragma(\"GCC diagnostic pop\") $two"),
    "pragma-loop": Form("_Pragma(\"GCC ivdep\") for (int i = 0; i < 1; i++) { $one $two }"),
    "pragma-pack": Form("struct p@$k p$k = {'a', $inc}; $v += p$k.n;", "#pragma pack(push, 1)\nstruct p@$k {\n    char c;\n    int n;\n};\n#pragma pack(pop)"),
    "attribute": Form("__attribute__((unused)) int d$k = 1; $v += $inc;"),
    "attribute-statement": Form("switch (t) { case 5: $one __attribute__((fallthrough)); default: $two }", only=("local", "static", "field", "call", "message")),
    "static-assert": Form("_Static_assert(sizeof(int) == 4, \"int;\"); $one $two"),
    "alignas": Form("_Alignas(16) int m$k = $inc; $v += m$k;"),
    "atomic": Form("_Atomic int m$k = $inc; $v += m$k;"),
    "extension": Form("__extension__ int m$k = $inc; $v += m$k;"),
    "typeof": Form("__typeof__(t) m$k = $inc; $v += m$k;"),
    "auto-type": Form("__auto_type m$k = $inc; $v += m$k;"),
    "generic": Form("$v += _Generic(t, int: $inc, default: 0);"),
    "generic-call": Form("_Generic(t, int: one@, default: two@)(t);", "static void one@(int t)\n{\n    $one\n}\nstatic void two@(int t)\n{\n    $two\n}", True),
    "statement-expression": Form("({ $one $two });"),
    "statement-expression-value": Form("int d = ({ $one $two 3; });"),
    "statement-expression-in-call": Form("$v += twice@$k(({ int m = $inc; m; })) - $inc;", "static int twice@$k(int x)\n{\n    return 2 * x;\n}"),
    "comma": Form("t > 2 ? ($v += $inc, 1) : 0;"),
    "declarators": Form("int a$k = 1, m$k = $inc, b$k = 2; $v += m$k;"),
    "declarators-pointers": Form("int x$k = $inc, *p$k = &x$k, **q$k = &p$k, f$k(int), r$k[2]; $v += **q$k;"),
    "declarator-function-array": Form("$v += (*rows@$k(1))[2] - 3 + $inc;", "static int (*rows@$k(int k))[3]\n{\n    static int a[2][3] = {{1}, {1, 2, 3}};\n    return &a[k];\n}"),
    "declarator-nested": Form("int (*(*(*p$k)(int))[1])(int) = list@$k; $v += (*p$k(0))[0](1) - 1 + $inc;",
                              "static int id@$k(int x)\n{\n    return x;\n}\nstatic int (*(*list@$k(int k))[1])(int)\n{\n    static int (*a[1])(int) = {id@$k};\n    return &a;\n}"),
    "typedef-function": Form("act@ *a = run@; a(t);", "typedef void act@(int);\nstatic act@ run@;\n" + RUN, True),
    "typedef-block": Form("typedef int num$k; num$k m$k = $inc; $v += m$k;"),
    "struct-block": Form("struct s$k { int a, n; } s$k = {1, $inc}; $v += s$k.n;"),
    "enum-block": Form("enum e$k { A$k, B$k = $inc }; $v += B$k;"),
    "enum-in-struct": Form("$v += B@$k;", "struct s@$k {\n    enum { A@$k = 3, B@$k = $inc } k;\n    int n;\n};"),
    "anonymous-union": Form("union { struct { int a, n; }; long long l; } u$k; u$k.n = $inc; $v += u$k.n;"),
    "old-designated": Form("struct { int x, n; } q$k = {x: 1, n: $inc}; $v += q$k.n;"),
    "range-designated": Form("int a$k[6] = {[1 ... 3] = $inc, [5] = 2}; $v += a$k[2];"),
    "compound-literal": Form("$v += (struct { int a, n; }){1, $inc}.n;"),
    "compound-literal-array": Form("$v += ((int[]){1, $inc, 3})[1];"),
    "vla-prototype": Form("$v += sum@$k(2, (int[]){1, $inc}) - 1;", "static int sum@$k(int n, int a[*]);\nstatic int sum@$k(int n, int a[n])\n{\n    int s = 0;\n"
                          "    for (int i = 0; i < n; i++)\n        s += a[i];\n    return s;\n}"),
    "static-parameter": Form("$v += first@$k((int[2]){$inc, 1});", "static int first@$k(int a[static 2])\n{\n    return a[0];\n}"),
    "old-definition": Form("run@(t, 1.5);", "static void run@(t, d)\n    int t;\n    double d;\n{ $one $two }", True),
    "two-functions": Form("one@(t); two@(t);", "static void one@(int t) { $one } static void two@(int t) { $two }", True),
    "three-functions": Form("one@(t); two@(t); three@(t);", "static void two@(int t) { $two } static void one@(int t) { $one } static void three@(int t) { $two }", True),
    "function-and-variable": Form("run@(t); d@ += t;", "static int d@; static void run@(int t) { $one $two } static int e@;", True),
    "alias": Form("run@(t);", "void real@(int t)\n{\n    $one $two\n}\nvoid run@(int t) __attribute__((alias(\"real@\")));", True),
    "weak": Form("run@(t);", "__attribute__((weak)) void run@(int t)\n{\n    $one $two\n}", True),
    "inline-extern": Form("run@(t);", "extern inline __attribute__((gnu_inline, always_inline)) void run@(int t)\n{\n    $one $two\n}", True),
    "noreturn": Form("if (t > 90) die@(); $one $two", "static _Noreturn void die@(void)\n{\n    exit(3);\n}"),
    "cleanup": Form("{ __attribute__((cleanup(run@))) int c = t; }", "static void run@(int *p)\n{\n    int t = *p;\n    $one $two\n}", True),
    "asm": Form("int m$k = $inc; __asm__(\"\" : \"+r\"(m$k)); $v += m$k;"),
    "asm-name": Form("run@(t);", "static void run@(int t) __asm__(\"other_name_@\");\n" + RUN, True),
    "queue": Form("struct e@ a = {.n = 1}, *e; TAILQ_INIT(&head@); TAILQ_INSERT_TAIL(&head@, &a, link);\nTAILQ_FOREACH(e, &head@, link) { $one $two }",
                  "struct e@ {\n    int n;\n    TAILQ_ENTRY(e@) link;\n};\nstatic TAILQ_HEAD(, e@) head@;"),
    "queue-values": Form("SLIST_HEAD(, e@$k) h$k = SLIST_HEAD_INITIALIZER(h); struct e@$k a$k = {$inc}, *e$k;\n"
                         "SLIST_INSERT_HEAD(&h$k, &a$k, link); SLIST_FOREACH(e$k, &h$k, link) $v += e$k->n;", "struct e@$k {\n    int n;\n    SLIST_ENTRY(e@$k) link;\n};"),
    "extern-block": Form("{ extern int x@$k; $v += x@$k - 3 + $inc; }", other="int x@$k = 3;"),
    "extern-block-function": Form("{ int f@$k(int), d; $v += f@$k($inc); }", other="int f@$k(int x)\n{\n    return x;\n}"),
    "extern-then-static": Form("{ $v += k@$k; }", "static int k@$k = $inc;\nextern int k@$k;"),
    "tentative": Form("{ $v += k@$k; }", "int k@$k;\nint k@$k;\nint k@$k = $inc;"),
    "main-c": Form("touch@$k(); $v += shared@$k;", '#define MAIN_C@\n#include "shared@$k.h"', files={
        "shared@$k.h": "#ifdef MAIN_C@\n#define EXTERN@\n#else\n#define EXTERN@ extern\n#endif\nEXTERN@ int shared@$k;\nvoid touch@$k(void);\n#undef EXTERN@\n"},
        other='#include "shared@$k.h"\nvoid touch@$k(void)\n{\n    shared@$k = $inc;\n}'),
    "shadowed": Form("{ int g@ = 1; double w@ = 2; g@ += w@; } $one $two", only=("static", "call")),
    "shadowed-parameter": Form("hide@(3); $one $two", "static int hide@(int g@)\n{\n    g@ += 1;\n    return g@;\n}", only=("static", "call")),
    "shadowed-field": Form("struct { int g@; } s = {3}; s.g@ += t; $one $two", only=("static", "call")),
    "shadowed-label": Form("goto g@; g@: $one $two", only=("static", "call")),
    "shadowed-macro": Form("PLUS@(g@, w@)", "#define PLUS@(g, w) { $one $two }", only=("static",)),
    "static-address": Form("*p@ += $inc; *q@ += 0.5;", "static int *p@ = &g@;\nstatic double *q@ = &w@;", only=("static",)),
    "static-address-table": Form("*list@[t % 2] += $inc;", "static int other@;\nstatic int *const list@[] = {&other@, &g@};", only=("static",)),
    "static-address-struct": Form("*s@.at->to += $inc;", "static struct in@ {\n    int *to;\n    double *d;\n} in@ = {&g@, &w@};\nstatic struct {\n    int n;\n    struct in@ *at;\n} s@ = {1, &in@};",
                                  only=("static",)),
    "static-end": Form("$v += (int)(end@$k - a@$k) - 2 + *end@$k;", "static int a@$k[3] = {1, 2, $inc}, *end@$k = a@$k + 2;"),
    "static-local": Form("static int k$k = $inc; $v += k$k; k$k++;"),
    "static-local-same": Form("{ static int k$k = 1; k$k++; } { static int k$k = $inc; $v += k$k; }"),
    "static-local-address": Form("static int k$k = $inc, *p$k = &k$k; $v += *p$k;"),
    "static-size": Form("$v += (int)(sizeof a@$k / sizeof *a@$k) - 3 + $inc;", "static int a@$k[] = {1, 2, 3};"),
    "static-string": Form("$v += (int)strlen(s@$k) - 3 + $inc;", "static const char *s@$k = \"abc\";"),
    "static-flexible": Form("$v += f@$k.a[1] - 2 + $inc;", "static struct {\n    int n;\n    int a[];\n} f@$k = {1, {1, 2}};"),
    "static-in-macro": Form("COUNT@$k(); $v += COUNT@$k() - 2 + $inc;", "#define COUNT@$k() ({ static int k; ++k; })"),
    "static-in-inline": Form("next@$k(); $v += next@$k() - 2 + $inc;", "static inline int next@$k(void) { static int k; return ++k; }"),
    "own-file": Form("run@(t);", OWNED, True, {"own@.c": OWN}, ("static",)),
    "crlf": Form("run@(t);", OWNED, True, {"own@.c": "CRLF" + OWN}, ("static",)),
    "crlf-macro": Form("run@(t);", OWNED, True, {"own@.c": "CRLF" + OWN.replace("$one $two", "DO()").replace(
        "int g@", "#define DO() \\\n    do { \\\n        $one \\\n        $two \\\n    } while (0);\nint g@", 1)}, ("static",)),
    "crlf-header": Form('#include "body@.h"', files={"body@.h": "CRLF/* head\n */\n$one $two\n"}),
    "cr-mixed": Form("run@(t);", OWNED, True, {"own@.c": OWN.replace("    $one $two\n", "    $one $two\r\n")}, ("static",)),
    "bom": Form("run@(t);", OWNED, True, {"own@.c": "\ufeff" + OWN}, ("static",)),
    "bom-header": Form('#include "body@.h"', files={"body@.h": "\ufeff$one $two\n"}),
    "no-last-newline": Form("run@(t);", OWNED, True, {"own@.c": OWN.rstrip("\n")}, ("static",)),
    "tabs": Form("run@(t);", OWNED, True, {"own@.c": OWN.replace("    ", "\t \f")}, ("static",)),
    "line-directive": Form("run@(t);", OWNED, True, {"own@.c": OWN.replace("    $one", '#line 7 "elsewhere.y"\n    $one').replace("    w@ = w", '#line 90 "own@.c"\n    w@ = w')},
                           ("static",)),
    "all-one-line": Form("run@(t);", OWNED, True, {"own@.c": "int g@ = 2; double w@ = 1; void run@(int t) { $one $two w@ = w@ * 2; }\n"}, ("static",)),
    "file-of-macros": Form("run@(t);", OWNED, True, {"own@.c": "#define BEGIN void run@(int t) {\n#define END }\n#define ONE $one\n#define TWO $two\nint g@ = 2;\ndouble w@ = 1;\n"
                                                     "BEGIN\nONE TWO\nEND\n"}, ("static",)),
    "file-included": Form("run@(t);", OWNED, True, {"own@.c": '#include "own@.inc"\n', "own@.inc": OWN}, ("static",)),
}
ONE_ONLY = ("if-no-braces", "else-same-line", "macro-each-once", "macro-unused-argument", "generic-call")  # $two never runs
MODES = {"keep": ("one", ""), "drop": ("two", ""), "both": ("one", "two"), "swapped": ("two", "one")}


def valid(form, kind, mode):
    f, k = FORMS[form], KINDS[kind]
    if f.only and kind not in f.only or f.outer and not k.outer or f.twice and not k.v or kind == "message" and f.twice:
        return False
    if "$one" not in str((f.body, f.top, f.files)) and not f.twice:
        return mode == "keep"  # the form says it all
    if mode == "swapped" and form in ONE_ONLY:
        return False
    if not f.twice and "$one" in f.body and f.body.count("$two") > 1 and kind == "declared":
        return False
    return True


def write(text, form, kind, mode):
    f, k = FORMS[form], KINDS[kind]
    first, second = MODES[mode]
    keep, drop = mode != "drop", mode != "keep"
    inc = text.unless("7", "4")
    text.top.append(k.top if "own@.c" not in f.files else "")
    text.body.append(k.before)
    rounds = []
    if f.twice:
        if keep:
            rounds.append({"v": k.v, "k": "", "inc": inc})
        if drop:
            rounds.append({"v": k.w, "k": "b", "inc": "7" if keep else inc})
        if mode == "swapped":
            rounds.reverse()
    else:
        one = text.unless(k.one, k.one.replace("7", "4") if "7" in k.one else ";")
        two = text.unless(k.two, k.two if keep else ";")
        chosen = {"one": one, "two": two, "": ";" if f.only else ""}
        rounds.append({"one": chosen[first], "two": chosen[second], "inc": inc})
    for values in rounds:
        text.top.append(fill(f.top, **values))
        text.other.append(fill(f.other, **values))
        for name, content in f.files.items():
            content = fill(content, **values)
            if content.startswith("CRLF"):
                content = content[4:].replace("\n", "\r\n")
            text.files[fill(name, **values)] = content
    bodies = [fill(f.body, **values) for values in rounds]
    same_line = not any("\n" in b or b.startswith("#") for b in bodies)
    text.body += ["{", indent((" " if same_line else "\n").join(bodies)), "}"]
    text.body.append(end(text.name, f.state or k.state))


def combo(form, kind, mode):
    f = FORMS[form]
    same = mode == "drop" and (f.twice or "$one" in str((f.body, f.top, f.files)))
    return Combo(f"texts/{form}/{kind}/{mode}", lambda text: write(text, form, kind, mode), f.flags, same=same)


def combos():
    return [combo(form, kind, mode) for form in FORMS for kind in KINDS for mode in MODES if valid(form, kind, mode)]

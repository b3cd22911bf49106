"""memory.py - values in memory of many kinds: memory/FORM/ACCESS/LIFETIME.

An object of type T@ exists somewhere (the lifetime) and holds a number in one of many ways (the form). The number is replaced
in one of many ways (the access), is read back, and decides communication.
"""
from combos import Combo, end, fill, indent, pick

# ---- how the object holds the number ---------------------------------------------------------------------------------
# types: of T@. slot: an lvalue of type elem in the object at $p. Or put (stores $v) and get. init: of the zeroed object.
# address: the slot has one. copy: the object can be copied. extra: bytes behind sizeof(T@). array: T@ is an array.
# inside: the slot is in the object itself.


class Form:
    def __init__(self, types, slot="", elem="int", put="", get="", init="", address=True, copy=True, extra="", array=False,
                 inside=True, dead="", sent=True):
        self.types, self.slot, self.elem, self.put, self.init = types, slot, elem, put or slot + " = $v;", init
        self.get, self.address, self.copy, self.extra, self.array = get or f"(int)({slot})", address, copy, extra, array
        self.inside, self.dead, self.sent = inside, dead, sent


def struct(members):
    return "typedef struct t@ {\n" + indent(members) + "\n} T@;"


RECORD = "struct r@ {\n    double w;\n    int n;\n    char c;\n};\n"
W = "$p->w = $p->w * 0.5 + t;"
FORMS = {
    "scalar": Form("typedef int T@;", "*$p"),
    "field": Form(struct("double w;\nint n;\nchar c;"), "$p->n", dead=W),
    "first-field": Form(struct("int n;\ndouble w;"), "$p->n", dead=W),
    "nested": Form(struct("double w;\nstruct {\n    char c;\n    struct {\n        int a, n;\n    } b;\n} in;"), "$p->in.b.n",
                   dead=W),
    "anonymous": Form(struct("double w;\nunion {\n    struct {\n        int a, n;\n    };\n    double d[2];\n};"), "$p->n", dead=W),
    "element": Form(struct("int a[4];\ndouble w;"), "$p->a[2]", dead=W),
    "element-computed": Form(struct("double w;\nint a[4];"), "$p->a[(t + 1) % 4]", dead=W),
    "array": Form("typedef int T@[4];", "(*$p)[2]", array=True, dead="(*$p)[0] = t;"),
    "array-computed": Form("typedef int T@[4];", "(*$p)[t % 4]", array=True, dead="(*$p)[0] = t;"),
    "bits": Form(struct("unsigned m : 5, n : 7;\nint w : 9;"), "$p->n", "unsigned", address=False, dead="$p->m++;"),
    "bits-across": Form(struct("unsigned long long m : 29, n : 9, w : 3;"), "$p->n", "unsigned", address=False, dead="$p->w++;"),
    "union-member": Form("typedef union t@ {\n    int i[2];\n    struct {\n        short a, b;\n        int n;\n    } s;\n"
                         "    double d;\n} T@;", put="$p->s.n = $v;", get="$p->i[1]"),
    "union-bits": Form("typedef union t@ {\n    float f;\n    unsigned u;\n} T@;", put="$p->f = ($v) + 64;",
                       get="(int)($p->u >> 17 & 63)"),  # the six highest bits of the mantissa
    "union-bytes": Form("typedef union t@ {\n    unsigned char c[8];\n    long long l;\n} T@;", put="$p->l = (long long)($v) << 16;",
                        get="$p->c[2]"),
    "bytes-of-struct": Form(RECORD + "typedef unsigned char T@[64];", array=True, put=(
        "struct r@ r;\nmemcpy(&r, *$p + 8, sizeof r);\nr.n = $v;\nr.w = 0.5;\nmemcpy(*$p + 8, &r, sizeof r);"),
        get="({\n    struct r@ q;\n    memcpy(&q, *$p + 8, sizeof q);\n    q.n;\n})"),
    "bytes-moved": Form(RECORD + "typedef unsigned char T@[64];", array=True, put=(
        "struct r@ r = {0.5, $v, 'x'};\nmemmove(*$p + 3, &r, sizeof r);\nmemmove(*$p + 5, *$p + 3, sizeof r);"),
        get="({\n    int n;\n    memcpy(&n, *$p + 5 + offsetof(struct r@, n), sizeof n);\n    n;\n})"),
    "bytes": Form("typedef unsigned char T@[8];", array=True, put="(*$p)[3] = ($v) & 7;\n(*$p)[4] = ($v) >> 3;",
                  get="((*$p)[3] | (*$p)[4] << 3)"),
    "pointer": Form(struct("int n, *q;\ndouble w;"), "*$p->q", init="$p->q = &$p->n;", copy=False, dead=W),
    "pointer-pointer": Form(struct("int n, *q, **qq;"), "**$p->qq", init="$p->q = &$p->n;\n$p->qq = &$p->q;", copy=False),
    "pointer-offset": Form(struct("int a[6], *q;"), "$p->q[-2]", init="$p->q = $p->a + 4;", copy=False),
    "tagged": Form(struct("int n;\nuintptr_t u;"), "*(int *)($p->u & ~(uintptr_t)3)", init="$p->u = (uintptr_t)&$p->n | 1;",
                   copy=False),
    "xor": Form(struct("int m, n;\nuintptr_t u;"), "*(int *)($p->u ^ (uintptr_t)$p)",
                init="$p->u = (uintptr_t)&$p->n ^ (uintptr_t)$p;", copy=False),
    "pointer-in-chars": Form(struct("int n;\nchar raw[16];") + "\nstatic int *at@(T@ *o)\n{\n    int *q;\n"
                             "    memcpy(&q, o->raw + 3, sizeof q);\n    return q;\n}", "*at@($p)",
                             init="int *q_ = &$p->n;\nmemcpy($p->raw + 3, &q_, sizeof q_);", copy=False),
    "pointer-printed": Form(struct("int n;\nchar text[32];") + "\nstatic int *at@(T@ *o)\n{\n    void *q;\n"
                            '    sscanf(o->text, "%p", &q);\n    return q;\n}', "*at@($p)",
                            init='sprintf($p->text, "%p", (void *)&$p->n);', copy=False),
    "difference": Form(struct("int *from, *to, a[64];"), put="$p->from = $p->a;\n$p->to = $p->from + $v;",
                       get="(int)($p->to - $p->from)", copy=False),
    "flexible": Form(struct("int m;\nint a[];"), "$p->a[2]", extra=" + 4 * sizeof(int)", copy=False),
    "list": Form("struct n@ {\n    struct n@ *next;\n    int n;\n    double w;\n};\ntypedef struct {\n    struct n@ *head;\n} T@;",
                 "$p->head->next->n", init="for (int i = 0; i < 3; i++) {\n    struct n@ *e = calloc(1, sizeof *e);\n"
                 "    e->next = $p->head;\n    $p->head = e;\n}", inside=False, sent=False, dead="$p->head->w = 0.5;"),
    "list-inside": Form(struct("struct {\n    int n;\n    void *next;\n} a[3];"), "((T@ *)$p->a[0].next)->a[0].n",
                        init="$p->a[0].next = &$p->a[2];", copy=False, address=False),
    "matrix": Form("typedef int T@[3][4];", "(*$p)[1][t % 4]", array=True, dead="(*$p)[0][1] = t;"),
    "structs": Form(struct("struct {\n    int x, n;\n    double w;\n} a[3];"), "$p->a[t % 3].n", dead="$p->a[1].w = t;"),
    "packed": Form("typedef struct __attribute__((packed)) t@ {\n    char c;\n    int n;\n    double w;\n} T@;", "$p->n",
                   address=False, dead=W),
    "aligned": Form("typedef struct t@ {\n    char c;\n    int n __attribute__((aligned(16)));\n    double w;\n} T@;", "$p->n",
                    dead=W),
    "long-double": Form(struct("char c;\nlong double n;"), "$p->n", "long double"),
    "complex": Form(struct("double _Complex z;\nint m;"), "$p->z", "double _Complex", get="(int)creal($p->z)"),
    "complex-part": Form("typedef double _Complex T@;", "__real__ *$p", "double"),
    "double": Form(struct("double v, n, w;"), "$p->n", "double", dead=W),
    "float-element": Form("typedef float T@[4];", "(*$p)[1]", "float", array=True),
    "char": Form(struct("signed char m, n;\ndouble w;"), "$p->n", "signed char", dead=W),
    "long-long": Form(struct("double w;\nlong long n;"), "$p->n", "long long", dead=W),
    "enum": Form("enum e@ { NO@, YES@ = 3 };\n" + struct("double w;\nenum e@ n;"), "$p->n", "enum e@", dead=W),
    "volatile": Form(struct("double w;\nvolatile int n;"), "$p->n", "volatile int", dead=W),
    "string": Form(struct("double w;\nchar text[80];"), put="memset($p->text, 'x', $v);\n$p->text[$v] = 0;",
                   get="(int)strlen($p->text)", dead=W),
    "string-appended": Form(struct("char text[80];"), put='$p->text[0] = 0;\nfor (int i = 0; i < $v; i++)\n    strcat($p->text, "x");',
                            get="(int)(strchr($p->text, 0) - $p->text)"),
}

# Through a pointer to the member, the structure or the element that stands beside it.
BESIDE = struct("double w;\nint m, n;\nchar c;")
PAIRS = "struct q@ {\n    int u, v;\n};\n"
ROUND = "for (int i = 0; i < 2; i++)\n    "
WALK, BACK = "int *q_ = &$p->m;\n" + ROUND + "q_[i] = $v;", "int *q_ = &$p->m;\n" + ROUND + "*q_-- = $v;"
PAIR = "struct q@ *q_ = &$p->a;\n" + ROUND + "q_[i].v = $v;"
FORMS.update({
    "beside": Form(BESIDE, put=WALK, get="$p->n", dead=W),
    "beside-first": Form(struct("int m, n;\ndouble w;"), put=WALK, get="$p->n", dead=W),
    "beside-nested": Form(struct("double w;\nstruct {\n    char c;\n    int m, n;\n} in[2];"), put=WALK.replace("->m", "->in[1].m"),
                          get="$p->in[1].n", dead=W),
    "beside-constant": Form(BESIDE, put="int *q_ = &$p->m;\nq_[1] = $v;", get="$p->n", dead=W),
    "beside-back": Form(struct("double w;\nint n, m;"), put=BACK, get="$p->n", dead=W),
    "beside-bytes": Form(BESIDE, put="int c_[2] = {1, $v};\nfor (size_t i = 0; i < sizeof c_; i++)\n"
                         "    ((char *)&$p->m)[i] = ((char *)c_)[i];", get="$p->n", dead=W),
    "beside-offset": Form(BESIDE, put=ROUND + "*(int *)((char *)$p + offsetof(T@, m) + i * sizeof(int)) = $v;", get="$p->n", dead=W),
    "beside-copied": Form(BESIDE, put="int c_[2] = {1, $v};\nmemcpy(&$p->m, c_, t / t * sizeof c_);", get="$p->n", dead=W),
    "beside-read": Form(BESIDE, put="$p->n = $v;", get="({\n    int *q_ = &$p->m, s_ = 0;\n    for (int i = 1; i < 2; i++)\n"
                        "        s_ += q_[i];\n    s_;\n})", dead=W),
    "beside-doubles": Form(struct("int m;\ndouble v, n;"), put="double *q_ = &$p->v;\n" + ROUND + "q_[i] = $v;", get="(int)$p->n"),
    "beside-pointers": Form(struct("int a, b, *m, *n;"), put="int **q_ = &$p->m;\n$p->b = $v;\n" + ROUND + "q_[i] = &$p->b;", get="*$p->n",
                            init="$p->m = $p->n = &$p->a;", copy=False),
    "beside-structs": Form(PAIRS + struct("double w;\nstruct q@ a, b;"), put=PAIR, get="$p->b.v", dead=W),
    "beside-structs-first": Form(PAIRS + struct("struct q@ a, b;\ndouble w;"), put=PAIR, get="$p->b.v", dead=W),
    "beside-structs-copied": Form(PAIRS + struct("double w;\nstruct q@ a, b;"), put="struct q@ c_[2] = {{1, 2}, {3, $v}}, *q_ = &$p->a;\n"
                                  + ROUND + "q_[i] = c_[i];", get="$p->b.v", dead=W),
    "before-element": Form(struct("int m, a[4];"), put="char *c_ = (char *)&$p->a[2];\n*(int *)(c_ - sizeof(int)) = $v;", get="$p->a[1]",
                           dead="$p->m = t;"),
    "behind-array": Form(struct("int a[4], n;\ndouble w;"), put="char *c_ = (char *)&$p->a[2];\n*(int *)(c_ + 2 * sizeof(int)) = $v;",
                         get="$p->n", dead=W),
    "rows-as-one": Form(struct("double w;\nint a[2][3];"), put="int *q_ = &$p->a[0][0];\nfor (int i = 0; i < 6; i++)\n    q_[i] = $v;",
                        get="$p->a[1][2]", dead=W),
    "elements-as-one": Form("typedef struct {\n    int u, v;\n} T@[3];", put="int *q_ = &(*$p)[0].v;\n*(q_ + 2 * t / t) = $v;",
                            get="(*$p)[1].v", array=True, dead="(*$p)[0].u = t;"),
})

# ---- how it is replaced ----------------------------------------------------------------------------------------------
# need: object (put on $p, by $PUT(pointer)), slot (an lvalue $s), address (of it), int (of an int). copy: copies objects.


class Access:
    def __init__(self, text, top="", need="object", copy=False, plain=False, inside=False, sends=False):
        self.text, self.top, self.need, self.copy, self.plain, self.inside = text, top, need, copy, plain, inside
        self.sends = sends  # the object goes to another rank


SET = "static void set@($E *to, $E v)\n{\n    *to = v;\n}"
SETO = "static void set@(T@ *o, int t, int v)\n{\n    $PUTo\n}"
RING = "(rank + 1) % size, 5, $to, {}, (rank + size - 1) % size, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);"
TYPE = "MPI_Aint from, to;\nMPI_Datatype type;\nint c = $v, one = 1;\nMPI_Get_address($p, &from);\nMPI_Get_address(&$s, &to);\n" \
       "MPI_Aint at = to - from;\n"
MOVE = "MPI_Type_commit(&type);\nMPI_Sendrecv(&c, 1, MPI_INT, rank, 6, $p, 1, type, rank, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n" \
       "MPI_Type_free(&type);"
KEY = "int key, flag;\nMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key, NULL);\n"
VA = "static void va@(int n, ...)\n{\n    va_list ap;\n    va_start(ap, n);\n"
COPY = "T@ c;\nmemcpy(&c, $p, sizeof c);\n$PUTc\n"
ACCESSES = {
    "direct": Access("$PUTp"),
    "callee-object": Access("set@($p, t, $v);", SETO),
    "assigned": Access("T@ c = *$p;\n$PUTc\n*$p = c;", copy=True, plain=True),
    "copied": Access(COPY + "memcpy($p, &c, sizeof c);", copy=True),
    "returned": Access("*$p = with@(*$p, t, $v);", "static T@ with@(T@ c, int t, int v)\n{\n    $PUTv\n    return c;\n}", copy=True,
                       plain=True),
    "callback-object": Access("each@(cb@, $p, t, $v);", "static void cb@(void *data, int t, int v)\n{\n    T@ *o = data;\n    $PUTo\n}\n"
                              "static void each@(void (*fn)(void *, int, int), void *data, int t, int v)\n{\n    fn(data, t, v);\n}"),
    "va-object": Access("va@(3, $p, t, $v);", VA + "    T@ *o = va_arg(ap, T@ *);\n    int t = va_arg(ap, int), v = va_arg(ap, int);\n"
                        "    $PUTo\n    va_end(ap);\n}"),
    "message-object": Access(COPY + "MPI_Sendrecv(&c, sizeof c, MPI_BYTE, " + fill(RING, to="$p").format("sizeof c, MPI_BYTE"),
                             copy=True, sends=True),
    "broadcast-object": Access("if (rank == 0) {\n    $PUTp\n}\nMPI_Bcast($p, sizeof *$p, MPI_BYTE, 0, MPI_COMM_WORLD);", copy=True, sends=True),
    "attribute-object": Access(KEY + "MPI_Comm_set_attr(MPI_COMM_SELF, key, $p);\nT@ *o;\n"
                               "MPI_Comm_get_attr(MPI_COMM_SELF, key, &o, &flag);\n$PUTl"),
    "global-pointer": Access("gp@ = $p;\nlater@(t, $v);", "static T@ *gp@;\nstatic void later@(int t, int v)\n{\n    $PUTg\n}"),
    "holder": Access("struct h@ *h = malloc(sizeof *h);\nh->at = $p;\n$PUTh\nfree(h);", "struct h@ {\n    double w;\n    T@ *at;\n};"),
    "integer-pointer": Access("uintptr_t u = (uintptr_t)$p;\nT@ *o = (T@ *)u;\n$PUTl"),
    "pointer-bytes": Access("T@ *q = $p, *o;\nchar raw[16];\nmemcpy(raw + 3, &q, sizeof q);\nmemcpy(&o, raw + 3, sizeof o);\n$PUTl"),
    "printed-pointer": Access('char text[40];\nvoid *q;\nsprintf(text, "%p", (void *)$p);\nsscanf(text, "%p", &q);\nT@ *o = q;\n$PUTl'),
    "file": Access("FILE *f = tmpfile();\n" + COPY + "fwrite(&c, sizeof c, 1, f);\nrewind(f);\nfread($p, sizeof c, 1, f);\nfclose(f);",
                   copy=True),
    "compound": Access("$s = 0;\n$s += $v;", need="slot"),
    "loop": Access("$s = 0;\nfor (int i = 0; i < $v; i++)\n    $s += 1;", need="slot"),
    "chain": Access("$E m;\nm = $s = $v;", need="slot"),
    "condition": Access("if (t > 2)\n    $s = $v;\nelse\n    $s = 3;", need="slot"),
    "snprintf-result": Access('$s = snprintf(NULL, 0, "%*d", $v, 1);', need="slot"),
    "strlen": Access("char text[80];\nmemset(text, 'x', $v);\ntext[$v] = 0;\n$s = strlen(text);", need="slot"),
    "strtol": Access('char text[20], *rest;\nsprintf(text, "%d rest", $v);\n$s = strtol(text, &rest, 10) + (*rest == \' \');', need="slot"),
    "strtol-end": Access("char text[80], *rest;\nmemset(text, '1', 3);\nmemset(text + 3, 'x', $v);\ntext[3 + $v] = 0;\n"
                         "strtol(text, &rest, 10);\n$s = strlen(rest);", need="slot"),
    "strtok": Access('char text[20];\nsprintf(text, "a %d b", $v);\nstrtok(text, " ");\n$s = atoi(strtok(NULL, " "));', need="slot"),
    "qsort": Access("int a[3] = {100, $v, -1};\nqsort(a, 3, sizeof *a, cmp@);\n$s = a[1];",
                    "static int cmp@(const void *a, const void *b)\n{\n    return *(const int *)a - *(const int *)b;\n}", need="slot"),
    "alias": Access("$E *q = &$s;\n*q = $v;", need="address"),
    "alias-index": Access("$E *q = &$s;\nq[0] = 1;\nq[t - t] = $v;", need="address"),
    "alias-condition": Access("$E m = 3, *q = t > 2 ? &$s : &m;\n*q = $v;", need="address"),
    "alias-const": Access("const $E *q = &$s;\n*($E *)q = $v;", need="address"),
    "alias-static": Access("static $E *q;\nq = &$s;\n*q = $v;", need="address"),
    "alias-array": Access("$E m = 0, *qs[2] = {&m, &$s};\n*qs[t % 2] = $v;", need="address"),
    "alias-struct": Access("struct {\n    double w;\n    $E *at;\n} h = {1, &$s};\n*h.at = $v;", need="address"),
    "alias-integer": Access("*($E *)(uintptr_t)&$s = $v;", need="address"),
    "byte-offset": Access("char *base = (char *)$p;\nsize_t at = (char *)&$s - base;\n*($E *)(base + at) = $v;", need="address",
                          inside=True),
    "callee": Access("set@(&$s, $v);", SET, "address"),
    "callee-deep": Access("deep@(&$s, $v);", SET + "\nstatic void deep@($E *to, $E v)\n{\n    set@(to, v);\n}", "address"),
    "callee-pointer": Access("void (*fn)($E *, $E) = set@;\nfn(&$s, $v);", SET, "address"),
    "swap": Access("$E c = $v;\nswap@(&c, &$s);", "static void swap@($E *a, $E *b)\n{\n    $E c = *a;\n    *a = *b;\n    *b = c;\n}",
                   "address"),
    "reference": Access("*ref@($p, t) = $v;", "static $E *ref@(T@ *o, int t)\n{\n    return &$so;\n}", "address"),
    "memcpy": Access("$E c = $v;\nmemcpy((void *)&$s, (void *)&c, sizeof c);", need="address"),
    "memmove": Access("$E c = $v;\nmemmove((char *)&$s, (char *)&c, sizeof c);", need="address"),
    "byte-loop": Access("$E c = $v;\nfor (size_t i = 0; i < sizeof c; i++)\n    ((char *)&$s)[i] = ((char *)&c)[i];", need="address"),
    "va-arg": Access("va@(2, &$s, $v);", VA + "    $E *q = va_arg(ap, $E *);\n    *q = va_arg(ap, int);\n    va_end(ap);\n}", "address"),
    "va-list": Access("va@(2, &$s, $v);", "static void vset@(int n, va_list ap)\n{\n    $E *q = va_arg(ap, $E *);\n"
                      "    *q = va_arg(ap, int);\n}\n" + VA + "    vset@(n, ap);\n    va_end(ap);\n}", "address"),
    "va-copy": Access("va@(2, &$s, $v);", VA + "    va_list again;\n    va_copy(again, ap);\n    $E *q = va_arg(ap, $E *);\n"
                      "    *q = 1;\n    q = va_arg(again, $E *);\n    *q = va_arg(again, int);\n    va_end(again);\n    va_end(ap);\n}",
                      "address"),
    "va-loop": Access("va@(2, &m, 1, &$s, $v);", VA + "    for (int i = 0; i < n; i++) {\n        $E *q = va_arg(ap, $E *);\n"
                      "        *q = va_arg(ap, int);\n    }\n    va_end(ap);\n}", "address"),
    "callback": Access("each@(cb@, (void *)&$s, $v);", "static void cb@(void *data, int v)\n{\n    *($E *)data = v;\n}\n"
                       "static void each@(void (*fn)(void *, int), void *data, int v)\n{\n    fn(data, v);\n}", "address"),
    "attribute": Access(KEY + "MPI_Comm_set_attr(MPI_COMM_SELF, key, (void *)&$s);\n$E *q;\n"
                        "MPI_Comm_get_attr(MPI_COMM_SELF, key, &q, &flag);\n*q = $v;", need="address"),
    "sscanf": Access('char text[20];\nsprintf(text, "x %d", $v);\nsscanf(text, "x %d", &$s);', need="int"),
    "vsscanf": Access('char text[20];\nsprintf(text, "%d", $v);\nscan@(text, "%d", &$s);', "static void scan@(const char *text, const char "
                      "*form, ...)\n{\n    va_list ap;\n    va_start(ap, form);\n    vsscanf(text, form, ap);\n    va_end(ap);\n}", "int"),
    "fscanf": Access('FILE *f = tmpfile();\nfprintf(f, "7 %d\\n", $v);\nrewind(f);\nfscanf(f, "%*d %d", &$s);\nfclose(f);', need="int"),
    "fread": Access("FILE *f = tmpfile();\nint c = $v;\nfwrite(&c, sizeof c, 1, f);\nrewind(f);\nfread(&$s, sizeof c, 1, f);\nfclose(f);",
                    need="int"),
    "count-printed": Access('printf("%*d%n\\n", $v, 1, &$s);', need="int"),
    "self-message": Access("int c = $v;\nMPI_Request r;\nMPI_Isend(&c, 1, MPI_INT, rank, 7, MPI_COMM_WORLD, &r);\n"
                           "MPI_Recv(&$s, 1, MPI_INT, rank, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n"
                           "MPI_Wait(&r, MPI_STATUS_IGNORE);", need="int"),
    "ring": Access("int c = $v;\nMPI_Sendrecv(&c, 1, MPI_INT, " + fill(RING, to="&$s").format("1, MPI_INT"), need="int"),
    "receive-posted": Access("int c = $v;\nMPI_Request r[2];\nMPI_Irecv(&$s, 1, MPI_INT, rank, 8, MPI_COMM_WORLD, &r[0]);\n"
                             "MPI_Isend(&c, 1, MPI_INT, rank, 8, MPI_COMM_WORLD, &r[1]);\n"
                             "MPI_Waitall(2, r, MPI_STATUSES_IGNORE);", need="int"),
    "receive-persistent": Access("int c = $v;\nMPI_Request r;\nMPI_Recv_init(&$s, 1, MPI_INT, rank, 8, MPI_COMM_SELF, &r);\n".replace(
        "rank", "0") + "MPI_Start(&r);\nMPI_Send(&c, 1, MPI_INT, 0, 8, MPI_COMM_SELF);\nMPI_Wait(&r, MPI_STATUS_IGNORE);\n"
        "MPI_Request_free(&r);", need="int"),
    "broadcast": Access("if (rank == 0)\n    $s = $v;\nMPI_Bcast(&$s, 1, MPI_INT, 0, MPI_COMM_WORLD);", need="int"),
    "reduce": Access("int c = $v;\nMPI_Allreduce(&c, &$s, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);", need="int"),
    "reduce-in-place": Access("$s = rank == 0 ? $v : 0;\nMPI_Allreduce(MPI_IN_PLACE, &$s, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);", need="int"),
    "scatter": Access("int all[64];\nfor (int i = 0; i < size && i < 64; i++)\n    all[i] = $v;\n"
                      "MPI_Scatter(all, 1, MPI_INT, &$s, 1, MPI_INT, 0, MPI_COMM_WORLD);", need="int"),
    "packed-message": Access("char pack[64];\nint at = 0, c = $v;\nMPI_Pack(&c, 1, MPI_INT, pack, 64, &at, MPI_COMM_WORLD);\nat = 0;\n"
                             "MPI_Unpack(pack, 64, &at, &$s, 1, MPI_INT, MPI_COMM_WORLD);", need="int"),
    "type-indexed": Access(TYPE + "MPI_Type_create_hindexed(1, &one, &at, MPI_INT, &type);\n" + MOVE, need="int", inside=True),
    "type-struct": Access(TYPE + "MPI_Datatype basic = MPI_INT;\nMPI_Type_create_struct(1, &one, &at, &basic, &type);\n" + MOVE, need="int",
                          inside=True),
    "type-absolute": Access("MPI_Aint at;\nMPI_Datatype type;\nint c = $v, one = 1;\nMPI_Get_address(&$s, &at);\n"
                            "MPI_Type_create_hindexed(1, &one, &at, MPI_INT, &type);\n" + MOVE.replace("$p,", "MPI_BOTTOM,"), need="int"),
    "get-count": Access("char c[80] = {0};\nMPI_Status st;\nMPI_Sendrecv(c, $v, MPI_CHAR, rank, 9, c + 40, 40, MPI_CHAR, rank, 9, MPI_COMM_WORLD, "
                        "&st);\nMPI_Get_count(&st, MPI_CHAR, &$s);", need="int"),
    "type-size": Access("MPI_Datatype type;\nMPI_Type_contiguous($v, MPI_CHAR, &type);\nMPI_Type_size(type, &$s);\nMPI_Type_free(&type);",
                        need="int"),
}
ACCESSES["va-loop"].text = "$E m = 0;\n" + ACCESSES["va-loop"].text

# ---- where the object lives ------------------------------------------------------------------------------------------
# at: a pointer to it. heap: allocated by bytes ($B), so that it may be of any size. mid: between storing and reading.


class Lifetime:
    def __init__(self, at, setup="", top="", heap=False, free="", mid="", other="", zero=False):
        self.at, self.setup, self.top, self.heap, self.free = at, setup, top, heap, free
        self.mid, self.other, self.zero = mid, other, zero


GET = "static void *get@(size_t n)\n{\n"
NEW = "T@ *p = get@($B);"
LIFETIMES = {
    "local": Lifetime("(&o)", "T@ o;"),
    "static-local": Lifetime("(&o)", "static T@ o;", zero=True),
    "file-static": Lifetime("(&o@)", top="static T@ o@;", zero=True),
    "extern": Lifetime("(&o@)", top="extern T@ o@;", other="T@ o@;", zero=True),
    "tentative": Lifetime("(&o@)", top="T@ o@;", zero=True),
    "thread": Lifetime("(&o@)", top="static _Thread_local T@ o@;", zero=True),
    "element-of-static": Lifetime("(&o@[t % 3])", top="static T@ o@[3];", zero=True),
    "member-of-static": Lifetime("(&o@.in)", top="static struct {\n    double w;\n    T@ in;\n} o@;", zero=True),
    "static-pointer": Lifetime("p@", "p@ = malloc($B);", "static T@ *p@;", True, "free(p@);"),
    "malloc": Lifetime("p", "T@ *p = malloc($B);", heap=True, free="free(p);"),
    "calloc": Lifetime("p", "T@ *p = calloc(1, $B);", heap=True, free="free(p);", zero=True),
    "wrapper": Lifetime("p", NEW, GET + "    void *p = malloc(n);\n    if (!p)\n        exit(1);\n    return p;\n}", True, "free(p);"),
    "wrapper-aligned": Lifetime("p", NEW, GET + "    void *p;\n    if (posix_memalign(&p, 64, n))\n        return NULL;\n    return p;\n}", True,
                                "free(p);"),
    "wrapper-mpi": Lifetime("p", NEW, GET + "    void *p;\n    MPI_Alloc_mem(n, MPI_INFO_NULL, &p);\n    return p;\n}", True,
                            "MPI_Free_mem(p);"),
    "wrapper-shifted": Lifetime("p", NEW, GET + "    char *p = malloc(n + 32);\n    return p + 32;\n}", True, "free((char *)p - 32);"),
    "wrapper-plus-two": Lifetime("p", "T@ *p = get@();", "static T@ *get@(void)\n{\n    T@ *p = malloc(3 * sizeof *p);\n    return p + 2;\n}",
                                 free="free(p - 2);"),
    "wrapper-macro": Lifetime("p", "T@ *p = NEW@($B);", "static void *get@(size_t n, const char *file, int line)\n{\n    void *p = malloc(n);\n"
                              '    if (!p) {\n        fprintf(stderr, "%s:%d\\n", file, line);\n        exit(1);\n    }\n    return p;\n}\n'
                              "#define NEW@(n) get@(n, __FILE__, __LINE__)", True, "free(p);"),
    "wrapper-out": Lifetime("p", "T@ *p;\nif (get@((void **)&p, $B) != 0)\n    exit(1);", "static int get@(void **p, size_t n)\n{\n"
                            "    *p = malloc(n);\n    return *p ? 0 : 1;\n}", True, "free(p);"),
    "arena-static": Lifetime("p", "get@(24);\n" + NEW, "static char pool@[4096] __attribute__((aligned(16)));\nstatic size_t used@;\n" + GET +
                             "    void *p = pool@ + used@;\n    used@ += (n + 15) / 16 * 16;\n    return p;\n}", True, zero=True),
    "arena-heap": Lifetime("p", "double *w = get@(64);\nw[3] = t;\n" + NEW, "static char *pool@;\nstatic size_t used@;\n" + GET +
                           "    if (!pool@)\n        pool@ = malloc(4096);\n    void *p = pool@ + used@;\n    used@ += (n + 15) / 16 * 16;\n"
                           "    return p;\n}", True, "free(pool@);"),
    "rows": Lifetime("rows[2]", "T@ **rows = get@(4, $B);", "static T@ **get@(int n, size_t bytes)\n{\n"
                     "    T@ **rows = calloc(1, n * sizeof *rows + n * bytes);\n    char *at = (char *)(rows + n);\n"
                     "    for (int i = 0; i < n; i++)\n        rows[i] = (T@ *)(at + i * bytes);\n    return rows;\n}", True, "free(rows);",
                     zero=True),
    "vla": Lifetime("(o + 1)", "T@ o[t];"),
    "alloca": Lifetime("p", "T@ *p = alloca($B);", heap=True),
    "literal": Lifetime("p", "T@ *p = &(T@){0};", zero=True),
    "realloc": Lifetime("p", "T@ *p = malloc($B);", heap=True, mid="p = realloc(p, 3 * ($B));", free="free(p);"),
    "reused": Lifetime("p", "T@ *p = malloc($B);\nfree(p);\np = malloc($B);", heap=True, free="free(p);"),
    "aligned-by-hand": Lifetime("p", "char *raw = malloc($B + 64);\nT@ *p = (T@ *)(((uintptr_t)raw + 63) & ~(uintptr_t)63);", heap=True,
                                free="free(raw);"),
}


def valid(form, access, lifetime):
    """Whether this combination is valid C and tests what it should."""
    f, a, life = FORMS[form], ACCESSES[access], LIFETIMES[lifetime]
    if f.extra and not life.heap or a.copy and not f.copy or a.plain and f.array or a.inside and not f.inside:
        return False
    if a.need != "object" and not f.slot or a.need in ("address", "int") and not f.address or a.need == "int" and f.elem != "int":
        return False
    if life.mid and not f.copy and form != "flexible" or a.inside and "list" in form:
        return False
    if a.sends and not f.sent:
        return False  # addresses of one rank mean nothing on another
    if f.elem == "volatile int" and access in ("alias-condition", "alias-array"):
        return False
    return not (form == "complex" and access.startswith("va-") and a.need == "address")


def write(text, form, access, lifetime):
    f, a, life = FORMS[form], ACCESSES[access], LIFETIMES[lifetime]

    def at(pattern, pointer):
        return fill(pattern.replace("$p", pointer))

    def put(pointer, value, deep=1):
        lines = at(f.put, pointer).replace("$v", value)
        return ("{\n" + indent(lines) + "\n}" if "\n" in lines else lines).replace("\n", "\n" + "    " * deep)

    value = text.unless("(t + 4)", "(t + 3)")
    values = {"E": f.elem, "B": f"sizeof(T@){f.extra}", "v": value, "p": life.at, "s": at(f.slot, life.at), "so": at(f.slot, "o"),
              "PUTp": put(life.at, value, 0), "PUTo": put("o", "v"), "PUTl": put("o", value, 0), "PUTc": put("(&c)", value, 0),
              "PUTv": put("(&c)", "v"), "PUTg": put("gp@", "v"), "PUTh": put("h->at", value, 0)}
    text.top += [f.types, fill(life.top, **values), fill(a.top, **values)]
    if life.other:
        text.other += [f.types.split("\nstatic ")[0], life.other]
    body = text.body
    body.append(fill(life.setup, **values))
    if not life.zero or pick(text.name + " zero", [0, 1]):
        body.append(fill("memset($p, 0, $B);", **values))
    body += [at(f.init, life.at), put(life.at, "2", 0)]
    if f.dead and pick(text.name + " dead", [0, 1]):
        body.append(at(f.dead, life.at))
    body += ["{", indent(fill(a.text, **values)), "}"]
    if f.dead and pick(text.name + " late", [0, 1]):
        body.append(at(f.dead, life.at))
    body.append(fill(life.mid, **values))
    read = pick(text.name + " read", ["plain", "callee"] + (["copy"] if f.copy else []))
    if read == "callee":
        text.top.append(f"static int read@(T@ *o, int t)\n{{\n    return {at(f.get, 'o')};\n}}")
        state = f"read@({life.at}, t)"
    elif read == "copy":
        body.append(f"T@ copy_;\nmemcpy(&copy_, {life.at}, sizeof copy_);")
        state = at(f.get, "(&copy_)")
    else:
        state = at(f.get, life.at)
    body += [end(text.name, state), life.free]


def combo(form, access, lifetime):
    return Combo(f"memory/{form}/{access}/{lifetime}", lambda text: write(text, form, access, lifetime))


def combos():
    """Each form with each access, with the lifetimes in turn; each lifetime with each form and with some accesses."""
    names = {}
    lives, forms = list(LIFETIMES), list(FORMS)
    for i, form in enumerate(FORMS):
        for j, access in enumerate(ACCESSES):
            fit = [n for n in lives if valid(form, access, n)]
            names.update(((form, access, fit[(i * 5 + j * 11 + n * 7) % len(fit)]), None) for n in range(1 if fit else 0))
        names.update(((form, access, n), None) for n in lives for access in ("direct", "callee-object", "alias")
                     if valid(form, access, n))
    for i, life in enumerate(lives):
        for j, access in enumerate(ACCESSES):
            fit = [n for n in forms if valid(n, access, life)]
            names.update(((fit[(i * 3 + j * 5 + n) % len(fit)], access, life), None) for n in range(1 if fit else 0))
    return [combo(*n) for n in names]

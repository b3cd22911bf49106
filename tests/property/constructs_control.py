"""constructs_control.py - constructs of random programs: control flow."""
from constructs import Construct as C

CONSTRUCTS = {
    "setjmp as an error exit": C(
        "$to = WRAP(try@($x, $y));",
        "static jmp_buf env@;\nstatic int left@;\nstatic void parse@(int x)\n{\n    left@ = x;\n    if (x % 2)\n        longjmp(env@, x % 7 + 1);\n    left@ += 5;\n}\n"
        "static int try@(int x, int y)\n{\n    int rc = setjmp(env@);\n    if (rc == 0) {\n        parse@(x);\n        parse@(y);\n        return left@;\n    }\n    return left@ + rc * 10;\n}"),
    "setjmp in a loop": C(
        "tries@ = 0;\nretry@($x % 6);\n$to = WRAP(tries@ * 9);",
        "static jmp_buf env@;\nstatic int tries@;\nstatic void retry@(int x)\n{\n    setjmp(env@);\n    if (tries@ < x) {\n        tries@++;\n        longjmp(env@, 1);\n    }\n}"),
    "longjmp out of recursion": C(
        "$to = WRAP(search@($x));",
        "static jmp_buf env@;\nstatic int found@;\nstatic void walk@(int n)\n{\n    if (n % 5 == 3) {\n        found@ = n;\n        longjmp(env@, 1);\n    }\n    if (n > 0)\n        walk@(n - 1);\n}\n"
        "static int search@(int x)\n{\n    found@ = 1;\n    if (setjmp(env@) == 0)\n        walk@(x % 20);\n    return found@ * 4;\n}"),
    "longjmp below a return": C(
        "$to = WRAP(search@($x));",
        "static jmp_buf env@;\nstatic int walk@(int n)\n{\n    if (n % 7 == 3)\n        longjmp(env@, n + 1);\n    return n > 0 ? walk@(n - 1) + 1 : 2;\n}\n"
        "static int ask@(int n)\n{\n    return walk@(n) * 3;\n}\nstatic int search@(int x)\n{\n    int found = setjmp(env@);\n    if (found)\n        return found * 4;\n    ask@(x % 20);\n    return 5;\n}"),
    "jump buffer in a structure": C(
        "struct ps@ p;\nmemset(&p, 0, sizeof p);\np.x = $x;\n$to = WRAP(run@(&p));",
        "struct ps@ {\n    double w;\n    jmp_buf env;\n    int x, code;\n};\nstatic void fail@(struct ps@ *p, int code)\n{\n    p->code = code;\n    longjmp(p->env, 1);\n}\n"
        "static int run@(struct ps@ *p)\n{\n    if (setjmp(p->env))\n        return p->code;\n    if (p->x % 3)\n        fail@(p, p->x + 4);\n    return 7;\n}"),
    "goto error exits": C(
        "$to = WRAP(open@($x, $y));",
        "static int open@(int x, int y)\n{\n    int rc = -1, *a = NULL, *b = NULL;\n    a = malloc(8);\n    if (!a)\n        goto out;\n    rc = 3;\n    if (x % 2)\n        goto out_a;\n    b = malloc(8);\n"
        "    if (!b || y % 2)\n        goto out_b;\n    rc = 9 + x;\nout_b:\n    free(b);\n    rc += 2;\nout_a:\n    free(a);\n    rc++;\nout:\n    return rc + 5;\n}"),
    "goto backwards": C("int i = 0, s = $x;\nagain@:\ns = WRAP(s * 3 + i);\n$w\nif (++i < 4)\n    goto again@;\n$to = s;"),
    "goto into a loop": C("int i = $x % 3, s = 0;\nif ($y % 2)\n    goto in@;\nfor (; i < 6; i++) {\n    s += 2;\nin@:\n    s += i;\n}\n$to = WRAP(s);"),
    "goto out of nested loops": C("int s = 0;\nfor (int i = 0; i < 5; i++)\n    for (int j = 0; j < 5; j++) {\n        s += j;\n        if (i * j == $x % 13)\n            goto out@;\n    }\nout@:\n$to = WRAP(s + $y);"),
    "computed goto": C(
        "$to = WRAP(vm@($x % 5, $y));",
        "static int vm@(int n, int v)\n{\n    static const void *const at[] = {&&stop, &&twice, &&more};\n    static const unsigned char code[] = {1, 2, 2, 1, 2, 0};\n    const unsigned char *pc = code + n;\n"
        "    goto *at[*pc++];\ntwice:\n    v = WRAP(v * 2);\n    goto *at[*pc++];\nmore:\n    v += 3;\n    goto *at[*pc++];\nstop:\n    return v;\n}"),
    "Duff's device": C(
        "int n = $x % 20 + 1, s = 0, k = (n + 3) / 4;\nswitch (n % 4) {\ncase 0:\n    do {\n        s += 1;\ncase 3:\n        s += 2;\ncase 2:\n        s += 3;\ncase 1:\n        s += 4;\n    } while (--k > 0);\n}\n$to = WRAP(s);"),
    "switch with fall-through": C("int s = $y;\nswitch ($x % 5) {\ncase 4:\n    s += 4;\ncase 3:\n    s += 3;\n    break;\ncase 2:\n    $w\ncase 1:\n    s *= 2;\n    break;\ndefault:\n    s = 11;\n}\n$to = WRAP(s);"),
    "switch over ranges and an enum": C("enum { A, B = 3, Z = 9 } e = $x % 10;\nint s = 0;\nswitch (e) {\ncase A:\n    s = 1;\n    break;\ncase 1 ... B:\n    s = 2;\n    break;\ncase Z:\n    s = 30;\ndefault:\n    s += $n;\n}\n$to = s;"),
    "switch inside a loop with continue": C("int s = 0;\nfor (int i = 0; i < 6; i++) {\n    switch ((i + $x) % 3) {\n    case 0:\n        continue;\n    case 1:\n        s += 5;\n        break;\n    default:\n        s += 1;\n    }\n    s *= 2;\n}\n$to = WRAP(s);"),
    "do loop": C("int v = $x, s = 0;\ndo {\n    s += v % 10;\n    v /= 10;\n} while (v > 0);\n$to = WRAP(s * $n);"),
    "do loop with a compound exit": C("int k = 0;\nfloat d = 1.0f * $x;\ndo {\n    d *= 0.5f;\n} while (d > 3.0f && k++ < 6);\n$to = WRAP(k * 3);"),
    "do once with break": C("int s = 1;\ndo {\n    if ($x % 2)\n        break;\n    s = 5;\n    if ($y % 3)\n        break;\n    s = $n + 8;\n} while (0);\n$to = s;"),
    "loop with several exits": C("int i, s = 0;\nfor (i = 0;; i++) {\n    if (i > $x % 9)\n        break;\n    if (s > 30) {\n        s = 3;\n        break;\n    }\n    s += i * i;\n    $w\n}\n$to = WRAP(i * 40 + s);"),
    "comma operators": C("int i, j, s = 0;\nfor (i = 0, j = $x % 10; j--, i < j; i++)\n    s += (i++, j);\n$to = WRAP((s++, s + j));"),
    "short-circuit effects": C("int n = 0;\n$x % 2 && (n += 3);\n$y % 2 || (n += 5, 0);\n($x > $y) ? (n *= 2) : (n -= 1);\n$to = WRAP(n + 9);"),
    "conditional lvalue": C("int a = 1, b = 2;\n*($x % 2 ? &a : &b) = $y;\n$to = WRAP(a * 2 + b);"),
    "while with an assigned condition": C("int k, n = $x, s = 0;\nwhile ((k = n / 3) > 1) {\n    n = k;\n    s += 2;\n}\n$to = WRAP(s + n);"),
    "loop over a string": C("char t[] = \"aabaXaaba\", *at = t;\nint ch, s = 0;\nt[$x % 9] = 0;\nwhile ((ch = *at++))\n    s += ch == 'a' ? 2 : 1;\n$to = s;"),
    "loop over a list of strings": C("int k = 0;\nfor (const char *const *p = names@; *p; p++)\n    if (strlen(*p) > (size_t)($x % 6))\n        k += (int)strlen(*p);\n$to = k;", "static const char *const names@[] = {\"mass\", \"energy\", \"u\", \"pressure\", NULL};"),
    "loop by bits": C("int s = 0;\nfor (unsigned m = $x; m; m &= m - 1)\n    s += 3;\nfor (unsigned m = $y; m; m >>= 1)\n    s += m & 1;\n$to = s;"),
    "unsigned loop downwards": C("int s = 0;\nfor (unsigned i = $x % 8; i < 10; i--)\n    s += (int)i + 1;\n$to = s;"),
    "loop whose counter changes inside": C("int s = 0;\nfor (int i = 0; i < 12; i++) {\n    if ((i + $x) % 3 == 0)\n        i += 2;\n    s += i;\n}\n$to = s;"),
    "loop counted by a double": C("int s = 0;\nfor (double v = 1.0; v < $x; v *= 1.5)\n    s++;\n$to = s;"),
    "early returns": C("$to = WRAP(sign@($x - $y) + 5);", "static int sign@(int v)\n{\n    if (v < 0)\n        return -1;\n    if (v == 0)\n        return 0;\n    return 1 + v % 4;\n}"),
    "state machine of functions": C(
        "struct st@ s = {one@, $x % 8, 0};\nwhile (s.next)\n    s.next(&s);\n$to = WRAP(s.out);",
        "struct st@ {\n    void (*next)(struct st@ *);\n    int n, out;\n};\nstatic void one@(struct st@ *s);\nstatic void two@(struct st@ *s)\n{\n    s->out += 7;\n    s->next = s->n-- > 2 ? one@ : NULL;\n}\n"
        "static void one@(struct st@ *s)\n{\n    s->out += 2;\n    s->next = s->n-- > 0 ? two@ : NULL;\n}"),
    "state machine by an enum": C("enum { START, WORD, STOP } st = START;\nint n = 0;\nfor (const char *p = text@ + $x % 5; st != STOP; p++)\n    switch (st) {\n    case START: st = *p == ' ' ? START : *p ? WORD : STOP; break;\n"
                                  "    case WORD:\n        n++;\n        st = *p == ' ' ? START : *p ? WORD : STOP;\n        break;\n    default: break;\n    }\n$to = n;", "static const char text@[] = \"ab cde f ghij  k\";"),
    "atexit handler": C("if (!set@++)\n    atexit(bye@);\nlast@ = $x;\n$to = WRAP(last@ + $n);", "static int set@, last@;\nstatic void bye@(void)\n{\n    last@ = 0;\n}"),
    "statement expression": C("$to = WRAP(({ int r_ = $x * 2; $w r_ + $n; }));"),
    "statement expression with a loop": C("int v = ({\n    int n = 0;\n    for (int i = 0; i < $x % 7; i++)\n        n += i * 2;\n    n;\n});\n$to = v;"),
    "statement expression with break": C("int s = 0;\nfor (int i = 0; i < 9; i++)\n    s += ({\n        if (i > $x % 8)\n            break;\n        i;\n    });\n$to = s;"),
    "dead statement expression with an effect": C("int s = $x;\ndouble d = ({ s = WRAP(s * 2 + 1); s * 0.5; });\nc->in.w += d * 0;\n$to = s;"),
    "static local counter": C("$to = WRAP(tick@($x));", "static int tick@(int x)\n{\n    static int turn;\n    return ++turn * 5 + x;\n}"),
    "static local table built once": C("$to = prime@($x % 12);", "static int prime@(int k)\n{\n    static int ready, t[12];\n    if (!ready) {\n        int n = 0;\n        for (int v = 2; n < 12; v++) {\n            int ok = 1;\n"
                                       "            for (int i = 0; i < n; i++)\n                if (v % t[i] == 0)\n                    ok = 0;\n            if (ok)\n                t[n++] = v;\n        }\n        ready = 1;\n    }\n    return t[k];\n}"),
    "assert that always holds": C("assert($x >= 0 && \"never\");\n$to = $x;"),
    "error path that is never taken": C("if ($x < 0) {\n    fprintf(stderr, \"bad\\n\");\n    MPI_Abort(MPI_COMM_WORLD, 1);\n}\n$to = WRAP($x + $n);"),
    "error path that calls exit": C("int *p = malloc(12);\nif (!p) {\n    perror(\"malloc\");\n    exit(EXIT_FAILURE);\n}\np[1] = $x;\n$to = p[1];\nfree(p);"),
}

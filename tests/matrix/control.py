"""control.py - control flow that decides communication: control/FORM/DECIDES/SOURCE.

A form of control flow runs $A and $B. The int $x (5) decides how often and in what order. They either communicate, or count in
$S, on which later communication depends. $D is work that decides nothing. The source is the origin of $x.
"""
from combos import ENDS, Combo, end, fill, indent, pick

ACT = "int x, int *s"  # parameters of functions with actions in them: there $S is *s
CALL = "x, &s"


class Form:
    """body: text in the combination's function; top: text before it; state: the lvalue $S, if it is not a local variable;
    same: $x decides nothing; mutant: $x in the mutant, so that $A runs once more or less often."""

    def __init__(self, body, top="", state="", same=False, mutant="t + 1"):
        self.body, self.top, self.state, self.same, self.mutant = body, top, state, same, mutant


JUMP = "static jmp_buf env@;\n"
FORMS = {
    "if-else": Form("if ($x % 2) {\n    $A\n    $D\n} else {\n    $D\n    $B\n}"),
    "if-alone": Form("$D\nif ($x % 2)\n    $A\n$B"),
    "else-alone": Form("if ($x % 2 == 0)\n    ;\nelse\n    $A"),
    "else-if": Form("if ($x < 3) {\n    $A\n} else if ($x == 4) {\n    $D\n} else if ($x == 5) {\n    $B\n} else {\n    $A\n}"),
    "goto-forward": Form("if ($x % 2 == 0)\n    goto other;\n$A\ngoto done;\nother:\n$B\ndone:\n$D"),
    "goto-backward": Form("int i = 0;\nagain:\n$D\nif (i++ < $x % 4) {\n    $A\n    goto again;\n}\n$B"),
    "goto-out": Form("for (int i = 0; i < 4; i++)\n    for (int j = 0; j < 4; j++) {\n        if (i * 4 + j == $x)\n            goto out;\n"
                     "        $A\n    }\nout:\n$B"),
    "goto-into": Form("int i = $x;\nif (i % 2)\n    goto middle;\nwhile (i < 8) {\n    $A\nmiddle:\n    $D\n    $B\n    i += 2;\n}", mutant="t + 2"),
    "goto-cleanup": Form("if ($x > 5)\n    goto first;\n$A\nif ($x > 4)\n    goto second;\n$A\n$D\nfirst:\n$B\nsecond:\n$D"),
    "goto-computed": Form("void *to[] = {&&one, &&two};\n$D\ngoto *to[$x % 2];\none:\n$B\ngoto done;\ntwo:\n$A\ndone:;"),
    "goto-table": Form("static const void *const to[] = {&&add, &&work, &&stop};\nint at = 0;\nint code[] = {0, $x % 2, 0, 1, 2};\n"
                       "goto *to[code[at]];\nadd:\n$A\ngoto *to[code[++at]];\nwork:\n$D\n$B\ngoto *to[code[++at]];\nstop:;"),
    "switch": Form("switch ($x) {\ncase 4:\n    $D\n    break;\ncase 5:\n    $A\n    break;\ncase 6:\n    $B\n    break;\n}"),
    "switch-through": Form("switch ($x % 4) {\ncase 0:\n    $B\n    break;\ncase 1:\n    $A\n    /* fall through */\ncase 2:\n    $D\n"
                           "    $A\n    /* fall through */\ndefault:\n    $B\n}"),
    "switch-default-first": Form("switch ($x % 3) {\ndefault:\n    $A\n    /* fall through */\ncase 0:\n    $B\n    break;\ncase 1:\n    $D\n}"),
    "switch-ranges": Form("switch ($x) {\ncase 0 ... 5:\n    $A\n    break;\ncase 6 ... 9:\n    $B\n    break;\n}"),
    "switch-one-line": Form("switch ($x) { case 5: $A break; case 6: $D $B break; default: $D }"),
    "switch-in-loop": Form("for (int i = 0; i < 4; i++) {\n    switch ((i + $x) % 3) {\n    case 0:\n        continue;\n    case 1:\n        $A\n"
                           "        break;\n    default:\n        $D\n        if (i > $x % 4)\n            break;\n        $B\n    }\n    $D\n}", mutant="t + 2"),
    "switch-enum": Form("enum k@ k = $x % 2 ? ODD@ : EVEN@;\nswitch (k) {\ncase EVEN@:\n    $B\n    break;\ncase ODD@:\n    $A\n    break;\n}",
                        "enum k@ { EVEN@, ODD@ };"),
    "switch-no-braces": Form("switch ($x)\ncase 5:\n    $A"),
    "switch-case-in-if": Form("switch ($x) {\ncase 1:\n    if (t > 2) {\n        $D\ncase 5:\n        $A\n    }\n    break;\ncase 6:\n    $B\n}"),
    "duff": Form("int rounds = ($x + 3) / 4;\nswitch ($x % 4) {\ncase 0:\n    do {\n        $A\n        /* fall through */\ncase 3:\n        $D\n"
                 "        $B\n        /* fall through */\ncase 2:\n        $A\n        /* fall through */\ncase 1:\n        $A\n    } while (--rounds > 0);\n}"),
    "nested-break": Form("for (int i = 0; i < 3; i++) {\n    for (int j = 0;; j++) {\n        if (j >= $x - 2)\n            break;\n        if (j == 1)\n"
                         "            continue;\n        $A\n    }\n    $D\n    if (i == $x % 2)\n        break;\n    $B\n}"),
    "several-exits": Form("walk@($CALL);", "static int walk@($ACT)\n{\n    if (x < 2)\n        return 1;\n    for (int i = 0; i < 9; i++) {\n"
                          "        if (i == x)\n            return 2;\n        $A\n        $D\n        if (i == 7) {\n            $B\n            return 3;\n"
                          "        }\n    }\n    return 0;\n}"),
    "early-return": Form("walk@($CALL);", "static void walk@($ACT)\n{\n    $D\n    if (x % 2)\n        return;\n    $A\n}"),
    "late-code": Form("if (walk@($CALL) != 0) {\n    $B\n}", "static int walk@($ACT)\n{\n    $D\n    if (x % 2 == 0)\n        return 7;\n    $A\n"
                      "    return 0;\n}"),
    "constant-defined": Form("if (code@($x)) {\n    $A\n} else {\n    $B\n}", "#define WIDE@ 1\nstatic int code@(int x)\n{\n#ifdef WIDE@\n"
                             "    if (x % 2)\n        return 8;\n#endif\n    return 0;\n}"),
    "constant-other": Form("if (code@($x) == 8) {\n    $A\n} else {\n    $B\n}", "static int code@(int x)\n{\n#ifdef NEVER@\n    return 8;\n"
                           "#else\n    if (x % 2 == 0)\n        return 0;\n#endif\n    return 8;\n}"),
    "constant-undefined": Form("if (code@($x)) {\n    $A\n} else {\n    $B\n}", "static int code@(int x)\n{\n#ifdef NEVER@\n    if (x % 2)\n"
                               "        return 8;\n#endif\n    return 0;\n}", same=True),
    "constant-return": Form("if (code@()) {\n    $A\n} else {\n    $B\n}", "static int code@(void)\n{\n#ifdef MPI_VERSION\n    return 8;\n#endif\n"
                            "    return 0;\n}", same=True),
    "do-compound": Form("float d = 1;\nint loop = 0;\ndo {\n    $A\n    d *= 0.7f;\n} while (d > 0.1f && loop++ < $x);\n$B"),
    "do-continue": Form("int i = 0;\ndo {\n    if (i % 2 == 0)\n        continue;\n    $A\n    $D\n} while (++i < $x + 1);", mutant="t + 3"),
    "do-once": Form("do {\n    if ($x % 2)\n        break;\n    $A\n} while (0);\n$B"),
    "and-chain": Form("if ($x > 2 && $x % 2 && ask@($x)) {\n    $A\n}\n$B", "static int ask@(int x)\n{\n    return x != 3;\n}"),
    "or-chain": Form("if ($x < 2 || $x % 2 == 0 || ask@($x)) {\n    $B\n} else {\n    $A\n}", "static int ask@(int x)\n{\n    return x == 3;\n}"),
    "ask-effect": Form("int calls = 0;\nif ($x % 2 && ask@(&calls) && ask@(&calls)) {\n    $D\n}\nif (calls) {\n    $A\n}",
                       "static int ask@(int *n)\n{\n    return ++*n > 3;\n}"),
    "and-statement": Form("$x % 2 && ({\n    $A\n    1;\n});"),
    "conditional-statement": Form("$x % 2 ? ({\n    $A\n    1;\n}) : $x % 3 ? 0 : ({\n    $D\n    $B\n    2;\n});"),
    "conditional-calls": Form("($x % 2 ? one@ : two@)($CALL);", "static void one@($ACT)\n{\n    $A\n}\nstatic void two@($ACT)\n{\n    $D\n    $B\n}"),
    "table": Form("static void (*const go[])($ACT) = {two@, one@};\ngo[$x % 2]($CALL);", "static void one@($ACT)\n{\n    $A\n}\n"
                  "static void two@($ACT)\n{\n    $D\n    $B\n}"),
    "setjmp": Form("if (setjmp(env@) == 0) {\n    if ($x % 2)\n        longjmp(env@, 3);\n    $A\n} else {\n    $B\n}\n$D", JUMP, "st@"),
    "setjmp-callee": Form("if (setjmp(env@) == 0) {\n    walk@($x, $x);\n    $A\n} else {\n    $B\n}", JUMP +
                          "static void walk@(int d, int x)\n{\n    $D\n    if (d == 0 && x % 2)\n        longjmp(env@, 1);\n    if (d > 0)\n"
                          "        walk@(d - 1, x);\n}", "st@"),
    "setjmp-actions": Form("if (!setjmp(env@))\n    walk@(0, $x);\n$B", JUMP + "static void walk@(int d, int x)\n{\n    $A\n    if (d == x)\n"
                           "        longjmp(env@, 1);\n    walk@(d + 1, x);\n    $B\n}", "st@"),
    "setjmp-switch": Form("switch (setjmp(env@)) {\ncase 0:\n    $B\n    fail@($x);\n    break;\ncase 5:\n    $A\n    break;\ndefault:\n    $D\n}",
                          JUMP + "static _Noreturn void fail@(int x)\n{\n    longjmp(env@, x);\n}", "st@"),
    "setjmp-retry": Form("tries@ = 0;\nif (setjmp(env@)) {\n    $B\n}\n$A\nif (++tries@ < $x)\n    longjmp(env@, 1);\n$D",
                         JUMP + "static int tries@;", "st@"),
    "setjmp-nested": Form("outer@($x);", JUMP + "static jmp_buf top@;\nstatic void inner@(int x)\n{\n    $D\n    longjmp(x % 2 ? env@ : top@, 2);\n}\n"
                          "static void outer@(int x)\n{\n    if (setjmp(top@)) {\n        $B\n        return;\n    }\n    if (setjmp(env@)) {\n        $A\n"
                          "        return;\n    }\n    inner@(x);\n}", "st@"),
    "setjmp-struct": Form("struct p@ p = {.x = $x};\nif (setjmp(p.env) == 0)\n    parse@(&p);\nelse {\n    $B\n}", "struct p@ {\n    double w;\n"
                          "    jmp_buf env;\n    int x;\n};\nstatic void parse@(struct p@ *p)\n{\n    $A\n    if (p->x % 2)\n        longjmp(p->env, 1);\n"
                          "    $A\n}", "st@"),
    "sigsetjmp": Form("if (sigsetjmp(env@, 1) == 0) {\n    if ($x % 2)\n        siglongjmp(env@, 3);\n    $A\n} else {\n    $B\n}",
                      "static sigjmp_buf env@;", "st@"),
    "atexit": Form("x@ = $x;\natexit(leave@);", "static int x@;\nstatic void leave@(void)\n{\n    MPI_Send(NULL, 0, MPI_INT, MPI_PROC_NULL, 1000 + @, "
                   "MPI_COMM_WORLD);\n    if (x@ % 2) {\n        $A\n    }\n    $D\n    $B\n$END\n}", "st@"),
    "atexit-twice": Form("atexit(leave@);\nif ($x % 2)\n    atexit(more@);", "static void more@(void)\n{\n    st@ += 4;\n    x@ += 1;\n}\n"
                         "static void leave@(void)\n{\n    MPI_Send(NULL, 0, MPI_INT, MPI_PROC_NULL, 1000 + @, MPI_COMM_WORLD);\n"
                         "    for (int i = 0; i < x@; i++) {\n        $A\n    }\n$END\n}", "st@"),
    "signal": Form("got@ = 0;\nsignal(SIGUSR1, on@);\nif ($x % 2)\n    raise(SIGUSR1);\nsignal(SIGUSR1, SIG_DFL);\nif (got@) {\n    $A\n} else {\n    $B\n}",
                   "static volatile sig_atomic_t got@;\nstatic void on@(int signal)\n{\n    got@ = signal;\n}"),
    "signal-count": Form("got@ = 0;\nsignal(SIGUSR2, on@);\nfor (int i = 0; i < $x; i++) {\n    $D\n    raise(SIGUSR2);\n}\nsignal(SIGUSR2, SIG_DFL);\n"
                         "while (got@-- > 0) {\n    $A\n}", "static volatile sig_atomic_t got@;\nstatic void on@(int signal)\n{\n    got@++;\n}"),
    "sigaction": Form("struct sigaction a = {.sa_handler = on@};\ngot@ = 0;\nsigaction(SIGUSR1, &a, NULL);\nif ($x % 2)\n    kill(getpid(), SIGUSR1);\n"
                      "a.sa_handler = SIG_DFL;\nsigaction(SIGUSR1, &a, NULL);\nif (got@) {\n    $A\n} else {\n    $B\n}",
                      "#include <unistd.h>\nstatic volatile sig_atomic_t got@;\nstatic void on@(int signal)\n{\n    got@ = 1;\n}"),
    "recursion": Form("walk@($CALL);", "static void walk@($ACT)\n{\n    $D\n    if (x <= 0)\n        return;\n    $A\n    walk@(x - 1, s);\n    if (x == 2) {\n"
                      "        $B\n    }\n}"),
    "recursion-value": Form("if (fib@($x) % 2) {\n    $A\n} else {\n    $B\n}", "static int fib@(int n)\n{\n    return n < 2 ? n : fib@(n - 1) + fib@(n - 2);\n}"),
    "recursion-mutual": Form("odd@($CALL);", "static void even@($ACT);\nstatic void odd@($ACT)\n{\n    if (x == 0)\n        return;\n    $A\n    even@(x - 1, s);\n}\n"
                             "static void even@($ACT)\n{\n    $D\n    if (x == 0)\n        return;\n    $B\n    odd@(x - 1, s);\n}", mutant="t + 2"),
    "machine": Form("struct m@ m = {one@};\nint x = $x;\nwhile (m.go)\n    m = m.go(x--, &s);", "struct m@ {\n    struct m@ (*go)(int, int *);\n};\n"
                    "static struct m@ one@($ACT);\nstatic struct m@ two@($ACT)\n{\n    $B\n    return (struct m@){x > 1 ? one@ : NULL};\n}\n"
                    "static struct m@ one@($ACT)\n{\n    $A\n    $D\n    return (struct m@){x % 2 ? two@ : NULL};\n}", mutant="t + 2"),
    "machine-table": Form("int state = 0, x = $x;\nwhile (state >= 0)\n    state = next@[state](x--, &s);", "static int one@($ACT)\n{\n    $A\n    return x > 2 ? 1 : -1;\n}\n"
                          "static int two@($ACT)\n{\n    $D\n    $B\n    return x % 2;\n}\nstatic int (*next@[])($ACT) = {one@, two@};", mutant="t + 2"),
    "for-comma": Form("for (int i = 0, j = $x * 2; i < j; i += 2, j--) {\n    $A\n}\n$B", mutant="t + 2"),
    "for-comma-condition": Form("int i, j;\nfor (i = 0, j = $x; j--, i < j; i++) {\n    $A\n    $D\n}"),
    "for-empty-parts": Form("int i = 0;\nfor (;;) {\n    if (i++ >= $x)\n        break;\n    $A\n}"),
    "while-decrement": Form("int n = $x;\nwhile (n-- > 0) {\n    $A\n}\n$B"),
    "while-assigned": Form("int k, n = $x * 3;\nwhile ((k = n / 2) > 1) {\n    $A\n    n = k;\n    $D\n}"),
    "while-string": Form('char text[] = "aabaaaabaa", *at = text;\ntext[$x] = 0;\nint c;\nwhile ((c = *at++) != 0) {\n    if (c == \'a\') {\n        $A\n    } else {\n'
                         "        $B\n    }\n}"),
    "while-call": Form("left@ = $x;\nwhile (next@()) {\n    $A\n}", "static int left@;\nstatic int next@(void)\n{\n    return left@-- > 0;\n}"),
    "while-flag": Form("int done = 0, i = 0;\nwhile (!done) {\n    $A\n    if (++i == $x)\n        done = 1;\n    $D\n}"),
    "while-nothing": Form("int i = 0;\nwhile (i++ < $x)\n    ;\nif (i % 2) {\n    $A\n} else {\n    $B\n}"),
    "unsigned-down": Form("for (unsigned i = $x; i < 10; i--) {\n    $A\n}\n$D"),
    "bits": Form("for (unsigned m = $x * 5; m; m &= m - 1) {\n    $A\n}\nfor (unsigned m = $x; m; m >>= 1) {\n    if (m & 1)\n        continue;\n    $B\n}"),
    "floating": Form("for (double v = 1; v < $x; v *= 1.2) {\n    $A\n    $D\n}"),
    "pointer-walk": Form("int a[8] = {0};\na[$x] = 1;\nfor (int *p = a; !*p; p++) {\n    $A\n}"),
    "list-walk": Form("struct l@ *l = NULL;\nfor (int i = 0; i < $x; i++) {\n    struct l@ *e = malloc(sizeof *e);\n    e->next = l;\n    e->n = i;\n    l = e;\n}\n"
                      "while (l) {\n    struct l@ *e = l->next;\n    if (l->n % 2) {\n        $B\n    } else {\n        $A\n    }\n    free(l);\n    l = e;\n}",
                      "struct l@ {\n    struct l@ *next;\n    int n;\n};", mutant="t + 2"),
    "callback": Form("each@($x, visit@, &s);", "static void visit@($ACT)\n{\n    $A\n}\nstatic void each@(int n, void (*fn)($ACT), int *s)\n{\n"
                     "    for (int i = 0; i < n; i++)\n        fn(i, s);\n}"),
    "constructor": Form("if (made@ % 2) {\n    $A\n} else {\n    $B\n}", "static int made@;\n__attribute__((constructor)) static void make@(void)\n{\n    made@ = $odd;\n}"),
    "constructor-table": Form("for (int i = 0; i < known@; i++)\n    list@[i](0, &s);", "static void (*list@[4])($ACT);\nstatic int known@;\n"
                              "static void one@($ACT)\n{\n    $A\n}\nstatic __attribute__((constructor)) void add@(void)\n{\n    for (int i = 0; i < $odd; i++)\n"
                              "        list@[known@++] = one@;\n}"),
    "expression-goto": Form("int r = ({\n    int k = $x;\n    if (k % 2)\n        goto out;\n    $A\n    k;\n});\n$B\nout:\n$D"),
    "expression-break": Form("for (int i = 0; i < 9; i++) {\n    int r = ({\n        if (i >= $x)\n            break;\n        i;\n    });\n    if (r % 2) {\n        $A\n    }\n"
                             "    $B\n}"),
    "expression-return": Form("walk@($CALL);", "static void walk@($ACT)\n{\n    int r = ({\n        if (x % 2)\n            return;\n        x;\n    });\n    $D\n    $A\n}"),
    "expression-loop": Form("int r = ({\n    int n = 0;\n    for (int i = 0; i < $x; i++) {\n        $A\n        n += i;\n    }\n    n;\n});\nif (r % 4 == 3) {\n    $B\n}"),
    "macro-loop": Form("TIMES@(i, $x) {\n    $A\n    $D\n}", "#define TIMES@(i, n) for (int i = 0; i < (n); i++)"),
    "macro-break": Form("for (int i = 0; i < 9; i++) {\n    UNTIL@(i >= $x);\n    $A\n}", "#define UNTIL@(c) if (c) break"),
    "macro-return": Form("walk@($CALL);", "#define CHECK@(c) do { if (c) return 1; } while (0)\nstatic int walk@($ACT)\n{\n    CHECK@(x < 0);\n    $A\n    CHECK@(x % 2);\n"
                         "    $B\n    return 0;\n}", mutant="t - 10"),
    "variable-array": Form("int n[$x];\nfor (size_t i = 0; i < sizeof n / sizeof *n; i++) {\n    $A\n}"),
    "static-turn": Form("for (int i = 0; i < $x; i++)\n    walk@(i, &s);", "static void walk@($ACT)\n{\n    static int turn;\n    turn ^= 1;\n    if (turn) {\n        $A\n"
                        "    } else {\n        $B\n    }\n}", mutant="t + 2"),
    "label-values": Form("int i = $x;\n{\n    __label__ up;\nup:\n    $A\n    if (--i > 0)\n        goto up;\n}"),
    "exit-status": Form("if ($x < 0)\n    exit(3);\nif ($x % 2) {\n    $A\n}"),
}

# ---- what is decided -------------------------------------------------------------------------------------------------
CHAR = "{{\n    char b[16] = {{0}};\n    MPI_Bcast(b, {}, MPI_CHAR, 0, MPI_COMM_WORLD);\n}}"
BARRIER = "MPI_Barrier(MPI_COMM_WORLD);"
REDUCE = "{\n    int b = 1, c;\n    MPI_Allreduce(&b, &c, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);\n}"
POSTED = ("MPI_Request r[8];\nMPI_Status st;\nint n = s % 4 + 1, sum = 0, got, at;\nfor (int i = 0; i < n; i++) {\n"
          "    MPI_Irecv(buf + 40 * i, 40, MPI_CHAR, rank, i, MPI_COMM_WORLD, &r[i]);\n"
          "    MPI_Isend(buf + 256, s % 16 + i, MPI_CHAR, rank, i, MPI_COMM_WORLD, &r[n + i]);\n}\n")
SUM = "MPI_Bcast(buf, sum, MPI_CHAR, 0, MPI_COMM_WORLD);"
LOOPS = {
    "waitany": POSTED + "for (int k = 0; k < 2 * n; k++) {\n    MPI_Waitany(2 * n, r, &at, &st);\n    if (at < n) {\n"
                        "        MPI_Get_count(&st, MPI_CHAR, &got);\n        sum += got;\n    }\n}\n" + SUM,
    "waitsome": POSTED + "int done = 0, ats[8];\nMPI_Status sts[8];\nwhile (done < 2 * n) {\n    MPI_Waitsome(2 * n, r, &got, ats, sts);\n"
                         "    for (int k = 0; k < got; k++)\n        sum += ats[k];\n    done += got;\n}\n" + SUM,
    "testall": POSTED + "MPI_Status sts[8];\nat = 0;\nwhile (!at)\n    MPI_Testall(2 * n, r, &at, sts);\nfor (int k = 0; k < n; k++) {\n"
                        "    MPI_Get_count(&sts[k], MPI_CHAR, &got);\n    sum += got;\n}\n" + SUM,
    "testany": POSTED + "int flag, left = 2 * n;\nwhile (left > 0) {\n    MPI_Testany(2 * n, r, &at, &flag, &st);\n    if (!flag)\n        continue;\n"
                        "    left--;\n    if (at < n)\n        sum += at + 1;\n}\n" + SUM,
    "iprobe": "MPI_Request r;\nMPI_Status st;\nint flag = 0, n;\nMPI_Isend(buf, s, MPI_CHAR, rank, 3, MPI_COMM_WORLD, &r);\nwhile (!flag)\n"
              "    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &st);\nMPI_Get_count(&st, MPI_CHAR, &n);\n"
              "MPI_Recv(buf + 256, n, MPI_CHAR, st.MPI_SOURCE, st.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\nMPI_Wait(&r, MPI_STATUS_IGNORE);",
    "order": "if (s % 2) {\n    MPI_Barrier(MPI_COMM_WORLD);\n    MPI_Bcast(buf, 4, MPI_CHAR, 0, MPI_COMM_WORLD);\n} else {\n"
             "    MPI_Bcast(buf, 4, MPI_CHAR, 0, MPI_COMM_WORLD);\n    MPI_Barrier(MPI_COMM_WORLD);\n}",
    "persistent": "MPI_Request r[2];\nMPI_Send_init(buf, s, MPI_CHAR, rank, 1, MPI_COMM_WORLD, &r[0]);\n"
                  "MPI_Recv_init(buf + 256, 64, MPI_CHAR, rank, 1, MPI_COMM_WORLD, &r[1]);\nfor (int i = 0; i < s % 3 + 1; i++) {\n"
                  "    MPI_Startall(2, r);\n    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);\n}\nMPI_Request_free(&r[0]);\nMPI_Request_free(&r[1]);",
}
POLLS = ("testall", "testany", "iprobe")
DECIDES = {  # A, B, communication by the state or None
    "made": (BARRIER, ";", None),
    "how-many": (CHAR.format(4), CHAR.format(2), None),
    "which": (BARRIER, REDUCE, None),
    **{name: ("$S += 3;", "$S += 8;", text) for name, text in {**ENDS, **LOOPS}.items()},
}
SOURCES = {  # setup, expression, text ahead
    "parameter": ("", "t", ""),
    "local": ("int x_ = t;", "x_", ""),
    "static": ("y@ = t;", "y@", "static int y@;"),
    "field": ("struct y@ *y = malloc(sizeof *y);\ny->n = t;", "y->n", "struct y@ {\n    double w;\n    int n;\n};"),
    "message": ("int x_ = rank == 0 ? t : 0;\nMPI_Bcast(&x_, 1, MPI_INT, 0, MPI_COMM_WORLD);", "x_", ""),
}
WORK = "static double w@[16];\nstatic void work@(int n)\n{\n    for (int i = 0; i < 16; i++)\n        w@[i] = w@[i] * 0.5 + n;\n}"


def deepen(text, values):
    """As fill(), but indents the lines of a value like the place at which it is inserted."""
    lines = []
    for line in text.split("\n"):
        depth = line[:len(line) - len(line.lstrip())]
        lines.append(fill(line, **values).replace("\n", "\n" + depth))
    return "\n".join(lines)


def write(text, form, decides, source):
    f, (a, b, after), (setup, x, ahead) = FORMS[form], DECIDES[decides], SOURCES[source]
    if text.mutated:
        setup = setup.replace("= t;", f"= {f.mutant};").replace("? t :", f"? {f.mutant} :") or f"t = {f.mutant};"
    values = {"x": x, "A": a, "B": b, "D": "work@(3);", "ACT": ACT, "CALL": CALL.replace("x", x, 1), "odd": text.unless("3", "2"),
              "END": ""}
    s = f.state or "*s"
    finish = indent("int s = st@ & 63, rank, size;\nMPI_Comm_rank(MPI_COMM_WORLD, &rank);\nMPI_Comm_size(MPI_COMM_WORLD, &size);\n"
                    "char buf[512] = {0};\n" + fill(after, s="s")) if after else ""
    late = "$END" in f.top
    text.top += [ahead, WORK]
    if f.state:
        text.top.append("static int st@ = 1;")
    if "x@ += 1" in f.top:
        text.top.append("static int x@ = 2;")
    text.top.append(deepen(f.top, dict(values, S=s, END=finish)))
    if not f.state:
        text.body.append("int s = 1;")
    text.body += [setup, "{", indent(deepen(f.body, dict(values, S=f.state or "s"))), "}"]
    if after and not late:
        state = f.state or "s"
        if decides in ENDS:
            text.body.append(end(text.name, state, [decides]))
        else:
            text.body.append("{\n    int s_ = (" + state + ") & 63;\n    {\n        int s = s_;\n        char buf[512] = {0};\n" +
                             indent(indent(after)) + "\n    }\n}")


def valid(form, decides, source):
    f = FORMS[form]
    if decides in POLLS and (list(FORMS).index(form) + list(POLLS).index(decides) * 3) % 10:
        return False  # a few of them
    if form.startswith("constructor") and source != "parameter":
        return False
    if f.same and decides == "made" and source != "parameter":
        return False
    return not (form.startswith(("setjmp", "sigsetjmp")) and source == "local")


def combo(form, decides, source):
    same = FORMS[form].same
    apart = "polls" if decides in POLLS else "exits" if "atexit" in form else ""
    return Combo(f"control/{form}/{decides}/{source}", lambda text: write(text, form, decides, source), same=same, apart=apart)


def combos():
    """Each form with each kind of decision, with the sources in turn."""
    names = []
    for i, form in enumerate(FORMS):
        for j, decides in enumerate(DECIDES):
            fit = [s for s in SOURCES if valid(form, decides, s)]
            names += [(form, decides, fit[(i * 3 + j) % len(fit)])] if fit else []
    return [combo(*n) for n in names]

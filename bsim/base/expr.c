/* expr.c - see expr.h. Owns the muParser handles; the one file that knows muParser. */
#include "bsim/base/expr.h"

#include <ctype.h>
#include <math.h>
#include <muParserDLL.h>
#include <stdio.h>
#include <string.h>

#include "bsim/base/alloc.h"

struct bsim_expr {
    muParserHandle_t parser;
};

/* Without a handler the C binding of muParser ends the process at an error. */
static void on_error(muParserHandle_t parser) {
    (void)parser;
}

static double modulo(double a, double b) {
    return fmod(a, b);
}

static muParserHandle_t create(void) {
    muParserHandle_t parser = mupCreate(muBASETYPE_FLOAT);
    if (parser == NULL)
        return NULL;
    mupSetErrorHandler(parser, on_error);
    mupDefineFun1(parser, "floor", floor, 1);
    mupDefineFun1(parser, "ceil", ceil, 1);
    mupDefineFun1(parser, "log", log, 1);
    mupDefineFun2(parser, "mod", modulo, 1);
    return parser;
}

bool bsim_expr_name_ok(const char *name) {
    static const char *const taken[] = {"sin",   "cos",   "tan",   "asin",  "acos", "atan",  "atan2", "sinh", "cosh",
                                        "tanh",  "asinh", "acosh", "atanh", "log2", "log10", "log",   "ln",   "exp",
                                        "sqrt",  "cbrt",  "sign",  "rint",  "abs",  "min",   "max",   "sum",  "avg",
                                        "floor", "ceil",  "mod",   "_e",    "_pi",  NULL};
    if (!isalpha((unsigned char)name[0]) && name[0] != '_')
        return false;
    for (const char *p = name; *p; p++)
        if (!isalnum((unsigned char)*p) && *p != '_')
            return false;
    for (int i = 0; taken[i]; i++)
        if (strcmp(taken[i], name) == 0)
            return false;
    return true;
}

/* Writes the message of a formula's error. what: the problem; column: 0-based. */
static void explain(const char *what, int column, int nvar, const char *const *names, char *why, size_t size) {
    char list[256] = "";
    size_t at = 0;
    for (int i = 0; i < nvar && at < sizeof list; i++)
        at += (size_t)snprintf(list + at, sizeof list - at, "%s%s", i ? ", " : "", names[i]);
    size_t len = strlen(what);
    while (len > 0 && what[len - 1] == '.')
        len--;
    snprintf(why, size, "%.*s (column %d of the expression); names that it may use: %s", (int)len, what,
             column < 0 ? 1 : column + 1, nvar ? list : "none");
}

/* Column of a lone '=': muParser would assign to the variable. -1 if none. */
static int find_assignment(const char *text) {
    for (const char *p = text; *p; p++)
        if (*p == '=') {
            if (p[1] == '=')
                p++;
            else if (p == text || !strchr("<>!", p[-1]))
                return (int)(p - text);
        }
    return -1;
}

struct bsim_expr *bsim_expr_compile(const char *text, int nvar, const char *const *names, double *values, char *why,
                                    size_t why_size) {
    struct bsim_expr *expr = bsim_alloc(sizeof *expr);
    if ((expr->parser = create()) == NULL) {
        bsim_free(expr);
        snprintf(why, why_size, "out of memory");
        return NULL;
    }
    for (int i = 0; i < nvar; i++) {
        mupDefineVar(expr->parser, names[i], &values[i]);
        if (mupError(expr->parser)) {
            snprintf(why, why_size, "\"%s\" cannot be the name of a variable", names[i]);
            bsim_expr_free(expr);
            return NULL;
        }
    }
    mupSetExpr(expr->parser, text);
    bool bad = mupError(expr->parser);
    int results = 1, assignment = find_assignment(text);
    if (!bad) {
        mupEvalMulti(expr->parser, &results); /* the first evaluation compiles */
        bad = mupError(expr->parser);
    }
    if (bad || results != 1 || assignment >= 0) {
        if (bad) /* message and token share one buffer inside muParser */
            explain(mupGetErrorMsg(expr->parser), mupGetErrorPos(expr->parser), nvar, names, why, why_size);
        else if (assignment >= 0)
            explain("\"=\" assigns; a comparison is \"==\"", assignment, nvar, names, why, why_size);
        else
            explain("a comma separates several results; one is needed", 0, nvar, names, why, why_size);
        bsim_expr_free(expr);
        return NULL;
    }
    return expr;
}

double bsim_expr_eval(struct bsim_expr *expr) {
    return mupEval(expr->parser);
}

bool bsim_expr_is_constant(struct bsim_expr *expr) {
    return mupGetExprVarNum(expr->parser) == 0;
}

bool bsim_expr_reads(struct bsim_expr *expr, const double *value) {
    int n = mupGetExprVarNum(expr->parser);
    for (int i = 0; i < n; i++) {
        const muChar_t *name;
        muFloat_t *at;
        mupGetExprVar(expr->parser, (unsigned)i, &name, &at);
        if (at == value)
            return true;
    }
    return false;
}

void bsim_expr_free(struct bsim_expr *expr) {
    if (expr == NULL)
        return;
    mupRelease(expr->parser);
    bsim_free(expr);
}

/* vars.c - see vars.h. Does not know what the formulas compute. */
#include "bsim/base/vars.h"

#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/base/kinds.h"
#include "bsim/base/related.h"

static const char *const spot_names[BSIM_SPOT_VARS] = {"rank", "node", "ranks_per_node"};
static const char kind_prefix[] = "kind_";
static const struct bsim_spot alone = {.ranks_per_node = 1};

static double spot_value(const struct bsim_spot *spot, int which) {
    if (which >= BSIM_SPOT_VARS)
        return which - BSIM_SPOT_VARS == (int)spot->kind;
    return which == 0 ? spot->rank : which == 1 ? spot->node : spot->ranks_per_node;
}

void bsim_vars_free(struct bsim_vars *vars) {
    for (int i = 0; i < vars->nall; i++)
        bsim_free(vars->alias[i]);
    bsim_free(vars->alias);
    bsim_free(vars->source);
    bsim_free(vars->value);
    bsim_free(vars->low);
    bsim_free(vars->high);
    bsim_free(vars->beyond);
    bsim_free(vars->least);
    bsim_free(vars->most);
    bsim_free(vars->step);
    bsim_free(vars->odd);
    *vars = (struct bsim_vars){0};
}

static int find(int n, const char *const *names, const char *name) {
    for (int i = 0; i < n; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return -1;
}

static void add(struct bsim_vars *vars, const char *alias, int source) {
    int i = vars->n++;
    vars->nall = vars->n;
    vars->source[i] = source;
    vars->low[i] = -HUGE_VAL;
    vars->high[i] = HUGE_VAL;
    vars->beyond[i] = 0;
    vars->least[i] = HUGE_VAL;
    vars->most[i] = -HUGE_VAL;
    vars->step[i] = 0;
    vars->odd[i] = HUGE_VAL;
    vars->value[i] = 1; /* compiling a formula evaluates it once */
    vars->alias[i] = bsim_strdup(alias);
}

/* Adds the variables of the spot whose names no parameter has, of the model's or of the program's. */
static void add_spot(struct bsim_vars *vars, int nparam, const char *const *names) {
    for (int i = 0; i < BSIM_SPOT_VARS; i++) {
        if (find(vars->n, (const char *const *)vars->alias, spot_names[i]) >= 0 ||
            find(nparam, names, spot_names[i]) >= 0)
            continue;
        vars->source[vars->nall] = i;
        vars->value[vars->nall] = spot_value(&alone, i);
        vars->alias[vars->nall++] = bsim_strdup(spot_names[i]);
    }
}

static bool good_name(struct bsim_jval v, const char *alias) {
    return bsim_expr_name_ok(alias) ||
           bsim_jval_error(v,
                           "\"%s\" cannot be the name of a variable: a letter, then letters, digits and _, and no name "
                           "of a function",
                           alias);
}

bool bsim_vars_read(struct bsim_vars *vars, struct bsim_jval v, const char *what, int nparam,
                    const char *const *names) {
    if (bsim_jval_present(v) && !bsim_jval_object(v))
        return false;
    size_t n = bsim_jval_size(v), room = n + 1 + BSIM_SPOT_VARS + BSIM_KIND_VARS + BSIM_MAX_COMPUTED;
    vars->program = names;
    vars->nprogram = nparam;
    vars->alias = bsim_alloc(room * sizeof *vars->alias);
    vars->source = bsim_alloc(room * sizeof *vars->source);
    vars->value = bsim_alloc(room * sizeof *vars->value);
    vars->low = bsim_alloc(room * sizeof *vars->low);
    vars->high = bsim_alloc(room * sizeof *vars->high);
    vars->beyond = bsim_alloc(room * sizeof *vars->beyond);
    vars->least = bsim_alloc(room * sizeof *vars->least);
    vars->most = bsim_alloc(room * sizeof *vars->most);
    vars->step = bsim_alloc(room * sizeof *vars->step);
    vars->odd = bsim_alloc(room * sizeof *vars->odd);
    for (size_t i = 0; i < n; i++) {
        const char *alias;
        struct bsim_jval p = bsim_jval_member(v, i, &alias);
        if (!good_name(p, alias))
            return false;
        const char *expression = bsim_jval_string(p);
        int source = find(nparam, names, expression);
        if (source < 0) {
            char known[400] = "";
            size_t at = 0;
            for (int k = 0; k < nparam && at < sizeof known; k++)
                at += (size_t)snprintf(known + at, sizeof known - at, "%s\"%s\"", k ? ", " : "", names[k]);
            return bsim_jval_error(p, "%s has no parameter \"%s\"; it has: %s", what, expression,
                                   nparam ? known : "none");
        }
        add(vars, alias, source);
    }
    add_spot(vars, nparam, names);
    return true;
}

bool bsim_vars_add(struct bsim_vars *vars, struct bsim_jval v, const char *alias) {
    int at = vars->n, spots = vars->nall - vars->n;
    if (!good_name(v, alias))
        return false;
    if (find(vars->nall, (const char *const *)vars->alias, alias) >= 0)
        return bsim_jval_error(v, "\"%s\" is the name of another variable", alias);
    memmove(&vars->alias[at + 1], &vars->alias[at], (size_t)spots * sizeof *vars->alias);
    memmove(&vars->source[at + 1], &vars->source[at], (size_t)spots * sizeof *vars->source);
    memmove(&vars->value[at + 1], &vars->value[at], (size_t)spots * sizeof *vars->value);
    add(vars, alias, -1);
    vars->nall += spots;
    return true;
}

/* Checks the types of the members of "fit" that only people read. Unknown members are accepted. */
static bool right_types(struct bsim_jval fit) {
    static const char *const counts[] = {"samples", "executions", "runs", "outliers", NULL};
    static const char *const errors[] = {"error_median", "error_max", "spread_median", "spread_max", NULL};
    struct bsim_jval v;
    for (int i = 0; counts[i]; i++)
        if (bsim_jval_present(v = bsim_jval_get(fit, counts[i])))
            bsim_jval_int(v, 0, LLONG_MAX);
    for (int i = 0; errors[i]; i++)
        if (bsim_jval_present(v = bsim_jval_get(fit, errors[i])) && !json_is_null(v.json))
            bsim_jval_number(v, 0, HUGE_VAL);
    if (bsim_jval_present(v = bsim_jval_get(fit, "note")))
        bsim_jval_string(v);
    if (!bsim_jval_present(v = bsim_jval_get(fit, "ranks")) || !bsim_jval_list(v))
        return !bsim_jval_present(v);
    for (size_t i = 0; i < bsim_jval_size(v); i++)
        bsim_jval_int(bsim_jval_at(v, i), 1, INT_MAX);
    return bsim_jval_size(v) == 2 || bsim_jval_error(v, "must be a list of two numbers, [least, greatest]");
}

/* Members that have a number of at least `least` for parameters. */
static bool read_numbers(const struct bsim_vars *vars, struct bsim_jval all, double least, double *number) {
    if (!bsim_jval_present(all))
        return true;
    if (!bsim_jval_object(all))
        return false;
    for (size_t i = 0; i < bsim_jval_size(all); i++) {
        const char *alias;
        struct bsim_jval v = bsim_jval_member(all, i, &alias);
        int var = find(vars->n, (const char *const *)vars->alias, alias);
        if (var < 0)
            return bsim_jval_error(v, "\"%s\" is none of this model's params", alias);
        number[var] = bsim_jval_number(v, least, HUGE_VAL);
        if (!(json_number_value(v.json) >= least))
            return false; /* that is told */
    }
    return true;
}

bool bsim_vars_read_range(struct bsim_vars *vars, struct bsim_jval fit) {
    if (!bsim_jval_present(fit))
        return true;
    if (!bsim_jval_object(fit) || !right_types(fit))
        return false;
    if (!read_numbers(vars, bsim_jval_get(fit, "beyond"), 0, vars->beyond) ||
        !read_numbers(vars, bsim_jval_get(fit, "steps"), 2, vars->step))
        return false;
    struct bsim_jval range = bsim_jval_get(fit, "range");
    if (!bsim_jval_present(range))
        return true;
    if (!bsim_jval_object(range))
        return false;
    for (size_t i = 0; i < bsim_jval_size(range); i++) {
        const char *alias;
        struct bsim_jval r = bsim_jval_member(range, i, &alias);
        int var = find(vars->n, (const char *const *)vars->alias, alias);
        if (var < 0)
            return bsim_jval_error(r, "\"%s\" is none of this model's params", alias);
        if (!bsim_jval_list(r) || bsim_jval_size(r) != 2)
            return bsim_jval_error(r, "must be a list of two numbers, [lowest, highest]");
        vars->low[var] = bsim_jval_number(bsim_jval_at(r, 0), -HUGE_VAL, HUGE_VAL);
        vars->high[var] = bsim_jval_number(bsim_jval_at(r, 1), -HUGE_VAL, HUGE_VAL);
    }
    return true;
}

/* Adds a variable for a kind of node, whose name is the text of a variable that nothing else is called. */
static bool add_kind(struct bsim_vars *vars, struct bsim_jval v, const char *name) {
    int nkind = 0, number;
    for (int i = vars->n; i < vars->nall; i++)
        nkind += vars->source[i] >= BSIM_SPOT_VARS;
    if (nkind == BSIM_KIND_VARS)
        return bsim_jval_error(v, "the formulas of this model name more than %d kinds of nodes", BSIM_KIND_VARS);
    if ((number = bsim_kind_use(v, name + strlen(kind_prefix))) == 0)
        return false;
    vars->source[vars->nall] = BSIM_SPOT_VARS + number;
    vars->value[vars->nall] = 0;
    vars->alias[vars->nall++] = bsim_strdup(name);
    return true;
}

/* Finds the kinds that a formula names, and makes variables for them. */
static bool add_kinds(struct bsim_vars *vars, struct bsim_jval v, const char *text) {
    size_t prefix = strlen(kind_prefix);
    for (const char *at = text; *at;) {
        size_t len = 0;
        while (isalnum((unsigned char)at[len]) || at[len] == '_')
            len++;
        if (len > prefix && strncmp(at, kind_prefix, prefix) == 0) {
            char *name = bsim_strdup(at);
            name[len] = '\0';
            int known = find(vars->nall, (const char *const *)vars->alias, name);
            bool is_kind = known < 0 ? find(vars->nprogram, vars->program, name) < 0 : known >= vars->n;
            bool ok = !is_kind || (known < 0 ? add_kind(vars, v, name) : bsim_kind_use(v, name + prefix) != 0);
            bsim_free(name);
            if (!ok)
                return false;
        }
        at += len > 0 ? len : 1;
    }
    return true;
}

struct bsim_expr *bsim_vars_expr(struct bsim_vars *vars, struct bsim_jval v, const char *what) {
    char why[640], number[40];
    const char *text = number;
    if (json_is_number(v.json))
        snprintf(number, sizeof number, "%.17g", json_number_value(v.json));
    else
        text = bsim_jval_string(v);
    if (text[0] == '\0') {
        bsim_jval_error(v, "is empty; accepted: an expression over the parameters, or a number");
        return NULL;
    }
    if (!add_kinds(vars, v, text))
        return NULL;
    struct bsim_expr *expr =
        bsim_expr_compile(text, vars->nall, (const char *const *)vars->alias, vars->value, why, sizeof why);
    if (expr == NULL)
        bsim_jval_error(v, "%s: \"%s\" is no expression: %s", what, text, why);
    for (int i = vars->n; i < vars->nall && expr; i++)
        vars->reads_spot = vars->reads_spot || bsim_expr_reads(expr, &vars->value[i]);
    return expr;
}

void bsim_vars_set(struct bsim_vars *vars, const double *param, const struct bsim_spot *spot) {
    for (int i = 0; i < vars->n; i++)
        if (vars->source[i] >= 0)
            vars->value[i] = param[vars->source[i]];
    for (int i = vars->n; i < vars->nall; i++)
        vars->value[i] = spot_value(spot ? spot : &alone, vars->source[i]);
}

void bsim_vars_note(struct bsim_vars *vars) {
    for (int i = 0; i < vars->n; i++) {
        vars->least[i] = fmin(vars->least[i], vars->value[i]);
        vars->most[i] = fmax(vars->most[i], vars->value[i]);
        if (vars->step[i] > 0 && fmod(vars->value[i], vars->step[i]) != 0)
            vars->odd[i] = fmin(vars->odd[i], vars->value[i]);
    }
}

/* How far a value is from a bound, relative to it; 0: it is the bound, or one that models.json has for it. */
static double out_of(double value, double bound) {
    return bsim_related_same(value, bound) ? 0 : fabs(value - bound) / fmax(fabs(bound), 1e-300);
}

int bsim_vars_far(const struct bsim_vars *vars, struct bsim_far far[BSIM_MOST_FAR]) {
    double distance[BSIM_MOST_FAR];
    int n = 0;
    for (int i = 0; i < vars->n; i++) {
        double low = vars->low[i], high = vars->high[i];
        double up = vars->most[i] > high ? out_of(vars->most[i], high) : 0;
        double down = vars->least[i] < low ? out_of(vars->least[i], low) : 0, most = fmax(up, down);
        struct bsim_far f = {i, up >= down ? vars->most[i] : vars->least[i], low, high,
                             up >= down ? vars->beyond[i] : 0};
        int at = n;
        while (at > 0 && most > distance[at - 1])
            at--;
        if (most == 0 || at == BSIM_MOST_FAR)
            continue;
        n += n < BSIM_MOST_FAR;
        for (int k = n - 1; k > at; k--) {
            far[k] = far[k - 1];
            distance[k] = distance[k - 1];
        }
        far[at] = f;
        distance[at] = most;
    }
    return n;
}

double bsim_far_doublings(const struct bsim_far *f) {
    double bound = f->used > f->high ? f->high : f->low;
    double ratio = bound != 0 && f->used / bound > 0 ? f->used / bound : 2;
    return fabs(log2(ratio));
}

int bsim_vars_odd(const struct bsim_vars *vars) {
    for (int i = 0; i < vars->n; i++)
        if (!isinf(vars->odd[i]))
            return i;
    return -1;
}

int bsim_vars_outside(const struct bsim_vars *vars) {
    for (int i = 0; i < vars->n; i++)
        if ((vars->value[i] < vars->low[i] && !bsim_related_same(vars->value[i], vars->low[i])) ||
            (vars->value[i] > vars->high[i] && !bsim_related_same(vars->value[i], vars->high[i])))
            return i;
    return -1;
}

bool bsim_vars_above(const struct bsim_vars *vars) {
    for (int i = 0; i < vars->n; i++)
        if (vars->value[i] > vars->high[i] && !bsim_related_same(vars->value[i], vars->high[i]))
            return true;
    return false;
}

void bsim_vars_list(const struct bsim_vars *vars, char *buf, size_t size) {
    size_t at = 0;
    int n = vars->reads_spot ? vars->nall : vars->n;
    snprintf(buf, size, "no parameters");
    for (int i = 0; i < n && at < size; i++)
        at += (size_t)snprintf(buf + at, size - at, "%s%s = %.10g", i ? ", " : "", vars->alias[i], vars->value[i]);
}

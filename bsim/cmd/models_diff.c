/* models_diff.c - bsim models diff: the blocks whose times differ between two files of models, and by how much. */
#include <gsl/gsl_sort.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/base/kinds.h"
#include "bsim/base/vars.h"
#include "bsim/cmd/cmd.h"
#include "bsim/cmd/models.h"
#include "bsim/cost/model.h"

static const struct argp_option options[] = {BSIM_OPTION_END};
static const struct argp table = {
    .options = options,
    .parser = bsim_options_parse,
    .args_doc = "A.json B.json",
    .doc =
        "Tells which models differ between two files. For a block with a model in both it gives the time by B, divided "
        "by the time by A: the least, median and greatest ratio over the range of the parameters that both were "
        "fitted to, and the parameters where they differ most."};

enum { POINTS = 500 };

/* The range of each parameter of a block, over which its times are compared. */
struct box {
    int n;
    double low[BSIM_MAX_VARS], high[BSIM_MAX_VARS];
};

/* Makes the box smaller, to the range that a model was fitted to. */
static void clip(struct box *box, const bsim_block_info *b, struct bsim_jval model) {
    struct bsim_jval params = bsim_jval_get(model, "params");
    struct bsim_jval range = bsim_jval_get(bsim_jval_get(model, "fit"), "range");
    for (size_t i = 0; i < bsim_jval_size(params); i++) {
        const char *alias, *name = bsim_jval_string(bsim_jval_member(params, i, &alias));
        struct bsim_jval r = bsim_jval_get(range, alias);
        for (int k = 0; k < b->nparam && bsim_jval_present(r); k++)
            if (strcmp(b->params[k], name) == 0) {
                box->low[k] = fmax(box->low[k], json_number_value(bsim_jval_at(r, 0).json));
                box->high[k] = fmin(box->high[k], json_number_value(bsim_jval_at(r, 1).json));
            }
    }
}

/* Value number i of a parameter: its bounds first, then values between them, evenly by their logarithm if both bounds
 * are positive. step: the parameter's irrational step (Roberts 2018: multiples of powers of one number fill a box
 * evenly). */
static double value_at(const struct box *box, int param, int i, double step) {
    double low = box->low[param], high = box->high[param], at = i < 2 ? i : fmod(0.5 + i * step, 1);
    double value = low > 0 ? low * pow(high / low, at) : low + (high - low) * at;
    return low == rint(low) && high == rint(high) ? rint(value) : value;
}

/* The root of x^(n+1) = x + 1. */
static double base_step(int n) {
    double x = 2;
    for (int i = 0; i < 60; i++)
        x = pow(1 + x, 1.0 / (n + 1));
    return 1 / x;
}

struct ratios {
    int n;                         /* points at which both have a time */
    double value[POINTS];          /* ascending */
    double far, at[BSIM_MAX_VARS]; /* where they differ most: the logarithm of the ratio, and the parameters */
    bool spots;                    /* the times depend on rank, node or ranks_per_node */
    struct bsim_spot spot;         /* where they differ most */
    int only_a, only_b;            /* points at which the other has no time */
};

/* Where point number i is evaluated: one of 256 ranks, of which up to 32 share a node, of all kinds and of none. */
static struct bsim_spot spot_of_point(int i) {
    int rank = i * 37 % 256, ranks_per_node = 1 << i % 6;
    return (struct bsim_spot){rank, rank / ranks_per_node, ranks_per_node, i / 3 % (bsim_kind_count() + 1), 256};
}

static void compare(struct ratios *r, struct bsim_models *a, struct bsim_models *b, int block, const struct box *box) {
    double step = base_step(box->n), param[BSIM_MAX_VARS] = {0};
    *r = (struct ratios){.far = -1, .spots = bsim_models_reads_spot(a, block) || bsim_models_reads_spot(b, block)};
    for (int i = 0; i < (box->n || r->spots ? POINTS : 1); i++) {
        double power = 1;
        struct bsim_spot spot = spot_of_point(i);
        for (int k = 0; k < box->n; k++) {
            power *= step;
            param[k] = value_at(box, k, i, power);
        }
        double x = bsim_models_formula(a, block, param, &spot), y = bsim_models_formula(b, block, param, &spot);
        x *= bsim_models_scale(a, x);
        y *= bsim_models_scale(b, y);
        double ratio = x == y ? 1 : y / x;
        r->only_a += !isnan(x) && isnan(y);
        r->only_b += isnan(x) && !isnan(y);
        if (isnan(ratio))
            continue;
        r->value[r->n++] = ratio;
        if (fabs(log(ratio)) > r->far) {
            r->far = fabs(log(ratio));
            memcpy(r->at, param, sizeof param);
            r->spot = spot;
        }
    }
    gsl_sort(r->value, 1, (size_t)r->n);
}

static bool same(struct bsim_jval a, struct bsim_jval b, const char *key) {
    struct bsim_jval x = bsim_jval_get(a, key), y = bsim_jval_get(b, key);
    return bsim_jval_present(x) == bsim_jval_present(y) && (!bsim_jval_present(x) || json_equal(x.json, y.json));
}

static bool same_formula(struct bsim_jval a, struct bsim_jval b) {
    static const char *const keys[] = {"params",      "time",  "pieces",  "value", "histogram",
                                       "probability", "ranks", "by_kind", NULL};
    struct bsim_jval counts = bsim_jval_get(a, "counts"), others = bsim_jval_get(b, "counts");
    for (int i = 0; keys[i]; i++)
        if (!same(a, b, keys[i]))
            return false;
    bool equal = bsim_jval_size(counts) == bsim_jval_size(others);
    for (size_t i = 0; equal && i < bsim_jval_size(counts); i++) {
        const char *name;
        struct bsim_jval count = bsim_jval_member(counts, i, &name), other = bsim_jval_get(others, name);
        equal = bsim_jval_present(other) && same_formula(count, other);
    }
    return equal;
}

/* Why the times cannot be compared; NULL: they can. */
static const char *no_range(const struct box *box, const bsim_block_info *b, char *buf, size_t size) {
    for (int k = 0; k < box->n; k++) {
        if (isinf(box->low[k]) || isinf(box->high[k]))
            snprintf(buf, size, "the formulas differ; no range of %s is told, so that the times are not compared",
                     b->params[k]);
        else if (box->low[k] > box->high[k])
            snprintf(buf, size, "the formulas differ; the ranges of %s have nothing in common", b->params[k]);
        else
            continue;
        return buf;
    }
    return NULL;
}

static void print_ratios(const struct ratios *r, const bsim_block_info *b) {
    printf("%9.4g %9.4g %9.4g  ", r->value[0], r->value[r->n / 2], r->value[r->n - 1]);
    bool alike = r->value[r->n - 1] < r->value[0] * (1 + 1e-6);
    if (alike && (b->nparam || r->spots))
        printf("alike everywhere");
    for (int k = 0; k < b->nparam && !alike; k++)
        printf("%s%s = %.6g", k ? ", " : "", b->params[k], r->at[k]);
    if (r->spots && !alike)
        printf("%srank = %g, node = %g, ranks_per_node = %g%s%s", b->nparam ? ", " : "", r->spot.rank, r->spot.node,
               r->spot.ranks_per_node, r->spot.kind > 0 ? ", kind " : "",
               r->spot.kind > 0 ? bsim_kind_name((int)r->spot.kind) : "");
    if (r->only_a || r->only_b)
        printf("%s%s alone has a time for some parameters", b->nparam ? "; " : "", r->only_a ? "A" : "B");
    putchar('\n');
}

/* Prints the line of a block. False: the models give equal times. */
static bool print_block(const struct bsim_program *p, int block, struct bsim_models_file *a, struct bsim_models_file *b,
                        int width, int label_width) {
    const bsim_block_info *info = &p->block[block];
    struct bsim_jval x = bsim_jval_get(bsim_jval_get(a->root, "blocks"), info->name);
    struct bsim_jval y = bsim_jval_get(bsim_jval_get(b->root, "blocks"), info->name);
    struct box box = {.n = info->nparam};
    struct ratios r;
    char text[400];
    bool both = bsim_jval_present(x) && bsim_jval_present(y);
    if (both && same_formula(x, y))
        return false;
    for (int k = 0; k < box.n; k++) {
        box.low[k] = -HUGE_VAL;
        box.high[k] = HUGE_VAL;
    }
    const char *why = NULL;
    if (both) {
        clip(&box, info, x);
        clip(&box, info, y);
        if ((why = no_range(&box, info, text, sizeof text)) == NULL)
            compare(&r, a->models, b->models, block, &box);
        if (why == NULL && r.n && fabs(log(r.value[0])) < 1e-9 && fabs(log(r.value[r.n - 1])) < 1e-9 && !r.only_a &&
            !r.only_b)
            return false;
    }
    printf("  %-*s %-*s ", width, info->name, label_width, bsim_models_label(bsim_jval_present(x) ? x : y));
    if (!both)
        printf("only in %s\n", bsim_jval_present(x) ? "A" : "B");
    else if (why || r.n == 0)
        printf("%s\n", why ? why : "the formulas give no times that could be compared");
    else
        print_ratios(&r, info);
    return true;
}

static int longest_name(const struct bsim_program *p) {
    int width = 16; /* of the column's head */
    for (int i = 0; i < p->nblock; i++) {
        int len = (int)strlen(p->block[i].name);
        width = len > width ? len : width;
    }
    return width;
}

static int longest_label(struct bsim_jval blocks, int width) {
    for (size_t i = 0; i < bsim_jval_size(blocks); i++) {
        const char *name;
        int len = (int)strlen(bsim_models_label(bsim_jval_member(blocks, i, &name)));
        width = len > width ? len : width;
    }
    return width;
}

/* "A: ...", "B: ..." for a model outside of blocks that differs. */
static void print_other(const char *name, struct bsim_jval a, struct bsim_jval b, int *differ) {
    if (!bsim_jval_present(a) && !bsim_jval_present(b))
        return;
    if (bsim_jval_present(a) && bsim_jval_present(b) && same_formula(a, b))
        return;
    char *x = bsim_jval_present(a) ? bsim_models_formula_text(a) : strdup("none");
    char *y = bsim_jval_present(b) ? bsim_models_formula_text(b) : strdup("none");
    printf("  %s\n    A: %s\n    B: %s\n", name, x, y);
    ++*differ;
    free(x);
    free(y);
}

/* Names the blocks of both files in which a member of the model differs; their times may be equal. */
static void print_member(const struct bsim_program *p, struct bsim_models_file *a, struct bsim_models_file *b,
                         const char *key, const char *what) {
    int differ = 0;
    for (int i = 0; i < p->nblock; i++) {
        struct bsim_jval x = bsim_jval_get(bsim_jval_get(a->root, "blocks"), p->block[i].name);
        struct bsim_jval y = bsim_jval_get(bsim_jval_get(b->root, "blocks"), p->block[i].name);
        if (bsim_jval_present(x) && bsim_jval_present(y) && !same(x, y, key))
            printf("%s%s", differ++ ? ", " : what, p->block[i].name);
    }
    if (differ)
        putchar('\n');
}

/* Operators of the program whose times differ, or that only one of the files has. */
static void print_operators(struct bsim_jval a, struct bsim_jval b) {
    static const char *const keys[] = {"call_s", "element_s", "byte_s", NULL};
    int differ = 0;
    for (size_t i = 0; i < bsim_jval_size(a) + bsim_jval_size(b); i++) {
        bool of_a = i < bsim_jval_size(a), equal = true;
        const char *name;
        bsim_jval_member(of_a ? a : b, of_a ? i : i - bsim_jval_size(a), &name);
        struct bsim_jval x = bsim_jval_get(a, name), y = bsim_jval_get(b, name);
        if (!of_a && bsim_jval_present(x))
            continue;
        for (int k = 0; keys[k] && bsim_jval_present(x) && bsim_jval_present(y); k++)
            equal = equal && same(x, y, keys[k]);
        if (equal && bsim_jval_present(x) && bsim_jval_present(y))
            continue;
        printf("%s%s%s", differ++ ? ", " : "the time differs of the operators: ", name,
               !bsim_jval_present(y)   ? " (in A alone)"
               : !bsim_jval_present(x) ? " (in B alone)"
                                       : "");
    }
    if (differ)
        putchar('\n');
}

static void print_diff(const struct bsim_program *p, struct bsim_models_file *a, struct bsim_models_file *b) {
    int width = longest_name(p), differ = 0;
    struct bsim_jval x = bsim_jval_get(a->root, "blocks"), y = bsim_jval_get(b->root, "blocks");
    int label = longest_label(y, longest_label(x, 4));
    printf("  %-*s %-*s %9s %9s %9s  %s\n", width, "time by B / by A", label, "what", "least", "median", "greatest",
           "where they differ most");
    for (int i = 0; i < p->nblock; i++)
        differ += print_block(p, i, a, b, width, label);
    print_other("other_blocks", bsim_jval_get(a->root, "other_blocks"), bsim_jval_get(b->root, "other_blocks"),
                &differ);
    for (int i = 0; i < p->nhint; i++)
        print_other(p->hint[i].name, bsim_jval_get(bsim_jval_get(a->root, "learned"), p->hint[i].name),
                    bsim_jval_get(bsim_jval_get(b->root, "learned"), p->hint[i].name), &differ);
    printf("%d of %d models differ\n", differ, p->nblock + p->nhint);
    print_member(p, a, b, "noise", "the noise differs of: ");
    print_member(p, a, b, "uneven", "how executions differ is not the same of: ");
    print_member(p, a, b, "where", "what only says where the work is differs of: ");
    print_member(p, a, b, "first", "the first execution differs of: ");
    if (!same(a->root, b->root, "receives"))
        printf("what receives touch of new memory differs\n");
    if (!same(a->root, b->root, "rest"))
        printf("the time in no block differs\n");
    print_operators(bsim_jval_get(a->root, "operators"), bsim_jval_get(b->root, "operators"));
}

int bsim_models_diff(int argc, char **argv) {
    struct bsim_error err = {0};
    struct bsim_program program = {0};
    struct bsim_models_file a = {0}, b = {0};
    char unused;
    int first = bsim_options_read(argc, argv, BSIM_OPERANDS_MIXED, &table, &unused, &err);
    if (first == -2)
        return BSIM_EXIT_OK;
    char **file = argv + first;
    if (!err.set && (file[0] == NULL || file[1] == NULL || file[2] != NULL))
        bsim_error_set(&err, NULL, 0, NULL, "two files of models are wanted (bsim models diff --help)");
    if (!err.set && bsim_models_file_open(&a, file[0], &err) && bsim_models_file_open(&b, file[1], &err) &&
        bsim_program_add_models(&program, a.root) && bsim_program_add_models(&program, b.root) &&
        bsim_models_file_read(&a, file[0], &program, &err) && bsim_models_file_read(&b, file[1], &program, &err))
        print_diff(&program, &a, &b);
    bsim_models_file_close(&a);
    bsim_models_file_close(&b);
    bsim_program_free(&program);
    if (err.set)
        bsim_error_print(&err, stderr);
    return err.set ? BSIM_EXIT_USAGE : BSIM_EXIT_OK;
}

/* learn.c - learned values: drawn or computed by their models (learned_model.h), given to the running rank.
 *
 * A formula gives equal values for equal parameters. A drawn value is a hash of the hint's seed and of the key, or
 * without a key of the number of values that the rank has drawn. By default the k-th value is therefore equal on all
 * ranks, so that a loop that ends on all ranks together still does. "ranks": "own" adds the rank to the hash. Knows
 * nothing of communication. */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/base/random.h"
#include "bsim/bsim.h"
#include "bsim/base/config.h"
#include "bsim/kernel/engine.h"
#include "bsim/kernel/hosts.h"
#include "bsim/stat/stat.h"
#include "bsim/cost/hint.h"
#include "bsim/cost/learned_model.h"
#include "bsim/cost/spot.h"
#include "bsim/stat/trust.h"
#include "bsim/base/vars.h"
#include "bsim/base/warn.h"

#pragma weak bsim_hints
#pragma weak bsim_nhints

static struct bsim_learned_models models;
static uint32_t *asked; /* by rank and hint: values drawn without a key */
static struct bsim_learned_doubt *doubts;

static int nhint(void) {
    return &bsim_nhints ? bsim_nhints : 0;
}

bool bsim_learned_init(const char *path, struct bsim_error *err) {
    for (int i = 0; i < nhint(); i++)
        if (bsim_hints[i].learned != BSIM_LEARNED_NOT)
            return bsim_learned_load(&models, path, bsim_hints, nhint(), err);
    return true;
}

void bsim_learned_fini(void) {
    bsim_learned_free(&models);
    bsim_free(asked);
    bsim_free(doubts);
    asked = NULL;
    doubts = NULL;
}

static bool is_doubted(int hint) {
    return bsim_hints[hint].learned == BSIM_LEARNED_TRIPS && models.model[hint].fitted;
}

bool bsim_learned_has_errors(void) {
    for (int i = 0; models.model && i < models.nhint; i++)
        if (is_doubted(i))
            return true;
    return false;
}

/* What a host has asked a hint for. */
struct noted {
    double reached, least[BSIM_MAX_LEARNED_PARAMS], most[BSIM_MAX_LEARNED_PARAMS];
};

static void take(int host, const void *bytes, size_t n) {
    const struct noted *all = bytes;
    for (int i = 0; host > 0 && (size_t)(i + 1) * sizeof *all <= n; i++) {
        struct bsim_learned *l = &models.model[i];
        l->reached |= all[i].reached > 0;
        for (int k = 0; k < l->vars.n && all[i].reached > 0; k++) {
            l->vars.least[k] = fmin(l->vars.least[k], all[i].least[k]);
            l->vars.most[k] = fmax(l->vars.most[k], all[i].most[k]);
        }
    }
}

void bsim_learned_gather_hosts(void) {
    if (bsim_context.nhosts < 2)
        return;
    int n = models.model ? models.nhint : 0;
    struct noted *all = bsim_alloc(((size_t)n + 1) * sizeof *all);
    for (int i = 0; i < n; i++) {
        const struct bsim_learned *l = &models.model[i];
        all[i].reached = l->reached;
        for (int k = 0; k < l->vars.n; k++) {
            all[i].least[k] = l->vars.least[k];
            all[i].most[k] = l->vars.most[k];
        }
    }
    bsim_layer.wire->gather(all, (size_t)n * sizeof *all, take);
    bsim_free(all);
}

void bsim_learned_gather(void) {
    int n = models.model ? models.nhint : 0;
    doubts = bsim_alloc(((size_t)n + 1) * sizeof *doubts);
    bsim_run.learned = doubts;
    for (int i = 0; i < n; i++) {
        const struct bsim_learned *l = &models.model[i];
        const bsim_hint_info *h = &bsim_hints[i];
        struct bsim_learned_doubt *d = &doubts[bsim_run.nlearned];
        if (!l->reached || !is_doubted(i))
            continue;
        *d = (struct bsim_learned_doubt){.name = h->name, .file = h->file, .line = h->line, .samples = l->samples};
        d->error_median = l->error_median;
        d->error_max = l->error_max;
        d->nfar = bsim_vars_far(&l->vars, d->far);
        for (int k = 0; k < d->nfar; k++) {
            int of = l->vars.source[d->far[k].var];
            d->parameter[k] = of >= 0 ? h->params[of] : l->vars.alias[d->far[k].var];
        }
        bsim_run.nlearned++;
    }
}

struct request {
    int hint;
    const double *param;
    struct bsim_error err;
};

/* Names in the file that no hint of the program has; NULL-terminated, to be freed. */
static const char **unused_names(void) {
    int n = 0;
    while (models.names && models.names[n])
        n++;
    const char **unused = bsim_alloc(((size_t)n + 1) * sizeof *unused);
    for (int i = 0, left = 0; i < n; i++) {
        bool used = false;
        for (int k = 0; k < models.nhint; k++)
            used = used || strcmp(models.hint[k].name, models.names[i]) == 0;
        if (!used)
            unused[left++] = models.names[i];
    }
    return unused;
}

static bool fail_missing(const bsim_hint_info *h, struct bsim_error *err) {
    const char *example = bsim_learned_is_branch(h) ? "\"probability\": 0.5" : "\"value\": 100";
    if (models.path == NULL)
        return bsim_error_set(
            err, NULL, 0, NULL,
            "hint %s (%s:%d) is learned, but no models are given: bsim run --models FILE, where FILE "
            "is made by bsim fit from the samples of skeletonize --instrument with the same hints, "
            "or by hand: {\"schema\": \"bsim-models/1\", \"blocks\": {}, \"learned\": {\"%s\": {%s}}}",
            h->name, h->file, h->line, h->name, example);
    const char **unused = unused_names();
    const char *near = bsim_misspelt(h->name, unused, NULL);
    bsim_free(unused);
    return bsim_error_set(err, models.path, 0, "$.learned",
                          "no model of the learned hint %s (%s:%d), which the program reached%s%s; run the program of "
                          "skeletonize --instrument with the same hints, so that it gets there, and bsim fit with its "
                          "samples, or add \"%s\": {%s}",
                          h->name, h->file, h->line, near ? "; nearest name: " : "", near ? near : "", h->name,
                          example);
}

static void check_range(struct bsim_learned *l, const bsim_hint_info *h) {
    int i = bsim_vars_outside(&l->vars);
    if (i < 0)
        return;
    l->warned = true;
    bsim_warn("%s:%d: hint %s (%s:%d): %s = %.10g is outside of the learned range %.10g to %.10g; its value is "
              "extrapolated",
              models.path, l->line, h->name, h->file, h->line, l->vars.alias[i], l->vars.value[i], l->vars.low[i],
              l->vars.high[i]);
}

static bool evaluate(const struct request *r, struct bsim_error *err) {
    const bsim_hint_info *h = &bsim_hints[r->hint];
    struct bsim_learned *l = &models.model[r->hint];
    char values[512];
    if (!l->given)
        return fail_missing(h, err);
    struct bsim_spot spot = bsim_spot_of(bsim_self->id);
    bsim_vars_set(&l->vars, r->param, &spot);
    bsim_vars_note(&l->vars);
    l->reached = true;
    if (!l->warned)
        check_range(l, h);
    for (int i = 0; i < l->npiece; i++) {
        const struct bsim_learned_piece *p = &l->piece[i];
        if (p->when && bsim_expr_eval(p->when) == 0)
            continue;
        if (p->empty)
            return bsim_error_set(err, models.path, p->line, p->where,
                                  "the value of the learned hint %s (%s:%d), which the program reached, is not filled "
                                  "in: null stands for a value that is not known yet",
                                  h->name, h->file, h->line);
        l->chosen = p;
        l->result = p->formula ? bsim_expr_eval(p->formula) : 0;
        if (!p->formula || bsim_learned_fits(h, l->result))
            return true;
        bsim_vars_list(&l->vars, values, sizeof values);
        return bsim_error_set(err, models.path, p->line, p->where, "hint %s (%s:%d): \"%s\" gives %g for %s; %s",
                              h->name, h->file, h->line, p->text, l->result, values,
                              bsim_learned_is_branch(h)          ? "a probability is between 0 and 1"
                              : h->learned == BSIM_LEARNED_TRIPS ? "a number of trips is finite and not negative"
                                                                 : "a value must be finite, and an integer fit in a "
                                                                   "long");
    }
    bsim_vars_list(&l->vars, values, sizeof values);
    return bsim_error_set(err, models.path, l->line, l->where,
                          "hint %s (%s:%d): no piece applies to %s; give the last one no \"when\"", h->name, h->file,
                          h->line, values);
}

static void evaluate_request(void *arg) {
    struct request *r = arg;
    evaluate(r, &r->err);
}

/* A uniform number for the running rank's next value, 0 <= number < 1. */
static double draw(int hint, long key) {
    const struct bsim_learned *l = &models.model[hint];
    long seed = bsim_hints[hint].seed;
    if (key != BSIM_NO_KEY && key != BSIM_EACH_RANK)
        return bsim_random_unit(bsim_random_bits(seed, BSIM_DRAW_KEY, (uint64_t)key, 0, 0));
    if (asked == NULL)
        asked = bsim_alloc((size_t)bsim_context.np * (size_t)nhint() * sizeof *asked);
    uint64_t count = ++asked[(size_t)bsim_self->id * (size_t)nhint() + (size_t)hint];
    bool own = l->own || key == BSIM_EACH_RANK;
    return bsim_random_unit(
        bsim_random_bits(seed, own ? BSIM_DRAW_RANK : BSIM_DRAW_ALL, own ? (uint64_t)bsim_self->id : 0, count, 0));
}

static double value(int hint, long key, int nparam, const double *param, const void *site) {
    int n = nhint();
    if (hint < 0 || hint >= n || !bsim_hints[hint].learned || models.model == NULL)
        bsim_fatal_at(BSIM_EXIT_USAGE, site, "hint %d is not among the learned ones of the program's %d hints", hint,
                      n);
    BSIM_ALONE; /* the last value is kept for all ranks */
    const bsim_hint_info *h = &bsim_hints[hint];
    if (nparam != h->nparam || nparam > BSIM_MAX_LEARNED_PARAMS)
        bsim_fatal_at(BSIM_EXIT_USAGE, site, "hint %s (%s:%d) is given %d parameters; the table has %d, at most %d",
                      h->name, h->file, h->line, nparam, h->nparam, BSIM_MAX_LEARNED_PARAMS);
    struct bsim_learned *l = &models.model[hint];
    size_t bytes = (size_t)nparam * sizeof *param;
    bool elsewhere = l->vars.reads_spot && l->last_rank != bsim_self->id;
    if (!l->cached || elsewhere || memcmp(l->last, param, bytes) != 0) {
        /* Formulas and errors would touch more than the first page of a rank's stack, so they run on the host stack. */
        static struct request r;
        memset(&r, 0, sizeof r);
        r.hint = hint;
        r.param = param;
        bsim_on_host_stack(evaluate_request, &r);
        if (r.err.set) {
            char text[1900];
            bsim_fatal_at(BSIM_EXIT_USAGE, site, "%s", bsim_error_format(&r.err, text, sizeof text));
        }
        memcpy(l->last, param, bytes);
        l->last_rank = bsim_self->id;
        l->cached = true;
    }
    const struct bsim_learned_piece *p = l->chosen;
    if (bsim_learned_is_branch(h))
        return draw(hint, key) < l->result;
    if (p->formula)
        return l->result;
    double at = draw(hint, key) * p->sum;
    for (int i = 0; i < p->nvalue; i++)
        if ((at -= p->weight[i]) < 0)
            return p->value[i];
    return p->value[p->nvalue - 1];
}

double bsim_learned(int hint, long key, int nparam, const double *param) {
    return value(hint, key, nparam, param, __builtin_return_address(0));
}

long bsim_learned_int(int hint, long key, int nparam, const double *param) {
    return lrint(value(hint, key, nparam, param, __builtin_return_address(0)));
}

/* operators.c - see operators.h. */
#include "bsim/cost/operators.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/base/places.h"
#include "bsim/base/slopes.h"
#include "bsim/base/warn.h"
#include "bsim/cost/cost.h"
#include "bsim/kernel/engine.h"
#include "bsim/platform/block_factors.h"

struct bsim_operator {
    struct bsim_operator *next;
    const void *function;
    char *name;                              /* "main.c:largest"; "largest" if the file is not known */
    const struct bsim_operator_model *model; /* NULL: the file has none */
    double *factor;                          /* by scenario, of "block.NAME"; NULL: all are 1 */
    uint64_t combinations;
    double elements;                 /* whole numbers, or parts of them: of a segment */
    bsim_time_sum time, element_sum; /* element_sum: sums do not depend on the order */
    bool warned_size, warned_table, warned_model;
};

bool bsim_operators_on;

static const struct bsim_operator_models *models; /* NULL: no file */
static struct bsim_operator *operators;           /* in the order in which the ranks made them */
static double **factors;                          /* by model: those of its operator, made before it */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void bsim_operators_init(const struct bsim_operator_models *of, bool has_models) {
    models = has_models ? of : NULL;
    factors = bsim_alloc(((size_t)of->n + 1) * sizeof *factors);
}

/* "largest" in "main.c:largest". */
static const char *function_in(const char *name) {
    const char *colon = strrchr(name, ':');
    return colon ? colon + 1 : name;
}

bool bsim_operators_scale(const struct bsim_block_factor *factor, int nscen) {
    bool any = false;
    for (int i = 0; models && i < models->n; i++) {
        const char *name = models->of[i].name;
        if (!bsim_block_factor_is_for(factor->name, name, function_in(name)))
            continue;
        any = true;
        if (factors[i] == NULL) {
            factors[i] = bsim_alloc((size_t)nscen * sizeof *factors[i]);
            for (int k = 0; k < nscen; k++)
                factors[i][k] = 1;
        }
        for (int k = 0; k < nscen; k++)
            factors[i][k] *= factor->factor[k];
    }
    return any;
}

bool bsim_operators_have_models(void) {
    return models && models->n > 0;
}

bool bsim_operators_have_errors(void) {
    for (int i = 0; models && i < models->n; i++)
        if (models->of[i].error > 0)
            return true;
    return false;
}

static void keep_name(void *arg, size_t i, const char *function, const char *file, int line) {
    struct bsim_operator *o = arg;
    const char *slash = strrchr(file, '/'), *base = slash ? slash + 1 : file;
    size_t size = strlen(base) + strlen(function) + 2;
    (void)i;
    (void)line;
    o->name = bsim_alloc(size);
    snprintf(o->name, size, "%s:%s", base, function);
}

/* Finds the model of the name. If the file of the function is not known here, of its function, if there is one only. */
static void find_model(struct bsim_operator *o) {
    int found = -1, alike = 0;
    for (int i = 0; i < models->n && found < 0; i++)
        if (strcmp(models->of[i].name, o->name) == 0)
            found = i;
    for (int i = 0, colon = strchr(o->name, ':') != NULL; i < models->n && !colon && found < 0; i++)
        if (strcmp(function_in(models->of[i].name), o->name) == 0) {
            alike++;
            found = alike == 1 ? i : -1;
        }
    if (found < 0)
        return;
    o->model = &models->of[found];
    o->factor = factors[found];
}

/* On the host's stack, since addr2line is started. */
static void find(void *arg) {
    struct bsim_operator *o = arg;
    const void *behind = (const char *)o->function + 1; /* the place of what comes before it is found */
    bsim_places_find(&behind, 1, keep_name, o);
    if (o->name == NULL)
        o->name = bsim_strdup("unknown function");
    find_model(o);
}

struct bsim_operator *bsim_operator_of(const void *function) {
    if (models == NULL)
        return NULL;
    struct bsim_operator **end = &operators;
    for (; *end; end = &(*end)->next)
        if ((*end)->function == function)
            return *end;
    struct bsim_operator *o = bsim_alloc(sizeof *o);
    bsim_operators_on = true;
    o->function = function;
    bsim_on_host_stack(find, o);
    *end = o;
    return o;
}

/* True the first time. */
static bool once(bool *done) {
    return !__atomic_exchange_n(done, true, __ATOMIC_RELAXED);
}

static void warn_of_model(void *arg) {
    const struct bsim_operator *o = arg;
    bsim_warn(
        "the models have no time for the program's operator %s (\"operators\" in the models): its reductions take "
        "what the platform's \"reduction\" says",
        o->name);
}

bool bsim_operator_is_known(struct bsim_operator *o) {
    if (o == NULL)
        return false;
    if (o->model == NULL && once(&o->warned_model))
        bsim_on_host_stack(warn_of_model, o);
    return o->model != NULL;
}

static void warn_of_size(void *arg) {
    const struct bsim_operator *o = arg;
    bsim_warn("the program's operator %s combines elements of other sizes than those that were measured: its time for "
              "each element may be another one",
              o->name);
}

static double doubt(const struct bsim_operator *o, int scenario) {
    double error = o->model->error > 0 ? o->model->error : 0;
    if (bsim_run.interval == 0 || scenario < bsim_run.interval)
        return 1;
    return scenario == bsim_run.interval ? 1 + error : 1 / (1 + error);
}

double bsim_operator_add(struct bsim_operator *o, int rank, double elements, double bytes, double *clock) {
    const struct bsim_operator_model *m = o->model;
    double seconds = m->call_s + elements * m->element_s + bytes * m->byte_s, spent = 0;
    double size = elements > 0 ? bytes / elements : m->least_bytes;
    if (m->byte_s == 0 && m->greatest_bytes > 0 && (size < m->least_bytes || size > m->greatest_bytes) &&
        once(&o->warned_size))
        bsim_on_host_stack(warn_of_size, o);
    for (int k = 0; k < bsim_times(); k++) {
        double here = seconds / bsim_cost_speed(rank, k) * (o->factor ? o->factor[k] : 1);
        spent = k == 0 ? here : spent;
        clock[k] += here * doubt(o, k);
    }
    if (bsim_context.slopes)
        bsim_slope_add(clock, BSIM_SLOPE_CALC, spent);
    pthread_mutex_lock(&lock);
    o->combinations++;
    bsim_time_add(&o->element_sum, elements);
    bsim_time_add(&o->time, spent);
    pthread_mutex_unlock(&lock);
    return spent;
}

struct in_table {
    const struct bsim_operator *operator;
    const char *collective;
};

static void warn_of_table(void *arg) {
    const struct in_table *of = arg;
    bsim_warn("the program's operator %s works in %s, whose time the platform has as a whole: the operator's own time "
              "is left out there",
              of->operator->name, of->collective);
}

void bsim_operator_in_table(struct bsim_operator *o, const char *collective) {
    if (o && o->model && once(&o->warned_table))
        bsim_on_host_stack(warn_of_table, &(struct in_table){o, collective});
}

static int by_time(const void *a, const void *b) {
    const struct bsim_operator_stat *x = a, *y = b;
    if (x->time_s != y->time_s)
        return x->time_s > y->time_s ? -1 : 1;
    return strcmp(x->name, y->name);
}

void bsim_operators_gather(void) {
    int n = 0;
    for (const struct bsim_operator *o = operators; o; o = o->next)
        n += o->combinations > 0;
    struct bsim_operator_stat *of = bsim_alloc(((size_t)n + 1) * sizeof *of);
    bsim_run.operators = of;
    for (const struct bsim_operator *o = operators; o; o = o->next)
        if (o->combinations > 0)
            of[bsim_run.noperators++] = (struct bsim_operator_stat){.name = o->name,
                                                                    .combinations = o->combinations,
                                                                    .elements = bsim_time_total(o->element_sum),
                                                                    .time_s = bsim_time_total(o->time),
                                                                    .fitted = o->model->fitted,
                                                                    .error = o->model->error};
    qsort(of, (size_t)n, sizeof *of, by_time);
}

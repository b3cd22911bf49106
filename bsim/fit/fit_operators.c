/* fit_operators.c - see fit_operators.h. */
#include "bsim/fit/fit_operators.h"

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/base/output.h"
#include "bsim/fit/fit.h"

/* Left-out points that are off by more than this, as a median, do not go with the elements. */
#define FAR_OFF 0.25

/* Executions with elements of one size, and numbers of elements that are alike. */
struct point {
    double bytes, elements, seconds; /* seconds: of one execution */
    uint64_t calls;
};

struct combiner {
    char *name, *made; /* made: the first of its places in the order of their names */
    struct point *point;
    int npoint;
};

struct fit_operators {
    struct combiner *of;
    int n;
    struct missing {
        char *what;
        uint64_t number;
    } *missing;
    int nmissing;
};

static struct combiner *operator_of(struct fit_operators *all, const char *name, const char *made) {
    struct combiner *o = NULL;
    for (int i = 0; i < all->n && !o; i++)
        if (strcmp(all->of[i].name, name) == 0)
            o = &all->of[i];
    if (!o) {
        all->of = bsim_realloc(all->of, ((size_t)all->n + 1) * sizeof *all->of);
        o = &all->of[all->n++];
        *o = (struct combiner){.name = bsim_strdup(name), .made = bsim_strdup(made)};
    } else if (strcmp(made, o->made) < 0) {
        bsim_free(o->made);
        o->made = bsim_strdup(made);
    }
    return o;
}

/* Joins a point to those of the same size and number, weighted by calls. */
static void add_point(struct combiner *o, const struct point *p) {
    for (int i = 0; i < o->npoint; i++) {
        struct point *q = &o->point[i];
        if (q->bytes != p->bytes || q->elements != p->elements)
            continue;
        double calls = (double)q->calls + (double)p->calls;
        q->seconds += (p->seconds - q->seconds) * (double)p->calls / calls;
        q->calls += p->calls;
        return;
    }
    o->point = bsim_realloc(o->point, ((size_t)o->npoint + 1) * sizeof *o->point);
    o->point[o->npoint++] = *p;
}

static bool read_number(const char *text, double least, double *value) {
    char *end;
    *value = strtod(text, &end);
    return end != text && *end == '\0' && isfinite(*value) && *value >= least;
}

static bool read_count(const char *text, uint64_t *value) {
    char *end;
    errno = 0;
    *value = strtoull(text, &end, 10);
    return text[0] >= '0' && text[0] <= '9' && *end == '\0' && errno == 0 && *value > 0;
}

static bool read_operator(struct fit_operators *all, char *text) {
    enum { FIELDS = 7 };
    char *field[FIELDS] = {text};
    struct point p;
    double deviation;
    for (int i = 1; i < FIELDS; i++) {
        char *tab = strchr(field[i - 1], '\t');
        if (!tab)
            return false;
        *tab = '\0';
        field[i] = tab + 1;
    }
    if (field[0][0] == '\0' || !read_number(field[2], 0, &p.bytes) || !read_number(field[3], 0, &p.elements) ||
        !read_count(field[4], &p.calls) || !read_number(field[5], 0, &p.seconds) ||
        !read_number(field[6], 0, &deviation))
        return false;
    add_point(operator_of(all, field[0], field[1]), &p);
    return true;
}

static bool read_missing(struct fit_operators *all, char *text) {
    char *tab = strchr(text, '\t');
    uint64_t number;
    if (!tab)
        return false;
    *tab = '\0';
    if (!read_count(text, &number) || tab[1] == '\0')
        return false;
    int i = 0;
    while (i < all->nmissing && strcmp(all->missing[i].what, tab + 1) != 0)
        i++;
    if (i == all->nmissing) {
        all->missing = bsim_realloc(all->missing, ((size_t)i + 1) * sizeof *all->missing);
        all->missing[all->nmissing++] = (struct missing){.what = bsim_strdup(tab + 1)};
    }
    all->missing[i].number += number;
    return true;
}

bool bsim_fit_operators_read(struct fit_operators **of, char *line, bool *bad) {
    static const char measured[] = "# operator: ", missing[] = "# operator missing: ";
    bool is_measured = strncmp(line, measured, sizeof measured - 1) == 0;
    if (!is_measured && strncmp(line, missing, sizeof missing - 1) != 0)
        return false;
    if (*of == NULL)
        *of = bsim_alloc(sizeof **of);
    *bad =
        !(is_measured ? read_operator(*of, line + sizeof measured - 1) : read_missing(*of, line + sizeof missing - 1));
    return true;
}

void bsim_fit_operators_warn(const struct fit_operators *of) {
    for (int i = 0; of && i < of->nmissing; i++)
        fprintf(stderr, "bsim: warning: operators of the program: %llu %s are not measured\n",
                (unsigned long long)of->missing[i].number, of->missing[i].what);
}

void bsim_fit_operators_free(struct fit_operators *of) {
    for (int i = 0; of && i < of->n; i++) {
        bsim_free(of->of[i].name);
        bsim_free(of->of[i].made);
        bsim_free(of->of[i].point);
    }
    for (int i = 0; of && i < of->nmissing; i++)
        bsim_free(of->missing[i].what);
    if (of) {
        bsim_free(of->of);
        bsim_free(of->missing);
    }
    bsim_free(of);
}

/* ---- the fit ---- */

enum { CALL, ELEMENT, BYTE, TERMS };

/* An operator's points as columns, and the terms that they tell apart: seconds of a call, of an element and of a byte.
 */
struct columns {
    int n, nterm, term[TERMS];
    double *of[TERMS]; /* by term */
    double *seconds, *weight;
    bool *use;
};

static double value_of(const struct point *p, int term) {
    return term == CALL ? 1 : term == ELEMENT ? p->elements : p->elements * p->bytes;
}

static struct columns columns_of(const struct combiner *o) {
    struct columns c = {.n = o->npoint};
    size_t n = (size_t)o->npoint;
    bool numbers = false, sizes = false;
    for (int i = 1; i < o->npoint; i++) {
        numbers = numbers || o->point[i].elements != o->point[0].elements;
        sizes = sizes || o->point[i].bytes != o->point[0].bytes;
    }
    if (numbers)
        c.term[c.nterm++] = CALL;
    c.term[c.nterm++] = ELEMENT;
    if (sizes)
        c.term[c.nterm++] = BYTE;
    for (int t = 0; t < c.nterm; t++) {
        c.of[t] = bsim_alloc(n * sizeof *c.of[t]);
        for (int i = 0; i < o->npoint; i++)
            c.of[t][i] = value_of(&o->point[i], c.term[t]);
    }
    c.seconds = bsim_alloc(n * sizeof *c.seconds);
    c.weight = bsim_alloc(n * sizeof *c.weight);
    c.use = bsim_alloc(n * sizeof *c.use);
    for (int i = 0; i < o->npoint; i++) {
        c.seconds[i] = o->point[i].seconds;
        c.weight[i] = 1;
        c.use[i] = true;
    }
    return c;
}

static void free_columns(struct columns *c) {
    for (int t = 0; t < c->nterm; t++)
        bsim_free(c->of[t]);
    bsim_free(c->seconds);
    bsim_free(c->weight);
    bsim_free(c->use);
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Relative errors of points that are left out of the fit, one after the other; NAN if there are too few. */
static void find_errors(struct columns *c, double *median, double *max) {
    *median = *max = NAN;
    if (c->n <= c->nterm)
        return;
    double *error = bsim_alloc((size_t)c->n * sizeof *error);
    for (int i = 0; i < c->n; i++) {
        struct fit_linear without;
        double sum = 0;
        c->use[i] = false;
        bsim_fit_solve(&without, c->nterm, c->of, c->n, c->seconds, c->weight, c->use, FIT_PRECISE);
        c->use[i] = true;
        for (int t = 0; t < c->nterm; t++)
            sum += without.coef[t] * c->of[t][i];
        error[i] = fabs(sum - c->seconds[i]) / (c->seconds[i] > 1e-9 ? c->seconds[i] : 1e-9);
    }
    qsort(error, (size_t)c->n, sizeof *error, by_value);
    *median = c->n % 2 ? error[c->n / 2] : 0.5 * (error[c->n / 2 - 1] + error[c->n / 2]);
    *max = error[c->n - 1];
    bsim_free(error);
}

static json_t *range(const struct combiner *o, bool of_bytes) {
    double low = INFINITY, high = 0;
    for (int i = 0; i < o->npoint; i++) {
        double value = of_bytes ? o->point[i].bytes : o->point[i].elements;
        low = fmin(low, value);
        high = fmax(high, value);
    }
    return json_pack("[o, o]", bsim_fit_number(low), bsim_fit_number(high));
}

static const char *note_of(const struct columns *c, double median) {
    if (c->nterm == 1)
        return "one number of elements only: the time of a call itself is not known";
    if (c->n <= c->nterm)
        return "too few numbers of elements to tell an error";
    if (median > FAR_OFF)
        return "the times do not go well with the elements";
    return NULL;
}

static json_t *operator_json(const struct combiner *o) {
    struct columns c = columns_of(o);
    struct fit_linear fit;
    double of[TERMS] = {0}, median, max;
    uint64_t calls = 0;
    for (int i = 0; i < o->npoint; i++)
        calls += o->point[i].calls;
    bsim_fit_solve(&fit, c.nterm, c.of, c.n, c.seconds, c.weight, NULL, FIT_PRECISE);
    for (int t = 0; t < c.nterm; t++)
        of[c.term[t]] = fit.coef[t];
    find_errors(&c, &median, &max);
    json_t *about = json_pack("{s:i, s:I, s:o, s:o, s:o, s:o}", "samples", c.n, "executions", (json_int_t)calls,
                              "elements", range(o, false), "element_bytes", range(o, true), "error_median",
                              bsim_fit_number(median), "error_max", bsim_fit_number(max));
    const char *note = note_of(&c, median);
    if (note)
        json_object_set_new(about, "note", json_string(note));
    json_t *json =
        json_pack("{s:o, s:f, s:f}", "made", bsim_output_text(o->made), "call_s", of[CALL], "element_s", of[ELEMENT]);
    if (of[BYTE] > 0)
        json_object_set_new(json, "byte_s", json_real(of[BYTE]));
    json_object_set_new(json, "fit", about);
    free_columns(&c);
    return json;
}

static int by_name(const void *a, const void *b) {
    return strcmp(((const struct combiner *)a)->name, ((const struct combiner *)b)->name);
}

static int by_size(const void *a, const void *b) {
    const struct point *x = a, *y = b;
    if (x->bytes != y->bytes)
        return x->bytes < y->bytes ? -1 : 1;
    return (x->elements > y->elements) - (x->elements < y->elements);
}

json_t *bsim_fit_operators_json(const struct fit_operators *of) {
    if (of == NULL || of->n == 0)
        return NULL;
    qsort(of->of, (size_t)of->n, sizeof *of->of, by_name);
    json_t *all = json_object();
    for (int i = 0; i < of->n; i++) {
        struct combiner *o = &of->of[i];
        qsort(o->point, (size_t)o->npoint, sizeof *o->point, by_size);
        json_object_set_new(all, o->name, operator_json(o));
    }
    return all;
}

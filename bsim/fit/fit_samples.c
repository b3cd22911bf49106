/* fit_samples.c - reads the sample files of an instrumented program (docs/reference/models.md) and joins samples to
 * points. Owns fit_data; knows nothing of formulas. */
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/base/expr.h"
#include "bsim/fit/fit.h"
#include "bsim/fit/fit_learned.h"

enum { COLUMNS = 16 };

/* Shorter executions vary by the noise of the timer, and do not count for a block's noise. */
static const double NOISE_FROM_S = 40 * FIT_FLOOR_S;

static struct fit_block *find_block(struct fit_data *data, const char *name, int nparam, const char *const *param) {
    for (int i = 0; i < data->nblock; i++)
        if (strcmp(data->block[i].name, name) == 0)
            return &data->block[i];
    data->block = bsim_realloc(data->block, (size_t)(data->nblock + 1) * sizeof *data->block);
    struct fit_block *b = &data->block[data->nblock++];
    *b = (struct fit_block){.name = bsim_strdup(name), .nparam = nparam, .noise = NAN};
    for (int i = 0; i < nparam; i++)
        b->param[i] = bsim_strdup(param[i]);
    return b;
}

bool bsim_fit_data_add(struct fit_data *data, const char *name, int nparam, const char *const *param, const double *x,
                       double time_s, double noise, uint64_t count) {
    if (nparam > FIT_MAX_PARAMS)
        return false;
    struct fit_block *b = find_block(data, name, nparam, param);
    if (b->nparam != nparam)
        return false;
    for (int i = 0; i < nparam; i++)
        if (strcmp(b->param[i], param[i]) != 0)
            return false;
    if (b->npoint == b->room) {
        b->room = b->room ? 2 * b->room : 16;
        b->point = bsim_realloc(b->point, (size_t)b->room * sizeof *b->point);
    }
    struct fit_point *p = &b->point[b->npoint++];
    *p = (struct fit_point){.time_s = time_s, .noise = noise, .count = count, .file = data->nfile};
    for (int i = 0; i < nparam; i++)
        p->x[i] = x[i];
    return true;
}

static int compare_points(const void *a, const void *b) {
    const struct fit_point *p = a, *q = b;
    for (int i = 0; i < FIT_MAX_PARAMS; i++)
        if (p->x[i] != q->x[i])
            return p->x[i] < q->x[i] ? -1 : 1;
    return (p->time_s > q->time_s) - (p->time_s < q->time_s);
}

static bool same_params(const struct fit_point *p, const struct fit_point *q) {
    return memcmp(p->x, q->x, sizeof p->x) == 0;
}

/* Whether point i of n sorted points is within a factor 3 of their median. */
static bool is_near(const struct fit_point *p, int n, int i) {
    double t = p[i].time_s + FIT_FLOOR_S, m = p[n / 2].time_s + FIT_FLOOR_S;
    return n < 3 || (t <= 3 * m && t >= m / 3);
}

/* Joins sorted points of equal parameters: the mean, weighted by executions, of those near the median. */
static struct fit_point join_points(const struct fit_point *p, int n) {
    struct fit_point out = p[0];
    double sum = 0, count = 0;
    out.count = 0;
    for (int i = 0; i < n; i++) {
        out.count += p[i].count;
        if (!is_near(p, n, i))
            continue;
        sum += p[i].time_s * (double)p[i].count;
        count += (double)p[i].count;
    }
    out.time_s = sum / count;
    out.weight = (double)out.count / ((double)out.count + 2);
    return out;
}

/* A sample of a single execution whose parameters occur in other such samples too. */
struct equal {
    int file;
    double mean_s;    /* mean of the samples with these parameters */
    double deviation; /* from this mean, relative */
};

/* Sums over all parameters, weighted by time. */
struct noise {
    double squares; /* of relative deviations */
    double weight;
    struct equal *equal;
    int nequal;
    double freedom; /* degrees of freedom: the number of equals minus that of means */
};

/* Adds the variation at one vector of parameters: that within each sample of several executions, and that between
 * samples of one execution. The means of samples of several executions are not compared, since a rank on a slower core
 * does not differ by chance. */
static void add_noise(struct noise *noise, const struct fit_point *p, int n) {
    double sum = 0;
    int first = noise->nequal;
    for (int i = 0; i < n; i++) {
        double t = p[i].time_s, freedom = (double)p[i].count - 1;
        if (t < NOISE_FROM_S || !is_near(p, n, i))
            continue;
        if (p[i].count == 1) {
            noise->equal[noise->nequal++] =
                (struct equal){.file = p[i].file, .deviation = t}; /* until the mean is known */
            sum += t;
        } else if (!isnan(p[i].noise)) {
            noise->squares += freedom * t * p[i].noise * p[i].noise;
            noise->weight += freedom * t;
        }
    }
    int single = noise->nequal - first;
    if (single < 2) {
        noise->nequal = first;
        return;
    }
    for (struct equal *e = &noise->equal[first]; e < &noise->equal[noise->nequal]; e++) {
        e->mean_s = sum / single;
        e->deviation = e->deviation / e->mean_s - 1;
    }
    noise->freedom += single - 1;
}

/* Adds the variation between samples of one execution. The mean deviation of each file is subtracted first, since some
 * ranks and runs are faster than others. */
static void add_equals(struct noise *noise, int nfile) {
    double *deviation = bsim_alloc(2 * ((size_t)nfile + 1) * sizeof *deviation), *weight = deviation + nfile + 1;
    double squares = 0, total = 0;
    int files = 0;
    for (int i = 0; i < noise->nequal; i++) {
        struct equal *e = &noise->equal[i];
        files += weight[e->file] == 0;
        deviation[e->file] += e->mean_s * e->deviation;
        weight[e->file] += e->mean_s;
    }
    for (int i = 0; i < noise->nequal; i++) {
        struct equal *e = &noise->equal[i];
        double d = e->deviation - deviation[e->file] / weight[e->file];
        squares += e->mean_s * d * d;
        total += e->mean_s;
    }
    double left = noise->freedom - (files - 1);
    if (noise->nequal > 0 && left > 0) { /* each mean costs a degree of freedom */
        noise->squares += squares;
        noise->weight += total * left / noise->nequal;
    }
    bsim_free(deviation);
}

void bsim_fit_data_join(struct fit_data *data) {
    for (int b = 0; b < data->nblock; b++) {
        struct fit_block *block = &data->block[b];
        struct noise noise = {.equal = bsim_alloc(((size_t)block->npoint + 1) * sizeof *noise.equal)};
        int n = 0;
        if (block->npoint > 0)
            qsort(block->point, (size_t)block->npoint, sizeof *block->point, compare_points);
        for (int i = 0, j; i < block->npoint; i = j) {
            for (j = i + 1; j < block->npoint && same_params(&block->point[i], &block->point[j]); j++)
                ;
            add_noise(&noise, &block->point[i], j - i);
            block->point[n++] = join_points(&block->point[i], j - i);
        }
        block->npoint = n;
        add_equals(&noise, data->nfile);
        bsim_free(noise.equal);
        block->noise = noise.weight > 0 ? sqrt(noise.squares / noise.weight) : NAN;
    }
}

void bsim_fit_data_free(struct fit_data *data) {
    for (int b = 0; b < data->nblock; b++) {
        struct fit_block *block = &data->block[b];
        for (int i = 0; i < block->nparam; i++) {
            bsim_free(block->param[i]);
            bsim_free(block->alias[i]);
        }
        bsim_free(block->name);
        bsim_free(block->point);
    }
    bsim_free(data->block);
    bsim_free(data->machine);
    if (data->hints)
        bsim_fit_hints_free(data->hints);
    bsim_free(data->hints);
    *data = (struct fit_data){0};
}

/* The last identifier of a path of members, as nx in "g->nx". NULL if text is anything else, as "(*g).n[2]". */
static const char *last_name(const char *text) {
    const char *name = text;
    for (const char *p = text; *p;) {
        if (isalpha((unsigned char)*p) || *p == '_') {
            name = p;
            while (isalnum((unsigned char)*p) || *p == '_')
                p++;
            if (*p == '\0')
                return name;
        } else if (*p == '.') {
            p++;
        } else if (p[0] == '-' && p[1] == '>') {
            p += 2;
        } else {
            return NULL;
        }
    }
    return NULL;
}

void bsim_fit_aliases(struct fit_block *block) {
    for (int i = 0; i < block->nparam; i++) {
        char number[16];
        const char *name = last_name(block->param[i]);
        bool good = name && bsim_expr_name_ok(name) && strlen(name) < 32;
        for (int j = 0; good && j < block->nparam; j++) {
            const char *other = last_name(block->param[j]);
            if (j != i && other && strcmp(other, name) == 0)
                good = false;
        }
        /* p1, p2, ... are reserved for parameters without a name of their own. */
        if (good && name[0] == 'p' && isdigit((unsigned char)name[1]))
            good = false;
        snprintf(number, sizeof number, "p%d", i + 1);
        bsim_free(block->alias[i]);
        block->alias[i] = bsim_strdup(good ? name : number);
    }
}

/* ---- reading ---- */

struct reader {
    struct fit_data *data;
    const char *path;
    int line;
    struct bsim_error *err;
    int ncolumn;
    int name, params, count, time; /* columns */
    int deviation, mean;           /* columns of noise; -1: none */
    int size;                      /* ranks of the run; 0: not known */
};

static bool fail(struct reader *r, const char *what, const char *text) {
    return bsim_error_set(r->err, r->path, r->line, NULL, "%s: \"%.80s\"", what, text);
}

/* Splits at tabs, in place. */
static int split(char *text, char **field) {
    int n = 0;
    for (char *p = text; p && n < COLUMNS;) {
        field[n++] = p;
        p = strchr(p, '\t');
        if (p)
            *p++ = '\0';
    }
    return n;
}

static int find_column(char **field, int n, const char *name) {
    for (int i = 0; i < n; i++)
        if (strcmp(field[i], name) == 0)
            return i;
    return -1;
}

static bool read_header(struct reader *r, char *text, enum fit_statistic statistic) {
    static const char *const wanted[] = {"typical_s", "median_s", "mean_s", "min_s"};
    char *field[COLUMNS];
    r->ncolumn = split(text, field);
    r->name = find_column(field, r->ncolumn, "block");
    r->params = find_column(field, r->ncolumn, "params");
    r->count = find_column(field, r->ncolumn, "count");
    r->time = find_column(field, r->ncolumn, wanted[statistic]);
    r->deviation = find_column(field, r->ncolumn, "deviation_s");
    r->mean = find_column(field, r->ncolumn, "typical_s"); /* leaves out the outliers that deviation_s leaves out */
    if (r->time < 0 && statistic == FIT_TYPICAL)
        r->time = find_column(field, r->ncolumn, "median_s");
    if (r->name < 0 || r->params < 0 || r->count < 0 || r->time < 0)
        return bsim_error_set(r->err, r->path, r->line, NULL,
                              "is no file of samples: the header must name the columns block, params, count and %s, "
                              "separated by tabs",
                              statistic == FIT_TYPICAL ? "typical_s or median_s" : wanted[statistic]);
    return true;
}

/* "# bsim-samples/1; machine: NAME (CPU); ..." */
static void read_comment(struct reader *r, const char *text) {
    const char *start = strstr(text, "machine: "), *of = strstr(text, "; rank ");
    int rank, size;
    if (of && sscanf(of, "; rank %d of %d;", &rank, &size) == 2 && size > 0)
        r->size = size;
    if (start == NULL)
        return;
    start += 9;
    size_t len = strcspn(start, ";");
    if (r->data->machine == NULL) {
        r->data->machine = bsim_alloc(len + 1);
        memcpy(r->data->machine, start, len);
    } else if (strlen(r->data->machine) != len || strncmp(r->data->machine, start, len) != 0) {
        r->data->machines_differ = true;
    }
}

static bool parse_double(const char *text, double *value) {
    char *end;
    *value = strtod(text, &end);
    return end != text && *end == '\0' && isfinite(*value);
}

/* "g->nx=4,f(a, b)=5": names may hold commas and '='; a value is a number between "=" and "," or the end. */
static int split_params(char *text, char **name, double *x) {
    int n = 0;
    char *start = text;
    if (*text == '\0')
        return 0;
    for (char *p = text; *p; p++) {
        char *end;
        if (*p != '=')
            continue;
        double value = strtod(p + 1, &end);
        if (end == p + 1 || (*end != ',' && *end != '\0'))
            continue;
        if (n == FIT_MAX_PARAMS || p == start || !isfinite(value))
            return -1;
        name[n] = start;
        x[n++] = value;
        bool last = *end == '\0';
        *p = '\0';
        if (last)
            return n;
        start = end + 1;
        p = end;
    }
    return -1; /* text follows the last value */
}

static bool read_sample(struct reader *r, char *text) {
    char *field[COLUMNS], *name[FIT_MAX_PARAMS], *end;
    double x[FIT_MAX_PARAMS], time_s, deviation_s = 0, mean_s = 0;
    int n = split(text, field);
    if (n != r->ncolumn)
        return bsim_error_set(r->err, r->path, r->line, NULL, "has %d fields; the header has %d", n, r->ncolumn);
    if (field[r->name][0] == '\0')
        return fail(r, "the name of the block is missing", "");
    if (!parse_double(field[r->time], &time_s) || time_s < 0)
        return fail(r, "is not a time in seconds", field[r->time]);
    if (r->mean >= 0 && (!parse_double(field[r->mean], &mean_s) || mean_s < 0))
        return fail(r, "is not a time in seconds", field[r->mean]);
    if (r->deviation >= 0 && (!parse_double(field[r->deviation], &deviation_s) || deviation_s < 0))
        return fail(r, "is not a deviation in seconds", field[r->deviation]);
    unsigned long long count = strtoull(field[r->count], &end, 10);
    if (count == 0 || *end != '\0' || field[r->count][0] == '-')
        return fail(r, "is not a number of executions", field[r->count]);
    char *params = field[r->params];
    char *copy = bsim_strdup(params);
    int nparam = split_params(copy, name, x);
    bool ok = nparam >= 0 ? true : fail(r, "is not a list NAME=VALUE,NAME=VALUE of at most 32 parameters", params);
    if (ok && !bsim_fit_data_add(r->data, field[r->name], nparam, (const char *const *)name, x, time_s,
                                 r->deviation >= 0 && mean_s > 0 ? deviation_s / mean_s : NAN, count))
        ok = bsim_error_set(r->err, r->path, r->line, NULL,
                            "block %s has other parameters here (%.80s) than in samples before: the files are from "
                            "different versions of the program",
                            field[r->name], params);
    bsim_free(copy);
    return ok;
}

/* Reads a line "hint place kind params count value": a value that occurred at a learned hint. */
static bool read_hint(struct reader *r, char *text) {
    static const char *const kinds[] = {"trips", "integer", "number", "branch"};
    char *field[COLUMNS], *name[FIT_MAX_PARAMS], *end;
    double x[FIT_MAX_PARAMS], value;
    int n = split(text, field), kind = 0;
    if (n != 6)
        return bsim_error_set(r->err, r->path, r->line, NULL, "has %d fields; a value of a hint has 6", n);
    while (kind < 4 && strcmp(kinds[kind], field[2]) != 0)
        kind++;
    if (kind == 4)
        return fail(r, "is no kind of hint (trips, integer, number, branch)", field[2]);
    unsigned long long count = strtoull(field[4], &end, 10);
    if (count == 0 || *end != '\0' || field[4][0] == '-')
        return fail(r, "is not a number of occurrences", field[4]);
    if (!parse_double(field[5], &value))
        return fail(r, "is not a value", field[5]);
    char *params = bsim_strdup(field[3]);
    int nparam = split_params(params, name, x);
    bool ok = nparam >= 0 ? true : fail(r, "is not a list NAME=VALUE,NAME=VALUE of parameters", field[3]);
    if (ok && !bsim_fit_hint_add(r->data->hints, field[0], field[1], (enum fit_hint_kind)kind, nparam,
                                 (const char *const *)name, x, value, count))
        ok = bsim_error_set(r->err, r->path, r->line, NULL,
                            "hint %s has other parameters here (%.80s) than in samples before: the files are from "
                            "different versions of the program",
                            field[0], field[3]);
    bsim_free(params);
    return ok;
}

/* Reads a line "order number count hash", from which ranks that saw equal values are known. Files whose names differ
 * only in the ending .rankR belong to one run. */
static bool read_order(struct reader *r, char *text) {
    char *field[COLUMNS], *end[3];
    int n = split(text, field);
    if (n != 4)
        return bsim_error_set(r->err, r->path, r->line, NULL, "has %d fields; an order has 4", n);
    long number = strtol(field[1], &end[0], 10);
    unsigned long long count = strtoull(field[2], &end[1], 10), hash = strtoull(field[3], &end[2], 16);
    if (*end[0] || *end[1] || *end[2])
        return fail(r, "has a field that is no number", field[1]);
    char *run = bsim_strdup(r->path), *rank = strstr(run, ".rank");
    for (char *next = rank; next; next = strstr(next + 1, ".rank"))
        rank = next;
    if (rank)
        *rank = '\0';
    bsim_fit_hint_order(r->data->hints, run, field[0], (int)number, count, hash);
    bsim_free(run);
    return true;
}

bool bsim_fit_data_read(struct fit_data *data, const char *path, enum fit_statistic statistic, struct bsim_error *err) {
    struct reader r = {.data = data, .path = path, .err = err};
    char *text = NULL;
    size_t room = 0;
    bool ok = true, header = false, (*read_line)(struct reader *, char *) = read_sample;
    FILE *f = fopen(path, "r");
    if (f == NULL)
        return bsim_error_set(err, path, 0, NULL, "cannot be read: %s", strerror(errno));
    while (ok && getline(&text, &room, f) >= 0) {
        r.line++;
        text[strcspn(text, "\r\n")] = '\0';
        if (text[0] == '#') {
            read_comment(&r, text);
        } else if (text[0] == '\0') {
            continue;
        } else if (strncmp(text, "hint\t", 5) == 0) {
            read_line = read_hint;
            if (data->hints == NULL)
                data->hints = bsim_alloc(sizeof *data->hints);
            bsim_fit_hint_ranks(data->hints, r.size);
        } else if (strncmp(text, "order\t", 6) == 0 && data->hints) {
            read_line = read_order;
        } else if (!header) {
            ok = read_header(&r, text, statistic);
            header = true;
        } else {
            ok = read_line(&r, text);
        }
    }
    if (ok && ferror(f))
        ok = bsim_error_set(err, path, 0, NULL, "cannot be read: %s", strerror(errno));
    if (ok && !header)
        ok = bsim_error_set(err, path, 1, NULL, "is empty: no header line of samples");
    free(text);
    fclose(f);
    data->nfile++;
    return ok;
}

/* fit_read.c - reads the sample files of an instrumented program (docs/reference/models.md). Owns their format; knows
 * nothing of formulas. */
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/base/fnv.h"
#include "bsim/base/text.h"
#include "bsim/fit/fit.h"
#include "bsim/fit/fit_learned.h"
#include "bsim/fit/fit_operators.h"
#include "bsim/fit/fit_receives.h"

enum { COLUMNS = 24, SECONDS = 6, MOST_RANKS = 1 << 24, RAN = 0, TIMERS, WAITED, THREADS, TIMES };

/* Columns that hold seconds. Each is checked, also where the fit reads another one. */
static const char *const seconds[SECONDS + 1] = {"mean_s", "median_s", "min_s", "max_s", "typical_s", "deviation_s"};

struct reader {
    struct fit_data *data;
    const char *path;
    int line;
    struct bsim_error *err;
    int ncolumn;
    int name, params, count, time; /* columns */
    int deviation, mean;           /* columns of noise; -1: none */
    int whole;                     /* column of the mean of all executions; -1: none */
    int counts;                    /* column; -1: none */
    int seconds[SECONDS];          /* columns; -1: none */
    int io[2];                     /* columns of bytes and calls; -1: none */
    /* Columns of the first executions and of the others; -1: none, or not wanted. */
    int first, first_count, later, later_deviation;
    int size;            /* ranks of the run; 0: not known */
    int busy;            /* busy cores of the node; 0: not known */
    double blocks_s;     /* in blocks so far; NAN: there is no column of means */
    double executions;   /* of blocks so far */
    double times[TIMES]; /* "# ran", "# timers", "# waited", "# threads" */
    bool has_end, ends;  /* the file has a line "# end" if it is complete; this line has come */
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
    for (int i = 0; i < r->ncolumn; i++)
        if (find_column(field, i, field[i]) >= 0)
            return fail(r, "is a column that the header names twice", field[i]);
    for (int i = 0; seconds[i]; i++)
        r->seconds[i] = find_column(field, r->ncolumn, seconds[i]);
    r->name = find_column(field, r->ncolumn, "block");
    r->params = find_column(field, r->ncolumn, "params");
    r->count = find_column(field, r->ncolumn, "count");
    r->time = find_column(field, r->ncolumn, wanted[statistic]);
    r->deviation = find_column(field, r->ncolumn, "deviation_s");
    r->whole = statistic == FIT_TYPICAL ? find_column(field, r->ncolumn, "mean_s") : -1;
    r->counts = find_column(field, r->ncolumn, "counts");
    r->io[0] = find_column(field, r->ncolumn, "io_bytes");
    r->io[1] = find_column(field, r->ncolumn, "io_calls");
    r->later = find_column(field, r->ncolumn, "later_s");
    r->later_deviation = find_column(field, r->ncolumn, "later_deviation_s");
    r->first =
        r->whole >= 0 && r->later >= 0 && r->later_deviation >= 0 ? find_column(field, r->ncolumn, "first_s") : -1;
    r->first_count = find_column(field, r->ncolumn, "first_count");
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

/* "; overhead SECONDS s subtracted", of one reading of the clock. */
static bool read_overhead(struct reader *r, const char *text) {
    static const char begin[] = "; overhead ";
    const char *of = strstr(text, begin);
    char *end;
    if (of == NULL)
        return true;
    double value = strtod(of + strlen(begin), &end);
    if (!bsim_begins(end, " s subtracted") || !isfinite(value) || value < 0)
        return fail(r, "is no time in seconds that was subtracted", of + 2);
    r->data->timer_s = value;
    return true;
}

/* "# bsim-samples/1; machine: NAME (CPU); rank R of N; busy cores: N; ..." */
static bool read_comment(struct reader *r, const char *text) {
    static const char begin[] = "# bsim-samples/1; ";
    if (strcmp(text, "# compiled without optimisation") == 0)
        r->data->not_optimised++;
    if (strcmp(text, "# without timers") == 0)
        bsim_fit_data_run(r->data, r->path)->untimed = true;
    r->ends = r->ends || strcmp(text, "# end") == 0;
    if (!bsim_begins(text, begin))
        return true;
    const char *start = strstr(text, "machine: "), *of = strstr(text, "; rank "),
               *busy = strstr(text, "; busy cores: ");
    int rank = 0, size = 0, end = 0;
    if (!read_overhead(r, text))
        return false;
    if (busy && (sscanf(busy, "; busy cores: %d%n", &r->busy, &end) != 1 || r->busy < 0 || !strchr(";", busy[end])))
        return fail(r, "is no number of busy cores", busy + 2);
    if (of && sscanf(of, "; rank %d of %d%n", &rank, &size, &end) != 2 && sscanf(of, "; rank %d%n", &rank, &end) != 1)
        end = -1;
    if (of && (end < 0 || !strchr(";", of[end]) || rank < 0 || size > MOST_RANKS || (size != 0 && size <= rank)))
        return fail(r, "does not tell a rank and the number of ranks", of + 2);
    if (size > 0) {
        r->size = r->data->ranks = size;
        r->data->rank = rank;
        r->data->run_number = (int)(bsim_fit_data_run(r->data, r->path) - r->data->run);
    }
    r->has_end = strstr(text, "; ends with \"# end\"") != NULL;
    if (start == NULL)
        return true;
    start += 9;
    size_t len = strcspn(start, ";");
    if (r->data->machine == NULL) {
        r->data->machine = bsim_alloc(len + 1);
        memcpy(r->data->machine, start, len);
    } else if (strlen(r->data->machine) != len || strncmp(r->data->machine, start, len) != 0) {
        r->data->machines_differ = true;
    }
    return true;
}

/* "# ran: SECONDS s", "# timers: SECONDS s", "# waited: SECONDS s", "# threads: SECONDS s", "# run: {...}", and "#
 * loop: ..." of a loop that may have been left. */
static bool read_run(struct reader *r, const char *text) {
    enum { RUN = TIMES, LOOP, LINES };
    static const char *const begin[LINES] = {
        "# ran: ", "# timers: ", "# waited: ", "# threads: ", "# run: ", "# loop: "};
    double value = 0;
    char *end;
    int which = 0;
    while (which < LINES && !bsim_begins(text, begin[which]))
        which++;
    if (which == LINES)
        return true;
    struct fit_run *run = bsim_fit_data_run(r->data, r->path);
    text += strlen(begin[which]);
    if (which < TIMES) {
        value = strtod(text, &end);
        if (end == text || strcmp(end, " s") != 0 || !isfinite(value) || value < 0)
            return fail(r, "is no time in seconds", text);
    }
    if (run->ranks > 0 && r->size > 0 && run->ranks != r->size)
        return bsim_error_set(
            r->err, r->path, r->line, NULL,
            "is of a run with %d rank%s, and samples of the same name are of one with %d: files of two runs, of "
            "which the later one left some of the earlier one",
            r->size, r->size == 1 ? "" : "s", run->ranks);
    run->ranks = r->size;
    run->busy = r->busy;
    double *const times[TIMES] = {&run->ran_s, &run->timers_s, &run->waited_s, &run->threads_s};
    if (which < TIMES) {
        *times[which] = fmax(*times[which], value);
        r->times[which] = value;
    } else if (which == RUN && run->call == NULL)
        run->call = bsim_strdup(text);
    run->partial = run->partial || which == LOOP;
    return true;
}

static bool parse_double(const char *text, double *value) {
    char *end;
    *value = strtod(text, &end);
    return end != text && *end == '\0' && isfinite(*value);
}

/* "# program: NAME", "# block: NAME<tab>PLACE<tab>LABEL", "# kind: NAME<tab>KIND", "# left: NAME<tab>EXECUTIONS<tab>
 * SECONDS" */
static bool read_names(struct reader *r, char *text) {
    struct fit_data *data = r->data;
    char *field[COLUMNS];
    if (strncmp(text, "# program: ", 11) == 0 && data->program == NULL)
        data->program = bsim_strdup(text + 11);
    else if (strncmp(text, "# block: ", 9) == 0 && split(text + 9, field) == 3) {
        const char *other = bsim_fit_data_label(data, field[0], field[1], field[2]);
        if (other)
            return bsim_error_set(
                r->err, r->path, r->line, NULL,
                "block %.80s is %.160s here, and %.160s in the samples before: the files are from different "
                "programs, or from different versions of one",
                field[0], field[2], other);
    } else if (strncmp(text, "# left: ", 8) == 0) {
        double left, left_s;
        if (split(text + 8, field) != 3 || !parse_double(field[1], &left) || !parse_double(field[2], &left_s))
            return fail(r, "does not tell a block, a number of executions and their time", text + 8);
        bsim_fit_data_unsampled(data, field[0], left, left_s);
        r->blocks_s += left_s;
        r->executions += left;
    } else if (strncmp(text, "# kind: ", 8) == 0 && split(text + 8, field) == 2)
        bsim_fit_data_kind(data, field[0], field[1]);
    return true;
}

/* "# sequence: NAME<tab>PART PART ...": numbers of at least 0. */
static bool read_sequence(struct reader *r, char *text) {
    static const char begin[] = "# sequence: ";
    char *part = strchr(text, '\t'), *end = NULL;
    double *value;
    int n = 0;
    if (!bsim_begins(text, begin))
        return true;
    if (part == NULL)
        return fail(r, "does not tell a block and the parts of its executions", text);
    *part++ = '\0';
    value = bsim_alloc((strlen(part) + 1) * sizeof *value);
    for (; *part; part = *end == ' ' ? end + 1 : end) {
        value[n] = strtod(part, &end);
        if (end == part || (*end != ' ' && *end != '\0') || !isfinite(value[n]) || value[n] < 0) {
            bsim_free(value);
            return fail(r, "is no part of a time", part);
        }
        n++;
    }
    bsim_fit_data_sequence(r->data, text + strlen(begin), value, n);
    bsim_free(value);
    return true;
}

/* "# together: NAME<tab>NUMBER:PART NUMBER:PART ...": numbers of executions, rising, and parts of at least 0. */
static bool read_together(struct reader *r, char *text) {
    static const char begin[] = "# together: ";
    char *at = strchr(text, '\t'), *end = NULL;
    int n = 0;
    if (!bsim_begins(text, begin))
        return true;
    if (at == NULL)
        return fail(r, "does not tell a block and how long its executions took", text);
    *at++ = '\0';
    struct fit_execution *e = bsim_alloc((strlen(at) + 1) * sizeof *e);
    for (; *at; at = *end == ' ' ? end + 1 : end) {
        e[n].number = strtod(at, &end);
        e[n].part = *end == ':' ? strtod(end + 1, &end) : NAN;
        bool ends = *end == ' ' || *end == '\0';
        if (!ends || !(e[n].number >= (n > 0 ? e[n - 1].number + 1 : 0)) || !(e[n].part >= 0) || isinf(e[n].part)) {
            bsim_free(e);
            return fail(r, "is no number and time of an execution", at);
        }
        n++;
    }
    bsim_fit_data_together(r->data, text + strlen(begin), e, n);
    bsim_free(e);
    return true;
}

/* Above 0. */
static bool parse_count(const char *text, uint64_t *value) {
    char *end;
    errno = 0;
    unsigned long long count = strtoull(text, &end, 10);
    *value = count;
    return count > 0 && *end == '\0' && text[0] != '-' && errno == 0;
}

/* "g->nx=4,f(a, b)=5": names may hold commas and '='; a value is a number between "=" and "," or the end. At most room
 * of them. */
static int split_params(char *text, char **name, double *x, int room) {
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
        if (n == room || p == start || !isfinite(value))
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

/* The first of n names that is there twice; NULL: none is. */
static const char *named_twice(char *const *name, int n) {
    for (int i = 1; i < n; i++)
        for (int j = 0; j < i; j++)
            if (strcmp(name[i], name[j]) == 0)
                return name[i];
    return NULL;
}

static bool is_counted(const struct fit_data *data, const char *name) {
    const struct fit_block *b = bsim_fit_block_named(data, name, NULL);
    return b && b->ncount > 0;
}

/* Adds a sample with its parameters and counts. */
static bool add_sample(struct reader *r, char **field, double time_s, double noise, uint64_t count) {
    char *name[FIT_MAX_PARAMS], *params = field[r->params], *counts = r->counts >= 0 ? field[r->counts] : "";
    double x[FIT_MAX_PARAMS];
    char *copy = bsim_strdup(params), *counts_copy = bsim_strdup(counts);
    int nparam = split_params(copy, name, x, FIT_MAX_GIVEN), ncount = 0;
    bool ok = nparam >= 0 ? true : fail(r, "is not a list NAME=VALUE,NAME=VALUE of at most 32 parameters", params);
    if (ok) {
        ncount = split_params(counts_copy, name + nparam, x + nparam, FIT_MAX_COUNTS);
        ok = ncount >= 0 ? true : fail(r, "is not a list NAME=VALUE,NAME=VALUE of at most 6 counts", counts);
    }
    const char *twice = ok ? named_twice(name, nparam + ncount) : NULL;
    ok = ok && (twice == NULL || fail(r, "is a parameter or count that the line names twice", twice));
    if (ok && !bsim_fit_data_add_counted(r->data, field[r->name], nparam, ncount, (const char *const *)name, x, time_s,
                                         noise, count, r->busy))
        ok = bsim_error_set(r->err, r->path, r->line, NULL,
                            "block %s has other parameters%s here (%.80s%s%.80s) than in samples before: the files are "
                            "from different versions of the program",
                            field[r->name], ncount > 0 || is_counted(r->data, field[r->name]) ? " or counts" : "",
                            params, ncount > 0 ? "; " : "", counts);
    bsim_free(copy);
    bsim_free(counts_copy);
    return ok;
}

/* Reads the columns of the block's first executions: empty if none of count is one. mean_s: of all of these. */
static bool read_first(struct reader *r, char **field, unsigned long long count, double mean_s, double time_s) {
    struct fit_told t = {.first_count = 1, .left_out_s = (double)count * (mean_s - time_s)};
    double deviation_s = 0;
    if (r->first < 0 || field[r->first][0] == '\0')
        return true;
    if (!parse_double(field[r->first], &t.first_s) || t.first_s < 0)
        return fail(r, "is not a time in seconds", field[r->first]);
    if (r->first_count >= 0 &&
        (!parse_count(field[r->first_count], &t.first_count) || t.first_count > count || t.first_count > INT_MAX))
        return fail(r, "is not a number of first executions", field[r->first_count]);
    double later = (double)(count - t.first_count);
    if (later > 0 && (!parse_double(field[r->later], &t.later_s) || t.later_s < 0))
        return fail(r, "is not a time in seconds", field[r->later]);
    if (later > 0 && (!parse_double(field[r->later_deviation], &deviation_s) || deviation_s < 0))
        return fail(r, "is not a deviation in seconds", field[r->later_deviation]);
    t.later_noise = t.later_s > 0 ? deviation_s / t.later_s : 0;
    double later_s = (double)count * mean_s - (double)t.first_count * t.first_s;
    t.later_left_out_s = later > 0 ? later_s - later * t.later_s : 0;
    bsim_fit_data_told(r->data, field[r->name], &t);
    return true;
}

/* Reads the columns of seconds. No mean or median is less than the least time or more than the greatest, and none
 * deviates from the others by more than their distance. *mean_s: of all executions; NAN: there is no such column. */
static bool read_seconds(struct reader *r, char **field, double *mean_s) {
    static const double exact = 1 + 1e-6; /* medians are kept with seven digits */
    enum { MIN = 2, MAX = 3, DEVIATION = 5 };
    double value[SECONDS];
    for (int i = 0; i < SECONDS; i++) {
        char what[40];
        snprintf(what, sizeof what, "%s is not a time in seconds", seconds[i]);
        value[i] = NAN; /* compares as false */
        if (r->seconds[i] >= 0 && (!parse_double(field[r->seconds[i]], &value[i]) || value[i] < 0))
            return fail(r, what, field[r->seconds[i]]);
    }
    for (int i = 0; i < DEVIATION; i++) {
        const char *than = value[i] * exact < value[MIN]   ? "is less than min_s"
                           : value[i] > value[MAX] * exact ? "is more than max_s"
                                                           : NULL;
        if (than)
            return bsim_error_set(r->err, r->path, r->line, NULL, "%s %s: \"%.80s\"", seconds[i], than,
                                  field[r->seconds[i]]);
    }
    *mean_s = value[0];
    if (value[DEVIATION] > value[MAX] * exact - value[MIN])
        return fail(r, "deviation_s is more than max_s - min_s", field[r->seconds[DEVIATION]]);
    return true;
}

static bool read_sample(struct reader *r, char *text) {
    char *field[COLUMNS];
    double time_s, deviation_s = 0, mean_s = 0, whole_s = NAN;
    uint64_t count;
    int n = split(text, field);
    if (n != r->ncolumn)
        return bsim_error_set(r->err, r->path, r->line, NULL, "has %d fields; the header has %d", n, r->ncolumn);
    if (field[r->name][0] == '\0')
        return fail(r, "the name of the block is missing", "");
    if (!read_seconds(r, field, &whole_s))
        return false;
    if (!parse_count(field[r->count], &count))
        return fail(r, "is not a number of executions", field[r->count]);
    r->blocks_s += (double)count * whole_s;
    r->executions += (double)count;
    double io[2] = {0};
    for (int k = 0; k < 2; k++)
        if (r->io[k] >= 0 && (!parse_double(field[r->io[k]], &io[k]) || io[k] < 0))
            return fail(r, "is no number of bytes or calls", field[r->io[k]]);
    parse_double(field[r->time], &time_s);
    if (r->mean >= 0)
        parse_double(field[r->mean], &mean_s);
    if (r->deviation >= 0)
        parse_double(field[r->deviation], &deviation_s);
    double noise = r->deviation >= 0 && mean_s > 0 ? deviation_s / mean_s : NAN;
    bool ok = add_sample(r, field, time_s, noise, count);
    if (ok)
        bsim_fit_data_io(r->data, field[r->name], io[0], io[1]);
    if (ok && r->whole >= 0 && parse_double(field[r->whole], &mean_s)) {
        bsim_fit_data_left_out(r->data, field[r->name], (double)count * (mean_s - time_s));
        ok = read_first(r, field, count, mean_s, time_s);
    }
    return ok;
}

/* Reads a line "hint place kind params count value": a value that occurred at a learned hint. */
static bool read_hint(struct reader *r, char *text) {
    static const char *const kinds[] = {"trips", "integer", "number", "branch"};
    char *field[COLUMNS], *name[FIT_MAX_PARAMS];
    double x[FIT_MAX_PARAMS], value;
    uint64_t count;
    int n = split(text, field), kind = 0;
    if (n != 6)
        return bsim_error_set(r->err, r->path, r->line, NULL, "has %d fields; a value of a hint has 6", n);
    while (kind < 4 && strcmp(kinds[kind], field[2]) != 0)
        kind++;
    if (kind == 4)
        return fail(r, "is no kind of hint (trips, integer, number, branch)", field[2]);
    if (!parse_count(field[4], &count))
        return fail(r, "is not a number of occurrences", field[4]);
    if (!parse_double(field[5], &value))
        return fail(r, "is not a value", field[5]);
    char *params = bsim_strdup(field[3]);
    int nparam = split_params(params, name, x, FIT_MAX_GIVEN);
    bool ok = nparam >= 0 ? true : fail(r, "is not a list NAME=VALUE,NAME=VALUE of parameters", field[3]);
    const char *twice = ok ? named_twice(name, nparam) : NULL;
    ok = ok && (twice == NULL || fail(r, "is a parameter that the line names twice", twice));
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
    for (int i = 0; i < 3; i++)
        if (*end[i] || end[i] == field[i + 1])
            return fail(r, "is no number", field[i + 1]);
    const char *run = bsim_fit_data_run(r->data, r->path)->name;
    bsim_fit_hint_order(r->data->hints, run, field[0], (int)number, count, hash);
    return true;
}

static void hash_line(struct fit_file *file, const char *text, size_t length) {
    if (file->bytes == 0)
        file->hash = BSIM_FNV_START;
    file->hash = bsim_fnv_bytes(file->hash, text, length);
    file->bytes += length;
}

/* What is known of the file as a whole, once it is read. */
static bool end_file(struct reader *r, struct fit_file *file) {
    file->cut = r->has_end && !r->ends;
    if (r->times[WAITED] > 0 && r->times[WAITED] >= FIT_MUCH_WAITED * r->times[RAN])
        bsim_fit_data_waited(r->data);
    if (r->size > 0)
        bsim_fit_data_rank(r->data, r->path, r->data->rank, r->size);
    struct fit_run *run = bsim_fit_data_run(r->data, r->path);
    run->blocks_s += r->blocks_s;
    run->executions += r->executions;
    return bsim_fit_file_add(r->data, file, r->err);
}

bool bsim_fit_data_read(struct fit_data *data, const char *path, enum fit_statistic statistic, struct bsim_error *err) {
    struct reader r = {.data = data, .path = path, .err = err};
    struct fit_file file = {.path = (char *)path};
    char *text = NULL;
    size_t room = 0;
    ssize_t length;
    bool ok = true, header = false, (*read_line)(struct reader *, char *) = read_sample;
    FILE *f = fopen(path, "r");
    if (f == NULL)
        return bsim_error_set(err, path, 0, NULL, "cannot be read: %s", strerror(errno));
    while (ok && (length = getline(&text, &room, f)) >= 0) {
        r.line++;
        hash_line(&file, text, (size_t)length);
        text[strcspn(text, "\r\n")] = '\0';
        if (text[0] == '#') {
            bool bad = false;
            ok = read_comment(&r, text) && read_run(&r, text);
            ok = ok && read_names(&r, text) && read_sequence(&r, text) && read_together(&r, text);
            if (ok && bsim_fit_receives_read(&data->receives, text, &bad) && bad)
                ok = fail(&r, "does not tell what a call has touched", text);
            if (ok && bsim_fit_operators_read(&data->operators, text, &bad) && bad)
                ok = fail(&r, "does not tell what an operator took", text);
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
    ok = ok && end_file(&r, &file);
    free(text);
    fclose(f);
    data->nfile++;
    data->rank = data->ranks = 0;
    data->timer_s = 0;
    data->waited = false;
    return ok;
}

void bsim_fit_tell_compiled(const struct fit_data *data, FILE *out) {
    if (data->not_optimised > 0)
        fprintf(
            out,
            "bsim: warning: the instrumented program was compiled without optimisation (%d of %d files of samples), "
            "and the models are of such a program; give skeletonize the compiler's options behind --, such as -- "
            "-O2, or make CFLAGS=-O2\n",
            data->not_optimised, data->nfile);
}

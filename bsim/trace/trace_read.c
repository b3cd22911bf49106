/* trace_read.c - opens a trace and walks through the calls of a rank. Whatever a damaged file says is checked when it
 * is opened, so that the walk needs no checks. */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "bsim/base/alloc.h"
#include "bsim/base/json_read.h"
#include "bsim/trace/trace.h"
#include "bsim/trace/trace_bytes.h"
#include "bsim/trace/trace_fold.h"
#include "bsim/trace/trace_spread.h"
#include "bsim/trace/trace_stream.h"
#include "bsim/trace/trace_window.h"

struct call {
    int function, site, nargs, namounts;
    size_t at; /* of its arguments, and of its amounts behind them */
};
struct bsim_trace_structure {
    int ncall;
    struct call *call;
    int64_t *args;
    struct bsim_fold_grammar grammar;
    int64_t nevent;
    struct bsim_spread spread; /* all zero: each call has its times */
};

/* ---- trace.json ---- */

static char **read_texts(struct bsim_jval list, int *n) {
    bsim_jval_list(list);
    *n = (int)bsim_jval_size(list);
    char **text = bsim_alloc(((size_t)*n + 1) * sizeof *text);
    for (int i = 0; i < *n; i++)
        text[i] = bsim_strdup(bsim_jval_string(bsim_jval_at(list, (size_t)i)));
    return text;
}

static void read_functions(struct bsim_trace *t, struct bsim_jval list) {
    bsim_jval_list(list);
    t->nfunction = (int)bsim_jval_size(list);
    t->function = bsim_alloc(((size_t)t->nfunction + 1) * sizeof *t->function);
    t->roles = bsim_alloc(((size_t)t->nfunction + 1) * sizeof *t->roles);
    for (int i = 0; i < t->nfunction; i++) {
        struct bsim_jval pair = bsim_jval_at(list, (size_t)i);
        bool ok = bsim_jval_list(pair) && (bsim_jval_size(pair) == 2 || bsim_jval_error(pair, "is no name with roles"));
        t->function[i] = bsim_strdup(ok ? bsim_jval_string(bsim_jval_at(pair, 0)) : "");
        t->roles[i] = bsim_strdup(ok ? bsim_jval_string(bsim_jval_at(pair, 1)) : "");
    }
}

static void read_types(struct bsim_trace *t, struct bsim_jval list) {
    bsim_jval_list(list);
    t->ntype = (int)bsim_jval_size(list);
    t->type = bsim_alloc(((size_t)t->ntype + 1) * sizeof *t->type);
    for (int i = 0; i < t->ntype; i++) {
        struct bsim_jval v = bsim_jval_at(list, (size_t)i);
        if (!bsim_jval_list(v) || (bsim_jval_size(v) != 4 && !bsim_jval_error(v, "is no datatype of four values")))
            return;
        t->type[i] = (struct bsim_trace_type){.builtin = bsim_jval_int(bsim_jval_at(v, 0), INT_MIN, UINT_MAX),
                                              .size_bytes = bsim_jval_int(bsim_jval_at(v, 1), 0, LLONG_MAX),
                                              .extent_bytes = bsim_jval_int(bsim_jval_at(v, 2), LLONG_MIN, LLONG_MAX),
                                              .is_contiguous = bsim_jval_bool(bsim_jval_at(v, 3))};
    }
}

static void read_partial(struct bsim_trace_partial *p, struct bsim_jval v) {
    static const char *const keys[] = {
        "enough", "calls",       "untimed_calls",    "open_calls",    "iterations", "timed_iterations",
        "apart",  "recording_s", "full_recording_s", "written_bytes", "full_bytes", NULL};
    bsim_jval_keys(v, keys);
    p->enough = bsim_jval_number(bsim_jval_need(v, "enough"), 0, HUGE_VAL);
    p->apart = bsim_jval_number(bsim_jval_need(v, "apart"), 0, HUGE_VAL);
    p->recording_s = bsim_jval_number(bsim_jval_need(v, "recording_s"), 0, HUGE_VAL);
    p->full_recording_s = bsim_jval_number(bsim_jval_need(v, "full_recording_s"), 0, HUGE_VAL);
    int64_t *const counts[] = {&p->calls,      &p->untimed_calls,    &p->open_calls,
                               &p->iterations, &p->timed_iterations, &p->written_bytes,
                               &p->full_bytes};
    static const char *const names[] = {
        "calls", "untimed_calls", "open_calls", "iterations", "timed_iterations", "written_bytes", "full_bytes"};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        *counts[i] = bsim_jval_int(bsim_jval_need(v, names[i]), 0, LLONG_MAX);
}

static bool read_about(struct bsim_trace *t, struct bsim_error *err) {
    static const char *const keys[] = {"schema", "program",   "command",    "date",          "host",      "ranks",
                                       "clock",  "exact",     "structures", "calculation_s", "polled_s",  "lacks",
                                       "cut",    "functions", "types",      "sites",         "recording", "partial",
                                       "times",  "window",    NULL};
    static const char *const forms[] = {"full", "sites", NULL};
    static const char *const clocks[] = {"cpu", "wall", "virtual", "none", NULL};
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/trace.json", t->folder);
    struct bsim_json *doc = bsim_json_load(path, err);
    if (doc == NULL)
        return false;
    struct bsim_jval root = bsim_json_root(doc), cut = bsim_jval_need(root, "cut");
    bsim_jval_keys(root, keys);
    struct bsim_jval window = bsim_jval_get(root, "window"), times = bsim_jval_get(root, "times");
    bsim_jval_schema(root, bsim_jval_present(window)  ? BSIM_TRACE_SCHEMA_WINDOW
                           : bsim_jval_present(times) ? BSIM_TRACE_SCHEMA_SITES
                                                      : BSIM_TRACE_SCHEMA);
    t->nrank = (int)bsim_jval_int(bsim_jval_need(root, "ranks"), 1, INT_MAX);
    t->nstructure = (int)bsim_jval_int(bsim_jval_need(root, "structures"), 1, INT_MAX);
    t->clock = clocks[bsim_jval_choice(bsim_jval_need(root, "clock"), clocks)];
    t->is_exact = bsim_jval_bool(bsim_jval_need(root, "exact"));
    t->calculation_s = bsim_jval_number(bsim_jval_need(root, "calculation_s"), 0, HUGE_VAL);
    t->polled_s = bsim_jval_number(bsim_jval_need(root, "polled_s"), 0, HUGE_VAL);
    t->program = bsim_strdup(bsim_jval_string(bsim_jval_need(root, "program")));
    bsim_jval_list(cut);
    t->ncut = (int)bsim_jval_size(cut);
    t->cut = bsim_alloc(((size_t)t->ncut + 1) * sizeof *t->cut);
    for (int i = 0; i < t->ncut; i++)
        t->cut[i] = (int)bsim_jval_int(bsim_jval_at(cut, (size_t)i), 0, t->nrank - 1);
    read_functions(t, bsim_jval_need(root, "functions"));
    read_types(t, bsim_jval_need(root, "types"));
    t->note = read_texts(bsim_jval_need(root, "lacks"), &t->nnote);
    t->site = read_texts(bsim_jval_need(root, "sites"), &t->nsite);
    struct bsim_jval recording = bsim_jval_get(root, "recording");
    if (bsim_jval_present(recording))
        t->recording = bsim_strdup(bsim_jval_string(recording));
    struct bsim_jval partial = bsim_jval_get(root, "partial");
    if (bsim_jval_present(partial))
        read_partial(&t->partial, partial);
    if (bsim_jval_present(window) && !err->set)
        bsim_trace_window_read(&t->window, t->nrank, window);
    t->is_by_site = bsim_jval_present(times) && bsim_jval_choice(times, forms) == 1;
    bsim_json_free(doc);
    return !err->set;
}

/* ---- calls.zst ---- */

static bool read_numbers(struct bsim_trace_structure *s, size_t *room, size_t *used, int64_t n,
                         const unsigned char **at, const unsigned char *end) {
    if (*used + (size_t)n > *room) {
        *room = 2 * (*used + (size_t)n);
        s->args = bsim_realloc(s->args, *room * sizeof *s->args);
    }
    for (int64_t i = 0; i < n; i++)
        if (!trace_get(at, end, &s->args[(*used)++]))
            return false;
    return true;
}

static bool read_call(const struct bsim_trace *t, struct bsim_trace_structure *s, struct call *c, size_t *room,
                      size_t *used, const unsigned char **at, const unsigned char *end) {
    int64_t function, site, nargs, namounts = 0;
    if (!trace_get_in(at, end, &function, 0, t->nfunction - 1) || !trace_get_in(at, end, &site, 0, t->nsite - 1) ||
        !trace_get_in(at, end, &nargs, 0, end - *at))
        return false;
    *c = (struct call){(int)function, (int)site, (int)nargs, 0, *used};
    if (!read_numbers(s, room, used, nargs, at, end))
        return false;
    if (!t->is_exact)
        return true;
    if (!trace_get_in(at, end, &namounts, 0, (end - *at) / 2))
        return false;
    size_t first = *used;
    c->namounts = (int)namounts;
    if (!read_numbers(s, room, used, 2 * namounts, at, end))
        return false;
    for (int64_t i = 0; i < namounts; i++) {
        double seconds;
        memcpy(&seconds, &s->args[first + 2 * (size_t)i], sizeof seconds);
        if (!(seconds >= 0 && seconds < HUGE_VAL) || s->args[first + 2 * (size_t)i + 1] < 1)
            return false;
    }
    return true;
}

/* How many calls a rule makes, or -1 if the rules are no grammar. state: 0 not seen, -1 under way, else 1 + calls. */
static int64_t length_of(const struct bsim_fold_grammar *g, int rule, int64_t *state, int depth) {
    if (state[rule] > 0)
        return state[rule] - 1;
    if (state[rule] < 0 || depth > 100000)
        return -1;
    state[rule] = -1;
    int64_t sum = 0;
    for (int32_t i = g->first[rule]; i < g->first[rule + 1]; i++) {
        int64_t each = g->node[i].symbol >= 0 ? 1 : length_of(g, ~g->node[i].symbol, state, depth + 1), all;
        if (each < 0 || __builtin_mul_overflow(each, g->node[i].count, &all) ||
            __builtin_add_overflow(sum, all, &sum) || sum > INT64_MAX / 2)
            return -1;
    }
    state[rule] = sum + 1;
    return sum;
}

static bool read_grammar(struct bsim_trace_structure *s, const unsigned char **at, const unsigned char *end) {
    struct bsim_fold_grammar *g = &s->grammar;
    int64_t nrule, n, symbol, count;
    if (!trace_get_in(at, end, &nrule, 1, end - *at))
        return false;
    g->nrule = (int)nrule;
    g->first = bsim_alloc(((size_t)nrule + 1) * sizeof *g->first);
    int32_t used = 0, room = 0;
    for (int r = 0; r < nrule; r++) {
        if (!trace_get_in(at, end, &n, 0, (end - *at) / 2) || n > INT32_MAX / 4 - used)
            return false;
        if (used + n > room) {
            room = 2 * (used + (int32_t)n);
            g->node = bsim_realloc(g->node, (size_t)room * sizeof *g->node);
        }
        for (int64_t i = 0; i < n; i++) {
            if (!trace_get_in(at, end, &symbol, -nrule, s->ncall - 1) || !trace_get_in(at, end, &count, 1, INT64_MAX))
                return false;
            g->node[used++] = (struct bsim_fold_node){(int32_t)symbol, count};
        }
        g->first[r + 1] = used;
    }
    int64_t *state = bsim_alloc((size_t)nrule * sizeof *state);
    s->nevent = length_of(g, 0, state, 0);
    bsim_free(state);
    return s->nevent >= 0;
}

static bool read_structure(const struct bsim_trace *t, struct bsim_trace_structure *s, const unsigned char **at,
                           const unsigned char *end) {
    int64_t ncall;
    size_t room = 0, used = 0;
    if (!trace_get_in(at, end, &ncall, 0, end - *at))
        return false;
    s->ncall = (int)ncall;
    s->call = bsim_alloc(((size_t)ncall + 1) * sizeof *s->call);
    for (int i = 0; i < s->ncall; i++)
        if (!read_call(t, s, &s->call[i], &room, &used, at, end))
            return false;
    return read_grammar(s, at, end);
}

/* Passes over the times of calls that take one byte each, eight at once. Returns how many calls it passed; *all: their
 * gaps are or-ed to it. */
static int64_t pass_short(const unsigned char **at, const unsigned char *end, int64_t ncall, uint64_t *all) {
    static const unsigned char of_gaps[] = {255, 0, 255, 0, 255, 0, 255, 0}; /* the time inside stands behind each */
    const uint64_t longer = 0x8080808080808080;
    enum { EACH = sizeof of_gaps / 2 };
    int64_t n = 0;
    uint64_t eight, gaps;
    memcpy(&gaps, of_gaps, sizeof gaps);
    for (; n + EACH <= ncall && end - *at >= (ptrdiff_t)sizeof eight; n += EACH, *at += sizeof eight) {
        memcpy(&eight, *at, sizeof eight);
        if (eight & longer)
            break;
        *all |= eight & gaps;
    }
    return n;
}

/* Whether the times of a rank are two numbers for each call. *calculates: there is time before a call. */
static bool check_times(const unsigned char *at, const unsigned char *end, int64_t ncall, bool *calculates) {
    uint64_t all = 0;
    for (int64_t i = pass_short(&at, end, ncall, &all); i < ncall; i += 1 + pass_short(&at, end, ncall - i - 1, &all)) {
        int64_t gap, inside;
        if (!trace_get(&at, end, &gap) || !trace_get(&at, end, &inside))
            return false;
        all |= (uint64_t)gap;
    }
    *calculates = all != 0;
    return at == end;
}

/* first_at: where the times of the first rank begin. */
static bool read_ranks(struct bsim_trace *t, const unsigned char **at, const unsigned char *end, int64_t first_at,
                       int64_t ntimes) {
    size_t n = (size_t)t->nrank;
    if (t->nrank > end - *at)
        return false;
    t->structure_of = bsim_alloc(n * sizeof *t->structure_of);
    t->nevent = bsim_alloc(n * sizeof *t->nevent);
    t->calculates = bsim_alloc(n * sizeof *t->calculates);
    t->times_at = bsim_alloc((n + 1) * sizeof *t->times_at);
    t->times_at[0] = first_at;
    for (int r = 0; r < t->nrank; r++) {
        int64_t structure, bytes;
        if (!trace_get_in(at, end, &structure, 0, t->nstructure - 1) || !trace_get(at, end, &t->nevent[r]) ||
            !trace_get_in(at, end, &bytes, 0, ntimes - t->times_at[r]))
            return false;
        t->structure_of[r] = (int)structure;
        t->times_at[r + 1] = t->times_at[r] + bytes;
        if (t->nevent[r] != t->structure[structure].nevent)
            return false;
        const unsigned char *first = t->times + t->times_at[r];
        if (t->is_by_site) {
            if (!bsim_spread_check(first, first + bytes, t->structure[structure].spread.npair, &t->calculates[r]))
                return false;
        } else if (bytes < 2 * t->nevent[r] || /* each call has two numbers */
                   !check_times(first, first + bytes, t->nevent[r], &t->calculates[r])) {
            return false;
        }
    }
    return *at == end && t->times_at[t->nrank] == ntimes && bsim_trace_window_fits(&t->window, t->nrank, t->nevent);
}

/* In front of the times of the ranks. */
static bool read_spreads(struct bsim_trace *t, int64_t ntimes, int64_t *behind) {
    const unsigned char *at = t->times, *end = at + ntimes;
    for (int i = 0; i < t->nstructure; i++) {
        struct bsim_trace_structure *s = &t->structure[i];
        if (!bsim_spread_read(&s->spread, s->ncall, s->nevent, &at, end))
            return false;
    }
    *behind = at - t->times;
    return true;
}

bool bsim_trace_open_head(struct bsim_trace *t, const char *folder, struct bsim_error *err) {
    char path[PATH_MAX];
    struct stat info;
    *t = (struct bsim_trace){.folder = bsim_strdup(folder)};
    snprintf(path, sizeof path, "%s/trace.json", folder);
    if (stat(path, &info)) {
        bsim_error_set(err, folder, 0, NULL, "is no trace: it has no trace.json (bsim record -o %s -- mpiexec ...)",
                       folder);
        bsim_trace_close(t);
        return false;
    }
    t->bytes = info.st_size;
    if (read_about(t, err))
        return true;
    bsim_trace_close(t);
    return false;
}

bool bsim_trace_open(struct bsim_trace *t, const char *folder, struct bsim_error *err) {
    struct bsim_bytes calls = {0}, times = {0};
    char path[PATH_MAX];
    if (!bsim_trace_open_head(t, folder, err))
        return false;
    snprintf(path, sizeof path, "%s/times.zst", folder);
    bool ok = bsim_bytes_read(&times, path, &t->bytes, err);
    t->times = times.data;
    snprintf(path, sizeof path, "%s/calls.zst", folder);
    ok = ok && bsim_bytes_read(&calls, path, &t->bytes, err);
    if (ok) {
        const unsigned char *at = calls.data, *end = at + calls.n;
        ok = t->nstructure <= end - at;
        if (ok)
            t->structure = bsim_alloc((size_t)t->nstructure * sizeof *t->structure);
        for (int i = 0; ok && i < t->nstructure; i++)
            ok = read_structure(t, &t->structure[i], &at, end);
        int64_t first_at = 0;
        ok = ok && (!t->is_by_site || read_spreads(t, (int64_t)times.n, &first_at)) &&
             read_ranks(t, &at, end, first_at, (int64_t)times.n);
        if (!ok)
            bsim_error_set(err, path, 0, NULL,
                           "is damaged, or of another trace than trace.json: record the program again");
    }
    bsim_bytes_free(&calls);
    if (!ok)
        bsim_trace_close(t);
    return ok;
}

static void free_texts(char **text, int n) {
    for (int i = 0; text && i < n; i++)
        bsim_free(text[i]);
    bsim_free(text);
}

void bsim_trace_close(struct bsim_trace *t) {
    for (int i = 0; t->structure && i < t->nstructure; i++) {
        bsim_free(t->structure[i].call);
        bsim_free(t->structure[i].args);
        bsim_spread_free(&t->structure[i].spread);
        bsim_fold_grammar_free(&t->structure[i].grammar);
    }
    free_texts(t->function, t->nfunction);
    free_texts(t->roles, t->nfunction);
    free_texts(t->note, t->nnote);
    free_texts(t->site, t->nsite);
    bsim_free(t->structure);
    bsim_free(t->type);
    bsim_free(t->cut);
    bsim_free(t->structure_of);
    bsim_free(t->nevent);
    bsim_free(t->calculates);
    bsim_free(t->times);
    bsim_free(t->times_at);
    bsim_free(t->folder);
    bsim_free(t->program);
    bsim_free(t->recording);
    bsim_trace_window_free(&t->window);
    *t = (struct bsim_trace){0};
}

/* ---- the walk ---- */

bool bsim_trace_tells_times(const struct bsim_trace *t, char *text, size_t size) {
    const struct bsim_trace_partial *p = &t->partial;
    if (p->untimed_calls > 0)
        snprintf(text, size,
                 "the times of %lld of %lld calls were not taken: they are means of like calls (bsim record --partial)",
                 (long long)p->untimed_calls, (long long)p->calls);
    else if (t->is_by_site)
        snprintf(text, size,
                 "the times of calls are drawn from distributions by place (bsim record --times sites): what followed "
                 "from their order is lost");
    else if (t->window.what)
        snprintf(
            text, size,
            "only the window %.60s has times: calls before and behind it have no calculation (bsim record --window)",
            t->window.what);
    return p->untimed_calls > 0 || t->is_by_site || t->window.what;
}

int bsim_trace_structure_ncall(const struct bsim_trace *t, int structure) {
    return t->structure[structure].ncall;
}

int bsim_trace_ncall(const struct bsim_trace *t, int rank) {
    return bsim_trace_structure_ncall(t, t->structure_of[rank]);
}

static void give(const struct bsim_trace_structure *s, int call, struct bsim_trace_event *e) {
    const struct call *c = &s->call[call];
    const int64_t *args = s->args + c->at;
    *e = (struct bsim_trace_event){
        .function = c->function,
        .site = c->site,
        .call = call,
        .nargs = c->nargs,
        .namounts = c->namounts,
        .args = args,
        .amounts = args + c->nargs,
    };
}

void bsim_trace_call(const struct bsim_trace *t, int structure, int call, struct bsim_trace_event *e) {
    give(&t->structure[structure], call, e);
}

static void enter(struct bsim_trace_cursor *c, int rule) {
    if (c->depth == c->room) {
        struct bsim_trace_level *few = c->stack == c->few ? c->few : NULL;
        c->room *= 2;
        c->stack = bsim_realloc(few ? NULL : c->stack, (size_t)c->room * sizeof *c->stack);
        if (few)
            memcpy(c->stack, few, sizeof c->few);
    }
    const struct bsim_fold_grammar *g = &c->structure->grammar;
    int32_t first = g->first[rule];
    c->stack[c->depth++] = (struct bsim_trace_level){first, g->first[rule + 1], g->node ? g->node[first].count : 0};
}

/* The next of the times, which were checked when the trace was opened. */
static inline int64_t take(struct bsim_trace_cursor *c) {
    uint64_t sum = 0, byte;
    int shift = 0;
    do {
        byte = *c->at++;
        sum |= (byte & 0x7f) << shift;
        shift += 7;
    } while (byte >= 0x80);
    return (int64_t)(sum >> 1) ^ -(int64_t)(sum & 1);
}

void bsim_trace_cursor_start(struct bsim_trace_cursor *c, const struct bsim_trace *t, int rank) {
    const struct bsim_trace_structure *structure = &t->structure[t->structure_of[rank]];
    *c = (struct bsim_trace_cursor){.structure = structure,
                                    .node = structure->grammar.node,
                                    .at = t->times + t->times_at[rank],
                                    .calculates = t->calculates[rank],
                                    .room = BSIM_TRACE_LEVELS};
    c->stack = c->few;
    const struct bsim_spread *spread = &structure->spread;
    size_t nlast = 2 * (size_t)structure->ncall;
    if (t->is_by_site)
        nlast = (BSIM_SPREAD_SUMS + 1) * (size_t)spread->npair;
    c->last = bsim_alloc((nlast + 2) * sizeof *c->last);
    if (t->is_by_site) {
        c->spread = (struct bsim_spread_walk){
            .spread = spread, .sums = c->last, .rank = rank, .before = -1, .takes_means = t->takes_means};
        for (int i = 0; i < BSIM_SPREAD_SUMS * spread->npair; i++)
            c->last[i] = take(c);
    }
    if (c->structure->grammar.first[1] > 0)
        enter(c, 0);
}

/* The next call, or -1. */
static inline int walk(struct bsim_trace_cursor *c) {
    const struct bsim_fold_node *node = c->structure->grammar.node;
    while (c->depth > 0) {
        struct bsim_trace_level *top = &c->stack[c->depth - 1];
        if (top->left == 0) {
            if (++top->node == top->behind)
                c->depth--;
            else
                top->left = node[top->node].count;
            continue;
        }
        top->left--;
        int32_t symbol = node[top->node].symbol;
        if (symbol >= 0)
            return symbol;
        if (c->structure->grammar.first[~symbol] < c->structure->grammar.first[~symbol + 1])
            enter(c, ~symbol);
    }
    return -1;
}

bool bsim_trace_next(struct bsim_trace_cursor *c, struct bsim_trace_event *e) {
    int call = walk(c);
    if (call < 0)
        return false;
    give(c->structure, call, e);
    if (c->spread.spread) {
        bsim_spread_next(&c->spread, call, &e->gap_ns, &e->inside_ns);
        return true;
    }
    e->gap_ns = c->last[call] += take(c);
    e->inside_ns = c->last[c->structure->ncall + call] += take(c);
    return true;
}

int bsim_trace_step_far(struct bsim_trace_cursor *c, int64_t *gap_ns) {
    int call = walk(c);
    *gap_ns = 0;
    if (call < 0 || !c->calculates)
        return call;
    if (c->spread.spread) {
        int64_t inside_ns;
        bsim_spread_next(&c->spread, call, gap_ns, &inside_ns);
    } else {
        __builtin_prefetch(c->at + 64); /* a walk of many ranks in turn finds nothing in a cache */
        *gap_ns = c->last[call] += take(c);
        take(c);
    }
    return call;
}

void bsim_trace_cursor_end(struct bsim_trace_cursor *c) {
    bsim_free(c->last);
    if (c->stack != c->few)
        bsim_free(c->stack);
    *c = (struct bsim_trace_cursor){0};
}

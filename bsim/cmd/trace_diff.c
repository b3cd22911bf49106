/* trace_diff.c - bsim trace diff: whether two traces make the same calls, where each rank's calls differ first, and how
 * often and with how many bytes each function is called. Times are not compared. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/cmd/cmd.h"
#include "bsim/cmd/trace.h"
#include "bsim/cmd/trace_comms.h"
#include "bsim/trace/trace.h"
#include "bsim/trace/trace_calls.h"
#include "bsim/trace/trace_stream.h"

enum { MOST_SHOWN = 10 };

/* A call as a text: "MPI_Send(1000, 4 bytes, +1, 3, 0)". Two calls are equal if their texts are: traces number
 * datatypes and places in the order of their use, so numbers do not compare. */
void bsim_trace_describe(const struct bsim_trace *t, const struct bsim_trace_event *e, char *text, size_t size) {
    const char *name = t->function[e->function], *roles = t->roles[e->function];
    bool by_role = !trace_has_own_arguments(name), is_coll = trace_is_collective(roles);
    size_t n = (size_t)snprintf(text, size, "MPI_%s(", name);
    const char *role = by_role ? roles : "";
    int64_t listed = 0; /* elements of a list that are still to come */
    for (int i = 0; i < e->nargs && n < size; i++) {
        int64_t value = e->args[i];
        while (listed == 0 && *role && !trace_has_number(*role, is_coll))
            role++;
        bool is_type = *role == 't' || (*role == 'w' && listed > 0);
        n += (size_t)snprintf(text + n, size - n, "%s", i ? ", " : "");
        if (n >= size)
            break;
        if (is_type && value >= 0 && value < t->ntype)
            n += (size_t)snprintf(text + n, size - n, "%" PRId64 " bytes", t->type[value].size_bytes);
        else if (value >= TRACE_ANY && value <= TRACE_ORDERED_OP)
            n += (size_t)snprintf(text + n, size - n, "%s",
                                  (const char *const[]){"any", "none", "in place", "-", "user's operator",
                                                        "user's ordered operator"}[value - TRACE_ANY]);
        else
            n += (size_t)snprintf(text + n, size - n, *role == 'p' ? "%+" PRId64 : "%" PRId64, value);
        if (listed > 0)
            listed--;
        else if (*role && strchr("vw", *role))
            listed = value;
        if (listed == 0 && *role)
            role++;
    }
    if (n < size)
        snprintf(text + n, size - n, ")");
}

static int64_t size_of_type(const struct bsim_trace *t, int64_t number) {
    return number >= 0 && number < t->ntype ? t->type[number].size_bytes : -number;
}

/* Whether calls are equal, without their places. Traces number datatypes in the order of their use, so these are
 * compared by their sizes. */
bool bsim_trace_same_call(const struct bsim_trace *a, const struct bsim_trace_event *x, const struct bsim_trace *b,
                          const struct bsim_trace_event *y) {
    const char *name = a->function[x->function], *role = a->roles[x->function];
    bool is_coll = trace_is_collective(role);
    if (x->nargs != y->nargs || strcmp(name, b->function[y->function]) != 0)
        return false;
    role = trace_has_own_arguments(name) ? "" : role;
    int at = 0;
    for (; *role && at < x->nargs; role++) {
        int64_t n = 1;
        if (!trace_has_number(*role, is_coll))
            continue;
        if (*role == 'v' || *role == 'w') {
            n = x->args[at];
            if (n != y->args[at++])
                return false;
        }
        for (; n > 0 && at < x->nargs; n--, at++)
            if (strchr("tw", *role) ? size_of_type(a, x->args[at]) != size_of_type(b, y->args[at])
                                    : x->args[at] != y->args[at])
                return false;
    }
    for (; at < x->nargs; at++)
        if (x->args[at] != y->args[at])
            return false;
    return true;
}

struct difference {
    int rank;
    int64_t call; /* from 1 on; 0: there is none */
    int site[2];
};

/* The first call of a rank that differs, in texts of `size` bytes. */
static struct difference compare_rank(const struct bsim_trace *const t[2], int rank, char *const text[2], size_t size) {
    struct bsim_trace_cursor c[2];
    struct bsim_trace_event e[2];
    struct difference d = {.rank = rank};
    bool more[2];
    for (int i = 0; i < 2; i++)
        bsim_trace_cursor_start(&c[i], t[i], rank);
    for (int64_t call = 1;; call++) {
        for (int i = 0; i < 2; i++)
            more[i] = bsim_trace_next(&c[i], &e[i]);
        if (!more[0] && !more[1])
            break;
        if (more[0] && more[1] && bsim_trace_same_call(t[0], &e[0], t[1], &e[1]))
            continue;
        d.call = call;
        for (int i = 0; i < 2; i++) {
            d.site[i] = more[i] ? e[i].site : -1;
            if (more[i])
                bsim_trace_describe(t[i], &e[i], text[i], size);
            else
                snprintf(text[i], size, "no further call");
        }
        break;
    }
    for (int i = 0; i < 2; i++)
        bsim_trace_cursor_end(&c[i]);
    return d;
}

/* ---- calls and bytes by function ---- */

struct row {
    const char *name;
    int64_t calls[2], bytes[2];
};

static void count(struct row **rows, int *n, const struct bsim_trace *t, int side) {
    int64_t unknown = 0;
    struct bsim_trace_remotes remotes;
    bsim_trace_remotes_start(&remotes, t);
    int *row_of = bsim_alloc(((size_t)t->nfunction + 1) * sizeof *row_of);
    for (int f = 0; f < t->nfunction; f++) {
        int i = 0;
        while (i < *n && strcmp((*rows)[i].name, t->function[f]) != 0)
            i++;
        if (i == *n) {
            *rows = bsim_realloc(*rows, ((size_t)*n + 1) * sizeof **rows);
            (*rows)[(*n)++] = (struct row){.name = t->function[f]};
        }
        row_of[f] = i;
    }
    for (int r = 0; r < t->nrank; r++) {
        struct bsim_trace_cursor c;
        struct bsim_trace_event e;
        struct bsim_trace_comms comms;
        bsim_trace_comms_start(&comms, t, r, &remotes);
        bsim_trace_cursor_start(&c, t, r);
        while (bsim_trace_next(&c, &e)) {
            int64_t bytes = bsim_trace_bytes(t, &e, &comms);
            bsim_trace_comms_visit(&comms, t, &e);
            struct row *row = &(*rows)[row_of[e.function]];
            row->calls[side]++;
            row->bytes[side] = bsim_trace_sum(row->bytes[side], bytes > 0 ? bytes : 0);
            unknown += bytes < 0;
        }
        bsim_trace_comms_end(&comms);
        bsim_trace_cursor_end(&c);
    }
    bsim_trace_remotes_end(&remotes);
    if (unknown > 0)
        fprintf(stderr,
                "bsim: warning: %s: without their bytes: %" PRId64
                " calls of collectives, whose number of ranks the trace does not tell\n",
                t->folder, unknown);
    bsim_free(row_of);
}

static void print_counts(const struct bsim_trace *const t[2]) {
    struct row *rows = NULL;
    int n = 0;
    bool any = false;
    for (int i = 0; i < 2; i++)
        count(&rows, &n, t[i], i);
    for (int i = 0; i < n; i++) {
        const struct row *r = &rows[i];
        if (r->calls[0] == r->calls[1] && r->bytes[0] == r->bytes[1])
            continue;
        if (!any)
            printf("\n  %-24s %14s %14s %16s %16s\n", "function", "calls of A", "of B", "bytes of A", "of B");
        any = true;
        printf("  MPI_%-20s %14" PRId64 " %14" PRId64 " %16" PRId64 " %16" PRId64 "\n", r->name, r->calls[0],
               r->calls[1], r->bytes[0], r->bytes[1]);
    }
    if (!any)
        printf("\n  each function is called as often, with as many bytes, in both\n");
    bsim_free(rows);
}

/* Returns whether the calls are equal. */
static bool compare(const struct bsim_trace *const t[2]) {
    enum { SIZE = 4096 };
    char *text[2] = {bsim_alloc(SIZE), bsim_alloc(SIZE)};
    int differing = 0;
    if (t[0]->nrank != t[1]->nrank) {
        printf("A has %d ranks, B has %d\n", t[0]->nrank, t[1]->nrank);
        differing++;
    }
    for (int r = 0; t[0]->nrank == t[1]->nrank && r < t[0]->nrank; r++) {
        struct difference d = compare_rank(t, r, text, SIZE);
        if (d.call == 0 || differing++ >= MOST_SHOWN)
            continue;
        printf("rank %d, call %" PRId64 ":\n", r, d.call);
        for (int i = 0; i < 2; i++)
            printf("  %c %s%s%s\n", "AB"[i], text[i], d.site[i] >= 0 ? " at " : "",
                   d.site[i] >= 0 ? t[i]->site[d.site[i]] : "");
    }
    if (differing > MOST_SHOWN)
        printf("%d more ranks differ\n", differing - MOST_SHOWN);
    if (differing == 0)
        printf("equal: %d ranks make the same calls in both\n", t[0]->nrank);
    else
        print_counts(t);
    bsim_free(text[0]);
    bsim_free(text[1]);
    return differing == 0;
}

static const struct argp table = {
    .parser = bsim_options_parse,
    .options = (const struct argp_option[]){BSIM_OPTION_END},
    .args_doc = "A B",
    .doc =
        "Compares the calls of two traces: for each rank the first call that differs, with its place; then how often "
        "and with how many bytes functions are called, where that differs. Times and places are not compared.\v"
        "The exit code is 0 if the calls are equal, 1 if they differ."};

int bsim_trace_diff_command(int argc, char **argv) {
    struct bsim_error err = {0};
    struct bsim_trace a, b;
    int none, first = bsim_options_read(argc, argv, BSIM_OPERANDS_MIXED, &table, &none, &err), code = BSIM_EXIT_USAGE;
    if (first == -2)
        return BSIM_EXIT_OK;
    if (first >= 0 && (!argv[first] || !argv[first + 1] || argv[first + 2]))
        bsim_error_set(&err, NULL, 0, NULL, "bsim trace diff takes two traces");
    if (!err.set && bsim_trace_open(&a, argv[first], &err)) {
        if (bsim_trace_open(&b, argv[first + 1], &err)) {
            code = compare((const struct bsim_trace *const[2]){&a, &b}) ? BSIM_EXIT_OK : 1;
            bsim_trace_close(&b);
        }
        bsim_trace_close(&a);
    }
    if (err.set)
        bsim_error_print(&err, stderr);
    return code;
}

/* stability.c - bsim stability: whether runs of a program under different conditions communicate alike (Mendes,
 * "Performance prediction by trace transformation", 1993).
 *
 * The execution graph of a run has the calls of each rank as a chain. The distance of two graphs of n events is n - s,
 * where s is the largest part that both have. It is taken rank by rank as the longest common subsequence of the calls,
 * which can only make s larger: distance 0 means equal calls, and a distance above 0 means that they differ by at least
 * so much. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/cmd/cmd.h"
#include "bsim/cmd/trace.h"
#include "bsim/trace/trace.h"

/* Ranks that differ in more calls are told to differ in at least so many. */
enum { MOST_EDITS = 20000, MOST_SHOWN = 5 };

/* Numbers of calls that both traces share: equal calls have equal numbers. */
struct numbers {
    struct number {
        uint64_t hash;
        const struct bsim_trace *trace;
        struct bsim_trace_event call;
    } *number;               /* owned */
    int n, *bucket, nbucket; /* by hash: number + 1; 0: free */
};

/* Equal calls have equal texts, which may be cut. */
static uint64_t hash_of(const struct bsim_trace *t, const struct bsim_trace_event *e) {
    char text[1024];
    uint64_t hash = 1469598103934665603u;
    bsim_trace_describe(t, e, text, sizeof text);
    for (const char *c = text; *c; c++)
        hash = (hash ^ (unsigned char)*c) * 1099511628211u;
    return hash ^ hash >> 32;
}

static int number_of(struct numbers *s, const struct bsim_trace *t, const struct bsim_trace_event *e) {
    uint64_t hash = hash_of(t, e);
    if (2 * (s->n + 1) > s->nbucket) {
        bsim_free(s->bucket);
        s->nbucket = s->nbucket ? 2 * s->nbucket : 1024;
        s->bucket = bsim_alloc((size_t)s->nbucket * sizeof *s->bucket);
        for (int i = 0; i < s->n; i++) {
            int at = (int)(s->number[i].hash % (uint64_t)s->nbucket);
            while (s->bucket[at])
                at = (at + 1) % s->nbucket;
            s->bucket[at] = i + 1;
        }
    }
    int at = (int)(hash % (uint64_t)s->nbucket);
    for (; s->bucket[at]; at = (at + 1) % s->nbucket) {
        const struct number *same = &s->number[s->bucket[at] - 1];
        if (same->hash == hash && bsim_trace_same_call(same->trace, &same->call, t, e))
            return s->bucket[at] - 1;
    }
    s->number = bsim_realloc(s->number, ((size_t)s->n + 1) * sizeof *s->number);
    s->number[s->n] = (struct number){hash, t, *e};
    s->bucket[at] = ++s->n;
    return s->n - 1;
}

/* The calls of a rank as numbers. */
static int *calls_of(struct numbers *s, const struct bsim_trace *t, int rank) {
    int *list = bsim_alloc(((size_t)t->nevent[rank] + 1) * sizeof *list);
    int *known = bsim_alloc(((size_t)bsim_trace_ncall(t, rank) + 1) * sizeof *known); /* number + 1 */
    struct bsim_trace_cursor c;
    struct bsim_trace_event e;
    bsim_trace_cursor_start(&c, t, rank);
    for (int64_t i = 0; bsim_trace_next(&c, &e); i++) {
        if (known[e.call] == 0)
            known[e.call] = number_of(s, t, &e) + 1;
        list[i] = known[e.call] - 1;
    }
    bsim_trace_cursor_end(&c);
    bsim_free(known);
    return list;
}

/* The fewest calls to take out of a and to put in from b (Myers, Algorithmica 1, 1986); MOST_EDITS + 1: more. The
 * longest common subsequence has (n + m - edits) / 2 calls. */
static int64_t edits_between(const int *a, int64_t n, const int *b, int64_t m) {
    int64_t most = n + m < MOST_EDITS ? n + m : MOST_EDITS;
    int64_t *memory = bsim_alloc((2 * (size_t)most + 3) * sizeof *memory), *reach = memory + most + 1, edits = 0;
    for (; edits <= most; edits++)
        for (int64_t k = -edits; k <= edits; k += 2) {
            int64_t x = k == -edits || (k != edits && reach[k - 1] < reach[k + 1]) ? reach[k + 1] : reach[k - 1] + 1,
                    y = x - k;
            while (x < n && y < m && a[x] == b[y])
                x++, y++;
            reach[k] = x;
            if (x >= n && y >= m) {
                bsim_free(memory);
                return edits;
            }
        }
    bsim_free(memory);
    return MOST_EDITS + 1;
}

struct distance {
    int64_t calls, apart; /* of all ranks: n, n - s */
    bool at_least;
    int nrank; /* that differ */
};

static struct distance compare(const struct bsim_trace *a, const struct bsim_trace *b) {
    struct distance d = {0};
    struct numbers s = {0};
    for (int r = 0; r < a->nrank; r++) {
        int64_t n = a->nevent[r], m = b->nevent[r], larger = n > m ? n : m;
        int *x = calls_of(&s, a, r), *y = calls_of(&s, b, r);
        int64_t edits = edits_between(x, n, y, m);
        int64_t apart = larger - (n + m - edits) / 2;
        d.at_least = d.at_least || edits > MOST_EDITS;
        d.calls += larger;
        d.apart += apart;
        d.nrank += edits > 0;
        if (edits > 0 && d.nrank <= MOST_SHOWN)
            printf("    rank %d: %s%" PRId64 " of %" PRId64 " calls\n", r, edits > MOST_EDITS ? "at least " : "", apart,
                   larger);
        bsim_free(x);
        bsim_free(y);
    }
    bsim_free(s.number);
    bsim_free(s.bucket);
    return d;
}

static const struct argp table = {
    .options = (const struct argp_option[]){BSIM_OPTION_END},
    .parser = bsim_options_parse,
    .args_doc = "TRACE OTHER...",
    .doc = "Tells how far the calls of runs of a program differ: traces of runs on different machines, with delays, or "
           "with noise. Only the times of a program whose runs make equal calls can be told from one trace.\v"
           "The exit code is 0 if all runs make equal calls, 1 if they differ."};

static bool compare_all(char **names, bool *differ, struct bsim_error *err) {
    struct bsim_trace first, other;
    int runs = 1, unlike = 0;
    if (!bsim_trace_open(&first, names[0], err))
        return false;
    for (char **name = names + 1; *name && !err->set; name++, runs++) {
        if (!bsim_trace_open(&other, *name, err))
            break;
        if (other.nrank != first.nrank) {
            bsim_error_set(err, *name, 0, NULL, "has %d ranks, %s has %d", other.nrank, names[0], first.nrank);
        } else {
            struct distance d = compare(&first, &other);
            printf("  %s: distance %s%" PRId64 " of %" PRId64 " calls (%.3g %%), in %d of %d ranks\n", *name,
                   d.at_least ? "at least " : "", d.apart, d.calls,
                   d.calls ? 100 * (double)d.apart / (double)d.calls : 0, d.nrank, first.nrank);
            unlike += d.nrank > 0;
        }
        bsim_trace_close(&other);
    }
    bsim_trace_close(&first);
    if (err->set)
        return false;
    if (unlike == 0)
        printf("stable in these %d runs: all make the calls of %s\n", runs, names[0]);
    else
        printf("unstable: %d of %d other runs make other calls than %s (bsim trace diff)\n", unlike, runs - 1,
               names[0]);
    *differ = unlike > 0;
    return true;
}

int bsim_cmd_stability(int argc, char **argv) {
    struct bsim_error err = {0};
    bool differ = false;
    int none, first = bsim_options_read(argc, argv, BSIM_OPERANDS_MIXED, &table, &none, &err);
    if (first == -2)
        return BSIM_EXIT_OK;
    if (first >= 0 && (argv[first] == NULL || argv[first + 1] == NULL))
        bsim_error_set(&err, NULL, 0, NULL, "bsim stability takes at least two traces");
    if (!err.set)
        compare_all(argv + first, &differ, &err);
    if (err.set)
        bsim_error_print(&err, stderr);
    return err.set ? BSIM_EXIT_USAGE : differ ? 1 : BSIM_EXIT_OK;
}

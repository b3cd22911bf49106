/* trace_spread.h - times of calls as distributions: for "times": "sites" in trace.json (docs/reference/trace.md).
 *
 * A pair is a call of a structure and the call before it, between which a rank calculates. Of each pair a rank has its
 * first calculation, which is often longer, and the sum of all others; a structure has how these are spread around
 * their mean: at most 40 values of equal probability, shares of the mean, whose mean is 1. Those of ranks with equal
 * calls are averaged value by value (S. B. Vincent, 1912). */
#ifndef BSIM_TRACE_SPREAD_H
#define BSIM_TRACE_SPREAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bsim/trace/trace_bytes.h"

enum { BSIM_SPREAD_MOST = 40, BSIM_SPREAD_SUMS = 3 /* of a rank, of each pair */ };

/* ---- making ---- */

/* The calls of one rank, in order. It starts zeroed. */
struct bsim_spread_times {
    struct bsim_spread_time {
        int64_t pair, gap_ns;
    } *time; /* but for the first one of each pair */
    size_t n, room;
    struct bsim_spread_made {
        int64_t before, call; /* before: -1: there is none */
        int64_t n, first_ns, inside_ns;
        size_t next; /* 1 + the next pair of the same call; 0: none */
    } *pair;
    size_t npair, pair_room, *head, nhead; /* head: of each call 1 + its last pair */
    int64_t behind;                        /* 1 + the last call */
};
void bsim_spread_add(struct bsim_spread_times *times, int64_t call, int64_t gap_ns, int64_t inside_ns);
void bsim_spread_times_free(struct bsim_spread_times *times);

/* The pairs of a structure. It starts zeroed. */
struct bsim_spread_shape {
    size_t npair;
    struct bsim_spread_sum {
        int64_t before, call, n;
        int64_t nrank; /* ranks that calculate there more than once */
        double sum[BSIM_SPREAD_MOST];
    } *pair;
};
/* The end of a rank: writes its sums, and adds its distributions to those of its structure. Changes the order of the
 * times. */
void bsim_spread_end(struct bsim_spread_times *times, struct bsim_spread_shape *shape, struct bsim_bytes *out);
void bsim_spread_put(const struct bsim_spread_shape *shape, struct bsim_bytes *out);
void bsim_spread_shape_free(struct bsim_spread_shape *shape);

/* ---- reading ---- */

struct bsim_spread {
    int npair, *head; /* of each call its first pair, -1: none */
    struct bsim_spread_pair {
        int before, next; /* next: of the same call, -1: none */
        int k;
        int64_t n;
        double share[BSIM_SPREAD_MOST]; /* in an order without meaning */
    } *pair;
};
/* Reads the pairs of a structure with ncall different calls and nevent calls in all. False if they are damaged. To be
 * freed also then. */
bool bsim_spread_read(struct bsim_spread *spread, int ncall, int64_t nevent, const unsigned char **at,
                      const unsigned char *end);
void bsim_spread_free(struct bsim_spread *spread);
/* Whether the sums of a rank are whole. *calculates: there is calculation. */
bool bsim_spread_check(const unsigned char *at, const unsigned char *end, int npair, bool *calculates);

/* Where a rank is. sums: BSIM_SPREAD_SUMS of each pair, and behind them how often it was there, zeroed; not owned. */
struct bsim_spread_walk {
    const struct bsim_spread *spread;
    int64_t *sums;
    int rank, before; /* before: the last call, first -1 */
    bool takes_means; /* in place of draws */
};
/* The times of the next call, nanoseconds. Every k times in a row, behind the first one, a pair has each value of its
 * distribution once, so that they take k means; those that are left over at the end have the mean. */
void bsim_spread_next(struct bsim_spread_walk *walk, int call, int64_t *gap_ns, int64_t *inside_ns);

#endif

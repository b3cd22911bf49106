/* trace_distance.h - how far two runs of a program are apart (Mendes, "Performance prediction by trace transformation",
 * 1993).
 *
 * The execution graph of a run has the calls of each rank as a chain. The distance of two graphs of n events is n - s,
 * where s is the largest part that both have. It is taken rank by rank as the longest common subsequence of the calls,
 * which can only make s larger: distance 0 means equal calls, and a distance above 0 means that they differ by at least
 * so much. Polls that found nothing are no events. */
#ifndef BSIM_CMD_TRACE_DISTANCE_H
#define BSIM_CMD_TRACE_DISTANCE_H

#include <stdbool.h>
#include <stdint.h>

#include "bsim/trace/trace.h"

enum { BSIM_DISTANCE_SHOWN = 5 };

struct bsim_trace_distance {
    int64_t calls, apart; /* of all ranks: n, n - s */
    bool at_least;
    int nrank; /* that differ */
    struct bsim_rank_distance {
        int rank;
        int64_t calls, apart;
        bool at_least;
    } shown[BSIM_DISTANCE_SHOWN]; /* the first of these ranks */
    int nplace;
    struct bsim_trace_place {
        char *place, *function; /* owned: "app.c:12", "Recv" */
    } *place;                   /* owned: where some rank makes other calls, or makes them in another order */
};

/* Both have as many ranks. */
void bsim_trace_distance(const struct bsim_trace *a, const struct bsim_trace *b, struct bsim_trace_distance *distance);
void bsim_trace_distance_free(struct bsim_trace_distance *distance);

#endif

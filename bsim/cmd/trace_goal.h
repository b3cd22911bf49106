/* trace_goal.h - inside of bsim trace export: the schedule of a rank in GOAL, operation by operation.
 *
 * Operations are known by labels, 1, 2, ... in the order in which a rank's are written. An operation starts when those
 * in front of it have ended; a negative label: when that one has started. */
#ifndef BSIM_CMD_TRACE_GOAL_H
#define BSIM_CMD_TRACE_GOAL_H

#include <stdint.h>
#include <stdio.h>

#include "bsim/cmd/trace_walk.h"

/* The labels in front of an operation. */
struct bsim_goal_front {
    int64_t *label; /* owned */
    int n, room;
};
void bsim_goal_front_add(struct bsim_goal_front *front, int64_t label);
/* The only one from now on. */
void bsim_goal_front_set(struct bsim_goal_front *front, int64_t label);

struct bsim_goal {
    FILE *out;
    const struct bsim_trace *trace;
    const struct bsim_trace_contexts *contexts;
    int64_t nlabel;
};
/* Each writes an operation, and returns its label. */
int64_t bsim_goal_calc(struct bsim_goal *goal, int64_t ns, const struct bsim_goal_front *front);
int64_t bsim_goal_send(struct bsim_goal *goal, int to, int64_t bytes, uint32_t tag,
                       const struct bsim_goal_front *front);
int64_t bsim_goal_receive(struct bsim_goal *goal, int from, int64_t bytes, uint32_t tag,
                          const struct bsim_goal_front *front);

/* trace_goal_coll.c: the messages of a collective of this rank, behind the front; the front is what ends them. False if
 * it is not known. */
bool bsim_goal_collective(struct bsim_goal *goal, const struct bsim_trace_operation *operation, uint32_t tag,
                          struct bsim_goal_front *front);

#endif

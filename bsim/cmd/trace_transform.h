/* trace_transform.h - inside of bsim trace transform: what a trace becomes on another machine, by Mendes' formulas. */
#ifndef BSIM_CMD_TRACE_TRANSFORM_H
#define BSIM_CMD_TRACE_TRANSFORM_H

#include <stdbool.h>
#include <stdint.h>

#include "bsim/base/error.h"
#include "bsim/cmd/trace_pairs.h"
#include "bsim/trace/trace.h"

/* A machine in Mendes' terms, for the messages of a trace. */
struct bsim_transform_costs {
    double *send_s;    /* f: of each message, a blocking send whose receive is posted */
    double *receive_s; /* g: from there to the end of the receive */
    double *speed;     /* of each rank's node */
};
/* trace_transform_costs.c: by the models of a platform. */
bool bsim_transform_costs_find(struct bsim_transform_costs *costs, const char *platform, const struct bsim_trace *trace,
                               const struct bsim_trace_pairs *pairs, struct bsim_error *err);
void bsim_transform_costs_end(struct bsim_transform_costs *costs);

/* A call, and where its sends and receives are. */
struct bsim_transform_call {
    int64_t gap_ns, inside_ns; /* as they were; then as they become */
    int site;
    size_t action; /* the first one */
    int naction;
};
struct bsim_transform_action {
    enum { BSIM_TRANSFORM_SEND, BSIM_TRANSFORM_SENT, BSIM_TRANSFORM_RECEIVED } kind; /* begins, ended, ended */
    int64_t pair;
};
struct bsim_transform {
    const struct bsim_trace *trace;
    const struct bsim_trace_pairs *pairs;
    const struct bsim_transform_costs *from, *to;
    const double *site_ratio; /* of each place; below 0: that of the machines */
    double ratio;             /* of the machines; below 0: that of their speeds */
    struct bsim_transform_rank {
        struct bsim_transform_call *call;
        size_t ncall, call_room;
        struct bsim_transform_action *action;
        size_t naction, action_room;
        /* While it is replayed. */
        size_t at;
        double now_ns;
        int next;    /* of the ranks that wait for the same message; -1: none */
    } *rank;         /* owned */
    double *sent_ns; /* T_S^end of each message; below 0: not sent yet */
    int *waits;      /* the first rank that waits for it; -1: none */
};
/* trace_transform_replay.c: gives the calls of all ranks their new times. */
bool bsim_transform_replay(struct bsim_transform *transform, struct bsim_trace_contexts *contexts,
                           struct bsim_error *err);
void bsim_transform_end(struct bsim_transform *transform);

#endif

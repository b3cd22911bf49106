/* plan.h - the calls of a trace, ready to be made: decoded once for all ranks that make them. */
#ifndef LMPI_PLAN_H
#define LMPI_PLAN_H

#include <stdbool.h>
#include <stdint.h>

#include "bsim/trace/trace.h"
#include "lmpi/player/play.h"

/* A call of a structure. Its values are as on rank 0 of its communicator; what differs between ranks has its place
 * among the arguments: the communicator, the request, peers, to which the rank is added, and datatypes of the program.
 * No such argument: the place PLAN_SPARE, which nobody reads. */
enum { PLAN_ARGS = 12, PLAN_SPARE, PLAN_ROOM, PLAN_PEERS = 2, PLAN_TYPES = 2 };
struct plan_call {
    const struct play_function *function; /* NULL: a call that this version does not know */
    const void *site;                     /* NULL: not known */
    const int64_t *amounts;
    int namounts;
    bool is_ready;     /* all of it is here; else the call is decoded each time */
    bool is_one_range; /* PLAY_COMPLETE: the requests have consecutive numbers, from `request` on */
    int8_t at_comm, at_request, at_peer[PLAN_PEERS], at_type[PLAN_TYPES];
    int comm, request, nrequest; /* numbers of the trace */
    int type[PLAN_TYPES];        /* numbers of the trace; -1: none */
    int32_t arg[PLAN_ARGS];
};

/* The calls of a structure. site: the address that stands for each site; function: by the trace's numbers. Not freed:
 * it lives as long as the process. NULL without memory. */
const struct plan_call *plan_structure(const struct bsim_trace *trace, int structure,
                                       const struct play_function *const *function, const char *sites);

#endif

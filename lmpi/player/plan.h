/* plan.h - the calls of a trace, ready to be made: decoded once for all ranks that make them. */
#ifndef LMPI_PLAN_H
#define LMPI_PLAN_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

#include "bsim/trace/trace.h"
#include "lmpi/p2p/plain.h"
#include "lmpi/player/play.h"

/* A call of a structure. Its values are as on rank 0 of its communicator; what differs between ranks has its place
 * among the arguments: the communicator, the request, peers, to which the rank is added, and datatypes of the program.
 * No such argument: the place PLAN_SPARE, which nobody reads. */
enum plan_way {
    PLAN_DECODE, /* it is decoded each time */
    PLAN_CALL,   /* its function is called with `arg` */
    /* By lmpi/p2p/stackless.h, if that suffices; else as PLAN_CALL */
    PLAN_SEND,
    PLAN_RECV,
    PLAN_SENDRECV,
    PLAN_ISEND,
    PLAN_IRECV,
    PLAN_WAIT,
    PLAN_WAYS
};
/* A message as one side sees it. */
struct plan_side {
    int count, peer, tag;
    MPI_Datatype type;
    int own_type;            /* number of a datatype of the program; -1: none, but `type` */
    bool is_relative;        /* the rank is to be added to the peer */
    struct lmpi_plain plain; /* plan_ready */
};
enum { PLAN_ARGS = 12, PLAN_SPARE, PLAN_ROOM, PLAN_PEERS = 2, PLAN_TYPES = 2 };
struct plan_call {
    const struct play_function *function; /* NULL: a call that this version does not know */
    const void *site;                     /* NULL: not known */
    const int64_t *amounts;
    int namounts;
    const char *name; /* "MPI_Send"; for stackless calls */
    uint8_t way;      /* enum plan_way */
    uint8_t path;     /* enum lmpi_path of a stackless send */
    int8_t at_comm, at_request, at_peer[PLAN_PEERS], at_type[PLAN_TYPES];
    int comm, request; /* numbers of the trace */
    int nrequest;      /* PLAY_COMPLETE: requests, which have consecutive numbers, from `request` on */
    bool waits_all;    /* PLAY_COMPLETE: by MPI_Waitall, else by MPI_Wait */
    bool is_plain;     /* it may be a call of lmpi/p2p/plain.h (plan_ready) */
    struct plan_side out, in;
    int type[PLAN_TYPES]; /* numbers of the trace; -1: none */
    int32_t arg[PLAN_ARGS];
};

/* The calls of a structure, and behind them an empty one. site: the address that stands for each site; function: by the
 * trace's numbers. Not freed: it lives as long as the process. NULL without memory. */
struct plan_call *plan_structure(const struct bsim_trace *trace, int structure,
                                 const struct play_function *const *function, const char *sites);
/* Completes the plan of a structure with n calls when the network is known, before the first of them is made. */
void plan_ready(struct plan_call *calls, int n);

#endif

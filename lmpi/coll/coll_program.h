/* coll_program.h - algorithms of collectives that are given as programs: for each member, its sends, receives and waits
 * in the order in which it makes them. For algorithms whose members have several operations under way at once; the
 * steps of others are in coll_time.h, and are faster.
 *
 * Times are those of the same program with MPI_Isend, MPI_Irecv and MPI_Waitall, to the bit. Messages between two
 * members match in the order of sending and receiving: there are no tags. */
#ifndef LMPI_COLL_PROGRAM_H
#define LMPI_COLL_PROGRAM_H

#include "lmpi/coll/coll_time.h"

typedef struct lmpi_step {
    enum lmpi_step_kind {
        LMPI_STEP_END,
        LMPI_STEP_NONE,
        LMPI_STEP_SEND,        /* starts a send to peer, of amount bytes */
        LMPI_STEP_RECEIVE,     /* posts a receive from peer */
        LMPI_STEP_WAIT_OLDEST, /* waits for the amount operations of the member that it started first */
        LMPI_STEP_WAIT_NEWEST, /* for those that it started last */
        LMPI_STEP_COMBINE      /* combines vectors of amount bytes */
    } kind;
    int peer;
    int64_t amount;
} lmpi_step;

/* Step i = 0, 1, ... of a member; after LMPI_STEP_END it is not called again for this member. */
typedef lmpi_step lmpi_coll_program(const void *what, int member, int64_t i);

/* Performs a program. Each operation must be waited for, and each send must have a receive. */
void lmpi_coll_perform(lmpi_coll_run *run, lmpi_coll_program *program, const void *what);

#endif

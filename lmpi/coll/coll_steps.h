/* coll_steps.h - collectives over shared links: each member executes the messages of the algorithm.
 *
 * How long a message takes depends on all others that are under way, so the exit times cannot be computed as a whole.
 * The functions of coll_time.h note the steps of each member (sends and receives, in the order of its program) instead
 * of times, and each member takes its steps as messages without data, which share links with all other messages. If the
 * arguments of one member tell the steps of all (lmpi_coll_kind.by_one), the first one to come has them noted, and each
 * takes its steps at once; so it does if a member's own arguments tell its steps (by_own). Else the last one has them
 * noted. A member may have entered long before; what its messages carried until the last member came is taken as
 * undisturbed (links.h), and the run warns (match/undisturbed.h). */
#ifndef LMPI_COLL_STEPS_H
#define LMPI_COLL_STEPS_H

#include "lmpi/coll/coll.h"

enum lmpi_coll_what {
    LMPI_COLL_SEND,     /* blocking */
    LMPI_COLL_SSEND,    /* blocking, synchronous */
    LMPI_COLL_RECV,     /* blocking */
    LMPI_COLL_EXCHANGE, /* sendrecv with one peer and equal sizes */
    LMPI_COLL_SENDRECV, /* the send of a sendrecv; the next step, a LMPI_COLL_RECV, is its receive */
    LMPI_COLL_ISEND,
    LMPI_COLL_IRECV,
    LMPI_COLL_WAIT,        /* for all that is not waited for yet */
    LMPI_COLL_WAIT_OLDEST, /* for the `amount` operations that were started first */
    LMPI_COLL_WAIT_NEWEST, /* for those that were started last */
    LMPI_COLL_COMBINE,     /* the arithmetic of a reduction */
    LMPI_COLL_MEET         /* leaves some time after the last member has come (a measured table) */
};

struct lmpi_coll_meeting;

struct lmpi_coll_step {
    union {
        int64_t bytes;
        int64_t amount;
        struct lmpi_coll_meeting *meeting; /* freed by the last of its members */
    };
    int32_t peer; /* rank in the communicator; the member itself if there is none */
    int32_t what; /* enum lmpi_coll_what */
};

/* Appends a step of a member. */
void lmpi_coll_step(lmpi_coll_run *run, int member, enum lmpi_coll_what what, int peer, int64_t bytes);

/* The members whose steps are to be noted: from <= member < to. */
static inline int lmpi_coll_noted_from(const lmpi_coll_run *run) {
    return run->of_one ? run->one : 0;
}
static inline int lmpi_coll_noted_to(const lmpi_coll_run *run) {
    return run->of_one ? run->one + 1 : run->n;
}

/* All members of the run meet: they leave spent_s after the last of them has come. */
void lmpi_coll_note_meeting(lmpi_coll_run *run, double spent_s);

/* Appends the steps of a member of a part (lmpi_coll_part), whose numbers in the whole run are member[]. */
void lmpi_coll_join_steps(lmpi_coll_run *run, const lmpi_coll_run *part, const int *member);

/* The running rank takes its steps, which are then freed. Adds its waiting time to call->wait_s. */
void lmpi_coll_take_steps(const lmpi_comm *comm, lmpi_coll_call *call);

/* The steps of a member of a non-blocking collective are taken without its rank, in events from its entry on
 * (coll_late.c). The times of call->request are the clock. number: of the operation in its communicator, which keeps
 * its messages apart from those of others. over(call) is called at the end, with call->wait_s set. comm must live until
 * then.
 */
void lmpi_coll_take_steps_late(const lmpi_comm *comm, lmpi_coll_call *call, uint32_t number,
                               void (*over)(lmpi_coll_call *call));

/* What lmpi_coll_exchange and its neighbours in coll_time.h note. */
void lmpi_coll_note_exchange(lmpi_coll_run *run, int a, int b, int64_t bytes_ab, int64_t bytes_ba);
/* A member's MPI_Sendrecv; negative bytes: no message. */
void lmpi_coll_note_sendrecv(lmpi_coll_run *run, int member, int to, int64_t out, int from, int64_t in);

#endif

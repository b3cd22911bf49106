/* coll_time.h - the messages of collective algorithms, applied to arrays of clocks.
 *
 * Members are ranks of the run's communicator. The order of calls must keep the order of operations of each member, and
 * the sender of a message must have finished its earlier operations. Each call counts its messages and bytes. */
#ifndef LMPI_COLL_TIME_H
#define LMPI_COLL_TIME_H

#include "lmpi/coll/coll.h"

/* A blocking send of src matched by a blocking receive of dst. */
void lmpi_coll_message(lmpi_coll_run *run, int src, int dst, int64_t bytes);
/* Members a and b exchange messages by MPI_Sendrecv. */
void lmpi_coll_exchange(lmpi_coll_run *run, int a, int b, int64_t bytes_ab, int64_t bytes_ba);
/* Each member i calls MPI_Sendrecv: it sends bytes[i] bytes to (i + distance) mod n and receives from
 * (i - distance) mod n. bytes null: each sends `uniform` bytes. A negative number: no message. */
void lmpi_coll_shift(lmpi_coll_run *run, int distance, const int64_t *bytes, int64_t uniform);
/* Each member posts width receives, starts width sends, and waits for all. For s = first, ..., first + width - 1 member
 * i receives from (i + s) mod n and sends to (i - s) mod n. bytes_of(run, src, dst) negative: no message. */
void lmpi_coll_scattered(lmpi_coll_run *run, int first, int width,
                         int64_t (*bytes_of)(const lmpi_coll_run *run, int src, int dst));
/* Each member i sends bytes[i] bytes to the root, synchronously or not; the root posts all receives and waits for all.
 * bytes[i] negative: no message. */
void lmpi_coll_fan_in(lmpi_coll_run *run, int root, const int64_t *bytes, bool synchronous);
/* The root starts sends of bytes[i] bytes to all members i in ascending order and waits for all; the members receive.
 */
void lmpi_coll_fan_out(lmpi_coll_run *run, int root, const int64_t *bytes);

/* A member combines two vectors of `bytes` bytes of a reduction. */
void lmpi_coll_combine(lmpi_coll_run *run, int member, int64_t bytes);

/* The same operation among n members of a run, numbered as in the list: its clocks are copies, which
 * lmpi_coll_join_part puts back, or its steps are lists of their own, which it appends. call is the whole run's, so the
 * part must not look at its members' calls. If only the steps of one member are noted (run->of_one), it must be in the
 * list. */
lmpi_coll_run lmpi_coll_part(const lmpi_coll_run *run, const int *member, int n);
void lmpi_coll_join_part(lmpi_coll_run *run, const lmpi_coll_run *part, const int *member);
/* Of a part that its members have only started: each goes on when it is over, and what it has done since is. Steps
 * follow each other. */
void lmpi_coll_join_beside(lmpi_coll_run *run, const lmpi_coll_run *part, const int *member);

/* An allgather of `each` bytes from each member in log n steps, for any size. */
void lmpi_coll_allgather_equal(lmpi_coll_run *run, int64_t each);

/* Zeroed scratch memory for one evaluation. lmpi_coll_scratch_free frees all that was allocated after the mark; coll.c
 * frees the rest when the evaluation is over. */
void *lmpi_coll_scratch(size_t size);
void *lmpi_coll_scratch_mark(void);
void lmpi_coll_scratch_free(void *mark);

/* The largest power of two that is not above n. */
static inline int lmpi_pof2_below(int n) {
    int p = 1;
    while (p <= n / 2)
        p *= 2;
    return p;
}

#endif

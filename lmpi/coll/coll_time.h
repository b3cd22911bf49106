/* coll_time.h - messages over arrays of clocks: what collective algorithms are made of.
 *
 * Members are ranks of the run's communicator. Calls are made in an order in which each member's own messages come in
 * its program order and a message's sender has done everything before it. Each call counts its messages and bytes. */
#ifndef LMPI_COLL_TIME_H
#define LMPI_COLL_TIME_H

#include "lmpi/coll/coll.h"

/* A blocking send of src matched by a blocking receive of dst. */
void lmpi_coll_message(lmpi_coll_run *run, int src, int dst, int64_t bytes);
/* MPI_Sendrecv of a and b with each other. */
void lmpi_coll_exchange(lmpi_coll_run *run, int a, int b, int64_t bytes_ab, int64_t bytes_ba);
/* Every member i does MPI_Sendrecv: sends to (i + distance) mod n and receives from (i - distance) mod n. bytes[i] is
 * what i sends, or bytes is null and each sends UNIFORM; a negative number: no message. */
void lmpi_coll_shift(lmpi_coll_run *run, int distance, const int64_t *bytes, int64_t uniform);
/* Every member posts receives from, and sends to, WIDTH others, then waits for all: in step s (from first) member i
 * receives from (i + s) mod n and sends to (i - s) mod n. bytes_of(run, src, dst) negative: no message. */
void lmpi_coll_scattered(lmpi_coll_run *run, int first, int width,
                         int64_t (*bytes_of)(const lmpi_coll_run *run, int src, int dst));
/* The root posts receives from all others and waits for all; each other one sends to it, synchronously or not.
 * bytes[i] negative: nothing. */
void lmpi_coll_fan_in(lmpi_coll_run *run, int root, const int64_t *bytes, bool synchronous);
/* The root starts sends to all others in ascending rank and waits for all; each other one receives. */
void lmpi_coll_fan_out(lmpi_coll_run *run, int root, const int64_t *bytes);

/* A recursive-doubling allreduce of BYTES, and an allgather of EACH bytes from each member in log n steps whatever
 * the size: steps of constructors. */
void lmpi_coll_allreduce_short(lmpi_coll_run *run, int64_t bytes);
void lmpi_coll_allgather_equal(lmpi_coll_run *run, int64_t each);

/* Scratch memory of one evaluation, zeroed. What was taken since a mark is given back together; coll.c gives back all
 * when the evaluation is over. */
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

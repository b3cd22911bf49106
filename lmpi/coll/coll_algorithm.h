/* coll_algorithm.h - the algorithms of collectives, and the choice among them. The list is
 * bsim/platform/collective_algorithms.def. */
#ifndef LMPI_COLL_ALGORITHM_H
#define LMPI_COLL_ALGORITHM_H

#include "bsim/platform/collectives.h"
#include "lmpi/coll/coll_time.h"

/* What a collective is part of. MPICH has other choices for a part of a communicator's constructor. */
enum lmpi_purpose {
    LMPI_FOR_PROGRAM,
    LMPI_FOR_CONTEXT, /* blocking: without compositions; of non-blocking ones an allreduce is composed */
    LMPI_FOR_GROUP    /* collective over a group only: an allreduce by recursive doubling */
};

/* What a collective has to do, for all algorithms. */
typedef struct lmpi_task {
    int root;
    int64_t bytes;       /* the vector, or the block of one member; in forms with counts the mean of the blocks */
    int64_t count, each; /* reductions: elements of the vector, and bytes of one */
    const int64_t
        *start;      /* forms with counts, reduce_scatter: n + 1 offsets of the members' blocks in bytes, or NULL */
    bool commutes;   /* reductions: the operator does */
    bool predefined; /* reductions: the operator is MPI's own */
    enum lmpi_purpose purpose;
    /* Keys of the rule that has chosen the algorithm (struct bsim_collective_rule). */
    int64_t segment;
    int radix, fanout, window;
} lmpi_task;

/* Advances the members' clocks. */
typedef void lmpi_algorithm(lmpi_coll_run *run, const lmpi_task *task);

#define COLLECTIVE_ALGORITHM(collective, name, function, keys, needs) lmpi_algorithm lmpi_##function;
#include "bsim/platform/collective_algorithms.def"
/* What MPICH and Open MPI choose. */
#define COLLECTIVE(name) lmpi_algorithm lmpi_mpich_##name, lmpi_openmpi_##name;
#include "bsim/platform/collective_algorithms.def"

/* Performs a collective by the first rule of the platform that fits, or as the platform's library chooses. */
void lmpi_coll_choose(lmpi_coll_run *run, enum bsim_collective collective, const lmpi_task *task);

/* Whether the choice is the same for all numbers of bytes. Of collectives with counts, for which MPICH and Open MPI
 * choose without them. */
bool lmpi_coll_ignores_bytes(enum bsim_collective collective);

/* Whether the platform has measured times for any collective. */
bool lmpi_coll_has_tables(void);
/* Whether there is one of this collective. */
bool lmpi_coll_has_table(enum bsim_collective collective);

/* The number of bytes of a segment: the rule's, or this one; at least 1. */
static inline int64_t lmpi_segment(const lmpi_task *task, int64_t standard) {
    int64_t segment = task->segment < 0 ? standard : task->segment;
    return segment > 0 && segment < task->bytes ? segment : task->bytes;
}

/* Of trees: the bytes of a segment in a chain; the rule's radix and fanout, or what they are without. */
enum { LMPI_CHAIN_SEGMENT = 65536 };
static inline int lmpi_radix(const lmpi_task *task) {
    return task->radix ? task->radix : 4;
}
static inline int lmpi_fanout(const lmpi_task *task) {
    return task->fanout ? task->fanout : 4;
}

/* The offset of member i's block. i may be up to n. */
static inline int64_t lmpi_offset(const lmpi_task *task, int64_t i) {
    return task->start ? task->start[i] : i * task->bytes;
}

/* Whether the call only starts the operation: MPICH makes some non-blocking and persistent forms in another way. */
static inline bool lmpi_coll_is_started(const lmpi_coll_run *run) {
    return run->call[0]->handle != NULL;
}

static inline bool lmpi_is_pof2(int n) {
    return (n & (n - 1)) == 0;
}

#endif

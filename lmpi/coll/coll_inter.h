/* coll_inter.h - collectives of inter-communicators (coll_inter*.c). All members of both groups join one operation, on
 * the communicator of both (lmpi_comm.all): the first group's members come first. */
#ifndef LMPI_COLL_INTER_H
#define LMPI_COLL_INTER_H

#include "lmpi/coll/coll_algorithm.h"
#include "lmpi/coll/coll_entry.h"

/* What the functions of coll_entry.h go on with where the communicator is an inter-communicator. call: the arguments.
 */
#define LMPI_INTER(name) int lmpi_inter_##name(const lmpi_coll_place *place, lmpi_coll_call *call, MPI_Comm comm)
LMPI_INTER(Allgather);
LMPI_INTER(Allgatherv);
LMPI_INTER(Allreduce);
LMPI_INTER(Alltoall);
LMPI_INTER(Alltoallv);
LMPI_INTER(Alltoallw);
LMPI_INTER(Gather);
LMPI_INTER(Gatherv);
LMPI_INTER(Reduce);
LMPI_INTER(Reduce_scatter);
LMPI_INTER(Reduce_scatter_block);
LMPI_INTER(Scatter);
LMPI_INTER(Scatterv);
int lmpi_inter_Barrier(const lmpi_coll_place *place, MPI_Comm comm);
int lmpi_inter_Bcast(const lmpi_coll_place *place, void *buffer, int count, MPI_Datatype datatype, int root,
                     MPI_Comm comm);

/* ---- inside of coll_inter*.c ---- */

/* The group of a member: 0 or 1. */
static inline int lmpi_inter_side(const lmpi_coll_run *run, int member) {
    return member >= run->comm->left;
}
static inline int lmpi_inter_first(const lmpi_coll_run *run, int side) {
    return side ? run->comm->left : 0;
}
static inline int lmpi_inter_size(const lmpi_coll_run *run, int side) {
    return side ? run->n - run->comm->left : run->comm->left;
}

/* Whether a member's steps follow from its own call (lmpi_coll_kind.by_own). */
bool lmpi_inter_by_own(void);
/* Whether steps of this group are asked for. */
static inline bool lmpi_inter_is_asked(const lmpi_coll_run *run, int side) {
    return !run->of_one || lmpi_inter_side(run, run->one) == side;
}

/* The member that gave MPI_ROOT; -1, of steps of one member: it is in the root's group and has none. The calls have
 * been checked (lmpi_inter_check_root), or one is known. */
int lmpi_inter_root(const lmpi_coll_run *run);
/* Ends the run unless one member gave MPI_ROOT, its group else MPI_PROC_NULL, and the other group the root's rank. */
void lmpi_inter_check_root(lmpi_coll_run *run);
/* What a call sends to, or receives from, member i of the other group. same: one block for all. */
typedef struct lmpi_inter_block {
    char *at;
    int64_t count;
    MPI_Datatype type;
} lmpi_inter_block;
lmpi_inter_block lmpi_inter_sent(const lmpi_coll_call *c, int i, bool same);
lmpi_inter_block lmpi_inter_received(const lmpi_coll_call *c, int i, bool same);
static inline int64_t lmpi_inter_bytes(lmpi_inter_block b) {
    return b.count ? b.count * lmpi_coll_size_of(b.type) : 0;
}

/* Check the call's root, and what it sends and receives: n blocks where it gives a count for each. */
int lmpi_inter_check_root_argument(const lmpi_coll_call *call, MPI_Comm comm, const lmpi_comm *object);
int lmpi_inter_check_sent(lmpi_coll_call *call, MPI_Comm comm, int n);
int lmpi_inter_check_received(lmpi_coll_call *call, MPI_Comm comm, int n);

/* Performs a collective within one group, whose first member is the root, as the platform's library would; composes:
 * also by compositions for its nodes. bytes, count, each: need not be known if no steps of the group are asked for. */
void lmpi_inter_within(lmpi_coll_run *run, int side, enum bsim_collective collective, const lmpi_task *task,
                       bool composes);
void lmpi_inter_local(lmpi_coll_run *run, int side, enum bsim_collective collective, int64_t bytes, int64_t count,
                      int64_t each);
/* A broadcast from one member to the other group: a message to its first member, and a broadcast there. */
void lmpi_inter_bcast(lmpi_coll_run *run, int root, int64_t bytes);

#endif

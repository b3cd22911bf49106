/* context.h - the messages of constructors of communicators, as MPICH's: the members agree on a context, and the first
 * member of the new communicator tells the others an int. All but the last function are lmpi_coll_kind.time. */
#ifndef LMPI_CONTEXT_H
#define LMPI_CONTEXT_H

#include "lmpi/coll/coll_algorithm.h"

enum {
    LMPI_CONTEXT_COUNT = 65, /* a mask of 64 words of the contexts that are free, and one more */
    LMPI_CONTEXT_EACH = 4
};

/* An allreduce of the mask, by the members of the communicator; before it, they gather a color and a key of each. */
void lmpi_context_time(lmpi_coll_run *run);
void lmpi_context_split_time(lmpi_coll_run *run);
/* That of a grid or a graph, which MPICH splits from a communicator that it may reorder. An empty one sends nothing. */
void lmpi_context_topology_time(lmpi_coll_run *run, bool is_empty, bool reorders);
/* The whole of a constructor whose communicator has the members of the run: MPI_Comm_idup; one of a group, over which
 * it is collective. */
void lmpi_context_dup_time(lmpi_coll_run *run);
void lmpi_context_group_time(lmpi_coll_run *run);

/* What the allreduce has to do. */
lmpi_task lmpi_context_task(enum lmpi_purpose purpose);

/* Joins the broadcast in a new communicator that ends a constructor, and what MPI_Comm_split_type has behind it. first:
 * the call that has made it. Return an MPI error code. */
int lmpi_context_tell(lmpi_comm *made, const lmpi_coll_call *first);
int lmpi_context_tell_type(lmpi_comm *made, const lmpi_coll_call *first);

#endif

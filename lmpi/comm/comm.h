/* comm.h - making communicators: what comm*.c and topo*.c share. */
#ifndef LMPI_COMM_H
#define LMPI_COMM_H

#include "lmpi/coll/coll.h"

/* One member's wish in a split. Color MPI_UNDEFINED: none. */
typedef struct lmpi_split {
    int color, key;
} lmpi_split;

/* The group, with a reference for the caller; of MPI_COMM_SELF that of the rank. */
lmpi_group *lmpi_comm_group(const lmpi_comm *comm, int world);

/* A communicator's topology, shared by its members and by duplicates; counted. Owned by topo*.c. */
typedef struct lmpi_topology lmpi_topology;
lmpi_topology *lmpi_topology_share(lmpi_topology *topology);
void lmpi_topology_drop(lmpi_topology *topology);

/* Times of constructors, as MPICH: agreement on a context by an allreduce of its mask; a split gathers 8 bytes from
 * each member before. */
void lmpi_comm_time_context(lmpi_coll_run *run);
void lmpi_comm_time_split(lmpi_coll_run *run);
/* Makes the parts of a split from the members' wishes (WISH: by member) and sets call->made. Parts are made in
 * ascending order of color; equal keys keep the order of the parent. */
void lmpi_comm_make_parts(lmpi_coll_run *run, const lmpi_split *wish);

/* Joins the constructor over COMM; ARGUMENTS is what the kind's functions find in call->arguments. The new
 * communicator's handle (or MPI_COMM_NULL) goes to *made; inherits error handler and trace name from COMM. */
int lmpi_comm_construct(const lmpi_coll_kind *kind, const char *call, const void *site, MPI_Comm comm,
                        const void *arguments, MPI_Comm *made);

/* Reports a handle that is none. */
#define LMPI_COMM_OR_FAIL(variable, handle)                                                                            \
    lmpi_comm *variable = lmpi_comm_of(handle);                                                                        \
    if (!variable)                                                                                                     \
    return LMPI_FAIL(MPI_COMM_WORLD, MPI_ERR_COMM, "communicator handle 0x%x is not valid", (unsigned)(handle))

#endif

/* comm.h - making communicators: declarations for comm*.c and topo*.c. */
#ifndef LMPI_COMM_H
#define LMPI_COMM_H

#include "lmpi/coll/coll.h"

/* The color and key that a member gives to a split. Color MPI_UNDEFINED: it gets no communicator. */
typedef struct lmpi_split {
    int color, key;
} lmpi_split;

/* The group of a communicator; for MPI_COMM_SELF the group of rank `world`. The caller owns a reference. */
lmpi_group *lmpi_comm_group(const lmpi_comm *comm, int world);

/* A communicator's topology, shared by its members and by duplicates; counted. Owned by topo*.c. */
typedef struct lmpi_topology lmpi_topology;
lmpi_topology *lmpi_topology_share(lmpi_topology *topology);
void lmpi_topology_drop(lmpi_topology *topology);

/* Makes the communicators of a split and sets made in each call. wish: color and key of each member. Communicators are
 * made in ascending order of color; members with equal keys keep the order of the parent. */
void lmpi_comm_make_parts(lmpi_coll_run *run, const lmpi_split *wish);

/* Joins a constructor over comm, in *c. The functions of kind find arguments in call->arguments. *made: the new
 * communicator's handle, or MPI_COMM_NULL. It inherits the error handler of comm and gets a trace name. Returns an MPI
 * error code. */
int lmpi_comm_agree(const lmpi_coll_kind *kind, const char *call, const void *site, MPI_Comm comm,
                    const void *arguments, lmpi_coll_call *c, MPI_Comm *made);
/* The same, and what its members do in the new communicator, unless it is an inter-communicator (context.h). */
int lmpi_comm_construct(const lmpi_coll_kind *kind, const char *call, const void *site, MPI_Comm comm,
                        const void *arguments, MPI_Comm *made);

/* MPI_Comm_split_type, for a call of this name and place. Color MPI_UNDEFINED: it gives no type. */
int lmpi_comm_split_type(const char *call, const void *site, MPI_Comm comm, const lmpi_split *wish, MPI_Comm *made);

/* A constructor without messages: each member gets a communicator of its own, the others none. */
int lmpi_comm_make_alone(const char *call, const void *site, MPI_Comm comm, bool is_member, MPI_Comm *made);

/* MPI_Comm_create_group, for a call of this name and place. */
int lmpi_comm_create_group(const char *call, const void *site, MPI_Comm comm, MPI_Group group, int tag,
                           MPI_Comm *newcomm);

/* Defines a variable with the communicator of a handle, or reports an error and returns. */
#define LMPI_COMM_OR_FAIL(variable, handle)                                                                            \
    lmpi_comm *variable = lmpi_comm_of(handle);                                                                        \
    if (!variable)                                                                                                     \
    return LMPI_FAIL(MPI_COMM_WORLD, MPI_ERR_COMM, "communicator handle 0x%x is not valid", (unsigned)(handle))

/* As above; of an inter-communicator, too, it reports an error. */
#define LMPI_INTRA_OR_FAIL(variable, handle)                                                                           \
    LMPI_COMM_OR_FAIL(variable, handle);                                                                               \
    if (variable->all)                                                                                                 \
    return LMPI_FAIL(handle, MPI_ERR_COMM, "it is not for inter-communicators")

#endif

/* inter.h - inter-communicators, for the functions of comm*.c. */
#ifndef LMPI_INTER_H
#define LMPI_INTER_H

#include "lmpi/comm/comm.h"
#include "lmpi/p2p/p2p.h"

/* A new inter-communicator of two disjoint groups, to which it takes references. Returns the object of the first group;
 * its peers are the second one's. */
lmpi_comm *lmpi_inter_new(lmpi_group *a, lmpi_group *b);
/* Deletes a pair whose members have all freed it. */
void lmpi_inter_delete(lmpi_comm *comm);

/* Constructors on the communicator of both groups. Arguments as for those of intra-communicators. */
extern const lmpi_coll_kind lmpi_inter_dup, lmpi_inter_split, lmpi_inter_create;
/* lmpi_coll_kind.time of MPI_Comm_idup. */
void lmpi_inter_idup_time(lmpi_coll_run *run);
/* A duplicate, by that communicator; returns the first group's object. */
lmpi_comm *lmpi_inter_duplicate(lmpi_comm *all);
/* MPI_Intercomm_create, for this call. Not within a guard: leaders send messages. */
int lmpi_inter_make(const lmpi_call *call, MPI_Comm local_comm, int local_leader, MPI_Comm peer_comm, int remote_leader,
                    int tag, MPI_Comm *made);

#endif

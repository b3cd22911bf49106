/* coll_meet.h - joins of all members of a communicator for functions that are no collectives of messages, such as those
 * on files and windows. */
#ifndef LMPI_COLL_MEET_H
#define LMPI_COLL_MEET_H

#include "lmpi/coll/coll.h"
#include "lmpi/p2p/p2p.h"

/* Joins a collective of the members of comm whose messages are those of a barrier. meet, if given, is called once, when
 * all have come: run->call[i]->arguments are the arguments of member i. counts: this is the first join of a call. The
 * caller is alone (engine.h). Returns an MPI error code. */
typedef void lmpi_meeting(lmpi_coll_run *run);
int lmpi_meet(lmpi_comm *comm, const lmpi_call *call, lmpi_meeting *meet, void *arguments, bool counts);

#endif

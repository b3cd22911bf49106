/* partitioned.h - partitioned communication for the calls that start, complete and free requests. */
#ifndef LMPI_PARTITIONED_H
#define LMPI_PARTITIONED_H

#include "lmpi/p2p/p2p.h"

static inline bool lmpi_is_partitioned(const lmpi_request *r) {
    return (r->flags & LMPI_REQ_PERSISTENT) && (r->mode == LMPI_MODE_PSEND || r->mode == LMPI_MODE_PRECV);
}

/* The number of the communicator of a partitioned request. */
int lmpi_partitioned_comm(const lmpi_request *request);

/* Starts an inactive request. site: that of MPI_Start, which is charged with the time. */
void lmpi_partitioned_start(const lmpi_call *call, lmpi_request *r, struct bsim_site *site);
/* A started request is complete: sets the status, and reports sizes of the two sides that differ. */
int lmpi_partitioned_end(const lmpi_request *r, const lmpi_call *call, MPI_Status *status);
void lmpi_partitioned_status(const lmpi_request *r, MPI_Status *status);
/* MPI_Request_free. */
int lmpi_partitioned_free(const lmpi_call *call, MPI_Request *request);
/* Reports a request that is none of this mode, or a partition that it does not have. */
int lmpi_partitioned_check(const lmpi_call *call, MPI_Request request, enum lmpi_mode mode, int partition);
/* The tag that the program gave, of a message or request with this communicator and tag. */
int lmpi_partitioned_tag(int comm, int tag);

#endif

/* plain.h - the most frequent calls of ranks without a stack (stackless.h), in few steps.
 *
 * Plain are eager messages without data, of predefined datatypes, between ranks of one shard, in a run with one
 * scenario in which no two messages share the network and none varies. Each function makes a whole call if it is plain;
 * else it has changed nothing, and the function of stackless.h is to be called. Times, statistics and matching are the
 * same. */
#ifndef LMPI_PLAIN_H
#define LMPI_PLAIN_H

#include "lmpi/p2p/stackless.h"

/* One side of a message as its call tells it, whatever the rank. */
struct lmpi_plain {
    int32_t tag;
    MPI_Datatype type;
    int64_t bytes;
    bool may_be;      /* a message of this call can be plain */
    bool is_known;    /* is_eager and eager are known; else they depend on the path of the message */
    bool is_eager[2]; /* by whether both ranks are on one node */
    struct bsim_eager eager[2];
};

/* To be called when the paths of the network are known. type: may be none. */
void lmpi_plain_init(struct lmpi_plain *plain, int count, MPI_Datatype type, int tag);

enum lmpi_plainly {
    LMPI_NOT_PLAIN,
    LMPI_PLAIN_OVER,
    LMPI_PLAIN_WAITS /* when the rank runs again, lmpi_stackless_end ends the call */
};

/* dest, source: world ranks. comm: the communicator's id. */
enum lmpi_plainly lmpi_plain_send(const struct lmpi_plain *out, int dest, int comm, const lmpi_call *call);
enum lmpi_plainly lmpi_plain_recv(struct lmpi_waiting *w, const struct lmpi_plain *in, int source, int comm,
                                  const lmpi_call *call);
enum lmpi_plainly lmpi_plain_sendrecv(struct lmpi_waiting *w, const struct lmpi_plain *out, int dest,
                                      const struct lmpi_plain *in, int source, int comm, const lmpi_call *call);
/* MPI_REQUEST_NULL: the call is not plain. local: the source as a rank of the communicator. */
MPI_Request lmpi_plain_isend(const struct lmpi_plain *out, int dest, int comm, const lmpi_call *call);
MPI_Request lmpi_plain_irecv(const struct lmpi_plain *in, int source, int local, int comm, const lmpi_call *call);
/* MPI_Wait or MPI_Waitall, as lmpi_stackless_wait. */
enum lmpi_plainly lmpi_plain_wait(struct lmpi_waiting *w, int count, MPI_Request *requests, const lmpi_call *call);
/* Completes requests, which are matched. Adds the waiting time. False: they are not plain. */
bool lmpi_plain_complete(int count, MPI_Request *requests, double *wait_s);

#endif

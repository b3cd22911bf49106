/* record_handles.h - inside of libbsim-record.so: numbers of communicators and requests. A number is the smallest that
 * is free, so that loops have equal calls in each round. */
#ifndef LMPI_RECORD_HANDLES_H
#define LMPI_RECORD_HANDLES_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

struct record_comm {
    MPI_Comm handle;
    int number, rank, size;
};
/* NULL if the communicator was made by a call that is not recorded. */
const struct record_comm *record_comm_find(MPI_Comm comm);
/* Numbers a new communicator. */
const struct record_comm *record_comm_add(MPI_Comm comm);
/* Gives the number of a communicator back. Returns it, or -1. */
int record_comm_remove(MPI_Comm comm);

struct record_request {
    int number;
    int rank; /* of this process in the communicator */
    bool is_persistent;
    bool takes_any;        /* a receive of any source or tag */
    int64_t event;         /* whose source and tag are still open; -1: none */
    int source_at, tag_at; /* indexes of its arguments; -1: not open */
};
/* A request without a number; the handle may be one that is used several times (MPICH has one for all sends that end at
 * once). The pointer is good until the next call. */
struct record_request *record_request_add(MPI_Request handle);
/* The oldest with this handle; NULL if there is none. */
struct record_request *record_request_find(MPI_Request handle);
void record_request_remove(MPI_Request handle);

#endif

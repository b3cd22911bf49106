/* access.h - accesses to files: what the entry functions (read.c, write.c) have in common. */
#ifndef LMPI_ACCESS_H
#define LMPI_ACCESS_H

#include "lmpi/io/file.h"

/* Where an access begins: at the individual file pointer, at an offset, or at the shared file pointer. */
enum lmpi_where { LMPI_OWN, LMPI_AT, LMPI_SHARED };
/* One rank alone, all ranks of the file together, or all of them in the order of their ranks. */
enum lmpi_how { LMPI_SINGLE, LMPI_TOGETHER, LMPI_ORDERED };

/* A call of an access. */
typedef struct lmpi_access {
    lmpi_call call;
    bool real;           /* MPI_*: moves data; false: LMPI_*, takes time only */
    bool writes, begins; /* begins: a split access, whose status its end gives */
    enum lmpi_where where;
    enum lmpi_how how;
    MPI_File fh;
    MPI_Offset offset; /* of LMPI_AT, in etypes */
    void *buffer;
    int count;
    MPI_Datatype type;
    MPI_Status *status;
    MPI_Request *request; /* non-blocking accesses: set to a request that is complete when the access is */
    /* The following are not the caller's. */
    lmpi_file *file;
    int64_t at;    /* first byte of the view's data */
    int64_t bytes; /* of the access; of a read: up to the end of the file */
    int64_t share; /* together: what this rank, as an aggregator, accesses for all */
    bool one_node; /* together: all ranks are on one node */
} lmpi_access;

/* Makes an access. Returns an MPI error code. */
int lmpi_file_access(lmpi_access *access);

#endif

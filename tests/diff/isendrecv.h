/* isendrecv.h - a ring of MPI_Isendrecv that receive from any source, each completed by a function of the program. */
#ifndef ISENDRECV_H
#define ISENDRECV_H

#include "diff.h"

static void ring(int rank, int size, int n, const char *how, void (*complete)(MPI_Request *r, MPI_Status *status)) {
    int to = (rank + 1) % size;
    int *sent = malloc((size_t)n * sizeof *sent), *got = calloc((size_t)n, sizeof *got);
    MPI_Request r;
    MPI_Status status;
    for (int i = 0; i < n; i++)
        sent[i] = 1000 * rank + i;
    MPI_Isendrecv(sent, n - 1, MPI_INT, to, rank, got, n, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &r);
    complete(&r, &status);
    out("%s: %08x", how, sum_of(got, (size_t)n * sizeof *got));
    MPI_Barrier(MPI_COMM_WORLD); /* the wildcards may not get the messages below */
    free(sent);
    free(got);
}

#endif

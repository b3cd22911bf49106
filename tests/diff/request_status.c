/* request_status.c - MPI_Request_get_status: requests of all kinds, asked until they are complete, and before; each
 * stays until it is waited for. */
#include "diff.h"

/* Asks until the request is complete; then it is so at once. */
static MPI_Status ask(MPI_Request request) {
    MPI_Status status;
    int flag = 0;
    while (!flag)
        MPI_Request_get_status(request, &flag, &status);
    MPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE);
    if (!flag)
        out("the request is not complete any more");
    return status;
}

int main(int argc, char **argv) {
    int rank, size, flag = 0, got[4] = {0}, sum = 0;
    MPI_Status status;
    MPI_Request r[4];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int next = (rank + 1) % size, before = (rank + size - 1) % size;
    MPI_Request_get_status(MPI_REQUEST_NULL, &flag, &status);
    out("no request: %d, %d", flag, status.MPI_SOURCE == MPI_ANY_SOURCE);
    /* A receive from a named source and one from any, a synchronous send. */
    MPI_Irecv(&got[0], 1, MPI_INT, before, 1, MPI_COMM_WORLD, &r[0]);
    MPI_Irecv(&got[1], 1, MPI_INT, MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, &r[1]);
    MPI_Issend(&rank, 1, MPI_INT, next, 1, MPI_COMM_WORLD, &r[2]);
    MPI_Isend(&rank, 1, MPI_INT, next, 2, MPI_COMM_WORLD, &r[3]);
    for (int i = 0; i < 2; i++) {
        status = ask(r[i]);
        out("%d from %d tag %d", got[i], status.MPI_SOURCE, status.MPI_TAG);
    }
    ask(r[2]), ask(r[3]);
    MPI_Waitall(4, r, MPI_STATUSES_IGNORE);
    /* Persistent requests, inactive and active. */
    MPI_Recv_init(&got[2], 1, MPI_INT, before, 3, MPI_COMM_WORLD, &r[0]);
    MPI_Send_init(&rank, 1, MPI_INT, next, 3, MPI_COMM_WORLD, &r[1]);
    for (int round = 0; round < 3; round++) {
        MPI_Request_get_status(r[0], &flag, MPI_STATUS_IGNORE);
        MPI_Startall(2, r);
        status = ask(r[0]);
        out("round %d: inactive %d, %d from %d", round, flag, got[2], status.MPI_SOURCE);
        MPI_Wait(&r[0], MPI_STATUS_IGNORE);
        MPI_Wait(&r[1], MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&r[0]);
    MPI_Request_free(&r[1]);
    /* Collectives. */
    MPI_Iallreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &r[0]);
    MPI_Ibarrier(MPI_COMM_WORLD, &r[1]);
    ask(r[1]), ask(r[0]);
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    out("sum %d", sum);
    /* A rendezvous, asked for on one side only. */
    char *big = calloc(1, 1 << 20);
    MPI_Irecv(big, 1 << 20, MPI_BYTE, before, 4, MPI_COMM_WORLD, &r[0]);
    MPI_Sendrecv(&rank, 1, MPI_INT, next, 5, &got[3], 1, MPI_INT, before, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    char *other = malloc(1 << 20);
    memset(other, 'a' + rank, 1 << 20);
    MPI_Isend(other, 1 << 20, MPI_BYTE, next, 4, MPI_COMM_WORLD, &r[1]);
    status = ask(r[0]);
    int bytes;
    MPI_Get_count(&status, MPI_BYTE, &bytes);
    out("%d bytes, %c", bytes, big[bytes - 1]);
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    free(big), free(other);
    MPI_Finalize();
    return 0;
}

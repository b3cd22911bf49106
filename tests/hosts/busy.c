/* busy.c SECONDS: the last rank calculates for so long, by the clock of the processor, and receives nothing meanwhile.
 * The first one sends it more than all buffers between two hosts hold. */
#define _GNU_SOURCE
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { MESSAGES = 64, BYTES = 1 << 20 };

static double now(void) {
    struct timespec t;
    syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &t); /* the function is virtual */
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int argc, char **argv) {
    int rank, ranks;
    double end = now() + atof(argv[1]);
    char *data = calloc(BYTES, 1);
    MPI_Request request[MESSAGES];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (rank == 0) {
        for (int i = 0; i < MESSAGES; i++)
            MPI_Isend(data, BYTES, MPI_BYTE, ranks - 1, i, MPI_COMM_WORLD, &request[i]);
        MPI_Waitall(MESSAGES, request, MPI_STATUSES_IGNORE);
    }
    if (rank == ranks - 1) {
        while (now() < end)
            ;
        for (int i = 0; i < MESSAGES; i++)
            MPI_Recv(data, BYTES, MPI_BYTE, 0, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    free(data);
    return 0;
}

/* patterns.c - exchanges of messages between all processes, with calculation between them, for the lab
 * (scripts/lab.py). usage: patterns PATTERN BYTES ROUNDS SECONDS [SEED]
 *
 * Each of ROUNDS rounds calculates for SECONDS and then communicates:
 *   alltoall   MPI_Alltoall with blocks of BYTES
 *   irregular  each process sends three messages of BYTES / 2 to 3 BYTES / 2 to random processes, non-blocking
 *   shift      each process sends BYTES to the one half of the processes away, and receives as many
 *   half       the processes of the first half send BYTES to those of the second
 *   bcast, allreduce, allgather   the collective with BYTES (allgather: of each process) */
#include <lmpi/lmpi.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EACH = 3, MOST = 2048 };

static unsigned next(unsigned *state) {
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

/* All processes draw all messages, so that each knows what comes to it. */
static void irregular(int rank, int size, int bytes, unsigned *state) {
    MPI_Request request[MOST];
    int n = 0;
    for (int from = 0; from < size; from++)
        for (int k = 0; k < EACH; k++) {
            int to = (from + 1 + (int)(next(state) % (unsigned)(size - 1))) % size;
            int many = bytes / 2 + (int)(next(state) % (unsigned)(bytes + 1));
            if (to == rank && n < MOST)
                LMPI_Irecv(NULL, many, MPI_BYTE, from, k, MPI_COMM_WORLD, &request[n++]);
            if (from == rank && n < MOST)
                LMPI_Isend(NULL, many, MPI_BYTE, to, k, MPI_COMM_WORLD, &request[n++]);
        }
    MPI_Waitall(n, request, MPI_STATUSES_IGNORE);
}

static void half(int rank, int size, int bytes) {
    int middle = size / 2;
    if (rank < middle)
        LMPI_Send(NULL, bytes, MPI_BYTE, rank + middle, 0, MPI_COMM_WORLD);
    else if (rank < 2 * middle)
        LMPI_Recv(NULL, bytes, MPI_BYTE, rank - middle, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static int round_of(const char *pattern, int rank, int size, int bytes, unsigned *state) {
    MPI_Comm world = MPI_COMM_WORLD;
    int across = (rank + size / 2) % size, back = (rank - size / 2 + size) % size;
    if (strcmp(pattern, "alltoall") == 0)
        LMPI_Alltoall(NULL, bytes, MPI_BYTE, NULL, bytes, MPI_BYTE, world);
    else if (strcmp(pattern, "irregular") == 0)
        irregular(rank, size, bytes, state);
    else if (strcmp(pattern, "shift") == 0)
        LMPI_Sendrecv(NULL, bytes, MPI_BYTE, across, 0, NULL, bytes, MPI_BYTE, back, 0, world, MPI_STATUS_IGNORE);
    else if (strcmp(pattern, "half") == 0)
        half(rank, size, bytes);
    else if (strcmp(pattern, "bcast") == 0)
        LMPI_Bcast(NULL, bytes, MPI_BYTE, 0, world);
    else if (strcmp(pattern, "allreduce") == 0)
        LMPI_Allreduce(NULL, NULL, bytes / (int)sizeof(double), MPI_DOUBLE, MPI_SUM, world);
    else if (strcmp(pattern, "allgather") == 0)
        LMPI_Allgather(NULL, bytes, MPI_BYTE, NULL, bytes, MPI_BYTE, world);
    else
        return -1;
    return 0;
}

int main(int argc, char **argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int bytes = argc > 2 ? atoi(argv[2]) : 0, rounds = argc > 3 ? atoi(argv[3]) : 1;
    double seconds = argc > 4 ? atof(argv[4]) : 0;
    unsigned state = argc > 5 ? (unsigned)atoi(argv[5]) : 1;
    for (int i = 0; i < rounds; i++) {
        BSIM_Add_time(seconds);
        if (argc < 3 || size < 2 || round_of(argv[1], rank, size, bytes, &state) != 0) {
            fprintf(stderr, "usage: patterns PATTERN BYTES ROUNDS SECONDS [SEED], with at least two processes\n");
            MPI_Abort(MPI_COMM_WORLD, 2);
        }
    }
    MPI_Finalize();
    return 0;
}

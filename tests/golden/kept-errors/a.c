/* Loops that stay, and that an error ends with the process: they are blocks. */
#include <assert.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(x)                                                                                                       \
    do {                                                                                                               \
        if (!(x)) {                                                                                                    \
            fprintf(stderr, "%s:%d: wrong\n", __FILE__, __LINE__);                                                     \
            exit(1);                                                                                                   \
        }                                                                                                              \
    } while (0)

static void die(const char *what)
{
    fprintf(stderr, "%s\n", what);
    MPI_Abort(MPI_COMM_WORLD, 3);
}

static int owner[1000], counts[8][16];

int main(int argc, char **argv)
{
    int rank, size, n = 1000;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (argc > 1)
        n = atoi(argv[1]);
    for (int i = 0; i < n; i++)
        owner[i] = i * 7 % size;

    for (int i = 0; i < n; i++) {
        if (owner[i] < 0 || owner[i] >= size) {
            fprintf(stderr, "owner %d\n", owner[i]);
            exit(-1);
        }
        counts[0][owner[i]]++;
    }
    MPI_Bcast(owner, counts[0][0], MPI_INT, 0, MPI_COMM_WORLD);

    for (int i = 0; i < n; i++) {
        assert(owner[i] < size);
        counts[1][owner[i]]++;
    }
    MPI_Bcast(owner, counts[1][0], MPI_INT, 0, MPI_COMM_WORLD);

    for (int i = 0; i < n; i++) {
        CHECK(owner[i] >= 0);
        counts[2][owner[i]]++;
    }
    MPI_Bcast(owner, counts[2][0], MPI_INT, 0, MPI_COMM_WORLD);

    for (int i = 0; i < n; i++) {
        if (owner[i] >= size) {
            if (rank == 0)
                fprintf(stderr, "owner %d\n", owner[i]);
            MPI_Abort(MPI_COMM_WORLD, 2);
        }
        counts[3][owner[i]]++;
    }
    MPI_Bcast(owner, counts[3][0], MPI_INT, 0, MPI_COMM_WORLD);

    for (int i = 0; i < n; i++) {
        if (owner[i] >= size)
            die("owner");
        counts[4][owner[i]]++;
    }
    MPI_Bcast(owner, counts[4][0], MPI_INT, 0, MPI_COMM_WORLD);

    for (int i = 0; i < n; i++) {
        if (owner[i] >= size) {
            MPI_Finalize();
            exit(1);
        }
        counts[5][owner[i]]++;
    }
    MPI_Bcast(owner, counts[5][0], MPI_INT, 0, MPI_COMM_WORLD);

    /* what it prints does not stay */
    for (int i = 0; i < n; i++) {
        if (counts[5][owner[i]] == 0)
            fprintf(stderr, "owner %d\n", owner[i]);
        if (owner[i] >= size)
            exit(1);
        counts[6][owner[i]]++;
    }
    MPI_Bcast(owner, counts[6][0], MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}

#include <mpi.h>
#include <stdlib.h>

/* A loop of a macro, which has a message, too. */
#define EXCHANGE(n, call)                        \
    do {                                         \
        for (int i = 0; i < n * n; i++)          \
            cells[i % 1000] += 0.5 * borders[0]; \
        call;                                    \
    } while (0)

static double cells[1000], borders[1000];

static void relax(int n) {
    for (int i = 0; i < n; i++)
        borders[i % 1000] += 0.5;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int n = argc > 1 ? atoi(argv[1]) : 100;
    relax(n);
    EXCHANGE(n, MPI_Bcast(borders, n, MPI_DOUBLE, 0, MPI_COMM_WORLD));
    MPI_Finalize();
    return 0;
}

#include <mpi.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

/* A loop of a macro, which has a message, too. */
#define EXCHANGE(n, call)                        \
    do {                                         \
        for (int i = 0; i < n * n; i++)          \
            BSIM_G(cells)[i % 1000] += 0.5 * BSIM_G(borders)[0]; \
        call;                                    \
    } while (0)

BSIM_PRIVATE static double cells[1000], borders[1000];

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int n = argc > 1 ? atoi(argv[1]) : 100;
    BSIM_Add_time(BSIM_cost(0, n)); /* main.1: a.c:22 */
    EXCHANGE(n, LMPI_Bcast(NULL, n, MPI_DOUBLE, 0, MPI_COMM_WORLD));
    MPI_Finalize();
    return 0;
}

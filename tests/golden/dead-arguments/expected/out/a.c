#include <mpi.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

struct field {
    int nx, ny;
    double *u, *v;
};

static int halo(int n, int up)
{
    BSIM_Add_time(BSIM_cost(0, n)); /* halo.1: a.c:21-22 */
    return LMPI_Sendrecv(NULL, n, MPI_DOUBLE, up, 3, NULL, n, MPI_DOUBLE, up, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    struct field f = {8, 4, NULL, NULL};
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    BSIM_Add_time(BSIM_cost(1, f.nx, f.ny)); /* main.1: a.c:36-37 */
    for (int y = 0; y < f.ny / 2; y++)
        halo(f.nx, rank ^ 1);
    MPI_Finalize();
    return 0;
}

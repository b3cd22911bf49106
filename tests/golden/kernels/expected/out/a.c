#include <math.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <lmpi/lmpi.h>

struct grid {
    int n, m;
    struct {
        int low, high;
    } range[2];
    double *at;
};

BSIM_PRIVATE static int levels = 3;

static void solve(struct grid *g)
{
    int half = g->n / 2, one = 1, columns = g->m;

    BSIM_Add_time(BSIM_cost(0, g->n, g->m, half)); /* cblas_dgemm: a.c:42 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(1, g->n, columns, one)); /* dgemm_: a.c:44 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(2, g->range[1].high - g->range[1].low - 1, g->m)); /* solve.3: a.c:46 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(3, half, BSIM_G(levels))); /* solve.4: a.c:48-50 */
    /* One operation costs nothing. */
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    struct grid g = {8, 6, {{0, 3}, {1, 5}}, NULL};

    MPI_Init(&argc, &argv);
    for (int step = 0; step < 2; step++) {
        solve(&g);
        BSIM_Add_time(BSIM_cost(4, step)); /* main.1: a.c:69-70 */
        LMPI_Allreduce(MPI_IN_PLACE, NULL, g.m, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}

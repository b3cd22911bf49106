#include <mpi.h>
#include <bsim/bsim.h>

static void plan(double *x, int from, int to)
{
    BSIM_Add_time(BSIM_cost(2, to - from)); /* plan@plan/b.c.1: plan/b.c:5-6 */
    MPI_Barrier(MPI_COMM_WORLD);
}

void plan_b(int n)
{
    plan(NULL, n / 4, n / 2);
}

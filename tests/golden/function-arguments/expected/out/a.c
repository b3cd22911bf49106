#include <mpi.h>
#include <bsim/bsim.h>

static int even(int n)
{
    return n % 2 == 0;
}

static int fill(int n, int (*take)(int))
{
    int taken = 0;

    BSIM_Add_time(BSIM_cost(0, n)); /* fill.1: a.c:24-26 */
    for (int i = 0; i < n; i++)
        if (take(i))
            taken++;
    BSIM_Add_time(BSIM_cost(1, n)); /* fill.2: a.c:27-28 */
    return taken;
}

int main(int argc, char **argv)
{
    int n;

    MPI_Init(&argc, &argv);
    n = fill(10, even) + fill(20, even);
    for (int i = 0; i < n; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}

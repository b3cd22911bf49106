#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

static void *get(size_t size)
{
    void *p = malloc(size);

    return p;
}

/* Behind an assignment, what the declaration says does not count. */
static int exchange(int n, int to)
{
    int failed, *flag = 0;

    BSIM_Add_time(BSIM_cost(0, n)); /* exchange.1: a.c:22 */
    flag = get(sizeof(int));
    failed = 0;
    MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (failed)
        return 2;
    {
        *flag = LMPI_Sendrecv(NULL, n, MPI_DOUBLE, to, 0, NULL, n, MPI_DOUBLE, to, 0, MPI_COMM_WORLD,
                             MPI_STATUS_IGNORE);
    }
    free(flag);
    return 0;
}

/* Another call's failure: not known. */
static FILE *find(const char *name)
{
    FILE *f = fopen(name, "r");

    if (f == NULL)
        MPI_Barrier(MPI_COMM_SELF);
    return 0;
}

int main(int argc, char **argv)
{
    int rank, n = 4;
    int *steps;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    steps = get(n * sizeof(int));
    steps[rank] = rank;
    if (exchange(n + steps[rank] / 4, rank ^ 1) == 0)
        MPI_Barrier(MPI_COMM_WORLD);
    find(argv[0]);
    MPI_Finalize();
    free(steps);
    return 0;
}

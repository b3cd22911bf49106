/* Parameters that the program reads on a condition. Where that does not hold, what they stand for is not there. */
#include <limits.h>
#include <mpi.h>
#include <stdlib.h>

static double v[4096];

static void work(int rounds)
{
    for (int i = 0; i < rounds; i++)
        v[i & 4095] += i * 1.5;
}

/* "INT_MIN / -1" */
static void quotients(int a, int b)
{
    for (int k = 0; k < 2; k++)
        if (b != -1)
            for (int i = 0; i < a / b; i++)
                v[i & 4095] += i * 1.5;
    MPI_Barrier(MPI_COMM_WORLD);
    for (int k = 0; k < 2; k++)
        if (b != -1 && a % b == 3)
            work(b * 100);
    MPI_Barrier(MPI_COMM_WORLD);
}

/* no condition but the rounds of the loop around */
static void pointers(int rounds, const int *p)
{
    for (int r = 0; r < rounds; r++)
        work(*p);
    MPI_Barrier(MPI_COMM_WORLD);
}

/* arrays of unknown size, whose index nothing tests, or which another value tells to be one */
static void arrays(int on, int k, int n, const int *at)
{
    if (on)
        work(at[k]);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int r = 0; r < on; r++)
        work(at[k + 1]);
    MPI_Barrier(MPI_COMM_WORLD);
    if (k < n)
        work(at[k]);
    MPI_Barrier(MPI_COMM_WORLD);
    if (on)
        work(at[k]);
    if (n > 2)
        work(at[k]); /* on another one, too */
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int a = atoi(argv[1]), b = atoi(argv[2]), on = atoi(argv[3]), k = atoi(argv[4]), size;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int *at = calloc(size, sizeof *at), all[64];
    at[0] = 5;
    MPI_Allgather(&on, 1, MPI_INT, at, 1, MPI_INT, MPI_COMM_WORLD);
    MPI_Gatherv(v, at[0] & 7, MPI_INT, all, at, at, MPI_INT, 0, MPI_COMM_WORLD);
    quotients(a, b);
    pointers(on, on ? at : NULL);
    arrays(on, k, size, at);
    MPI_Finalize();
    return v[7] > 1e300;
}

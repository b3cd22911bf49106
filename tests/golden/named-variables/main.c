#include <mpi.h>
#include <stdio.h>

static int state[2];
static int spare[2];
static int *kept = spare;

static void set(const int *seed)
{
    for (int i = 0; i < 2; ++i)
        state[i] = seed[i];
}

static int draw(void)
{
    state[0] = (state[0] * 171 + state[1]) % 1009;
    return state[0];
}

/* Its static arrays are given to set, too; other calls of set have nothing to do with them. */
static double matrix(double *a, int n)
{
    static int start[2], i;

    start[0] = draw();
    start[1] = n;
    set(start);
    for (i = 0; i < n; i++)
        a[i] = draw();
    return a[n / 2];
}

static int *address(void)
{
    return kept;
}

/* Changes what main reads by name, without naming it. */
static void change(int by)
{
    address()[1] += by;
}

int main(int argc, char **argv)
{
    double a[64], middle;
    int seed[2] = {argc, 7}, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    set(seed);
    middle = matrix(a, 64);
    seed[0] = size;
    set(seed);
    spare[1] = 2;
    change(3);
    MPI_Bcast(a, 1 + draw() % 32, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(a, spare[1], MPI_DOUBLE, 0, MPI_COMM_WORLD);
    printf("%g\n", middle + a[0]);
    MPI_Finalize();
    return 0;
}

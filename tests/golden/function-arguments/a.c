#include <mpi.h>

static double table[1000];

static double pair(double r)
{
    return 1 / (r * r);
}

static double embed(double r)
{
    return r * r;
}

static int even(int n)
{
    return n % 2 == 0;
}

static int fill(int n, double (*f)(double), int (*take)(int))
{
    int taken = 0;

    for (int i = 0; i < n; i++)
        if (take(i))
            taken++;
    for (int i = 0; i < n; i++)
        table[i] += f(i + 1);
    return taken;
}

int main(int argc, char **argv)
{
    int n;

    MPI_Init(&argc, &argv);
    n = fill(10, pair, even) + fill(20, embed, even);
    for (int i = 0; i < n; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}

/* A recursive function that a macro calls together with a reduction stays, and its loop holds no block. */
#include <mpi.h>
#include <stdlib.h>

#define SUM(to, x)                                                                                                     \
    do {                                                                                                               \
        double value = (x);                                                                                            \
        MPI_Allreduce(&value, &(to), 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);                                          \
    } while (0)

static double permute(int *p, int k, int n)
{
    if (k == n)
        return p[0] * 0.5 + p[n - 1];
    double s = 0;
    for (int i = k; i < n; i++) {
        int t = p[k];
        p[k] = p[i];
        p[i] = t;
        s += permute(p, k + 1, n);
        t = p[k];
        p[k] = p[i];
        p[i] = t;
    }
    return s;
}

int main(int argc, char **argv)
{
    int p[12] = {1, 2, 3, 4, 5, 6}, n = 4;
    double g;

    MPI_Init(&argc, &argv);
    for (int i = 1; i < argc; i++) /* options take no time */
        n = atoi(argv[i]);
    SUM(g, permute(p, 0, n));
    if (g > 1)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}

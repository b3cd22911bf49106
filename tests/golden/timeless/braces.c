/* Macros open and close braces of an if with an else: what stands between them is one statement. */
#include <mpi.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define BEGIN if (mode < 3) {
#define END                                                                                                            \
    }                                                                                                                  \
    else                                                                                                               \
    {                                                                                                                  \
        fprintf(stderr, "no such mode\n");                                                                             \
    }
#define BARRIERS(n)                                                                                                    \
    for (int round = 0; round < (n); round++)                                                                          \
    MPI_Barrier(MPI_COMM_WORLD)

int main(int argc, char **argv)
{
    int n = 100, mode = argc;
    double *a, s = 0, g = 0;

    MPI_Init(&argc, &argv);
    a = calloc(n, sizeof *a);
    BEGIN
    for (int k = 0; k < 20; k++) {
        for (int j = 0; j < n; j++)
            s += sqrt(a[j] + k);
        MPI_Allreduce(&s, &g, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    END
    BARRIERS(3); /* takes no time but that of its messages */
    printf("%g\n", g);
    free(a);
    MPI_Finalize();
    return 0;
}

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define RELAX(x)                                                                                                       \
    do {                                                                                                               \
        for (int j = 0; j < 40; j++)                                                                                   \
            (x) = 0.5 * ((x) + 3 / (x));                                                                               \
    } while (0)
#define SUM(x, y) ((y) += walk(x))
#define TWICE(x) RELAX(x)
#define OPEN(x)                                                                                                        \
    for (int j = 0; j < 10; j++)                                                                                       \
    (x) += 1

static double v[1000], sum;

static double walk(double x) {
    while (x > 1)
        x *= 0.7;
    return x;
}

int main(int argc, char **argv) {
    int rank, n = argc > 1 ? atoi(argv[1]) : 100;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < n; i++)
        v[i] = 1 + (i * 7919 + rank) % 100;
    for (int k = 0; k < 5; k++) {
        for (int i = 0; i < n; i++)
            if (v[i] > 50)
                RELAX(v[i]);
            else
                SUM(v[i], sum);
        MPI_Barrier(MPI_COMM_WORLD);
        for (int i = 0; i < n; i++)
            if (v[i] > 20) TWICE(v[i]);
        MPI_Barrier(MPI_COMM_WORLD);
        for (int i = 0; v[i] < 90 && i < n - 1; i++)
            OPEN(v[i]);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    printf("%.3f\n", sum + v[n - 1]);
    MPI_Finalize();
    return 0;
}

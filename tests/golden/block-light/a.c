/* Loops in which a comparison of the counter decides on little code: what the
 * counter is compared with is a bound. */
#include <mpi.h>
#include <stdlib.h>

static double x[1000];

static void skips(int n) {
    for (int i = 0; i < 100; i++) {
        if (i > n)
            continue;
        x[i] = x[i] * 0.5 + 1;
    }
}

static void up_to(int n) {
    for (int i = 0; i < 100; i++)
        if (i <= n)
            x[i] = x[i] * 0.5 + 1;
}

static void above(int n) {
    for (int i = 0; i < 100; i++)
        if (n > i) {
            x[i] = x[i] * 0.5 + 1;
            x[i] += 2;
            x[i + 1] *= 3;
        }
}

static void below_the_diagonal(int n, int m) {
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++)
            if (j <= i + n)
                x[i] = x[j] * 0.5 + 1;
}

/* One round of many: no bound. */
static void one(int n, int m) {
    for (int i = 0; i < m; i++) {
        if (i == n)
            x[i] = 2;
        else
            x[i] *= 3;
    }
}

/* Data, and a constant. */
static void data(int m) {
    for (int i = 0; i < m; i++) {
        if (i < x[i])
            x[i] *= 3;
        if (i > 2)
            x[i] += 1;
    }
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 5, m = argc > 2 ? atoi(argv[2]) : 9;
    MPI_Init(&argc, &argv);
    skips(n);
    MPI_Barrier(MPI_COMM_WORLD);
    up_to(n);
    MPI_Barrier(MPI_COMM_WORLD);
    above(n);
    MPI_Barrier(MPI_COMM_WORLD);
    below_the_diagonal(n, m);
    MPI_Barrier(MPI_COMM_WORLD);
    one(n, m);
    MPI_Barrier(MPI_COMM_WORLD);
    data(m);
    MPI_Finalize();
    return 0;
}

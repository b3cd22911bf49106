#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include "list.h"

static double first_above(const double *v, int n, double limit)
{
    for (int i = 0; i < n; i++)
        if (v[i] > limit)
            return i;
    return -1;
}

/* A label in a loop, which a goto enters. */
static double into(double x)
{
    if (x > 3)
        goto inside;
    while (x > 1) {
    inside:
        x /= 2;
    }
    return x;
}

static struct item *make_list(int n)
{
    struct item *l = NULL;
    for (int i = 0; i < n; i++) {
        struct item *new = malloc(sizeof *new);
        new->value = i;
        new->next = l;
        l = new;
    }
    return l;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 100, rank, many = 0;
    double sum = 0, *x;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    x = malloc((size_t)n * sizeof *x);
    for (int i = 0; i < n; i++)
        x[i] = i / 16.0;
    struct item *l = make_list(n / 2);
    for (int i = 0; i < n; i++)
        many += x[i] > 2;
    for (int step = 0; step < 3; step++) {
        MPI_Barrier(MPI_COMM_WORLD);
        if (step != 1)
            while (sum < 8 * step) sum += x[step + 8];
        else do sum += 1; while (sum < 20);
        MPI_Barrier(MPI_COMM_WORLD);
        sum += first_above(x, n, 2);
        sum += into(x[n / 2]);
        MPI_Barrier(MPI_COMM_WORLD);
        for (int i = 0; i < n; i++) for (int k = 0; k < (int)x[i]; k++) if (x[k] < 0.25) sum += x[i] / (1 + x[k]) / (2 + x[k]) / (3 + x[i]) / (4 + x[k]) * (x[i] + 5) * (x[i] + 6) * (x[i] + 7);
        MPI_Barrier(MPI_COMM_WORLD);
        sum += list_sum(l);
        MPI_Barrier(MPI_COMM_WORLD);
        for (int i = 0; i < many; i++)
            sum += x[i];
        MPI_Barrier(MPI_COMM_WORLD);
    }
    if (rank == 0)
        printf("%g\n", sum);
    MPI_Finalize();
    return 0;
}

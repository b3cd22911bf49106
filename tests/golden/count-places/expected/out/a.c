#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include "list.h"
#include <bsim/bsim.h>

static double first_above(const double *v, int n, double limit)
{
    { BSIM_Rounds(2); for (int i = 0; i < n; i++)
        { BSIM_Round(2);
        if (v[i] > limit)
            return i; } }
    return -1;
}

/* A label in a loop, which a goto enters. */
static double into(double x)
{
    if (x > 3)
        goto inside;
    BSIM_Count(3);
    while (x > 1) { BSIM_Count(4);
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
    BSIM_Block_begin(0, n);
    for (int i = 0; i < n; i++)
        x[i] = i / 16.0;
    struct item *l = make_list(n / 2);
    for (int i = 0; i < n; i++)
        many += x[i] > 2;
    BSIM_Block_end(0);
    for (int step = 0; step < 3; step++) {
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Block_begin(1, step != 1, step);
        if (step != 1)
            { BSIM_Rounds(0); while (sum < 8 * step) { BSIM_Round(0);
            sum += x[step + 8]; } }
        else { BSIM_Rounds(1); do { BSIM_Round(1);
        sum += 1; } while (sum < 20); }
        BSIM_Block_end(1);
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Block_begin(2, n);
        sum += first_above(x, n, 2);
        sum += into(x[n / 2]);
        BSIM_Block_end(2);
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Block_begin(3, n);
        for (int i = 0; i < n; i++) { BSIM_Rounds(5); for (int k = 0; k < (int)x[i]; k++) { BSIM_Round(5);
        if (x[k] < 0.25) { BSIM_Count(6);
        sum += x[i] / (1 + x[k]) / (2 + x[k]) / (3 + x[i]) / (4 + x[k]) * (x[i] + 5) * (x[i] + 6) * (x[i] + 7); } } }
        BSIM_Block_end(3);
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Block_begin(4);
        sum += list_sum(l);
        BSIM_Block_end(4);
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Block_begin(5); BSIM_Count_value(8, many);
        for (int i = 0; i < many; i++)
            sum += x[i];
        BSIM_Block_end(5);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    if (rank == 0)
        printf("%g\n", sum);
    MPI_Finalize();
    return 0;
}

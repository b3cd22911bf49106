/* Jumps over blocks: what decides on them stays, or is a parameter or a count of the block, or is told. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define LEAVE_IF(c)                                                                                                    \
    if (c)                                                                                                             \
    goto out

static double work(double *x, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * 1.1;
    return sum;
}

static void after_return(double *x, int n, int mode) {
    MPI_Barrier(MPI_COMM_WORLD);
    if (mode == 1)
        return;
    x[2] += work(x, n);
}

static void after_nested_return(double *x, int n, int mode) {
    MPI_Barrier(MPI_COMM_WORLD);
    if (n < 10 || mode == 2) {
        printf("small\n");
        return;
    }
    x[2] += work(x, n);
}

static int returned(double *x, int n, int mode) {
    MPI_Barrier(MPI_COMM_WORLD);
    if (mode == 1)
        return 0;
    return work(x, n) > 0;
}

static void after_goto(double *x, int n, int mode) {
    if (mode == 1)
        goto out;
    x[2] += work(x, n);
out:
    MPI_Barrier(MPI_COMM_WORLD);
}

static void after_macro(double *x, int n, int mode) {
    MPI_Barrier(MPI_COMM_WORLD);
    LEAVE_IF(mode == 1);
    x[2] += work(x, n);
out:;
}

static void after_switch(double *x, int n, int mode) {
    MPI_Barrier(MPI_COMM_WORLD);
    switch (mode) {
    case 1:
        return;
    }
    x[2] += work(x, n);
}

static void two_ways(double *x, int n, int mode) {
    MPI_Barrier(MPI_COMM_WORLD);
    if (mode == 1)
        goto long_way;
    x[1] += work(x, n);
    goto out;
long_way:
    x[2] += work(x, 3 * n);
out:
    MPI_Barrier(MPI_COMM_WORLD);
}

/* What decides would bring computation back. */
static void after_data(double *x, int n) {
    MPI_Barrier(MPI_COMM_WORLD);
    if (x[7] > 0)
        return;
    x[2] += work(x, n);
}

static void after_data_in_macro(double *x, int n) {
    MPI_Barrier(MPI_COMM_WORLD);
    LEAVE_IF(x[7] > 0);
    x[2] += work(x, n);
out:;
}

/* Jumps in a block, deeper than in the part of an if. */
static void braces(double *x, int n, int mode) {
    {
        if (mode == 1)
            return;
    }
    x[2] += work(x, n);
}

static void both_return(double *x, int n, int mode) {
    if (mode == 1) {
        if (n > 7)
            return;
        else
            x[4] = 1;
    }
    x[2] += work(x, n);
}

static void by_case(double *x, int n, int mode) {
    switch (mode) {
    case 0:
        return;
    case 1:
        break;
    default:
        goto out;
    }
    x[2] += work(x, n);
out:;
}

static void continued(double *x, int n, int mode) {
    for (int i = 0; i < n; i++) {
        switch (mode) {
        case 1:
            continue;
        }
        x[i] += work(x, 5);
    }
}

/* An error ends the program: it decides nothing. */
static void checked(double *x, int n) {
    {
        if (n < 0)
            MPI_Abort(MPI_COMM_WORLD, 1);
    }
    x[2] += work(x, n);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]), mode = atoi(argv[2]);
    double *x = calloc((size_t)n + 8, sizeof *x);
    for (int step = 0; step < 4; step++) {
        MPI_Barrier(MPI_COMM_WORLD);
        if (step % 2)
            continue;
        x[0] += work(x, n);
    }
    after_return(x, n, mode);
    after_nested_return(x, n, mode);
    x[1] = returned(x, n, mode);
    after_goto(x, n, mode);
    after_macro(x, n, mode);
    after_switch(x, n, mode);
    two_ways(x, n, mode);
    after_data(x, n);
    after_data_in_macro(x, n);
    MPI_Barrier(MPI_COMM_WORLD);
    braces(x, n, mode);
    MPI_Barrier(MPI_COMM_WORLD);
    both_return(x, n, mode);
    MPI_Barrier(MPI_COMM_WORLD);
    by_case(x, n, mode);
    MPI_Barrier(MPI_COMM_WORLD);
    continued(x, n, mode);
    MPI_Barrier(MPI_COMM_WORLD);
    checked(x, n);
    MPI_Finalize();
    return 0;
}

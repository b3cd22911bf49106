/* Calls that leave statements which stay: their time stays. */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define SHOWN(n, x) dot(n, x, x)

static double dot(int n, const double *x, const double *y)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += x[i] * y[i];
    return s;
}

static double *packed(int n, const double *x, double *to)
{
    for (int i = 0; i < n; i++)
        to[i] = x[i] * 2;
    return to;
}

/* the value that is returned */
static double norm(int n, double *x)
{
    MPI_Barrier(MPI_COMM_WORLD);
    x[0] += 1;
    return sqrt(dot(n, x, x));
}

static double global(double mine)
{
    double all;
    MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return all;
}

static void show(double value, int n)
{
    MPI_Barrier(MPI_COMM_WORLD);
    printf("%g %d\n", value, n);
}

static int always(int n, double value)
{
    if (value > 1e300)
        printf("large\n");
    return n;
}

/* conditions; those of loops are told */
static void decide(int n, double *x)
{
    if (always(n, dot(n, x, x)) > 5)
        MPI_Barrier(MPI_COMM_WORLD);
    else if (always(n, dot(n + 1, x, x)) > 3)
        MPI_Barrier(MPI_COMM_WORLD);
    switch (always(n, dot(n + 2, x, x))) {
    case 20:
        MPI_Barrier(MPI_COMM_WORLD);
    }
    while (always(n, dot(n + 3, x, x)) > 50) {
        n--;
        MPI_Barrier(MPI_COMM_WORLD);
    }
    for (int i = always(0, dot(n, x, x)); i < always(3, dot(n, x, x)); i += always(1, dot(n, x, x)))
        MPI_Barrier(MPI_COMM_WORLD);
}

/* in a block that a return leaves, what it computes is in the block */
static double pick(int n, double *x, int kind)
{
    MPI_Barrier(MPI_COMM_WORLD);
    if (kind == 1)
        return dot(n, x, x);
    switch (kind) {
    case 2:
        return dot(n, x, x) + x[0];
    }
    return 0;
}

/* of two arms, each its own */
static double either(int n, double *x)
{
    if (n > 10) {
        MPI_Barrier(MPI_COMM_WORLD);
        return dot(n, x, x);
    }
    if (n > 5)
        return dot(n, x, x), 0.5;
    MPI_Barrier(MPI_COMM_WORLD);
    return 1;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = argc > 1 ? atoi(argv[1]) : 20;
    double *x = calloc(n, sizeof *x), *y = calloc(n, sizeof *y);
    double a = norm(n, x);
    double b = dot(n, x, y) * global(1);   /* beside a call that stays */
    double c = global(dot(n, y, y));       /* an argument */
    if (n > 5)
        show(sqrt(dot(n, x, x)), n);
    MPI_Bcast(packed(n, x, y), n, MPI_DOUBLE, 0, MPI_COMM_WORLD); /* a buffer */
    double d = dot(n, x, y), *z = malloc(n * sizeof *z);
    MPI_Bcast(z, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    double f = pick(n, x, argc);
    f += either(n, x);
    decide(n, x);
    show(dot(n, x, x), (int)dot(n, y, x)); /* two: told */
    show(SHOWN(n, x), n);                  /* in a macro: told */
    show(n > 3 ? dot(n, z, z) : 0, n);     /* not always: told */
    printf("%g\n", a + b + c + d + f + y[0]);
    MPI_Finalize();
    return dot(n, x, x) > 5;
}

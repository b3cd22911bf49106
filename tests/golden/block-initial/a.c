/* What a block reads and writes later is a parameter: it stood there before. */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
typedef struct {
    double *v;
    int n, many;
} box;
static int total;

static void halve(double *x, int n)
{
    while (n > 1) {
        for (int i = 0; i < n; i++)
            x[i] += x[n - 1 - i];
        n /= 2;
    }
}

static void filter(box *b)
{
    int keep = 0;
    for (int i = 0; i < b->n; i++)
        if (b->v[i] > 0.5)
            b->v[keep++] = b->v[i];
    b->n = keep;
}

static void drain(box *b)
{
    while (b->many > 0) {
        b->v[0] += sqrt(b->v[b->many - 1]);
        b->many--;
    }
}

static void grow(double *x)
{
    for (int i = 0; i < total; i++)
        x[i] *= 2;
    total++;
}

/* overwrites what stood there: no parameter */
static void reset(box *b)
{
    if (b->v)
        b->n = 7;
    else
        b->n = 5;
}

static void set(int *n)
{
    *n = 9;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = argc > 1 ? atoi(argv[1]) : 20, m = n, k = n, none, zero = 0;
    double *x = calloc(n, sizeof *x);
    box b = {calloc(n, sizeof(double)), n, n};
    total = n - 5;
    MPI_Barrier(MPI_COMM_WORLD);
    halve(x, n);
    MPI_Barrier(MPI_COMM_WORLD);
    filter(&b);
    MPI_Barrier(MPI_COMM_WORLD);
    drain(&b);
    MPI_Barrier(MPI_COMM_WORLD);
    grow(x);
    MPI_Barrier(MPI_COMM_WORLD);
    while (m > 1) {
        x[0] += x[m - 1] * 0.5;
        m -= 3;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    while (k > 1) {
        x[0] += x[k - 1] * 0.5;
        k = k / 2;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    for (int j = 0; j < b.n; j++) {
        x[j] += 1.5;
        if (x[j] > 7)
            b.n--;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    for (int j = 0; j < n; j++) /* n alone */
        x[j] += 2.5;
    reset(&b);
    for (int j = 0; j < b.n; j++)
        x[j] += 2.5;
    set(&none); /* overwrites it, too */
    while (none > 0)
        x[none--] += 3.5;
    MPI_Barrier(MPI_COMM_WORLD);
    while (zero < 8) /* no parameter */
        x[zero++] += 4.5;
    MPI_Barrier(MPI_COMM_WORLD);
    printf("%g %d %d %d\n", x[0], total, b.n, m);
    MPI_Finalize();
    return 0;
}

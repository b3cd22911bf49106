#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

/* How long each task takes, and whether it is done at all, is drawn once. The second argument and the third decide how. */
static void draw(int *length, char *alive, int n, int most, double share)
{
    unsigned s = 7;
    for (int i = 0; i < n; i++) {
        s = s * 1664525u + 1013904223u;
        length[i] = (int)((s >> 9) % (unsigned)most);
        alive[i] = (s >> 8) % 1000 < share * 1000;
    }
}

static double longer(const int *length, double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < length[i]; k++)
            sum += x[i] * k;
    return sum;
}

static double living(const char *alive, double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        if (alive[i]) {
            x[i] += sin(x[i]) + exp(-x[i] * x[i]);
            sum += x[i];
        }
    return sum;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]), most = atoi(argv[2]);
    double share = atof(argv[3]), sum = 0;
    int steps = argc > 4 ? atoi(argv[4]) : 1;
    int *length = malloc((size_t)n * sizeof *length);
    char *alive = malloc((size_t)n);
    double *x = calloc((size_t)n, sizeof *x);
    draw(length, alive, n, most, share);
    for (int step = 0; step < steps; step++) {
        sum += longer(length, x, n);
        MPI_Barrier(MPI_COMM_WORLD);
        sum += living(alive, x, n);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    printf("%s: %g\n", argv[0], sum);
    MPI_Finalize();
    return 0;
}

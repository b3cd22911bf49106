/* Integers with which data are compared, where the comparison decides how often loops run and branches are taken. */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

struct slab {
    double width;
    int layers, limit, kind;
};

static int key[1000];
static double x[1000];

static double uniform(unsigned long long *state) {
    *state = *state * 2862933555777941757ULL + 3037000493ULL;
    return (double)(*state >> 11) * 0x1.0p-53;
}

/* An integer that becomes a floating-point number. */
static int cross(const struct slab *s, unsigned long long *state) {
    double at = 0;
    for (int n = 1;; n++) {
        at += uniform(state);
        if (at >= s->width * s->layers)
            return n;
    }
}

static double above(int n, const struct slab *s) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        if (key[i] > 2 * s->limit + 1)
            for (int j = 0; j < n; j++)
                sum += x[j];
    return sum;
}

static double first(int n, int limit) {
    double sum = 0;
    for (int i = 0; i < n; i++) {
        if (x[i] > limit)
            break;
        sum += x[i];
    }
    return sum;
}

/* Which data are looked for is no size. */
static double some(int n, int kind) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        if (key[i] == kind)
            for (int j = 0; j < n; j++)
                sum += x[j];
    return sum;
}

int main(int argc, char **argv) {
    struct slab s = {1, 4, 40, 3};
    int n = 100, steps = 0;
    unsigned long long state = 1;
    double sum = 0, all;
    MPI_Init(&argc, &argv);
    if (argc > 1)
        sscanf(argv[1], "%d,%lf,%d,%d,%d", &n, &s.width, &s.layers, &s.limit, &s.kind);
    for (int i = 0; i < n; i++)
        x[i] = key[i] = (int)(100 * uniform(&state));
    for (int step = 0; step < 4; step++) {
        for (int i = 0; i < n; i++)
            steps += cross(&s, &state);
        MPI_Barrier(MPI_COMM_WORLD);
        sum += above(n, &s);
        MPI_Barrier(MPI_COMM_WORLD);
        sum += first(n, s.limit);
        MPI_Barrier(MPI_COMM_WORLD);
        sum += some(n, s.kind);
        MPI_Barrier(MPI_COMM_WORLD);
        sum += first(n, 10 * step); /* another one in each round of the program's loop is data, and no parameter */
        MPI_Barrier(MPI_COMM_WORLD);
    }
    sum += steps;
    MPI_Reduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    printf("%g\n", all);
    MPI_Finalize();
    return 0;
}

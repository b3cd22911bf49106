/* The number of rounds comes from a table that never changes: what chooses its element is the parameter. A block that
 * depends on more values than a block can have as parameters keeps the first, and the others are told. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static const struct shape {
    int rows, columns;
} shapes[8] = {{1, 2}, {2, 4}, {3, 8}, {4, 16}, {5, 32}, {6, 64}, {7, 128}, {8, 256}};

static struct level {
    int a, b, c, d, e;
} levels[8];

static double by_table(int kind, const double *x) {
    double sum = 0;
    for (int i = 0; i < shapes[kind].rows; i++)
        for (int k = 0; k < shapes[kind].columns; k++)
            sum += x[(i * 7 + k) % 64];
    return sum;
}

static double by_levels(const double *x, int first) {
    double sum = 0;
    for (int l = first; x[l] > 0; l++) {
        const struct level *v = &levels[l % 8];
        for (int i = 0; i < v->a; i++)
            sum += x[i % 64];
        for (int i = 0; i < v->b; i++)
            sum += x[i % 64];
        for (int i = 0; i < v->c; i++)
            sum += x[i % 64];
        for (int i = 0; i < v->d; i++)
            sum += x[i % 64];
        for (int i = 0; i < v->e; i++)
            sum += x[i % 64];
    }
    return sum;
}

int main(int argc, char **argv) {
    double x[64], all, mine = 0;
    MPI_Init(&argc, &argv);
    int kind = argc > 1 ? atoi(argv[1]) : 3;
    for (int l = 0; l < 8; l++)
        levels[l].a = levels[l].b = levels[l].c = levels[l].d = levels[l].e = 10 * kind + l;
    for (int i = 0; i < 64; i++)
        x[i] = i < 40;
    mine += by_table(kind & 7, x);
    MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    mine += by_levels(x, 0);
    MPI_Reduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    printf("%g\n", all);
    MPI_Finalize();
    return 0;
}

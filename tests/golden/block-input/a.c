#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int size = 100;

static void usage(const char *name) {
    fprintf(stderr, "usage: %s [--size N]\n", name);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static int read_steps(const char *name) {
    int steps = 1, value;
    FILE *f = fopen(name, "r");
    while (f && fscanf(f, "%d", &value) == 1)
        steps = value;
    if (f)
        fclose(f);
    return steps;
}

static double sum(int n, int steps) {
    double x = 0;
    for (int s = 0; s < steps; s++)
        for (int i = 0; i < n; i++)
            x += 1.0 / (i + s + 1);
    return x;
}

int main(int argc, char **argv) {
    double x, y;
    MPI_Init(&argc, &argv);
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--size") == 0 && i + 1 < argc)
            size = atoi(argv[++i]);
        else
            usage(argv[0]);
    }
    int steps = read_steps("steps.txt");
    x = sum(size, steps);
    MPI_Allreduce(&x, &y, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    FILE *f = fopen("out.bin", "w");
    if (f && fwrite(&y, sizeof y, 1, f) != 1)
        MPI_Abort(MPI_COMM_WORLD, 1);
    fclose(f);
    double *all = calloc(size, sizeof *all);
    f = fopen("all.bin", "w");
    fwrite(all, sizeof *all, size, f);
    fclose(f);
    sleep(1);
    MPI_Barrier(MPI_COMM_WORLD);
    free(all);
    MPI_Finalize();
    return 0;
}

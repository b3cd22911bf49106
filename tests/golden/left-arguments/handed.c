#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double x[1000], scale = 1, shift;
static int n = 100, rounds = 5;

static int set(const char *name, const char *value)
{
    if (!strcmp(name, "-n"))
        n = atoi(value);
    else if (!strcmp(name, "-r"))
        rounds = atoi(value);
    else if (!strcmp(name, "-scale"))
        scale = atof(value);
    else
        return 0;
    return 1;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    for (int i = 1; i + 1 < argc; i += 2) {
        char *value = argv[i + 1];
        if (!strcmp(argv[i], "-shift"))
            shift = strtod(value, NULL);
        else if (!set(argv[i], value))
            fprintf(stderr, "unknown %s\n", argv[i]);
    }
    for (int k = 0; k < rounds; k++) {
        for (int i = 0; i < n; i++)
            x[i] = x[i] * scale + shift;
        MPI_Allreduce(MPI_IN_PLACE, x, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    return MPI_Finalize();
}

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double x[1000];
static int n = 100, rounds = 5, seed, kind, depth;

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "-n") || strcmp(argv[i], "--size") == 0)
            n = atoi(argv[++i]);
        else if (!strcmp(argv[i], "-r") && i + 1 < argc)
            rounds = atoi(argv[++i]);
        else if (strncmp(argv[i], "--seed=", 7) == 0)
            seed = atoi(argv[i] + 7);
        else if (!strcmp(argv[i], "-k") || !strcmp(argv[i], "--kind"))
            kind = strtol(argv[++i], NULL, 10);
        else if (sscanf(argv[i], "depth=%d", &depth) != 1)
            fprintf(stderr, "unknown %s\n", argv[i]);
    }
    unsigned s = (unsigned)seed + kind;
    for (int k = 0; k < rounds; k++) {
        do
            x[s % 1000] += s = s * 1664525u + 1013904223u;
        while ((s >> 16) % 100000 + depth);
        MPI_Allreduce(MPI_IN_PLACE, x, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    return MPI_Finalize();
}

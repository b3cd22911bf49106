#include <getopt.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double x[1000];
static int n = 100, rounds = 5, seed, kind, depth;

int main(int argc, char **argv) {
    int c;
    static const struct option names[] = {{"seed", required_argument, NULL, 's'}, {"rounds", required_argument, NULL, 'r'}, {"depth", 1, NULL, 1000}, {0}};
    MPI_Init(&argc, &argv);
    while ((c = getopt_long(argc, argv, "n:r:s:k:", names, NULL)) != -1)
        switch (c) {
        case 'n': n = atoi(optarg); break;
        case 'r': rounds = atoi(optarg); break;
        case 's': seed = atoi(optarg); break;
        case 'k': kind = atoi(optarg); break;
        case 1000: depth = atoi(optarg); break;
        default: printf("unknown %s\n", optarg); return 1;
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

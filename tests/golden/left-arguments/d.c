#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

/* argv moves on, and the places in it are no longer those of the arguments. */
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    argv++;
    int seed = atoi(argv[0]), steps = atoi(argv[1]);
    unsigned s = (unsigned)seed;
    for (int step = 0; step < steps; step++) {
        for (int i = 0; i < 1000; i++)
            s = s * 1664525u + 1013904223u;
        MPI_Barrier(MPI_COMM_WORLD);
    }
    printf("%u\n", s);
    MPI_Finalize();
    return 0;
}

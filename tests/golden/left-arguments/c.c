#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Which arguments are read depends on the words. */
int main(int argc, char **argv)
{
    int steps = 1, seed = 1;
    MPI_Init(&argc, &argv);
    for (int i = 1; i + 1 < argc; i++) {
        if (strcmp(argv[i], "-steps") == 0)
            steps = atoi(argv[i + 1]);
        if (strcmp(argv[i], "-seed") == 0)
            seed = atoi(argv[i + 1]);
    }
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

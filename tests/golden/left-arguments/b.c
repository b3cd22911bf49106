#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int steps = 1, seed = 1;

/* argv goes through a function and a variable. */
static void settings(char *const *words)
{
    char *const *all = words;
    steps = atoi(all[2]);
    seed = atoi(words[1]);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    settings(argv);
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

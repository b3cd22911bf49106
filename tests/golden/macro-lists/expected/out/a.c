#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include <lmpi/lmpi.h>

#define COUNTERS X(sent, 1) X(received, 2) X(rounds, 3)

#define X(name, value) BSIM_PRIVATE static long name = value;
COUNTERS
#undef X

BSIM_PRIVATE static int steps;

/* Each time with the name of a static variable. */
#define SHARE(v) \
    do { \
        char text[20] = #v; \
        LMPI_Bcast(text, strlen(#v) + (BSIM_G(v)), MPI_CHAR, 0, MPI_COMM_WORLD); \
        if (IS(v, "steps")) \
            MPI_Barrier(MPI_COMM_WORLD); \
    } while (0)
#define IS(v, name) (strcmp(#v, name) == 0)

int main(int argc, char **argv)
{
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    BSIM_G(sent) += rank;
#define X(name, value) BSIM_G(name) += value;
    COUNTERS
#undef X
    BSIM_G(steps) = 4;
    for (int i = 0; i < BSIM_G(rounds); i++)
        MPI_Barrier(MPI_COMM_WORLD);
    SHARE(steps);
    SHARE(rounds);
#define X(name, value) printf("%s %ld\n", #name, name);
#undef X
    for (int i = 0; i < BSIM_G(sent) % 2; i++)
        MPI_Barrier(MPI_COMM_SELF);
    MPI_Finalize();
    return 0;
}

#include <mpi.h>
#include <stdio.h>
#include <string.h>

#define COUNTERS X(sent, 1) X(received, 2) X(rounds, 3)

#define X(name, value) static long name = value;
COUNTERS
#undef X

static int steps;

/* Each time with the name of a static variable. */
#define SHARE(v) \
    do { \
        char text[20] = #v; \
        MPI_Bcast(text, strlen(#v) + (v), MPI_CHAR, 0, MPI_COMM_WORLD); \
        if (IS(v, "steps")) \
            MPI_Barrier(MPI_COMM_WORLD); \
    } while (0)
#define IS(v, name) (strcmp(#v, name) == 0)

int main(int argc, char **argv)
{
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    sent += rank;
#define X(name, value) name += value;
    COUNTERS
#undef X
    steps = 4;
    for (int i = 0; i < rounds; i++) {
        MPI_Barrier(MPI_COMM_WORLD);
        received++;
    }
    SHARE(steps);
    SHARE(rounds);
#define X(name, value) printf("%s %ld\n", #name, name);
    if (rank == 1) {
        COUNTERS
    }
#undef X
    for (int i = 0; i < sent % 2; i++)
        MPI_Barrier(MPI_COMM_SELF);
    MPI_Finalize();
    return 0;
}

#include <mpi.h>

#define COUNTERS X(sent) X(received)

#define X(name) static long name;
COUNTERS
#undef X

int main(int argc, char **argv)
{
    long sum = 0, more = 1;

    MPI_Init(&argc, &argv);
#define X(name) sum += name;
    COUNTERS
    X(more)
#undef X
    MPI_Bcast(&sum, (int)sum, MPI_BYTE, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}

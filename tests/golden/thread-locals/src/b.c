/* b.c - without threads a thread-local variable is like any other. */
#include <mpi.h>

static __thread int depth;

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    for (depth = 0; depth < argc; depth++)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}

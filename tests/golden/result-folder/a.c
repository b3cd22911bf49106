#include <mpi.h>
#include "sub/b.h"

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    for (int i = 0; i < COUNT; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}

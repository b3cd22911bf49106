#include <mpi.h>
#include "lib/lib.h"

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    exchange(argc);
    MPI_Finalize();
    return 0;
}

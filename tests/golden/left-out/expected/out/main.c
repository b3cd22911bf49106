#include <mpi.h>
#include "lib/lib.h"

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    exchange();
    MPI_Finalize();
    return 0;
}

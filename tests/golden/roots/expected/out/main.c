#include "roots.h"
#include <mpi.h>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    release(argc);
    reach();
    reduce(argc);
    member(argc);
    MPI_Finalize();
    return 0;
}

#include "shared.h"

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    work(undeclared);
    MPI_Finalize();
    return 0;
}

static int steps = 3;
#include <mpi.h>
#include "marked.h"

int main(int argc, char **argv) {
    double x = 0;
    MPI_Init(&argc, &argv);
    for (int i = 0; i < steps; i++) {
        for (int k = 0; k < 1000; k++)
            x += k * i;
        MPI_Bcast(&x, number(), MPI_DOUBLE, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return x > 0;
}

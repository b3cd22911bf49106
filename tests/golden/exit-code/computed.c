#include <math.h>
#include <mpi.h>
#include <stdlib.h>

/* What the program returns takes its computation: that stays away. */
int main(int argc, char **argv) {
    double sum = 0, all = 0;
    MPI_Init(&argc, &argv);
    for (int i = 0; i < atoi(argv[1]); i++)
        sum += sin(i);
    MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return all > 1e9;
}

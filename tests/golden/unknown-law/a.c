/* The work goes with the square of how many particles a cell has, which stand in memory that has no name in front of the
 * block. */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]), cells = atoi(argv[2]);
    double s = 0;
    int *many = calloc(cells, sizeof *many);
    for (int i = 0; i < n; i++)
        many[(long)i * i % cells]++;
    MPI_Barrier(MPI_COMM_WORLD);
    for (int c = 0; c < cells; c++)
        for (int i = 0; i < many[c]; i++)
            for (int j = 0; j < many[c]; j++)
                s += i - j;
    MPI_Allreduce(MPI_IN_PLACE, &s, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}

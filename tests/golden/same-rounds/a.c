/* Data and a tolerance decide how often the loop runs. */
#include <math.h>
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]);
    double tolerance = atof(argv[2]), *u = calloc(n, sizeof *u), sum = 0;
    for (int step = 0; step < 10; step++) {
        double error = 1;
        while (error > tolerance) {
            for (int i = 0; i < n; i++)
                u[i] = sqrt(u[i] + error);
            error = 0.5 * (error + 1e-9 * u[0]);
        }
        MPI_Allreduce(u, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}

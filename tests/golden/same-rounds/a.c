/* A tolerance decides how often the loop runs. It is no parameter, since it is a floating-point number. */
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
            error /= 2;
        }
        MPI_Allreduce(u, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}

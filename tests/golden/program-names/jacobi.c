/* Calls functions of two files with the same name. */
#include <mpi.h>
#include <stdlib.h>

void relax(int n, double *x);
void smooth(int n, double *x);
double norm(int n, const double *x);
void scale(int n, double *x);

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int n = argc > 1 ? atoi(argv[1]) : 100;
    double *x = calloc(n, sizeof *x);
    for (int step = 0; step < 3; step++) {
        x[0] = 1;
        smooth(n, x);
        relax(n, x);
        MPI_Barrier(MPI_COMM_WORLD);
        for (int i = 0; i < n; i++)
            for (int k = 0; k < n; k++)
                x[i] = 2 * x[i] + x[k];
        MPI_Barrier(MPI_COMM_WORLD);
        scale(n, x);
        x[0] = norm(n, x);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return x[0] > 1e300;
}

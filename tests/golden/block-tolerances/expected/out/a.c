/* Floating-point numbers that decide how often loops run, and how often a branch is taken. */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

struct settings {
    double end, dt, tolerance, part;
    int n;
};

int main(int argc, char **argv) {
    struct settings s = {1, 0.01, 1e-3, 0.1, 1000};
    MPI_Init(&argc, &argv);
    if (argc > 1)
        sscanf(argv[1], "%lf,%lf,%lf,%lf,%d", &s.end, &s.dt, &s.tolerance, &s.part, &s.n);
    for (int k = 0; k < 10; k++) {
        BSIM_Add_time(BSIM_cost(0, s.n, s.dt, s.end)); /* main.1: a.c:56-57 */
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Add_time(BSIM_cost(1, s.n, s.tolerance)); /* main.2: a.c:59 */
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Add_time(BSIM_cost(2, s.n, s.part)); /* main.3: a.c:61 */
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Add_time(BSIM_cost(3, s.n)); /* main.4: a.c:63 */
        LMPI_Allreduce(NULL, NULL, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}

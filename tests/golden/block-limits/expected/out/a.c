/* Integers with which data are compared, where the comparison decides how often loops run and branches are taken. */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

struct slab {
    double width;
    int layers, limit, kind;
};

int main(int argc, char **argv) {
    struct slab s = {1, 4, 40, 3};
    int n = 100;
    MPI_Init(&argc, &argv);
    if (argc > 1)
        sscanf(argv[1], "%d,%lf,%d,%d,%d", &n, &s.width, &s.layers, &s.limit, &s.kind);
    BSIM_Add_time(BSIM_cost(0, n)); /* main.1: a.c:67-68 */
    for (int step = 0; step < 4; step++) {
        BSIM_Add_time(BSIM_cost(1, n, s.width, s.layers)); /* main.2: a.c:70-71 */
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Add_time(BSIM_cost(2, n, s.limit)); /* main.3: a.c:73 */
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Add_time(BSIM_cost(3, n, s.limit)); /* main.4: a.c:75 */
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Add_time(BSIM_cost(4, n)); /* main.5: a.c:77 */
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Add_time(BSIM_cost(5, n)); /* main.6: a.c:79 */
        MPI_Barrier(MPI_COMM_WORLD);
    }
    LMPI_Reduce(NULL, NULL, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}

/* Signs in a row, "- -scale", are written without both: "--scale" would change the program's variable. */
#include <mpi.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

int main(int argc, char **argv) {
    int n = 1000;
    double scale = argc > 1 ? atof(argv[1]) : 0.25;
    MPI_Init(&argc, &argv);
    BSIM_Add_time(BSIM_cost(0, n)); /* main.1: a.c:24-27 */
    for (int step = 0; step < 3; step++) {
        BSIM_Add_time(BSIM_cost(1, -scale == -scale, -scale == -((-1.0) / scale), scale == scale, scale == -((-1.0) / -scale), n)); /* main.2: a.c:29-32 */
        scale *= 0.5;
    }
    int count = scale * 32; /* 1 */
    LMPI_Bcast(NULL, count < 1 ? 64 : count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}

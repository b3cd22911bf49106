/* Calls functions of two files with the same name. */
#include <mpi.h>
#include <stdlib.h>
#include <bsim/bsim.h>

void relax(int n);

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int n = argc > 1 ? atoi(argv[1]) : 100;
    BSIM_Add_time(BSIM_cost(0, n)); /* main.1: jacobi.c:13 */
    for (int step = 0; step < 3; step++) {
        BSIM_Add_time(BSIM_cost(1, n)); /* main.2: jacobi.c:16 */
        relax(n);
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Add_time(BSIM_cost(2, n)); /* main.3: jacobi.c:19-21 */
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Add_time(BSIM_cost(3, n)); /* main.4: jacobi.c:23-24 */
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}

/* Work that libraries do; only how many numbers there are decides what is
   sent. */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <lmpi/lmpi.h>

int used(int n);

int main(int argc, char **argv) {
    int n;
    MPI_Init(&argc, &argv);
    BSIM_Add_time(BSIM_cost(0)); /* main.1: a.c:19 */
    n = used(argc);
    BSIM_Add_time(BSIM_cost(1, n)); /* main.2: a.c:23-25 */
    LMPI_Bcast(NULL, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}

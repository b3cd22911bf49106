#include <mpi.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int n = argc > 1 ? atoi(argv[1]) : 64, m = argc > 2 ? atoi(argv[2]) : 4, kind = argc > 3, i = 0;
    MPI_Barrier(MPI_COMM_WORLD);
again:
    if (i >= n)
        goto end;
    BSIM_Add_time(BSIM_cost(0, m)); /* main.1: a.c:25-26 */
    i++;
    goto again;
end:
    LMPI_Allreduce(MPI_IN_PLACE, NULL, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(1, kind == 1, n == 3, m)); /* main.2: a.c:31 */
    LMPI_Allreduce(MPI_IN_PLACE, NULL, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}

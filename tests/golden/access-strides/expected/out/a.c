/* How far apart the accesses of the innermost loops are. */
#include <mpi.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

struct matrix {
    int rows, columns, apart;
    double *at;
};

BSIM_PRIVATE static int stride;

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]), apart = atoi(argv[2]);
    BSIM_G(stride) = atoi(argv[3]);
    BSIM_Add_time(BSIM_cost(0, n, apart)); /* main.1: a.c:79-80 */
    double *x = 0;
    struct matrix m = {n / apart, apart / 2, apart, x};
    BSIM_Add_time(BSIM_cost(1, n, BSIM_G(stride))); /* main.2: a.c:82 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(2, n, apart)); /* main.3: a.c:84 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(3, BSIM_G(stride), n)); /* main.4: a.c:86 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(4, m.columns, m.rows, m.apart)); /* main.5: a.c:88 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(5, m.rows, m.columns)); /* main.6: a.c:90 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(6, n)); /* main.7: a.c:92 */
    MPI_Barrier(MPI_COMM_WORLD);
    int side = n / apart / 2;
    BSIM_Add_time(BSIM_cost(7, side)); /* main.8: a.c:95-98 */
    LMPI_Allreduce(MPI_IN_PLACE, NULL, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}

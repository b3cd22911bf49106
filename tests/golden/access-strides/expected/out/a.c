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
    BSIM_Add_time(BSIM_cost(0, n, apart)); /* main.1: a.c:152-153 */
    double *x = 0;
    struct matrix m = {n / apart, apart / 2, apart, x};
    BSIM_Add_time(BSIM_cost(1, n, BSIM_G(stride))); /* main.2: a.c:155 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(2, n, apart)); /* main.3: a.c:157 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(3, BSIM_ROUNDS_BY(0, n, BSIM_G(stride)), BSIM_G(stride))); /* main.4: a.c:159 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(4, m.columns, m.rows, m.apart)); /* main.5: a.c:161 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(5, m.rows, m.columns)); /* main.6: a.c:163 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(6, n / apart, apart)); /* main.7: a.c:165 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(7, m.columns, m.rows, m.apart)); /* main.8: a.c:167 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(8, n, apart)); /* main.9: a.c:169 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(9, n, apart)); /* main.10: a.c:171 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(10, n, apart)); /* main.11: a.c:173 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(11, n)); /* main.12: a.c:175 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(12, n)); /* main.13: a.c:177 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(13, n)); /* main.14: a.c:179 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(14, n)); /* main.15: a.c:181 */
    MPI_Barrier(MPI_COMM_WORLD);
    int side = n / apart / 2;
    BSIM_Add_time(BSIM_cost(15, side)); /* main.16: a.c:184-187 */
    LMPI_Allreduce(MPI_IN_PLACE, NULL, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}

/* Bounds that are constants by themselves: branches on which a block's time depends decide which ones. */
#include <mpi.h>
#include <stdlib.h>
#include "relax.h"
#include <bsim/bsim.h>

BSIM_PRIVATE static int mode, counts[8];

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int n = argc > 1 ? atoi(argv[1]) : 20, m = n, left = n - 30;
    BSIM_G(mode) = argc > 2 ? atoi(argv[2]) : 1;
    BSIM_Add_time(BSIM_cost(0)); /* main.1: a.c:136-137 */
    for (int i = 0; i < 8; i++)
        BSIM_G(counts)[i] = n;
    BSIM_Add_time(BSIM_cost(1, BSIM_G(mode) == 3)); /* main.2: a.c:139 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(2, BSIM_G(mode) == 1, BSIM_G(mode) == 2)); /* main.3: a.c:141 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(3, n > 17 && BSIM_G(mode) != 2)); /* main.4: a.c:143 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(4, BSIM_G(mode) != 0)); /* main.5: a.c:145 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(5)); /* main.6: a.c:147 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(6, n)); /* main.7: a.c:149 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(7, m)); /* main.8: a.c:151 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(8, n)); /* main.9: a.c:153 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(9, n)); /* main.10: a.c:155 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(10, BSIM_G(mode) > 4, n)); /* main.11: a.c:157 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(11, n)); /* main.12: a.c:159 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(12, n)); /* main.13: a.c:161 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(13, left >= 0, left >= 0 && left < 8 ? BSIM_G(counts)[left] : 0)); /* main.14: a.c:163 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(14, n)); /* main.15: a.c:165 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(15, BSIM_G(mode) == 3)); /* main.16: a.c:167 */
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}

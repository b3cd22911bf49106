/* Bounds that are constants by themselves: branches on which a block's time depends decide which ones. */
#include <mpi.h>
#include <stdlib.h>
#include <bsim/bsim.h>

BSIM_PRIVATE static int mode;

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int n = argc > 1 ? atoi(argv[1]) : 20, m = n;
    BSIM_G(mode) = argc > 2 ? atoi(argv[2]) : 1;
    BSIM_Add_time(BSIM_cost(0, BSIM_G(mode) == 3)); /* main.1: a.c:102 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(1, BSIM_G(mode))); /* main.2: a.c:104 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(2, BSIM_G(mode), n)); /* main.3: a.c:106 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(3, BSIM_G(mode))); /* main.4: a.c:108 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(4)); /* main.5: a.c:110 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(5, n)); /* main.6: a.c:112 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(6, m)); /* main.7: a.c:114 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(7, n)); /* main.8: a.c:116 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(8, n)); /* main.9: a.c:118 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(9, BSIM_G(mode) == 3)); /* main.10: a.c:120 */
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}

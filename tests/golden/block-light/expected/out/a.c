/* Loops in which a comparison of the counter decides on little code: what the
 * counter is compared with is a bound. */
#include <mpi.h>
#include <stdlib.h>
#include <bsim/bsim.h>

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 5, m = argc > 2 ? atoi(argv[2]) : 9;
    MPI_Init(&argc, &argv);
    BSIM_Add_time(BSIM_cost(0, n)); /* main.1: a.c:61 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(1, BSIM_ROUNDS_BELOW(100, 0, 1, n + 1))); /* main.2: a.c:63 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(2, BSIM_ROUNDS_BELOW(100, 0, 1, n))); /* main.3: a.c:65 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(3, m, n)); /* main.4: a.c:67 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(4, m)); /* main.5: a.c:69 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(5, m)); /* main.6: a.c:71 */
    MPI_Finalize();
    return 0;
}

/* Numbers that a loop multiplies or divides, and tests of them. */
#include <mpi.h>
#include <stdlib.h>
#include <bsim/bsim.h>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]), k = atoi(argv[2]);
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(0, BSIM_ROUNDS_TIMES(1, n, 2), k)); /* main.1: a.c:63 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(1, BSIM_ROUNDS_TIMES(1, k, 3), n, k)); /* main.2: a.c:65 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(2, BSIM_ROUNDS_DIVIDED(n, 1, 2), n, k)); /* main.3: a.c:67 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(3, BSIM_ROUNDS_TIMES(1, n, 2), k)); /* main.4: a.c:69 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(4, BSIM_ROUNDS_TIMES(1, n, 2))); /* main.5: a.c:71 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(5, n, k)); /* main.6: a.c:73 */
    return MPI_Finalize();
}

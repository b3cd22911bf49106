/* Loops that do not run at all, loops with two bounds, and flags that are the same in all rounds. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <bsim/bsim.h>

BSIM_PRIVATE static int indirect, scaled;

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]), first = atoi(argv[2]), most = atoi(argv[3]);
    BSIM_G(indirect) = strcmp(argv[4], "indirect") == 0;
    BSIM_G(scaled) = strcmp(argv[4], "scaled") == 0;
    BSIM_Add_time(BSIM_cost(0, n - first)); /* main.1: a.c:48 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(1, n <= most, n, most)); /* main.2: a.c:50 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(2, BSIM_G(indirect) != 0, n)); /* main.3: a.c:52 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(3, BSIM_G(scaled) != 0, n)); /* main.4: a.c:54 */
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}

/* Text that the skeleton leaves out in front of a statement, and that the instrumented program has. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <bsim/bsim.h>

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 10;
    MPI_Init(&argc, &argv);
    BSIM_Add_time(BSIM_cost(0, n)); /* main.1: a.c:23 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(1, n)); /* main.2: a.c:28-29 */
    MPI_Barrier(MPI_COMM_WORLD);
    if (n < 5)
        MPI_Barrier(MPI_COMM_WORLD);
    else BSIM_Add_time(BSIM_cost(2, n)); /* main.3: a.c:34 */
    MPI_Barrier(MPI_COMM_WORLD); BSIM_Add_time(BSIM_cost(3, n)); /* main.4: a.c:36 */ MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(4, n)); /* main.5: a.c:37 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(5, n)); /* main.6: a.c:39 */
    MPI_Finalize();
    return 0;
}

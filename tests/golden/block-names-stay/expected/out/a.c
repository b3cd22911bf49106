/* Two functions with several blocks each; an assertion, a copy whose call depends on _FORTIFY_SOURCE. */
#include <assert.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <bsim/bsim.h>

/* more */
void relax(int n);
void relax(int n) {
    assert(n > 0);
    BSIM_Add_time(BSIM_cost(0, n)); /* relax.1: a.c:12-13 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(1, n)); /* relax.2: a.c:15 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(2, n)); /* relax.3: a.c:17-18 */
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int n = argc > 1 ? atoi(argv[1]) : 100;
    BSIM_Add_time(BSIM_cost(3, n)); /* main.1: a.c:24-26 */
    /* call */
    relax(n);
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(4, n)); /* main.2: a.c:30-31 */
    MPI_Finalize();
    return 0;
}

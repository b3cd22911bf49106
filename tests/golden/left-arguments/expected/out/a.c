#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <bsim/bsim.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]);
    int steps = argc > 4 ? atoi(argv[4]) : 1;
    BSIM_Add_time(BSIM_cost(0, n)); /* main.1: a.c:45-46 */
    for (int step = 0; step < steps; step++) {
        BSIM_Add_time(BSIM_cost(1, n)); /* main.2: a.c:48 */
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Add_time(BSIM_cost(2, n)); /* main.3: a.c:50 */
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}

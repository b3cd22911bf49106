#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <lmpi/lmpi.h>

int main(int argc, char **argv)
{
    int size, n = 100, pick;

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (argc > 1)
        n = atoi(argv[1]);
    BSIM_Add_time(BSIM_cost(0, n)); /* main.1: a.c:34-35 */
    { long bsim_trips0 = (12);
    while (bsim_trips0-- > 0) {
        BSIM_Add_time(BSIM_cost(1, n)); /* main.2: a.c:37-39 */
        LMPI_Allreduce(NULL, NULL, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    }
    BSIM_Add_time(BSIM_cost(2, n)); /* main.3: a.c:42-43 */
    pick = BSIM_uniform_int(1, BSIM_EACH_RANK, 0, n - 1);
    MPI_Bcast(&pick, 1, MPI_INT, 0, MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(3, n)); /* main.4: a.c:45 */
    if (BSIM_branch(2, size, 0.25))
        MPI_Barrier(MPI_COMM_WORLD);
    LMPI_Bcast(NULL, pick + 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}

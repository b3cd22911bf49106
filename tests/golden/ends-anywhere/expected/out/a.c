#include <mpi.h>
#include <stdlib.h>
#include <bsim/bsim.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 27, k = argc > 2 ? atoi(argv[2]) : 12;
    MPI_Init(&argc, &argv);
    int q = n;
    BSIM_Add_time(BSIM_cost(0, q)); /* main.1: a.c:11-14 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(1, n)); /* main.2: a.c:16-20 */
    MPI_Barrier(MPI_COMM_WORLD);
    int x = k;
    BSIM_Add_time(BSIM_cost(2, x, n, k)); /* main.3: a.c:23-26 */
    MPI_Barrier(MPI_COMM_WORLD);
    int ring = k; /* this one goes round once */
    BSIM_Add_time(BSIM_cost(3, ring, n, k)); /* main.4: a.c:29-32 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(4, n)); /* main.5: a.c:34-35 */
    return MPI_Finalize();
}

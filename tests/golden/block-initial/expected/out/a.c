/* What a block reads and writes later is a parameter: it stood there before. */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <bsim/bsim.h>
BSIM_PRIVATE static int total;

static void set(int *n)
{
    *n = 9;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = argc > 1 ? atoi(argv[1]) : 20, m = n, k = n, none;
    BSIM_Add_time(BSIM_cost(0, n)); /* main.1: a.c:63-64 */
    BSIM_G(total) = n - 5;
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(1, n)); /* main.2: a.c:67 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(2)); /* main.3: a.c:69 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(3)); /* main.4: a.c:71 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(4, BSIM_G(total))); /* main.5: a.c:73 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(5, m)); /* main.6: a.c:75-78 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(6, k)); /* main.7: a.c:80-83 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(7)); /* main.8: a.c:85-89 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(8, n)); /* main.9: a.c:91-95 */
    set(&none); /* overwrites it, too */
    BSIM_Add_time(BSIM_cost(9, none)); /* main.10: a.c:97-98 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(10)); /* main.11: a.c:100-101 */
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}

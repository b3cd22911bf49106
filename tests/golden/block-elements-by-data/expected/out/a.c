/* An element that the work reads only if its data say so: with another index there may be none. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

int main(int argc, char **argv) {
    int size;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int n = atoi(argv[1]), k = atoi(argv[2]);
    BSIM_Add_time(BSIM_cost(0, n)); /* main.1: a.c:35 */
    int *list = malloc((size_t)n * sizeof *list);
    BSIM_Add_time(BSIM_cost(1, n)); /* main.2: a.c:37-40 */
    for (int i = 0; i < n; i++)
        list[i] = i * 3 % n;
    BSIM_Add_time(BSIM_cost(2, n)); /* main.3: a.c:41 */
    LMPI_Allreduce(NULL, NULL, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    int at = k % n;
    BSIM_Add_time(BSIM_cost(3, n, list[at])); /* main.4: a.c:44 */
    LMPI_Reduce(NULL, NULL, 1, MPI_DOUBLE, MPI_SUM, list[2] % size, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}

/* a.c ELEMENTS LATE: the ranks of the second node add up LATE elements. Then two neighbours exchange a byte, in a
 * collective of all, and all add up so many more elements. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <bsim/bsim.h>

enum { RANKS = 8 };

int main(int argc, char **argv) {
    int rank, n = atoi(argv[1]), late = atoi(argv[2]), bytes[RANKS] = {0}, zero[RANKS] = {0};
    char out[1] = {0}, in[1];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    BSIM_Add_time(BSIM_cost(0, (n > late ? n : late))); /* main.1: a.c:22 */
    bytes[rank ^ 1] = 1;
    BSIM_Add_time(BSIM_cost(1, rank >= 4, late)); /* main.2: a.c:24-25 */
    MPI_Alltoallv(out, bytes, zero, MPI_CHAR, in, bytes, zero, MPI_CHAR, MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(2, n + in[0])); /* main.3: a.c:27 */
    MPI_Finalize();
    return 0;
}

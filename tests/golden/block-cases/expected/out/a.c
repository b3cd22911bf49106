/* Which of many pieces of code runs: a switch with more cases than a block has room for as comparisons, a chain of
 * comparisons with many constants, a large table of functions, and values that a number chooses. */
#include <mpi.h>
#include <stdlib.h>
#include <bsim/bsim.h>

int main(int argc, char **argv) {
    int in[2] = {argc > 1 ? atoi(argv[1]) : 2, argc > 2 ? atoi(argv[2]) : 1000};
    MPI_Init(&argc, &argv);
    MPI_Bcast(in, 2, MPI_INT, 0, MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(0, BSIM_CASE(in[0]), in[1])); /* main.1: a.c:88 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(1, BSIM_CASE(in[0]), in[1])); /* main.2: a.c:90 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(2, BSIM_CASE(in[0]), in[1])); /* main.3: a.c:92 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(3, in[0] == 2, in[0] == 3, in[0] == 5, in[1])); /* main.4: a.c:94 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(4, in[0] == 2, in[0] == 3, in[1])); /* main.5: a.c:96 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(5, BSIM_CASE(in[0] % 5), in[1])); /* main.6: a.c:98 */
    return MPI_Finalize();
}

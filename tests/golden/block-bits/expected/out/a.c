/* What is computed from the bits of a number does not go with it. */
#include <mpi.h>
#include <stdlib.h>
#include <strings.h>
#include <bsim/bsim.h>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int n = argc > 1 ? atoi(argv[1]) : 12;
    long many = n;
    BSIM_Add_time(BSIM_cost(0, __builtin_popcount(n))); /* main.1: a.c:62 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(1, 1000 * (__builtin_popcountl(many)))); /* main.2: a.c:64 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(2, 1000 * (__builtin_popcount(n) & 1))); /* main.3: a.c:66 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(3, -(n != 0 ? __builtin_clz(n) : 0) + 32)); /* main.4: a.c:68 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(4, (n != 0 ? __builtin_ctz(n) : 0))); /* main.5: a.c:70 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(5, __builtin_bswap32(n))); /* main.6: a.c:72 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(6, n)); /* main.7: a.c:74 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(7, n)); /* main.8: a.c:76 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(8, __builtin_labs(n))); /* main.9: a.c:78 */
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}

/* Preparations of a first call: a flag says whether they are done. What the
 * flag says is nothing that a block's time depends on in general. */
#include <mpi.h>
#include <stdbool.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

static double whole(void) {
    LMPI_Allreduce(NULL, NULL, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return 0;
}

int main(int argc, char **argv) {
    int n;
    MPI_Init(&argc, &argv);
    n = argc > 1 ? atoi(argv[1]) : 100;
    BSIM_Add_time(BSIM_cost(0, n)); /* main.1: a.c:134 */
    for (int round = 0; round < 3; round++) {
        BSIM_Add_time(BSIM_cost(1, n)); /* main.2: a.c:136 */
        whole();
        BSIM_Add_time(BSIM_cost(2, n)); /* main.3: a.c:137 */
        whole();
        BSIM_Add_time(BSIM_cost(3, n)); /* main.4: a.c:138 */
        whole();
        BSIM_Add_time(BSIM_cost(4, n)); /* main.5: a.c:139 */
        whole();
        BSIM_Add_time(BSIM_cost(5, n)); /* main.6: a.c:140 */
        whole();
        BSIM_Add_time(BSIM_cost(6, n)); /* main.7: a.c:141 */
        whole();
        BSIM_Add_time(BSIM_cost(7, n)); /* main.8: a.c:142 */
        whole();
        BSIM_Add_time(BSIM_cost(8, n)); /* main.9: a.c:143 */
        whole();
    }
    MPI_Finalize();
    return 0;
}

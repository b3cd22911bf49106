/* The number of rounds comes from a table that never changes: what chooses its element is the parameter. A block that
 * depends on more values than a block can have as parameters keeps the first, and the others are told. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

BSIM_PRIVATE static struct level {
    int a, b, c, d, e;
} levels[8];

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int kind = argc > 1 ? atoi(argv[1]) : 3;
    BSIM_Add_time(BSIM_cost(0)); /* main.1: a.c:45-46 */
    for (int l = 0; l < 8; l++)
        BSIM_G(levels)[l].a = BSIM_G(levels)[l].b = BSIM_G(levels)[l].c = BSIM_G(levels)[l].d = BSIM_G(levels)[l].e = 10 * kind + l;
    BSIM_Add_time(BSIM_cost(1, BSIM_CASE(kind & 7))); /* main.2: a.c:47-49 */
    LMPI_Allreduce(NULL, NULL, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(2, BSIM_G(levels)[0].a, BSIM_G(levels)[1].a, BSIM_G(levels)[2].a, BSIM_G(levels)[3].a, BSIM_G(levels)[4].a, BSIM_G(levels)[5].a, BSIM_G(levels)[6].a, BSIM_G(levels)[7].a, BSIM_G(levels)[0].b, BSIM_G(levels)[1].b, BSIM_G(levels)[2].b, BSIM_G(levels)[3].b, BSIM_G(levels)[4].b, BSIM_G(levels)[5].b, BSIM_G(levels)[6].b, BSIM_G(levels)[7].b, BSIM_G(levels)[0].c, BSIM_G(levels)[1].c, BSIM_G(levels)[2].c, BSIM_G(levels)[3].c, BSIM_G(levels)[4].c, BSIM_G(levels)[5].c, BSIM_G(levels)[6].c, BSIM_G(levels)[7].c, BSIM_G(levels)[0].d, BSIM_G(levels)[1].d, BSIM_G(levels)[2].d, BSIM_G(levels)[3].d, BSIM_G(levels)[4].d, BSIM_G(levels)[5].d, BSIM_G(levels)[6].d, BSIM_G(levels)[7].d)); /* main.3: a.c:51 */
    LMPI_Reduce(NULL, NULL, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}

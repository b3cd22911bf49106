#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <lmpi/lmpi.h>

#define LEVELS 4

struct grid {
    int n[3];
    double *u;
};
struct level {
    int nx, ny;
};
BSIM_PRIVATE static struct level levels[LEVELS];
BSIM_PRIVATE static int widths[LEVELS] = {4, 8, 16, 32};

int main(int argc, char **argv)
{
    struct grid g = {{8, 8, 8}, NULL};

    MPI_Init(&argc, &argv);
    g.n[0] = argc > 1 ? atoi(argv[1]) : 8;
    BSIM_Add_time(BSIM_cost(0, g.n[0], g.n[1], g.n[2])); /* main.1: a.c:66 */
    for (int d = 0; d < 3; d++) {
        int bytes = g.n[d] * 8;
        BSIM_Add_time(BSIM_cost(1, g.n[0], g.n[1], g.n[2], g.n[d], d)); /* main.2: a.c:70 */
        LMPI_Bcast(NULL, bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
    }
    for (int l = 0; l < LEVELS; l++) {
        BSIM_G(levels)[l].nx = BSIM_G(levels)[l].ny = g.n[0] << l;
        BSIM_Add_time(BSIM_cost(2, BSIM_G(levels)[l].nx, BSIM_G(levels)[l].ny)); /* main.3: a.c:75 */
    }
    for (int l = 1; l < LEVELS; l++) {
        BSIM_Add_time(BSIM_cost(3, BSIM_G(levels)[l].ny, BSIM_G(levels)[l].nx, BSIM_G(widths)[l - 1])); /* main.4: a.c:78 */
        LMPI_Bcast(NULL, BSIM_G(levels)[l].nx, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    }
    BSIM_Add_time(BSIM_cost(4)); /* main.5: a.c:81 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(5, g.n[0])); /* main.6: a.c:83 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(6)); /* main.7: a.c:85-86 */
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <bsim/bsim.h>

typedef struct {
    int lo, hi, n[3];
} box;

/* An element that is chosen in front of the block: `axis` decides, too. */
static void layer(const box *b, int axis, int at, int lo[3], int hi[3]) {
    for (int i = 0; i < 3; i++) {
        lo[i] = 1;
        hi[i] = b->n[i] + 1;
    }
    lo[axis] = at;
    hi[axis] = at + 1;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    box b = {argc, argc + 10, {argc + 5, argc + 6, argc + 7}};
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(0, b.lo, b.hi)); /* main.1: a.c:88 */
    MPI_Barrier(MPI_COMM_WORLD);
    for (int axis = 0; axis < 3; axis++) {
        BSIM_Add_time(BSIM_cost(1, axis, b.n[0], b.n[1], b.n[2])); /* main.2: a.c:91 */
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Add_time(BSIM_cost(2, BSIM_CASE((axis + 1) % 3), BSIM_CASE((axis + 2) % 3), b.n[0], b.n[1], b.n[2])); /* main.3: a.c:93 */
        MPI_Barrier(MPI_COMM_WORLD);
        for (int side = 0; side < 2; side++) { /* stays, so that fill() has its bounds */
            int lo[3], hi[3];
            BSIM_Add_time(BSIM_cost(3)); /* main.4: a.c:97 */
            layer(&b, axis, side ? b.n[axis] : 1, lo, hi);
            BSIM_Add_time(BSIM_cost(4, hi[0] - lo[0], hi[1] - lo[1], hi[2] - lo[2])); /* main.5: a.c:98 */
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    BSIM_Add_time(BSIM_cost(5, b.hi - b.lo)); /* main.6: a.c:102 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(6, b.n[1])); /* main.7: a.c:104 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(7, b.lo, b.hi, b.n[2])); /* main.8: a.c:106 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(8)); /* main.9: a.c:108 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(9)); /* main.10: a.c:110 */
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}

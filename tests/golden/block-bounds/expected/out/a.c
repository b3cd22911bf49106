/* What a block reads on a condition may be there only if that holds: its parameters are read in front of it. */
#include <mpi.h>
#include <stdlib.h>
#include <bsim/bsim.h>

struct grid {
    int at[4], next[4];
};
struct level {
    int rows, rest;
};

static const int table[5] = {1, 10, 100, 1000, 10000};
BSIM_PRIVATE static struct level levels[6];
BSIM_PRIVATE static double scales[3] = {1.5, 2.5, 3.5};

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int k = argc > 1 ? atoi(argv[1]) : 100000000, use = argc > 2 ? atoi(argv[2]) : 0;
    struct grid g = {{k % 9, 2, 3, 4}, {k % 3, 2, 1, 0}};
    int rest = k % 6;
    const struct level *l = use == 1 ? BSIM_G(levels) : NULL;
    BSIM_Add_time(BSIM_cost(0)); /* main.1: a.c:80-81 */
    BSIM_Add_time(BSIM_cost(1)); /* main.2: a.c:82-83 */
    for (int i = 0; i < 6; i++)
        BSIM_G(levels)[i] = (struct level){k % 7, k % 5};
    BSIM_Add_time(BSIM_cost(2, k - 1 >= 0, k - 1 < 4, k >= 1 && k < 5 ? g.at[k - 1] : 0)); /* main.3: a.c:84 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(3, use == 1, k >= 0 && k < 4 ? g.at[k] : 0)); /* main.4: a.c:86 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(4, k > 0, k < 5, k >= 0 && k < 5 ? table[k] : 0)); /* main.5: a.c:88 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(5, k < 4, k >= 0 && k < 4 ? g.at[k] : 0)); /* main.6: a.c:90 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(6, k >= 0, k < 4, k >= 0 && k < 4 && g.next[k] >= 0 && g.next[k] < 4 ? g.at[g.next[k]] : 0)); /* main.7: a.c:92 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(7, BSIM_G(levels)[rest].rows, BSIM_G(levels)[rest].rest)); /* main.8: a.c:94 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(8, k >= 0, k < 3, ((long)((double)rest * (k >= 0 && k < 3 ? BSIM_G(scales)[k] : 0))))); /* main.9: a.c:96 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(9, k >= 0, k < 4)); /* main.10: a.c:98 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(10, use == 1, l ? l->rows : 0)); /* main.11: a.c:100 */
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}

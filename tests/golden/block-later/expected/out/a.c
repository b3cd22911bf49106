/* Bounds of loops in a loop whose own bound is one of two values; elements that the block reads and then writes. */
#include <mpi.h>
#include <stdlib.h>
#include <bsim/bsim.h>

/* ---- elements that are written behind ---- */
static void set_behind(int *at, int k) {
    BSIM_Add_time(BSIM_cost(0, at[k])); /* set_behind.1: a.c:44-45 */
    at[k] = 3;
}

static void counted_up(int *at, int k) {
    BSIM_Add_time(BSIM_cost(1, at[k])); /* counted_up.1: a.c:50 */
    at[k]++;
}

static void another_one(int *at, int k, int l) {
    BSIM_Add_time(BSIM_cost(2, at[k])); /* another_one.1: a.c:55 */
    at[l] = at[k] + 1;
}

static void bump(int *at, int k) {
    at[k] += 2;
}

static void by_call(int *at, int k) {
    BSIM_Add_time(BSIM_cost(3, at[k])); /* by_call.1: a.c:64 */
    bump(at, k);
}

static void in_each_round(int *at, int k) {
    for (int r = 0; r < 3; r++) {
        BSIM_Add_time(BSIM_cost(4, at[k])); /* in_each_round.1: a.c:70 */
        at[k] = (at[k] + 1) % 6;
    }
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]), m = atoi(argv[2]), k = atoi(argv[3]), l = atoi(argv[4]);
    int at[6] = {n, m, k, l, n + m, k + l};
    for (int r = 0; r < 4; r++) {
        BSIM_Add_time(BSIM_cost(5, (n > 3 ? n : 3), m)); /* main.1: a.c:89 */
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Add_time(BSIM_cost(6, (n > m ? n : m), (k < l ? k : l))); /* main.2: a.c:91 */
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Add_time(BSIM_cost(7, (n > 3 ? n : 3), m)); /* main.3: a.c:93 */
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Add_time(BSIM_cost(8, k > 2, n > m, (n > m ? n : m), k)); /* main.4: a.c:95 */
        MPI_Barrier(MPI_COMM_WORLD);
        set_behind(at, r);
        MPI_Barrier(MPI_COMM_WORLD);
        counted_up(at, r);
        MPI_Barrier(MPI_COMM_WORLD);
        another_one(at, r, k);
        MPI_Barrier(MPI_COMM_WORLD);
        by_call(at, r);
        MPI_Barrier(MPI_COMM_WORLD);
        in_each_round(at, r);
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Add_time(BSIM_cost(9, n)); /* main.5: a.c:107 */
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}

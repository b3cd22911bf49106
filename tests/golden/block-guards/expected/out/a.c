/* Jumps over blocks: what decides on them stays, or is a parameter or a count of the block, or is told. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <bsim/bsim.h>

#define LEAVE_IF(c)                                                                                                    \
    if (c)                                                                                                             \
    goto out

static void after_return(int n, int mode) {
    MPI_Barrier(MPI_COMM_WORLD);
    if (mode == 1)
        return;
    BSIM_Add_time(BSIM_cost(0, n)); /* after_return.1: a.c:21 */
}

static void after_nested_return(int n, int mode) {
    MPI_Barrier(MPI_COMM_WORLD);
    if (n < 10 || mode == 2)
        return;
    BSIM_Add_time(BSIM_cost(1, n)); /* after_nested_return.1: a.c:30 */
}

static int returned(int n, int mode) {
    MPI_Barrier(MPI_COMM_WORLD);
    if (mode == 1)
        return 0;
    BSIM_Add_time(BSIM_cost(2, n)); /* returned.1: a.c:37 */
    return 0;
}

static void after_goto(int n, int mode) {
    if (mode == 1)
        goto out;
    BSIM_Add_time(BSIM_cost(3, n)); /* after_goto.1: a.c:43 */
out:
    MPI_Barrier(MPI_COMM_WORLD);
}

static void after_macro(int n, int mode) {
    MPI_Barrier(MPI_COMM_WORLD);
    LEAVE_IF(mode == 1);
    BSIM_Add_time(BSIM_cost(4, n)); /* after_macro.1: a.c:51 */
out:;
}

static void after_switch(int n, int mode) {
    MPI_Barrier(MPI_COMM_WORLD);
    switch (mode) {
    case 1:
        return;
    }
    BSIM_Add_time(BSIM_cost(5, n)); /* after_switch.1: a.c:61 */
}

static void two_ways(int n, int mode) {
    MPI_Barrier(MPI_COMM_WORLD);
    if (mode == 1)
        goto long_way;
    BSIM_Add_time(BSIM_cost(6, n)); /* two_ways.1: a.c:68 */
    goto out;
long_way:
    BSIM_Add_time(BSIM_cost(7, 3 * n)); /* two_ways.2: a.c:71 */
out:
    MPI_Barrier(MPI_COMM_WORLD);
}

/* What decides would bring computation back. */
static void after_data(int n) {
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(8, n)); /* after_data.1: a.c:79-81 */
}

static void after_data_in_macro(int n) {
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(9, n)); /* after_data_in_macro.1: a.c:87 */
}

/* An error ends the program: it decides nothing. */
static void checked(int n) {
    {
        if (n < 0)
            MPI_Abort(MPI_COMM_WORLD, 1);
    }
    BSIM_Add_time(BSIM_cost(10, n)); /* checked.1: a.c:139 */
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]), mode = atoi(argv[2]);
    BSIM_Add_time(BSIM_cost(11, n)); /* main.1: a.c:145 */
    for (int step = 0; step < 4; step++) {
        MPI_Barrier(MPI_COMM_WORLD);
        if (step % 2)
            continue;
        BSIM_Add_time(BSIM_cost(12, n)); /* main.2: a.c:150 */
    }
    after_return(n, mode);
    after_nested_return(n, mode);
    returned(n, mode);
    after_goto(n, mode);
    after_macro(n, mode);
    after_switch(n, mode);
    two_ways(n, mode);
    after_data(n);
    after_data_in_macro(n);
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(13, mode == 1, n)); /* main.3: a.c:162 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(14, mode == 1, n > 7, n)); /* main.4: a.c:164 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(15, mode == 0, mode == 1, n)); /* main.5: a.c:166 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(16, mode == 1, n)); /* main.6: a.c:168 */
    MPI_Barrier(MPI_COMM_WORLD);
    checked(n);
    MPI_Finalize();
    return 0;
}

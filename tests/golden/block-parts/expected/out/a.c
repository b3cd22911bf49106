/* Calls that leave statements which stay: their time stays. */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

/* the value that is returned */
static double norm(int n)
{
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(0, n)); /* norm.1: a.c:29 */
    return 0;
}

static double global(void)
{
    LMPI_Allreduce(NULL, NULL, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return 0;
}

static void show(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
}

/* in a block that a return leaves, what it computes is in the block */
static double pick(int n, int kind)
{
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(1, kind == 1, kind, n)); /* pick.1: a.c:49-54 */
    return 0;
}

/* of two arms, each its own */
static double either(int n)
{
    if (n > 10) {
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Add_time(BSIM_cost(2, n)); /* either.1: a.c:63 */
        return 0;
    }
    if (n > 5) {
        BSIM_Add_time(BSIM_cost(3, n)); /* either.2: a.c:66 */
        return 0;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    return 1;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = argc > 1 ? atoi(argv[1]) : 20;
    BSIM_Add_time(BSIM_cost(4, n)); /* main.1: a.c:75 */
    norm(n);
    BSIM_Add_time(BSIM_cost(5, n)); /* main.2: a.c:77 */
    global();   /* beside a call that stays */
    BSIM_Add_time(BSIM_cost(6, n)); /* main.3: a.c:78 */
    global();       /* an argument */
    if (n > 5) {
        BSIM_Add_time(BSIM_cost(7, n)); /* main.4: a.c:80 */
        show();
    }
    BSIM_Add_time(BSIM_cost(8, n)); /* main.5: a.c:81 */
    LMPI_Bcast(NULL, n, MPI_DOUBLE, 0, MPI_COMM_WORLD); /* a buffer */
    BSIM_Add_time(BSIM_cost(9, n)); /* main.6: a.c:82 */
    LMPI_Bcast(NULL, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    pick(n, argc);
    either(n);
    show(); /* two: told */
    show();                  /* in a macro: told */
    show();     /* not always: told */
    MPI_Finalize();
    BSIM_Add_time(BSIM_cost(10, n)); /* main.7: a.c:91 */
    return 0;
}

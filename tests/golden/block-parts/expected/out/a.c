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

static int always(int n)
{
    return n;
}

/* conditions; those of loops are told */
static void decide(int n)
{
    BSIM_Add_time(BSIM_cost(1, n)); /* decide.1: a.c:55-58 */
    if (always(n) > 5)
        MPI_Barrier(MPI_COMM_WORLD);
    else { BSIM_Add_time(BSIM_cost(2, n)); /* decide.2: a.c:57-58 */
    if (always(n) > 3)
        MPI_Barrier(MPI_COMM_WORLD);
    }
    BSIM_Add_time(BSIM_cost(3, n)); /* decide.3: a.c:59-62 */
    switch (always(n)) {
    case 20:
        MPI_Barrier(MPI_COMM_WORLD);
    }
    while (always(n) > 50) {
        n--;
        MPI_Barrier(MPI_COMM_WORLD);
    }
    for (int i = always(0); i < always(3); i += always(1))
        MPI_Barrier(MPI_COMM_WORLD);
}

/* in a block that a return leaves, what it computes is in the block */
static double pick(int n, int kind)
{
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(4, kind == 2, kind == 1, n)); /* pick.1: a.c:75-80 */
    return 0;
}

/* of two arms, each its own */
static double either(int n)
{
    if (n > 10) {
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Add_time(BSIM_cost(5, n)); /* either.1: a.c:89 */
        return 0;
    }
    if (n > 5) {
        BSIM_Add_time(BSIM_cost(6, n)); /* either.2: a.c:92 */
        return 0;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    return 1;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = argc > 1 ? atoi(argv[1]) : 20;
    BSIM_Add_time(BSIM_cost(7, n)); /* main.1: a.c:101 */
    norm(n);
    BSIM_Add_time(BSIM_cost(8, n)); /* main.2: a.c:103 */
    global();   /* beside a call that stays */
    BSIM_Add_time(BSIM_cost(9, n)); /* main.3: a.c:104 */
    global();       /* an argument */
    if (n > 5) {
        BSIM_Add_time(BSIM_cost(10, n)); /* main.4: a.c:106 */
        show();
    }
    BSIM_Add_time(BSIM_cost(11, n)); /* main.5: a.c:107 */
    LMPI_Bcast(NULL, n, MPI_DOUBLE, 0, MPI_COMM_WORLD); /* a buffer */
    BSIM_Add_time(BSIM_cost(12, n)); /* main.6: a.c:108 */
    LMPI_Bcast(NULL, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    pick(n, argc);
    either(n);
    decide(n);
    show(); /* two: told */
    show();                  /* in a macro: told */
    show();     /* not always: told */
    MPI_Finalize();
    BSIM_Add_time(BSIM_cost(13, n)); /* main.7: a.c:118 */
    return 0;
}

/* comments.c - what comments do
 *
 * This one stays with its file. */
#include <mpi.h>
#include <math.h>
#include <stdio.h>
#include <lmpi/lmpi.h>

/* ------------------------------------------------------------------ *
 *  helpers
 * ------------------------------------------------------------------ */

/* Stays: the skeleton calls exchange(). */
static void exchange(int n)
{
    MPI_Status status; /* not looked at */

    /* left to right */
    LMPI_Sendrecv_replace(NULL, n, MPI_DOUBLE, MPI_PROC_NULL, 0, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &status); // once
}

int main(int argc, char **argv)
{
    int n = 8; /* length */

    MPI_Init(&argc, &argv); /* always first */

    BSIM_Add_time(BSIM_cost(0, n)); /* main.1: a.c:37-45 */

    exchange(n); /* trailing of kept code */

    // below the print

    /* the end */
    MPI_Finalize();
    return 0;
}

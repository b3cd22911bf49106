/* comments.c - what comments do
 *
 * This one stays with its file. */
#include <mpi.h>
#include <math.h>
#include <stdio.h>

/* ------------------------------------------------------------------ *
 *  helpers
 * ------------------------------------------------------------------ */

/* Adds two numbers: goes with its function. */
// So does this line.
static double add(double a, double b)
{
    return a + b; /* inside */
}

/* Stays: the skeleton calls exchange(). */
static void exchange(double *v, int n)
{
    MPI_Status status; /* not looked at */

    /* left to right */
    MPI_Sendrecv_replace(v, n, MPI_DOUBLE, MPI_PROC_NULL, 0, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &status); // once
}

int main(int argc, char **argv)
{
    double v[8] = {1, 2, 3, 4, 5, 6, 7, 8}; /* data */
    double sum = 0;
    int n = 8; /* length */

    MPI_Init(&argc, &argv); /* always first */

    /* computes: goes with the loop */
    for (int i = 0; i < n; i++) /* over all */
        sum = add(sum, v[i]); // sums up

    /* A comment with a blank line behind it stays. */

    /* scale
     * in two lines */
    sum = sqrt(sum);
    sum *= 2; /* trailing */ v[0] = sum;

    exchange(v, n); /* trailing of kept code */

    // before the print
    printf("%g\n", sum); // after the print
    // below the print

    /* the end */
    MPI_Finalize();
    return 0;
}

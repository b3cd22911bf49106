/* Two persistent reductions: one ends the loop, so that its data and what they are made of stay; the other decides
 * nothing. */
#include <mpi.h>
#include <stdio.h>

static double work(double x, int n) {
    for (int i = 0; i < n; i++)
        x = 0.5 * (x + 2 / x);
    return x;
}

int main(int argc, char **argv) {
    int rank, done = 0, all = 0, step = 0;
    double part = 1, sum;
    MPI_Request ends, adds;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Allreduce_init(&done, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD, MPI_INFO_NULL, &ends);
    MPI_Allreduce_init(&part, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &adds);
    while (!all) {
        part = work(part, 1000);
        MPI_Start(&adds);
        step++;
        done = step > 3 + rank;
        MPI_Start(&ends);
        MPI_Wait(&ends, MPI_STATUS_IGNORE);
        MPI_Wait(&adds, MPI_STATUS_IGNORE);
        part += sum;
    }
    printf("%d: %d steps, %g\n", rank, step, part);
    MPI_Request_free(&ends);
    MPI_Request_free(&adds);
    MPI_Finalize();
    return 0;
}

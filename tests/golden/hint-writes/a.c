#include <mpi.h>
#include <stdlib.h>

#define PARTS 8

/* One array for everything, as old codes have it. */
static int *work;
static double *values;

/* Which part goes to whom, out of the numbers: work[1 + p] is the length of
   part p, work[0] a flag of the caller's. */
static void divide(int n, int *length, int *longest)
{
    for (int p = 0; p < PARTS; ++p)
        length[p] = 0;
    for (int i = 0; i < n; ++i)
        length[(int)(values[i] * PARTS)]++;
    *longest = 0;
    for (int p = 0; p < PARTS; ++p)
        if (length[p] > *longest)
            *longest = length[p];
}

static int smooth(int n)
{
    int moved = 0;
    for (int i = 1; i < n; ++i) {
        values[i] = 0.5 * (values[i] + values[i - 1]);
        moved += values[i] > 0.5;
    }
    return moved;
}

int main(int argc, char **argv)
{
    int rank, size, longest, n = 1000;
    double *sent, *got;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    work = malloc((1 + PARTS) * sizeof *work);
    values = malloc(n * sizeof *values);
    sent = calloc(n, sizeof *sent);
    got = calloc(n, sizeof *got);
    for (int i = 0; i < n; ++i)
        values[i] = (i * 7919 % 1000 + rank) % 1000 / 1000.0;
    work[0] = -1;
    for (int step = 0; step < 3; ++step) {
        smooth(n);
        if (work[0] == -1) {
            divide(n, work + 1, &longest);
            work[0] = 1;
        }
        for (int p = 0; p < PARTS; ++p)
            MPI_Sendrecv(sent, work[1 + p], MPI_DOUBLE, (rank + 1) % size, p,
                         got, n, MPI_DOUBLE, (rank + size - 1) % size, p,
                         MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (longest > 200)
            MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}

#include <mpi.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

#define PARTS 8

/* One array for everything, as old codes have it. */
BSIM_PRIVATE static int *work;

/* Which part goes to whom, out of the numbers: work[1 + p] is the length of
   part p, work[0] a flag of the caller's. */
static void divide(int n, int *length, int *longest)
{
    for (long p = 0; p < (PARTS); ++p) length[p] = __builtin_choose_expr((__typeof__(length[p]))0.5 == 0, BSIM_uniform_int(0, p, n / PARTS - 5, n / PARTS + 5), BSIM_uniform(0, p, n / PARTS - 5, n / PARTS + 5));
    for (long i = 0; i < (8); ++i) { long p = BSIM_uniform_int(1, i, 0, PARTS - 1); length[p] = (length[p] + 1); }
    *longest = (n / PARTS + 5);
    BSIM_Add_time(BSIM_cost(0, n)); /* divide.1: a.c:14-21 */
}

int main(int argc, char **argv)
{
    int rank, size, longest, n = 1000;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    BSIM_G(work) = malloc((1 + PARTS) * sizeof *BSIM_G(work));
    BSIM_Add_time(BSIM_cost(1, n)); /* main.1: a.c:43-46 */
    BSIM_G(work)[0] = -1;
    for (int step = 0; step < 3; ++step) {
        BSIM_Add_time(BSIM_cost(2, n)); /* main.2: a.c:49 */
        if (BSIM_G(work)[0] == -1) {
            divide(n, BSIM_G(work) + 1, &longest);
            BSIM_G(work)[0] = 1;
        }
        for (int p = 0; p < PARTS; ++p)
            LMPI_Sendrecv(NULL, BSIM_G(work)[1 + p], MPI_DOUBLE, (rank + 1) % size, p,
                         NULL, n, MPI_DOUBLE, (rank + size - 1) % size, p,
                         MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (longest > 200)
            MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}

#include <mpi.h>
#include <stdio.h>
#include <bsim/bsim.h>

/* the first and the last go */
BSIM_PRIVATE static double alpha = 0.5, *beta, gamma[3] = {1, 2, 3};
BSIM_PRIVATE static int steps = 3, unused_count, width = 4, drop = 1;
typedef struct pair { int a, b; } pair;
BSIM_PRIVATE enum shade { DARK, LIGHT } shade_now = LIGHT, shade_old;

int main(int argc, char **argv)
{
    int rank, size, i, j, k = 2;
    double x = 1.0, y[4] = {0}, *z = y;
    int first, (*second) = &first, third[2][2] = {{0, 1}, {2, 3}}, fourth;
    const int n = 3, *const np = &n;
    pair where = {1, 2}, other;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    BSIM_G(beta) = BSIM_G(gamma);
    for (i = 0, j = 1; i < BSIM_G(width); i++)
        x = x * BSIM_G(alpha) + z[i] + BSIM_G(beta)[1] + j + k;
    first = third[1][0];
    fourth = *second + BSIM_G(drop);
    other = where;
    for (int s = 0; s < BSIM_G(steps); s++) {
        MPI_Bcast(y, *np, MPI_DOUBLE, 0, MPI_COMM_WORLD);
        if (BSIM_G(shade_now) == LIGHT)
            MPI_Barrier(MPI_COMM_WORLD);
    }
    BSIM_G(shade_old) = DARK;
    printf("%d %d %g %d %d %d\n", rank, size, x, fourth, other.a, BSIM_G(shade_old) + BSIM_G(unused_count));
    return MPI_Finalize();
}

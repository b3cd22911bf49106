#include <mpi.h>
#include <stdio.h>

static double x[12];

static void settle(void)
{
    while (x[0] > 1)
        x[0] *= 0.5;
    while (x[1] > 1)
        x[1] *= 0.5;
    while (x[2] > 1)
        x[2] *= 0.5;
    while (x[3] > 1)
        x[3] *= 0.5;
    while (x[4] > 1)
        x[4] *= 0.5;
    while (x[5] > 1)
        x[5] *= 0.5;
    while (x[6] > 1)
        x[6] *= 0.5;
    while (x[7] > 1)
        x[7] *= 0.5;
    while (x[8] > 1)
        x[8] *= 0.5;
    while (x[9] > 1)
        x[9] *= 0.5;
    while (x[10] > 1)
        x[10] *= 0.5;
    while (x[11] > 1)
        x[11] *= 0.5;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    for (int i = 0; i < 12; i++)
        x[i] = argc * (i + 1);
    MPI_Barrier(MPI_COMM_WORLD);
    settle();
    MPI_Barrier(MPI_COMM_WORLD);
    printf("%g\n", x[0]);
    MPI_Finalize();
    return 0;
}

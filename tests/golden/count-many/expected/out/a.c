#include <mpi.h>
#include <stdio.h>
#include <bsim/bsim.h>

static double x[12];

static void settle(void)
{
    { BSIM_Rounds(0); while (x[0] > 1)
        { BSIM_Round(0);
        x[0] *= 0.5; } }
    { BSIM_Rounds(1); while (x[1] > 1)
        { BSIM_Round(1);
        x[1] *= 0.5; } }
    { BSIM_Rounds(2); while (x[2] > 1)
        { BSIM_Round(2);
        x[2] *= 0.5; } }
    { BSIM_Rounds(3); while (x[3] > 1)
        { BSIM_Round(3);
        x[3] *= 0.5; } }
    { BSIM_Rounds(4); while (x[4] > 1)
        { BSIM_Round(4);
        x[4] *= 0.5; } }
    { BSIM_Rounds(5); while (x[5] > 1)
        { BSIM_Round(5);
        x[5] *= 0.5; } }
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
    BSIM_Block_begin(0);
    for (int i = 0; i < 12; i++)
        x[i] = argc * (i + 1);
    BSIM_Block_end(0);
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Block_begin(1);
    settle();
    BSIM_Block_end(1);
    MPI_Barrier(MPI_COMM_WORLD);
    printf("%g\n", x[0]);
    MPI_Finalize();
    return 0;
}

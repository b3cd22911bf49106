#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

static int *take(int n)
{
    int *p = malloc(n * sizeof *p);

    return p;
}

static void give_back(int *p)
{
    if (p == NULL)
        return;
    free(p);
}

int main(int argc, char **argv)
{
    int *lengths, *kept, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    BSIM_Add_time(BSIM_cost(0)); /* main.1: main.c:29-35 */
    kept = take(4);
    kept[0] = size;
    for (int step = 0; step < 3; step++) {
        lengths = take(8);
        lengths[step] = 5 + step + kept[0];
        LMPI_Bcast(NULL, lengths[step], MPI_DOUBLE, 0, MPI_COMM_WORLD);
        give_back(lengths);
    }
    MPI_Finalize();
    return 0;
}

#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int *take(int n)
{
    int *p = malloc(n * sizeof *p);

    if (!p)
        exit(1);
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
    double x[200], sum = 0;
    int *lengths, *kept, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < 200; i++)
        x[i] = sin(i * 0.1);
    for (int round = 0; round < 30; round++)
        for (int i = 1; i < 200; i++)
            x[i] = 0.5 * (x[i] + x[i - 1]);
    for (int i = 0; i < 200; i++)
        sum += x[i];
    kept = take(4);
    kept[0] = size;
    for (int step = 0; step < 3; step++) {
        lengths = take(8);
        lengths[step] = 5 + step + kept[0];
        MPI_Bcast(x, lengths[step], MPI_DOUBLE, 0, MPI_COMM_WORLD);
        give_back(lengths);
    }
    if (sum > 3)
        give_back(kept);
    MPI_Finalize();
    return 0;
}

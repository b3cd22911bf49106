#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int kind(int rank)
{
    switch (rank % 4) {
    case 0:
    case 1:
        return 1;
    case 2: {
        return 2;
    }
    default:
        break;
    }
    return 3;
}

static double work(double x, int n)
{
    int tries = 0;
again:
    for (int i = 0; i < n; i++) {
        if (i % 3 == 0)
            continue;
        x += i;
        if (x > 1e6)
            break;
    }
    if (x < 10 && tries++ < 5)
        goto again;
    do {
        x /= 2;
    } while (x > 100);
    return x;
}

int main(int argc, char **argv)
{
    int rank, size, token = 0, rounds = 3;
    double x = 1;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0)
        x = work(x, 10);
    else if (rank == 1)
        x = work(x, 20);
    else
        for (int i = 0; i < 3; i++)
            x = work(x, i);
    while (rounds > 0) {
        rounds--;
        if (rounds == 1)
            continue;
        x += rounds;
        if (size == 1)
            break;
        if (rank == 0) {
            MPI_Send(&token, 1, MPI_INT, size - 1, 5, MPI_COMM_WORLD);
        } else if (rank == size - 1) {
            MPI_Recv(&token, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            x = x * 2;
        } else {
            x = x * 3;
        }
    }
    switch (kind(rank)) {
    case 1:
        x = work(x, 3);
        break;
    case 2:
        x = 4;
        /* fall through */
    case 3:
        x++;
        break;
    }
    switch (rounds) {
    case 0:
        x = 2;
        MPI_Barrier(MPI_COMM_WORLD);
        break;
    case 1:
        x = 3;
        break;
    default:
        x = 5;
    }
    if (size > 100)
        goto done;
    x = x - 1;
    MPI_Barrier(MPI_COMM_WORLD);
done:
    printf("%g\n", x);
unused:
    MPI_Finalize();
    if (argc > 1000)
        goto unused;
    return 0;
}

/* Rests, bits and narrow types as bounds: no formula of what they are computed from tells them. */
#include <math.h>
#include <mpi.h>
#include <stdlib.h>

struct shape {
    unsigned few : 3, many : 20;
    int n;
};

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 10, rank, size;
    unsigned u = (unsigned)n * 3;
    double s = 0;
    struct shape t = {n % 7, (unsigned)n, n};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < n / size + (rank < n % size); i++)
        s += sin(i);
    MPI_Barrier(MPI_COMM_WORLD);
    if (size)
        for (int i = 0; i < n % size; i++)
            s += sin(i);
    MPI_Barrier(MPI_COMM_WORLD);
    for (unsigned i = 0; i < (u + 1) % 100; i++)
        s += sin(i);
    MPI_Barrier(MPI_COMM_WORLD);
    for (unsigned i = 0; i < t.many; i++) /* bit fields are none of these */
        for (unsigned j = 0; j < t.few; j++)
            s += sin(i);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 2; i <= (t.n & 15) + 4; i++)
        s += sin(i);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = (signed char)n; i > 0; i--)
        s += sin(i);
    MPI_Barrier(MPI_COMM_WORLD);
    for (unsigned short i = 0; i < (unsigned short)n; i++)
        s += sin(i);
    if (s < -1e9)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}

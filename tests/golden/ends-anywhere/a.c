#include <mpi.h>
#include <stdlib.h>

static double out[100];

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 27, k = argc > 2 ? atoi(argv[2]) : 12;
    MPI_Init(&argc, &argv);
    int q = n;
    do {
        q = q % 2 ? 3 * q + 1 : q / 2;
        out[0] += q;
    } while (q != 1);
    MPI_Barrier(MPI_COMM_WORLD);
    for (q = n; q != 1; out[1] += q)
        if (q % 2)
            q = 3 * q + 1;
        else
            q = q / 2;
    MPI_Barrier(MPI_COMM_WORLD);
    int x = k;
    do {
        x = x * 5 % n;
        out[2] += x;
    } while (x != k);
    MPI_Barrier(MPI_COMM_WORLD);
    int ring = k; /* this one goes round once */
    do {
        ring = (ring + 1) % n;
        out[3] += ring;
    } while (ring != k);
    MPI_Barrier(MPI_COMM_WORLD);
    for (q = n; q != 0; q /= 2)
        out[4] += q;
    return MPI_Finalize();
}

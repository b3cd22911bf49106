#include <mpi.h>
#include <stdlib.h>

static double sum;

static void steps(int kind, int n, int m) {
    switch (kind) {
    case 1:
        if (n == 3)
            break;
        for (int j = 0; j < m; j++)
            sum += j;
    default:
        sum++;
    }
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int n = argc > 1 ? atoi(argv[1]) : 64, m = argc > 2 ? atoi(argv[2]) : 4, kind = argc > 3, i = 0;
    MPI_Barrier(MPI_COMM_WORLD);
again:
    if (i >= n)
        goto end;
    for (int j = 0; j < m; j++)
        sum += j;
    i++;
    goto again;
end:
    MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    steps(kind, n, m);
    MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}

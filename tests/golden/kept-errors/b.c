/* An error that ends in MPI_Finalize() and "return 1;", or that looks at the data before the process ends. */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1000, last = argc > 2 ? atoi(argv[2]) : n, mine = 0, rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int *owner = malloc(n * sizeof *owner);
    double *work = calloc(n, sizeof *work), x = 0.5;

    for (int i = 0; i < n; i++) {
        x = fmod(x * 1.7 + sqrt(i), 1.0);
        owner[i] = (int)(x * size);
        if (i > last) {
            fprintf(stderr, "more than %d\n", last);
            MPI_Finalize();
            return 1;
        }
    }
    for (int i = 0; i < n; i++) {
        if (owner[i] < 0) {
            double worst = 0;
            for (int j = 0; j < n; j++)
                if (fabs(work[j]) > worst)
                    worst = fabs(work[j]);
            fprintf(stderr, "no owner of %d (%g)\n", i, worst);
            exit(1);
        }
        mine += owner[i] == rank;
    }
    MPI_Sendrecv_replace(work, mine, MPI_DOUBLE, (rank + 1) % size, 0, (rank + size - 1) % size, 0, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}

/* recorded.c - for bench_record.py: a stencil whose ranks calculate and exchange with their neighbours.
 *
 * recorded STEPS POINTS: ranks in a ring; each step has POINTS points of work, two messages each way, and a reduction
 * in every tenth. Prints the time of the loop on rank 0. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    int rank, size, steps, points;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (argc != 3 || (steps = atoi(argv[1])) < 1 || (points = atoi(argv[2])) < 1) {
        fputs("usage: recorded STEPS POINTS\n", stderr);
        MPI_Abort(MPI_COMM_WORLD, 2);
        return 2;
    }
    double *field = calloc((size_t)points + 2, sizeof *field), edge[4], norm = 0, all;
    MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime();
    for (int step = 0; step < steps; step++) {
        MPI_Request request[4];
        int left = (rank + size - 1) % size, right = (rank + 1) % size;
        for (int i = 1; i <= points; i++)
            field[i] = 0.25 * (field[i - 1] + 2 * field[i] + field[i + 1]) + 1e-9 * step;
        MPI_Irecv(&edge[0], 1, MPI_DOUBLE, left, 1, MPI_COMM_WORLD, &request[0]);
        MPI_Irecv(&edge[1], 1, MPI_DOUBLE, right, 2, MPI_COMM_WORLD, &request[1]);
        MPI_Isend(&field[1], 1, MPI_DOUBLE, left, 2, MPI_COMM_WORLD, &request[2]);
        MPI_Isend(&field[points], 1, MPI_DOUBLE, right, 1, MPI_COMM_WORLD, &request[3]);
        MPI_Waitall(4, request, MPI_STATUSES_IGNORE);
        field[0] = edge[0];
        field[points + 1] = edge[1];
        if (step % 10 == 0) {
            norm = field[points / 2];
            MPI_Allreduce(&norm, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        }
    }
    if (rank == 0)
        printf("%.9f\n", MPI_Wtime() - start);
    free(field);
    MPI_Finalize();
    return 0;
}

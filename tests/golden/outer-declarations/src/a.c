/* What a header outside of the program declares first stays where the program defines it. */
#include <mpi.h>
#include <stdio.h>

int is_master;
int unused_master;

int chosen(int rank) { return rank == 0; }

int main(int argc, char **argv) {
    int rank, n = 3;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    is_master = chosen(rank);
    unused_master = 5;
    if (is_master)
        MPI_Send(&n, 1, MPI_INT, 0, 1, MPI_COMM_SELF);
    printf("%d\n", unused_master);
    MPI_Finalize();
    return 0;
}

#include <mpi.h>

static _Thread_local int set = 3, only_read = 4;
__thread char text[10];
static int other;

int main(int argc, char **argv)
{
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    set = rank;
    text[only_read] = 'x';
    other += rank;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}

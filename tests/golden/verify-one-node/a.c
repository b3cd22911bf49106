#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, unit, near, *own, *next, data[100] = {0};
    MPI_Win window;
    MPI_Aint bytes;
    MPI_Comm node;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate_shared(sizeof *own, sizeof *own, MPI_INFO_NULL, MPI_COMM_WORLD, &own, &window);
    MPI_Win_fence(0, window);
    *own = rank + 4;
    MPI_Win_fence(0, window);
    MPI_Win_shared_query(window, (rank + 1) % size, &bytes, &unit, &next);
    int count = *next;
    MPI_Win_fence(0, window);
    MPI_Win_free(&window);
    MPI_Sendrecv_replace(data, 10, MPI_INT, (rank + 1) % size, 0, (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    MPI_Comm_size(node, &near);
    MPI_Bcast(data, near + 4 * (count > 3), MPI_INT, 0, node);
    MPI_Comm_free(&node);
    MPI_Finalize();
    return 0;
}

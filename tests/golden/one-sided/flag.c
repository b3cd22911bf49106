/* Rank 0 puts a length and a flag into the memory of the others, which poll it, and receive as much. */
#include <mpi.h>
#include <stdlib.h>

static volatile int *mail;
static double data[100];

static void tell(int to, int length, MPI_Win win) {
    int flag = 1;
    MPI_Put(&length, 1, MPI_INT, to, 1, 1, MPI_INT, win);
    MPI_Win_flush(to, win);
    MPI_Put(&flag, 1, MPI_INT, to, 0, 1, MPI_INT, win);
    MPI_Win_flush(to, win);
}

int main(int argc, char **argv) {
    int rank, size;
    int *memory;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(2 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    memory[0] = memory[1] = 0;
    mail = memory;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        for (int to = 1; to < size; to++) {
            for (int i = 0; i < 100; i++)
                data[i] = i + to;
            tell(to, 10 * to, win);
            MPI_Send(data, 10 * to, MPI_DOUBLE, to, 0, MPI_COMM_WORLD);
        }
    } else {
        while (mail[0] == 0)
            MPI_Win_sync(win);
        MPI_Recv(data, mail[1], MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}

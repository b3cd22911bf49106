/* Ranks take tasks from a counter; which of them a rank has decides how much it sends. What it puts into `result` does
 * not, but it goes through the same window. */
#include <mpi.h>
#include <stdio.h>

enum { TASKS = 12 };

static int weight(int task) {
    return 10 + task % 3;
}

int main(int argc, char **argv) {
    int rank, one = 1, task, first, counter = 0, mine = 0;
    double result[TASKS], partial[20];
    MPI_Win win, results;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(&counter, sizeof counter, sizeof counter, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_create(result, sizeof result, sizeof *result, MPI_INFO_NULL, MPI_COMM_WORLD, &results);
    first = 2 * 1;
    if (rank == 0)
        counter = first;
    MPI_Barrier(MPI_COMM_WORLD);
    for (;;) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Fetch_and_op(&one, &task, MPI_INT, 0, 0, MPI_SUM, win);
        MPI_Win_unlock(0, win);
        if (task >= TASKS)
            break;
        for (int i = 0; i < 20; i++)
            partial[i] = task * i;
        MPI_Send(partial, weight(task), MPI_DOUBLE, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
        mine += weight(task);
    }
    MPI_Bcast(partial, 20, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Win_free(&win);
    MPI_Win_free(&results);
    printf("rank %d: %d\n", rank, mine);
    MPI_Finalize();
    return 0;
}

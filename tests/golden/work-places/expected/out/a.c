/* Strips of rows of a picture, which take very different times, go to the ranks in turn; all wait after each turn. With
 * `same` all ranks work on the same strip. */
#include <mpi.h>
#include <stdlib.h>
#include <bsim/bsim.h>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int width = atoi(argv[1]), height = atoi(argv[2]), rows = atoi(argv[3]), same = atoi(argv[4]), rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int turn = 0; turn * rows < height; turn += same ? 1 : size) {
        int first = rows * (same ? turn : turn + rank);
        BSIM_Add_time(BSIM_cost(0, rows <= height - first, height - first, rows, width)); /* main.1: a.c:29 */
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}

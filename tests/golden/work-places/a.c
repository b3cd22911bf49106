/* Strips of rows of a picture, which take very different times, go to the ranks in turn; all wait after each turn. With
 * `same` all ranks work on the same strip. */
#include <mpi.h>
#include <stdlib.h>

static long strip(int first, int rows, int width, int height) {
    long steps = 0;
    for (int y = first; y < first + rows && y < height; y++)
        for (int x = 0; x < width; x++) {
            double a = 3.0 * x / width - 2, b = 2.0 * y / height - 1, re = 0, im = 0;
            for (int k = 0; k < 100 && re * re + im * im < 4; k++) {
                double next = re * re - im * im + a;
                im = 2 * re * im + b;
                re = next;
                steps++;
            }
        }
    return steps;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int width = atoi(argv[1]), height = atoi(argv[2]), rows = atoi(argv[3]), same = atoi(argv[4]), rank, size;
    long steps = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int turn = 0; turn * rows < height; turn += same ? 1 : size) {
        int first = rows * (same ? turn : turn + rank);
        steps += strip(first, rows, width, height);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}

#include <mpi.h>
#include <stdlib.h>
#include <bsim/bsim.h>

enum { TAG_SIZE = 10, TAG_DATA = 20, TAG_MORE = 23 };

static int swap(const void *out, int bytes, int to, void *in, int most, int from, int tag)
{
    MPI_Status status;

    MPI_Sendrecv(out, bytes, MPI_BYTE, to, tag, in, most, MPI_BYTE, from, tag, MPI_COMM_WORLD, &status);
    return 0;
}

/* Sizes go ahead of the data: tags 10 to 15 are not 20 to 25, nor 23 to 26. */
static void exchange(int n, int left, int right)
{
    for (int axis = 0; axis < 3; axis++) {
        int size = (n > 5 ? n + axis : axis) * (int)sizeof(double), came;

        swap(&size, sizeof size, left, &came, sizeof came, right, TAG_SIZE + 2 * axis);
        swap(NULL, size, left, NULL, came, right, TAG_DATA + 2 * axis);
    }
    for (int k = 0; k <= 3; k++)
        swap(NULL, 8, left, NULL, 8, right, TAG_MORE + k);
}

int main(int argc, char **argv)
{
    int rank, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int step = 0; step < 5; step++) {
        BSIM_Add_time(BSIM_cost(0)); /* main.1: a.c:38-39 */
        exchange(100 * (rank + 1), (rank + size - 1) % size, (rank + 1) % size);
    }
    MPI_Finalize();
    return 0;
}

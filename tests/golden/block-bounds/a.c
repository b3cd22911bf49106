/* Bounds in small arrays that loops fill, as a box is handed to a kernel; and a large array, which stays away. */
#include <mpi.h>
#include <stdlib.h>

#define MOST 1000

typedef struct {
    int n[3];
    double *value;
} box;

static int weights[MOST];

static void smooth(box *b, const int lo[3], const int hi[3]) {
    for (int i = lo[0]; i < hi[0]; i++)
        for (int j = lo[1]; j < hi[1]; j++)
            for (int k = lo[2]; k < hi[2]; k++)
                b->value[(i * b->n[1] + j) * b->n[2] + k] *= 0.5;
}

static void spread(box *b, int many) {
    for (int i = 0; i < many; i++)
        b->value[i % b->n[0]] += i;
}

int main(int argc, char **argv) {
    box b = {{0, 0, 0}, NULL};
    int sum = 0, most = argc > 4 ? atoi(argv[4]) : 10;
    MPI_Init(&argc, &argv);
    for (int a = 0; a < 3; a++)
        b.n[a] = argc > a + 1 ? atoi(argv[a + 1]) : 8;
    b.value = calloc((size_t)b.n[0] * (size_t)b.n[1] * (size_t)b.n[2], sizeof *b.value);
    for (int step = 0; step < 3; step++) {
        int lo[3], hi[3];
        for (int a = 0; a < 3; a++) {
            lo[a] = 1;
            hi[a] = b.n[a] - 1;
        }
        smooth(&b, lo, hi);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    for (int i = 0; i < MOST; i++)
        weights[i] = i % most;
    for (int i = 0; i < MOST; i++)
        sum += weights[i] * weights[i];
    MPI_Barrier(MPI_COMM_WORLD);
    spread(&b, sum);
    MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    free(b.value);
    MPI_Finalize();
    return 0;
}

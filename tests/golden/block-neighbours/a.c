/* Elements of short arrays that are compared with a constant: a block's parameter is what each comparison gives, and not the element, whose
 * value is the number of a rank. What is compared otherwise stays a number. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int n[2], neighbour[2][2], level[3];
    double *x;
} field;

static void walls(field *f) {
    for (int side = 0; side < 2; side++) {
        if (f->neighbour[0][side] == MPI_PROC_NULL)
            for (int j = 0; j < f->n[1]; j++)
                f->x[j] = -f->x[j];
        if (f->neighbour[1][side] != MPI_PROC_NULL)
            for (int i = 0; i < f->n[0]; i++)
                f->x[i * f->n[1]] = 0;
    }
}

static void levels(field *f) {
    for (int l = 0; l < 3; l++)
        if (f->level[l] > 2)
            for (int i = 0; i < f->n[0]; i++)
                f->x[i] += l;
}

int main(int argc, char **argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int n = argc > 1 ? atoi(argv[1]) : 100;
    field f = {.n = {n, n + 3}, .level = {rank, n, 2}};
    for (int axis = 0; axis < 2; axis++)
        for (int side = 0; side < 2; side++)
            f.neighbour[axis][side] = axis || rank + 2 * side - 1 < 0 || rank + 2 * side - 1 >= size ? MPI_PROC_NULL : rank + 2 * side - 1;
    f.x = calloc((size_t)f.n[0] * (size_t)f.n[1], sizeof *f.x);
    MPI_Barrier(MPI_COMM_WORLD);
    walls(&f);
    MPI_Barrier(MPI_COMM_WORLD);
    levels(&f);
    MPI_Barrier(MPI_COMM_WORLD);
    printf("%g\n", f.x[0]);
    MPI_Finalize();
    return 0;
}

/* jacobi3d - Laplace's equation in a box by Jacobi's method: 7-point stencil, 3-D process grid, faces packed into
 * buffers, and a kernel that takes its bounds as arrays. The largest change is reduced every few sweeps. */
#include "field.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Relaxes the points [lo, hi); the largest change. */
static double relax(field *f, const int lo[3], const int hi[3]) {
    double most = 0;
    for (int i = lo[0]; i < hi[0]; i++)
        for (int j = lo[1]; j < hi[1]; j++)
            for (int k = lo[2]; k < hi[2]; k++) {
                size_t at = field_at(f, i, j, k);
                double sum = f->old[field_at(f, i - 1, j, k)] + f->old[field_at(f, i + 1, j, k)] +
                             f->old[field_at(f, i, j - 1, k)] + f->old[field_at(f, i, j + 1, k)] + f->old[at - 1] +
                             f->old[at + 1];
                f->new[at] = sum / 6;
                most = fmax(most, fabs(f->new[at] - f->old[at]));
            }
    return most;
}

static void swap(field *f) {
    double *t = f->old;
    f->old = f->new;
    f->new = t;
}

static int number(const char *text, const char *option) {
    int n = text ? atoi(text) : 0;
    if (n < 1) {
        fprintf(stderr, "jacobi3d: %s needs a number above 0\n", option);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    return n;
}

int main(int argc, char **argv) {
    int points[3] = {64, 64, 64}, sweeps = 100, check = 20, rank;
    double most = 0, sum = 0;
    field f;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 1; i < argc; i += 2) {
        if (strcmp(argv[i], "-x") == 0 || strcmp(argv[i], "-y") == 0 || strcmp(argv[i], "-z") == 0) {
            points[argv[i][1] - 'x'] = number(argv[i + 1], argv[i]);
        } else if (strcmp(argv[i], "-sweeps") == 0) {
            sweeps = number(argv[i + 1], argv[i]);
        } else if (strcmp(argv[i], "-check") == 0) {
            check = number(argv[i + 1], argv[i]);
        } else {
            if (rank == 0)
                fprintf(stderr, "usage: jacobi3d [-x N] [-y N] [-z N] [-sweeps N] [-check N]\n");
            MPI_Abort(MPI_COMM_WORLD, 2);
        }
    }
    field_create(&f, MPI_COMM_WORLD, points);
    field_start(&f);
    for (int s = 1; s <= sweeps; s++) {
        int lo[3] = {1, 1, 1}, hi[3];
        for (int a = 0; a < 3; a++)
            hi[a] = f.n[a] + 1;
        field_exchange(&f);
        most = relax(&f, lo, hi);
        swap(&f);
        if (s % check == 0)
            MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_DOUBLE, MPI_MAX, f.comm);
    }
    for (int i = 1; i <= f.n[0]; i++)
        for (int j = 1; j <= f.n[1]; j++)
            for (int k = 1; k <= f.n[2]; k++)
                sum += f.old[field_at(&f, i, j, k)];
    MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, f.comm);
    if (rank == 0)
        printf("jacobi3d: %d x %d x %d points, %d sweeps, mean %.6f\n", points[0], points[1], points[2], sweeps,
               sum / ((double)points[0] * points[1] * points[2]));
    field_destroy(&f);
    MPI_Finalize();
    return 0;
}

/* multigrid - Poisson's equation in a box by V-cycles: a hierarchy of grids, a 3-D process grid, a ghost layer that is
 * exchanged on each level by persistent requests. The residual is reduced over the ranks behind each cycle. */
#include "cycle.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int number(const char *text, const char *option) {
    int n = text ? atoi(text) : 0;
    if (n < 1) {
        fprintf(stderr, "multigrid: %s needs a number above 0\n", option);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    return n;
}

/* A smooth right side with a few waves along each axis. */
static void right_side(const hierarchy *h) {
    const level *l = &h->level[0];
    double width = sqrt(l->h2);
    for (int i = 1; i <= l->n[0]; i++)
        for (int j = 1; j <= l->n[1]; j++)
            for (int k = 1; k <= l->n[2]; k++) {
                double x = (h->coords[0] * l->n[0] + i - 0.5) * width;
                double y = (h->coords[1] * l->n[1] + j - 0.5) * width;
                double z = (h->coords[2] * l->n[2] + k - 0.5) * width;
                l->f[at(l, i, j, k)] = sin(9 * x) * cos(5 * y) + x * z * (1 - y);
            }
}

int main(int argc, char **argv) {
    int cells[3] = {64, 64, 64}, cycles = 10, sweeps = 2, rank;
    hierarchy h;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 1; i < argc; i += 2) {
        if (strcmp(argv[i], "-x") == 0 || strcmp(argv[i], "-y") == 0 || strcmp(argv[i], "-z") == 0) {
            cells[argv[i][1] - 'x'] = number(argv[i + 1], argv[i]);
        } else if (strcmp(argv[i], "-cycles") == 0) {
            cycles = number(argv[i + 1], argv[i]);
        } else if (strcmp(argv[i], "-sweeps") == 0) {
            sweeps = number(argv[i + 1], argv[i]);
        } else {
            if (rank == 0)
                fprintf(stderr, "usage: multigrid [-x N] [-y N] [-z N] [-cycles N] [-sweeps N]\n");
            MPI_Abort(MPI_COMM_WORLD, 2);
        }
    }
    if (!hierarchy_create(&h, MPI_COMM_WORLD, cells)) {
        if (rank == 0)
            fprintf(stderr, "multigrid: the cells along an axis are no multiple of the ranks along it\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    right_side(&h);
    double first = residual_norm(&h), last = first;
    for (int c = 0; c < cycles; c++) {
        v_cycle(&h, 0, sweeps);
        last = residual_norm(&h);
    }
    if (rank == 0)
        printf("multigrid: %d x %d x %d cells, %d levels, %d cycles, residual %.1e of the first\n", cells[0], cells[1],
               cells[2], h.levels, cycles, last / first);
    hierarchy_destroy(&h);
    MPI_Finalize();
    return 0;
}

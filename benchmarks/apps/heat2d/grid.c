#include "grid.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Splits n points over parts; part p gets *count of them from *first on. */
static void split(int n, int parts, int p, int *first, int *count) {
    int base = n / parts, rest = n % parts;
    *count = base + (p < rest ? 1 : 0);
    *first = p * base + (p < rest ? p : rest);
}

static double *allocate(const grid *g) {
    double *field = calloc((size_t)(g->ny + 2) * g->pitch, sizeof *field);
    if (!field) {
        fprintf(stderr, "heat2d: out of memory for %d x %d points\n", g->nx, g->ny);
        MPI_Abort(g->comm, 1);
    }
    return field;
}

void grid_create(grid *g, MPI_Comm world, int global_nx, int global_ny) {
    int periods[2] = {0, 0};

    MPI_Comm_size(world, &g->size);
    g->dims[0] = g->dims[1] = 0;
    MPI_Dims_create(g->size, 2, g->dims);
    MPI_Cart_create(world, 2, g->dims, periods, 1, &g->comm);
    MPI_Comm_rank(g->comm, &g->rank);
    MPI_Cart_coords(g->comm, g->rank, 2, g->coords);
    MPI_Cart_shift(g->comm, 0, 1, &g->neighbour[NORTH], &g->neighbour[SOUTH]);
    MPI_Cart_shift(g->comm, 1, 1, &g->neighbour[WEST], &g->neighbour[EAST]);

    split(global_ny, g->dims[0], g->coords[0], &g->y0, &g->ny);
    split(global_nx, g->dims[1], g->coords[1], &g->x0, &g->nx);
    g->pitch = g->nx + 2;
    g->now = allocate(g);
    g->next = allocate(g);

    MPI_Type_contiguous(g->nx, MPI_DOUBLE, &g->row);
    MPI_Type_vector(g->ny, 1, g->pitch, MPI_DOUBLE, &g->column);
    MPI_Type_commit(&g->row);
    MPI_Type_commit(&g->column);
}

/* A hot disc in the middle of a cold plate. */
void grid_initialise(grid *g, int global_nx, int global_ny) {
    for (int j = 1; j <= g->ny; j++) {
        double y = (g->y0 + j - 0.5) / global_ny - 0.5;
        for (int i = 1; i <= g->nx; i++) {
            double x = (g->x0 + i - 0.5) / global_nx - 0.5;
            AT(g, g->now, j, i) = sqrt(x * x + y * y) < 0.25 ? 100.0 : 0.0;
        }
    }
}

void grid_destroy(grid *g) {
    MPI_Type_free(&g->row);
    MPI_Type_free(&g->column);
    free(g->now);
    free(g->next);
    MPI_Comm_free(&g->comm);
}

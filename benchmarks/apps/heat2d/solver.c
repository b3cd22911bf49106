#include "solver.h"

#include <math.h>

static void update(grid *g, int j, int first, int last, double diffusion) {
    const double *above = &AT(g, g->now, j - 1, 0);
    const double *row = &AT(g, g->now, j, 0);
    const double *below = &AT(g, g->now, j + 1, 0);
    double *out = &AT(g, g->next, j, 0);

    for (int i = first; i <= last; i++)
        out[i] = row[i] + diffusion * (above[i] + below[i] + row[i - 1] + row[i + 1] - 4.0 * row[i]);
}

void solver_step_inner(grid *g, double diffusion) {
    for (int j = 2; j < g->ny; j++)
        update(g, j, 2, g->nx - 1, diffusion);
}

void solver_step_rim(grid *g, double diffusion) {
    update(g, 1, 1, g->nx, diffusion);
    if (g->ny > 1)
        update(g, g->ny, 1, g->nx, diffusion);
    for (int j = 2; j < g->ny; j++) {
        update(g, j, 1, 1, diffusion);
        if (g->nx > 1)
            update(g, j, g->nx, g->nx, diffusion);
    }
}

void solver_swap(grid *g) {
    double *t = g->now;
    g->now = g->next;
    g->next = t;
}

double solver_residual(const grid *g) {
    double local = 0.0, global;

    for (int j = 1; j <= g->ny; j++)
        for (int i = 1; i <= g->nx; i++) {
            double change = fabs(AT(g, g->now, j, i) - AT(g, g->next, j, i));
            if (change > local)
                local = change;
        }
    MPI_Allreduce(&local, &global, 1, MPI_DOUBLE, MPI_MAX, g->comm);
    return global;
}

double solver_total(const grid *g) {
    double local = 0.0, global = 0.0;

    for (int j = 1; j <= g->ny; j++)
        for (int i = 1; i <= g->nx; i++)
            local += AT(g, g->now, j, i);
    MPI_Reduce(&local, &global, 1, MPI_DOUBLE, MPI_SUM, 0, g->comm);
    return global;
}

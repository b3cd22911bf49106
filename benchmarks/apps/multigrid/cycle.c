/* cycle.c - see cycle.h. Cell-centred: 7-point stencil, red-black Gauss-Seidel, restriction by the mean of 8 cells,
 * trilinear interpolation. */
#include "cycle.h"

#include <math.h>
#include <string.h>

static double neighbours(const level *l, size_t c) {
    size_t row = (size_t)(l->n[2] + 2), plane = row * (size_t)(l->n[1] + 2);
    const double *u = l->u;
    return u[c - plane] + u[c + plane] + u[c - row] + u[c + row] + u[c - 1] + u[c + 1];
}

/* Updates the cells of one colour; omega is 1 for Gauss-Seidel, larger for over-relaxation. */
static void relax(level *l, int colour, double omega) {
    for (int i = 1; i <= l->n[0]; i++)
        for (int j = 1; j <= l->n[1]; j++) {
            int first = 1 + ((i + j + l->parity + colour) & 1);
            for (int k = first; k <= l->n[2]; k += 2) {
                size_t c = at(l, i, j, k);
                l->u[c] += omega * ((neighbours(l, c) + l->h2 * l->f[c]) / 6 - l->u[c]);
            }
        }
}

static void smooth(const hierarchy *h, level *l, double omega) {
    for (int colour = 0; colour < 2; colour++) {
        ghosts(h, l);
        relax(l, colour, omega);
    }
}

/* Computes the residual; the sum of its squares. */
static double residual(level *l) {
    double sum = 0;
    for (int i = 1; i <= l->n[0]; i++)
        for (int j = 1; j <= l->n[1]; j++)
            for (int k = 1; k <= l->n[2]; k++) {
                size_t c = at(l, i, j, k);
                l->r[c] = l->f[c] - (6 * l->u[c] - neighbours(l, c)) / l->h2;
                sum += l->r[c] * l->r[c];
            }
    return sum;
}

/* The coarse level's right side from the residual above; its solution becomes 0. */
static void restrict_to(level *coarse, const level *fine) {
    for (int i = 1; i <= coarse->n[0]; i++)
        for (int j = 1; j <= coarse->n[1]; j++)
            for (int k = 1; k <= coarse->n[2]; k++) {
                double sum = 0;
                for (int p = 0; p < 8; p++)
                    sum += fine->r[at(fine, 2 * i - (p >> 2), 2 * j - (p >> 1 & 1), 2 * k - (p & 1))];
                coarse->f[at(coarse, i, j, k)] = sum / 8;
            }
    size_t cells = (size_t)(coarse->n[0] + 2) * (size_t)(coarse->n[1] + 2) * (size_t)(coarse->n[2] + 2);
    memset(coarse->u, 0, cells * sizeof *coarse->u);
}

/* Adds the coarse level's correction, whose ghost layer is filled, to the fine solution. */
static void correct(level *fine, const level *coarse) {
    const double *u = coarse->u;
    for (int i = 1; i <= fine->n[0]; i++)
        for (int j = 1; j <= fine->n[1]; j++)
            for (int k = 1; k <= fine->n[2]; k++) {
                int ci = (i + 1) / 2, cj = (j + 1) / 2, ck = (k + 1) / 2; /* the cell around, and the nearest ones */
                int ni = i & 1 ? ci - 1 : ci + 1, nj = j & 1 ? cj - 1 : cj + 1, nk = k & 1 ? ck - 1 : ck + 1;
                double near = 0.75 * (0.75 * u[at(coarse, ci, cj, ck)] + 0.25 * u[at(coarse, ci, cj, nk)]) +
                              0.25 * (0.75 * u[at(coarse, ci, nj, ck)] + 0.25 * u[at(coarse, ci, nj, nk)]);
                double far = 0.75 * (0.75 * u[at(coarse, ni, cj, ck)] + 0.25 * u[at(coarse, ni, cj, nk)]) +
                             0.25 * (0.75 * u[at(coarse, ni, nj, ck)] + 0.25 * u[at(coarse, ni, nj, nk)]);
                fine->u[at(fine, i, j, k)] += 0.75 * near + 0.25 * far;
            }
}

void v_cycle(hierarchy *h, int from, int sweeps) {
    level *l = &h->level[from];
    if (from == h->levels - 1) {
        /* Over-relaxation with the best factor for a cube needs a number of sweeps in proportion to its width. */
        double omega = 2 / (1 + sin(3.14159265358979 / h->coarsest));
        for (int s = 0; s < 2 * h->coarsest + 4; s++)
            smooth(h, l, omega);
        return;
    }
    level *coarse = &h->level[from + 1];
    for (int s = 0; s < sweeps; s++)
        smooth(h, l, 1);
    ghosts(h, l);
    residual(l);
    restrict_to(coarse, l);
    v_cycle(h, from + 1, sweeps);
    ghosts(h, coarse);
    correct(l, coarse);
    for (int s = 0; s < sweeps; s++)
        smooth(h, l, 1);
}

double residual_norm(hierarchy *h) {
    level *l = &h->level[0];
    ghosts(h, l);
    double sum[2] = {residual(l), (double)l->n[0] * l->n[1] * l->n[2]};
    MPI_Allreduce(MPI_IN_PLACE, sum, 2, MPI_DOUBLE, MPI_SUM, h->comm);
    return sqrt(sum[0] / sum[1]);
}

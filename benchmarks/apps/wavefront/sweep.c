#include "sweep.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CELL(d, k, j, i) (((size_t)(k) * (d)->ny + (j)) * (d)->nx + (i))

int state_create(struct state *s, const struct decomp *d, const struct params *p) {
    size_t cells = (size_t)p->nz * d->ny * d->nx;

    s->flux = malloc(cells * sizeof(double));
    s->source = malloc(cells * sizeof(double));
    s->face_x = malloc((size_t)p->block * d->ny * p->angles * sizeof(double));
    s->face_y = malloc((size_t)p->block * d->nx * p->angles * sizeof(double));
    s->face_z = malloc((size_t)d->ny * d->nx * p->angles * sizeof(double));
    s->mu = malloc(3 * (size_t)p->angles * sizeof(double));
    if (!s->flux || !s->source || !s->face_x || !s->face_y || !s->face_z || !s->mu)
        return -1;
    s->eta = s->mu + p->angles;
    s->xi = s->eta + p->angles;
    for (int m = 0; m < p->angles; m++) {
        double t = (m + 0.5) / p->angles * 1.5707963267948966;
        s->mu[m] = 0.8 * cos(t);
        s->eta[m] = 0.8 * sin(t);
        s->xi[m] = 0.6;
    }
    for (size_t c = 0; c < cells; c++) {
        s->flux[c] = 0.0;
        s->source[c] = 1.0;
    }
    return 0;
}

void state_destroy(struct state *s) {
    free(s->flux);
    free(s->source);
    free(s->face_x);
    free(s->face_y);
    free(s->face_z);
    free(s->mu);
}

/* Planes [k0, k0 + nk) of one octant; sx, sy and sz are the signs of its directions. */
static void sweep_block(struct state *s, const struct decomp *d, const struct params *p, int k0, int nk, int sx, int sy,
                        int sz) {
    for (int kk = 0; kk < nk; kk++) {
        int k = sz > 0 ? k0 + kk : p->nz - 1 - (k0 + kk);
        for (int jj = 0; jj < d->ny; jj++) {
            int j = sy > 0 ? jj : d->ny - 1 - jj;
            for (int ii = 0; ii < d->nx; ii++) {
                int i = sx > 0 ? ii : d->nx - 1 - ii;
                double *fx = &s->face_x[((size_t)kk * d->ny + j) * p->angles];
                double *fy = &s->face_y[((size_t)kk * d->nx + i) * p->angles];
                double *fz = &s->face_z[((size_t)j * d->nx + i) * p->angles];
                double q = s->source[CELL(d, k, j, i)], sum = 0.0;
                for (int m = 0; m < p->angles; m++) {
                    double psi = (q + 2.0 * (s->mu[m] * fx[m] + s->eta[m] * fy[m] + s->xi[m] * fz[m])) /
                                 (p->sigma + 2.0 * (s->mu[m] + s->eta[m] + s->xi[m]));
                    fx[m] = 2.0 * psi - fx[m];
                    fy[m] = 2.0 * psi - fy[m];
                    fz[m] = 2.0 * psi - fz[m];
                    sum += psi;
                }
                s->flux[CELL(d, k, j, i)] += sum / (8.0 * p->angles);
            }
        }
    }
}

static void sweep_octant(struct state *s, const struct decomp *d, const struct params *p, int sx, int sy, int sz) {
    int west = decomp_at(d, -sx, 0), east = decomp_at(d, sx, 0);
    int north = decomp_at(d, 0, -sy), south = decomp_at(d, 0, sy);
    int octant = (sx > 0) + 2 * (sy > 0) + 4 * (sz > 0);
    MPI_Status status;

    memset(s->face_z, 0, (size_t)d->ny * d->nx * p->angles * sizeof(double));
    for (int k0 = 0; k0 < p->nz; k0 += p->block) {
        int nk = p->nz - k0 < p->block ? p->nz - k0 : p->block;
        int count_x = nk * d->ny * p->angles, count_y = nk * d->nx * p->angles;

        if (west != MPI_PROC_NULL)
            MPI_Recv(s->face_x, count_x, MPI_DOUBLE, west, octant, d->comm, &status);
        else
            memset(s->face_x, 0, (size_t)count_x * sizeof(double));
        if (north != MPI_PROC_NULL)
            MPI_Recv(s->face_y, count_y, MPI_DOUBLE, north, octant, d->comm, &status);
        else
            memset(s->face_y, 0, (size_t)count_y * sizeof(double));

        sweep_block(s, d, p, k0, nk, sx, sy, sz);

        if (east != MPI_PROC_NULL)
            MPI_Send(s->face_x, count_x, MPI_DOUBLE, east, octant, d->comm);
        if (south != MPI_PROC_NULL)
            MPI_Send(s->face_y, count_y, MPI_DOUBLE, south, octant, d->comm);
    }
}

void sweep_all(struct state *s, const struct decomp *d, const struct params *p) {
    for (int sy = -1; sy <= 1; sy += 2)
        for (int sx = -1; sx <= 1; sx += 2)
            for (int sz = -1; sz <= 1; sz += 2)
                sweep_octant(s, d, p, sx, sy, sz);
}

double sweep_source(struct state *s, const struct decomp *d, const struct params *p) {
    size_t cells = (size_t)p->nz * d->ny * d->nx;
    double change = 0.0, largest;

    for (size_t c = 0; c < cells; c++) {
        double q = 1.0 + 0.5 * s->flux[c];
        double rel = fabs(q - s->source[c]) / q;
        if (rel > change)
            change = rel;
        s->source[c] = q;
        s->flux[c] = 0.0;
    }
    MPI_Allreduce(&change, &largest, 1, MPI_DOUBLE, MPI_MAX, d->comm);
    return largest;
}

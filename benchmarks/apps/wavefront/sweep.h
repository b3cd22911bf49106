/* sweep.h - transport sweeps from the four corners of the process grid, pipelined over z. */
#ifndef WAVEFRONT_SWEEP_H
#define WAVEFRONT_SWEEP_H

#include "decomp.h"

struct state {
    double *flux;          /* nz * ny * nx */
    double *source;        /* nz * ny * nx */
    double *face_x;        /* block * ny * angles: what crosses the x face */
    double *face_y;        /* block * nx * angles */
    double *face_z;        /* ny * nx * angles */
    double *mu, *eta, *xi; /* direction cosines */
};

int state_create(struct state *s, const struct decomp *d, const struct params *p);
void state_destroy(struct state *s);

/* All octants once. */
void sweep_all(struct state *s, const struct decomp *d, const struct params *p);

/* The new source from the flux; returns the largest relative change over all processes. */
double sweep_source(struct state *s, const struct decomp *d, const struct params *p);

#endif

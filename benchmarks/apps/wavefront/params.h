/* params.h - parameters of a sweep. */
#ifndef WAVEFRONT_PARAMS_H
#define WAVEFRONT_PARAMS_H

struct params {
    int nx, ny, nz; /* cells of the whole domain */
    int block;      /* planes of a pipeline stage */
    int angles;     /* directions in each octant */
    int sweeps;     /* source iterations */
    double sigma;   /* total cross section */
};

/* Reads "NX NY NZ [BLOCK [ANGLES [SWEEPS]]]" or, with -f FILE, "name value" lines of a file. 0 if fine. */
int params_read(struct params *p, int argc, char **argv);

#endif

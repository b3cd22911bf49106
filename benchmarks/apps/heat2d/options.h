/* options.h - command line of heat2d. */
#ifndef HEAT2D_OPTIONS_H
#define HEAT2D_OPTIONS_H

typedef struct options {
    int nx, ny;       /* global interior points */
    int steps;        /* time steps */
    int check;        /* steps between two residual checks; 0: only at the end */
    double diffusion; /* alpha * dt / h^2 */
    int verbose;
} options;

/* Reads -nx N -ny N -steps N -check N -alpha X -v. Returns 0, or -1 with a message on stderr. */
int options_parse(options *opt, int argc, char **argv);

#endif

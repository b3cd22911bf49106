/* options.h - the command line. */
#ifndef MD_OPTIONS_H
#define MD_OPTIONS_H

typedef struct options {
    int size[3]; /* unit cells of the lattice along each axis */
    int grid[3]; /* processes along each axis; 0: chosen */
    int steps;
    int print_every;
    double dt;
    double temperature;
    double displacement; /* greatest initial displacement from the lattice, in units of its constant */
    double lattice;      /* lattice constant; 0: that of the potential */
    unsigned seed;
    char potential[16];
} options;

/* 0, or -1 after a message on the root. */
int options_parse(options *o, int argc, char **argv);

#endif

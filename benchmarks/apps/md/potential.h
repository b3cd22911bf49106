/* potential.h - how atoms act on each other. */
#ifndef MD_POTENTIAL_H
#define MD_POTENTIAL_H

#include "cells.h"
#include "domain.h"

#include <stdio.h>

typedef struct potential potential;

/* Kinds of potentials begin with this. */
struct potential {
    const char *name;
    double cutoff;
    double mass;
    double lattice; /* constant of the face-centred lattice */

    /* Readies what depends on the cells; may be NULL. */
    void (*attach)(potential *p, const domain *d, const cells *c);
    /* Fills forces and energies of the own atoms from all positions and gives the own atoms' energy. Collective. */
    double (*force)(potential *p, cells *c);
    void (*print)(const potential *p, FILE *out);
    void (*destroy)(potential **p);
};

/* NULL if there is none of that name. Collective. */
potential *potential_create(const char *name);

potential *lennard_jones_create(void);
potential *eam_create(void);

#endif

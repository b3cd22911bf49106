/* simulation.h - a box of atoms that moves in time. */
#ifndef MD_SIMULATION_H
#define MD_SIMULATION_H

#include "cells.h"
#include "domain.h"
#include "exchange.h"
#include "options.h"
#include "potential.h"

typedef struct simulation {
    potential *potential;
    domain *domain;
    cells *cells;
    exchange *halo;
    exchange *migrate;
    double dt;
    double potential_energy; /* of all ranks, as of the last reduction */
    double kinetic_energy;
    double own_potential_energy;
    int atoms; /* of all ranks */
} simulation;

simulation *simulation_create(const options *o);
void simulation_destroy(simulation **s);

/* Goes on by a number of steps. */
void simulation_advance(simulation *s, int steps);

/* Adds up energies and atoms over all ranks. 0, or -1 if atoms have been lost. */
int simulation_reduce(simulation *s);

/* lattice.c: fills own cells with a face-centred lattice. */
void lattice_fill(cells *c, const domain *d, const int size[3], double constant, double displacement, unsigned seed);

/* lattice.c: random velocities of this temperature, without a momentum of the whole. */
void lattice_heat(cells *c, double mass, double temperature, unsigned seed);

#endif

/* halo.h - exchange of the halo of g->now with the four neighbours. */
#ifndef HEAT2D_HALO_H
#define HEAT2D_HALO_H

#include "grid.h"

typedef struct halo {
    MPI_Request request[2 * SIDES];
    int pending;
} halo;

void halo_begin(halo *h, grid *g);
void halo_end(halo *h);

#endif

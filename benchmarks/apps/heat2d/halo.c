#include "halo.h"

static const int opposite[SIDES] = {SOUTH, NORTH, EAST, WEST};

void halo_begin(halo *h, grid *g) {
    /* First point of the line that is sent to, and received from, each side. */
    double *inner[SIDES] = {&AT(g, g->now, 1, 1), &AT(g, g->now, g->ny, 1), &AT(g, g->now, 1, 1),
                            &AT(g, g->now, 1, g->nx)};
    double *outer[SIDES] = {&AT(g, g->now, 0, 1), &AT(g, g->now, g->ny + 1, 1), &AT(g, g->now, 1, 0),
                            &AT(g, g->now, 1, g->nx + 1)};

    h->pending = 0;
    for (int s = 0; s < SIDES; s++) {
        MPI_Datatype line = s == NORTH || s == SOUTH ? g->row : g->column;
        MPI_Irecv(outer[s], 1, line, g->neighbour[s], opposite[s], g->comm, &h->request[h->pending++]);
    }
    for (int s = 0; s < SIDES; s++) {
        MPI_Datatype line = s == NORTH || s == SOUTH ? g->row : g->column;
        MPI_Isend(inner[s], 1, line, g->neighbour[s], s, g->comm, &h->request[h->pending++]);
    }
}

void halo_end(halo *h) {
    MPI_Waitall(h->pending, h->request, MPI_STATUSES_IGNORE);
    h->pending = 0;
}

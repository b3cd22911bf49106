/* record_neighbours.h - the neighbours of a process in the topology of a communicator. Included once by what records,
 * in front of record_args.h, with RECORD_REAL defined as for record_wrap.h. */
#ifndef LMPI_RECORD_NEIGHBOURS_H
#define LMPI_RECORD_NEIGHBOURS_H

#include "lmpi/record/record.h"

/* Room for at least n neighbours. */
static int *room_for(struct record_state *in, int n) {
    while (in->near_room < (size_t)n + 1)
        in->near = lmpi_record_grow(in->near, in->near_room, &in->near_room, sizeof *in->near);
    return in->near;
}

static int record_neighbours(struct record_state *in, MPI_Comm comm, bool of_sources, const int **list) {
    int kind, n = 0, m = 0, rank, weighted;
    int *near = NULL;
    RECORD_REAL(Topo_test)(comm, &kind);
    if (kind == MPI_CART) {
        RECORD_REAL(Cartdim_get)(comm, &n);
        near = room_for(in, 2 * n);
        for (int d = 0; d < n; d++)
            RECORD_REAL(Cart_shift)(comm, d, 1, &near[2 * d], &near[2 * d + 1]);
        n *= 2;
    } else if (kind == MPI_GRAPH) {
        RECORD_REAL(Comm_rank)(comm, &rank);
        RECORD_REAL(Graph_neighbors_count)(comm, rank, &n);
        near = room_for(in, n);
        RECORD_REAL(Graph_neighbors)(comm, rank, n, near);
    } else if (kind == MPI_DIST_GRAPH) {
        RECORD_REAL(Dist_graph_neighbors_count)(comm, &n, &m, &weighted);
        near = room_for(in, 2 * (n + m)); /* and the weights */
        RECORD_REAL(Dist_graph_neighbors)(comm, n, near, weighted ? near + n + m : MPI_UNWEIGHTED, m, near + n,
                                          weighted ? near + n + m + n : MPI_UNWEIGHTED);
        near += of_sources ? 0 : n;
        n = of_sources ? n : m;
    }
    *list = near;
    return n;
}

#endif

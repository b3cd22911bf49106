/* topo.h - virtual topologies: declarations for topo_cart.c, topo_graph.c and topo.c. */
#ifndef LMPI_TOPO_H
#define LMPI_TOPO_H

#include "lmpi/comm/comm.h"

/* The neighbours of a member of a distributed graph. */
typedef struct lmpi_neighbours {
    int indegree, outdegree;
    int *sources, *destinations;               /* ranks of the communicator; owned, as are the weights */
    int *source_weights, *destination_weights; /* null: unweighted */
} lmpi_neighbours;

struct lmpi_topology {
    int kind; /* MPI_CART, MPI_GRAPH or MPI_DIST_GRAPH */
    int refs;
    int n;               /* Cartesian: dimensions; graph: nodes; distributed: members */
    int *dims, *periods; /* Cartesian */
    int *index, *edges;  /* graph */
    int weighted;
    lmpi_neighbours *neighbours; /* distributed graph: of each member */
};

/* What a call of MPI_Cart_create gives. */
typedef struct lmpi_cart_arguments {
    int ndims;
    const int *dims, *periods;
    int reorder;
} lmpi_cart_arguments;

/* An empty topology with one reference. */
lmpi_topology *lmpi_topology_new(int kind, int n);
/* A copy of n ints, owned by the caller. */
int *lmpi_topology_ints(int n, const int *values);

/* How many neighbours a rank receives from and sends to. Of a grid: two for each dimension. */
void lmpi_topology_degrees(const lmpi_topology *topology, int rank, int *in, int *out);
/* These neighbours in MPI's order; of a grid MPI_PROC_NULL where there is none. Arrays of the topology, or room. */
void lmpi_topology_neighbours(const lmpi_topology *topology, int rank, int *room, const int **sources,
                              const int **destinations);
/* The number of destinations of the running rank; 0 if the handle has no topology. */
int lmpi_out_degree_of(MPI_Comm comm);

/* Gives the running rank neighbours in a communicator without a topology, as members of a distributed graph have, in no
 * time. Each member must do so before the first collective of neighbours there. Once given they stay. */
void lmpi_topology_give(MPI_Comm comm, int in, const int *sources, int out, const int *destinations);

/* Defines a variable with the communicator's topology of a given kind, or reports MPI_ERR_TOPOLOGY and returns. */
#define LMPI_TOPOLOGY_OR_FAIL(variable, handle, wanted)                                                                \
    LMPI_COMM_OR_FAIL(variable##_comm, handle);                                                                        \
    const lmpi_topology *variable = variable##_comm->topology;                                                         \
    if (!variable || variable->kind != (wanted))                                                                       \
    return LMPI_FAIL(handle, MPI_ERR_TOPOLOGY, "the communicator has no topology of this kind")

/* The arguments of MPI_Dist_graph_create. */
typedef struct lmpi_edges {
    int n;
    const int *sources, *degrees, *destinations, *weights;
} lmpi_edges;

/* A communicator that takes as long to make as MPI_Dist_graph_create with these edges, and has no topology. */
int lmpi_comm_make_of_edges(const char *call, const void *site, MPI_Comm comm, const lmpi_edges *edges, MPI_Comm *made);

/* lmpi_coll_kind.time of MPI_Dist_graph_create; the arguments of each call are its edges. */
void lmpi_topology_edges_time(lmpi_coll_run *run);

#endif

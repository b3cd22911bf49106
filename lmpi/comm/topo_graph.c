/* topo_graph.c - graph and distributed graph topologies. Ranks are not reordered. */
#include <string.h>

#include "bsim/base/alloc.h"
#include "lmpi/capture/capture.h"
#include "lmpi/comm/context.h"
#include "lmpi/comm/topo.h"

/* ---- Graph_create ---- */

typedef struct graph_arguments {
    int nnodes;
    const int *index, *edges;
    int reorder;
} graph_arguments;

static void graph_check(lmpi_coll_run *run) {
    const graph_arguments *first = run->call[0]->arguments;
    for (int i = 1; i < run->n; i++)
        if (!((const graph_arguments *)run->call[i]->arguments)->reorder != !first->reorder)
            lmpi_coll_mismatch(run->comm, run->call[0], run->call[i], "the values of reorder differ");
}

static void graph_data(lmpi_coll_run *run) {
    const graph_arguments *a = run->call[0]->arguments;
    lmpi_split *wish = lmpi_coll_scratch((size_t)run->n * sizeof *wish);
    for (int i = 0; i < run->n; i++)
        wish[i] = (lmpi_split){i < a->nnodes ? 0 : MPI_UNDEFINED, i};
    lmpi_comm_make_parts(run, wish);
    if (!a->nnodes)
        return;
    lmpi_topology *t = lmpi_topology_new(MPI_GRAPH, a->nnodes);
    t->index = lmpi_topology_ints(a->nnodes, a->index);
    t->edges = lmpi_topology_ints(a->index[a->nnodes - 1], a->edges);
    run->call[0]->made->topology = t;
}

static void graph_time(lmpi_coll_run *run) {
    const graph_arguments *a = run->call[0]->arguments;
    lmpi_context_topology_time(run, a->nnodes == 0, a->reorder);
}

static const lmpi_coll_kind graph_create = {.name = "MPI_Graph_create",
                                            .constructs = true,
                                            .by_one = true,
                                            .check = graph_check,
                                            .time = graph_time,
                                            .data = graph_data};

int MPI_Graph_create(MPI_Comm comm_old, int nnodes, const int indx[], const int edges[], int reorder,
                     MPI_Comm *comm_graph) {
    LMPI_CAPTURE(MPI_Graph_create, (comm_old, nnodes, indx, edges, reorder, comm_graph));
    BSIM_ALONE;
    LMPI_INTRA_OR_FAIL(old, comm_old);
    graph_arguments a = {nnodes, indx, edges, reorder};
    if (nnodes < 0 || nnodes > old->size)
        return LMPI_FAIL(comm_old, MPI_ERR_ARG, "a graph of %d nodes does not fit into the communicator of %d", nnodes,
                         old->size);
    for (int i = 0; i < nnodes; i++)
        if (indx[i] < (i ? indx[i - 1] : 0))
            return LMPI_FAIL(comm_old, MPI_ERR_ARG, "index[%d] is %d, less than the one before", i, indx[i]);
    for (int i = 0; nnodes && i < indx[nnodes - 1]; i++)
        if (edges[i] < 0 || edges[i] >= nnodes)
            return LMPI_FAIL(comm_old, MPI_ERR_ARG, "edges[%d] is %d, no node", i, edges[i]);
    return lmpi_comm_construct(&graph_create, __func__, LMPI_SITE, comm_old, &a, comm_graph);
}

int MPI_Graphdims_get(MPI_Comm comm, int *nnodes, int *nedges) {
    LMPI_ENTER;
    BSIM_ALONE;
    LMPI_TOPOLOGY_OR_FAIL(t, comm, MPI_GRAPH);
    *nnodes = t->n;
    *nedges = t->n ? t->index[t->n - 1] : 0;
    return MPI_SUCCESS;
}

int MPI_Graph_get(MPI_Comm comm, int maxindex, int maxedges, int indx[], int edges[]) {
    LMPI_ENTER;
    BSIM_ALONE;
    LMPI_TOPOLOGY_OR_FAIL(t, comm, MPI_GRAPH);
    int nedges = t->n ? t->index[t->n - 1] : 0;
    if (maxindex < t->n || maxedges < nedges)
        return LMPI_FAIL(comm, MPI_ERR_ARG, "the graph has %d nodes and %d edges", t->n, nedges);
    memcpy(indx, t->index, (size_t)t->n * sizeof *indx);
    memcpy(edges, t->edges, (size_t)nedges * sizeof *edges);
    return MPI_SUCCESS;
}

static int graph_first(const lmpi_topology *t, int rank) {
    return rank ? t->index[rank - 1] : 0;
}

int MPI_Graph_neighbors_count(MPI_Comm comm, int rank, int *nneighbors) {
    LMPI_ENTER;
    BSIM_ALONE;
    LMPI_TOPOLOGY_OR_FAIL(t, comm, MPI_GRAPH);
    if (rank < 0 || rank >= t->n)
        return LMPI_FAIL(comm, MPI_ERR_RANK, "rank %d is not in the graph of %d", rank, t->n);
    *nneighbors = t->index[rank] - graph_first(t, rank);
    return MPI_SUCCESS;
}

int MPI_Graph_neighbors(MPI_Comm comm, int rank, int maxneighbors, int neighbors[]) {
    LMPI_ENTER;
    BSIM_ALONE;
    LMPI_TOPOLOGY_OR_FAIL(t, comm, MPI_GRAPH);
    if (rank < 0 || rank >= t->n)
        return LMPI_FAIL(comm, MPI_ERR_RANK, "rank %d is not in the graph of %d", rank, t->n);
    int first = graph_first(t, rank), n = t->index[rank] - first;
    if (maxneighbors < n)
        return LMPI_FAIL(comm, MPI_ERR_ARG, "rank %d has %d neighbours", rank, n);
    memcpy(neighbors, t->edges + first, (size_t)n * sizeof *neighbors);
    return MPI_SUCCESS;
}

int MPI_Graph_map(MPI_Comm comm, int nnodes, const int indx[], const int edges[], int *newrank) {
    LMPI_ENTER;
    BSIM_ALONE;
    LMPI_COMM_OR_FAIL(c, comm);
    (void)indx, (void)edges;
    int rank = lmpi_comm_rank(c, bsim_self->id);
    if (nnodes > c->size)
        return LMPI_FAIL(comm, MPI_ERR_ARG, "a graph of %d nodes does not fit into the communicator of %d", nnodes,
                         c->size);
    *newrank = rank < nnodes ? rank : MPI_UNDEFINED;
    return MPI_SUCCESS;
}

/* ---- distributed graphs ---- */

typedef struct adjacent_arguments {
    int indegree, outdegree;
    const int *sources, *source_weights, *destinations, *destination_weights;
} adjacent_arguments;

/* A duplicate of the parent with room for each member's neighbours. */
static lmpi_topology *make_dist(lmpi_coll_run *run) {
    lmpi_split *wish = lmpi_coll_scratch((size_t)run->n * sizeof *wish);
    lmpi_comm_make_parts(run, wish);
    lmpi_topology *t = lmpi_topology_new(MPI_DIST_GRAPH, run->n);
    t->neighbours = bsim_alloc((size_t)run->n * sizeof *t->neighbours);
    run->call[0]->made->topology = t;
    return t;
}

static void adjacent_data(lmpi_coll_run *run) {
    lmpi_topology *t = make_dist(run);
    for (int i = 0; i < run->n; i++) {
        const adjacent_arguments *a = run->call[i]->arguments;
        lmpi_neighbours *to = &t->neighbours[i];
        to->indegree = a->indegree;
        to->outdegree = a->outdegree;
        to->sources = lmpi_topology_ints(a->indegree, a->sources);
        to->destinations = lmpi_topology_ints(a->outdegree, a->destinations);
        t->weighted = a->source_weights != MPI_UNWEIGHTED && a->destination_weights != MPI_UNWEIGHTED;
        if (t->weighted) {
            to->source_weights = lmpi_topology_ints(a->indegree, a->source_weights);
            to->destination_weights = lmpi_topology_ints(a->outdegree, a->destination_weights);
        }
    }
}

static const lmpi_coll_kind dist_adjacent = {.name = "MPI_Dist_graph_create_adjacent",
                                             .constructs = true,
                                             .by_one = true,
                                             .time = lmpi_context_time,
                                             .data = adjacent_data};

int MPI_Dist_graph_create_adjacent(MPI_Comm comm_old, int indegree, const int sources[], const int sourceweights[],
                                   int outdegree, const int destinations[], const int destweights[], MPI_Info info,
                                   int reorder, MPI_Comm *comm_dist_graph) {
    LMPI_CAPTURE(MPI_Dist_graph_create_adjacent, (comm_old, indegree, sources, sourceweights, outdegree, destinations,
                                                  destweights, info, reorder, comm_dist_graph));
    BSIM_ALONE;
    (void)info, (void)reorder;
    LMPI_INTRA_OR_FAIL(old, comm_old);
    adjacent_arguments a = {indegree, outdegree, sources, sourceweights, destinations, destweights};
    for (int i = 0; i < indegree; i++)
        if (sources[i] < 0 || sources[i] >= old->size)
            return LMPI_FAIL(comm_old, MPI_ERR_RANK, "sources[%d] is %d", i, sources[i]);
    for (int i = 0; i < outdegree; i++)
        if (destinations[i] < 0 || destinations[i] >= old->size)
            return LMPI_FAIL(comm_old, MPI_ERR_RANK, "destinations[%d] is %d", i, destinations[i]);
    return lmpi_comm_construct(&dist_adjacent, __func__, LMPI_SITE, comm_old, &a, comm_dist_graph);
}

/* Collects the edges in the order of the members that give them. The first pass counts, the second one fills. */
static void edges_data(lmpi_coll_run *run) {
    lmpi_topology *t = make_dist(run);
    const lmpi_edges *first = run->call[0]->arguments;
    t->weighted = first->weights != MPI_UNWEIGHTED;
    for (int fill = 0; fill < 2; fill++) {
        for (int i = 0; i < run->n; i++) {
            const lmpi_edges *a = run->call[i]->arguments;
            for (int s = 0, e = 0; s < a->n; s++)
                for (int d = 0; d < a->degrees[s]; d++, e++) {
                    lmpi_neighbours *from = &t->neighbours[a->sources[s]], *to = &t->neighbours[a->destinations[e]];
                    if (fill) {
                        from->destinations[from->outdegree] = a->destinations[e];
                        to->sources[to->indegree] = a->sources[s];
                        if (t->weighted) {
                            from->destination_weights[from->outdegree] = a->weights[e];
                            to->source_weights[to->indegree] = a->weights[e];
                        }
                    }
                    from->outdegree++;
                    to->indegree++;
                }
        }
        for (int i = 0; !fill && i < run->n; i++) {
            lmpi_neighbours *at = &t->neighbours[i];
            at->sources = bsim_alloc((size_t)(at->indegree + 1) * sizeof(int));
            at->source_weights = bsim_alloc((size_t)(at->indegree + 1) * sizeof(int));
            at->destinations = bsim_alloc((size_t)(at->outdegree + 1) * sizeof(int));
            at->destination_weights = bsim_alloc((size_t)(at->outdegree + 1) * sizeof(int));
            at->indegree = at->outdegree = 0;
        }
    }
}

static const lmpi_coll_kind dist_edges = {
    .name = "MPI_Dist_graph_create", .constructs = true, .time = lmpi_topology_edges_time, .data = edges_data};

static void without_topology(lmpi_coll_run *run) {
    lmpi_comm_make_parts(run, lmpi_coll_scratch((size_t)run->n * sizeof(lmpi_split)));
}

static const lmpi_coll_kind edges_alone = {
    .name = "MPI_Dist_graph_create", .constructs = true, .time = lmpi_topology_edges_time, .data = without_topology};

int lmpi_comm_make_of_edges(const char *call, const void *site, MPI_Comm comm, const lmpi_edges *edges,
                            MPI_Comm *made) {
    return lmpi_comm_construct(&edges_alone, call, site, comm, edges, made);
}

int MPI_Dist_graph_create(MPI_Comm comm_old, int n, const int sources[], const int degrees[], const int destinations[],
                          const int weights[], MPI_Info info, int reorder, MPI_Comm *comm_dist_graph) {
    LMPI_CAPTURE(MPI_Dist_graph_create,
                 (comm_old, n, sources, degrees, destinations, weights, info, reorder, comm_dist_graph));
    BSIM_ALONE;
    (void)info, (void)reorder;
    LMPI_INTRA_OR_FAIL(old, comm_old);
    lmpi_edges a = {n, sources, degrees, destinations, weights};
    for (int s = 0, e = 0; s < n; s++) {
        if (sources[s] < 0 || sources[s] >= old->size)
            return LMPI_FAIL(comm_old, MPI_ERR_RANK, "sources[%d] is %d", s, sources[s]);
        for (int d = 0; d < degrees[s]; d++, e++)
            if (destinations[e] < 0 || destinations[e] >= old->size)
                return LMPI_FAIL(comm_old, MPI_ERR_RANK, "destinations[%d] is %d", e, destinations[e]);
    }
    return lmpi_comm_construct(&dist_edges, __func__, LMPI_SITE, comm_old, &a, comm_dist_graph);
}

int MPI_Dist_graph_neighbors_count(MPI_Comm comm, int *indegree, int *outdegree, int *weighted) {
    LMPI_ENTER;
    BSIM_ALONE;
    LMPI_TOPOLOGY_OR_FAIL(t, comm, MPI_DIST_GRAPH);
    const lmpi_neighbours *own = &t->neighbours[lmpi_comm_rank(t_comm, bsim_self->id)];
    *indegree = own->indegree;
    *outdegree = own->outdegree;
    *weighted = t->weighted;
    return MPI_SUCCESS;
}

int MPI_Dist_graph_neighbors(MPI_Comm comm, int maxindegree, int sources[], int sourceweights[], int maxoutdegree,
                             int destinations[], int destweights[]) {
    LMPI_ENTER;
    BSIM_ALONE;
    LMPI_TOPOLOGY_OR_FAIL(t, comm, MPI_DIST_GRAPH);
    const lmpi_neighbours *own = &t->neighbours[lmpi_comm_rank(t_comm, bsim_self->id)];
    if (maxindegree < own->indegree || maxoutdegree < own->outdegree)
        return LMPI_FAIL(comm, MPI_ERR_ARG, "there are %d sources and %d destinations", own->indegree, own->outdegree);
    size_t in = (size_t)own->indegree * sizeof(int), out = (size_t)own->outdegree * sizeof(int);
    memcpy(sources, own->sources, in);
    memcpy(destinations, own->destinations, out);
    if (t->weighted && sourceweights != MPI_UNWEIGHTED)
        memcpy(sourceweights, own->source_weights, in);
    if (t->weighted && destweights != MPI_UNWEIGHTED)
        memcpy(destweights, own->destination_weights, out);
    return MPI_SUCCESS;
}

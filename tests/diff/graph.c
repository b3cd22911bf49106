/* graph.c - graph and distributed graph topologies. */
#include "diff.h"

static int by_value(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int n, rank, kind;
    MPI_Comm_size(MPI_COMM_WORLD, &n);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int index[64], edges[128];
    for (int i = 0; i < n; i++) { /* a ring, both ways */
        index[i] = 2 * (i + 1);
        edges[2 * i] = (i + 1) % n;
        edges[2 * i + 1] = (i + n - 1) % n;
    }
    MPI_Comm ring, dist, general;
    MPI_Graph_create(MPI_COMM_WORLD, n, index, edges, 0, &ring);
    int nodes, nedges, got_index[64], got_edges[128], neighbours[8], count;
    MPI_Topo_test(ring, &kind);
    MPI_Graphdims_get(ring, &nodes, &nedges);
    MPI_Graph_get(ring, 64, 128, got_index, got_edges);
    MPI_Graph_neighbors_count(ring, rank, &count);
    MPI_Graph_neighbors(ring, rank, 8, neighbours);
    out("graph %d nodes %d edges %d %08x %08x: %d: %d %d", kind == MPI_GRAPH, nodes, nedges,
        sum_of(got_index, sizeof(int) * n), sum_of(got_edges, sizeof(int) * 2 * n), count, neighbours[0],
        neighbours[1]);
    int newrank, sum;
    MPI_Graph_map(MPI_COMM_WORLD, n, index, edges, &newrank);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, ring);
    out("map %d sum %d", newrank, sum);
    int sources[2] = {(rank + 1) % n, (rank + n - 1) % n}, weights[2] = {rank, 10 * rank}, in, outdegree, weighted;
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 2, sources, weights, 2, sources, weights, MPI_INFO_NULL, 0, &dist);
    MPI_Topo_test(dist, &kind);
    MPI_Dist_graph_neighbors_count(dist, &in, &outdegree, &weighted);
    int s[8], sw[8], d[8], dw[8];
    MPI_Dist_graph_neighbors(dist, 8, s, sw, 8, d, dw);
    out("dist %d in %d out %d weighted %d: %d %d %d %d weights %d %d %d %d", kind == MPI_DIST_GRAPH, in, outdegree,
        weighted, s[0], s[1], d[0], d[1], sw[0], sw[1], dw[0], dw[1]);
    /* Each names the edges from its right neighbour to rank 0 and to itself. */
    int from = (rank + 1) % n, degree = 2, to[2] = {0, rank};
    MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &from, &degree, to, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &general);
    MPI_Dist_graph_neighbors_count(general, &in, &outdegree, &weighted);
    int all[64] = {0}, outs[64] = {0};
    MPI_Dist_graph_neighbors(general, in, all, MPI_UNWEIGHTED, outdegree, outs, MPI_UNWEIGHTED);
    qsort(all, in, sizeof(int), by_value);
    out("general in %d out %d weighted %d: %08x %d", in, outdegree, weighted, sum_of(all, sizeof(int) * in),
        outs[0] + outs[1]);
    MPI_Comm_free(&ring);
    MPI_Comm_free(&dist);
    MPI_Comm_free(&general);
    MPI_Finalize();
    return 0;
}

/* large.c - functions with large counts under a real MPI: lists of counts for the functions MPI_X_c that
 * scripts/large_counts.py --trace makes, which call the wrappers of MPI_X. A list stays until the end of the program,
 * since calls that do not block read it later. */
#include "lmpi/large/large.h"

#include <stdlib.h>

const int lmpi_large_unfit;

const int *lmpi_large_list(int n, const MPI_Count *values) {
    if (!values || n < 0)
        return NULL;
    for (int i = 0; i < n; i++)
        if (values[i] > INT_MAX || values[i] < INT_MIN)
            return &lmpi_large_unfit;
    int *list = malloc((size_t)(n ? n : 1) * sizeof *list);
    for (int i = 0; list && i < n; i++)
        list[i] = (int)values[i];
    return list ? list : &lmpi_large_unfit;
}

static bool is_inter(MPI_Comm comm) {
    int flag = 0;
    PMPI_Comm_test_inter(comm, &flag);
    return flag;
}

int lmpi_large_group(MPI_Comm comm) {
    int size = 0;
    PMPI_Comm_size(comm, &size);
    return size;
}

int lmpi_large_members(MPI_Comm comm) {
    int size = 0;
    if (!is_inter(comm))
        return lmpi_large_group(comm);
    PMPI_Comm_remote_size(comm, &size);
    return size;
}

static int degree(MPI_Comm comm, bool in) {
    int kind = MPI_UNDEFINED, rank, weighted, n = 0, sources = 0, destinations = 0;
    PMPI_Topo_test(comm, &kind);
    PMPI_Comm_rank(comm, &rank);
    if (kind == MPI_CART && PMPI_Cartdim_get(comm, &n) == MPI_SUCCESS)
        return 2 * n;
    if (kind == MPI_GRAPH && PMPI_Graph_neighbors_count(comm, rank, &n) == MPI_SUCCESS)
        return n;
    if (kind == MPI_DIST_GRAPH)
        PMPI_Dist_graph_neighbors_count(comm, &sources, &destinations, &weighted);
    return in ? sources : destinations;
}

int lmpi_large_sources(MPI_Comm comm) {
    return degree(comm, true);
}

int lmpi_large_destinations(MPI_Comm comm) {
    return degree(comm, false);
}

bool lmpi_large_is_root(MPI_Comm comm, int root) {
    int rank = 0;
    if (root == MPI_ROOT || is_inter(comm))
        return root == MPI_ROOT;
    PMPI_Comm_rank(comm, &rank);
    return rank == root;
}

/* constructors.c - makes communicators and windows of all kinds (messages.h). */
#include "messages.h"

#define MADE(name, call)                                                                                               \
    do {                                                                                                               \
        MPI_Comm made = MPI_COMM_NULL;                                                                                 \
        CALL(name, 0, call);                                                                                           \
        if (made != MPI_COMM_NULL)                                                                                     \
            MPI_Comm_free(&made);                                                                                      \
    } while (0)
#define STARTED(name, call) MADE(name, (call, MPI_Wait(&request, MPI_STATUS_IGNORE)))

static void duplicates(int rank) {
    MPI_Request request;
    MPI_Comm dup;
    MPI_Info info;
    MPI_Info_create(&info);
    MADE("dup", MPI_Comm_dup(W, &made));
    MADE("dup_with_info", MPI_Comm_dup_with_info(W, info, &made));
    STARTED("idup", MPI_Comm_idup(W, &made, &request));
    STARTED("idup_with_info", MPI_Comm_idup_with_info(W, info, &made, &request));
    MPI_Comm_dup(W, &dup);
    MADE("dup of a duplicate", MPI_Comm_dup(dup, &made));
    CALL("barrier of a duplicate", 0, MPI_Barrier(dup));
    CALL("free", 0, MPI_Comm_free(&dup));
    MPI_Info_free(&info);
}

static void parts(int rank, int size) {
    MADE("split, one part", MPI_Comm_split(W, 0, 0, &made));
    MADE("split, two parts", MPI_Comm_split(W, rank % 2, 0, &made));
    MADE("split, two halves", MPI_Comm_split(W, 2 * rank < size, 0, &made));
    MADE("split, reverse", MPI_Comm_split(W, 0, -rank, &made));
    MADE("split, all alone", MPI_Comm_split(W, rank, 0, &made));
    MADE("split, without the first", MPI_Comm_split(W, rank ? 0 : MPI_UNDEFINED, 0, &made));
    MADE("split, nobody", MPI_Comm_split(W, MPI_UNDEFINED, 0, &made));
    MADE("split_type, shared", MPI_Comm_split_type(W, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &made));
    MADE("split_type, without the last",
         MPI_Comm_split_type(W, rank == size - 1 ? MPI_UNDEFINED : MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &made));
    MADE("split_type, nobody", MPI_Comm_split_type(W, MPI_UNDEFINED, 0, MPI_INFO_NULL, &made));
}

static void of_groups(int rank, int size) {
    MPI_Group all, half, other, own;
    int n = (size + 1) / 2;
    MPI_Comm_group(W, &all);
    MPI_Group_range_incl(all, 1, (int[][3]){{0, n - 1, 1}}, &half);
    MPI_Group_difference(all, half, &other);
    own = rank < n ? half : other;
    MADE("create", MPI_Comm_create(W, all, &made));
    MADE("create, a half", MPI_Comm_create(W, half, &made));
    MADE("create, two halves", MPI_Comm_create(W, own, &made));
    MADE("create, nobody", MPI_Comm_create(W, MPI_GROUP_EMPTY, &made));
    MADE("create_group", MPI_Comm_create_group(W, all, 1, &made));
    MADE("create_group, two halves", MPI_Comm_create_group(W, own, 2, &made));
    MPI_Group_free(&all);
    MPI_Group_free(&half);
    MPI_Group_free(&other);
}

static void topologies(int rank, int size) {
    int dims[2] = {0, 0}, periods[2] = {0, 1}, less = size - 1, near[2] = {(rank + size - 1) % size, (rank + 1) % size};
    int *index = calloc((size_t)size, sizeof *index), *edges = calloc(2 * (size_t)size, sizeof *edges);
    MPI_Comm grid;
    int *all = calloc((size_t)size, sizeof *all), *twos = calloc((size_t)size, sizeof *twos);
    MPI_Dims_create(size, 2, dims);
    for (int i = 0; i < size; i++) {
        all[i] = i;
        twos[i] = 2;
        index[i] = 2 * i + 2;
        edges[2 * i] = (i + size - 1) % size;
        edges[2 * i + 1] = (i + 1) % size;
    }
    MADE("cart_create", MPI_Cart_create(W, 2, dims, periods, 0, &made));
    MADE("cart_create, reorder", MPI_Cart_create(W, 2, dims, periods, 1, &made));
    MADE("cart_create, without the last", MPI_Cart_create(W, 1, &less, periods, 0, &made));
    MADE("cart_create, no dimension", MPI_Cart_create(W, 0, dims, periods, 0, &made));
    MPI_Cart_create(W, 2, dims, periods, 0, &grid);
    MADE("dup of a grid", MPI_Comm_dup(grid, &made));
    MADE("cart_sub, columns", MPI_Cart_sub(grid, (int[]){1, 0}, &made));
    MADE("cart_sub, rows", MPI_Cart_sub(grid, (int[]){0, 1}, &made));
    MADE("cart_sub, all", MPI_Cart_sub(grid, (int[]){1, 1}, &made));
    MADE("cart_sub, none", MPI_Cart_sub(grid, (int[]){0, 0}, &made));
    MPI_Comm_free(&grid);
    MADE("graph_create", MPI_Graph_create(W, size, index, edges, 0, &made));
    MADE("graph_create, reorder", MPI_Graph_create(W, size, index, edges, 1, &made));
    MADE("graph_create, one node", MPI_Graph_create(W, 1, (int[]){1}, (int[]){0}, 0, &made));
    MADE("graph_create, no node", MPI_Graph_create(W, 0, index, edges, 0, &made));
    MADE("dist_graph_create_adjacent",
         MPI_Dist_graph_create_adjacent(W, 2, near, MPI_UNWEIGHTED, 2, near, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &made));
    MADE("dist_graph_create, a ring",
         MPI_Dist_graph_create(W, 1, &rank, (int[]){1}, near + 1, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &made));
    MADE("dist_graph_create, edges of others",
         MPI_Dist_graph_create(W, 2, near, (int[]){2, 1}, (int[]){rank, (rank + 2) % size, near[0]}, MPI_UNWEIGHTED,
                               MPI_INFO_NULL, 0, &made));
    MADE("dist_graph_create, all by one",
         MPI_Dist_graph_create(W, rank ? 0 : size, all, twos, edges, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &made));
    free(all);
    free(twos);
    free(index);
    free(edges);
}

static void between_groups(int rank, int size) {
    MPI_Request request;
    MPI_Group group, first;
    MPI_Comm half, inter, again;
    int n = (size + 1) / 2, high = rank < n;
    MPI_Comm_split(W, high, 0, &half);
    CALL("intercomm_create", 0, MPI_Intercomm_create(half, 0, W, high ? n : 0, 7, &inter));
    MADE("dup of two groups", MPI_Comm_dup(inter, &made));
    STARTED("idup of two groups", MPI_Comm_idup(inter, &made, &request));
    MADE("split of two groups", MPI_Comm_split(inter, rank % 2, 0, &made));
    MADE("split of two groups, one part", MPI_Comm_split(inter, 0, -rank, &made));
    MPI_Comm_group(inter, &group);
    MPI_Group_incl(group, 1, (int[]){0}, &first);
    MADE("create, of two groups", MPI_Comm_create(inter, group, &made));
    MADE("create, the first of two groups", MPI_Comm_create(inter, first, &made));
    MADE("merge", MPI_Intercomm_merge(inter, high, &made));
    MADE("merge, same order", MPI_Intercomm_merge(inter, 0, &made));
    MPI_Intercomm_create(half, 0, inter, 0, 8, &again);
    CALL("free of two groups", 0, MPI_Comm_free(&again));
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
    MPI_Group_free(&group);
    MPI_Group_free(&first);
}

int main(int argc, char **argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(W, &rank);
    MPI_Comm_size(W, &size);
    duplicates(rank);
    parts(rank, size);
    of_groups(rank, size);
    topologies(rank, size);
    between_groups(rank, size);
    MPI_Finalize();
    return 0;
}

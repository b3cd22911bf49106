/* replay_comms.c - the communicators of the recorded run, and the functions that ask for their members and topologies.
 * MPICH knows them as communicators of this process alone, with their attributes, names and error handlers. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/trace/trace_stream.h"
#include "lmpi/record/record_handles.h"
#include "lmpi/replay/replay.h"

static struct replay_comm *comms; /* all; few programs have many */
static size_t ncomms, room;

struct replay_comm *replay_comm_find(MPI_Comm comm) {
    for (size_t i = 0; i < ncomms; i++)
        if (comms[i].handle == comm)
            return &comms[i];
    return NULL;
}

static struct replay_comm *add(MPI_Comm handle, int rank, int size) {
    size_t members = 0;
    comms = lmpi_record_grow(comms, ncomms, &room, sizeof *comms);
    struct replay_comm *c = &comms[ncomms++];
    *c = (struct replay_comm){.handle = handle, .rank = rank, .size = size, .meeting = MPI_COMM_NULL};
    while (members < (size_t)size)
        c->world = lmpi_record_grow(c->world, members, &members, sizeof *c->world);
    return c;
}

void replay_comms_start(void) {
    struct replay_comm *world = add(MPI_COMM_WORLD, replay_head.rank, replay_head.size);
    for (int i = 0; i < world->size; i++)
        world->world[i] = i;
    world->identity = 1;
    add(MPI_COMM_SELF, 0, 1)->world[0] = replay_head.rank;
}

static int *get_list(size_t n, int least) {
    int *list = NULL;
    size_t have = 0;
    for (size_t i = 0; i < n; i++) {
        list = lmpi_record_grow(list, i, &have, sizeof *list);
        list[i] = (int)replay_log_get(least, INT_MAX);
    }
    return list;
}

static void get_cart(struct replay_comm *c) {
    int64_t product = 1;
    c->n = (int)replay_log_get(0, 64);
    c->list = calloc(2 * (size_t)c->n + 1, sizeof *c->list);
    if (c->list == NULL)
        replay_stop("out of memory");
    for (int i = 0; i < c->n; i++) {
        c->list[i] = (int)replay_log_get(1, c->size);
        c->list[c->n + i] = (int)replay_log_get(0, 1);
        product *= c->list[i];
        if (product > c->size)
            replay_damaged();
    }
    if (product != c->size)
        replay_damaged();
}

static void get_graph(struct replay_comm *c) {
    c->n = (int)replay_log_get(1, c->size);
    c->m = (int)replay_log_get(0, 1 << 30);
    c->list = get_list((size_t)c->n + (size_t)c->m, 0);
    for (int i = 0; i < c->n; i++)
        if (c->list[i] < (i > 0 ? c->list[i - 1] : 0) || c->list[i] > c->m)
            replay_damaged();
}

static uint64_t mix(uint64_t sum, uint64_t value) {
    sum ^= value + UINT64_C(0x9e3779b97f4a7c15) + (sum << 6) + (sum >> 2);
    sum *= UINT64_C(0xbf58476d1ce4e5b9);
    return sum ^ sum >> 31;
}

/* From the parent, the members, and how many communicators with these members were made from that parent: all of which
 * the members agree on. */
static uint64_t identity_of(const struct replay_comm *c, uint64_t parent) {
    static struct made {
        uint64_t key;
        int64_t times;
    } *made;
    static size_t nmade, made_room;
    uint64_t key = mix(parent, (uint64_t)c->size);
    size_t i = 0;
    for (int k = 0; k < c->size; k++)
        key = mix(key, (uint64_t)c->world[k]);
    while (i < nmade && made[i].key != key)
        i++;
    if (i == nmade) {
        made = lmpi_record_grow(made, nmade, &made_room, sizeof *made);
        made[nmade++] = (struct made){key, 0};
    }
    return mix(key, (uint64_t)++made[i].times);
}

static void get_members(int *member, int n) {
    for (int i = 0; i < n; i++) {
        int64_t before = i > 0 ? member[i - 1] : 0;
        member[i] = (int)(before + replay_log_get(-before, replay_head.size - 1 - before));
    }
}

/* What it has besides its members. */
static void get_rest(struct replay_comm *c) {
    c->topology = (int)replay_log_get(TRACE_TOPOLOGY_NONE, TRACE_TOPOLOGY_INTER);
    if (c->topology == TRACE_TOPOLOGY_CART) {
        get_cart(c);
    } else if (c->topology == TRACE_TOPOLOGY_GRAPH) {
        get_graph(c);
    } else if (c->topology == TRACE_TOPOLOGY_DIST_GRAPH) {
        c->n = (int)replay_log_get(0, 1 << 29);
        c->m = (int)replay_log_get(0, 1 << 29);
        c->is_weighted = replay_log_get(0, 1);
        c->list = get_list(((size_t)c->n + (size_t)c->m) * (c->is_weighted ? 2 : 1), INT_MIN);
    } else if (c->topology == TRACE_TOPOLOGY_INTER) {
        c->remote = (int)replay_log_get(1, replay_head.size);
        c->other = malloc((size_t)c->remote * sizeof *c->other);
        if (c->other == NULL)
            replay_stop("out of memory");
        get_members(c->other, c->remote);
    }
}

struct replay_comm *replay_comm_add(MPI_Comm handle, MPI_Comm parent) {
    const struct replay_comm *from = replay_comm_find(parent);
    uint64_t of_parent = from ? from->identity : 0;
    int rank = (int)replay_log_get(0, replay_head.size - 1);
    int size = (int)replay_log_get((int64_t)rank + 1, replay_head.size);
    struct replay_comm *c = add(handle, rank, size);
    get_members(c->world, size);
    if (c->world[rank] != replay_head.rank)
        replay_damaged();
    c->identity = identity_of(c, of_parent);
    get_rest(c);
    return c;
}

/* How many numbers `list` has. */
static size_t listed(const struct replay_comm *c) {
    size_t both = (size_t)c->n + (size_t)c->m;
    if (c->topology == TRACE_TOPOLOGY_CART)
        return 2 * (size_t)c->n;
    return c->is_weighted ? 2 * both : both;
}

static int *copied(const int *list, size_t n) {
    int *copy = malloc((n + 1) * sizeof *copy);
    if (copy == NULL)
        replay_stop("out of memory");
    return n > 0 ? memcpy(copy, list, n * sizeof *copy) : copy;
}

struct replay_comm *replay_comm_copy(MPI_Comm handle, MPI_Comm parent) {
    const struct replay_comm from = *replay_comm_find(parent);
    struct replay_comm *c = add(handle, from.rank, from.size);
    memcpy(c->world, from.world, (size_t)from.size * sizeof *c->world);
    c->remote = from.remote;
    c->other = from.other ? copied(from.other, (size_t)from.remote) : NULL;
    c->topology = from.topology;
    c->n = from.n;
    c->m = from.m;
    c->is_weighted = from.is_weighted;
    c->list = from.list ? copied(from.list, listed(&from)) : NULL;
    c->identity = identity_of(c, from.identity);
    return c;
}

void replay_comm_remove(MPI_Comm handle) {
    struct replay_comm *c = replay_comm_find(handle);
    if (c == NULL)
        return;
    lmpi_record_free(c->world);
    free(c->list);
    free(c->other);
    *c = comms[--ncomms];
}

/* ---- members ---- */

int MPI_Comm_rank(MPI_Comm comm, int *rank) {
    const struct replay_comm *c = replay_comm_find(comm);
    if (c == NULL || rank == NULL)
        return PMPI_Comm_rank(comm, rank);
    *rank = c->rank;
    return MPI_SUCCESS;
}

int MPI_Comm_size(MPI_Comm comm, int *size) {
    const struct replay_comm *c = replay_comm_find(comm);
    if (c == NULL || size == NULL)
        return PMPI_Comm_size(comm, size);
    *size = c->size;
    return MPI_SUCCESS;
}

int MPI_Comm_test_inter(MPI_Comm comm, int *flag) {
    const struct replay_comm *c = replay_comm_find(comm);
    if (c == NULL || flag == NULL)
        return PMPI_Comm_test_inter(comm, flag);
    *flag = c->remote > 0;
    return MPI_SUCCESS;
}

int MPI_Comm_remote_size(MPI_Comm comm, int *size) {
    const struct replay_comm *c = replay_comm_find(comm);
    if (c == NULL || c->remote == 0 || size == NULL)
        return PMPI_Comm_remote_size(comm, size);
    *size = c->remote;
    return MPI_SUCCESS;
}

/* The attributes that tell how the program was started are those of the recorded run. */
int MPI_Comm_get_attr(MPI_Comm comm, int keyval, void *value, int *flag) {
    static int universe_size, appnum;
    if (replay_comm_find(comm) == NULL || (keyval != MPI_UNIVERSE_SIZE && keyval != MPI_APPNUM))
        return PMPI_Comm_get_attr(comm, keyval, value, flag);
    int64_t logged = keyval == MPI_APPNUM ? replay_head.appnum : replay_head.universe_size;
    int *kept = keyval == MPI_APPNUM ? &appnum : &universe_size;
    *kept = (int)logged;
    *flag = logged != TRACE_NONE;
    if (*flag)
        *(int **)value = kept;
    return MPI_SUCCESS;
}

int MPI_Attr_get(MPI_Comm comm, int keyval, void *value, int *flag) {
    return MPI_Comm_get_attr(comm, keyval, value, flag);
}

/* ---- topologies ---- */

static int misuse(MPI_Comm comm, int class) {
    PMPI_Comm_call_errhandler(comm, class);
    return class;
}

static const struct replay_comm *with_topology(MPI_Comm comm, int topology) {
    const struct replay_comm *c = replay_comm_find(comm);
    return c && c->topology == topology ? c : NULL;
}

int MPI_Topo_test(MPI_Comm comm, int *status) {
    static const int kinds[] = {MPI_UNDEFINED, MPI_CART, MPI_GRAPH, MPI_DIST_GRAPH, MPI_UNDEFINED};
    const struct replay_comm *c = replay_comm_find(comm);
    if (c == NULL)
        return PMPI_Topo_test(comm, status);
    *status = kinds[c->topology];
    return MPI_SUCCESS;
}

int MPI_Cartdim_get(MPI_Comm comm, int *ndims) {
    const struct replay_comm *c = with_topology(comm, TRACE_TOPOLOGY_CART);
    if (c == NULL)
        return PMPI_Cartdim_get(comm, ndims);
    *ndims = c->n;
    return MPI_SUCCESS;
}

static void coordinates(const struct replay_comm *c, int rank, int most, int *coords) {
    int left = c->size;
    for (int i = 0; i < c->n; i++) {
        left /= c->list[i];
        if (i < most)
            coords[i] = rank / left;
        rank %= left;
    }
}

/* MPI_PROC_NULL if a coordinate lies outside of a dimension that is not periodic. */
static int rank_at(const struct replay_comm *c, const int *coords) {
    int64_t rank = 0;
    for (int i = 0; i < c->n; i++) {
        int n = c->list[i], at = coords[i];
        if ((at < 0 || at >= n) && !c->list[c->n + i])
            return MPI_PROC_NULL;
        rank = rank * n + ((at % n) + n) % n;
    }
    return (int)rank;
}

int MPI_Cart_get(MPI_Comm comm, int maxdims, int dims[], int periods[], int coords[]) {
    const struct replay_comm *c = with_topology(comm, TRACE_TOPOLOGY_CART);
    if (c == NULL)
        return PMPI_Cart_get(comm, maxdims, dims, periods, coords);
    for (int i = 0; i < c->n && i < maxdims; i++) {
        dims[i] = c->list[i];
        periods[i] = c->list[c->n + i];
    }
    coordinates(c, c->rank, maxdims, coords);
    return MPI_SUCCESS;
}

int MPI_Cart_coords(MPI_Comm comm, int rank, int maxdims, int coords[]) {
    const struct replay_comm *c = with_topology(comm, TRACE_TOPOLOGY_CART);
    if (c == NULL)
        return PMPI_Cart_coords(comm, rank, maxdims, coords);
    if (rank < 0 || rank >= c->size)
        return misuse(comm, MPI_ERR_RANK);
    coordinates(c, rank, maxdims, coords);
    return MPI_SUCCESS;
}

int MPI_Cart_rank(MPI_Comm comm, const int coords[], int *rank) {
    const struct replay_comm *c = with_topology(comm, TRACE_TOPOLOGY_CART);
    if (c == NULL)
        return PMPI_Cart_rank(comm, coords, rank);
    int found = rank_at(c, coords);
    if (found == MPI_PROC_NULL)
        return misuse(comm, MPI_ERR_ARG);
    *rank = found;
    return MPI_SUCCESS;
}

int MPI_Cart_shift(MPI_Comm comm, int direction, int disp, int *source, int *dest) {
    const struct replay_comm *c = with_topology(comm, TRACE_TOPOLOGY_CART);
    int coords[64] = {0};
    if (c == NULL)
        return PMPI_Cart_shift(comm, direction, disp, source, dest);
    if (direction < 0 || direction >= c->n)
        return misuse(comm, MPI_ERR_ARG);
    coordinates(c, c->rank, c->n, coords);
    int here = coords[direction];
    coords[direction] = here + disp;
    *dest = rank_at(c, coords);
    coords[direction] = here - disp;
    *source = rank_at(c, coords);
    return MPI_SUCCESS;
}

/* As MPICH maps: the first ranks take part, and keep their places. */
static int map(const struct replay_comm *c, int64_t nodes, int *newrank) {
    if (nodes > c->size)
        return misuse(c->handle, MPI_ERR_DIMS);
    *newrank = c->rank < nodes ? c->rank : MPI_UNDEFINED;
    return MPI_SUCCESS;
}

int MPI_Cart_map(MPI_Comm comm, int ndims, const int dims[], const int periods[], int *newrank) {
    const struct replay_comm *c = replay_comm_find(comm);
    int64_t nodes = 1;
    if (c == NULL)
        return PMPI_Cart_map(comm, ndims, dims, periods, newrank);
    for (int i = 0; i < ndims && nodes <= c->size; i++)
        nodes *= dims[i];
    return map(c, nodes, newrank);
}

int MPI_Graph_map(MPI_Comm comm, int nnodes, const int index[], const int edges[], int *newrank) {
    const struct replay_comm *c = replay_comm_find(comm);
    return c ? map(c, nnodes, newrank) : PMPI_Graph_map(comm, nnodes, index, edges, newrank);
}

int MPI_Graphdims_get(MPI_Comm comm, int *nnodes, int *nedges) {
    const struct replay_comm *c = with_topology(comm, TRACE_TOPOLOGY_GRAPH);
    if (c == NULL)
        return PMPI_Graphdims_get(comm, nnodes, nedges);
    *nnodes = c->n;
    *nedges = c->m;
    return MPI_SUCCESS;
}

/* Copies at most `most` of n numbers. */
static void copy(int *to, const int *from, int n, int most) {
    if (n > most)
        n = most;
    if (n > 0)
        memcpy(to, from, (size_t)n * sizeof *to);
}

int MPI_Graph_get(MPI_Comm comm, int maxindex, int maxedges, int index[], int edges[]) {
    const struct replay_comm *c = with_topology(comm, TRACE_TOPOLOGY_GRAPH);
    if (c == NULL)
        return PMPI_Graph_get(comm, maxindex, maxedges, index, edges);
    copy(index, c->list, c->n, maxindex);
    copy(edges, c->list + c->n, c->m, maxedges);
    return MPI_SUCCESS;
}

int MPI_Graph_neighbors_count(MPI_Comm comm, int rank, int *n) {
    const struct replay_comm *c = with_topology(comm, TRACE_TOPOLOGY_GRAPH);
    if (c == NULL)
        return PMPI_Graph_neighbors_count(comm, rank, n);
    if (rank < 0 || rank >= c->n)
        return misuse(comm, MPI_ERR_RANK);
    *n = c->list[rank] - (rank > 0 ? c->list[rank - 1] : 0);
    return MPI_SUCCESS;
}

int MPI_Graph_neighbors(MPI_Comm comm, int rank, int most, int neighbors[]) {
    const struct replay_comm *c = with_topology(comm, TRACE_TOPOLOGY_GRAPH);
    if (c == NULL)
        return PMPI_Graph_neighbors(comm, rank, most, neighbors);
    if (rank < 0 || rank >= c->n)
        return misuse(comm, MPI_ERR_RANK);
    int first = rank > 0 ? c->list[rank - 1] : 0;
    copy(neighbors, c->list + c->n + first, c->list[rank] - first, most);
    return MPI_SUCCESS;
}

int MPI_Dist_graph_neighbors_count(MPI_Comm comm, int *in, int *out, int *weighted) {
    const struct replay_comm *c = with_topology(comm, TRACE_TOPOLOGY_DIST_GRAPH);
    if (c == NULL)
        return PMPI_Dist_graph_neighbors_count(comm, in, out, weighted);
    *in = c->n;
    *out = c->m;
    *weighted = c->is_weighted;
    return MPI_SUCCESS;
}

int MPI_Dist_graph_neighbors(MPI_Comm comm, int most_in, int sources[], int sourceweights[], int most_out,
                             int destinations[], int destweights[]) {
    const struct replay_comm *c = with_topology(comm, TRACE_TOPOLOGY_DIST_GRAPH);
    if (c == NULL)
        return PMPI_Dist_graph_neighbors(comm, most_in, sources, sourceweights, most_out, destinations, destweights);
    const int *out = c->list + (c->is_weighted ? 2 : 1) * c->n;
    copy(sources, c->list, c->n, most_in);
    copy(destinations, out, c->m, most_out);
    if (c->is_weighted && sourceweights != MPI_UNWEIGHTED)
        copy(sourceweights, c->list + c->n, c->n, most_in);
    if (c->is_weighted && destweights != MPI_UNWEIGHTED)
        copy(destweights, out + c->m, c->m, most_out);
    return MPI_SUCCESS;
}

/* topo_cart.c - Cartesian topologies. Ranks are row-major and are not reordered. */
#include <string.h>

#include "bsim/base/alloc.h"
#include "lmpi/capture/capture.h"
#include "lmpi/comm/context.h"
#include "lmpi/comm/topo.h"

/* ---- Cart_create ---- */

static int64_t product(int n, const int *dims) {
    int64_t p = 1;
    for (int i = 0; i < n; i++)
        p *= dims[i];
    return p;
}

static void check_same(lmpi_coll_run *run) {
    const lmpi_cart_arguments *first = run->call[0]->arguments;
    for (int i = 1; i < run->n; i++) {
        const lmpi_cart_arguments *a = run->call[i]->arguments;
        size_t size = (size_t)first->ndims * sizeof(int);
        if (a->ndims != first->ndims || memcmp(a->dims, first->dims, size) || memcmp(a->periods, first->periods, size))
            lmpi_coll_mismatch(run->comm, run->call[0], run->call[i], "the grids differ");
        if (!a->reorder != !first->reorder)
            lmpi_coll_mismatch(run->comm, run->call[0], run->call[i], "the values of reorder differ");
    }
}

static void create_data(lmpi_coll_run *run) {
    const lmpi_cart_arguments *a = run->call[0]->arguments;
    int size = (int)product(a->ndims, a->dims);
    lmpi_split *wish = lmpi_coll_scratch((size_t)run->n * sizeof *wish);
    for (int i = 0; i < run->n; i++)
        wish[i] = (lmpi_split){i < size ? 0 : MPI_UNDEFINED, i};
    lmpi_comm_make_parts(run, wish);
    if (!size)
        return;
    lmpi_topology *t = lmpi_topology_new(MPI_CART, a->ndims);
    t->dims = lmpi_topology_ints(a->ndims, a->dims);
    t->periods = lmpi_topology_ints(a->ndims, a->periods);
    for (int i = 0; i < a->ndims; i++)
        t->periods[i] = t->periods[i] != 0;
    run->call[0]->made->topology = t;
}

/* A grid without dimensions is MPI_COMM_SELF of the first member. */
static void create_time(lmpi_coll_run *run) {
    const lmpi_cart_arguments *a = run->call[0]->arguments;
    lmpi_context_topology_time(run, a->ndims == 0, a->reorder);
}

static const lmpi_coll_kind cart_create = {.name = "MPI_Cart_create",
                                           .constructs = true,
                                           .by_one = true,
                                           .check = check_same,
                                           .time = create_time,
                                           .data = create_data};

int MPI_Cart_create(MPI_Comm comm_old, int ndims, const int dims[], const int periods[], int reorder,
                    MPI_Comm *comm_cart) {
    LMPI_CAPTURE(MPI_Cart_create, (comm_old, ndims, dims, periods, reorder, comm_cart));
    BSIM_ALONE;
    LMPI_INTRA_OR_FAIL(old, comm_old);
    lmpi_cart_arguments a = {ndims, dims, periods, reorder};
    if (ndims < 0)
        return LMPI_FAIL(comm_old, MPI_ERR_DIMS, "%d dimensions", ndims);
    for (int i = 0; i < ndims; i++)
        if (dims[i] <= 0)
            return LMPI_FAIL(comm_old, MPI_ERR_DIMS, "dims[%d] is %d", i, dims[i]);
    if (product(ndims, dims) > old->size)
        return LMPI_FAIL(comm_old, MPI_ERR_ARG, "a grid of %lld ranks does not fit into the communicator of %d",
                         (long long)product(ndims, dims), old->size);
    return lmpi_comm_construct(&cart_create, __func__, LMPI_SITE, comm_old, &a, comm_cart);
}

/* ---- Cart_sub ---- */

static void coords_of(const lmpi_topology *t, int rank, int *coords) {
    for (int i = t->n - 1; i >= 0; i--) {
        coords[i] = rank % t->dims[i];
        rank /= t->dims[i];
    }
}

static void sub_data(lmpi_coll_run *run) {
    const lmpi_topology *t = run->comm->topology;
    const int *remain = run->call[0]->arguments;
    lmpi_split *wish = lmpi_coll_scratch((size_t)run->n * sizeof *wish);
    int *coords = lmpi_coll_scratch((size_t)(t->n ? t->n : 1) * sizeof *coords);
    for (int i = 0; i < run->n; i++) {
        coords_of(t, i, coords);
        for (int d = 0; d < t->n; d++) {
            int *part = remain[d] ? &wish[i].key : &wish[i].color;
            *part = *part * t->dims[d] + coords[d];
        }
    }
    lmpi_comm_make_parts(run, wish);
    lmpi_topology *sub = lmpi_topology_new(MPI_CART, 0);
    sub->dims = lmpi_topology_ints(t->n, t->dims);
    sub->periods = lmpi_topology_ints(t->n, t->periods);
    for (int d = 0; d < t->n; d++)
        if (remain[d]) {
            sub->dims[sub->n] = t->dims[d];
            sub->periods[sub->n++] = t->periods[d];
        }
    for (int i = 0; i < run->n; i++) {
        lmpi_comm *made = run->call[i]->made;
        if (!made->topology)
            made->topology = lmpi_topology_share(sub);
    }
    lmpi_topology_drop(sub);
}

/* Without a dimension that remains, each part is MPI_COMM_SELF. */
static void sub_time(lmpi_coll_run *run) {
    const int *remain = run->call[0]->arguments;
    const lmpi_topology *t = run->comm->topology;
    for (int d = 0; d < t->n; d++)
        if (remain[d]) {
            lmpi_context_split_time(run);
            return;
        }
}

static const lmpi_coll_kind cart_sub = {
    .name = "MPI_Cart_sub", .constructs = true, .by_one = true, .time = sub_time, .data = sub_data};

int MPI_Cart_sub(MPI_Comm comm, const int remain_dims[], MPI_Comm *newcomm) {
    LMPI_CAPTURE(MPI_Cart_sub, (comm, remain_dims, newcomm));
    BSIM_ALONE;
    LMPI_TOPOLOGY_OR_FAIL(t, comm, MPI_CART);
    return lmpi_comm_construct(&cart_sub, __func__, LMPI_SITE, comm, remain_dims, newcomm);
}

/* ---- queries ---- */

int MPI_Cartdim_get(MPI_Comm comm, int *ndims) {
    LMPI_ENTER;
    BSIM_ALONE;
    LMPI_TOPOLOGY_OR_FAIL(t, comm, MPI_CART);
    *ndims = t->n;
    return MPI_SUCCESS;
}

int MPI_Cart_get(MPI_Comm comm, int maxdims, int dims[], int periods[], int coords[]) {
    LMPI_ENTER;
    BSIM_ALONE;
    LMPI_TOPOLOGY_OR_FAIL(t, comm, MPI_CART);
    if (maxdims < t->n)
        return LMPI_FAIL(comm, MPI_ERR_ARG, "room for %d dimensions, there are %d", maxdims, t->n);
    for (int i = 0; i < t->n; i++) {
        dims[i] = t->dims[i];
        periods[i] = t->periods[i];
    }
    coords_of(t, lmpi_comm_rank(t_comm, bsim_self->id), coords);
    return MPI_SUCCESS;
}

int MPI_Cart_coords(MPI_Comm comm, int rank, int maxdims, int coords[]) {
    LMPI_ENTER;
    BSIM_ALONE;
    LMPI_TOPOLOGY_OR_FAIL(t, comm, MPI_CART);
    if (rank < 0 || rank >= t_comm->size)
        return LMPI_FAIL(comm, MPI_ERR_RANK, "rank %d is not in the communicator of %d", rank, t_comm->size);
    if (maxdims < t->n)
        return LMPI_FAIL(comm, MPI_ERR_ARG, "room for %d dimensions, there are %d", maxdims, t->n);
    coords_of(t, rank, coords);
    return MPI_SUCCESS;
}

int MPI_Cart_rank(MPI_Comm comm, const int coords[], int *rank) {
    LMPI_ENTER;
    BSIM_ALONE;
    LMPI_TOPOLOGY_OR_FAIL(t, comm, MPI_CART);
    int64_t r = 0;
    for (int i = 0; i < t->n; i++) {
        int c = coords[i];
        if (t->periods[i])
            c = ((c % t->dims[i]) + t->dims[i]) % t->dims[i];
        else if (c < 0 || c >= t->dims[i])
            return LMPI_FAIL(comm, MPI_ERR_ARG, "coordinate %d is %d, outside 0..%d of a dimension without period", i,
                             c, t->dims[i] - 1);
        r = r * t->dims[i] + c;
    }
    *rank = (int)r;
    return MPI_SUCCESS;
}

int MPI_Cart_shift(MPI_Comm comm, int direction, int disp, int *rank_source, int *rank_dest) {
    LMPI_ENTER;
    BSIM_ALONE;
    LMPI_TOPOLOGY_OR_FAIL(t, comm, MPI_CART);
    if (direction < 0 || direction >= t->n)
        return LMPI_FAIL(comm, MPI_ERR_ARG, "direction %d, there are %d dimensions", direction, t->n);
    int rank = lmpi_comm_rank(t_comm, bsim_self->id), size = t->dims[direction];
    int64_t step = 1;
    for (int i = direction + 1; i < t->n; i++)
        step *= t->dims[i];
    int own = (int)(rank / step % size), *result[2] = {rank_source, rank_dest};
    for (int side = 0; side < 2; side++) {
        int64_t to = side ? (int64_t)own + disp : (int64_t)own - disp;
        if (t->periods[direction])
            to = (to % size + size) % size;
        *result[side] = to < 0 || to >= size ? MPI_PROC_NULL : (int)(rank + (to - own) * step);
    }
    return MPI_SUCCESS;
}

int MPI_Cart_map(MPI_Comm comm, int ndims, const int dims[], const int periods[], int *newrank) {
    LMPI_ENTER;
    BSIM_ALONE;
    LMPI_COMM_OR_FAIL(c, comm);
    (void)periods;
    int rank = lmpi_comm_rank(c, bsim_self->id);
    if (product(ndims, dims) > c->size)
        return LMPI_FAIL(comm, MPI_ERR_DIMS, "the grid does not fit into the communicator of %d", c->size);
    *newrank = rank < product(ndims, dims) ? rank : MPI_UNDEFINED;
    return MPI_SUCCESS;
}

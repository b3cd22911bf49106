/* arguments.c - what calls of constructors of communicators take, as it travels, and the memory of calls that are away.
 */
#include <string.h>

#include "bsim/base/alloc.h"
#include "lmpi/comm/topo.h"
#include "lmpi/core/pool.h"
#include "lmpi/core/hosts.h"
#include "lmpi/datatype/op.h"
#include "lmpi/hosts/letters.h"

static bool is(const lmpi_coll_call *c, const char *name) {
    return strcmp(c->kind->name, name) == 0;
}

static void put_ints(lmpi_letter *l, const int *values, int32_t n) {
    LMPI_PUT(l, n);
    lmpi_put(l, values, (size_t)n * sizeof *values);
}

static void put_group(lmpi_letter *l, const lmpi_group *group) {
    const int32_t n = group->size;
    LMPI_PUT(l, n);
    for (int i = 0; i < n; i++) {
        const int32_t world = lmpi_group_world(group, i);
        LMPI_PUT(l, world);
    }
}

/* Each has a list of integers: a color and a key, the ranks of a group, dimensions and periods of a grid and whether it
 * may be reordered, or which dimensions remain. */
void lmpi_hosts_put_arguments(lmpi_letter *l, const lmpi_comm *comm, const lmpi_coll_call *c) {
    const lmpi_split *wish = c->arguments;
    const lmpi_cart_arguments *grid = c->arguments;
    if (is(c, "MPI_Comm_create")) {
        put_group(l, c->arguments);
    } else if (is(c, "MPI_Comm_split") || is(c, "MPI_Comm_split_type")) {
        put_ints(l, (const int[]){wish->color, wish->key}, 2);
    } else if (is(c, "MPI_Cart_create")) {
        const int32_t n = 2 * grid->ndims + 1;
        LMPI_PUT(l, n);
        lmpi_put(l, grid->dims, (size_t)grid->ndims * sizeof(int));
        lmpi_put(l, grid->periods, (size_t)grid->ndims * sizeof(int));
        lmpi_put(l, &grid->reorder, sizeof grid->reorder);
    } else if (is(c, "MPI_Cart_sub")) {
        const lmpi_topology *t = comm->topology;
        put_ints(l, c->arguments, t->n);
    } else {
        put_ints(l, NULL, 0);
    }
}

void lmpi_hosts_take_arguments(lmpi_letter *l, lmpi_coll_call *c) {
    int32_t n;
    LMPI_TAKE(l, n);
    if (!c->kind->constructs)
        return;
    int *values = lmpi_hosts_keep(c, ((size_t)n + 2) * sizeof *values);
    lmpi_take(l, values, (size_t)n * sizeof *values);
    c->arguments = values;
    if (is(c, "MPI_Comm_create")) {
        c->arguments = lmpi_group_list(n, values);
    } else if (is(c, "MPI_Comm_split") || is(c, "MPI_Comm_split_type")) {
        lmpi_split *wish = lmpi_hosts_keep(c, sizeof *wish);
        *wish = (lmpi_split){values[0], values[1]};
        c->arguments = wish;
    } else if (is(c, "MPI_Cart_create")) {
        lmpi_cart_arguments *grid = lmpi_hosts_keep(c, sizeof *grid);
        *grid = (lmpi_cart_arguments){n / 2, values, values + n / 2, values[n - 1]};
        c->arguments = grid;
    }
}

/* ---- memory ---- */

struct memory {
    struct memory *next;
    _Alignas(16) char bytes[];
};

void *lmpi_hosts_keep(lmpi_coll_call *c, size_t bytes) {
    struct memory *m = bsim_alloc(sizeof *m + bytes);
    m->next = c->kept;
    c->kept = m;
    return m->bytes;
}

void lmpi_hosts_free_call(const lmpi_coll_call *call) {
    if (is(call, "MPI_Comm_create"))
        lmpi_group_unref((lmpi_group *)(uintptr_t)call->arguments);
    lmpi_hosts_release_types(call);
    lmpi_op_release(call->op);
    for (struct memory *m = call->kept, *next; m; m = next) {
        next = m->next;
        bsim_free(m);
    }
    lmpi_request_recycle(call->request);
}

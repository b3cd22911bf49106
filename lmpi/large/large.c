/* large.c - see large.h. */
#include "lmpi/large/large.h"

#include <string.h>

#include "bsim/base/alloc.h"
#include "lmpi/comm/topo.h"
#include "lmpi/core/lmpi_internal.h"

int lmpi_large_refuse(const char *call, const void *site, MPI_Comm comm, const char *what, MPI_Count value) {
    return lmpi_error(comm, call, site, MPI_ERR_COUNT, "%s has %lld: more than %d is not supported here", what,
                      (long long)value, INT_MAX);
}

/* ---- lists ---- */

struct list {
    struct list *next;
    int n;
    int value[];
};
enum { BUCKETS = 1 << 12 };
static struct list *lists[BUCKETS];
const int lmpi_large_unfit;

static bool fits(MPI_Count value) {
    return value >= INT_MIN && value <= INT_MAX;
}

MPI_Count lmpi_large_misfit(int n, const MPI_Count *values) {
    int i = 0;
    while (i < n - 1 && fits(values[i]))
        i++;
    return values[i];
}

static bool is_equal(const struct list *l, int n, const MPI_Count *values) {
    if (l->n != n)
        return false;
    for (int i = 0; i < n; i++)
        if (l->value[i] != values[i])
            return false;
    return true;
}

const int *lmpi_large_list(int n, const MPI_Count *values) {
    if (!values || n < 0)
        return NULL;
    uint64_t hash = (uint64_t)n;
    for (int i = 0; i < n; i++) {
        if (!fits(values[i]))
            return &lmpi_large_unfit;
        hash = (hash ^ (uint64_t)values[i]) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 29;
    }
    BSIM_LOCKED;
    struct list **bucket = &lists[(hash * 0x9e3779b97f4a7c15u) >> 52];
    for (struct list *l = *bucket; l; l = l->next)
        if (is_equal(l, n, values))
            return l->value;
    struct list *l = bsim_alloc(sizeof *l + (size_t)n * sizeof *l->value);
    l->next = *bucket;
    l->n = n;
    for (int i = 0; i < n; i++)
        l->value[i] = (int)values[i];
    *bucket = l;
    return l->value;
}

/* ---- their lengths ---- */

int lmpi_large_members(MPI_Comm handle) {
    const lmpi_comm *comm = lmpi_comm_of(handle);
    return comm ? comm->peers->size : 0;
}

int lmpi_large_group(MPI_Comm handle) {
    const lmpi_comm *comm = lmpi_comm_of(handle);
    return comm ? comm->size : 0;
}

static int degree(MPI_Comm handle, bool in) {
    const lmpi_comm *comm = lmpi_comm_of(handle);
    int sources, destinations;
    if (!comm || !comm->topology)
        return 0;
    lmpi_topology_degrees(comm->topology, lmpi_comm_rank(comm, bsim_self->id), &sources, &destinations);
    return in ? sources : destinations;
}

int lmpi_large_sources(MPI_Comm comm) {
    return degree(comm, true);
}

int lmpi_large_destinations(MPI_Comm comm) {
    return degree(comm, false);
}

bool lmpi_large_is_root(MPI_Comm handle, int root) {
    const lmpi_comm *comm = lmpi_comm_of(handle);
    return root == MPI_ROOT || (comm && !comm->all && lmpi_comm_rank(comm, bsim_self->id) == root);
}

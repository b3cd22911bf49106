/* runs.c - the bytes that a datatype covers (runs.h), from the constructors that MPICH remembers. All of it runs on the
 * host's stack. */
#include "lmpi/datatype/runs.h"

#include <mpi.h>

#include "bsim/base/alloc.h"
#include "bsim/kernel/engine.h"
#include "lmpi/datatype/contents.h"

static struct lmpi_runs *flatten(MPI_Datatype type);

static void add(struct lmpi_runs *runs, int64_t offset, int64_t length) {
    lmpi_run *last = runs->count ? &runs->at[runs->count - 1] : NULL;
    if (length == 0)
        return;
    if (last && last->offset + last->length == offset) {
        last->length += length;
        return;
    }
    int64_t before = last ? last->before + last->length : 0;
    if (runs->count == runs->room) {
        runs->room = runs->room ? 2 * runs->room : 4;
        runs->at = bsim_realloc(runs->at, (size_t)runs->room * sizeof *runs->at);
    }
    runs->at[runs->count++] = (lmpi_run){offset, length, before};
}

/* Adds n consecutive elements of a type at an offset. */
static void repeat(struct lmpi_runs *runs, const struct lmpi_runs *of, int64_t offset, int64_t n) {
    if (of->count == 1 && of->at[0].length == of->extent) {
        add(runs, offset + of->at[0].offset, n * of->extent);
        return;
    }
    for (int64_t i = 0; i < n; i++)
        for (int k = 0; k < of->count; k++)
            add(runs, offset + i * of->extent + of->at[k].offset, of->at[k].length);
}

/* Predefined types: one run, or, of a pair with a gap, its number and its int. */
static void add_named(struct lmpi_runs *runs, MPI_Datatype type) {
    int size;
    MPI_Aint lb, extent;
    PMPI_Type_size(type, &size);
    PMPI_Type_get_true_extent(type, &lb, &extent);
    int second = extent > size && size > (int)sizeof(int) ? (int)sizeof(int) : 0;
    add(runs, lb, size - second);
    add(runs, lb + extent - second, second);
}

/* ---- arrays: blocks of a grid in each dimension ---- */

enum { MOST_DIMS = 64 };

typedef struct grid {
    int ndims;
    bool fortran; /* the first dimension is the fastest */
    const int *sizes;
    struct lmpi_runs own[MOST_DIMS]; /* by dimension: which indices, offset and length in elements */
} grid;

/* Adds what lies in the dimensions from `level` on, slowest first. stride: elements of a step in that dimension. */
static void add_grid(struct lmpi_runs *runs, const grid *g, const struct lmpi_runs *of, int level, int64_t at,
                     int64_t stride) {
    int d = g->fortran ? g->ndims - 1 - level : level;
    const struct lmpi_runs *own = &g->own[d];
    if (level == g->ndims - 1) {
        for (int i = 0; i < own->count; i++)
            repeat(runs, of, (at + own->at[i].offset) * of->extent, own->at[i].length);
        return;
    }
    int64_t next = stride / g->sizes[g->fortran ? d - 1 : d + 1];
    for (int i = 0; i < own->count; i++)
        for (int64_t k = 0; k < own->at[i].length; k++)
            add_grid(runs, g, of, level + 1, at + (own->at[i].offset + k) * stride, next);
}

static void fill_grid(struct lmpi_runs *runs, grid *g, const struct lmpi_runs *of) {
    int64_t stride = 1;
    int slowest = g->fortran ? g->ndims - 1 : 0;
    for (int d = 0; d < g->ndims; d++)
        stride *= d == slowest ? 1 : g->sizes[d];
    add_grid(runs, g, of, 0, 0, stride);
    for (int d = 0; d < g->ndims; d++)
        bsim_free(g->own[d].at);
}

static void add_subarray(struct lmpi_runs *runs, const lmpi_contents *c, const struct lmpi_runs *of) {
    int n = c->ints[0];
    grid g = {.ndims = n, .sizes = c->ints + 1, .fortran = c->ints[1 + 3 * n] == MPI_ORDER_FORTRAN};
    bsim_check(n <= MOST_DIMS);
    for (int d = 0; d < n; d++)
        add(&g.own[d], c->ints[1 + 2 * n + d], c->ints[1 + n + d]);
    fill_grid(runs, &g, of);
}

/* The indices of a dimension that a process of a distributed array has. */
static void distribute(struct lmpi_runs *own, int size, int how, int argument, int processes, int place) {
    int64_t block = how == MPI_DISTRIBUTE_NONE             ? size
                    : argument != MPI_DISTRIBUTE_DFLT_DARG ? argument
                    : how == MPI_DISTRIBUTE_BLOCK          ? (size + processes - 1) / processes
                                                           : 1;
    int64_t step = how == MPI_DISTRIBUTE_CYCLIC ? block * processes : size;
    for (int64_t at = how == MPI_DISTRIBUTE_NONE ? 0 : place * block; at < size; at += step)
        add(own, at, at + block <= size ? block : size - at);
}

static void add_darray(struct lmpi_runs *runs, const lmpi_contents *c, const struct lmpi_runs *of) {
    int rank = c->ints[1], n = c->ints[2];
    const int *sizes = c->ints + 3, *how = sizes + n, *argument = how + n, *processes = argument + n;
    grid g = {.ndims = n, .sizes = sizes, .fortran = processes[n] == MPI_ORDER_FORTRAN};
    bsim_check(n <= MOST_DIMS);
    for (int d = n - 1; d >= 0; d--) { /* processes are numbered row by row */
        distribute(&g.own[d], sizes[d], how[d], argument[d], processes[d], rank % processes[d]);
        rank /= processes[d];
    }
    fill_grid(runs, &g, of);
}

/* ---- the other constructors ---- */

/* Blocks of elements: i-th block of length[i] or `one` elements, at displacement[i] * scale or address[i]. */
static void add_blocks(struct lmpi_runs *runs, const struct lmpi_runs *of, int n, const int *length, int one,
                       const int *displacement, const MPI_Aint *address) {
    for (int i = 0; i < n; i++)
        repeat(runs, of, address ? address[i] : displacement[i] * of->extent, length ? length[i] : one);
}

static void add_struct(struct lmpi_runs *runs, const lmpi_contents *c) {
    for (int i = 0; i < c->ints[0]; i++) {
        struct lmpi_runs *of = flatten(c->types[i]);
        repeat(runs, of, c->addresses[i], c->ints[1 + i]);
        lmpi_runs_free(of);
    }
}

static void add_derived(struct lmpi_runs *runs, const lmpi_contents *c) {
    const int *ints = c->ints;
    int n = c->nints ? ints[0] : 1;
    if (c->combiner == MPI_COMBINER_STRUCT) {
        add_struct(runs, c);
        return;
    }
    struct lmpi_runs *of = flatten(c->types[0]);
    switch (c->combiner) {
    case MPI_COMBINER_DUP:
    case MPI_COMBINER_RESIZED:
        repeat(runs, of, 0, 1);
        break;
    case MPI_COMBINER_CONTIGUOUS:
        repeat(runs, of, 0, n);
        break;
    case MPI_COMBINER_VECTOR:
    case MPI_COMBINER_HVECTOR:
        for (int i = 0; i < n; i++)
            repeat(runs, of, i * (c->naddresses ? c->addresses[0] : ints[2] * of->extent), ints[1]);
        break;
    case MPI_COMBINER_INDEXED:
    case MPI_COMBINER_HINDEXED:
        add_blocks(runs, of, n, ints + 1, 0, ints + 1 + n, c->naddresses ? c->addresses : NULL);
        break;
    case MPI_COMBINER_INDEXED_BLOCK:
    case MPI_COMBINER_HINDEXED_BLOCK:
        add_blocks(runs, of, n, NULL, ints[1], ints + 2, c->naddresses ? c->addresses : NULL);
        break;
    case MPI_COMBINER_SUBARRAY:
        add_subarray(runs, c, of);
        break;
    case MPI_COMBINER_DARRAY:
        add_darray(runs, c, of);
        break;
    default:
        bsim_fatal(BSIM_EXIT_USAGE, "a file's view has a datatype of an unknown constructor (%d)", c->combiner);
    }
    lmpi_runs_free(of);
}

static struct lmpi_runs *flatten(MPI_Datatype type) {
    struct lmpi_runs *runs = bsim_alloc(sizeof *runs);
    MPI_Aint lb, extent;
    lmpi_contents c;
    *runs = (struct lmpi_runs){0};
    PMPI_Type_get_extent(type, &lb, &extent);
    runs->extent = extent;
    if (!lmpi_contents_read(&c, type)) {
        add_named(runs, type);
        return runs;
    }
    add_derived(runs, &c);
    lmpi_contents_free(&c);
    return runs;
}

struct wish {
    MPI_Datatype type;
    struct lmpi_runs *runs;
};

static void run_flatten(void *argument) {
    struct wish *wish = argument;
    wish->runs = flatten(wish->type);
}

struct lmpi_runs *lmpi_runs_of(MPI_Datatype datatype) {
    struct wish wish = {.type = datatype};
    lmpi_pmpi_init();
    bsim_on_host_stack(run_flatten, &wish);
    return wish.runs;
}

void lmpi_runs_free(struct lmpi_runs *runs) {
    if (!runs)
        return;
    bsim_free(runs->at);
    bsim_free(runs);
}

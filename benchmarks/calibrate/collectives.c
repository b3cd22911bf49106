/* collectives.c - how long collectives take, for bsim calibrate. Under a real MPI it measures them; built for simulated
 * ranks (SIMULATED) it prints what the platform of the run gives for the same calls.
 *
 * On standard output of rank 0 (seconds; the mean of several calls in a row, on the slowest rank; the lowest tenth of
 * repetitions):
 *   # library TEXT                                the MPI
 *   # coll NAME PROCESSES NODES BYTES SECONDS     BYTES as in rules of platform.json: of the vector, or of one block
 * A line for each pass; the passes go through the sizes up and down in turn.
 *
 * usage: mpiexec -n N collectives [SECONDS [LARGEST [NAME[:BYTES,BYTES...]]...]]
 *   time that may be spent, about (default 4); the largest size in bytes (1 MiB); some collectives only, with sizes of
 *   their own */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/calibrate/end.h"
#ifdef SIMULATED
#include <lmpi/lmpi.h>
#define CALL(name, ...) LMPI_##name(__VA_ARGS__)
#else
#define CALL(name, ...) MPI_##name(__VA_ARGS__)
#endif

enum { PASSES = 3, MAX_REPS = 200, LEAST_REPS = 5, MAX_SIZES = 32, CACHED = 32 << 10, CHUNK = 64 << 10 };
enum { IN_A_ROW = 4, FEW = 2, SHORT_TOTAL = 64 << 10 };
enum { MOST_TOTAL = 16 << 20 }; /* of all blocks of a call */

/* No globals: simulated ranks would share them. */
struct run {
    int rank, processes, nodes;
    char *pool; /* memory that messages have used before; NULL: nothing is moved */
    size_t pool_size, next;
};

/* A part of the pool that was not used for a while: long vectors are in no cache, as in a program that computes. */
static char *buffer(struct run *r, size_t bytes) {
    if (!r->pool || bytes <= CACHED)
        return r->pool;
    if (r->next + bytes > r->pool_size)
        r->next = 0;
    char *b = r->pool + r->next;
    r->next += (bytes + 4095) / 4096 * 4096;
    return b;
}

static void call_barrier(struct run *r, int bytes, int root) {
    (void)r, (void)bytes, (void)root;
    MPI_Barrier(MPI_COMM_WORLD);
}

static void call_bcast(struct run *r, int bytes, int root) {
    CALL(Bcast, buffer(r, (size_t)bytes), bytes, MPI_BYTE, root, MPI_COMM_WORLD);
}

static void call_reduce(struct run *r, int bytes, int root) {
    char *from = buffer(r, (size_t)bytes),
         *to = r->pool ? buffer(r, (size_t)bytes) + (bytes <= CACHED ? CACHED : 0) : from;
    CALL(Reduce, from, to, bytes / 8, MPI_DOUBLE, MPI_SUM, root, MPI_COMM_WORLD);
}

static void call_allreduce(struct run *r, int bytes, int root) {
    (void)root;
    char *from = buffer(r, (size_t)bytes),
         *to = r->pool ? buffer(r, (size_t)bytes) + (bytes <= CACHED ? CACHED : 0) : from;
    CALL(Allreduce, from, to, bytes / 8, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

/* Blocks of one rank and of all: the vector of all lies behind the single block. */
static char *blocks(struct run *r, int bytes, char **all) {
    size_t one = ((size_t)bytes + 4095) / 4096 * 4096, total = (size_t)bytes * (size_t)r->processes;
    char *b = buffer(r, one + total);
    *all = b ? b + one : NULL;
    return b;
}

static void call_allgather(struct run *r, int bytes, int root) {
    (void)root;
    char *all, *one = blocks(r, bytes, &all);
    CALL(Allgather, one, bytes, MPI_BYTE, all, bytes, MPI_BYTE, MPI_COMM_WORLD);
}

static void call_gather(struct run *r, int bytes, int root) {
    char *all, *one = blocks(r, bytes, &all);
    CALL(Gather, one, bytes, MPI_BYTE, all, bytes, MPI_BYTE, root, MPI_COMM_WORLD);
}

static void call_scatter(struct run *r, int bytes, int root) {
    char *all, *one = blocks(r, bytes, &all);
    CALL(Scatter, all, bytes, MPI_BYTE, one, bytes, MPI_BYTE, root, MPI_COMM_WORLD);
}

static void call_reduce_scatter_block(struct run *r, int bytes, int root) {
    (void)root;
    char *all, *one = blocks(r, bytes, &all);
    CALL(Reduce_scatter_block, all, one, bytes / 8, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

static void call_alltoall(struct run *r, int bytes, int root) {
    (void)root;
    size_t total = (size_t)bytes * (size_t)r->processes;
    char *from = buffer(r, 2 * total), *to = from ? from + total : NULL;
    CALL(Alltoall, from, bytes, MPI_BYTE, to, bytes, MPI_BYTE, MPI_COMM_WORLD);
}

static const struct operation {
    const char *name;
    void (*call)(struct run *r, int bytes, int root);
    int blocks; /* the size is that of one of so many blocks as there are ranks */
} operations[] = {{"barrier", call_barrier, 0},
                  {"bcast", call_bcast, 0},
                  {"reduce", call_reduce, 0},
                  {"allreduce", call_allreduce, 0},
                  {"allgather", call_allgather, 1},
                  {"alltoall", call_alltoall, 1},
                  {"gather", call_gather, 1},
                  {"scatter", call_scatter, 1},
                  {"reduce_scatter_block", call_reduce_scatter_block, 1}};
enum { OPERATIONS = sizeof operations / sizeof *operations };

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double typical(double *values, int n) {
    qsort(values, (size_t)n, sizeof *values, compare);
    return values[n / 10];
}

/* A barrier of messages. The library's own may be any algorithm, and the calls behind it take other times if the ranks
 * leave it otherwise. */
static void synchronise(const struct run *r) {
    char out = 0, in = 0;
    for (int distance = 1; distance < r->processes; distance *= 2)
        MPI_Sendrecv(&out, 1, MPI_BYTE, (r->rank + distance) % r->processes, 1, &in, 1, MPI_BYTE,
                     (r->rank - distance % r->processes + r->processes) % r->processes, 1, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
}

/* Seconds of a call on this rank: the mean of some in a row, with the ranks as roots in turn. */
static double once(struct run *r, const struct operation *op, int bytes) {
    int calls = (long)bytes * (op->blocks ? r->processes : 1) <= SHORT_TOTAL ? IN_A_ROW : FEW;
    synchronise(r); /* twice: then it does not matter where each rank comes from */
    synchronise(r);
    double start = MPI_Wtime();
    for (int i = 0; i < calls; i++)
        op->call(r, bytes, i % r->processes);
    return (MPI_Wtime() - start) / calls;
}

static void measure(struct run *r, const struct operation *op, int bytes, double budget_s) {
    double own[MAX_REPS], slowest[MAX_REPS], estimate_s = HUGE_VAL;
    int reps = 1;
    for (int i = 0; r->pool && i < 3; i++)
        estimate_s = fmin(estimate_s, once(r, op, bytes));
    if (r->pool)
        reps = (int)fmin(MAX_REPS, fmax(LEAST_REPS, budget_s / (IN_A_ROW * estimate_s)));
    MPI_Bcast(&reps, 1, MPI_INT, 0, MPI_COMM_WORLD);
    for (int i = 0; i < reps; i++)
        own[i] = once(r, op, bytes);
    MPI_Reduce(own, slowest, reps, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    if (r->rank == 0)
        printf("# coll %s %d %d %d %.9g\n", op->name, r->processes, r->nodes, bytes, typical(slowest, reps));
    fflush(stdout);
}

/* The sizes of an operation: those that its argument names behind a colon, or by factors of four. */
static int list_sizes(const struct run *r, const struct operation *op, const char *text, int largest, int *size) {
    int n = 0;
    if (op->call == call_barrier) {
        size[0] = 0;
        return 1;
    }
    for (const char *at = text; at && n < MAX_SIZES; at = strchr(at + 1, ','))
        size[n++] = atoi(at + 1);
    for (long s = 8; !text && s <= largest; s *= 4)
        if (!op->blocks || s * r->processes <= MOST_TOTAL)
            size[n++] = (int)s;
    return n;
}

static void measure_all(struct run *r, int argc, char **argv, double budget_s, int largest) {
    int passes = r->pool ? PASSES : 1;
    for (int pass = 0; pass < passes; pass++)
        for (int o = 0; o < OPERATIONS; o++) {
            const struct operation *op = &operations[o];
            const char *sizes = NULL;
            int size[MAX_SIZES], wanted = argc <= 3;
            for (int i = 3; i < argc; i++) {
                size_t length = strcspn(argv[i], ":");
                if (length == strlen(op->name) && strncmp(argv[i], op->name, length) == 0) {
                    wanted = 1;
                    sizes = argv[i][length] ? argv[i] + length : NULL;
                }
            }
            int n = wanted ? list_sizes(r, op, sizes, largest, size) : 0;
            for (int k = 0; k < n; k++)
                measure(r, op, size[pass % 2 ? n - 1 - k : k], budget_s / (passes * OPERATIONS * n));
        }
}

#ifndef SIMULATED
/* Each part of the pool in a message, since the first message from a page takes longer. */
static void use_memory(struct run *r) {
    int to = (r->rank + 1) % r->processes, from = (r->rank + r->processes - 1) % r->processes;
    for (size_t at = 0; at + 2 * CHUNK <= r->pool_size; at += CHUNK)
        MPI_Sendrecv(r->pool + at, CHUNK, MPI_BYTE, to, 0, r->pool + at + CHUNK, CHUNK, MPI_BYTE, from, 0,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void make_pool(struct run *r, int largest) {
    size_t most = MOST_TOTAL;
    if (2 * (size_t)largest * (size_t)r->processes < most)
        most = 2 * (size_t)largest * (size_t)r->processes;
    r->pool_size = 3 * most + (32 << 20);
    r->pool = malloc(r->pool_size);
    if (!r->pool) {
        fprintf(stderr, "collectives: needs %zu MiB for each process\n", r->pool_size >> 20);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    memset(r->pool, 0, r->pool_size);
    use_memory(r);
}

static void print_library(void) {
    char text[MPI_MAX_LIBRARY_VERSION_STRING];
    int length;
    MPI_Get_library_version(text, &length);
    for (char *c = text; *c; c++)
        if (*c == '\t')
            *c = ' ';
    printf("# library %.*s\n", (int)strcspn(text, "\r\n"), text);
}
#endif

/* How many nodes there are; 0: the ranks of a node are not consecutive, or nodes have different numbers of them. */
static int count_nodes(const struct run *r) {
    MPI_Comm node;
    int place, size, first, fine, all;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, r->rank, MPI_INFO_NULL, &node);
    MPI_Comm_rank(node, &place);
    MPI_Comm_size(node, &size);
    MPI_Allreduce(&r->rank, &first, 1, MPI_INT, MPI_MIN, node);
    MPI_Comm_free(&node);
    int most = size;
    MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    fine = r->rank - first == place && first % size == 0 && size == most;
    MPI_Allreduce(&fine, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    return all ? r->processes / size : 0;
}

int main(int argc, char **argv) {
    struct run r = {0};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &r.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &r.processes);
    double budget_s = argc > 1 ? atof(argv[1]) : 4;
    int largest = argc > 2 ? (int)fmin(1 << 26, fmax(8, atof(argv[2]))) : 1 << 20;
    r.nodes = count_nodes(&r);
    if (r.nodes == 0) {
        if (r.rank == 0)
            fprintf(stderr,
                    "collectives: start as many processes on each node, with consecutive ranks (mpiexec -ppn)\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
#ifndef SIMULATED
    make_pool(&r, largest);
    if (r.rank == 0)
        print_library();
    MPI_Barrier(MPI_COMM_WORLD);
#endif
    measure_all(&r, argc, argv, budget_s, largest);
    free(r.pool);
    end_mpi();
}

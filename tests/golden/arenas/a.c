#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static char pool[1 << 16] __attribute__((aligned(64)));
static size_t pool_used;

static void *pool_take(size_t bytes)
{
    bytes = (bytes + 15) & ~(size_t)15;
    if (pool_used + bytes > sizeof pool)
        MPI_Abort(MPI_COMM_WORLD, 1);
    void *p = pool + pool_used;
    pool_used += bytes;
    return p;
}

typedef struct {
    char *base;
    size_t used, size;
} arena;

static arena *arena_new(size_t size)
{
    arena *a = malloc(sizeof *a);
    a->base = malloc(size);
    a->used = 0;
    a->size = size;
    return a;
}

static void *arena_take(arena *a, size_t bytes)
{
    size_t at = a->used;
    a->used = at + (bytes + 15) / 16 * 16;
    return a->base + at;
}

static char *chunk;
static size_t used, room;

static void *chunk_take(size_t bytes)
{
    if (used + bytes > room) {
        room = bytes > 65536 ? bytes : 65536;
        chunk = malloc(room);
        used = 0;
    }
    void *p = chunk + used;
    used += bytes;
    return p;
}

static char *scratch;
static size_t scratch_used;

static void *scratch_take(size_t bytes)
{
    void *p = scratch + scratch_used;
    scratch_used += bytes;
    return p;
}

int main(int argc, char **argv)
{
    int rank, size, n = 1000;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    arena *work = arena_new(1 << 16);
    scratch = malloc(1 << 16);

    int *first = pool_take(n * sizeof *first), *second = arena_take(work, n * sizeof *second);
    int *third = chunk_take(n * sizeof *third);
    double *a = pool_take(n * sizeof *a), *b = arena_take(work, n * sizeof *b);
    double *c = chunk_take(n * sizeof *c);
    for (int i = 0; i < n; i++) {
        first[i] = i;
        second[i] = 2 * i;
        third[i] = 3 * i;
    }
    for (int i = 0; i < n; i++) {
        a[i] = 0.5 * i;
        b[i] = a[i] + 1;
        c[i] = b[i] * 2;
    }
    MPI_Bcast(a, first[3 + size], MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(b, second[3], MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(c, third[3], MPI_DOUBLE, 0, MPI_COMM_WORLD);

    double *d = scratch_take(n * sizeof *d);
    for (int i = 0; i < n; i++)
        d[i] = 0.25 * i;
    scratch_used = 0;
    int *fourth = scratch_take(n * sizeof *fourth);
    for (int i = 0; i < n; i++)
        fourth[i] = 4 * i;
    MPI_Bcast(a, fourth[3], MPI_DOUBLE, 0, MPI_COMM_WORLD);
    printf("%g %g %g\n", a[1], b[1], c[1]);
    MPI_Finalize();
    return 0;
}

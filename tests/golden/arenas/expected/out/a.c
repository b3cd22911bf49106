#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

BSIM_PRIVATE static char pool[1 << 16] __attribute__((aligned(64)));
BSIM_PRIVATE static size_t pool_used;

static void *pool_take(void)
{
    void *p = BSIM_G(pool) + BSIM_G(pool_used);
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
    return a;
}

static void *arena_take(arena *a)
{
    size_t at = a->used;
    return a->base + at;
}

BSIM_PRIVATE static char *chunk;
BSIM_PRIVATE static size_t used, room;

static void *chunk_take(size_t bytes)
{
    if (BSIM_G(used) + bytes > BSIM_G(room)) {
        BSIM_G(room) = bytes > 65536 ? bytes : 65536;
        BSIM_G(chunk) = malloc(BSIM_G(room));
        BSIM_G(used) = 0;
    }
    void *p = BSIM_G(chunk) + BSIM_G(used);
    return p;
}

BSIM_PRIVATE static char *scratch;
BSIM_PRIVATE static size_t scratch_used;

static void *scratch_take(void)
{
    void *p = BSIM_G(scratch) + BSIM_G(scratch_used);
    return p;
}

int main(int argc, char **argv)
{
    int size, n = 1000;

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    arena *work = arena_new(1 << 16);
    BSIM_G(scratch) = malloc(1 << 16);

    int *first = pool_take(), *second = arena_take(work);
    int *third = chunk_take(n * sizeof *third);
    BSIM_Add_time(BSIM_cost(0, n)); /* main.1: a.c:78-82 */
    for (int i = 0; i < n; i++) {
        first[i] = i;
        second[i] = 2 * i;
        third[i] = 3 * i;
    }
    BSIM_Add_time(BSIM_cost(1, n)); /* main.2: a.c:83-87 */
    LMPI_Bcast(NULL, first[3 + size], MPI_DOUBLE, 0, MPI_COMM_WORLD);
    LMPI_Bcast(NULL, second[3], MPI_DOUBLE, 0, MPI_COMM_WORLD);
    LMPI_Bcast(NULL, third[3], MPI_DOUBLE, 0, MPI_COMM_WORLD);

    double *d = scratch_take();
    BSIM_Add_time(BSIM_cost(2, n)); /* main.3: a.c:93-94 */
    for (int i = 0; i < n; i++)
        d[i] = 0.25 * i;
    BSIM_G(scratch_used) = 0;
    int *fourth = scratch_take();
    BSIM_Add_time(BSIM_cost(3, n)); /* main.4: a.c:97-98 */
    for (int i = 0; i < n; i++)
        fourth[i] = 4 * i;
    LMPI_Bcast(NULL, fourth[3], MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}

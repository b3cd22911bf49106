/* arenas.c - pieces of one block: those that nobody else has, and those that come again, overlap, or are seen in the
 * whole. What is stored through one piece and read through another decides communication. trace: ranks=1,2,3 */
#include <mpi.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void tell(int n) {
    int data[64] = {0};
    MPI_Bcast(data, n < 0 ? 0 : n % 64, MPI_INT, 0, MPI_COMM_WORLD);
}

#define TAKE(pool, used)                                                                                               \
    bytes = (bytes + 15) & ~(size_t)15;                                                                                \
    if (used + bytes > sizeof pool)                                                                                    \
        MPI_Abort(MPI_COMM_WORLD, 1);                                                                                  \
    void *p = pool + used;                                                                                             \
    used += bytes;                                                                                                     \
    return p

static char pool_plain[1 << 12] __attribute__((aligned(64)));
static size_t used_plain;
static void *take_plain(size_t bytes) {
    TAKE(pool_plain, used_plain);
}

static char pool_reset[1 << 12] __attribute__((aligned(64)));
static size_t used_reset;
static void *take_reset(size_t bytes) {
    TAKE(pool_reset, used_reset);
}

static char pool_marked[1 << 12] __attribute__((aligned(64)));
static size_t used_marked;
static void *take_marked(size_t bytes) {
    TAKE(pool_marked, used_marked);
}

static char pool_whole[1 << 12] __attribute__((aligned(64)));
static size_t used_whole;
static void *take_whole(size_t bytes) {
    TAKE(pool_whole, used_whole);
}

static char pool_peeked[1 << 12] __attribute__((aligned(64)));
static size_t used_peeked;
static void *take_peeked(size_t bytes) {
    TAKE(pool_peeked, used_peeked);
}

static char pool_given[1 << 12] __attribute__((aligned(64)));
static size_t used_given;
static void *take_given(size_t bytes) {
    TAKE(pool_given, used_given);
}

static char pool_pointed[1 << 12] __attribute__((aligned(64)));
static size_t used_pointed;
static void *take_pointed(size_t bytes) {
    TAKE(pool_pointed, used_pointed);
}

static void *peek(void) {
    return pool_peeked + used_peeked;
}

static void give_back(size_t bytes) {
    used_given -= bytes;
}

/* Two cursors on one block. */
static char both[1 << 12] __attribute__((aligned(64)));
static size_t low, high;
static void *take_low(size_t n) {
    void *p = both + low;
    low += n;
    return p;
}
static void *take_high(size_t n) {
    void *p = both + high;
    high += n;
    return p;
}

/* Twice the same, and a step too small. */
static char twice[1 << 12] __attribute__((aligned(64)));
static size_t used_twice, used_late;
static char late[1 << 12] __attribute__((aligned(64)));
static void *take_cleared(size_t n) {
    void *p = twice + used_twice;
    memset(twice + used_twice, 1, n);
    used_twice += n;
    return p;
}
static void *take_late(size_t n) {
    used_late += n;
    return late + used_late;
}

typedef struct arena {
    char *base;
    size_t used, size;
} arena;

static void arena_init(arena *a, size_t size) {
    a->base = malloc(size);
    if (a->base == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    a->used = 0;
    a->size = size;
}

static void *arena_take(arena *a, size_t bytes) {
    size_t room = (bytes + 15) / 16 * 16;
    if (a->used + room > a->size)
        MPI_Abort(MPI_COMM_WORLD, 2);
    void *p = a->base + a->used;
    a->used += room;
    return p;
}

/* Over a block that it is given. */
typedef struct view {
    char *base;
    size_t used;
} view;

static void *view_take(view *a, size_t bytes) {
    void *p = a->base + a->used;
    a->used += bytes;
    return p;
}

/* A block that is replaced. */
typedef struct chunks {
    char *base;
    size_t used, size;
} chunks;

static void *chunk_take(chunks *a, size_t bytes) {
    bytes = (bytes + 15) & ~(size_t)15;
    if (a->used + bytes > a->size) {
        a->size = 256;
        a->base = malloc(a->size);
        a->used = 0;
    }
    void *p = a->base + a->used;
    a->used += bytes;
    return p;
}

/* A block that is used again. */
typedef struct ring {
    char *base;
    size_t used, size;
} ring;

static void *ring_take(ring *a, size_t bytes) {
    if (!a->base)
        a->base = malloc(a->size);
    if (a->used + bytes > a->size)
        a->used = 0;
    void *p = a->base + a->used;
    a->used += bytes;
    return p;
}

/* One function, two arenas, that may be one. */
typedef struct room {
    char *base;
    size_t used;
} room;
static void take_two(room *a, room *b, size_t n, int **p, int **q) {
    size_t i = a->used, j = b->used;
    *p = (int *)(a->base + i);
    *q = (int *)(b->base + j);
    a->used = i + n;
    b->used = j + n;
}

/* A cursor that gets round. */
static char turning[256] __attribute__((aligned(64)));
static unsigned char at_turning;
static void *take_turning(unsigned char n) {
    void *p = turning + at_turning;
    at_turning += n;
    return p;
}

/* An arena in a piece of another, and one that gives before it is reset. */
static arena outer;
static void *outer_take(size_t n) {
    return arena_take(&outer, n);
}
typedef struct inner {
    char *base;
    size_t used;
} inner;
static void *inner_take(inner *a, size_t n) {
    void *p = a->base + a->used;
    a->used += n;
    return p;
}
static int *inner_init(inner *a) {
    a->base = outer_take(256);
    a->used = 0;
    int *p = inner_take(a, 16);
    a->used = 0;
    return p;
}
typedef struct early {
    char *base;
    size_t used;
} early;
static void *early_take(early *a, size_t n) {
    void *p = a->base + a->used;
    a->used += n;
    return p;
}
static int *early_init(early *a) {
    a->base = malloc(256);
    a->used = 0;
    int *p = early_take(a, 16);
    a->used = 0;
    return p;
}

/* The same address, twice, in one function. */
typedef struct shown {
    char *base;
    size_t used;
    int *last;
} shown;
static void *shown_take(shown *a, size_t n) {
    void *p = a->base + a->used;
    a->last = (int *)(a->base + a->used);
    a->used += n;
    return p;
}

/* A block of two arenas. */
typedef struct half {
    char *base;
    size_t used;
} half;
static void halves_init(half *a, half *b) {
    a->base = b->base = malloc(512);
    a->used = 0;
    b->used = 0;
}
static void *half_take(half *a, size_t n) {
    void *p = a->base + a->used;
    a->used += n;
    return p;
}

int main(int argc, char **argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    int *a = take_plain(4 * sizeof *a), *b = take_plain(4 * sizeof *b);
    for (int i = 0; i < 4; i++) {
        a[i] = i + 2;
        b[i] = i + 9;
    }
    tell(a[2] + b[1]);

    a = take_reset(4 * sizeof *a);
    a[1] = 5;
    used_reset = 0;
    b = take_reset(4 * sizeof *b);
    tell(b[1]);
    b[2] = 7;
    tell(a[2]);

    size_t mark = used_marked;
    a = take_marked(4 * sizeof *a);
    used_marked = mark;
    b = take_marked(4 * sizeof *b);
    b[3] = 8;
    tell(a[3]);

    a = take_whole(4 * sizeof *a);
    memset(pool_whole, 2, sizeof pool_whole);
    tell(a[1]);
    a[0] = 9;
    tell(*(int *)pool_whole);

    a = peek();
    b = take_peeked(4 * sizeof *b);
    b[0] = 10;
    tell(*a);

    a = take_given(16);
    give_back(16);
    b = take_given(16);
    b[2] = 11;
    tell(a[2]);

    a = take_low(16);
    b = take_high(16);
    b[1] = 12;
    tell(a[1]);

    a = take_cleared(16);
    tell(a[1]);

    a = take_late(32);
    b = take_late(8);
    b[0] = 13;
    tell(a[2]);

    size_t *cursor = &used_pointed;
    a = take_pointed(16);
    *cursor = 0;
    b = take_pointed(16);
    b[1] = 14;
    tell(a[1]);

    arena one, two;
    arena_init(&one, 4096);
    arena_init(&two, 4096);
    a = arena_take(&one, 16);
    b = arena_take(&two, 16);
    int *c = arena_take(&one, 16);
    a[0] = 3;
    b[0] = 4;
    c[0] = 5;
    tell(a[0] + b[0] * c[0]);
    /* A copy hands out the same again. */
    arena same = one;
    a = arena_take(&one, 16);
    b = arena_take(&same, 16);
    b[3] = 15;
    tell(a[3]);
    free(one.base);
    arena_init(&one, 2048);
    a = arena_take(&one, 16);
    a[0] = 6;
    tell(a[0]);
    free(one.base);
    free(two.base);

    char *shared = malloc(4096);
    view first = {shared, 0}, second = {shared, 0};
    a = view_take(&first, 16);
    b = view_take(&second, 16);
    b[0] = 16;
    tell(a[0]);
    free(shared);

    chunks growing = {NULL, 0, 0};
    c = NULL;
    for (int i = 0; i < 40; i++) {
        a = chunk_take(&growing, 16);
        a[0] = i;
        if (i % 9 == 4)
            c = a;
    }
    b = chunk_take(&growing, 16);
    b[0] = 60;
    tell(a[0]);
    tell(c[0]);

    ring round = {NULL, 0, 64};
    a = ring_take(&round, 16);
    for (int i = 0; i < 4; i++) {
        b = ring_take(&round, 16);
        b[1] = 20 + i;
    }
    tell(a[1]);

    room x = {malloc(256), 0}, y = {malloc(256), 0};
    take_two(&x, &y, 16, &a, &b);
    a[0] = 17;
    b[0] = 18;
    tell(a[0]);
    take_two(&x, &x, 16, &a, &b);
    b[0] = 19;
    tell(a[0]);

    a = take_turning(128);
    b = take_turning(128);
    c = take_turning(128);
    b[0] = 21;
    c[0] = 22;
    tell(a[0]);

    arena_init(&outer, 1024);
    inner in = {NULL, 0};
    a = inner_init(&in);
    b = inner_take(&in, 16);
    b[2] = 23;
    tell(a[2]);
    early soon = {NULL, 0};
    a = early_init(&soon);
    b = early_take(&soon, 16);
    b[1] = 24;
    tell(a[1]);

    shown show = {calloc(256, 1), 0, NULL};
    a = shown_take(&show, 16);
    show.last[1] = 25;
    tell(a[1]);

    half left, right;
    halves_init(&left, &right);
    a = half_take(&left, 16);
    b = half_take(&right, 16);
    b[0] = 26;
    tell(a[0]);
    MPI_Finalize();
    return 0;
}

#include <mpi.h>
#include <stdlib.h>

struct mode {
    unsigned deep : 1, width : 6;
    int shift : 5;
    unsigned rest : 20;
};
struct wide {
    unsigned low : 20, high : 12;
    int other;
    unsigned full : 32;
};
union number {
    double real;
    long whole;
    struct {
        int low, high;
    } half;
};
struct item {
    int kind;
    union {
        double weight;
        int count;
        struct item *next;
        int pair[2];
    } u;
};
struct task {
    int id, samples;
    unsigned seed;
    int shape;
};

static double sum;

static void work(int n) {
    for (int i = 0; i < n; i++)
        sum += i;
}

static void by_fields(const struct mode *m, int n) {
    if (m->deep)
        for (int k = 0; k < n; k++)
            work(n);
    for (int k = 0; k < m->width; k++)
        work(n);
}

static void by_value(struct mode m) {
    for (int k = 0; k < 1 << m.shift; k++)
        work(3);
}

static void by_wide(const struct wide *w) {
    for (unsigned k = 0; k < w->high; k++)
        work((int)w->low);
    for (unsigned k = 0; k < w->full; k++)
        sum += k;
}

/* The fields are set in front of the block, or in it; others beside them do not matter. */
static void sets(struct mode *m, int n) {
    m->width = (unsigned)n;
    for (int k = 0; k < m->width; k++)
        work(m->shift);
}

static void sets_another(struct mode *m, int n) {
    m->rest = (unsigned)n;
    for (int k = 0; k < m->width; k++)
        work(m->shift);
}

static void by_union(const union number *u) {
    for (long k = 0; k < u->whole; k++)
        sum += k;
}

static void by_half(const union number *u) {
    for (int k = 0; k < u->half.high; k++)
        sum += k;
}

/* A pointer in a union may be none. */
static void by_item(const struct item *t) {
    if (t->kind == 0)
        work(t->u.count);
    else if (t->kind == 1)
        work(t->u.pair[1]);
    else
        work(t->u.next->u.count);
}

/* Masks of numbers that are no bit fields. */
static void by_mask(unsigned flags, int n) {
    if (flags & 4)
        for (int k = 0; k < n; k++)
            work(n);
    for (unsigned k = 0; k < (flags >> 3 & 7); k++)
        work(n);
}

/* A small structure comes back in registers. */
static struct task make(int id, int samples) {
    return (struct task){id, samples * (1 + id % 3), 1, id % 3};
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int n = argc > 1 ? atoi(argv[1]) : 37;
    struct mode m = {0};
    struct wide w = {0};
    union number u, h = {0};
    struct item t = {.kind = 0}, *q = malloc(sizeof *q);
    m.deep = argc > 2;
    m.width = (unsigned)n & 63;
    m.shift = -(n & 7) + 8;
    m.rest = 99;
    w.low = (unsigned)n;
    w.high = (unsigned)argc;
    w.full = 2 * (unsigned)n;
    u.whole = 3 * n;
    h.half.high = 4 * n;
    t.u.count = n;
    q->kind = 2;
    q->u.next = &t;
    unsigned flags = argc > 1 ? 4 : 16;
    by_fields(&m, n);
    MPI_Barrier(MPI_COMM_WORLD);
    by_value(m);
    MPI_Barrier(MPI_COMM_WORLD);
    by_wide(&w);
    MPI_Barrier(MPI_COMM_WORLD);
    sets(&m, n);
    MPI_Barrier(MPI_COMM_WORLD);
    sets_another(&m, n);
    MPI_Barrier(MPI_COMM_WORLD);
    by_union(&u);
    MPI_Barrier(MPI_COMM_WORLD);
    by_half(&h);
    MPI_Barrier(MPI_COMM_WORLD);
    by_item(&t);
    MPI_Barrier(MPI_COMM_WORLD);
    by_item(q);
    MPI_Barrier(MPI_COMM_WORLD);
    by_mask(flags, n);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int id = 0; id < n; id++) {
        struct task one = make(id, n);
        work(one.samples);
    }
    MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}

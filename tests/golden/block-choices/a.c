#include <mpi.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int n, every, kind, from, to;
    bool full;
    double theta;
} setup;

static double x[1000], sum;
static char image[8000], copy[8000];

static void once(int n) {
    for (int i = 0; i < n; i++)
        sum += x[i % 1000];
}

static void squared(int n) {
    for (int i = 0; i < n; i++)
        once(n);
}

/* Conditions that are no comparison of sums. */
static void by_bool(const setup *s) {
    if (s->full)
        squared(s->n);
}

static void by_product(const setup *s) {
    if (s->from * s->to > 100)
        squared(s->n);
}

static void by_choice(const setup *s) {
    s->kind == 3 ? squared(s->n) : once(s->n);
}

static void by_shortcut(const setup *s) {
    sum += s->every > 2 && (squared(s->n), true);
}

static void by_number(const setup *s) {
    s->theta > 0.5 ? squared(s->n) : once(s->n);
}

static void by_switch(const setup *s) {
    switch (s->kind % 4) {
    case 0:
        once(s->n);
        break;
    default:
        squared(s->n);
    }
}

/* Jumps decide. */
static void guarded(const setup *s) {
    if (s->kind == 7)
        return;
    squared(s->n);
}

static void sometimes(const setup *s) {
    for (int i = 0; i < s->n; i++)
        if (i % s->every == 0)
            once(1000);
}

static void ended(const setup *s) {
    int rounds = 0;
    for (;;) {
        once(1000);
        if (++rounds >= s->to)
            break;
    }
}

static void again(const setup *s) {
    int i = 0, bits = 0;
back:
    bits ^= i;
    if (++i < s->n)
        goto back;
    sum += bits;
}

/* Integers, and nothing that looks like a loop. */
static int paths(int rows, int columns) {
    return rows == 0 || columns == 0 ? 1 : paths(rows - 1, columns) + paths(rows, columns - 1);
}

#define CLEAR(a, n)                   \
    do {                              \
        for (int i = 0; i < (n); i++) \
            (a)[i] = 0;               \
    } while (0)

static int kinds[1000];

/* Functions that are called through pointers. */
typedef void work(int n);
static work *const table[] = {once, squared};
static work *chosen;
static const struct {
    const char *name;
    work *run;
} named[] = {{"once", once}, {"squared", squared}, {"again", once}};

static void apply(work *f, int n) {
    f(n);
}

static void next(void) {
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
    setup s = {0};
    int input[6] = {10, 2, 3, 4, 5, 1};
    double theta = 0.25;
    MPI_Init(&argc, &argv);
    for (int i = 1; i < argc && i <= 6; i++)
        input[i - 1] = atoi(argv[i]);
    MPI_Bcast(input, 6, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(&theta, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    s = (setup){input[0], input[1], input[2], input[3], input[4], input[5] != 0, theta};
    chosen = s.full ? once : squared;
    by_bool(&s);
    next();
    by_product(&s);
    next();
    by_choice(&s);
    next();
    by_shortcut(&s);
    next();
    by_number(&s);
    next();
    by_switch(&s);
    next();
    guarded(&s);
    next();
    sometimes(&s);
    next();
    ended(&s);
    next();
    again(&s);
    next();
    sum += paths(s.from, s.to);
    next();
    CLEAR(kinds, s.n);
    next();
    memcpy(copy, image, sizeof copy);
    next();
    table[s.kind & 1](s.n);
    next();
    chosen(s.n);
    next();
    apply(squared, s.n);
    next();
    switch (s.every) {
    case 1:
        for (int i = 0; i < s.n; i++)
            kinds[i % 1000] += i;
        break;
    case 2:
        once(s.to);
    }
    next();
    named[s.kind % 3].run(s.n);
    next();
    /* The messages depend on what this loop counts. */
    int above = 0;
    for (int i = 0; i < 100 * s.n; i++)
        above += rand() % 7 > 2;
    for (int i = 0; i < above % 3; i++)
        next();
    return MPI_Finalize();
}

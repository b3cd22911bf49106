/* Structures that begin with an array, read and written as rows of numbers: each message has a count that is stored or read in this way. */
#include <mpi.h>
#include <stdlib.h>

static double buf[4000];

struct header {
    int id[4];
    int n;
    double x[3];
    int last;
};

typedef struct {
    double x[3];
    int n, m;
} body;

struct middle {
    int n;
    int id[3];
    int m;
};

/* No pointer to it becomes another one: its array is told apart from n. */
struct particle {
    double x[3];
    int n;
};

static struct header global;

static void send(int n) {
    MPI_Bcast(buf, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

static void fill(int *p, int n) {
    for (int i = 0; i < n; i++)
        p[i] = 5 * i + 1;
}

static void count_down(int *p, int n) {
    while (n-- > 0)
        *p++ = 5 * n + 1;
}

static void copy(void *to, const void *from, size_t n) {
    long *a = to;
    const long *b = from;
    for (size_t i = 0; i < n / 8; i++)
        a[i] = b[i];
}

static unsigned hash(const void *from, size_t n) {
    const unsigned *word = from;
    unsigned h = 0;
    for (size_t i = 0; i < n / 4; i++)
        h = h * 31 + word[i];
    return h;
}

static void move(double *x, double by) {
    for (int i = 0; i < 3; i++)
        x[i] += by * buf[i];
}

static void typed(int argc) {
    struct header h = {{0}}, *a = calloc(2, sizeof *a);
    fill((int *)&h, 5);
    send(h.n);
    fill((int *)a, 5);
    send(a->n);
    int *p = (int *)&global;
    p[4 * argc] = 9;
    p[12 * argc] = 4;
    send(global.n + global.last);
    struct middle m = {0}, *b = calloc(2, sizeof *b);
    count_down(&m.n, 5);
    send(m.m);
    count_down(&b->n, 5);
    send(b->m);
}

static void untyped(int argc) {
    body to = {{0}}, from = {{0}};
    from.n = 7 * argc;
    from.m = 3;
    copy(&to, &from, sizeof from);
    send(to.n + to.m);
    struct header *h = calloc(2, sizeof *h);
    h[1].n = argc;
    send((int)(hash(&h[1], sizeof *h) % 100));
}

static void told_apart(int argc) {
    struct particle p = {{0}};
    p.n = 3 * argc;
    move(p.x, 0.5);
    send(p.n);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    typed(argc);
    untyped(argc);
    told_apart(argc);
    return MPI_Finalize();
}

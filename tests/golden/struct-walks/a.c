/* Pointers that leave the member where they begin: each message has a count that is stored in this way. */
#include <mpi.h>
#include <stdlib.h>

static double buf[4000];

struct row {
    int n;
    double v[4];
    int tail;
};

struct mixed {
    short a[2];
    int b;
};

struct head {
    int len, kind;
};

struct packet {
    struct head h;
    int body[10];
    int last;
};

struct padded {
    struct head h;
    double d;
    struct head next;
};

struct ids {
    int id[4];
    int n;
};

/* Nothing names y, but steps from x to z lead over it. */
struct point {
    int n;
    double x, y, z;
};

static struct row rows[4];
static struct ids ids;

static void send(int n) {
    MPI_Bcast(buf, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

static void set(int *p, int i, int value) {
    p[i] = value;
}

static void fill(int *p, int n) {
    for (int i = 0; i < n; i++)
        p[i] = 5 * i + 1;
}

static void add(double *x, int n) {
    for (int i = 0; i < n; i++)
        x[i] += 1;
}

/* A structure as a row of integers. */
static void words(int argc) {
    struct row r = {0}, many[4] = {{0}};
    int *p = (int *)&r;
    p[10] = 21;
    send(r.tail);
    p[9 + argc] = 22;
    send(r.tail);
    set((int *)&rows[3], 10, 17);
    send(rows[3].tail);
    fill((int *)many, 48);
    send(many[2].tail);
    send(((unsigned *)&rows[3])[10] + 1);
}

/* From one member to another. */
static void members(void) {
    struct row r[4] = {{0}};
    struct mixed m[2] = {{{0}}};
    int *p = &r[1].n;
    p += 10;
    *p = 33;
    send(r[1].tail);
    p = &r[1].tail;
    p[2] = 34;
    send(r[2].n);
    short *s = m[1].a;
    s[2] = 9;
    send(m[1].b);
    int *id = ids.id;
    id[4] = 10;
    send(ids.n);
    struct point *o = calloc(2, sizeof *o);
    double *x = &o->x;
    x[2] = 12;
    send((int)o->z);
    add(&o->x, 3);
    send((int)o->z);
}

/* What stands behind a header. */
static void behind(void) {
    struct packet m = {{0}};
    struct padded d = {{0}};
    int *p = (int *)(&m.h + 1);
    p[0] = 9;
    send(m.body[0]);
    struct head *h = &d.h;
    h[2].len = 7;
    send(d.next.len + (int)d.d);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    words(argc);
    members();
    behind();
    return MPI_Finalize();
}

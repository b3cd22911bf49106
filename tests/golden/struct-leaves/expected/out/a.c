/* Pointers that leave an array or a lone member of a structure: each message has a count that is stored or read in this way. */
#include "rows.h"
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <lmpi/lmpi.h>

void send(int n) {
    LMPI_Bcast(NULL, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

/* One past the array, written and read as another type. */
struct other {
    int n;
    double v[3];
    int tail, last;
};

static void other_type(void) {
    struct other *p = calloc(2, sizeof *p), *q = calloc(2, sizeof *q), r = {0};
    *(int *)&p->v[3] = 17;
    send(p->tail);
    q->last = 18;
    send(((int *)(q->v + 3))[1]);
    *(int *)&r.v[3] = 19;
    send(r.tail);
    struct other *s = calloc(2, sizeof *s);
    int k = 20;
    memcpy(&s->v[3], &k, sizeof k);
    send(s->tail);
}

/* One past the array, and in front of it. */
struct same {
    int n, front;
    int v[3];
    int tail;
};

struct table {
    int n;
    int v[3][2];
    int tail;
};

struct pair {
    int a, b;
};

struct pairs {
    struct pair v[3];
    int tail;
};

static void same_type(void) {
    struct same *p = calloc(2, sizeof *p), r = {0};
    p->v[3] = 21;
    p->v[-1] = 1;
    send(p->tail + p->front);
    int *at = r.v;
    at[3] = 23;
    at[-2] = 1;
    send(r.tail + r.n);
    struct table *t = calloc(2, sizeof *t), u = {0};
    int *row = t->v[3];
    *row = 25;
    u.v[3][0] = 1;
    send(t->tail + u.tail);
    struct pairs *s = calloc(4, sizeof *s);
    s[1].v[3].a = 27;
    send(s[1].tail);
}

/* From a number to a number of its type that does not stand beside it. */
struct apart {
    double w;
    int n;
    double v;
    int m;
};

static void put(int *p, int k, int value) {
    p[k] = value;
}

static void lone(int argc) {
    struct apart a = {0}, *b = calloc(1, sizeof *b), c = {0};
    (&a.n)[4 * argc] = 28;
    send(a.m);
    (&b->n)[4 * argc] = 29;
    send(b->m);
    put(&c.n, 4, 30);
    send(c.m);
}

/* Where the array ends is only compared: tail is not its last element. */
struct ends {
    double v[3];
    int tail;
};

/* From one past the array, which is in another array, back into it. */
struct arrays {
    int v[4], next[2];
};

static void back(int argc) {
    struct arrays a = {{0}};
    int *p = a.v + 4;
    BSIM_Add_time(BSIM_cost(0, (((char *)p - (char *)&a) / 4) - 3)); /* back.1: a.c:111-112 */
    while (p > a.v + 3)
        p--;
    *p = 34 * argc;
    send(a.v[3]);
}

static void ends(int argc) {
    struct ends e;
    e.tail = 31 * argc;
    BSIM_Add_time(BSIM_cost(1)); /* ends.1: a.c:120-121 */
    send(e.tail);
}

/* A copy byte by byte goes through the characters, and on. */
struct named {
    int n;
    char name[8];
    int last;
};

static void copy_bytes(void *to, const void *from, size_t n) {
    unsigned char *a = to;
    const unsigned char *b = from;
    while (n--)
        *a++ = *b++;
}

static void bytes(int argc) {
    struct {
        union {
            int x;
            char y[6];
        } u;
        int last;
    } from = {{0}}, to;
    struct named a = {0}, b;
    a.last = 32 * argc;
    BSIM_Add_time(BSIM_cost(2)); /* bytes.1: a.c:149 */
    copy_bytes(&b, &a, sizeof a);
    send(b.last);
    from.last = 33 * argc;
    BSIM_Add_time(BSIM_cost(3)); /* bytes.2: a.c:152 */
    copy_bytes(&to, &from, sizeof from);
    send(to.last);
}

/* One past the array, as another type, by an index that is not known. */
static void unknown_index(int k) {
    struct {
        int n;
        float v[4];
        int last;
    } r = {0}, s = {0}, t = {0};
    *(int *)&r.v[k] = 34;
    send(r.last);
    int *at = (int *)&s.v[k];
    *at = 35;
    send(s.last);
    t.last = 36 * (k / 4);
    send(*(int *)(t.v + k));
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    other_type();
    same_type();
    lone(argc);
    ends(argc);
    back(argc);
    bytes(argc);
    unknown_index(argc + 3);
    rows();
    return MPI_Finalize();
}

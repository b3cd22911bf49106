/* Fields that no text names, where the layout of their struct decides what is sent, or looks as if it did.
 * trace: ranks=1,2,3 */
#include <mpi.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct sized {
    int n;
    double unread;
};
struct placed {
    char unread;
    int n;
};
struct copied {
    int unread;
    int n;
};
struct listed {
    int unread;
    int n;
};
struct sent {
    int first;
    int unread;
    int last;
};
struct outer {
    struct sent in;
    int n;
};
struct reached {
    int first;
    int second;
};
struct viewed {
    int unread;
    int n;
};
struct view {
    int a, b;
};
struct freely {
    double unread;
    int n;
    struct freely *next;
};
struct valued {
    int unread;
    int n;
    char name[8];
};
union either {
    struct {
        int a, b;
    } both;
    int n[2];
};

static void tell(int n) {
    char bytes[64] = "";
    MPI_Bcast(bytes, n & 63, MPI_BYTE, 0, MPI_COMM_WORLD);
}

static struct valued value(int n) {
    struct valued v;
    v.unread = 7;
    v.n = n;
    return v;
}

int main(int argc, char **argv) {
    int rank, size, raw[2] = {3, 5};
    struct placed p;
    struct copied c;
    struct listed l = {4, 6}, k[2] = {{1, 2}, {3, 4}};
    struct outer o;
    struct reached r;
    struct viewed v;
    struct freely *f = malloc(sizeof *f);
    struct valued w;
    union either e;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    tell((int)sizeof(struct sized));
    tell((int)offsetof(struct placed, n));
    p.n = size;
    tell(p.n);
    memcpy(&c, raw, sizeof raw);
    tell(c.n);
    tell(l.n + k[1].n);
    o.in.first = 2;
    o.in.last = size;
    o.n = 1;
    MPI_Bcast(&o, (int)sizeof o, MPI_BYTE, 0, MPI_COMM_WORLD);
    tell(o.in.last + o.n);
    r.first = 1;
    MPI_Bcast(&r.first, 2, MPI_INT, 0, MPI_COMM_WORLD);
    tell(r.first);
    v.n = size + 2;
    tell(((struct view *)&v)->b);
    f->unread = 1;
    f->n = size;
    f->next = f;
    tell(f->next->n);
    w = value(size);
    tell(w.n);
    e.both.b = size;
    tell(e.n[1]);
    free(f);
    MPI_Finalize();
    return 0;
}

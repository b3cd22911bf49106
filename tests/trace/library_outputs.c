/* library_outputs.c - trace: ranks=1,2,3 args=
 *
 * What functions of libraries write, and whether they do: members in a row given as an array, arrays of no elements, a
 * reduction whose function reads a global, tags of narrow types, addresses by checked arithmetic, aliases. */
#include <alloca.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct grid {
    int px, py;
    double d;
};

static int limit, buf[4000];
static int target;
extern int other __attribute__((alias("target")));

static void at_most(void *in, void *inout, int *n, MPI_Datatype *type) {
    (void)type;
    for (int i = 0; i < *n; i++) {
        int sum = ((int *)in)[i] + ((int *)inout)[i];
        ((int *)inout)[i] = sum < limit ? sum : limit;
    }
}

static int compare(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

static void turns(int n) {
    MPI_Bcast(buf, n, MPI_INT, 0, MPI_COMM_WORLD);
}

static void rows(int size, int argc) {
    struct grid *g = malloc(sizeof *g);
    g->px = g->py = 0;
    MPI_Dims_create(size + 5, 2, &g->px);
    turns(g->py + 1);
    struct {
        int a, b, c;
    } s = {argc + 7, argc + 3, argc + 5};
    qsort(&s.a, 3, sizeof(int), compare);
    turns(s.c);
    free(g);
}

static void nothing_written(int argc) {
    MPI_Group g;
    int to = argc + 4, from = 0;
    MPI_Comm_group(MPI_COMM_WORLD, &g);
    MPI_Group_translate_ranks(g, argc - 1, &from, g, &to);
    turns(to);
    MPI_Group_free(&g);
}

static void reduced_late(int argc) {
    MPI_Op op;
    int a = 50, b = 0;
    MPI_Op_create(at_most, 1, &op);
    limit = argc + 3;
    MPI_Allreduce(&a, &b, 1, MPI_INT, op, MPI_COMM_SELF);
    MPI_Reduce_local(&a, &b, 1, MPI_INT, op);
    turns(b);
    MPI_Op_free(&op);
}

static void narrow_tags(int rank, int size, int argc) {
    unsigned char tag = 200;
    int n = argc + 2, *tags = calloc(4, sizeof *tags);
    if (rank == 0)
        for (int i = 1; i < size; i++)
            MPI_Send(&n, 1, MPI_INT, i, tag, MPI_COMM_WORLD);
    else
        MPI_Recv(&n, 1, MPI_INT, 0, 200, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    turns(n);
    tags[1] = 7;
    if (rank == 0)
        for (int i = 1; i < size; i++)
            MPI_Send(&n, 1, MPI_INT, i, tags[argc - 1], MPI_COMM_WORLD);
    else
        MPI_Recv(&n, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    turns(n);
    free(tags);
}

static void addresses(int argc) {
    int p[10] = {0};
    uintptr_t at;
    if (!__builtin_add_overflow((uintptr_t)p, (uintptr_t)8, &at))
        *(int *)at = argc + 4;
    turns(p[2]);
    other = argc + 6;
    turns(target);
}

/* Elements of arrays whose declaration does not say how long they are. */
struct flexible {
    int m, a[];
};

struct hack {
    int m, a[1];
};

static struct flexible given = {1, {1, 2, 3, 4}};

static void flexible_arrays(int argc) {
    struct flexible *p = alloca(sizeof *p + 4 * sizeof(int)), *q = malloc(sizeof *q + 4 * sizeof(int));
    struct hack *h = alloca(sizeof *h + 4 * sizeof(int)), *k = malloc(sizeof *k + 4 * sizeof(int));
    memset(p, 0, sizeof *p + 4 * sizeof(int));
    memset(q, 0, sizeof *q + 4 * sizeof(int));
    memset(h, 0, sizeof *h + 4 * sizeof(int));
    memset(k, 0, sizeof *k + 4 * sizeof(int));
    char text[20];
    sprintf(text, "%d %d", argc + 3, argc + 5);
    sscanf(text, "%d %d", &p->a[2], &given.a[1]);
    turns(p->a[2]);
    turns(given.a[1]);
    MPI_Comm_size(MPI_COMM_WORLD, &p->a[3]);
    turns(p->a[3] + 1);
    sscanf(text, "%d %d", &q->a[1], &q->a[3]);
    turns(q->a[1] + q->a[3]);
    sscanf(text, "%d %d", &h->a[2], &h->a[0]);
    turns(h->a[2] + h->a[0]);
    sscanf(text, "%d %d", &k->a[2], &k->a[1]);
    turns(k->a[2] + k->a[1]);
    sscanf(text, "%*d%n", &p->a[1]);
    turns(p->a[1]);
    qsort(&given.a[0], 3, sizeof(int), compare);
    turns(given.a[2]);
}

int main(int argc, char **argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    rows(size, argc);
    nothing_written(argc);
    reduced_late(argc);
    narrow_tags(rank, size, argc);
    addresses(argc);
    flexible_arrays(argc);
    MPI_Finalize();
    return 0;
}

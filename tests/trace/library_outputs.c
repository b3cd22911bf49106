/* library_outputs.c - trace: ranks=1,2,3 args=
 *
 * What functions of libraries write, and whether they do: members in a row given as an array, arrays of no elements, a
 * reduction whose function reads a global, tags of narrow types, addresses by checked arithmetic, aliases. */
#include <mpi.h>
#include <stdint.h>
#include <stdlib.h>

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
    MPI_Finalize();
    return 0;
}

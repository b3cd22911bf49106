/* flexible.c - data behind the header of a structure decide what is sent: through the flexible array, behind the
 * structure, through pointers, bytes and other types, in copies, and in records of several sizes behind each other.
 * trace: ranks=1,2,3 args=12 */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

struct text {
    long n;
    char kind;
    char v[]; /* begins in the padding */
};
struct vec {
    int n, m;
    double v[];
};
struct longs {
    long n;
    long v[];
};
struct record {
    int n, kind;
    int v[];
};

static int rank, size;

static void tell(int much) {
    char one = 0;
    if (much)
        MPI_Bcast(&one, 1, MPI_CHAR, 0, MPI_COMM_WORLD);
}

static void texts(int many) {
    struct text *x = malloc(sizeof *x + (size_t)many);
    x->n = many;
    x->kind = 3;
    if (rank == 0) {
        for (int i = 0; i < x->n; i++)
            x->v[i] = (char)(i % 3);
        for (int to = 1; to < size; to++)
            MPI_Send(x->v, (int)x->n, MPI_CHAR, to, 1, MPI_COMM_WORLD);
    } else {
        MPI_Recv(x->v, many, MPI_CHAR, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    for (int i = 0; i < x->n; i++)
        tell(x->v[i] == 2);
    tell(x->kind == 3);
    free(x);
}

static void fill(long *d, long n) {
    for (long i = 0; i < n; i++)
        d[i] = i % 4;
}

static void behind(long many) {
    struct longs *x = malloc(sizeof *x + (size_t)many * sizeof(long));
    x->n = many;
    fill((long *)(x + 1), many);
    for (long i = 0; i < x->n; i++)
        tell(x->v[i] == 2);
    long *end = &x->v[x->n - 1];
    *end = 77;
    end[-2] = 77;
    for (long i = 0; i < x->n; i++)
        tell(x->v[i] == 77);
    free(x);
}

static struct vec *copy(const struct vec *a) {
    size_t bytes = sizeof *a + (size_t)a->n * sizeof *a->v;
    struct vec *c = malloc(bytes);
    memcpy(c, a, bytes);
    return c;
}

static struct vec *grow(struct vec *a, int n) {
    a = realloc(a, sizeof *a + (size_t)n * sizeof *a->v);
    for (int i = a->n; i < n; i++)
        a->v[i] = i;
    a->n = n;
    return a;
}

static void copies(int many) {
    struct vec *x = grow(calloc(1, sizeof *x), many), *y = grow(copy(x), 2 * many);
    double *w = y->v, two = 2;
    w[3] = -1;
    *(w + 4) = -1;
    for (int i = 0; i < y->n; i++)
        tell(y->v[i] < 0);
    memcpy((char *)y + sizeof *y, &two, sizeof two);
    for (int i = 0; i < y->n; i++)
        tell(y->v[i] == 2);
    memset((char *)y + sizeof *y + sizeof two * (size_t)(many - 1), 0, sizeof two);
    for (int i = 0; i < y->n; i++)
        tell(y->v[i] == 0);
    free(x);
    free(y);
}

/* The numbers are not read here, and only they are computed with: `n` alone stays. */
static void alone(int many) {
    struct vec *x = malloc(sizeof *x + (size_t)many * sizeof *x->v);
    x->n = many;
    x->m = 0;
    for (int i = 0; i < x->n; i++)
        x->v[i] = i * 0.5;
    for (int i = 0; i < x->n; i += 5)
        tell(x->m == 0);
    free(x);
}

static void records(int many) {
    char *buffer = malloc(100000);
    size_t used = 0;
    for (int k = 0; k < many; k++) {
        struct record *r = (struct record *)(buffer + used);
        r->n = 1 + k % 3;
        r->kind = k % 2;
        for (int i = 0; i < r->n; i++)
            r->v[i] = k + i;
        used += sizeof *r + (size_t)r->n * sizeof(int);
    }
    struct record *r = (struct record *)buffer;
    for (int k = 0; k < many; k++) {
        for (int i = 0; i < r->n; i++)
            tell(r->v[i] % 5 == 0 && r->kind);
        r = (struct record *)&r->v[r->n];
    }
    free(buffer);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int many = argc > 1 ? atoi(argv[1]) : 10;
    texts(many);
    behind(many);
    copies(many);
    alone(many);
    records(many);
    MPI_Finalize();
    return 0;
}

/* Bounds in structures that are assigned, passed by value and returned; in unions; and names that mean something else. */
#include <mpi.h>
#include <stdlib.h>

typedef struct {
    int nx, ny;
} extent;
typedef struct {
    int nx, ny;
    double h;
} grid;
typedef struct {
    int n[8];
} sizes;
typedef union {
    short half;
    int whole;
} word;
typedef struct {
    int len;
    double *v;
} record;
typedef struct {
    int level, *table;
} box;

static double work[100000];
static int n = 5;
static extent area;
static grid mesh;
static sizes all;
static word both;
static record *records;
static box *first;

static void scale(int many) {
    for (int i = 0; i < many; i++)
        work[i] *= 0.5;
}

static void small(extent e) { scale(e.ny); }
static void middle(grid g) { scale(g.ny); }
static void large(sizes s) { scale(s.n[3]); }
static void changed(extent e) {
    if (e.nx > 7)
        e.ny = 2;
    scale(e.ny);
}
static extent made(int a, int b) {
    extent e = {a, b};
    return e;
}
static void assigned(void) {
    grid g = mesh;
    for (int i = 0; i < g.nx; i++)
        for (int j = 0; j < g.ny; j++)
            work[i + j] += i;
}
static void returned(int a, int b) {
    extent e = made(a, b);
    scale(e.ny);
}
static void of_union(void) { scale(both.whole); }

/* its arguments are not those of qsort */
static int longer(const void *a, const void *b) {
    const record *x = a, *y = b;
    double d = 0;
    for (int i = 0; i < x->len; i++)
        d += x->v[i] - y->v[i];
    return d < 0 ? -1 : d > 0;
}

static void global(void) { scale(n); }

/* a local variable hides the one that the block reads */
static void hidden(int k) {
    int n = k + 1;
    global();
    MPI_Bcast(work, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

/* a null on the way to the index */
static void guarded(const int *table) {
    if (first)
        scale(table[first->level]);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int a = argc > 1 ? atoi(argv[1]) : 20, b = argc > 2 ? atoi(argv[2]) : 30;
    static int table[1000];
    n = a, area.nx = a, area.ny = b, mesh.nx = b, mesh.ny = a, both.whole = b;
    for (int i = 0; i < 8; i++)
        all.n[i] = a;
    table[2] = a;
    first = argc > 3 ? calloc(1, sizeof *first) : NULL;
    records = calloc(a, sizeof *records);
    small(area);
    MPI_Barrier(MPI_COMM_WORLD);
    middle(mesh);
    MPI_Barrier(MPI_COMM_WORLD);
    large(all);
    MPI_Barrier(MPI_COMM_WORLD);
    changed(area);
    MPI_Barrier(MPI_COMM_WORLD);
    assigned();
    MPI_Barrier(MPI_COMM_WORLD);
    returned(a, b);
    MPI_Barrier(MPI_COMM_WORLD);
    of_union();
    MPI_Barrier(MPI_COMM_WORLD);
    qsort(records, a, sizeof *records, longer);
    MPI_Barrier(MPI_COMM_WORLD);
    hidden(a);
    guarded(table);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}

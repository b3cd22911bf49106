/* Elements that two indices choose: of tables in structures and behind
 * pointers, of arrays in an array of structures. */
#include <mpi.h>
#include <stdlib.h>

typedef struct {
    int n[3];
    int neighbour[3][2];
    int extra[2][2][2];
} field;

typedef struct {
    int points[3];
    double weight;
} level;

static int sizes[4][5];
static double *data;

static void work(int n) {
    for (int i = 0; i < n; i++)
        data[i] = data[i] * 1.5 + i;
}

static void tell(int count, int to) {
    MPI_Send(data, count, MPI_DOUBLE, to, 1, MPI_COMM_WORLD);
}

/* A neighbour by axis and side decides whether there is work. */
static void faces(field *f) {
    for (int axis = 0; axis < 3; axis++)
        for (int side = 0; side < 2; side++) {
            if (f->neighbour[axis][side] != MPI_PROC_NULL)
                work(f->n[axis]);
            tell(f->n[axis], f->neighbour[axis][side]);
        }
}

static void global(int i, int j) {
    work(sizes[i][j]);
    tell(1, 1);
    work(sizes[2][3]);
    tell(1, 1);
    work(sizes[i - 1][j + 1]);
    tell(1, 1);
}

static void behind(int (*table)[5], int i, int j) {
    work(table[i][j]);
    tell(1, 1);
    work(table[i][4]);
    tell(1, 1);
}

static void members(level *all, int l, int d) {
    work(all[l].points[d]);
    tell(1, 1);
}

static void three(field *f, int i, int j, int k) {
    work(f->extra[i][j][k]);
    tell(1, 1);
}

/* Read only where the indices are some of the table. */
static void within(int i, int j) {
    if (i >= 0 && i < 4 && j >= 0 && j < 5)
        work(sizes[i][j]);
    tell(1, 1);
}

/* One of the indices chooses among elements of a row. */
static void row(int i, int first) {
    for (int j = 0; j < 5; j++)
        if (sizes[i][j] > first)
            work(sizes[i][j]);
    tell(1, 1);
}

int main(int argc, char **argv) {
    int n, rank, size;
    field f;
    level levels[4];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    n = argc > 1 ? atoi(argv[1]) : 10;
    data = calloc(100 * n, sizeof(double));
    for (int i = 0; i < 20; i++)
        sizes[i / 5][i % 5] = n * (i + 1);
    for (int a = 0; a < 3; a++) {
        f.n[a] = n + a;
        f.neighbour[a][0] = rank > 0 ? rank - 1 : MPI_PROC_NULL;
        f.neighbour[a][1] = rank < size - 1 ? rank + 1 : MPI_PROC_NULL;
    }
    for (int i = 0; i < 8; i++)
        f.extra[i / 4][i / 2 % 2][i % 2] = n * i;
    for (int l = 0; l < 4; l++)
        for (int d = 0; d < 3; d++)
            levels[l].points[d] = n * (l + d);
    faces(&f);
    global(1 + rank % 2, rank % 3);
    behind(sizes, rank % 4, 3);
    members(levels, rank % 4, rank % 3);
    three(&f, rank % 2, 1, rank % 2);
    within(rank, rank);
    row(rank % 4, n);
    MPI_Finalize();
    return 0;
}

/* Elements that two indices choose: of tables in structures and behind
 * pointers, of arrays in an array of structures. */
#include <mpi.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

typedef struct {
    int n[3];
    int neighbour[3][2];
    int extra[2][2][2];
} field;

typedef struct {
    int points[3];
} level;

BSIM_PRIVATE static int sizes[4][5];

static void tell(int count, int to) {
    LMPI_Send(NULL, count, MPI_DOUBLE, to, 1, MPI_COMM_WORLD);
}

/* A neighbour by axis and side decides whether there is work. */
static void faces(field *f) {
    for (int axis = 0; axis < 3; axis++)
        for (int side = 0; side < 2; side++) {
            BSIM_Add_time(BSIM_cost(0, f->neighbour[axis][side] != -1, f->n[axis])); /* faces.1: a.c:33-34 */
            tell(f->n[axis], f->neighbour[axis][side]);
        }
}

static void global(int i, int j) {
    BSIM_Add_time(BSIM_cost(1, BSIM_G(sizes)[i][j])); /* global.1: a.c:40 */
    tell(1, 1);
    BSIM_Add_time(BSIM_cost(2, BSIM_G(sizes)[2][3])); /* global.2: a.c:42 */
    tell(1, 1);
    BSIM_Add_time(BSIM_cost(3, BSIM_G(sizes)[i - 1][j + 1])); /* global.3: a.c:44 */
    tell(1, 1);
}

static void behind(int (*table)[5], int i, int j) {
    BSIM_Add_time(BSIM_cost(4, table[i][j])); /* behind.1: a.c:49 */
    tell(1, 1);
    BSIM_Add_time(BSIM_cost(5, table[i][4])); /* behind.2: a.c:51 */
    tell(1, 1);
}

static void members(level *all, int l, int d) {
    BSIM_Add_time(BSIM_cost(6, all[l].points[d])); /* members.1: a.c:56 */
    tell(1, 1);
}

static void three(field *f, int i, int j, int k) {
    BSIM_Add_time(BSIM_cost(7, f->extra[i][j][k])); /* three.1: a.c:61 */
    tell(1, 1);
}

/* Read only where the indices are some of the table. */
static void within(int i, int j) {
    BSIM_Add_time(BSIM_cost(8, i >= 0, i < 4, j >= 0, j < 5, i >= 0 && i < 4 && j >= 0 && j < 5 ? BSIM_G(sizes)[i][j] : 0)); /* within.1: a.c:67-68 */
    tell(1, 1);
}

/* One of the indices chooses among elements of a row. */
static void row(int i, int first) {
    BSIM_Add_time(BSIM_cost(9, i >= 0 && i < 4 ? BSIM_G(sizes)[i][0] : 0, i >= 0 && i < 4 ? BSIM_G(sizes)[i][1] : 0, i >= 0 && i < 4 ? BSIM_G(sizes)[i][2] : 0, i >= 0 && i < 4 ? BSIM_G(sizes)[i][3] : 0, i >= 0 && i < 4 ? BSIM_G(sizes)[i][4] : 0, i, first)); /* row.1: a.c:74-76 */
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
    BSIM_Add_time(BSIM_cost(10, n)); /* main.1: a.c:88 */
    BSIM_Add_time(BSIM_cost(11)); /* main.2: a.c:89-90 */
    for (int i = 0; i < 20; i++)
        BSIM_G(sizes)[i / 5][i % 5] = n * (i + 1);
    BSIM_Add_time(BSIM_cost(12)); /* main.3: a.c:91-95 */
    for (int a = 0; a < 3; a++) {
        f.n[a] = n + a;
        f.neighbour[a][0] = rank > 0 ? rank - 1 : MPI_PROC_NULL;
        f.neighbour[a][1] = rank < size - 1 ? rank + 1 : MPI_PROC_NULL;
    }
    BSIM_Add_time(BSIM_cost(13)); /* main.4: a.c:96-97 */
    for (int i = 0; i < 8; i++)
        f.extra[i / 4][i / 2 % 2][i % 2] = n * i;
    BSIM_Add_time(BSIM_cost(14)); /* main.5: a.c:98-100 */
    for (int l = 0; l < 4; l++)
        for (int d = 0; d < 3; d++)
            levels[l].points[d] = n * (l + d);
    faces(&f);
    global(1 + rank % 2, rank % 3);
    behind(BSIM_G(sizes), rank % 4, 3);
    members(levels, rank % 4, rank % 3);
    three(&f, rank % 2, 1, rank % 2);
    within(rank, rank);
    row(rank % 4, n);
    MPI_Finalize();
    return 0;
}

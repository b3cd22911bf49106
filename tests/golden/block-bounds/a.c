/* What a block reads on a condition may be there only if that holds: its parameters are read in front of it. */
#include <mpi.h>
#include <stdlib.h>

struct grid {
    int at[4], next[4];
};
struct level {
    int rows, rest;
};

static double work[100000];
static const int table[5] = {1, 10, 100, 1000, 10000};
static struct level levels[6];
static double scales[3] = {1.5, 2.5, 3.5};

static void scale(int n) {
    for (int i = 0; i < n; i++)
        work[i] = 2 * work[i] + 1;
}

/* the index is tested at both ends */
static void both(const struct grid *g, int k) {
    if (k >= 0 && k < 4)
        scale(g->at[k]);
}

/* another variable tells whether it is one */
static void by_other(const struct grid *g, int k, int use) {
    if (use == 1)
        scale(g->at[k]);
}

static void of_table(int k) {
    if (k > 0 && k < 5)
        scale(table[k]);
}

static void unsigned_index(const struct grid *g, unsigned k) {
    if (k < 4)
        scale(g->at[k]);
}

/* an index of an index */
static void twice(const struct grid *g, int k) {
    if (k >= 0 && k < 4)
        scale(g->at[g->next[k]]);
}

/* the block reads the first member in any case, and so the second one may be read */
static void members(int k) {
    for (int i = 0; i < levels[k].rows; i++)
        for (int j = 0; j < levels[k].rest; j++)
            work[i] += work[j];
}

static void floating(int k, int n) {
    if (k >= 0 && k < 3)
        scale((int)(n * scales[k]));
}

/* nobody knows how long it is but the program */
static void of_pointer(const int *many, int k, int length) {
    if (k >= 0 && k < length)
        scale(many[k]);
}

/* a pointer that is there if another variable says so */
static void behind(const struct level *l, int use) {
    if (use == 1)
        scale(l->rows);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int k = argc > 1 ? atoi(argv[1]) : 100000000, use = argc > 2 ? atoi(argv[2]) : 0;
    struct grid g = {{k % 9, 2, 3, 4}, {k % 3, 2, 1, 0}};
    int *many = malloc(4 * sizeof *many), rest = k % 6;
    const struct level *l = use == 1 ? levels : NULL;
    for (int i = 0; i < 4; i++)
        many[i] = k % 10 + i;
    for (int i = 0; i < 6; i++)
        levels[i] = (struct level){k % 7, k % 5};
    both(&g, k - 1);
    MPI_Barrier(MPI_COMM_WORLD);
    by_other(&g, k, use);
    MPI_Barrier(MPI_COMM_WORLD);
    of_table(k);
    MPI_Barrier(MPI_COMM_WORLD);
    unsigned_index(&g, (unsigned)k);
    MPI_Barrier(MPI_COMM_WORLD);
    twice(&g, k);
    MPI_Barrier(MPI_COMM_WORLD);
    members(rest);
    MPI_Barrier(MPI_COMM_WORLD);
    floating(k, rest);
    MPI_Barrier(MPI_COMM_WORLD);
    of_pointer(many, k, 4);
    MPI_Barrier(MPI_COMM_WORLD);
    behind(l, use);
    MPI_Barrier(MPI_COMM_WORLD);
    free(many);
    MPI_Finalize();
    return 0;
}

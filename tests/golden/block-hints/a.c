#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int n[3];
    unsigned wide : 4;
    struct {
        int many;
    };
} field;

struct list {
    struct list *next;
    double at;
};

static int level, depth[2][3];
static double work[4096];

static int next(void) { return ++level; }

/* Where the list ends is not known in front of the block. */
static double total(const struct list *first, const field *f) {
    double sum = 0;
    for (const struct list *l = first; l; l = l->next)
        sum += l->at;
    MPI_Barrier(MPI_COMM_WORLD);
    return sum + f->n[0];
}

/* How many are above 1 takes all of them. */
static int count(int n) {
    int above = 0;
    for (int i = 0; i < n; i++)
        if (work[i] > 1)
            above++;
    return above;
}

int main(int argc, char **argv) {
    field f = {{argc > 1 ? atoi(argv[1]) : 9, 4, 5}, 3, {7}};
    struct list *first = NULL;
    MPI_Init(&argc, &argv);
    depth[1][2] = f.n[0] * 2;
    for (int i = 0; i < f.n[0]; i++) {
        struct list *l = malloc(sizeof *l);
        l->next = first;
        l->at = i;
        first = l;
    }
    double sum = total(first, &f), all;
    int above = count(f.n[0]);
    MPI_Barrier(MPI_COMM_WORLD);
    double *found = work;
    while (*found < above)
        *found++ += 0.5 * above;
    for (int i = 0; i < above; i++)
        work[i] -= 0.5 * i;
    MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    next();
    while (first) {
        struct list *l = first;
        first = l->next;
        free(l);
    }
    MPI_Finalize();
    return 0;
}

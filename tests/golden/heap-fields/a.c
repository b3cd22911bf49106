/* A block on the heap that a structure and its first member are laid over, and a part of which is sent. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct base {
    int kind;
    char name[128];
    double (*energy)(struct base *);
};
struct pair {
    struct base base;
    int n;
    double cutoff, *table;
};

static double pair_energy(struct base *b) {
    struct pair *p = (struct pair *)b;
    double sum = 0;
    for (int i = 0; i < p->n; i++)
        sum += p->table[i] * p->cutoff;
    return sum;
}

static struct base *pair_create(void) {
    struct pair *p = calloc(1, sizeof *p);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    p->base.kind = 1;
    strcpy(p->base.name, "pair");
    p->base.energy = pair_energy;
    if (rank == 0) {
        p->n = 100;
        for (int i = 0; i < 100; i++)
            p->cutoff += 1.0 / (i + 1);
    }
    MPI_Bcast(&p->n, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(&p->cutoff, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    p->table = malloc(p->n * sizeof *p->table);
    for (int i = 0; i < p->n; i++)
        p->table[i] = 1.0 / (i + p->cutoff);
    MPI_Bcast(p->table, p->n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    return &p->base;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    struct base *b = pair_create();
    printf("%d %s %g\n", b->kind, b->name, b->energy(b));
    MPI_Finalize();
    return 0;
}

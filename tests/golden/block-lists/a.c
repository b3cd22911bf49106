#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

struct neighbour {
    int rank, many;
    struct {
        struct neighbour *next;
    } links;
};

struct particle {
    double x;
    struct particle *next;
};

typedef struct {
    struct neighbour *first;
    struct particle *particles;
    int rank, size;
} domain;

static double work[4096];

static void add_neighbour(domain *d, int rank, int many)
{
    struct neighbour *n = malloc(sizeof *n);
    n->rank = rank;
    n->many = many;
    n->links.next = d->first;
    d->first = n;
}

static void pack(const struct neighbour *from)
{
    const struct neighbour *n;
    for (n = from; n != NULL; n = n->links.next)
        for (int i = 0; i < 100; i++)
            work[i] += 0.5 * n->many;
}

/* The list stays, since each element gets a message. */
static void exchange(domain *d)
{
    for (struct neighbour *n = d->first; n; n = n->links.next)
        MPI_Send(work, n->many, MPI_DOUBLE, n->rank, 0, MPI_COMM_WORLD);
    for (struct neighbour *n = d->first; n; n = n->links.next)
        MPI_Recv(work, 4096, MPI_DOUBLE, n->rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    domain d = {NULL, NULL, 0, 0};
    int n = argc > 1 ? atoi(argv[1]) : 10;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &d.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &d.size);
    for (int r = 0; r < d.size; r++)
        if (r != d.rank)
            add_neighbour(&d, r, n);
    for (int i = 0; i < n; i++) {
        struct particle *p = malloc(sizeof *p);
        p->x = i;
        p->next = d.particles;
        d.particles = p;
    }
    int *counts = malloc((size_t)d.size * sizeof *counts), *starts = malloc((size_t)d.size * sizeof *starts);
    int *rows = malloc((size_t)d.size * sizeof *rows);
    for (int r = 0; r < d.size; r++) {
        counts[r] = 1 + (r + d.rank) % 3;
        starts[r] = 4 * r;
        rows[r] = (int)work[r] + 2;
    }

    pack(d.first);
    exchange(&d);
    struct neighbour *at = d.first;
    MPI_Barrier(MPI_COMM_WORLD);
    while (at) {
        work[0] += at->rank * 0.5;
        at = at->links.next;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    /* This list is not kept. */
    for (struct particle *p = d.particles; p; p = p->next)
        p->x *= 0.5;
    MPI_Barrier(MPI_COMM_WORLD);
    /* It may not be there. */
    if (work[3] > 1)
        for (struct neighbour *m = d.first; m; m = m->links.next)
            work[1] += 0.25 * m->rank;
    MPI_Barrier(MPI_COMM_WORLD);
    /* All elements of an array that communication needs, and of one that it does not. */
    for (int r = 0; r < d.size; r++)
        for (int i = 0; i < counts[r]; i++)
            work[i] *= 1.5;
    MPI_Alltoallv(work, counts, starts, MPI_DOUBLE, work + 2048, counts, starts, MPI_DOUBLE, MPI_COMM_WORLD);
    for (int r = 0; r < d.size; r++)
        for (int i = 0; i < rows[r]; i++)
            work[i] *= 2.5;
    MPI_Barrier(MPI_COMM_WORLD);
    /* The array may end before the loop does. */
    for (int r = 0; r < 1000; r++) {
        if (counts[r] == 3)
            break;
        for (int i = 0; i < counts[r]; i++)
            work[i] *= 3.5;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    /* The list changes on the way. */
    for (struct neighbour *m = d.first; m; m = m->links.next) {
        work[2] += 0.25 * m->rank;
        if (m->links.next && m->links.next->rank < 0)
            m->links.next = m->links.next->links.next;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    while (d.first) {
        struct neighbour *m = d.first;
        d.first = m->links.next;
        free(m);
    }
    while (d.particles) {
        struct particle *p = d.particles;
        d.particles = p->next;
        free(p);
    }
    if (d.rank == 0)
        printf("%g\n", work[0]);
    free(rows);
    free(counts);
    free(starts);
    MPI_Finalize();
    return 0;
}

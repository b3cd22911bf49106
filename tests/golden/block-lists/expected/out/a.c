#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

struct neighbour {
    int rank, many;
    struct {
        struct neighbour *next;
    } links;
};

struct particle {
    struct particle *next;
};

typedef struct {
    struct neighbour *first;
    struct particle *particles;
    int rank, size;
} domain;

static void add_neighbour(domain *d, int rank, int many)
{
    struct neighbour *n = malloc(sizeof *n);
    n->rank = rank;
    n->many = many;
    n->links.next = d->first;
    d->first = n;
}

/* The list stays, since each element gets a message. */
static void exchange(domain *d)
{
    for (struct neighbour *n = d->first; n; n = n->links.next)
        LMPI_Send(NULL, n->many, MPI_DOUBLE, n->rank, 0, MPI_COMM_WORLD);
    for (struct neighbour *n = d->first; n; n = n->links.next)
        LMPI_Recv(NULL, 4096, MPI_DOUBLE, n->rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    domain d = {NULL, NULL, 0, 0};
    int n = argc > 1 ? atoi(argv[1]) : 10;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &d.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &d.size);
    BSIM_Add_time(BSIM_cost(0, d.size)); /* main.1: a.c:59-61 */
    for (int r = 0; r < d.size; r++)
        if (r != d.rank)
            add_neighbour(&d, r, n);
    BSIM_Add_time(BSIM_cost(1, n)); /* main.2: a.c:62-67 */
    int *counts = malloc((size_t)d.size * sizeof *counts), *starts = malloc((size_t)d.size * sizeof *starts);
    BSIM_Add_time(BSIM_cost(2, d.size)); /* main.3: a.c:70-74 */
    for (int r = 0; r < d.size; r++) {
        counts[r] = 1 + (r + d.rank) % 3;
        starts[r] = 4 * r;
    }

    BSIM_Add_time(BSIM_cost(3, BSIM_LENGTH(d.first, ->links.next))); /* main.4: a.c:76 */
    exchange(&d);
    struct neighbour *at = d.first;
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(4, BSIM_LENGTH(at, ->links.next))); /* main.5: a.c:80-83 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(5)); /* main.6: a.c:86-87 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(6)); /* main.7: a.c:90-92 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(7, BSIM_TOTAL(counts, d.size), d.size)); /* main.8: a.c:95-97 */
    LMPI_Alltoallv(NULL, counts, starts, MPI_DOUBLE, NULL, counts, starts, MPI_DOUBLE, MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(8, d.size)); /* main.9: a.c:99-101 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(9)); /* main.10: a.c:104-109 */
    MPI_Barrier(MPI_COMM_WORLD);
    /* The list changes on the way. */
    BSIM_Add_time(BSIM_cost(10)); /* main.11: a.c:112-116 */
    for (struct neighbour *m = d.first; m; m = m->links.next) {
        if (m->links.next && m->links.next->rank < 0)
            m->links.next = m->links.next->links.next;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(11)); /* main.12: a.c:118-122 */
    while (d.first) {
        struct neighbour *m = d.first;
        d.first = m->links.next;
        free(m);
    }
    BSIM_Add_time(BSIM_cost(12)); /* main.13: a.c:123-127 */
    free(counts);
    free(starts);
    MPI_Finalize();
    return 0;
}

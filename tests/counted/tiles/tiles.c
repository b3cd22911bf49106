/* Tiles of unequal sizes, each given to the rank that has the least work so far. usage: tiles N TILES STEPS */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

struct tile {
    int nx, ny, owner, next_owner;
    double *u, *edge;
    struct tile *next; /* of this rank */
};

static int rank, size, many;
static struct tile *tiles, *first;

static long work_of(const struct tile *t) {
    return (long)t->nx * t->ny;
}

static void deal_out(int n) {
    long *work = calloc((size_t)size, sizeof *work);
    for (int k = 0; k < many; k++) {
        struct tile *t = &tiles[k];
        t->nx = n + 3 * (k % 5);
        t->ny = n / 2 + 2 * (k % 3);
        for (int r = 1; r < size; r++)
            if (work[r] < work[t->owner])
                t->owner = r;
        work[t->owner] += work_of(t);
    }
    for (int k = many - 1; k >= 0; k--) {
        struct tile *t = &tiles[k];
        t->next_owner = tiles[(k + 1) % many].owner;
        if (t->owner != rank)
            continue;
        t->u = calloc((size_t)work_of(t), sizeof *t->u);
        t->edge = calloc((size_t)t->nx, sizeof *t->edge);
        t->next = first;
        first = t;
    }
    free(work);
}

static void exchange(void) {
    MPI_Request *request = malloc(2 * (size_t)many * sizeof *request);
    int n = 0;
    for (struct tile *t = first; t; t = t->next)
        MPI_Isend(t->u, t->nx, MPI_DOUBLE, t->next_owner, (int)(t - tiles), MPI_COMM_WORLD, &request[n++]);
    for (int k = 0; k < many; k++)
        if (tiles[k].next_owner == rank) {
            double *edge = malloc((size_t)tiles[k].nx * sizeof *edge);
            MPI_Irecv(edge, tiles[k].nx, MPI_DOUBLE, tiles[k].owner, k, MPI_COMM_WORLD, &request[n++]);
        }
    MPI_Waitall(n, request, MPI_STATUSES_IGNORE);
    free(request);
}

static double relax(struct tile *t) {
    double sum = 0;
    for (int j = 1; j < t->ny - 1; j++)
        for (int i = 1; i < t->nx - 1; i++) {
            double *u = t->u + j * t->nx + i;
            *u = 0.25 * (u[-1] + u[1] + u[-t->nx] + u[t->nx]) + 1;
            sum += *u;
        }
    return sum;
}

static void limit(struct tile *t) {
    for (long i = 0; i < work_of(t); i++)
        t->u[i] = fmin(t->u[i], 100);
}

static double advance(int step) {
    double sum = 0;
    for (struct tile *t = first; t; t = t->next) {
        sum += relax(t);
        if (step % 4 == 0)
            limit(t);
    }
    return sum;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (argc < 4)
        return 1;
    many = atoi(argv[2]);
    tiles = calloc((size_t)many, sizeof *tiles);
    deal_out(atoi(argv[1]));
    for (int step = 0; step < atoi(argv[3]); step++) {
        double sum, all;
        exchange();
        sum = advance(step);
        MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        if (rank == 0 && step % 10 == 0)
            printf("%g\n", all);
    }
    MPI_Finalize();
    return 0;
}

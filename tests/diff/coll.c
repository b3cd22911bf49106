/* coll.c - all collectives, several counts, roots, types and operators, on the world and on parts of it. */
#include "diff.h"

static void fill(double *x, int n, int rank) {
    for (int i = 0; i < n; i++)
        x[i] = number(rank, i);
}

static void rooted(const char *what, MPI_Comm comm, int count) {
    int rank, size;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    double *one = malloc(sizeof(double) * (count + 1)), *all = calloc((size_t)count * size + 1, sizeof(double));
    for (int root = 0; root < size; root += size > 2 ? size - 2 : 1) {
        fill(one, count, rank);
        MPI_Bcast(one, count, MPI_DOUBLE, root, comm);
        out("%s bcast %d root %d: %08x", what, count, root, sum_of(one, sizeof(double) * count));
        fill(one, count, rank);
        memset(all, 0, sizeof(double) * count * size);
        MPI_Reduce(one, all, count, MPI_DOUBLE, MPI_SUM, root, comm);
        out("%s reduce %d root %d: %08x %.17g", what, count, root, sum_of(all, sizeof(double) * count),
            count ? all[0] : 0);
        /* MPICH 4.0.2 crashes in place at another root than 0 with more than 2048 bytes. */
        if (root && count > 256) {
            MPI_Reduce(one, all, count, MPI_DOUBLE, MPI_MAX, root, comm);
        } else if (rank == root) {
            fill(all, count, rank);
            MPI_Reduce(MPI_IN_PLACE, all, count, MPI_DOUBLE, MPI_MAX, root, comm);
        } else {
            MPI_Reduce(one, NULL, count, MPI_DOUBLE, MPI_MAX, root, comm);
        }
        out("%s reduce in place %08x", what, sum_of(all, sizeof(double) * count));
        memset(all, 0, sizeof(double) * count * size);
        MPI_Gather(one, count, MPI_DOUBLE, all, count, MPI_DOUBLE, root, comm);
        out("%s gather %08x", what, sum_of(all, sizeof(double) * count * size));
        fill(all, count * size, root + 5);
        MPI_Scatter(all, count, MPI_DOUBLE, one, count, MPI_DOUBLE, root, comm);
        out("%s scatter %08x", what, sum_of(one, sizeof(double) * count));
        if (rank == root)
            MPI_Gather(MPI_IN_PLACE, -1, MPI_DATATYPE_NULL, all, count, MPI_DOUBLE, root, comm);
        else
            MPI_Gather(one, count, MPI_DOUBLE, NULL, 0, MPI_DATATYPE_NULL, root, comm);
        if (rank == root)
            MPI_Scatter(all, count, MPI_DOUBLE, MPI_IN_PLACE, -1, MPI_DATATYPE_NULL, root, comm);
        else
            MPI_Scatter(NULL, 0, MPI_DATATYPE_NULL, one, count, MPI_DOUBLE, root, comm);
        out("%s in place %08x %08x", what, sum_of(one, sizeof(double) * count),
            sum_of(all, sizeof(double) * count * size));
    }
    free(one);
    free(all);
}

static void symmetric(const char *what, MPI_Comm comm, int count) {
    int rank, size;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    size_t n = (size_t)count * size;
    double *a = calloc(n + 1, sizeof(double)), *b = calloc(n + 1, sizeof(double));
    fill(a, (int)n, rank);
    MPI_Allreduce(a, b, count, MPI_DOUBLE, MPI_SUM, comm);
    out("%s allreduce %d %08x %.17g", what, count, sum_of(b, sizeof(double) * count), count ? b[count - 1] : 0);
    memcpy(b, a, n * sizeof(double));
    MPI_Allreduce(MPI_IN_PLACE, b, count, MPI_DOUBLE, MPI_MIN, comm);
    out("%s allreduce in place %08x", what, sum_of(b, sizeof(double) * count));
    memset(b, 0, n * sizeof(double));
    MPI_Allgather(a, count, MPI_DOUBLE, b, count, MPI_DOUBLE, comm);
    out("%s allgather %08x", what, sum_of(b, n * sizeof(double)));
    memset(b, 0, n * sizeof(double));
    fill(b + (size_t)rank * count, count, rank);
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, b, count, MPI_DOUBLE, comm);
    out("%s allgather in place %08x", what, sum_of(b, n * sizeof(double)));
    MPI_Alltoall(a, count, MPI_DOUBLE, b, count, MPI_DOUBLE, comm);
    out("%s alltoall %08x", what, sum_of(b, n * sizeof(double)));
    MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, b, count, MPI_DOUBLE, comm);
    out("%s alltoall in place %08x", what, sum_of(b, n * sizeof(double)));
    memset(b, 0, n * sizeof(double));
    MPI_Scan(a, b, count, MPI_DOUBLE, MPI_SUM, comm);
    out("%s scan %08x", what, sum_of(b, sizeof(double) * count));
    MPI_Exscan(a, b, count, MPI_DOUBLE, MPI_SUM, comm);
    out("%s exscan %08x", what, rank ? sum_of(b, sizeof(double) * count) : 0);
    memcpy(b, a, n * sizeof(double));
    MPI_Scan(MPI_IN_PLACE, b, count, MPI_DOUBLE, MPI_MAX, comm);
    out("%s scan in place %08x", what, sum_of(b, sizeof(double) * count));
    memset(b, 0, n * sizeof(double));
    MPI_Reduce_scatter_block(a, b, count, MPI_DOUBLE, MPI_SUM, comm);
    out("%s reduce_scatter_block %08x", what, sum_of(b, sizeof(double) * count));
    memcpy(b, a, n * sizeof(double));
    MPI_Reduce_scatter_block(MPI_IN_PLACE, b, count, MPI_DOUBLE, MPI_SUM, comm);
    out("%s reduce_scatter_block in place %08x", what, sum_of(b, sizeof(double) * count));
    MPI_Barrier(comm);
    free(a);
    free(b);
}

/* Blocks of different length: member i's is base + i % 3, some empty. */
static void varying(const char *what, MPI_Comm comm, int base) {
    int rank, size, total = 0;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    int *counts = malloc(sizeof(int) * size), *displs = malloc(sizeof(int) * size);
    for (int i = 0; i < size; i++) {
        counts[i] = i % 3 == 1 ? 0 : base + i % 3;
        displs[i] = total + (size > 1); /* MPICH 4.0.2's allgatherv of one rank takes the displacement for 0 */
        total += counts[i] + 1;
    }
    double *a = calloc(total + 1, sizeof(double)), *b = calloc(total + 1, sizeof(double));
    size_t bytes = sizeof(double) * (total + 1);
    fill(a, total, rank);
    MPI_Gatherv(a, counts[rank], MPI_DOUBLE, b, counts, displs, MPI_DOUBLE, size - 1, comm);
    out("%s gatherv %08x", what, sum_of(b, bytes));
    MPI_Scatterv(b, counts, displs, MPI_DOUBLE, a, counts[rank], MPI_DOUBLE, size - 1, comm);
    out("%s scatterv %08x", what, sum_of(a, bytes));
    MPI_Allgatherv(a, counts[rank], MPI_DOUBLE, b, counts, displs, MPI_DOUBLE, comm);
    out("%s allgatherv %08x", what, sum_of(b, bytes));
    fill(b + displs[rank], counts[rank], rank + 3);
    MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, b, counts, displs, MPI_DOUBLE, comm);
    out("%s allgatherv in place %08x", what, sum_of(b, bytes));
    fill(a, total, rank);
    MPI_Reduce_scatter(a, b, counts, MPI_DOUBLE, MPI_SUM, comm);
    out("%s reduce_scatter %08x", what, sum_of(b, sizeof(double) * counts[rank]));
    free(a);
    free(b);
    /* i sends i + j + base % 5 to j, nothing where i + j is a multiple of 4 */
    int *sc = malloc(sizeof(int) * size), *sd = malloc(sizeof(int) * size), *rc = malloc(sizeof(int) * size),
        *rd = malloc(sizeof(int) * size), ns = 0, nr = 0;
    for (int j = 0; j < size; j++) {
        sc[j] = (rank + j) % 4 ? rank + 2 * j + base % 5 : 0;
        rc[j] = (rank + j) % 4 ? j + 2 * rank + base % 5 : 0;
        sd[j] = ns;
        rd[j] = nr;
        ns += sc[j];
        nr += rc[j];
    }
    int *s = malloc(sizeof(int) * (ns + 1)), *r = calloc(nr + 1, sizeof(int));
    for (int i = 0; i < ns; i++)
        s[i] = rank * 1000 + i;
    MPI_Alltoallv(s, sc, sd, MPI_INT, r, rc, rd, MPI_INT, comm);
    out("%s alltoallv %d %08x", what, nr, sum_of(r, sizeof(int) * nr));
    MPI_Datatype *types = malloc(sizeof(MPI_Datatype) * size);
    for (int j = 0; j < size; j++) {
        types[j] = MPI_INT;
        sd[j] *= (int)sizeof(int);
        rd[j] *= (int)sizeof(int);
    }
    memset(r, 0, sizeof(int) * nr);
    MPI_Alltoallw(s, sc, sd, types, r, rc, rd, types, comm);
    out("%s alltoallw %08x", what, sum_of(r, sizeof(int) * nr));
    /* in place: counts symmetric */
    int *c = malloc(sizeof(int) * size), *d = malloc(sizeof(int) * size), n = 0;
    for (int j = 0; j < size; j++) {
        c[j] = (rank * j + base) % 5;
        d[j] = n;
        n += c[j];
    }
    int *x = malloc(sizeof(int) * (n + 1));
    for (int i = 0; i < n; i++)
        x[i] = rank * 1000 + i;
    MPI_Alltoallv(MPI_IN_PLACE, NULL, NULL, MPI_DATATYPE_NULL, x, c, d, MPI_INT, comm);
    out("%s alltoallv in place %08x", what, sum_of(x, sizeof(int) * n));
    free(counts), free(displs), free(sc), free(sd), free(rc), free(rd), free(s), free(r), free(types), free(c), free(d);
    free(x);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm half, dup;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
    MPI_Comm_dup(half, &dup);
    int counts[] = {0, 1, 7, 300, 4000, 70000};
    for (int i = 0; i < 6; i++) {
        rooted("world", MPI_COMM_WORLD, counts[i]);
        symmetric("world", MPI_COMM_WORLD, counts[i]);
        if (i < 4) {
            rooted("half", half, counts[i]);
            symmetric("half", dup, counts[i]);
            varying("world", MPI_COMM_WORLD, counts[i]);
            varying("half", half, counts[i] + 1);
            symmetric("self", MPI_COMM_SELF, counts[i]);
        }
    }
    MPI_Comm_free(&dup);
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}

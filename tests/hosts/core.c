/* core.c - what a run on several hosts has: messages short and long, of basic and derived types, named and from any
 * rank; all collectives with data; communicators. Each rank prints a digest of all that it has received. */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a rank knows of itself; static data would be of all ranks. */
struct self {
    int rank, size;
    uint64_t digest;
};

static void take(struct self *s, const void *bytes, size_t n) {
    for (size_t i = 0; i < n; i++)
        s->digest = (s->digest ^ ((const unsigned char *)bytes)[i]) * 0x100000001b3u;
}

static void take_int(struct self *s, int value) {
    take(s, &value, sizeof value);
}

static void take_status(struct self *s, const MPI_Status *status) {
    int count;
    MPI_Get_count(status, MPI_BYTE, &count);
    take_int(s, status->MPI_SOURCE);
    take_int(s, status->MPI_TAG);
    take_int(s, count);
}

static void fill(struct self *s, double *values, int n, int seed) {
    for (int i = 0; i < n; i++)
        values[i] = (seed * 31 + i * 7) % 97 + 0.25 * s->rank;
}

/* A ring of messages of n values, blocking and not. */
static void ring(struct self *s, int n) {
    int right = (s->rank + 1) % s->size, left = (s->rank + s->size - 1) % s->size;
    double *out = malloc((size_t)n * sizeof *out), *in = malloc((size_t)n * sizeof *in);
    MPI_Status status;
    MPI_Request r[2];
    fill(s, out, n, n);
    MPI_Sendrecv(out, n, MPI_DOUBLE, right, 1, in, n, MPI_DOUBLE, left, 1, MPI_COMM_WORLD, &status);
    take(s, in, (size_t)n * sizeof *in);
    take_status(s, &status);
    MPI_Irecv(in, n, MPI_DOUBLE, left, MPI_ANY_TAG, MPI_COMM_WORLD, &r[0]);
    MPI_Isend(out, n, MPI_DOUBLE, right, 2, MPI_COMM_WORLD, &r[1]);
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    take(s, in, (size_t)n * sizeof *in);
    if (s->rank % 2 == 0 && s->size % 2 == 0) {
        MPI_Ssend(out, n, MPI_DOUBLE, right, 3, MPI_COMM_WORLD);
    } else if (s->size % 2 == 0) {
        MPI_Recv(in, n, MPI_DOUBLE, left, 3, MPI_COMM_WORLD, &status);
        take(s, in, (size_t)n * sizeof *in);
    }
    free(out);
    free(in);
}

/* Every second value of a vector, to a contiguous one and back. */
static void strided(struct self *s, int n) {
    int right = (s->rank + 1) % s->size, left = (s->rank + s->size - 1) % s->size;
    double *out = malloc(2 * (size_t)n * sizeof *out), *in = calloc(2 * (size_t)n, sizeof *in);
    MPI_Datatype type;
    MPI_Request request;
    fill(s, out, 2 * n, 5);
    MPI_Type_vector(n, 1, 2, MPI_DOUBLE, &type);
    MPI_Type_commit(&type);
    MPI_Isend(out, 1, type, right, 4, MPI_COMM_WORLD, &request);
    MPI_Recv(in, n, MPI_DOUBLE, left, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    take(s, in, (size_t)n * sizeof *in);
    MPI_Isend(out, n, MPI_DOUBLE, right, 4, MPI_COMM_WORLD, &request);
    MPI_Recv(in, 1, type, left, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    take(s, in, 2 * (size_t)n * sizeof *in);
    MPI_Type_free(&type);
    free(out);
    free(in);
}

/* Rank 0 receives from any rank, in the order of virtual time. */
static void any_source(struct self *s) {
    MPI_Status status;
    double value = s->rank;
    int flag = 0, loops = 0;
    if (s->rank > 0) {
        for (int i = 0; i < s->rank; i++)
            MPI_Sendrecv(&value, 1, MPI_DOUBLE, s->rank, 9, &value, 1, MPI_DOUBLE, s->rank, 9, MPI_COMM_WORLD, &status);
        MPI_Send(&value, 1, MPI_DOUBLE, 0, 10 + s->rank, MPI_COMM_WORLD);
        MPI_Send(&value, 1, MPI_DOUBLE, 0, 100 + s->rank, MPI_COMM_WORLD);
        return;
    }
    for (int i = 1; i < 2 * s->size - 1; i++) {
        if (i % 3 == 0) {
            MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
            take_status(s, &status);
        }
        if (i % 3 == 1)
            for (flag = 0; !flag; loops++)
                MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &status);
        MPI_Recv(&value, 1, MPI_DOUBLE, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        take_status(s, &status);
    }
    take_int(s, loops);
}

static void persistent(struct self *s) {
    double out[3], in[3];
    MPI_Request r[2];
    MPI_Send_init(out, 3, MPI_DOUBLE, (s->rank + 1) % s->size, 6, MPI_COMM_WORLD, &r[0]);
    MPI_Recv_init(in, 3, MPI_DOUBLE, (s->rank + s->size - 1) % s->size, 6, MPI_COMM_WORLD, &r[1]);
    for (int i = 0; i < 3; i++) {
        fill(s, out, 3, i);
        MPI_Startall(2, r);
        MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
        take(s, in, sizeof in);
    }
    MPI_Request_free(&r[0]);
    MPI_Request_free(&r[1]);
}

enum { BLOCK = 3 };

static void reductions(struct self *s, MPI_Comm comm, int me, int n) {
    double out[64], in[64] = {0};
    int counts[64];
    struct {
        double value;
        int where;
    } best = {(me * 5) % 7, me}, found;
    for (int i = 0; i < n; i++)
        counts[i] = i % 2 + 1;
    fill(s, out, 64, me);
    MPI_Allreduce(out, in, BLOCK, MPI_DOUBLE, MPI_SUM, comm);
    take(s, in, sizeof in);
    MPI_Reduce(out, in, BLOCK, MPI_DOUBLE, MPI_MAX, n - 1, comm);
    take(s, in, sizeof in);
    MPI_Reduce(me == 0 ? MPI_IN_PLACE : out, me == 0 ? out : NULL, BLOCK, MPI_DOUBLE, MPI_SUM, 0, comm);
    take(s, out, sizeof out);
    MPI_Scan(out, in, BLOCK, MPI_DOUBLE, MPI_PROD, comm);
    take(s, in, sizeof in);
    memset(in, 0, sizeof in);
    MPI_Exscan(out, in, BLOCK, MPI_DOUBLE, MPI_MIN, comm);
    take(s, in, sizeof in);
    MPI_Allreduce(MPI_IN_PLACE, out, BLOCK, MPI_DOUBLE, MPI_MAX, comm);
    take(s, out, sizeof out);
    MPI_Allreduce(&best, &found, 1, MPI_DOUBLE_INT, MPI_MAXLOC, comm);
    take_int(s, found.where);
    MPI_Reduce_scatter(out, in, counts, MPI_DOUBLE, MPI_SUM, comm);
    take(s, in, (size_t)counts[me] * sizeof *in);
    MPI_Reduce_scatter_block(out, in, 1, MPI_DOUBLE, MPI_SUM, comm);
    take(s, in, sizeof *in);
}

static void moves(struct self *s, MPI_Comm comm, int me, int n) {
    double out[256], in[256] = {0};
    int counts[64], displs[64], total = 0;
    for (int i = 0; i < n; i++) {
        counts[i] = (i + me) % 2 + 1; /* what i and me exchange: equal for both */
        displs[i] = total;
        total += counts[i] + 1;
    }
    fill(s, out, 256, me);
    fill(s, in, 256, me + 3);
    MPI_Barrier(comm);
    MPI_Bcast(in, BLOCK, MPI_DOUBLE, n / 2, comm);
    take(s, in, sizeof in);
    MPI_Gather(out, BLOCK, MPI_DOUBLE, in, BLOCK, MPI_DOUBLE, 0, comm);
    take(s, in, sizeof in);
    MPI_Scatter(out, BLOCK, MPI_DOUBLE, me == n - 1 ? MPI_IN_PLACE : in, BLOCK, MPI_DOUBLE, n - 1, comm);
    take(s, in, sizeof in);
    MPI_Allgather(out, BLOCK, MPI_DOUBLE, in, BLOCK, MPI_DOUBLE, comm);
    take(s, in, sizeof in);
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, in, 1, MPI_DOUBLE, comm);
    take(s, in, sizeof in);
    MPI_Alltoall(out, BLOCK, MPI_DOUBLE, in, BLOCK, MPI_DOUBLE, comm);
    take(s, in, sizeof in);
    MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, in, 2, MPI_DOUBLE, comm);
    take(s, in, sizeof in);
    MPI_Alltoallv(out, counts, displs, MPI_DOUBLE, in, counts, displs, MPI_DOUBLE, comm);
    take(s, in, sizeof in);
    for (int i = 0, at = 0; i < n; i++) { /* the same on all */
        counts[i] = i % 3;
        displs[i] = at;
        at += counts[i] + 1;
    }
    MPI_Gatherv(out, counts[me], MPI_DOUBLE, in, counts, displs, MPI_DOUBLE, n - 1, comm);
    take(s, in, sizeof in);
    MPI_Scatterv(out, counts, displs, MPI_DOUBLE, in, counts[me], MPI_DOUBLE, 0, comm);
    take(s, in, sizeof in);
    MPI_Allgatherv(out, counts[me], MPI_DOUBLE, in, counts, displs, MPI_DOUBLE, comm);
    take(s, in, sizeof in);
}

/* Several under way at a time. */
static void later(struct self *s, MPI_Comm comm, int n) {
    double a[BLOCK], b[BLOCK], c[64], d = s->rank;
    MPI_Request r[4];
    fill(s, a, BLOCK, 1);
    MPI_Iallreduce(a, b, BLOCK, MPI_DOUBLE, MPI_SUM, comm, &r[0]);
    MPI_Iallgather(a, 1, MPI_DOUBLE, c, 1, MPI_DOUBLE, comm, &r[1]);
    MPI_Ibarrier(comm, &r[2]);
    MPI_Ibcast(&d, 1, MPI_DOUBLE, n - 1, comm, &r[3]);
    MPI_Waitall(4, r, MPI_STATUSES_IGNORE);
    take(s, b, sizeof b);
    take(s, c, (size_t)n * sizeof *c);
    take(s, &d, sizeof d);
}

static void on(struct self *s, MPI_Comm comm) {
    int me, n;
    if (comm == MPI_COMM_NULL)
        return;
    MPI_Comm_rank(comm, &me);
    MPI_Comm_size(comm, &n);
    take_int(s, me);
    reductions(s, comm, me, n);
    moves(s, comm, me, n);
    later(s, comm, n);
    int token = me, got;
    MPI_Sendrecv(&token, 1, MPI_INT, (me + 1) % n, 8, &got, 1, MPI_INT, (me + n - 1) % n, 8, comm, MPI_STATUS_IGNORE);
    take_int(s, got);
}

static void communicators(struct self *s) {
    MPI_Comm half, third, dup, evens, grid, row, self;
    MPI_Group world, group;
    int range[1][3] = {{0, s->size - 1, 2}}, dims[2] = {0, 0}, periods[2] = {1, 0}, coords[2];
    MPI_Comm_split(MPI_COMM_WORLD, s->rank % 2, -s->rank, &half);
    on(s, half);
    MPI_Comm_split(half, s->rank < 2 ? MPI_UNDEFINED : 7, 0, &third);
    on(s, third);
    MPI_Comm_dup(half, &dup);
    on(s, dup);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_range_incl(world, 1, range, &group);
    MPI_Comm_create(MPI_COMM_WORLD, group, &evens);
    on(s, evens);
    MPI_Dims_create(s->size, 2, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
    MPI_Cart_coords(grid, s->rank, 2, coords);
    take(s, coords, sizeof coords);
    MPI_Cart_sub(grid, (int[]){0, 1}, &row);
    on(s, row);
    MPI_Comm_dup(MPI_COMM_SELF, &self);
    on(s, self);
    MPI_Comm *all[] = {&half, &third, &dup, &evens, &grid, &row, &self};
    for (int i = 0; i < 7; i++)
        if (*all[i] != MPI_COMM_NULL)
            MPI_Comm_free(all[i]);
    MPI_Group_free(&group);
    MPI_Group_free(&world);
}

int main(int argc, char **argv) {
    struct self s = {.digest = 1};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &s.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &s.size);
    ring(&s, 1);
    ring(&s, 100);
    ring(&s, 100000);
    strided(&s, 10);
    strided(&s, 50000);
    any_source(&s);
    MPI_Barrier(MPI_COMM_WORLD);
    persistent(&s);
    on(&s, MPI_COMM_WORLD);
    communicators(&s);
    printf("rank %d: %016llx at %.12g s\n", s.rank, (unsigned long long)s.digest, MPI_Wtime());
    MPI_Finalize();
    return 0;
}

/* icoll.c - all non-blocking collectives: several under way on one communicator, completed by all forms of wait and
 * test, together with messages; types, operators and communicators that are freed before.
 * diff: order=times (which of several requests is complete first) */
#include "diff.h"

enum { MOST = 17 };

static void fill(double *x, int n, int seed) {
    for (int i = 0; i < n; i++)
        x[i] = number(seed, i);
}

/* Completes all requests in one of the ways that MPI has. */
static void complete(int way, int n, MPI_Request *request) {
    MPI_Status status[MOST];
    int index[MOST], done = 0, count, flag = 0;
    switch (way % 7) {
    case 0:
        for (int i = n - 1; i >= 0; i--)
            MPI_Wait(&request[i], MPI_STATUS_IGNORE);
        break;
    case 1:
        MPI_Waitall(n, request, status);
        break;
    case 2:
        for (; done < n; done++)
            MPI_Waitany(n, request, &index[0], status);
        break;
    case 3:
        for (; done < n; done += count)
            MPI_Waitsome(n, request, &count, index, status);
        break;
    case 4:
        while (!flag)
            MPI_Testall(n, request, &flag, MPI_STATUSES_IGNORE);
        break;
    case 5:
        while (done < n) {
            MPI_Testany(n, request, &index[0], &flag, status);
            done += flag && index[0] != MPI_UNDEFINED;
        }
        break;
    case 6:
        for (int i = 0; i < n; i++) {
            for (flag = 0; !flag;)
                MPI_Request_get_status(request[i], &flag, status);
            MPI_Test(&request[i], &flag, status);
            if (!flag)
                out("the request is not complete any more");
        }
        break;
    }
    for (int i = 0; i < n; i++)
        if (request[i] != MPI_REQUEST_NULL)
            out("a completed request is not null");
}

static void all_at_once(const char *what, MPI_Comm comm, int count, int way) {
    int rank, size, n = 0;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    size_t all = (size_t)count * size;
    double *in = malloc(all * sizeof *in + 8), *to[MOST];
    int *counts = malloc(size * sizeof *counts), *displs = malloc(size * sizeof *displs),
        *bytes = malloc(size * sizeof *bytes);
    MPI_Datatype *types = malloc(size * sizeof *types);
    MPI_Request request[MOST];
    fill(in, (int)all, rank);
    for (int i = 0; i < MOST; i++)
        to[i] = calloc(all + 1, sizeof(double));
    for (int i = 0; i < size; i++) {
        counts[i] = count;
        displs[i] = i * count;
        bytes[i] = displs[i] * (int)sizeof(double);
        types[i] = MPI_DOUBLE;
    }
    int root = size - 1;
    if (rank == root)
        fill(to[4], count, 77);
    MPI_Iallgather(in, count, MPI_DOUBLE, to[0], count, MPI_DOUBLE, comm, &request[n++]);
    MPI_Iallgatherv(in, count, MPI_DOUBLE, to[1], counts, displs, MPI_DOUBLE, comm, &request[n++]);
    MPI_Iallreduce(in, to[2], count, MPI_DOUBLE, MPI_SUM, comm, &request[n++]);
    MPI_Ialltoall(in, count, MPI_DOUBLE, to[3], count, MPI_DOUBLE, comm, &request[n++]);
    MPI_Ibcast(to[4], count, MPI_DOUBLE, root, comm, &request[n++]);
    MPI_Ialltoallv(in, counts, displs, MPI_DOUBLE, to[5], counts, displs, MPI_DOUBLE, comm, &request[n++]);
    MPI_Ialltoallw(in, counts, bytes, types, to[6], counts, bytes, types, comm, &request[n++]);
    MPI_Ibarrier(comm, &request[n++]);
    MPI_Iexscan(in, to[8], count, MPI_DOUBLE, MPI_SUM, comm, &request[n++]);
    MPI_Igather(in, count, MPI_DOUBLE, to[9], count, MPI_DOUBLE, root, comm, &request[n++]);
    MPI_Igatherv(in, count, MPI_DOUBLE, to[10], counts, displs, MPI_DOUBLE, root, comm, &request[n++]);
    MPI_Ireduce(in, to[11], count, MPI_DOUBLE, MPI_MAX, root, comm, &request[n++]);
    MPI_Ireduce_scatter(in, to[12], counts, MPI_DOUBLE, MPI_SUM, comm, &request[n++]);
    MPI_Ireduce_scatter_block(in, to[13], count, MPI_DOUBLE, MPI_SUM, comm, &request[n++]);
    MPI_Iscan(in, to[14], count, MPI_DOUBLE, MPI_SUM, comm, &request[n++]);
    MPI_Iscatter(in, count, MPI_DOUBLE, to[15], count, MPI_DOUBLE, root, comm, &request[n++]);
    MPI_Iscatterv(in, counts, displs, MPI_DOUBLE, to[16], count, MPI_DOUBLE, root, comm, &request[n++]);
    complete(way, n, request);
    for (int i = 0; i < MOST; i++) {
        out("%s %d x %d: %08x", what, i, count, sum_of(to[i], all * sizeof(double)));
        free(to[i]);
    }
    free(in);
    free(counts);
    free(displs);
    free(bytes);
    free(types);
}

static void in_place(MPI_Comm comm, int count) {
    int rank, size;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    size_t all = (size_t)count * size;
    double *a = calloc(all, sizeof *a), *b = calloc(all, sizeof *b), *c = calloc(all, sizeof *c);
    MPI_Request request[3];
    fill(a, (int)all, rank);
    fill(b + (size_t)rank * count, count, rank);
    fill(c, (int)all, rank + 3);
    MPI_Iallreduce(MPI_IN_PLACE, a, (int)all, MPI_DOUBLE, MPI_MIN, comm, &request[0]);
    MPI_Iallgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, b, count, MPI_DOUBLE, comm, &request[1]);
    MPI_Ialltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, c, count, MPI_DOUBLE, comm, &request[2]);
    MPI_Waitall(3, request, MPI_STATUSES_IGNORE);
    out("in place: %08x %08x %08x", sum_of(a, all * sizeof *a), sum_of(b, all * sizeof *b), sum_of(c, all * sizeof *c));
    free(a);
    free(b);
    free(c);
}

/* Collectives among messages, which other ranks need before they call. */
static void with_messages(void) {
    int rank, size, sum = -1, got = -1, one = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Request request[4];
    int left = (rank + size - 1) % size, right = (rank + 1) % size;
    if (rank % 2) /* an odd rank calls after it has heard from the left */
        MPI_Recv(&got, 1, MPI_INT, left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Iallreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request[0]);
    MPI_Ibarrier(MPI_COMM_WORLD, &request[1]);
    MPI_Isend(&rank, 1, MPI_INT, right, 1, MPI_COMM_WORLD, &request[2]);
    request[3] = MPI_REQUEST_NULL;
    if (rank % 2 == 0)
        MPI_Irecv(&got, 1, MPI_INT, left, 1, MPI_COMM_WORLD, &request[3]);
    MPI_Waitall(4, request, MPI_STATUSES_IGNORE);
    out("with messages: sum %d, got %d", sum, got);
}

/* Two communicators in crossed order. */
static void crossed(void) {
    int rank, a = -1, b = -1, one = 1;
    MPI_Comm other;
    MPI_Request request[2];
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    if (rank % 2) {
        MPI_Iallreduce(&one, &a, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request[0]);
        MPI_Iallreduce(&rank, &b, 1, MPI_INT, MPI_SUM, other, &request[1]);
    } else {
        MPI_Iallreduce(&rank, &b, 1, MPI_INT, MPI_SUM, other, &request[1]);
        MPI_Iallreduce(&one, &a, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request[0]);
    }
    MPI_Comm_free(&other);
    MPI_Wait(&request[rank % 2], MPI_STATUS_IGNORE);
    MPI_Wait(&request[!(rank % 2)], MPI_STATUS_IGNORE);
    out("crossed: %d %d", a, b);
}

static void combine(void *in, void *inout, int *n, MPI_Datatype *type) {
    (void)type;
    for (int i = 0; i < *n; i++)
        ((int *)inout)[i] = 3 * ((int *)in)[i] + ((int *)inout)[i];
}

/* Types and operators are freed while the operation needs them; a blocking collective follows one that is pending. */
static void freed(void) {
    int rank, size, sum = 0, in[6], got[64] = {0}, result = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Datatype odd;
    MPI_Op op;
    MPI_Request request[3];
    for (int i = 0; i < 6; i++)
        in[i] = rank * 100 + i;
    MPI_Type_vector(3, 1, 2, MPI_INT, &odd);
    MPI_Type_commit(&odd);
    MPI_Op_create(combine, 0, &op);
    MPI_Igather(in, 1, odd, got, 3, MPI_INT, 0, MPI_COMM_WORLD, &request[0]);
    MPI_Ireduce(&rank, &result, 1, MPI_INT, op, 0, MPI_COMM_WORLD, &request[1]);
    MPI_Ibcast(&in[1], 1, odd, size - 1, MPI_COMM_WORLD, &request[2]);
    MPI_Type_free(&odd);
    MPI_Op_free(&op);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Waitall(3, request, MPI_STATUSES_IGNORE);
    out("freed: %08x %d %d, sum %d", sum_of(got, sizeof got), result, in[1], sum);
}

int main(int argc, char **argv) {
    int rank, one = 1, sum = 0;
    MPI_Comm part;
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &part);
    for (int way = 0; way < 7; way++) {
        all_at_once("world", MPI_COMM_WORLD, way % 2 ? 1 : 5 * way, way);
        all_at_once("part", part, 300, way + 1);
    }
    all_at_once("self", MPI_COMM_SELF, 4, 4);
    in_place(MPI_COMM_WORLD, 3);
    in_place(part, 400);
    with_messages();
    crossed();
    freed();
    MPI_Iallreduce(&one, &sum, 1, MPI_INT, MPI_SUM, part, &request);
    MPI_Comm_free(&part);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    out("the end: %d", sum);
    MPI_Finalize();
    return 0;
}

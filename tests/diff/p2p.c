/* p2p.c - point-to-point: all modes, sizes around the eager limit, derived types, statuses, life of requests. */
#include "diff.h"

enum { SIZES = 6 };
static const int sizes[SIZES] = {0, 1, 8, 100, 129, 5000};

static void fill(double *x, int n, int seed) {
    for (int i = 0; i < n; i++)
        x[i] = number(seed, i);
}

static void tell(const char *what, MPI_Status *s, MPI_Datatype type, const void *data, size_t bytes) {
    int count, elements, cancelled;
    MPI_Get_count(s, type, &count);
    MPI_Get_elements(s, type, &elements);
    MPI_Test_cancelled(s, &cancelled);
    out("%s: from %d tag %d count %d elements %d cancelled %d data %08x", what, s->MPI_SOURCE, s->MPI_TAG, count,
        elements, cancelled, sum_of(data, bytes));
}

/* Every rank sends to its right neighbour in each mode; even ranks first, so that nothing depends on buffering. */
static void blocking(int rank, int size, MPI_Comm comm) {
    int right = (rank + 1) % size, left = (rank + size - 1) % size;
    double *x = malloc(8 * 6000), *y = calloc(6000, 8);
    static const char *const modes[] = {"send", "bsend", "ssend", "rsend"};
    void *space = malloc(8 * 6000 + MPI_BSEND_OVERHEAD), *detached;
    int detached_size;
    MPI_Buffer_attach(space, 8 * 6000 + MPI_BSEND_OVERHEAD);
    for (int mode = 0; mode < 4; mode++) {
        for (int i = 0; i < SIZES; i++) {
            MPI_Status s;
            MPI_Request r;
            fill(x, sizes[i], rank + mode);
            memset(y, 0, 8 * 6000);
            MPI_Irecv(y, 6000, MPI_DOUBLE, left, i, comm, &r);
            if (mode == 3)
                MPI_Barrier(comm);
            if (mode == 0)
                MPI_Send(x, sizes[i], MPI_DOUBLE, right, i, comm);
            else if (mode == 1)
                MPI_Bsend(x, sizes[i], MPI_DOUBLE, right, i, comm);
            else if (mode == 2)
                MPI_Ssend(x, sizes[i], MPI_DOUBLE, right, i, comm);
            else
                MPI_Rsend(x, sizes[i], MPI_DOUBLE, right, i, comm);
            MPI_Wait(&r, &s);
            tell(modes[mode], &s, MPI_DOUBLE, y, 8 * 6000);
        }
    }
    MPI_Buffer_detach(&detached, &detached_size);
    out("detached %d %d", detached == space, detached_size);
    free(space);
    free(x);
    free(y);
}

static void nonblocking(int rank, int size, MPI_Comm comm) {
    int right = (rank + 1) % size, left = (rank + size - 1) % size;
    double *x = malloc(8 * 6000), *y = calloc(6000 * 4, 8);
    char space[8 * 6000 + MPI_BSEND_OVERHEAD];
    void *detached;
    int n;
    MPI_Buffer_attach(space, sizeof space);
    for (int i = 0; i < SIZES; i++) {
        MPI_Request r[8];
        MPI_Status s[8];
        fill(x, sizes[i], rank * 3);
        for (int k = 0; k < 4; k++) /* matched against the order of the tags */
            MPI_Irecv(y + 6000 * k, 6000, MPI_DOUBLE, left, 10 + k, comm, &r[k]);
        MPI_Barrier(comm);
        MPI_Isend(x, sizes[i], MPI_DOUBLE, right, 13, comm, &r[4]);
        MPI_Issend(x, sizes[i], MPI_DOUBLE, right, 12, comm, &r[5]);
        MPI_Irsend(x, sizes[i], MPI_DOUBLE, right, 11, comm, &r[6]);
        MPI_Ibsend(x, sizes[i], MPI_DOUBLE, right, 10, comm, &r[7]);
        MPI_Waitall(8, r, s);
        for (int k = 0; k < 4; k++)
            tell("nonblocking", &s[k], MPI_DOUBLE, y + 6000 * k, 8 * (size_t)sizes[i]);
        for (int k = 0; k < 8; k++)
            if (r[k] != MPI_REQUEST_NULL)
                out("request %d is not null", k);
    }
    MPI_Buffer_detach(&detached, &n);
    free(x);
    free(y);
}

static void persistent(int rank, int size, MPI_Comm comm) {
    int right = (rank + 1) % size, left = (rank + size - 1) % size;
    double x[200], y[3][200];
    char space[4096 + MPI_BSEND_OVERHEAD];
    void *detached;
    int n, flag;
    MPI_Request r[7];
    MPI_Status s[7];
    MPI_Buffer_attach(space, sizeof space);
    for (int k = 0; k < 3; k++)
        MPI_Recv_init(y[k], 200, MPI_DOUBLE, left, k, comm, &r[k]);
    MPI_Send_init(x, 150, MPI_DOUBLE, right, 0, comm, &r[3]);
    MPI_Bsend_init(x, 100, MPI_DOUBLE, right, 1, comm, &r[4]);
    MPI_Ssend_init(x, 50, MPI_DOUBLE, right, 2, comm, &r[5]);
    MPI_Recv_init(y, 1, MPI_DOUBLE, MPI_PROC_NULL, 2, comm, &r[6]);
    MPI_Wait(&r[0], &s[0]); /* inactive: at once, an empty status */
    tell("inactive", &s[0], MPI_DOUBLE, x, 0);
    for (int step = 0; step < 3; step++) {
        fill(x, 200, rank + step);
        MPI_Startall(3, r);
        MPI_Start(&r[6]);
        MPI_Startall(3, r + 3);
        MPI_Waitall(7, r, s);
        for (int k = 0; k < 3; k++)
            tell("persistent", &s[k], MPI_DOUBLE, y[k], 8 * (150 - 50 * k));
        out("null %d %d, active %d", s[6].MPI_SOURCE, s[6].MPI_TAG, r[0] != MPI_REQUEST_NULL);
    }
    MPI_Request ready;
    MPI_Recv_init(y[0], 200, MPI_DOUBLE, left, 9, comm, &ready);
    MPI_Start(&ready);
    MPI_Barrier(comm);
    MPI_Request rs;
    MPI_Rsend_init(x, 7, MPI_DOUBLE, right, 9, comm, &rs);
    MPI_Start(&rs);
    MPI_Wait(&ready, &s[0]);
    MPI_Wait(&rs, MPI_STATUS_IGNORE);
    tell("rsend_init", &s[0], MPI_DOUBLE, y[0], 56);
    MPI_Request_get_status(ready, &flag, &s[0]);
    out("status of an inactive request: %d", flag);
    MPI_Request_free(&ready);
    MPI_Request_free(&rs);
    for (int k = 0; k < 7; k++)
        MPI_Request_free(&r[k]);
    out("freed %d", r[3] == MPI_REQUEST_NULL);
    MPI_Buffer_detach(&detached, &n);
}

/* A column of a matrix to a row and back; a struct; more and fewer elements than asked for. */
static void derived(int rank, int size, MPI_Comm comm) {
    int right = (rank + 1) % size, left = (rank + size - 1) % size;
    double a[40][30], b[40][30];
    MPI_Datatype column, pair;
    MPI_Status s;
    MPI_Type_vector(40, 1, 30, MPI_DOUBLE, &column);
    MPI_Type_commit(&column);
    for (int i = 0; i < 40; i++)
        fill(a[i], 30, rank * 50 + i);
    memset(b, 0, sizeof b);
    MPI_Sendrecv(&a[0][3], 1, column, right, 0, &b[0][29], 1, column, left, 0, comm, &s);
    tell("column", &s, column, b, sizeof b);
    MPI_Sendrecv(&a[0][3], 1, column, right, 0, &b[5][0], 40, MPI_DOUBLE, left, 0, comm, &s);
    tell("column to row", &s, MPI_DOUBLE, b, sizeof b);
    MPI_Sendrecv(&a[5], 30, MPI_DOUBLE, right, 0, &b[0][7], 1, column, left, 0, comm, &s);
    tell("part of a column", &s, column, b, sizeof b);
    MPI_Sendrecv_replace(&a[0][4], 1, column, right, 1, left, 1, comm, &s);
    tell("replaced column", &s, column, a, sizeof a);
    struct item {
        int i;
        double d;
        char c[3];
    } items[5], got[5];
    int lengths[3] = {1, 1, 3};
    MPI_Aint places[3] = {offsetof(struct item, i), offsetof(struct item, d), offsetof(struct item, c)};
    MPI_Datatype types[3] = {MPI_INT, MPI_DOUBLE, MPI_CHAR}, raw;
    MPI_Type_create_struct(3, lengths, places, types, &raw);
    MPI_Type_create_resized(raw, 0, sizeof(struct item), &pair);
    MPI_Type_commit(&pair);
    memset(items, 0, sizeof items);
    memset(got, 0, sizeof got);
    for (int i = 0; i < 5; i++)
        items[i] = (struct item){rank * 10 + i, number(rank, i), {'a', 'b', (char)('c' + i)}};
    MPI_Request r;
    MPI_Irecv(got, 5, pair, left, 2, comm, &r);
    MPI_Send(items, 4, pair, right, 2, comm);
    MPI_Wait(&r, &s);
    for (int i = 0; i < 5; i++)
        out("item %d %.17g %.3s", got[i].i, got[i].d, got[i].c);
    tell("struct", &s, pair, "", 0);
    struct {
        double v;
        int i;
    } out_pair = {number(rank, 1), rank}, in_pair = {0, 0};
    MPI_Sendrecv(&out_pair, 1, MPI_DOUBLE_INT, right, 3, &in_pair, 1, MPI_DOUBLE_INT, left, 3, comm, &s);
    out("double_int %.17g %d", in_pair.v, in_pair.i);
    MPI_Type_free(&column);
    MPI_Type_free(&pair);
    MPI_Type_free(&raw);
}

/* Messages wait for their receives in other orders than they were sent. */
static void orders(int rank, int size, MPI_Comm comm) {
    int right = (rank + 1) % size, left = (rank + size - 1) % size, v;
    MPI_Status s;
    for (int tag = 0; tag < 6; tag++) {
        v = 100 * rank + tag;
        MPI_Send(&v, 1, MPI_INT, right, tag, comm);
        v += 1000;
        MPI_Send(&v, 1, MPI_INT, right, tag, comm);
    }
    for (int tag = 5; tag >= 3; tag--) {
        MPI_Recv(&v, 1, MPI_INT, left, tag, comm, &s);
        out("tag %d: %d", s.MPI_TAG, v);
    }
    for (int i = 0; i < 9; i++) {
        MPI_Probe(left, MPI_ANY_TAG, comm, &s);
        MPI_Recv(&v, 1, MPI_INT, i % 2 ? left : MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &s);
        out("any tag: tag %d from %d: %d", s.MPI_TAG, s.MPI_SOURCE, v);
    }
}

/* Completion in all forms, with outcomes that do not depend on time. */
static void completion(int rank, int size, MPI_Comm comm) {
    int right = (rank + 1) % size, left = (rank + size - 1) % size;
    int v[6], w[6], index, flag, n, indices[6], done = 0, total = 0;
    MPI_Request r[6] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL,
                        MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Status s[6];
    MPI_Waitany(6, r, &index, &s[0]);
    out("waitany of nothing %d", index == MPI_UNDEFINED);
    MPI_Testany(6, r, &index, &flag, &s[0]);
    out("testany of nothing %d %d", flag, index == MPI_UNDEFINED);
    MPI_Waitsome(6, r, &n, indices, s);
    out("waitsome of nothing %d", n == MPI_UNDEFINED);
    MPI_Testsome(6, r, &n, indices, s);
    out("testsome of nothing %d", n == MPI_UNDEFINED);
    MPI_Testall(6, r, &flag, s);
    out("testall of nothing %d %d", flag, s[3].MPI_SOURCE == MPI_ANY_SOURCE);
    MPI_Test(&r[0], &flag, &s[0]);
    out("test of nothing %d", flag);
    MPI_Irecv(&v[0], 1, MPI_INT, left, 77, comm, &r[0]);
    MPI_Test(&r[0], &flag, &s[0]);
    MPI_Testall(1, r, &n, s);
    MPI_Testany(1, r, &index, &done, s);
    out("not yet %d %d %d", flag, n, done);
    MPI_Barrier(comm);
    MPI_Send(&rank, 1, MPI_INT, right, 77, comm);
    for (flag = 0; !flag;)
        MPI_Test(&r[0], &flag, &s[0]);
    out("test %d from %d", v[0], s[0].MPI_SOURCE);
    for (int i = 0; i < 6; i++)
        MPI_Irecv(&v[i], 1, MPI_INT, left, i, comm, &r[i]);
    for (int i = 5; i >= 0; i--) {
        w[i] = rank * 7 + i;
        MPI_Send(&w[i], 1, MPI_INT, right, i, comm);
    }
    for (int i = 0; i < 2; i++) {
        MPI_Waitany(6, r, &index, &s[0]);
        total += v[index];
        out("waitany tag ok %d", s[0].MPI_TAG == index);
    }
    for (done = 2; done < 6; done += n) {
        MPI_Waitsome(6, r, &n, indices, s);
        for (int i = 0; i < n; i++)
            total += v[indices[i]];
    }
    out("sum %d", total);
    for (int i = 0; i < 4; i++)
        MPI_Irecv(&v[i], 1, MPI_INT, left, i, comm, &r[i]);
    for (int i = 0; i < 4; i++)
        MPI_Send(&w[i], 1, MPI_INT, right, i, comm);
    for (done = 0; done < 2; done += flag)
        MPI_Testany(4, r, &index, &flag, &s[0]);
    for (done = 2; done < 4; done += n > 0 ? n : 0)
        MPI_Testsome(4, r, &n, indices, s);
    for (int i = 0; i < 4; i++)
        out("value %d", v[i]);
    for (int i = 0; i < 3; i++)
        MPI_Irecv(&v[i], 1, MPI_INT, left, i, comm, &r[i]);
    for (int i = 0; i < 3; i++)
        MPI_Isend(&w[i], 1, MPI_INT, right, i, comm, &r[3 + i]);
    for (flag = 0; !flag;)
        MPI_Testall(6, r, &flag, s);
    out("testall %d %d %d", v[0], v[1], v[2]);
    for (flag = 0, MPI_Isend(&w[0], 1, MPI_INT, right, 5, comm, &r[0]); !flag;)
        MPI_Iprobe(left, 5, comm, &flag, &s[0]);
    MPI_Get_count(&s[0], MPI_INT, &n);
    out("iprobe %d %d", s[0].MPI_TAG, n);
    MPI_Recv(&v[0], 1, MPI_INT, s[0].MPI_SOURCE, 5, comm, MPI_STATUS_IGNORE);
    MPI_Wait(&r[0], MPI_STATUS_IGNORE);
    MPI_Irecv(&v[0], 1, MPI_INT, left, 99, comm, &r[0]);
    MPI_Cancel(&r[0]);
    MPI_Wait(&r[0], &s[0]);
    MPI_Test_cancelled(&s[0], &flag);
    out("cancelled %d", flag);
    MPI_Isend(&w[0], 1, MPI_INT, right, 6, comm, &r[0]);
    MPI_Request_free(&r[0]);
    MPI_Recv(&v[0], 1, MPI_INT, left, 6, comm, MPI_STATUS_IGNORE);
    out("after free %d", v[0]);
    memset(&s[0], 0, sizeof s[0]);
    MPI_Status_set_elements(&s[0], MPI_INT, 12);
    MPI_Status_set_cancelled(&s[0], 1);
    MPI_Get_count(&s[0], MPI_DOUBLE, &n);
    MPI_Count many;
    MPI_Get_elements_x(&s[0], MPI_INT, &many);
    MPI_Test_cancelled(&s[0], &flag);
    out("set status %d %lld %d", n, (long long)many, flag);
    MPI_Status_set_elements(&s[0], MPI_INT, 3);
    MPI_Get_count(&s[0], MPI_DOUBLE, &n);
    out("not whole %d", n == MPI_UNDEFINED);
}

static void errors(int rank, int size, MPI_Comm comm) {
    int v[4] = {1, 2, 3, 4}, w[4], class;
    MPI_Status s, two[2];
    MPI_Request r[2];
    (void)rank;
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    const int codes[] = {
        MPI_Send(v, -1, MPI_INT, 0, 0, comm),         MPI_Send(v, 1, MPI_DATATYPE_NULL, 0, 0, comm),
        MPI_Send(v, 1, MPI_INT, size, 0, comm),       MPI_Send(v, 1, MPI_INT, -5, 0, comm),
        MPI_Send(v, 1, MPI_INT, 0, -3, comm),         MPI_Recv(v, 1, MPI_INT, size, 0, comm, &s),
        MPI_Send(v, 1, MPI_INT, 0, 0, MPI_COMM_NULL), MPI_Recv(v, 1, MPI_INT, 0, -7, comm, &s),
    };
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++) {
        MPI_Error_class(codes[i], &class);
        out("error %zu: class %d", i, class);
    }
    if (size > 1 && rank < 2) {
        MPI_Isend(v, 4, MPI_INT, 1 - rank, 0, comm, &r[0]);
        int code = MPI_Recv(w, 2, MPI_INT, 1 - rank, 0, comm, &s);
        MPI_Error_class(code, &class);
        out("truncated: class %d, %d", class, class == MPI_ERR_TRUNCATE);
        MPI_Wait(&r[0], MPI_STATUS_IGNORE);
        MPI_Irecv(w, 2, MPI_INT, 1 - rank, 1, comm, &r[0]);
        MPI_Irecv(w + 2, 2, MPI_INT, 1 - rank, 2, comm, &r[1]);
        MPI_Send(v, 2, MPI_INT, 1 - rank, 1, comm);
        MPI_Send(v, 4, MPI_INT, 1 - rank, 2, comm);
        code = MPI_Waitall(2, r, two);
        MPI_Error_class(two[1].MPI_ERROR, &class);
        out("waitall: in status %d, %d %d", code == MPI_ERR_IN_STATUS, two[0].MPI_ERROR, class);
    }
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

static void nobody(MPI_Comm comm) {
    int v = 5, flag;
    MPI_Status s;
    MPI_Request r[2];
    MPI_Send(&v, 1, MPI_INT, MPI_PROC_NULL, 0, comm);
    MPI_Recv(&v, 1, MPI_INT, MPI_PROC_NULL, 0, comm, &s);
    tell("null recv", &s, MPI_INT, &v, sizeof v);
    MPI_Sendrecv(&v, 1, MPI_INT, MPI_PROC_NULL, 0, &v, 1, MPI_INT, MPI_PROC_NULL, 0, comm, &s);
    tell("null sendrecv", &s, MPI_INT, &v, sizeof v);
    MPI_Probe(MPI_PROC_NULL, 3, comm, &s);
    tell("null probe", &s, MPI_INT, &v, sizeof v);
    MPI_Iprobe(MPI_PROC_NULL, 3, comm, &flag, &s);
    out("null iprobe %d", flag);
    MPI_Isend(&v, 1, MPI_INT, MPI_PROC_NULL, 0, comm, &r[0]);
    MPI_Irecv(&v, 1, MPI_INT, MPI_PROC_NULL, 0, comm, &r[1]);
    MPI_Wait(&r[1], &s);
    tell("null irecv", &s, MPI_INT, &v, sizeof v);
    MPI_Wait(&r[0], MPI_STATUS_IGNORE);
}

int main(int argc, char **argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm reversed, self;
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &reversed);
    MPI_Comm_split(MPI_COMM_WORLD, rank, 0, &self);
    MPI_Comm comms[] = {MPI_COMM_WORLD, reversed, self, MPI_COMM_SELF};
    for (int c = 0; c < 4; c++) {
        MPI_Comm_rank(comms[c], &rank);
        MPI_Comm_size(comms[c], &size);
        out("communicator %d: %d of %d", c, rank, size);
        blocking(rank, size, comms[c]);
        nonblocking(rank, size, comms[c]);
        persistent(rank, size, comms[c]);
        derived(rank, size, comms[c]);
        orders(rank, size, comms[c]);
        completion(rank, size, comms[c]);
        nobody(comms[c]);
    }
    MPI_Comm_rank(reversed, &rank);
    MPI_Comm_size(reversed, &size);
    errors(rank, size, reversed);
    MPI_Comm_free(&reversed);
    MPI_Comm_free(&self);
    MPI_Finalize();
    return 0;
}

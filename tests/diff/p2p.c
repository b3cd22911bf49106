/* p2p.c - point-to-point in all modes: blocking, non-blocking, persistent, completion in all forms. diff: record=no */
#include "diff.h"

typedef int (*send_function)(const void *, int, MPI_Datatype, int, int, MPI_Comm);
typedef int (*isend_function)(const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);

static void blocking(int rank, int n) {
    send_function send[] = {MPI_Send, MPI_Ssend, MPI_Bsend, MPI_Rsend};
    int sizes[] = {0, 1, 10, 1000, 30000};
    int *x = malloc(sizeof(int) * 30000), *y = malloc(sizeof(int) * 30000);
    int right = (rank + 1) % n, left = (rank + n - 1) % n;
    for (int mode = 0; mode < 4; mode++)
        for (int s = 0; s < 5; s++) {
            MPI_Status status;
            MPI_Request r;
            int count;
            for (int i = 0; i < sizes[s]; i++)
                x[i] = rank * 100000 + i + mode;
            memset(y, 0, sizeof(int) * 30000);
            if (mode == 3 || n == 1) { /* the receive is there before a ready send; to oneself too */
                MPI_Irecv(y, 30000, MPI_INT, left, s, MPI_COMM_WORLD, &r);
                MPI_Barrier(MPI_COMM_WORLD);
                send[mode](x, sizes[s], MPI_INT, right, s, MPI_COMM_WORLD);
                MPI_Wait(&r, &status);
            } else if (rank % 2 == 0) {
                if (rank + 1 < n)
                    send[mode](x, sizes[s], MPI_INT, right, s, MPI_COMM_WORLD);
                if (rank > 0)
                    MPI_Recv(y, 30000, MPI_INT, left, s, MPI_COMM_WORLD, &status);
            } else {
                MPI_Recv(y, 30000, MPI_INT, left, s, MPI_COMM_WORLD, &status);
                if (rank + 1 < n)
                    send[mode](x, sizes[s], MPI_INT, right, s, MPI_COMM_WORLD);
            }
            if (rank == 0 && n > 1 && mode != 3)
                continue;
            MPI_Get_count(&status, MPI_INT, &count);
            out("mode %d size %d: from %d tag %d count %d sum %08x", mode, sizes[s], status.MPI_SOURCE, status.MPI_TAG,
                count, sum_of(y, sizeof(int) * 30000));
        }
    free(x), free(y);
}

static void nonblocking(int rank, int n) {
    isend_function send[] = {MPI_Isend, MPI_Issend, MPI_Ibsend, MPI_Irsend};
    enum { N = 2000 };
    int *x = malloc(sizeof(int) * 4 * N), *y = calloc(4 * N, sizeof(int));
    int right = (rank + 1) % n, left = (rank + n - 1) % n;
    MPI_Request r[8];
    MPI_Status s[8];
    for (int i = 0; i < 4 * N; i++)
        x[i] = rank * 7 + i;
    for (int m = 0; m < 4; m++)
        MPI_Irecv(y + m * N, N, MPI_INT, left, m, MPI_COMM_WORLD, &r[m]);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int m = 3; m >= 0; m--)
        send[m](x + m * N, m % 2 ? N : 5, MPI_INT, right, m, MPI_COMM_WORLD, &r[4 + m]);
    MPI_Waitall(8, r, s);
    for (int m = 0; m < 4; m++) {
        int count;
        MPI_Get_count(&s[m], MPI_INT, &count);
        out("isend %d: from %d tag %d count %d null %d", m, s[m].MPI_SOURCE, s[m].MPI_TAG, count,
            r[m] == MPI_REQUEST_NULL);
    }
    out("isends %08x", sum_of(y, sizeof(int) * 4 * N));
    /* Any, some, tests: all requests end, in whatever order. */
    int done = 0, index, count, indices[8], flag, tags = 0;
    for (int m = 0; m < 4; m++)
        MPI_Irecv(y + m * N, N, MPI_INT, left, 10 + m, MPI_COMM_WORLD, &r[m]);
    for (int m = 0; m < 4; m++)
        MPI_Isend(x + m * N, 3, MPI_INT, right, 10 + m, MPI_COMM_WORLD, &r[4 + m]);
    MPI_Waitany(4, r, &index, s);
    tags += s[0].MPI_TAG;
    done++;
    while (done < 4) {
        MPI_Waitsome(4, r, &count, indices, s);
        for (int i = 0; i < count; i++)
            tags += s[i].MPI_TAG;
        done += count;
    }
    MPI_Waitany(4, r, &index, s);
    MPI_Waitsome(4, r, &count, indices, s);
    out("tags %d, none left: %d %d", tags, index == MPI_UNDEFINED, count == MPI_UNDEFINED);
    do
        MPI_Testall(4, r + 4, &flag, s);
    while (!flag);
    out("sends null %d", r[4] == MPI_REQUEST_NULL);
    MPI_Irecv(y, N, MPI_INT, left, 20, MPI_COMM_WORLD, &r[0]);
    MPI_Irecv(y + N, N, MPI_INT, left, 21, MPI_COMM_WORLD, &r[1]);
    MPI_Send(x, 1, MPI_INT, right, 20, MPI_COMM_WORLD);
    MPI_Send(x, 2, MPI_INT, right, 21, MPI_COMM_WORLD);
    tags = 0;
    for (done = 0; done < 1;) {
        MPI_Testany(2, r, &index, &flag, s);
        if (flag && index != MPI_UNDEFINED)
            tags += s[0].MPI_TAG, done++;
    }
    for (; done < 2;) {
        MPI_Testsome(2, r, &count, indices, s);
        for (int i = 0; i < count; i++)
            tags += s[i].MPI_TAG;
        done += count > 0 ? count : 0;
    }
    out("tested %d", tags);
    MPI_Irecv(y, N, MPI_INT, left, 22, MPI_COMM_WORLD, &r[0]);
    MPI_Send(x, 4, MPI_INT, right, 22, MPI_COMM_WORLD);
    do
        MPI_Request_get_status(r[0], &flag, s);
    while (!flag);
    MPI_Get_count(s, MPI_INT, &count);
    out("get_status count %d still there %d", count, r[0] != MPI_REQUEST_NULL);
    do
        MPI_Test(&r[0], &flag, s);
    while (!flag);
    out("test null %d", r[0] == MPI_REQUEST_NULL);
    MPI_Wait(&r[0], s);
    MPI_Get_count(s, MPI_INT, &count);
    out("empty status: %d %d %d", s[0].MPI_SOURCE == MPI_ANY_SOURCE, s[0].MPI_TAG == MPI_ANY_TAG, count);
    MPI_Isend(x, 1, MPI_INT, right, 30, MPI_COMM_WORLD, &r[0]);
    MPI_Request_free(&r[0]);
    MPI_Recv(y, 1, MPI_INT, left, 30, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    out("freed %d", r[0] == MPI_REQUEST_NULL);
    MPI_Irecv(y, 1, MPI_INT, left, 99, MPI_COMM_WORLD, &r[0]);
    MPI_Cancel(&r[0]);
    MPI_Wait(&r[0], s);
    MPI_Test_cancelled(s, &flag);
    out("cancelled %d", flag);
    MPI_Status_set_cancelled(s, 0);
    MPI_Status_set_elements(s, MPI_INT, 5);
    MPI_Test_cancelled(s, &flag);
    MPI_Get_count(s, MPI_INT, &count);
    out("set %d %d", flag, count);
    free(x), free(y);
}

static void persistent(int rank, int n) {
    int right = (rank + 1) % n, left = (rank + n - 1) % n, x[5], y[5];
    MPI_Request r[5], s[4];
    MPI_Status status[4];
    for (int i = 0; i < 4; i++)
        MPI_Recv_init(&y[i], 1, MPI_INT, left, i, MPI_COMM_WORLD, &r[i]);
    MPI_Send_init(&x[0], 1, MPI_INT, right, 0, MPI_COMM_WORLD, &s[0]);
    MPI_Ssend_init(&x[1], 1, MPI_INT, right, 1, MPI_COMM_WORLD, &s[1]);
    MPI_Bsend_init(&x[2], 1, MPI_INT, right, 2, MPI_COMM_WORLD, &s[2]);
    MPI_Rsend_init(&x[3], 1, MPI_INT, right, 3, MPI_COMM_WORLD, &s[3]);
    for (int turn = 0; turn < 3; turn++) {
        for (int i = 0; i < 4; i++) {
            x[i] = rank * 100 + turn * 10 + i;
            y[i] = -1;
        }
        MPI_Startall(4, r);
        MPI_Barrier(MPI_COMM_WORLD);
        for (int i = 0; i < 4; i++)
            MPI_Start(&s[i]);
        MPI_Waitall(4, r, status);
        MPI_Waitall(4, s, MPI_STATUSES_IGNORE);
        out("persistent %d: %d %d %d %d tag %d kept %d", turn, y[0], y[1], y[2], y[3], status[2].MPI_TAG,
            r[0] != MPI_REQUEST_NULL);
    }
    int flag;
    MPI_Test(&r[0], &flag, status);
    out("inactive %d %d", flag, status[0].MPI_SOURCE == MPI_ANY_SOURCE);
    for (int i = 0; i < 4; i++) {
        MPI_Request_free(&r[i]);
        MPI_Request_free(&s[i]);
    }
}

static void special(int rank, int n) {
    int right = (rank + 1) % n, left = (rank + n - 1) % n, x = rank, y = -1, z[3] = {rank, rank + 1, rank + 2}, count,
        flag;
    MPI_Status s;
    MPI_Send(&x, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
    MPI_Recv(&y, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &s);
    MPI_Get_count(&s, MPI_INT, &count);
    out("null %d %d %d %d", y, s.MPI_SOURCE == MPI_PROC_NULL, s.MPI_TAG == MPI_ANY_TAG, count);
    MPI_Probe(MPI_PROC_NULL, 0, MPI_COMM_WORLD, &s);
    out("probe null %d", s.MPI_SOURCE == MPI_PROC_NULL);
    MPI_Sendrecv(&x, 1, MPI_INT, right, 4, &y, 1, MPI_INT, MPI_ANY_SOURCE, 4, MPI_COMM_WORLD, &s);
    out("sendrecv any %d from %d", y, s.MPI_SOURCE);
    MPI_Sendrecv(&x, 1, MPI_INT, rank ? rank - 1 : MPI_PROC_NULL, 7, &y, 1, MPI_INT,
                 rank + 1 < n ? rank + 1 : MPI_PROC_NULL, MPI_ANY_TAG, MPI_COMM_WORLD, &s);
    out("sendrecv edge %d", y);
    MPI_Sendrecv_replace(z, 3, MPI_INT, right, 5, left, 5, MPI_COMM_WORLD, &s);
    out("replaced %d %d %d", z[0], z[1], z[2]);
    MPI_Request r;
    MPI_Isend(z, 3, MPI_INT, right, 6, MPI_COMM_WORLD, &r);
    MPI_Probe(left, MPI_ANY_TAG, MPI_COMM_WORLD, &s);
    MPI_Get_count(&s, MPI_INT, &count);
    out("probe from %d tag %d count %d", s.MPI_SOURCE, s.MPI_TAG, count);
    do
        MPI_Iprobe(MPI_ANY_SOURCE, 6, MPI_COMM_WORLD, &flag, &s);
    while (!flag);
    int got[3];
    MPI_Recv(got, count, MPI_INT, s.MPI_SOURCE, s.MPI_TAG, MPI_COMM_WORLD, &s);
    out("iprobe %d: %d", s.MPI_SOURCE, got[0]);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &s);
    out("nothing left %d", flag);
    MPI_Barrier(MPI_COMM_WORLD);
    /* Messages of one sender do not overtake; the master takes all, from anyone. */
    if (rank) {
        for (int i = 0; i < 5; i++) {
            int pair[2] = {rank, i};
            MPI_Send(pair, 2, MPI_INT, 0, i % 2, MPI_COMM_WORLD);
        }
    } else {
        int next[64] = {0}, ordered = 1, sum = 0;
        for (int i = 0; i < 5 * (n - 1); i++) {
            int pair[2];
            MPI_Recv(pair, 2, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &s);
            ordered &= pair[1] == next[pair[0]]++ && s.MPI_SOURCE == pair[0] && s.MPI_TAG == pair[1] % 2;
            sum += pair[0] * 10 + pair[1];
        }
        out("ordered %d sum %d", ordered, sum);
    }
}

/* Statuses of null and inactive requests keep their MPI_ERROR; others get one. MPI_Bsend_init needs no buffer yet, and
 * there may be none to detach. */
static void small_things(int rank) {
    static const int none = 77;
    MPI_Status status[4];
    MPI_Request r[4] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    char *buffer = malloc(1000);
    void *back = buffer;
    int out_value = rank, in_value = -1, size = 5;
    for (int i = 0; i < 4; i++)
        status[i].MPI_ERROR = none;
    MPI_Waitall(4, r, status);
    out("errors %d %d %d, source %d", status[0].MPI_ERROR, status[1].MPI_ERROR, status[3].MPI_ERROR,
        status[0].MPI_SOURCE == MPI_ANY_SOURCE);
    MPI_Buffer_detach(&back, &size);
    out("no buffer %d %d", back == NULL, size);
    MPI_Bsend_init(&out_value, 1, MPI_INT, 0, 9, MPI_COMM_SELF, &r[2]);
    MPI_Buffer_attach(buffer, 1000);
    MPI_Start(&r[2]);
    MPI_Irecv(&in_value, 1, MPI_INT, 0, 9, MPI_COMM_SELF, &r[0]);
    MPI_Waitall(4, r, status);
    out("errors %d %d, value %d", status[0].MPI_ERROR, status[1].MPI_ERROR, in_value);
    MPI_Request_free(&r[2]);
    MPI_Buffer_detach(&back, &size);
    free(buffer);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, n, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &n);
    char *buffer = malloc(1 << 20), *back;
    MPI_Buffer_attach(buffer, 1 << 20);
    blocking(rank, n);
    nonblocking(rank, n);
    persistent(rank, n);
    special(rank, n);
    MPI_Buffer_detach(&back, &size);
    out("detached %d %d", back == buffer, size == 1 << 20);
    free(buffer);
    small_things(rank);
    MPI_Finalize();
    return 0;
}

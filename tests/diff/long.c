/* long.c - messages that are longer than a packet of a network card, in each kind of communication. Neighbours are
 * three ranks apart, so that all ranks of a node send to other nodes. diff: ranks=4,7 cards=longer record=no replay=no
 */
#include "diff.h"

enum { N = 20000, PARTS = 8 };

struct self {
    int rank, size, right, left;
    int *sent, *got, *other;
};

static void fill(struct self *s) {
    for (int i = 0; i < N; i++) {
        s->sent[i] = (int)number(s->rank, i);
        s->got[i] = s->other[i] = -1;
    }
}

static unsigned sum(const int *data, int n) {
    return sum_of(data, (size_t)n * sizeof *data);
}

static void persistent(struct self *s) {
    MPI_Request r[4];
    MPI_Send_init(s->sent, N, MPI_INT, s->right, 1, MPI_COMM_WORLD, &r[0]);
    MPI_Recv_init(s->got, N, MPI_INT, s->left, 1, MPI_COMM_WORLD, &r[1]);
    MPI_Ssend_init(s->sent, N / 2, MPI_INT, s->left, 2, MPI_COMM_WORLD, &r[2]);
    MPI_Recv_init(s->other, N, MPI_INT, s->right, 2, MPI_COMM_WORLD, &r[3]);
    for (int k = 0; k < 3; k++) {
        s->sent[k] += k;
        MPI_Startall(4, r);
        MPI_Waitall(4, r, MPI_STATUSES_IGNORE);
        out("persistent: %08x %08x", sum(s->got, N), sum(s->other, N / 2));
    }
    for (int i = 0; i < 4; i++)
        MPI_Request_free(&r[i]);
}

static void partitioned(struct self *s) {
    MPI_Request r[2];
    MPI_Psend_init(s->sent, PARTS, N / PARTS, MPI_INT, s->right, 1, MPI_COMM_WORLD, MPI_INFO_NULL, &r[0]);
    MPI_Precv_init(s->got, PARTS, N / PARTS, MPI_INT, s->left, 1, MPI_COMM_WORLD, MPI_INFO_NULL, &r[1]);
    for (int k = 0; k < 2; k++) {
        s->sent[k] += k;
        MPI_Startall(2, r);
        for (int i = PARTS - 1; i >= 0; i--)
            MPI_Pready(i, r[0]);
        MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
        out("partitioned: %08x", sum(s->got, N));
    }
    MPI_Request_free(&r[0]);
    MPI_Request_free(&r[1]);
}

/* A receive that is cancelled beside long messages. */
static void cancelled(struct self *s) {
    MPI_Request r[3];
    MPI_Status status[3];
    int flag;
    MPI_Irecv(s->got, N, MPI_INT, s->left, 99, MPI_COMM_WORLD, &r[0]);
    MPI_Irecv(s->other, N, MPI_INT, s->left, 1, MPI_COMM_WORLD, &r[1]);
    MPI_Isend(s->sent, N, MPI_INT, s->right, 1, MPI_COMM_WORLD, &r[2]);
    MPI_Cancel(&r[0]);
    MPI_Waitall(3, r, status);
    MPI_Test_cancelled(&status[0], &flag);
    out("cancelled: %d %08x", flag, sum(s->other, N));
}

static int query(void *state, MPI_Status *status) {
    (void)state;
    MPI_Status_set_elements(status, MPI_INT, 3);
    MPI_Status_set_cancelled(status, 0);
    status->MPI_SOURCE = status->MPI_TAG = 5;
    return MPI_SUCCESS;
}
static int release(void *state) {
    (void)state;
    return MPI_SUCCESS;
}
static int cancel(void *state, int complete) {
    (void)state;
    (void)complete;
    return MPI_SUCCESS;
}

static void general(struct self *s) {
    MPI_Request r[3];
    MPI_Status status[3];
    int count;
    MPI_Grequest_start(query, release, cancel, NULL, &r[0]);
    MPI_Irecv(s->got, N, MPI_INT, s->left, 1, MPI_COMM_WORLD, &r[1]);
    MPI_Isend(s->sent, N, MPI_INT, s->right, 1, MPI_COMM_WORLD, &r[2]);
    MPI_Wait(&r[1], &status[1]);
    MPI_Grequest_complete(r[0]);
    MPI_Waitall(3, r, status);
    MPI_Get_count(&status[0], MPI_INT, &count);
    out("general: %d %08x", count, sum(s->got, N));
}

static void probed(struct self *s) {
    MPI_Request r[2];
    MPI_Isend(s->sent, N, MPI_INT, s->right, 1, MPI_COMM_WORLD, &r[0]);
    MPI_Isend(s->sent, N / 3, MPI_INT, s->left, 2, MPI_COMM_WORLD, &r[1]);
    for (int tag = 2; tag >= 1; tag--) {
        MPI_Message message;
        MPI_Status status;
        int count;
        MPI_Mprobe(tag == 1 ? s->left : s->right, tag, MPI_COMM_WORLD, &message, &status);
        MPI_Get_count(&status, MPI_INT, &count);
        MPI_Mrecv(s->got, count, MPI_INT, &message, &status);
        out("probed: %d %08x", count, sum(s->got, count));
    }
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
}

static void polled(struct self *s) {
    MPI_Request r[4];
    int ended = 0, some, index[4];
    MPI_Irecv(s->got, N, MPI_INT, s->left, 1, MPI_COMM_WORLD, &r[0]);
    MPI_Irecv(s->other, N, MPI_INT, s->right, 2, MPI_COMM_WORLD, &r[1]);
    MPI_Isend(s->sent, N, MPI_INT, s->right, 1, MPI_COMM_WORLD, &r[2]);
    MPI_Isend(s->sent, N / 3, MPI_INT, s->left, 2, MPI_COMM_WORLD, &r[3]);
    while (ended < 4) {
        MPI_Testsome(4, r, &some, index, MPI_STATUSES_IGNORE);
        ended += some > 0 ? some : 0;
    }
    out("polled: %08x %08x", sum(s->got, N), sum(s->other, N / 3));
}

static void modes(struct self *s) {
    MPI_Request r;
    int size = (int)sizeof(int) * N + MPI_BSEND_OVERHEAD;
    void *buffer = malloc((size_t)size);
    MPI_Irecv(s->got, N, MPI_INT, s->left, 1, MPI_COMM_WORLD, &r);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Rsend(s->sent, N, MPI_INT, s->right, 1, MPI_COMM_WORLD);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    out("ready: %08x", sum(s->got, N));
    MPI_Buffer_attach(buffer, size);
    MPI_Bsend(s->sent, N, MPI_INT, s->right, 2, MPI_COMM_WORLD);
    MPI_Recv(s->got, N, MPI_INT, s->left, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Buffer_detach(&buffer, &size);
    out("buffered: %08x", sum(s->got, N));
    MPI_Sendrecv_replace(s->sent, N, MPI_INT, s->right, 3, s->left, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    out("replaced: %08x", sum(s->sent, N));
    free(buffer);
}

static void between_groups(struct self *s) {
    MPI_Comm half, both, merged;
    int others;
    MPI_Comm_split(MPI_COMM_WORLD, s->rank % 2, s->rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - s->rank % 2, 9, &both);
    MPI_Allreduce(s->sent, s->got, N, MPI_INT, MPI_MAX, both);
    out("allreduce between groups: %08x", sum(s->got, N));
    MPI_Bcast(s->other, N, MPI_INT, s->rank % 2 ? 0 : s->rank == 0 ? MPI_ROOT : MPI_PROC_NULL, both);
    out("bcast between groups: %08x", sum(s->other, N));
    MPI_Comm_remote_size(both, &others);
    int *all = malloc(sizeof *all * N * (size_t)others);
    MPI_Allgather(s->sent, N, MPI_INT, all, N, MPI_INT, both);
    out("allgather between groups: %08x", sum(all, N * others));
    MPI_Intercomm_merge(both, s->rank % 2, &merged);
    MPI_Allreduce(s->sent, s->got, N, MPI_INT, MPI_SUM, merged);
    out("merged: %08x", sum(s->got, N));
    MPI_Comm_free(&merged);
    MPI_Comm_free(&both);
    MPI_Comm_free(&half);
    free(all);
}

static void file(struct self *s) {
    char name[4200];
    MPI_File f;
    MPI_Request r[3];
    MPI_Offset own = (MPI_Offset)sizeof(int) * N * s->rank, next = (MPI_Offset)sizeof(int) * N * s->right;
    snprintf(name, sizeof name, "%s.shared", getenv("DIFF_OUT"));
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &f);
    MPI_File_write_at_all(f, own, s->sent, N, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_sync(f);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_sync(f);
    MPI_File_read_at_all(f, next, s->got, N, MPI_INT, MPI_STATUS_IGNORE);
    out("file: %08x", sum(s->got, N));
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_iwrite_at(f, own, s->sent, N, MPI_INT, &r[0]);
    MPI_Isend(s->sent, N, MPI_INT, s->right, 1, MPI_COMM_WORLD, &r[1]);
    MPI_Irecv(s->other, N, MPI_INT, s->left, 1, MPI_COMM_WORLD, &r[2]);
    MPI_Waitall(3, r, MPI_STATUSES_IGNORE);
    out("beside a file: %08x", sum(s->other, N));
    MPI_File_close(&f);
}

static void collectives(struct self *s) {
    MPI_Request r[5];
    size_t all = (size_t)N * (size_t)s->size;
    int *to = malloc(all * sizeof *to), *from = malloc(all * sizeof *from);
    for (size_t i = 0; i < all; i++)
        to[i] = s->rank + (int)i;
    MPI_Ibcast(s->other, N, MPI_INT, 1, MPI_COMM_WORLD, &r[0]);
    MPI_Iallreduce(s->sent, s->got, N, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &r[1]);
    MPI_Ialltoall(to, N / 8, MPI_INT, from, N / 8, MPI_INT, MPI_COMM_WORLD, &r[2]);
    int *got = malloc(N * sizeof *got);
    MPI_Isend(s->sent, N, MPI_INT, s->right, 1, MPI_COMM_WORLD, &r[3]);
    MPI_Irecv(got, N, MPI_INT, s->left, 1, MPI_COMM_WORLD, &r[4]);
    MPI_Waitall(5, r, MPI_STATUSES_IGNORE);
    out("collectives: %08x %08x %08x %08x", sum(s->other, N), sum(s->got, N), sum(from, N / 8 * s->size), sum(got, N));
    MPI_Bcast_init(s->other, N, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, r);
    for (int k = 0; k < 2; k++) {
        s->other[k] = s->rank * k;
        MPI_Start(r);
        MPI_Allreduce(s->sent, s->got, N, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
        MPI_Wait(r, MPI_STATUS_IGNORE);
        out("persistent collective: %08x %08x", sum(s->other, N), sum(s->got, N));
    }
    MPI_Request_free(r);
    free(to);
    free(from);
    free(got);
}

static void windows(struct self *s) {
    MPI_Win win;
    MPI_Group world, left, right;
    int *own;
    MPI_Win_allocate(sizeof(int) * N, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &own, &win);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &s->left, &left);
    MPI_Group_incl(world, 1, &s->right, &right);
    for (int k = 0; k < 2; k++) {
        MPI_Request r;
        s->sent[k]++;
        MPI_Win_post(left, 0, win);
        MPI_Win_start(right, 0, win);
        MPI_Put(s->sent, N, MPI_INT, s->right, 0, N, MPI_INT, win);
        MPI_Isend(s->sent, N, MPI_INT, s->right, 1, MPI_COMM_WORLD, &r);
        MPI_Win_complete(win);
        MPI_Recv(s->got, N, MPI_INT, s->left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Wait(&r, MPI_STATUS_IGNORE);
        MPI_Win_wait(win);
        out("posted: %08x", sum(own, N));
    }
    MPI_Win_fence(0, win);
    MPI_Accumulate(s->sent, N, MPI_INT, s->left, 0, N, MPI_INT, MPI_SUM, win);
    MPI_Win_fence(0, win);
    out("fence: %08x", sum(own, N));
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Win_lock_all(0, win);
    MPI_Get(s->got, N, MPI_INT, s->right, 0, N, MPI_INT, win);
    MPI_Win_flush(s->right, win);
    MPI_Win_unlock_all(win);
    out("locked: %08x", sum(s->got, N));
    MPI_Group_free(&left);
    MPI_Group_free(&right);
    MPI_Group_free(&world);
    MPI_Win_free(&win);
}

/* Operations of up to 800 kB, one after the other and several at once. */
static void large_operations(struct self *s) {
    enum { ALL = 10 * N };
    int *own, *data = malloc(ALL * sizeof *data), *fetched = calloc(ALL, sizeof *fetched);
    MPI_Win win;
    MPI_Win_allocate(ALL * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &own, &win);
    for (int i = 0; i < ALL; i++) {
        own[i] = i;
        data[i] = s->rank + i;
    }
    MPI_Win_fence(0, win);
    for (int k = 4; k <= 10; k += 3)
        for (int at = 0; at + k * N <= ALL; at += k * N)
            MPI_Accumulate(data + at, k * N, MPI_INT, s->left, at, k * N, MPI_INT, MPI_SUM, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    out("large: %08x", sum(own, ALL));
    MPI_Barrier(MPI_COMM_WORLD); /* before the left neighbour writes again */
    for (int k = 0; k < 3; k++) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, s->right, 0, win);
        MPI_Get_accumulate(data, (4 + k) * N, MPI_INT, fetched, (4 + k) * N, MPI_INT, s->right, 0, (4 + k) * N, MPI_INT,
                           MPI_SUM, win);
        MPI_Win_unlock(s->right, win);
        out("fetched: %08x", sum(fetched, ALL));
    }
    MPI_Barrier(MPI_COMM_WORLD); /* a fence that nothing precedes need not wait */
    out("large: %08x", sum(own, ALL));
    MPI_Win_free(&win);
    free(data);
    free(fetched);
}

int main(int argc, char **argv) {
    static void (*const parts[])(struct self *s) = {persistent,       partitioned, cancelled, general,        probed,
                                                    polled,           modes,       file,      between_groups, windows,
                                                    large_operations, collectives};
    struct self s;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &s.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &s.size);
    s.right = (s.rank + 3) % s.size;
    s.left = (s.rank + s.size - 3) % s.size;
    s.sent = malloc(N * sizeof *s.sent);
    s.got = malloc(N * sizeof *s.got);
    s.other = malloc(N * sizeof *s.other);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        fill(&s);
        parts[i](&s);
    }
    free(s.sent);
    free(s.got);
    free(s.other);
    MPI_Finalize();
    return 0;
}

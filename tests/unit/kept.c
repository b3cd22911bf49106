/* Data of small messages that meet a posted receive are in its buffer after each call that tells that it is complete:
 * blocking receives, waits, tests, MPI_Request_get_status, MPI_Request_free; also if its rank runs first or last, with
 * more room than data, with data of 0 to 17 bytes, and with a derived type on one side. */
#include "times.h"

enum { NP = 3, MOST = 17, WAYS = 11 };

static struct bsim_platform platform;

static unsigned char byte_of(int tag, int i) {
    return (unsigned char)(tag * 31 + i * 7 + 1);
}

struct place {
    unsigned char data[MOST + 7];
};

static void clear(struct place *p) {
    memset(p, 0xee, sizeof *p);
}

/* The first n bytes are those of the message, and no others have changed. */
static void look(const struct place *p, int n, int tag) {
    for (int i = 0; i < (int)sizeof p->data; i++)
        CHECK(p->data[i] == (i < n ? byte_of(tag, i) : 0xee));
}

/* Completes two requests in one of many ways, of which some look several times. */
static void complete(int way, MPI_Request *r, struct place *p, int n) {
    int flag = 0, index, many, at[2];
    MPI_Status status[2];
    switch (way) {
    case 0:
        MPI_Wait(&r[1], &status[0]);
        look(&p[1], n, 1);
        MPI_Wait(&r[0], MPI_STATUS_IGNORE);
        break;
    case 1:
        MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
        break;
    case 2:
        MPI_Waitall(2, r, status);
        break;
    case 3:
        for (int i = 0; i < 2; i++) {
            MPI_Waitany(2, r, &index, &status[0]);
            look(&p[index], n, index);
        }
        break;
    case 4:
        for (int done = 0; done < 2; done += many) {
            MPI_Waitsome(2, r, &many, at, MPI_STATUSES_IGNORE);
            for (int i = 0; i < many; i++)
                look(&p[at[i]], n, at[i]);
        }
        break;
    case 5:
        for (int i = 0; i < 2; i++)
            for (flag = 0; !flag;)
                MPI_Test(&r[i], &flag, &status[0]);
        break;
    case 6:
        while (!flag)
            MPI_Testall(2, r, &flag, MPI_STATUSES_IGNORE);
        break;
    case 7:
        for (int i = 0; i < 2; i += flag) {
            MPI_Testany(2, r, &index, &flag, &status[0]);
            if (flag)
                look(&p[index], n, index);
        }
        break;
    case 8:
        for (int done = 0; done < 2; done += many > 0 ? many : 0)
            MPI_Testsome(2, r, &many, at, status);
        break;
    case 9:
        for (int i = 0; i < 2; i++) {
            for (flag = 0; !flag;)
                MPI_Request_get_status(r[i], &flag, &status[0]);
            look(&p[i], n, i);
            p[i].data[MOST] = 0xdd; /* the program's again: nothing is put there a second time */
            unsigned char first = p[i].data[0];
            p[i].data[0] = 0xab;
            MPI_Wait(&r[i], MPI_STATUS_IGNORE);
            CHECK(p[i].data[0] == 0xab && p[i].data[MOST] == 0xdd);
            p[i].data[0] = first;
            p[i].data[MOST] = 0xee;
        }
        break;
    default: /* another message tells that both are there */
        MPI_Recv(&flag, 1, MPI_INT, 0, 77, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int i = 0; i < 2; i++)
            MPI_Request_free(&r[i]);
    }
}

/* Rank 1 posts two receives. Rank 0 sends before that (LATE), or when they are posted; rank 1 looks at once, or when
 * the messages have come (KNOWN). */
enum { EARLY, LATE, KNOWN, TURNS };
static int way_of, size_of, turn;

static void requests(int rank) {
    unsigned char message[MOST];
    struct place place[2];
    MPI_Request r[2];
    if (rank == 1) {
        if (turn == LATE)
            calculate(1000);
        for (int tag = 0; tag < 2; tag++) {
            clear(&place[tag]);
            MPI_Irecv(place[tag].data, tag ? MOST : size_of, MPI_BYTE, 0, tag, MPI_COMM_WORLD, &r[tag]);
        }
        MPI_Send(&rank, 1, MPI_INT, 0, 5, MPI_COMM_WORLD);
        if (turn == KNOWN)
            MPI_Recv(&rank, 1, MPI_INT, 0, 78, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        complete(way_of, r, place, size_of);
        for (int tag = 0; tag < 2; tag++)
            look(&place[tag], size_of, tag);
    } else if (rank == 0) {
        if (turn != LATE)
            MPI_Recv(&rank, 1, MPI_INT, 1, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int tag = 1; tag >= 0; tag--) {
            for (int i = 0; i < size_of; i++)
                message[i] = byte_of(tag, i);
            MPI_Send(message, size_of, MPI_BYTE, 1, tag, MPI_COMM_WORLD);
        }
        if (turn == LATE)
            MPI_Recv(&rank, 1, MPI_INT, 1, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (turn == KNOWN)
            MPI_Send(&turn, 1, MPI_INT, 1, 78, MPI_COMM_WORLD);
        if (way_of == WAYS - 1)
            MPI_Send(&turn, 1, MPI_INT, 1, 77, MPI_COMM_WORLD);
    }
}

/* Blocking receives, whose rank waits; then MPI_Sendrecv around the ring, and persistent requests. */
static void blocking(int rank) {
    unsigned char message[MOST];
    struct place p;
    MPI_Request r;
    int to = (rank + 1) % NP, from = (rank + NP - 1) % NP;
    for (int n = 0; n <= MOST; n++) {
        for (int i = 0; i < n; i++)
            message[i] = byte_of(n + rank, i);
        clear(&p);
        if (rank > 0)
            MPI_Recv(p.data, n, MPI_BYTE, from, n, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(message, n, MPI_BYTE, to, n, MPI_COMM_WORLD);
        if (rank == 0)
            MPI_Recv(p.data, MOST, MPI_BYTE, from, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        look(&p, n, n + from);
        clear(&p);
        MPI_Sendrecv(message, n, MPI_BYTE, to, 40, p.data, MOST, MPI_BYTE, from, 40, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        look(&p, n, n + from);
        clear(&p);
        MPI_Recv_init(p.data, n, MPI_BYTE, from, 41, MPI_COMM_WORLD, &r);
        MPI_Start(&r);
        MPI_Send(message, n, MPI_BYTE, to, 41, MPI_COMM_WORLD);
        MPI_Wait(&r, MPI_STATUS_IGNORE);
        look(&p, n, n + from);
        MPI_Request_free(&r);
    }
}

/* A derived type on one side, and requests that are used again for other calls. */
static void types(int rank) {
    MPI_Datatype pair;
    int numbers[4] = {-1, -1, -1, -1};
    MPI_Request r[3];
    MPI_Type_vector(2, 1, 2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    for (int again = 0; again < 3; again++) {
        if (rank == 1) {
            MPI_Irecv(numbers, 1, pair, 0, 0, MPI_COMM_WORLD, &r[0]);
            MPI_Irecv(&numbers[1], 1, MPI_INT, 0, 1, MPI_COMM_WORLD, &r[1]);
            MPI_Irecv(&numbers[3], 4, MPI_BYTE, MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, &r[2]);
            MPI_Barrier(MPI_COMM_WORLD);
            MPI_Waitall(3, r, MPI_STATUSES_IGNORE);
            for (int i = 0; i < 4; i++)
                CHECK(numbers[i] == 100 * again + i);
        } else {
            MPI_Barrier(MPI_COMM_WORLD);
        }
        if (rank == 0) {
            for (int i = 0; i < 4; i++)
                numbers[i] = 100 * again + i;
            MPI_Send(numbers, 1, pair, 1, 0, MPI_COMM_WORLD);
            MPI_Send(&numbers[1], 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
            MPI_Send(&numbers[3], 1, MPI_INT, 1, 2, MPI_COMM_WORLD);
        }
    }
    MPI_Type_free(&pair);
}

static void test_requests(void **state) {
    static const int sizes[] = {0, 1, 4, 5, 8, 9, MOST};
    (void)state;
    for (turn = 0; turn < TURNS; turn++)
        for (way_of = 0; way_of < WAYS; way_of++)
            for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
                size_of = sizes[i];
                ranks_disorder = i % 2 * 12345u;
                ranks_shards = way_of == 1 ? 2 : 1;
                assert_runs(NP, &platform, requests);
            }
    ranks_disorder = 0;
    ranks_shards = 1;
}

TEST_IN_ORDERS(blocking, NP, platform)
TEST_IN_ORDERS(types, NP, platform)

static int setup(void **state) {
    (void)state;
    times_platform(&platform, 1, "loggpo");
    for (int i = 0; i < 2; i++)
        (i ? &platform.inter : &platform.intra)->eager_limit_bytes[0] = 100;
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_requests), cmocka_unit_test(test_blocking),
                                       cmocka_unit_test(test_types)};
    return cmocka_run_group_tests(tests, setup, NULL);
}

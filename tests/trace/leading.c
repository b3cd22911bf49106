/* trace: ranks=1,2,3,5,8
 * Buffers whose first elements decide communication, and whose rest nobody reads, or somebody does. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

enum { ROW = 40, LONG = 4 + ROW };

static int rank, size;
static MPI_Comm all; /* world again, for messages that are read as a whole */
static double matrix[ROW * 4];

/* What a value decides: so many messages around the ring. */
static void tell(int tag, double value) {
    int many = (int)value % 4, next = (rank + 1) % size, before = (rank + size - 1) % size, in;
    MPI_Allreduce(MPI_IN_PLACE, &many, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    for (int i = 0; i < many; i++)
        MPI_Sendrecv(&i, 1, MPI_INT, next, tag, &in, 1, MPI_INT, before, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void compute(int step) {
    for (int i = 0; i < ROW * 4; i++)
        matrix[i] = matrix[i] * 0.75 + (i * 7 + rank * 3 + step) % 13;
}

/* ---- through parameters ---- */

static void fill(double *work, int n, int step) {
    work[0] = (rank * 5 + step * 3) % 7;
    work[1] = rank;
    work[2] = step;
    work[3] = size - rank + step;
    for (int i = 0; i < n; i++)
        work[4 + i] = matrix[i * 4 + step % 4];
}

static void exchange(double *mine, double *theirs, int n, int partner) {
    MPI_Sendrecv(mine, n, MPI_DOUBLE, partner, 1, theirs, n, MPI_DOUBLE, partner, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void copy(const double *from, double *to, int n) {
    for (int i = 0; i < n; i++)
        to[i] = from[i];
}

static void greatest(void) {
    int n = ROW;
    double *work = malloc((size_t)(4 + n) * sizeof *work), *other = malloc((size_t)(4 + n) * sizeof *other);
    for (int step = 0; step < 3; step++) {
        compute(step);
        fill(work, n, step);
        for (int mask = 1; mask < size; mask *= 2) {
            int partner = rank ^ mask;
            if (partner >= size)
                continue;
            exchange(work, other, 4 + n, partner);
            if (other[0] > work[0] || (other[0] == work[0] && other[3] < work[3])) {
                if (step == 1)
                    copy(other, work, 4 + n);
                else
                    memcpy(work, other, (size_t)(4 + n) * sizeof *work);
            }
        }
        tell(2, work[3]);
    }
    free(work);
    free(other);
}

/* ---- arrays of the stack and static ones, all kinds of calls ---- */

static double still[LONG];

static void kinds(void) {
    double here[LONG], there[LONG];
    MPI_Request request[2], kept[2];
    int next = (rank + 1) % size, before = (rank + size - 1) % size, n = LONG;
    compute(5);
    for (int i = n - 1; i >= 2; i--)
        here[i] = matrix[i];
    here[0] = rank + 2;
    here[1] = rank % 3;
    MPI_Irecv(there, n, MPI_DOUBLE, before, 3, MPI_COMM_WORLD, &request[0]);
    MPI_Isend(here, n, MPI_DOUBLE, next, 3, MPI_COMM_WORLD, &request[1]);
    MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
    tell(4, there[1]);

    MPI_Send_init(here, n, MPI_DOUBLE, next, 5, MPI_COMM_WORLD, &kept[0]);
    MPI_Recv_init(still, n, MPI_DOUBLE, before, 5, MPI_COMM_WORLD, &kept[1]);
    for (int i = 0; i < 3; i++) {
        here[1] = here[1] + i;
        here[2 + i] = matrix[i];
        MPI_Startall(2, kept);
        MPI_Waitall(2, kept, MPI_STATUSES_IGNORE);
        tell(6, still[1]);
    }
    MPI_Request_free(&kept[0]);
    MPI_Request_free(&kept[1]);

    still[0] = rank;
    still[1] = 2;
    still[2] = rank + 1;
    MPI_Bcast(still, n, MPI_DOUBLE, size - 1, MPI_COMM_WORLD);
    tell(7, still[2]);
    still[0] = rank + 3;
    still[7] = matrix[7];
    MPI_Sendrecv_replace(still, n, MPI_DOUBLE, next, 8, before, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    tell(9, still[0]);
}

/* ---- places that are not the first ones ---- */

static void middle(void) {
    double work[LONG], other[LONG];
    int next = (rank + 1) % size, before = (rank + size - 1) % size, n = ROW;
    compute(6);
    for (int i = 0; i < LONG; i++)
        work[i] = matrix[i];
    work[2] = rank;
    work[3] = rank + 1;
    /* The message begins behind the array's beginning, at one end or both. */
    MPI_Sendrecv(work + 2, n, MPI_DOUBLE, next, 10, other, n, MPI_DOUBLE, before, 10, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    tell(11, other[1]);
    MPI_Sendrecv(work, n, MPI_DOUBLE, next, 12, &other[3], n, MPI_DOUBLE, before, 12, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    tell(13, other[5] + other[6]);
    /* Behind a pointer into the middle, in front of it. */
    double *p = work + 6, *q = &other[5];
    p[-5] = rank;
    p[-6] = 3 - p[-5];
    MPI_Sendrecv(work, n, MPI_DOUBLE, next, 17, other, n, MPI_DOUBLE, before, 17, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    tell(18, q[-4] + q[-5]);
    for (double *r = work + 4; r > work;)
        *--r = rank + 1;
    MPI_Sendrecv(work, n, MPI_DOUBLE, next, 19, other, n, MPI_DOUBLE, before, 19, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    tell(20, other[2]);
    for (unsigned u = 5; u > 0; u--)
        work[u - 1] = u + (unsigned)rank;
    MPI_Sendrecv(work, n, MPI_DOUBLE, next, 21, other, n, MPI_DOUBLE, before, 21, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    tell(22, other[3]);
}

/* An index that only the run tells: live wherever it is. */
static void indices(void) {
    double work[LONG], other[LONG];
    int next = (rank + 1) % size, before = (rank + size - 1) % size, n = ROW, at = size % 3;
    compute(16);
    for (int i = 0; i < LONG; i++)
        work[i] = matrix[i];
    work[0] = work[1] = work[2] = 1;
    work[at] = rank + 1;
    work[at + 4] = rank + 2;
    MPI_Sendrecv(work, n, MPI_DOUBLE, next, 14, other, n, MPI_DOUBLE, before, 14, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    tell(15, other[at + 4]);
    tell(16, other[0]);
}

/* ---- other names of the same bytes ---- */

union bytes {
    int number[LONG];
    char byte[4 * LONG];
};
struct head {
    int first, second;
    int row[ROW];
};

static void aliases(void) {
    int next = (rank + 1) % size, before = (rank + size - 1) % size, n = LONG;
    int *work = calloc((size_t)n, sizeof *work), *other = calloc((size_t)n, sizeof *other), three = rank + 3;
    compute(7);
    for (int i = 4; i < n; i++)
        work[i] = (int)matrix[i];
    work[0] = 1;
    work[1] = 2;
    work[3] = rank;
    char *c = (char *)work;
    c[size % 8] = (char)(rank + 1);
    memcpy(c + 8, &three, sizeof three);
    MPI_Sendrecv(work, n, MPI_INT, next, 23, other, n, MPI_INT, before, 23, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    tell(24, other[0] + other[1]);
    tell(25, other[2]);
    MPI_Sendrecv(work, n, MPI_INT, next, 26, other, 4 * n, MPI_BYTE, before, 26, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    tell(27, other[3]);
    union bytes u, v;
    struct head s, t;
    for (int i = 0; i < n; i++)
        u.number[i] = (int)matrix[i];
    u.byte[4] = (char)rank;
    MPI_Sendrecv(&u, n, MPI_INT, next, 28, &v, n, MPI_INT, before, 28, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    tell(29, v.number[1] & 3);
    for (int i = 0; i < ROW; i++)
        s.row[i] = (int)matrix[i];
    s.first = rank;
    s.second = rank + 1;
    MPI_Sendrecv(&s, 2 + ROW, MPI_INT, next, 30, &t, 2 + ROW, MPI_INT, before, 30, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    tell(31, t.second);
    /* Longer than it was. */
    work = realloc(work, (size_t)(2 * n) * sizeof *work);
    other = realloc(other, (size_t)(2 * n) * sizeof *other);
    work[1] = rank + 1;
    for (int i = n; i < 2 * n; i++)
        work[i] = i;
    MPI_Sendrecv(work, 2 * n, MPI_INT, next, 32, other, 2 * n, MPI_INT, before, 32, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    tell(33, other[1]);
    free(work);
    free(other);
}

/* ---- who reads how much ---- */

static void relay(void) {
    int n = LONG;
    double *one = calloc((size_t)n, sizeof *one), *two = calloc((size_t)n, sizeof *two);
    MPI_Datatype row;
    MPI_Type_contiguous(n, MPI_DOUBLE, &row);
    MPI_Type_commit(&row);
    compute(8);
    for (int i = 4; i < n; i++)
        one[i] = two[i] = (int)matrix[i];
    one[0] = rank;
    one[1] = rank + 2;
    two[0] = 1;
    two[2] = rank + 3;
    /* Handed on: what the last one reads, all give. */
    if (rank > 0)
        MPI_Recv(one, n, MPI_DOUBLE, rank - 1, 34, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank < size - 1)
        MPI_Send(one, n, MPI_DOUBLE, rank + 1, 34, MPI_COMM_WORLD);
    tell(35, one[1]);
    /* One of two receivers reads more; one of two senders has a type of its own. */
    if (rank == 0)
        for (int i = 1; i < size; i++)
            MPI_Send(two, n, MPI_DOUBLE, i, 36, MPI_COMM_WORLD);
    else if (rank % 2)
        MPI_Recv(one, n, MPI_DOUBLE, 0, 36, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else
        MPI_Recv(two, n, MPI_DOUBLE, MPI_ANY_SOURCE, 36, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    tell(37, one[0]);
    tell(38, two[2]);
    if (rank == 0)
        for (int i = 1; i < size; i++)
            MPI_Recv(one, n, MPI_DOUBLE, MPI_ANY_SOURCE, 39, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else if (rank % 2)
        MPI_Send(two, 1, row, 0, 39, MPI_COMM_WORLD);
    else
        MPI_Ssend(two, n, MPI_DOUBLE, 0, 39, MPI_COMM_WORLD);
    tell(40, one[0]);
    if (rank == 0)
        for (int i = 1; i < size; i++)
            MPI_Send(two, n, MPI_DOUBLE, i, 41, MPI_COMM_WORLD);
    else
        MPI_Recv(one, 1, row, 0, 41, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    tell(42, one[2]);
    MPI_Type_free(&row);
    free(one);
    free(two);
}

/* The rest is read too. */
static void whole(void) {
    int n = LONG;
    double *one = calloc((size_t)n, sizeof *one), *two = calloc((size_t)n, sizeof *two), sum = 0;
    compute(9);
    for (int i = 0; i < n; i++)
        one[i] = two[i] = (int)matrix[i];
    one[0] = two[0] = rank;
    MPI_Bcast(one, n, MPI_DOUBLE, 0, all);
    for (int i = 0; i < 4; i++)
        sum += one[i];
    tell(43, sum);
    MPI_Bcast(two, n, MPI_DOUBLE, size / 2, all);
    for (int i = 0; i < n; i++)
        sum += two[i];
    tell(44, sum);
    free(one);
    free(two);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_dup(MPI_COMM_WORLD, &all);
    greatest();
    kinds();
    middle();
    aliases();
    indices();
    relay();
    whole();
    MPI_Comm_free(&all);
    MPI_Finalize();
    return 0;
}

/* pingpong.c - what two MPI processes measure of the messages between them, for bsim calibrate.
 *
 * For each size, on standard output of rank 0, tab-separated (seconds; the lowest tenth of batches, since a
 * batch in which another program had the processor tells nothing of the messages):
 *   size      bytes
 *   half      half of the round trip of a blocking ping-pong
 *   send      duration of MPI_Send while the receiver waits in its receive
 *   recv      duration of MPI_Recv of a message that has arrived long before; nan for rendezvous sizes
 *   gap       distance of messages in a stream of non-blocking sends
 *   late      duration of MPI_Send when the receive comes `late_wait` later: at least half of that means rendezvous
 * usage: mpiexec -n 2 pingpong [SECONDS]   total time that may be spent, about (default 4) */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SIZE = 4 << 20, POOL = 128 << 20, CACHED = 32 << 10, PAGE = 4096, MAX_BATCHES = 400, WINDOW = 16 };

static const double late_wait = 300e-6;
static char *pool;
static int rank, peer;

/* A message's buffer. Programs compute between their messages, so that long ones are in no cache: each takes memory
 * that was not used for a while. */
static char *buffer_of(int size) {
    static size_t next;
    if (size <= CACHED)
        return pool;
    if (next + (size_t)size > POOL)
        next = 0;
    char *buffer = pool + next;
    next += ((size_t)size + PAGE - 1) / PAGE * PAGE;
    return buffer;
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double typical(double *values, int n) {
    qsort(values, (size_t)n, sizeof *values, compare);
    return values[n / 10];
}

static void pause_for(double seconds) {
    double end = MPI_Wtime() + seconds;
    while (MPI_Wtime() < end)
        ;
}

static void send_to(int size) {
    MPI_Send(buffer_of(size), size, MPI_BYTE, peer, 0, MPI_COMM_WORLD);
}

static void recv_from(int size) {
    MPI_Recv(buffer_of(size), size, MPI_BYTE, peer, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* Seconds of one round trip, the mean of reps. */
static double round_trip(int size, int reps) {
    double start = MPI_Wtime();
    for (int i = 0; i < reps; i++) {
        if (rank == 0) {
            send_to(size);
            recv_from(size);
        } else {
            recv_from(size);
            send_to(size);
        }
    }
    return (MPI_Wtime() - start) / reps;
}

/* MPI_Send of rank 0 while rank 1 is already in its receive. */
static double send_time(int size) {
    double t = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        pause_for(5e-6);
        double start = MPI_Wtime();
        send_to(size);
        t = MPI_Wtime() - start;
    } else {
        recv_from(size);
    }
    return t;
}

/* MPI_Send of rank 0 when rank 1 receives only after late_wait, and rank 1's MPI_Recv then. */
static void late_times(int size, double *late, double *recv) {
    double pair[2] = {0, 0};
    MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime();
    if (rank == 0) {
        send_to(size);
        pair[0] = MPI_Wtime() - start;
        MPI_Recv(&pair[1], 1, MPI_DOUBLE, peer, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        pause_for(late_wait);
        start = MPI_Wtime();
        recv_from(size);
        pair[1] = MPI_Wtime() - start;
        MPI_Send(&pair[1], 1, MPI_DOUBLE, peer, 1, MPI_COMM_WORLD);
    }
    *late = pair[0];
    *recv = pair[1];
}

/* Seconds for each message of a window of non-blocking sends into posted receives. */
static double stream_gap(int size) {
    MPI_Request request[WINDOW];
    MPI_Status status[WINDOW];
    char token = 0;
    if (rank == 1)
        for (int i = 0; i < WINDOW; i++)
            MPI_Irecv(buffer_of(size), size, MPI_BYTE, peer, 2, MPI_COMM_WORLD, &request[i]);
    MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime();
    if (rank == 0)
        for (int i = 0; i < WINDOW; i++)
            MPI_Isend(buffer_of(size), size, MPI_BYTE, peer, 2, MPI_COMM_WORLD, &request[i]);
    MPI_Waitall(WINDOW, request, status);
    if (rank == 0)
        MPI_Recv(&token, 1, MPI_BYTE, peer, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else
        MPI_Send(&token, 1, MPI_BYTE, peer, 3, MPI_COMM_WORLD);
    return (MPI_Wtime() - start) / WINDOW;
}

static int agree(int value) {
    MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    return value;
}

static void measure(int size, double budget_s) {
    static double half[MAX_BATCHES], send[MAX_BATCHES], recv[MAX_BATCHES], gap[MAX_BATCHES], late[MAX_BATCHES];
    double once = round_trip(size, 1);
    for (int i = 0; i < 30; i++)
        once = fmin(once, round_trip(size, 1));
    int reps = agree((int)fmin(200, fmax(1, 50e-6 / once))); /* a batch takes 50 us or one round trip */
    int batches = agree((int)fmin(MAX_BATCHES, fmax(15, 0.4 * budget_s / (once * reps))));
    for (int b = 0; b < batches; b++)
        half[b] = 0.5 * round_trip(size, reps);
    int shots = agree((int)fmin(MAX_BATCHES, fmax(15, 0.2 * budget_s / (once + 10e-6))));
    for (int i = 0; i < shots; i++)
        send[i] = send_time(size);
    int waits = agree((int)fmin(101, fmax(11, 0.2 * budget_s / (late_wait + once))));
    for (int i = 0; i < waits; i++)
        late_times(size, &late[i], &recv[i]);
    int streams = agree((int)fmin(MAX_BATCHES, fmax(9, 0.2 * budget_s / (WINDOW * once))));
    for (int i = 0; i < streams; i++)
        gap[i] = stream_gap(size);
    double late_s = typical(late, waits), recv_s = typical(recv, waits);
    if (rank == 0)
        printf("%d\t%.9g\t%.9g\t%.9g\t%.9g\t%.9g\n", size, typical(half, batches), typical(send, shots),
               late_s > 0.5 * late_wait ? NAN : recv_s, typical(gap, streams), late_s);
}

/* The largest size that is sent without waiting for the receive, by bisection; low is known to be eager. */
static int find_eager_limit(int low, int high) {
    while (high - low > 1) {
        int middle = low + (high - low) / 2, waited = 0;
        for (int i = 0; i < 5; i++) {
            double late, recv;
            late_times(middle, &late, &recv);
            waited += late > 0.5 * late_wait;
        }
        if (agree(waited >= 3))
            high = middle;
        else
            low = middle;
    }
    return low;
}

int main(int argc, char **argv) {
    int world;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &world);
    peer = 1 - rank;
    pool = malloc(POOL);
    if (world != 2 || pool == NULL) {
        fprintf(stderr, "pingpong: needs two processes, with %d MiB each\n", POOL >> 20);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    memset(pool, rank, POOL);
    double budget_s = argc > 1 ? atof(argv[1]) : 4;
    double end = MPI_Wtime() + 0.2; /* both processors awake, buffers of MPI mapped */
    while (agree(MPI_Wtime() < end))
        round_trip(1 << 16, 20);
    if (rank == 0)
        printf("size\thalf\tsend\trecv\tgap\tlate\n");
    int sizes = 0;
    for (int size = 1; size <= MAX_SIZE; size *= 2)
        sizes++;
    measure(0, budget_s / (sizes + 1));
    for (int size = 1; size <= MAX_SIZE; size *= 2)
        measure(size, budget_s / (sizes + 1));
    int limit = find_eager_limit(0, MAX_SIZE);
    if (rank == 0)
        printf("# eager_limit %d\n", limit);
    free(pool);
    MPI_Finalize();
    return 0;
}

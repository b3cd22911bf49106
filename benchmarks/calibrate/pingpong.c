/* pingpong.c - what MPI processes on one node or two measure of the messages between them, for bsim calibrate.
 *
 * With two processes, on standard output of rank 0, a line for each size and pass, tab-separated (seconds; the lowest
 * tenth of batches, since a batch in which another program had the processor tells nothing of the messages):
 *   size   bytes; 0, powers of two, and from 64 on also those times 1.5
 *   half   half of the round trip of a blocking ping-pong
 *   send   duration of MPI_Send while the receiver waits in its receive
 *   recv   duration of MPI_Recv of a message that has arrived long before; nan for rendezvous sizes
 *   gap    distance of messages in a stream of non-blocking sends
 *   late   duration of MPI_Send when the receive comes `late_wait` later: at least half of that means rendezvous; nan
 * if it is known, from shorter messages or from the first pass and the largest size that is eager, as "# eager_limit
 * BYTES". The passes go through the sizes up and down in turn (a slow network has one), so that a disturbance that
 * lasts does not look like a property of some sizes. "# first_use BYTES SECONDS" before them: half of the round trip of
 * a message whose memory no message has used before.
 *
 * And what a process does on its own in a collective, while both do it, as lines
 *   # reduction BYTES SECONDS ELEMENT_BYTES     a sum of vectors of signed char, int or double
 *   # copy BYTES SECONDS                        an all-to-all exchange with itself
 *
 * With 2P processes, the first P of which are on one node and the others on another: how long streams of messages take
 * between 1 to P pairs of processes at once, one of each pair on either node, as lines
 *   # pairs PAIRS BYTES MESSAGES SECONDS        MESSAGES of each pair, all from the first node to the second
 *   # both_ways PAIRS BYTES MESSAGES SECONDS    as many in the other direction at the same time
 *
 * As "pingpong first BYTES", how much longer the first messages of two new processes take than later ones, as a line
 *   # first BYTES FIRST COUNT EACH WAITED SECONDS
 * FIRST: seconds that the very first message takes longer, its sender and its receiver together; COUNT: how many of
 * those behind it take clearly longer (0: none do); EACH: how much longer each of these takes, in the mean; WAITED: how
 * long the two could run and had no processor, together, in the SECONDS that all took.
 *
 * usage: mpiexec -n 2 pingpong [SECONDS [LARGEST]]   time that may be spent, about (default 4), and the largest size in
 *                                                    bytes (default 4 MiB)
 *        mpiexec -n 2 pingpong first BYTES */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/calibrate/end.h"
#include "bsim/base/waited.h"

enum { LEAST_POOL = 128 << 20, CACHED = 32 << 10, PAGE = 4096, CHUNK = 64 << 10, MAX_BATCHES = 400, WINDOW = 16 };
enum { SMALL_WINDOW = 256, PASSES = 3, MAX_SIZES = 96, FINE = 64 };

/* Longer than any send whose message is eager, even if the network takes its bytes slowly. */
static double late_wait = 300e-6;
/* A network that takes so many seconds for the largest size there and back is measured in one pass. */
static const double SLOW = 50e-3;
static size_t pool_size = LEAST_POOL;
static char *pool;
static int rank, peer, largest = 4 << 20;

/* A message's buffer. Programs compute between their messages, so that long ones are in no cache: each takes memory
 * that was not used for a while. */
static char *buffer_of(int size) {
    static size_t next;
    if (size <= CACHED)
        return pool;
    if (next + (size_t)size > pool_size)
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

/* Seconds of a stream of `window` non-blocking sends into posted receives, and a token back. both: messages go both
 * ways. comm: who begins together. */
static double stream(int size, int window, int both, MPI_Comm comm) {
    MPI_Request request[2 * SMALL_WINDOW];
    MPI_Status status[2 * SMALL_WINDOW];
    int sends = rank < peer || both, receives = rank > peer || both, n = 0;
    char token = 0;
    for (int i = 0; receives && i < window; i++)
        MPI_Irecv(buffer_of(size), size, MPI_BYTE, peer, 2, MPI_COMM_WORLD, &request[n++]);
    MPI_Barrier(comm);
    double start = MPI_Wtime();
    for (int i = 0; sends && i < window; i++)
        MPI_Isend(buffer_of(size), size, MPI_BYTE, peer, 2, MPI_COMM_WORLD, &request[n++]);
    MPI_Waitall(n, request, status);
    if (rank < peer)
        MPI_Recv(&token, 1, MPI_BYTE, peer, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else
        MPI_Send(&token, 1, MPI_BYTE, peer, 3, MPI_COMM_WORLD);
    return MPI_Wtime() - start;
}

static int agree(int value) {
    MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    return value;
}

/* How often to measure what takes once_s, within budget_s: at least `least` times, or fewer if that would take long. */
static int times(double budget_s, double once_s, int least, int most) {
    int floor = once_s < 2e-3 ? least : once_s < 50e-3 ? 3 : 1;
    return agree((int)fmin(most, fmax(floor, budget_s / once_s)));
}

/* Each part of the memory in a message, there and back. A message is slow while the kernel or the library sees its
 * memory for the first time: that is no property of its size. What a slow network does not get to is left out of the
 * memory, unless it is needed. */
static void use_memory(double budget_s) {
    static double once[LEAST_POOL / CHUNK];
    size_t used = 0, most = pool_size / CHUNK;
    double begin = MPI_Wtime();
    for (; used < most && agree(MPI_Wtime() - begin < budget_s || used == 0); used++) {
        char *chunk = pool + used * CHUNK;
        double start = MPI_Wtime();
        for (int back = 0; back < 2; back++)
            if (rank == back)
                MPI_Send(chunk, CHUNK, MPI_BYTE, peer, 0, MPI_COMM_WORLD);
            else
                MPI_Recv(chunk, CHUNK, MPI_BYTE, peer, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (used < sizeof once / sizeof *once)
            once[used] = 0.5 * (MPI_Wtime() - start);
    }
    if (rank == 0)
        printf("# first_use %d %.9g\n", CHUNK,
               typical(once, (int)fmin((double)used, (double)(sizeof once / sizeof *once))));
    pool_size = (size_t)fmax((double)(used * CHUNK), 2.0 * largest);
}

/* Measures one size. Whether it waits for its receive; look: to be found out, else it is known that it does. */
static int measure(int size, double budget_s, int look) {
    static double half[MAX_BATCHES], send[MAX_BATCHES], recv[MAX_BATCHES], gap[MAX_BATCHES], late[MAX_BATCHES];
    double once = round_trip(size, 1);
    int warm = times(0.2 * budget_s, once, 30, 30);
    for (int i = 0; i < warm; i++)
        once = fmin(once, round_trip(size, 1));
    late_wait = fmax(300e-6, 1.5 * once);
    MPI_Bcast(&late_wait, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    int reps = agree((int)fmin(200, fmax(1, 50e-6 / once))); /* a batch takes 50 us or one round trip */
    int batches = times(0.4 * budget_s, once * reps, 15, MAX_BATCHES);
    for (int b = 0; b < batches; b++)
        half[b] = 0.5 * round_trip(size, reps);
    int shots = times(0.2 * budget_s, once + 10e-6, 15, MAX_BATCHES);
    for (int i = 0; i < shots; i++)
        send[i] = send_time(size);
    int waits = look ? times(0.2 * budget_s, late_wait + once, 11, 101) : 0;
    for (int i = 0; i < waits; i++)
        late_times(size, &late[i], &recv[i]);
    int window = agree(once < 2e-3 ? WINDOW : 2), streams = times(0.2 * budget_s, window * once, 9, MAX_BATCHES);
    for (int i = 0; i < streams; i++)
        gap[i] = stream(size, window, 0, MPI_COMM_WORLD) / window;
    double late_s = waits ? typical(late, waits) : NAN;
    int waited = agree(!waits || late_s > 0.5 * late_wait);
    if (rank == 0)
        printf("%d\t%.9g\t%.9g\t%.9g\t%.9g\t%.9g\n", size, typical(half, batches), typical(send, shots),
               waited ? NAN : typical(recv, waits), typical(gap, streams), late_s);
    return waited;
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

/* The sizes from 0 to the largest, with factors of at most 1.5 between them where they matter. */
static int list_sizes(int *size) {
    int n = 0;
    size[n++] = 0;
    for (int s = 1; s <= largest; s *= 2) {
        size[n++] = s;
        if (s >= FINE && s + s / 2 <= largest)
            size[n++] = s + s / 2;
    }
    return n;
}

/* How many nodes the two processes are on. */
static void print_nodes(void) {
    MPI_Comm node;
    int size;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &node);
    MPI_Comm_size(node, &size);
    MPI_Comm_free(&node);
    if (rank == 0)
        printf("# nodes %d\n", size == 2 ? 1 : 2);
}

enum { LEAST_SUM = 8, MOST_SUM = 1 << 21, SUMS = 32, SHORT_SUM = 4096 };

/* MPI_Reduce_local on both processes: in a reduction all ranks combine at once. Both operands are in the caches, the
 * second one as a message has just left it there; they are never the same memory. */
static void measure_reduction(void) {
    static const MPI_Datatype type[] = {MPI_SIGNED_CHAR, MPI_INT, MPI_DOUBLE};
    for (int t = 0; t < 3; t++) {
        int each;
        MPI_Type_size(type[t], &each);
        memset(pool, 1, 2 * MOST_SUM); /* as doubles, small numbers that are not denormal */
        for (int bytes = LEAST_SUM; bytes <= MOST_SUM; bytes *= 8) {
            double seconds[SUMS];
            int inner = bytes <= SHORT_SUM ? 50 : 1;
            MPI_Barrier(MPI_COMM_WORLD);
            for (int i = 0; i < SUMS; i++) {
                double start = MPI_Wtime();
                for (int k = 0; k < inner; k++)
                    MPI_Reduce_local(pool, pool + MOST_SUM, bytes / each, type[t], MPI_SUM);
                seconds[i] = (MPI_Wtime() - start) / inner;
            }
            if (rank == 0)
                printf("# reduction %d %.9g %d\n", bytes, typical(seconds, SUMS), each);
        }
    }
}

enum { LEAST_COPY = 4096, MOST_COPY = 4 << 20, COPIES = 32 };

/* MPI_Alltoall on both processes, each with itself alone, of memory that is in no cache. */
static void measure_copy(void) {
    for (int bytes = LEAST_COPY; bytes <= MOST_COPY; bytes *= 4) {
        double seconds[COPIES];
        MPI_Barrier(MPI_COMM_WORLD);
        for (int i = 0; i < COPIES; i++) {
            char *from = buffer_of(bytes), *to = buffer_of(bytes);
            if (from == to)
                to += MOST_COPY;
            double start = MPI_Wtime();
            MPI_Alltoall(from, bytes, MPI_BYTE, to, bytes, MPI_BYTE, MPI_COMM_SELF);
            seconds[i] = MPI_Wtime() - start;
        }
        if (rank == 0)
            printf("# copy %d %.9g\n", bytes, typical(seconds, COPIES));
    }
}

/* Two processes: all sizes in several passes, then the eager limit. */
static void measure_pair(double budget_s) {
    int size[MAX_SIZES], n = list_sizes(size), waited = 0; /* how many of the last sizes have waited */
    int eager = 0;                                         /* the last one that has not */
    print_nodes();
    use_memory(0.25 * budget_s);
    double end = MPI_Wtime() + 0.2; /* both processors awake, buffers of MPI mapped */
    while (agree(MPI_Wtime() < end))
        round_trip(1 << 16, 1);
    if (rank == 0)
        printf("size\thalf\tsend\trecv\tgap\tlate\n");
    int passes = agree(round_trip(largest, 1) < SLOW) ? PASSES : 1;
    for (int pass = 0; pass < passes; pass++)
        for (int k = 0; k < n; k++) {
            int i = pass % 2 ? n - 1 - k : k;
            int waits = measure(size[i], budget_s / (passes * n), pass ? i <= eager : waited < 3);
            if (pass == 0 && waits)
                waited++;
            else if (pass == 0)
                eager = i, waited = 0;
            fflush(stdout);
        }
    int limit = largest;
    if (waited) {
        double once = round_trip(size[eager + 1], 1);
        late_wait = fmax(300e-6, 1.5 * once);
        MPI_Bcast(&late_wait, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
        limit = find_eager_limit(size[eager], size[eager + 1]);
    }
    if (rank == 0)
        printf("# eager_limit %d\n", limit);
    measure_reduction();
    measure_copy();
}

/* Pairs 0..pairs-1 stream together; the others have left. Seconds of the slowest pair. */
static double pairs_time(int size, int window, int both, MPI_Comm comm) {
    double most = 0;
    for (int round = 0; round < 3;
         round++) { /* the first makes the connections; the shorter one of the others counts */
        double mine = stream(size, window, both, comm), last;
        MPI_Allreduce(&mine, &last, 1, MPI_DOUBLE, MPI_MAX, comm);
        if (round == 1 || (round == 2 && last < most))
            most = last;
    }
    return most;
}

/* Several pairs at once: what two nodes exchange of small messages and of long ones. */
static void measure_pairs(int pairs) {
    int pair = rank % pairs;
    for (int k = 1; k <= pairs; k++) {
        MPI_Comm comm;
        MPI_Comm_split(MPI_COMM_WORLD, pair < k ? 0 : MPI_UNDEFINED, rank, &comm);
        for (int both = 0; both < 2 && comm != MPI_COMM_NULL; both++)
            for (int small = 0; small < 2; small++) {
                int size = small ? 1 : (int)fmin(largest, 1 << 17), window = small ? SMALL_WINDOW : 4;
                double seconds = pairs_time(size, window, both, comm);
                if (rank == 0)
                    printf("# %s %d %d %d %.9g\n", both ? "both_ways" : "pairs", k, size, window, seconds);
            }
        if (comm != MPI_COMM_NULL)
            MPI_Comm_free(&comm);
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

/* ---- the first messages ---- */

enum { FIRST_ROUNDS = 1024, LEAST_ROUNDS = 32 };
static const double FIRST_BUDGET_S = 0.5;

/* How much longer each of n rounds took than later ones, where that is clear, at most ten times as much as usual: such
 * a round was disturbed by another program. Returns the sum. */
static double find_extra(double *extra_s, const double *round_s, int n, double later_s) {
    static double sorted[FIRST_ROUNDS];
    int slow = 0;
    double sum_s = 0;
    for (int i = 0; i < n; i++) {
        extra_s[i] = round_s[i] - later_s > 0.5 * later_s + 2e-6 ? round_s[i] - later_s : 0;
        if (extra_s[i] > 0)
            sorted[slow++] = extra_s[i];
    }
    qsort(sorted, (size_t)slow, sizeof *sorted, compare);
    for (int i = 0; i < n; i++)
        sum_s += extra_s[i] = fmin(extra_s[i], 10 * sorted[slow / 2]);
    return sum_s;
}

/* Prints what the first messages take longer, of n rounds. Those of the second half are later ones; what is longer
 * there is chance, and the first half must show far more of it. */
static void print_first(int size, const double *round_s, int n, double waited_s, double all_s) {
    static double sorted[FIRST_ROUNDS], extra_s[FIRST_ROUNDS];
    int half = n / 2, count = 0;
    memcpy(sorted, round_s + half, (size_t)(n - half) * sizeof *sorted);
    qsort(sorted, (size_t)(n - half), sizeof *sorted, compare);
    double later_s = sorted[(n - half) / 2], part_s = 0;
    double chance_s = find_extra(extra_s, round_s + half, n - half, later_s);
    double sum_s = find_extra(extra_s, round_s + 1, half - 1, later_s);
    while (sum_s > 4 * chance_s && count < half - 1 && part_s < 0.9 * sum_s)
        part_s += extra_s[count++];
    printf("# first %d %.9g %d %.9g %.9g %.9g\n", size, fmax(0, 0.5 * (round_s[0] - later_s)), count,
           count ? 0.5 * part_s / count : 0, waited_s, all_s);
}

/* A ping-pong from the first message of the processes on. */
static void measure_first(int size) {
    static double round_s[FIRST_ROUNDS];
    int n = FIRST_ROUNDS;
    double waited_s = bsim_waited_s(), both_s, begin = MPI_Wtime();
    for (int i = 0; i < n; i++) {
        double start = MPI_Wtime();
        round_trip(size, 1);
        round_s[i] = MPI_Wtime() - start;
        if (i == LEAST_ROUNDS / 2)
            n = agree((int)fmin(FIRST_ROUNDS, fmax(LEAST_ROUNDS, i * FIRST_BUDGET_S / (MPI_Wtime() - begin))));
    }
    double all_s = MPI_Wtime() - begin;
    waited_s = bsim_waited_s() - waited_s;
    MPI_Reduce(&waited_s, &both_s, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        print_first(size, round_s, n, both_s, all_s);
}

int main(int argc, char **argv) {
    int world, first = argc > 2 && strcmp(argv[1], "first") == 0 ? atoi(argv[2]) : -1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &world);
    int pairs = world / 2;
    double budget_s = argc > 1 ? atof(argv[1]) : 4;
    if (first >= 0)
        pool_size = (size_t)first + CACHED;
    else if (argc > 2)
        largest = (int)fmin(1 << 30, fmax(1 << 16, atof(argv[2])));
    peer = (rank + pairs) % world;
    if (first < 0 && 2 * (size_t)largest > pool_size)
        pool_size = 2 * (size_t)largest;
    pool = malloc(pool_size);
    if (world % 2 != 0 || pool == NULL) {
        fprintf(stderr, "pingpong: needs an even number of processes, with %zu MiB each\n", pool_size >> 20);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    memset(pool, rank, pool_size);
    if (first >= 0)
        measure_first(first);
    else if (world == 2)
        measure_pair(budget_s);
    else
        measure_pairs(pairs);
    free(pool);
    end_mpi();
}

/* replay_order.c - ranks send each other messages of many sizes with two tags, and compare what comes with MPI's order:
 * of two messages with one sender, one receiver and one tag the earlier one is received first. Arguments: the seed, the
 * number of messages, and 1 for receives from any source. Exit code 1 if the order is another. */
#include <bsim/bsim.h>
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { TAGS = 2, SIZES = 11, MOST_BYTES = 300000 };
static const int sizes[SIZES] = {8, 16, 8, 400, 700, 3000, 4096, 4097, 20000, 70000, MOST_BYTES};

struct content {
    int number; /* among the messages of its sender to its receiver with its tag */
    int bytes;
};

static unsigned draw(unsigned long long *state, unsigned below) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(*state >> 33) % below;
}

/* Mostly 0, else up to 10 us. */
static double pause_of(unsigned long long *state) {
    return draw(state, 3) ? 0 : draw(state, 1000) * 1e-8;
}

struct message {
    int from, to, tag, bytes;
    double before_send_s, before_recv_s;
};

static struct message draw_message(unsigned long long *state, int np) {
    struct message m;
    m.from = (int)draw(state, (unsigned)np);
    m.to = (m.from + 1 + (int)draw(state, (unsigned)np - 1)) % np;
    m.tag = (int)draw(state, TAGS);
    m.bytes = sizes[draw(state, SIZES)];
    m.before_send_s = pause_of(state);
    m.before_recv_s = pause_of(state);
    return m;
}

static char *buffer(char *all, int i) {
    return all + (size_t)i * MOST_BYTES;
}

static void *zeroed(size_t n, size_t size) {
    void *p = calloc(n, size);
    if (!p)
        MPI_Abort(MPI_COMM_WORLD, 2);
    return p;
}

/* How many of the n messages that came are not the next of their sender and tag. */
static int wrong(int n, char *in, const MPI_Status *status, int np) {
    int *next = zeroed((size_t)np * TAGS, sizeof *next), bad = 0;
    for (int i = 0; i < n; i++) {
        const struct content *c = (const struct content *)(const void *)buffer(in, i);
        int bytes;
        MPI_Get_count(&status[i], MPI_BYTE, &bytes);
        bad += c->bytes != bytes || c->number != next[status[i].MPI_SOURCE * TAGS + status[i].MPI_TAG]++;
    }
    free(next);
    return bad;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    unsigned long long state = strtoull(argv[1], NULL, 10);
    int n = atoi(argv[2]), any = atoi(argv[3]), rank, np, sent = 0, received = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &np);
    char *out = zeroed((size_t)n, MOST_BYTES), *in = zeroed((size_t)n, MOST_BYTES);
    MPI_Request *sends = zeroed((size_t)n, sizeof *sends), *recvs = zeroed((size_t)n, sizeof *recvs);
    MPI_Status *status = zeroed((size_t)n, sizeof *status);
    int *number = zeroed((size_t)np * TAGS, sizeof *number);
    struct message *all = zeroed((size_t)n, sizeof *all);
    bool late = draw(&state, 2); /* all receives are posted behind all sends */
    for (int i = 0; i < n; i++)
        all[i] = draw_message(&state, np);
    for (int i = 0; i < 2 * n; i++) {
        const struct message *m = &all[late ? i % n : i / 2];
        bool receives = late ? i >= n : i % 2;
        if (receives && m->to == rank) {
            BSIM_Add_time(m->before_recv_s);
            MPI_Irecv(buffer(in, received), MOST_BYTES, MPI_BYTE, any ? MPI_ANY_SOURCE : m->from, m->tag,
                      MPI_COMM_WORLD, &recvs[received]);
            received++;
        } else if (!receives && m->from == rank) {
            BSIM_Add_time(m->before_send_s);
            *(struct content *)(void *)buffer(out, sent) = (struct content){number[m->to * TAGS + m->tag]++, m->bytes};
            MPI_Isend(buffer(out, sent), m->bytes, MPI_BYTE, m->to, m->tag, MPI_COMM_WORLD, &sends[sent]);
            sent++;
        }
    }
    MPI_Waitall(received, recvs, status);
    MPI_Waitall(sent, sends, MPI_STATUSES_IGNORE);
    int bad = wrong(received, in, status, np);
    if (bad)
        fprintf(stderr, "rank %d: %d of %d messages out of order\n", rank, bad, received);
    MPI_Finalize();
    return bad > 0;
}

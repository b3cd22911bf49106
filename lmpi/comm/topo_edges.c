/* topo_edges.c - the messages of MPI_Dist_graph_create, as MPICH's: the members agree on a context; a reduce-scatter
 * tells each from how many others it will hear; and each sends the edges that it was given to their ends. To each
 * member it sends those that come to it, and then those that leave it, as pairs of a rank and a weight. Must not know
 * what the constructor makes. */
#include <stdlib.h>

#include "lmpi/coll/coll_program.h"
#include "lmpi/comm/context.h"
#include "lmpi/comm/topo.h"

enum { EACH_COUNT = 2, EACH_BYTES = EACH_COUNT * 4, EDGE_BYTES = 8 };

/* Edges from one member to another: those that come to it, or leave it. */
typedef struct letter {
    int from, to;
    bool leave;
    int64_t bytes;
} letter;

/* Letters by their senders, and by their receivers, who first take those of edges that come. */
typedef struct post {
    letter *sent, *received;
    int64_t *first_sent, *first_received; /* of each member; n + 1 entries */
} post;

static int by_sender(const void *a, const void *b) {
    const letter *x = a, *y = b;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    if (x->to != y->to)
        return x->to < y->to ? -1 : 1;
    return x->leave - y->leave;
}

static int by_receiver(const void *a, const void *b) {
    const letter *x = a, *y = b;
    if (x->to != y->to)
        return x->to < y->to ? -1 : 1;
    if (x->leave != y->leave)
        return x->leave - y->leave;
    return x->from < y->from ? -1 : x->from > y->from;
}

/* A letter for each end of each edge, but for what a member tells itself. Returns their number. */
static int64_t write_letters(const lmpi_coll_run *run, letter *to) {
    int64_t n = 0;
    for (int i = 0; i < run->n; i++) {
        const lmpi_edges *a = run->call[i]->arguments;
        for (int s = 0, e = 0; s < a->n; s++)
            for (int d = 0; d < a->degrees[s]; d++, e++) {
                if (a->destinations[e] != i)
                    to[n++] = (letter){i, a->destinations[e], false, EDGE_BYTES};
                if (a->sources[s] != i)
                    to[n++] = (letter){i, a->sources[s], true, EDGE_BYTES};
            }
    }
    return n;
}

/* Letters of one sender, receiver and kind are one. */
static int64_t together(letter *of, int64_t n) {
    int64_t kept = 0;
    qsort(of, (size_t)n, sizeof *of, by_sender);
    for (int64_t i = 0; i < n; i++) {
        if (kept && by_sender(&of[kept - 1], &of[i]) == 0)
            of[kept - 1].bytes += of[i].bytes;
        else
            of[kept++] = of[i];
    }
    return kept;
}

static post post_of(const lmpi_coll_run *run) {
    size_t n = (size_t)run->n, most = 0;
    for (int i = 0; i < run->n; i++) {
        const lmpi_edges *a = run->call[i]->arguments;
        for (int s = 0; s < a->n; s++)
            most += 2 * (size_t)a->degrees[s];
    }
    post p = {.sent = lmpi_coll_scratch((most + 1) * sizeof *p.sent),
              .first_sent = lmpi_coll_scratch((n + 1) * sizeof *p.first_sent),
              .first_received = lmpi_coll_scratch((n + 1) * sizeof *p.first_received)};
    int64_t letters = together(p.sent, write_letters(run, p.sent));
    p.received = lmpi_coll_scratch(((size_t)letters + 1) * sizeof *p.received);
    for (int64_t i = 0; i < letters; i++) {
        p.received[i] = p.sent[i];
        p.first_sent[p.sent[i].from + 1]++;
        p.first_received[p.sent[i].to + 1]++;
    }
    qsort(p.received, (size_t)letters, sizeof *p.received, by_receiver);
    for (size_t i = 0; i < n; i++) {
        p.first_sent[i + 1] += p.first_sent[i];
        p.first_received[i + 1] += p.first_received[i];
    }
    return p;
}

static lmpi_step step(const void *what, int member, int64_t i) {
    const post *p = what;
    int64_t out = p->first_sent[member + 1] - p->first_sent[member];
    int64_t in = p->first_received[member + 1] - p->first_received[member];
    const letter *sent = p->sent + p->first_sent[member] + i;
    if (i < out)
        return (lmpi_step){LMPI_STEP_SEND, sent->to, sent->bytes};
    if (i < out + in)
        return (lmpi_step){LMPI_STEP_RECEIVE, p->received[p->first_received[member] + i - out].from, 0};
    if (i == out + in && i > 0)
        return (lmpi_step){LMPI_STEP_WAIT_OLDEST, 0, i};
    return (lmpi_step){LMPI_STEP_END, 0, 0};
}

static void tell_counts(lmpi_coll_run *run) {
    int64_t *start = lmpi_coll_scratch(((size_t)run->n + 1) * sizeof *start);
    for (int i = 0; i < run->n; i++)
        start[i + 1] = start[i] + EACH_BYTES;
    lmpi_coll_choose(run, BSIM_COLLECTIVE_reduce_scatter_block,
                     &(lmpi_task){.bytes = EACH_BYTES,
                                  .start = start,
                                  .count = EACH_COUNT * (int64_t)run->n,
                                  .each = EACH_BYTES / EACH_COUNT,
                                  .commutes = true,
                                  .predefined = true,
                                  .purpose = LMPI_FOR_CONTEXT});
}

void lmpi_topology_edges_time(lmpi_coll_run *run) {
    lmpi_context_time(run);
    tell_counts(run);
    post p = post_of(run);
    lmpi_coll_perform(run, step, &p);
}

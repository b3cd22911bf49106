/* goal_replay.c - a plain replay of a GOAL schedule with the LogGP model, for comparison with bsim simulate.
 *
 * Works as LogGOPSim's authors describe their simulator (Hoefler, Schneider, Lumsdaine: LogGOPSim, HPDC 2010): one
 * queue of events in the order of time holds the operations whose dependencies are met, and the messages under way. An
 * operation that finds its processor busy goes back into the queue. Each rank has a list of posted receives and one of
 * messages that nobody has received. A message of s bytes takes the sender's processor o, is there L + (s-1) G later,
 * and takes the receiver's processor o; the sender's next message follows after (s-1) G. All messages are eager.
 *
 * Prints "OPERATIONS MESSAGES END_NS SECONDS": the predicted end, and the processor time of the simulation alone,
 * without reading the schedule, since LogGOPSim reads a binary form of it.
 *
 * usage: goal_replay L_NS O_NS G_NS_PER_BYTE FILE */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum kind { CALC, SEND, RECV };

struct op {
    int64_t amount; /* ns or bytes */
    int32_t rank, peer, waits_for;
    uint32_t tag, first; /* its followers: edges[first] to edges[(op + 1)->first] */
    uint8_t kind;
};
struct edge {
    uint32_t from, to;
    bool begin; /* the follower waits for the begin, not for the end */
};
struct event {
    double time;
    uint64_t order; /* of events at one time */
    uint32_t op;
    bool arrives; /* the message of the send op; else op is ready */
};
struct waiting {
    uint32_t op;
    int32_t source;
    uint32_t tag;
};
struct list {
    struct waiting *of;
    int n, room;
};
struct rank {
    double processor_s, card_s; /* when they are free, in ns */
    struct list posted, arrived;
};

static struct op *ops;
static struct edge *edges;
static uint32_t nop, nedge;
static struct event *heap;
static size_t nevent, room;
static struct rank *ranks;
static int nrank;
static uint64_t next_order;
static double latency, overhead, gap, last;

static void *grow(void *memory, size_t n, size_t size) {
    if (n & (n - 1) && n)
        return memory;
    memory = realloc(memory, (n ? 2 * n : 1) * size);
    if (!memory)
        exit(2);
    return memory;
}

/* ---- the queue ---- */

static bool before(const struct event *a, const struct event *b) {
    return a->time != b->time ? a->time < b->time : a->order < b->order;
}

static void push(double time, uint32_t op, bool arrives) {
    struct event e = {time, next_order++, op, arrives};
    if (nevent == room)
        heap = realloc(heap, (room = room ? 2 * room : 1024) * sizeof *heap);
    size_t i = nevent++;
    for (; i > 0 && before(&e, &heap[(i - 1) / 2]); i = (i - 1) / 2)
        heap[i] = heap[(i - 1) / 2];
    heap[i] = e;
}

static struct event pop(void) {
    struct event top = heap[0], e = heap[--nevent];
    size_t i = 0, child;
    for (; (child = 2 * i + 1) < nevent; i = child) {
        if (child + 1 < nevent && before(&heap[child + 1], &heap[child]))
            child++;
        if (!before(&heap[child], &e))
            break;
        heap[i] = heap[child];
    }
    heap[i] = e;
    return top;
}

/* ---- the model ---- */

/* The operation begins, or ends: lets those go that wait for this. */
static void release(uint32_t op, bool begin, double time) {
    last = time > last ? time : last;
    for (uint32_t i = ops[op].first; i < ops[op + 1].first; i++)
        if (edges[i].begin == begin && --ops[edges[i].to].waits_for == 0)
            push(time, edges[i].to, false);
}

/* Takes the first entry with this source and tag. */
static bool take(struct list *list, int32_t source, uint32_t tag, uint32_t *op) {
    for (int i = 0; i < list->n; i++)
        if (list->of[i].source == source && list->of[i].tag == tag) {
            *op = list->of[i].op;
            memmove(list->of + i, list->of + i + 1, (size_t)(--list->n - i) * sizeof *list->of);
            return true;
        }
    return false;
}

static void put(struct list *list, struct waiting w) {
    if (list->n == list->room)
        list->of = realloc(list->of, (size_t)(list->room = list->room ? 2 * list->room : 4) * sizeof *list->of);
    list->of[list->n++] = w;
}

static void receive(struct rank *r, uint32_t op, double time) {
    double begin = time > r->processor_s ? time : r->processor_s;
    r->processor_s = begin + overhead;
    release(op, false, r->processor_s);
}

static void handle(const struct event *e) {
    const struct op *o = &ops[e->op];
    struct rank *r = &ranks[e->arrives ? o->peer : o->rank];
    double bytes = o->amount > 1 ? (double)o->amount - 1 : 0, free = r->processor_s;
    uint32_t other;
    if (e->arrives) {
        if (take(&r->posted, o->rank, o->tag, &other))
            receive(r, other, e->time);
        else
            put(&r->arrived, (struct waiting){e->op, o->rank, o->tag});
        return;
    }
    if (o->kind == SEND && r->card_s > free)
        free = r->card_s;
    if (o->kind != RECV && free > e->time) {
        push(free, e->op, false);
        return;
    }
    release(e->op, true, e->time);
    if (o->kind == CALC) {
        r->processor_s = e->time + (double)o->amount;
        release(e->op, false, r->processor_s);
    } else if (o->kind == SEND) {
        r->processor_s = e->time + overhead;
        r->card_s = r->processor_s + bytes * gap;
        push(r->processor_s + latency + bytes * gap, e->op, true);
        release(e->op, false, r->processor_s);
    } else if (take(&r->arrived, o->peer, o->tag, &other)) {
        receive(r, e->op, e->time);
    } else {
        put(&r->posted, (struct waiting){e->op, o->peer, o->tag});
    }
}

/* ---- the schedule ---- */

static int by_front(const void *a, const void *b) {
    const struct edge *x = a, *y = b;
    return x->from != y->from ? (x->from > y->from) - (x->from < y->from) : (x->to > y->to) - (x->to < y->to);
}

static void read_line(const char *line, uint32_t base, int rank) {
    struct op o = {.rank = rank, .peer = -1};
    struct edge e = {0};
    char kind[8], word[16];
    uint32_t label;
    if (sscanf(line, " l%" SCNu32 ": calc %" SCNd64, &label, &o.amount) == 2) {
        o.kind = CALC;
    } else if (sscanf(line, " l%" SCNu32 ": %7s %" SCNd64 "b %*s %" SCNd32 " tag %" SCNu32, &label, kind, &o.amount,
                      &o.peer, &o.tag) == 5) {
        o.kind = strcmp(kind, "send") == 0 ? SEND : RECV;
    } else if (sscanf(line, " l%" SCNu32 " %15s l%" SCNu32, &e.to, word, &e.from) == 3) {
        e = (struct edge){e.from + base, e.to + base, word[0] == 'i'};
        edges = grow(edges, nedge, sizeof *edges);
        edges[nedge++] = e;
        return;
    } else {
        fprintf(stderr, "goal_replay: this is no line of GOAL: %s", line);
        exit(2);
    }
    ops = grow(ops, nop, sizeof *ops);
    ops[nop++] = o;
}

static void read_schedule(const char *path) {
    char line[512];
    uint32_t base = 0;
    int rank = -1;
    FILE *f = fopen(path, "r");
    if (!f || fscanf(f, "num_ranks %d ", &nrank) != 1) {
        fprintf(stderr, "goal_replay: %s: no GOAL schedule\n", path);
        exit(2);
    }
    while (fgets(line, sizeof line, f)) {
        if (sscanf(line, "rank %d {", &rank) == 1)
            base = nop - 1; /* labels begin with l1 */
        else if (line[strspn(line, " \t")] != '}' && line[strspn(line, " \t")] != '\n')
            read_line(line, base, rank);
    }
    fclose(f);
    ops = realloc(ops, (nop + 1) * sizeof *ops);
    qsort(edges, nedge, sizeof *edges, by_front);
    for (uint32_t i = 0, at = 0; i <= nop; i++) {
        while (at < nedge && edges[at].from < i)
            at++;
        ops[i].first = at;
    }
    for (uint32_t i = 0; i < nedge; i++)
        ops[edges[i].to].waits_for++;
    ranks = calloc((size_t)nrank, sizeof *ranks);
}

int main(int argc, char **argv) {
    if (argc != 5) {
        fprintf(stderr, "usage: goal_replay L_NS O_NS G_NS_PER_BYTE FILE\n");
        return 2;
    }
    latency = atof(argv[1]);
    overhead = atof(argv[2]);
    gap = atof(argv[3]);
    read_schedule(argv[4]);
    uint64_t messages = 0, done = 0;
    clock_t start = clock();
    for (uint32_t i = 0; i < nop; i++)
        if (ops[i].waits_for == 0)
            push(0, i, false);
    while (nevent > 0) {
        struct event e = pop();
        done++;
        messages += e.arrives;
        handle(&e);
    }
    printf("%" PRIu32 " %" PRIu64 " %.0f %.6f\n", nop, messages, last, (double)(clock() - start) / CLOCKS_PER_SEC);
    return done == 0;
}

/* coll_time.c - the messages of collectives, applied to arrays of clocks.
 *
 * With one scenario, eager messages use closed formulas (network.h), which are bit-identical to the functions of
 * bsim_context.net (tests/unit/times_coll.c compares). Waiting time is SC08's: the part of a receive before the sender
 * has begun, and the part of a rendezvous send before the receiver has begun.
 *
 * Over shared links the functions note steps instead (coll_steps.h). */
#include "lmpi/coll/coll_steps.h"
#include "lmpi/coll/coll_time.h"

#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/cost/operators.h"
#include "bsim/stat/traffic.h"
#include "lmpi/coll/coll_message.h"
#include "lmpi/coll/coll_wire.h"
#include "lmpi/datatype/op.h"
#include "lmpi/match/match.h"

/* ---- scratch memory ---- */

typedef struct scratch {
    struct scratch *next;
    max_align_t memory[];
} scratch;
static scratch *scratches;

void *lmpi_coll_scratch(size_t size) {
    scratch *s = bsim_alloc(sizeof *s + size);
    s->next = scratches;
    scratches = s;
    return s->memory;
}

void *lmpi_coll_scratch_mark(void) {
    return scratches;
}

void lmpi_coll_scratch_free(void *mark) {
    while (scratches && scratches != mark) {
        scratch *next = scratches->next;
        bsim_free(scratches);
        scratches = next;
    }
}

/* ---- one message ---- */

static inline int path_number(const lmpi_coll_run *run, int a, int b) {
    int hops = bsim_hops_between(run->node[a], run->node[b]);
    if (__builtin_expect(run->socket != NULL, 0))
        return bsim_path_number(hops, run->socket[a], run->socket[b]);
    return hops;
}

static inline const struct bsim_path *path_of(const lmpi_coll_run *run, int a, int b, int64_t bytes) {
    return bsim_path_for(&bsim_context.paths[path_number(run, a, b)], (double)bytes);
}

static int number_of(const lmpi_coll_run *run, int member) {
    return run->whole ? run->whole[member] : member;
}

static void __attribute__((noinline)) add_traffic(const lmpi_coll_run *run, int src, int dst,
                                                  const struct bsim_path *path, int64_t bytes) {
    if (run->counts_traffic)
        bsim_traffic_add(lmpi_comm_world(run->comm, number_of(run, src)),
                         lmpi_comm_world(run->comm, number_of(run, dst)), bytes, path->link.gap_s_per_byte[0]);
}

/* path: of the message; NULL: it is counted for its ranks where it is sent. */
static inline void count(lmpi_coll_run *run, int src, int dst, const struct bsim_path *path, int64_t bytes) {
    if (__builtin_expect(bytes > bsim_context.traffic_above, 0) && path)
        add_traffic(run, src, dst, path, bytes);
    run->messages++;
    run->bytes += (uint64_t)bytes;
    if (__builtin_expect(run->sent_messages != NULL, 0)) {
        run->sent_messages[src]++;
        run->sent_bytes[src] += (uint64_t)bytes;
    }
}

/* As count, with steps. */
static void count_noted(lmpi_coll_run *run, int src, int64_t bytes) {
    if (!run->of_one || src == run->one)
        count(run, src, src, NULL, bytes);
}

static inline double *clock_of(const lmpi_coll_run *run, int member) {
    return run->t + (size_t)member * (size_t)bsim_context.nscen;
}

static inline void wait_for(lmpi_coll_run *run, int member, double own, double other) {
    if (other > own)
        run->wait_s[member] += other - own;
}

typedef lmpi_pending pending;

/* What by_time compares: the times of a list in one scenario. */
struct sort_by {
    const pending *list;
    int k;
};

static double due_of(const pending *p, int k) {
    return bsim_done_due(p->path, p->what, p->bytes, k, p->ready[k]);
}

static int by_time(const void *a, const void *b, void *arg) {
    const struct sort_by *by = arg;
    int i = *(const int *)a, j = *(const int *)b;
    double x = due_of(&by->list[i], by->k), y = due_of(&by->list[j], by->k);
    return x < y ? -1 : x > y ? 1 : i - j;
}

static void sort(const pending *list, int n, int *order, int k) {
    enum { SHORT_LIST = 64 };
    for (int i = 0; i < n; i++) {
        int at = i;
        double due_s = due_of(&list[i], k);
        for (; n <= SHORT_LIST && at > 0 && due_of(&list[order[at - 1]], k) > due_s; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
    if (n > SHORT_LIST)
        qsort_r(order, (size_t)n, sizeof *order, by_time, &(struct sort_by){list, k});
}

static bool in_order(const pending *list, int n, const int *order, int k) {
    for (int i = 1; i < n; i++) {
        double x = due_of(&list[order[i - 1]], k), y = due_of(&list[order[i]], k);
        if (x > y || (x == y && order[i - 1] > order[i]))
            return false;
    }
    return true;
}

static void complete_one(const pending *p, double *t) {
    if (p->what == BSIM_DONE_RECV)
        bsim_context.net->recv_done(p->path, p->bytes, t, p->ready, t);
    else if (p->what == BSIM_DONE_RENDEZVOUS_RECV)
        bsim_context.net->rendezvous_recv_done(p->path, p->bytes, t, p->ready, t);
    else
        bsim_context.net->rendezvous_send_done(p->path, p->bytes, t, p->ready, t);
}

/* MPI_Waitall, as in wait.c: each scenario completes operations in the order in which they are due; ties: the
 * order of the list. If all scenarios have one order they are computed together. order has room for n numbers. */
static void complete(const pending *list, int n, int *order, double *t) {
    int same = 1;
    sort(list, n, order, 0);
    while (same < bsim_times() && in_order(list, n, order, same))
        same++;
    if (same == bsim_times()) {
        for (int i = 0; i < n; i++)
            complete_one(&list[order[i]], t);
        return;
    }
    for (int k = 0; k < bsim_context.nscen; k++) {
        sort(list, n, order, k);
        for (int i = 0; i < n; i++) {
            const pending *p = &list[order[i]];
            t[k] = bsim_context.net->done_one(p->path, p->what, p->bytes, k, t[k], p->ready[k]);
        }
    }
}

static inline pending pending_send(const struct bsim_path *path, double bytes, const double *ready) {
    return (pending){path, bytes, ready, BSIM_DONE_RENDEZVOUS_SEND};
}

static inline pending pending_receive(const struct bsim_path *path, double bytes, const double *ready) {
    return (pending){path, bytes, ready, bytes <= path->eager_all ? BSIM_DONE_RECV : BSIM_DONE_RENDEZVOUS_RECV};
}

static inline void message(lmpi_coll_run *run, int src, int dst, int64_t bytes) {
    const struct bsim_path *path = path_of(run, src, dst, bytes);
    double *s = clock_of(run, src), *r = clock_of(run, dst), size = (double)bytes;
    double spost = *s, rpost = *r;
    struct bsim_eager e;
    count(run, src, dst, path, bytes);
    wait_for(run, dst, rpost, spost);
    if (bsim_eager_of(path, size, &e)) {
        *s = spost + e.send_s;
        *r = bsim_eager_received(&e, *s, rpost, rpost);
        return;
    }
    double release[BSIM_MAX_SCENARIOS], arrive[BSIM_MAX_SCENARIOS], ready[BSIM_MAX_SCENARIOS],
        sready[BSIM_MAX_SCENARIOS];
    lmpi_wire_send(run, src, dst, path, size, s, release, arrive);
    if (size <= path->eager_all) {
        lmpi_wire_ready(run, src, dst, path, size, r, arrive, ready);
        bsim_context.net->recv_done(path, size, r, ready, r);
        bsim_clock_copy(s, release);
        return;
    }
    if (size > path->link.eager_limit_bytes[0])
        wait_for(run, src, spost, rpost);
    lmpi_wire_rendezvous(run, src, dst, path, size, release, arrive, r, sready, ready);
    bsim_context.net->rendezvous_send_done(path, size, release, sready, s);
    bsim_context.net->rendezvous_recv_done(path, size, r, ready, r);
}

void lmpi_coll_message(lmpi_coll_run *run, int src, int dst, int64_t bytes) {
    if (run->steps) {
        count_noted(run, src, bytes);
        lmpi_coll_step(run, src, LMPI_COLL_SEND, dst, bytes);
        lmpi_coll_step(run, dst, LMPI_COLL_RECV, src, bytes);
        return;
    }
    message(run, src, dst, bytes);
}

/* ---- MPI_Sendrecv ---- */

void lmpi_coll_exchange(lmpi_coll_run *run, int a, int b, int64_t bytes_ab, int64_t bytes_ba) {
    if (run->steps) {
        count_noted(run, a, bytes_ab);
        count_noted(run, b, bytes_ba);
        lmpi_coll_note_exchange(run, a, b, bytes_ab, bytes_ba);
        return;
    }
    const struct bsim_path *path[2] = {path_of(run, a, b, bytes_ab), path_of(run, b, a, bytes_ba)};
    count(run, a, b, path[0], bytes_ab);
    count(run, b, a, path[1], bytes_ba);
    double *ta = clock_of(run, a), *tb = clock_of(run, b);
    double size[2] = {(double)bytes_ab, (double)bytes_ba};
    struct bsim_eager e[2];
    wait_for(run, a, *ta, *tb);
    wait_for(run, b, *tb, *ta);
    if (bsim_eager_of(path[0], size[0], &e[0]) && bsim_eager_of(path[1], size[1], &e[1])) {
        double release_a = *ta + e[0].send_s, release_b = *tb + e[1].send_s;
        *ta = bsim_eager_received(&e[1], release_b, *ta, release_a);
        *tb = bsim_eager_received(&e[0], release_a, *tb, release_b);
        return;
    }
    if (path[0] == path[1] && size[0] <= path[0]->eager_all && size[1] <= path[0]->eager_all &&
        !path[0]->through_cards && !path[0]->detached && !path[0]->laws) {
        bsim_context.net->eager_exchange(path[0], size[0], size[1], ta, tb);
        return;
    }
    double *clock[2] = {ta, tb};
    const int member[2] = {a, b};
    double arrive[2][BSIM_MAX_SCENARIOS], release[2][BSIM_MAX_SCENARIOS], rready[2][BSIM_MAX_SCENARIOS],
        sready[2][BSIM_MAX_SCENARIOS];
    for (int i = 0; i < 2; i++)
        lmpi_wire_send(run, member[i], member[1 - i], path[i], size[i], clock[i], release[i], arrive[i]);
    for (int i = 0; i < 2; i++) { /* the message of side i; the other side has posted its receive before its send */
        if (size[i] <= path[i]->eager_all)
            lmpi_wire_ready(run, member[i], member[1 - i], path[i], size[i], clock[1 - i], arrive[i], rready[1 - i]);
        else
            lmpi_wire_rendezvous(run, member[i], member[1 - i], path[i], size[i], release[i], arrive[i], clock[1 - i],
                                 sready[i], rready[1 - i]);
    }
    for (int i = 0; i < 2; i++) { /* side i waits for its receive, and for its send unless that is eager */
        pending list[2];
        int n = 0, order[2];
        if (size[i] > path[i]->eager_all)
            list[n++] = pending_send(path[i], size[i], sready[i]);
        list[n++] = pending_receive(path[1 - i], size[1 - i], rready[i]);
        bsim_clock_copy(clock[i], release[i]);
        complete(list, n, order, clock[i]);
    }
}

/* An array of `each` clocks for each member of a run. */
static double *new_clocks(const lmpi_coll_run *run, size_t each) {
    return lmpi_coll_scratch((size_t)run->n * each * (size_t)bsim_context.nscen * sizeof(double));
}

/* Clock number `place` of an array, which has K entries. */
static inline double *at(double *clocks, size_t place) {
    return clocks + place * (size_t)bsim_context.nscen;
}

static struct {
    double *release, *arrive, *sready;
} shift_memory;
static size_t shift_room;

static void shift_reserve(const lmpi_coll_run *run) {
    size_t need = (size_t)run->n * (size_t)bsim_context.nscen;
    if (need <= shift_room)
        return;
    bsim_free(shift_memory.release);
    shift_memory.release = bsim_alloc(3 * need * sizeof(double));
    shift_memory.arrive = shift_memory.release + need;
    shift_memory.sready = shift_memory.arrive + need;
    shift_room = need;
}

/* lmpi_coll_shift if there is one scenario and all messages are eager and equally long; else false. */
static bool shift_fast(lmpi_coll_run *run, int distance, int64_t bytes) {
    struct bsim_eager inter, intra, far;
    if (bsim_context.paths_differ ||
        !bsim_eager_of(bsim_path_for(&bsim_context.paths[1], (double)bytes), (double)bytes, &inter) ||
        !bsim_eager_of(bsim_path_for(&bsim_context.paths[0], (double)bytes), (double)bytes, &intra))
        return false;
    bool flat = bsim_context.most_hops == 1;
    double *release = shift_memory.release, *post = shift_memory.arrive, *t = run->t;
    int n = run->n;
    for (int i = 0; i < n; i++) {
        int to = i + distance < n ? i + distance : i + distance - n;
        post[i] = t[i];
        release[i] = t[i] + (run->node[i] == run->node[to] ? intra.send_s : inter.send_s);
    }
    for (int i = 0; i < n; i++) {
        int from = i - distance >= 0 ? i - distance : i - distance + n;
        const struct bsim_eager *e = run->node[i] == run->node[from] ? &intra : &inter;
        if (!flat && e == &inter) {
            bsim_eager_of(path_of(run, from, i, bytes), (double)bytes, &far);
            e = &far;
        }
        t[i] = bsim_eager_received(e, release[from], post[i], release[i]);
        wait_for(run, i, post[i], post[from]);
    }
    run->messages += (uint64_t)n;
    run->bytes += (uint64_t)n * (uint64_t)bytes;
    for (int i = 0; run->sent_messages && i < n; i++) {
        run->sent_messages[i]++;
        run->sent_bytes[i] += (uint64_t)bytes;
    }
    for (int i = 0; bytes > bsim_context.traffic_above && i < n; i++) {
        int to = i + distance < n ? i + distance : i + distance - n;
        add_traffic(run, i, to, path_of(run, i, to, bytes), bytes);
    }
    return true;
}

static void note_shift(lmpi_coll_run *run, int distance, const int64_t *bytes, int64_t uniform) {
    for (int i = lmpi_coll_noted_from(run); i < lmpi_coll_noted_to(run); i++) {
        int to = (i + distance) % run->n, from = (i - distance + run->n) % run->n;
        int64_t out = bytes ? bytes[i] : uniform, in = bytes ? bytes[from] : uniform;
        if (out >= 0)
            count(run, i, to, NULL, out);
        lmpi_coll_note_sendrecv(run, i, to, out, from, in);
    }
}

void lmpi_coll_shift(lmpi_coll_run *run, int distance, const int64_t *bytes, int64_t uniform) {
    int n = run->n;
    distance = ((distance % n) + n) % n;
    if (distance == 0 || (!bytes && uniform < 0))
        return;
    if (run->steps) {
        note_shift(run, distance, bytes, uniform);
        return;
    }
    shift_reserve(run);
    if (!bytes && shift_fast(run, distance, uniform))
        return;
    double *release = shift_memory.release, *arrive = shift_memory.arrive, *sready = shift_memory.sready;
    for (int i = 0; i < n; i++) {
        int to = (i + distance) % n, from = (i - distance + n) % n;
        int64_t size = bytes ? bytes[i] : uniform;
        if (size >= 0) {
            lmpi_wire_send(run, i, to, path_of(run, i, to, size), (double)size, clock_of(run, i),
                           at(release, (size_t)i), at(arrive, (size_t)i));
            count(run, i, to, path_of(run, i, to, size), size);
        } else {
            bsim_clock_copy(at(release, (size_t)i), clock_of(run, i));
        }
        if ((bytes ? bytes[from] : uniform) >= 0)
            wait_for(run, i, *clock_of(run, i), *clock_of(run, from));
    }
    for (int i = 0; i < n; i++) { /* member i's receive is ready at t[i], the matching send at sready */
        int from = (i - distance + n) % n;
        int64_t size = bytes ? bytes[from] : uniform;
        const struct bsim_path *path = path_of(run, from, i, size);
        double *released = at(release, (size_t)from), *arrived = at(arrive, (size_t)from), post[BSIM_MAX_SCENARIOS];
        if (size < 0)
            continue;
        bsim_clock_copy(post, clock_of(run, i));
        if ((double)size <= path->eager_all)
            lmpi_wire_ready(run, from, i, path, (double)size, post, arrived, clock_of(run, i));
        else
            lmpi_wire_rendezvous(run, from, i, path, (double)size, released, arrived, post, at(sready, (size_t)from),
                                 clock_of(run, i));
    }
    for (int i = 0; i < n; i++) {
        int to = (i + distance) % n, from = (i - distance + n) % n;
        int64_t out = bytes ? bytes[i] : uniform, in = bytes ? bytes[from] : uniform;
        double *t = clock_of(run, i), ready[BSIM_MAX_SCENARIOS];
        const struct bsim_path *out_path = path_of(run, i, to, out), *in_path = path_of(run, from, i, in);
        pending list[2];
        int pendings = 0, order[2];
        if (out >= 0 && (double)out > out_path->eager_all)
            list[pendings++] = pending_send(out_path, (double)out, at(sready, (size_t)i));
        if (in >= 0)
            list[pendings++] = pending_receive(in_path, (double)in, ready);
        bsim_clock_copy(ready, t);
        bsim_clock_copy(t, at(release, (size_t)i));
        complete(list, pendings, order, t);
    }
}

/* ---- many at once ---- */

static void note_scattered(lmpi_coll_run *run, int first, int width,
                           int64_t (*bytes_of)(const lmpi_coll_run *run, int src, int dst)) {
    int n = run->n;
    for (int i = lmpi_coll_noted_from(run); i < lmpi_coll_noted_to(run); i++) {
        for (int s = first; s < first + width; s++) {
            int src = (i + s) % n;
            int64_t bytes = src == i ? -1 : bytes_of(run, src, i);
            if (bytes >= 0)
                lmpi_coll_step(run, i, LMPI_COLL_IRECV, src, bytes);
        }
        for (int s = first; s < first + width; s++) {
            int dst = ((i - s) % n + n) % n;
            int64_t bytes = dst == i ? -1 : bytes_of(run, i, dst);
            if (bytes < 0)
                continue;
            count(run, i, dst, NULL, bytes);
            lmpi_coll_step(run, i, LMPI_COLL_ISEND, dst, bytes);
        }
        lmpi_coll_step(run, i, LMPI_COLL_WAIT, i, 0);
    }
}

void lmpi_coll_scattered(lmpi_coll_run *run, int first, int width,
                         int64_t (*bytes_of)(const lmpi_coll_run *run, int src, int dst)) {
    int n = run->n;
    if (run->steps) {
        note_scattered(run, first, width, bytes_of);
        return;
    }
    void *mark = lmpi_coll_scratch_mark();
    size_t w = (size_t)width, k = (size_t)bsim_context.nscen;
    double *post = new_clocks(run, 1), *arrive = new_clocks(run, w), *sready = new_clocks(run, w),
           *ready = new_clocks(run, w), *release = new_clocks(run, w);
    memcpy(post, run->t, (size_t)n * k * sizeof *post);
    for (int i = 0; i < n; i++)
        for (int s = 0; s < width; s++) {
            int dst = ((i - s - first) % n + n) % n;
            int64_t bytes = dst == i ? -1 : bytes_of(run, i, dst);
            size_t slot = (size_t)i * w + (size_t)s;
            if (bytes < 0)
                continue;
            lmpi_wire_send(run, i, dst, path_of(run, i, dst, bytes), (double)bytes, clock_of(run, i), at(release, slot),
                           at(arrive, slot));
            bsim_clock_copy(clock_of(run, i), at(release, slot));
            count(run, i, dst, path_of(run, i, dst, bytes), bytes);
        }
    for (int i = 0; i < n; i++)
        for (int s = 0; s < width; s++) {
            int src = (i + s + first) % n;
            int64_t bytes = src == i ? -1 : bytes_of(run, src, i);
            size_t slot = (size_t)src * w + (size_t)s, own = (size_t)i * w + (size_t)s;
            const struct bsim_path *path = path_of(run, src, i, bytes);
            if (bytes < 0)
                continue;
            if ((double)bytes <= path->eager_all)
                lmpi_wire_ready(run, src, i, path, (double)bytes, at(post, (size_t)i), at(arrive, slot),
                                at(ready, own));
            else
                lmpi_wire_rendezvous(run, src, i, path, (double)bytes, at(release, slot), at(arrive, slot),
                                     at(post, (size_t)i), at(sready, slot), at(ready, own));
        }
    pending *list = lmpi_coll_scratch(2 * w * sizeof *list);
    int *order = lmpi_coll_scratch(2 * w * sizeof *order);
    for (int i = 0; i < n; i++) {
        double latest = *at(post, (size_t)i);
        int pendings = 0;
        for (int s = 0; s < width; s++) {
            int src = (i + s + first) % n;
            int64_t bytes = src == i ? -1 : bytes_of(run, src, i);
            size_t own = (size_t)i * w + (size_t)s;
            const struct bsim_path *path = path_of(run, src, i, bytes);
            if (bytes < 0)
                continue;
            latest = bsim_max(latest, *at(post, (size_t)src));
            list[pendings++] = pending_receive(path, (double)bytes, at(ready, own));
        }
        wait_for(run, i, *at(post, (size_t)i), latest);
        for (int s = 0; s < width; s++) {
            int dst = ((i - s - first) % n + n) % n;
            int64_t bytes = dst == i ? -1 : bytes_of(run, i, dst);
            const struct bsim_path *path = path_of(run, i, dst, bytes);
            if (bytes >= 0 && (double)bytes > path->eager_all)
                list[pendings++] = pending_send(path, (double)bytes, at(sready, (size_t)i * w + (size_t)s));
        }
        complete(list, pendings, order, clock_of(run, i));
    }
    lmpi_coll_scratch_free(mark);
}

/* A path on which no message is eager (MPI_Ssend). */
static const struct bsim_path *sync_path_of(const lmpi_coll_run *run, int a, int b, int64_t bytes) {
    return bsim_path_for(&lmpi_paths[path_number(run, a, b)][LMPI_PATH_SYNC], (double)bytes);
}

/* All others send to the root, or get from it: with one step each, and the root with one that starts and a wait. */
static void note_fan(lmpi_coll_run *run, int root, const int64_t *bytes, enum lmpi_coll_what others,
                     enum lmpi_coll_what of_root) {
    for (int i = 0; i < run->n; i++) {
        if (i == root || bytes[i] < 0)
            continue;
        count_noted(run, of_root == LMPI_COLL_ISEND ? root : i, bytes[i]);
        lmpi_coll_step(run, i, others, root, bytes[i]);
        lmpi_coll_step(run, root, of_root, i, bytes[i]);
    }
    lmpi_coll_step(run, root, LMPI_COLL_WAIT, root, 0);
}

void lmpi_coll_fan_in(lmpi_coll_run *run, int root, const int64_t *bytes, bool synchronous) {
    int n = run->n;
    if (run->steps) {
        note_fan(run, root, bytes, synchronous ? LMPI_COLL_SSEND : LMPI_COLL_SEND, LMPI_COLL_IRECV);
        return;
    }
    void *mark = lmpi_coll_scratch_mark();
    double *post = lmpi_coll_scratch((size_t)bsim_context.nscen * sizeof *post), *ready = new_clocks(run, 1);
    pending *list = lmpi_coll_scratch((size_t)n * sizeof *list);
    int *order = lmpi_coll_scratch((size_t)n * sizeof *order), pendings = 0;
    double release[BSIM_MAX_SCENARIOS], arrive[BSIM_MAX_SCENARIOS], sready[BSIM_MAX_SCENARIOS];
    double *t = clock_of(run, root), latest = *t;
    bsim_clock_copy(post, t);
    for (int i = 0; i < n; i++) {
        const struct bsim_path *path =
            synchronous ? sync_path_of(run, i, root, bytes[i]) : path_of(run, i, root, bytes[i]);
        double size = (double)bytes[i], *ti = clock_of(run, i), spost = *ti;
        if (i == root || bytes[i] < 0)
            continue;
        count(run, i, root, path, bytes[i]);
        latest = bsim_max(latest, spost);
        lmpi_wire_send(run, i, root, path, size, ti, release, arrive);
        if (size <= path->eager_all) {
            lmpi_wire_ready(run, i, root, path, size, post, arrive, at(ready, (size_t)i));
            bsim_clock_copy(ti, release);
        } else {
            if (size > path->link.eager_limit_bytes[0])
                wait_for(run, i, spost, *post);
            lmpi_wire_rendezvous(run, i, root, path, size, release, arrive, post, sready, at(ready, (size_t)i));
            bsim_context.net->rendezvous_send_done(path, size, release, sready, ti);
        }
        list[pendings++] = pending_receive(path, size, at(ready, (size_t)i));
    }
    wait_for(run, root, *post, latest);
    complete(list, pendings, order, t);
    lmpi_coll_scratch_free(mark);
}

void lmpi_coll_fan_out(lmpi_coll_run *run, int root, const int64_t *bytes) {
    int n = run->n;
    if (run->steps) {
        note_fan(run, root, bytes, LMPI_COLL_RECV, LMPI_COLL_ISEND);
        return;
    }
    void *mark = lmpi_coll_scratch_mark();
    double *sready = new_clocks(run, 1), *t = clock_of(run, root), latest = *t, first = *t;
    pending *list = lmpi_coll_scratch((size_t)n * sizeof *list);
    int *order = lmpi_coll_scratch((size_t)n * sizeof *order), pendings = 0;
    double release[BSIM_MAX_SCENARIOS], arrive[BSIM_MAX_SCENARIOS], ready[BSIM_MAX_SCENARIOS];
    for (int i = 0; i < n; i++) {
        const struct bsim_path *path = path_of(run, root, i, bytes[i]);
        double size = (double)bytes[i], *ti = clock_of(run, i);
        if (i == root || bytes[i] < 0)
            continue;
        count(run, root, i, path, bytes[i]);
        wait_for(run, i, *ti, *t);
        lmpi_wire_send(run, root, i, path, size, t, release, arrive);
        if (size <= path->eager_all) {
            lmpi_wire_ready(run, root, i, path, size, ti, arrive, ready);
            bsim_context.net->recv_done(path, size, ti, ready, ti);
        } else {
            if (size > path->link.eager_limit_bytes[0])
                latest = bsim_max(latest, *ti);
            lmpi_wire_rendezvous(run, root, i, path, size, release, arrive, ti, at(sready, (size_t)i), ready);
            bsim_context.net->rendezvous_recv_done(path, size, ti, ready, ti);
            list[pendings++] = pending_send(path, size, at(sready, (size_t)i));
        }
        bsim_clock_copy(t, release);
    }
    wait_for(run, root, first, latest);
    complete(list, pendings, order, t);
    lmpi_coll_scratch_free(mark);
}

/* ---- parts of a message, for programs of sends and receives ---- */

void lmpi_coll_count(lmpi_coll_run *run, int src, int64_t bytes) {
    count_noted(run, src, bytes);
}

void lmpi_coll_start(lmpi_coll_run *run, int src, int dst, int64_t bytes, double *t, double *arrive) {
    const struct bsim_path *path = path_of(run, src, dst, bytes);
    count(run, src, dst, path, bytes);
    lmpi_wire_send(run, src, dst, path, (double)bytes, t, t, arrive);
}

bool lmpi_coll_is_eager(const lmpi_coll_run *run, int src, int dst, int64_t bytes) {
    return (double)bytes <= path_of(run, src, dst, bytes)->eager_all;
}

void lmpi_coll_meet(lmpi_coll_run *run, int src, int dst, int64_t bytes, const double *release, const double *arrive,
                    const double *rpost, double *sready, double *ready) {
    const struct bsim_path *path = path_of(run, src, dst, bytes);
    if ((double)bytes <= path->eager_all)
        lmpi_wire_ready(run, src, dst, path, (double)bytes, rpost, arrive, ready);
    else
        lmpi_wire_rendezvous(run, src, dst, path, (double)bytes, release, arrive, rpost, sready, ready);
}

lmpi_pending lmpi_coll_pending(const lmpi_coll_run *run, int src, int dst, int64_t bytes, bool is_send,
                               const double *ready) {
    const struct bsim_path *path = path_of(run, src, dst, bytes);
    return is_send ? pending_send(path, (double)bytes, ready) : pending_receive(path, (double)bytes, ready);
}

void lmpi_coll_complete(const lmpi_pending *list, int n, int *order, double *t) {
    complete(list, n, order, t);
}

void lmpi_coll_combine(lmpi_coll_run *run, int member, int64_t bytes) {
    if (bytes <= 0 || !(bsim_context.work->reduces || bsim_operators_on))
        return;
    const lmpi_coll_call *call = run->call[number_of(run, member)];
    if (!lmpi_op_takes_time(call->op))
        return;
    if (run->steps) {
        lmpi_coll_step(run, member, LMPI_COLL_COMBINE, member, bytes);
        return;
    }
    int rank = lmpi_comm_world(run->comm, number_of(run, member));
    double spent_s = lmpi_op_add_time(call->op, bytes, lmpi_coll_size_of(call->recv_type), rank, clock_of(run, member));
    if (run->combine_s)
        run->combine_s[member] += spent_s;
}

/* ---- parts of a communicator ---- */

lmpi_coll_run lmpi_coll_part(const lmpi_coll_run *run, const int *member, int n) {
    size_t k = (size_t)bsim_context.nscen;
    lmpi_coll_run part = *run;
    int32_t *node = lmpi_coll_scratch((size_t)n * sizeof *node), *socket = NULL;
    int *whole = lmpi_coll_scratch((size_t)n * sizeof *whole);
    part.n = n;
    part.is_part = true;
    part.whole = whole;
    if (run->combine_s)
        part.combine_s = lmpi_coll_scratch((size_t)n * sizeof *part.combine_s);
    for (int i = 0; run->of_one && i < n; i++)
        if (member[i] == run->one)
            part.one = i;
    if (run->steps) {
        part.steps = lmpi_coll_scratch((size_t)n * sizeof *part.steps);
    } else {
        part.t = lmpi_coll_scratch((size_t)n * k * sizeof *part.t);
        part.wait_s = lmpi_coll_scratch((size_t)n * sizeof *part.wait_s);
    }
    part.messages = part.bytes = 0;
    if (run->sent_messages) {
        part.sent_messages = lmpi_coll_scratch((size_t)n * sizeof *part.sent_messages);
        part.sent_bytes = lmpi_coll_scratch((size_t)n * sizeof *part.sent_bytes);
    }
    for (int i = 0; i < n; i++) {
        if (!run->steps)
            bsim_clock_copy(clock_of(&part, i), clock_of(run, member[i]));
        node[i] = run->node ? run->node[member[i]] : 0;
        whole[i] = number_of(run, member[i]);
    }
    if (run->socket)
        socket = lmpi_coll_scratch((size_t)n * sizeof *socket);
    for (int i = 0; socket && i < n; i++)
        socket[i] = run->socket[member[i]];
    part.node = node;
    part.socket = socket;
    return part;
}

/* beside: see lmpi_coll_join_beside. */
static void join(lmpi_coll_run *run, const lmpi_coll_run *part, const int *member, bool beside) {
    run->messages += part->messages;
    run->bytes += part->bytes;
    if (run->steps) {
        lmpi_coll_join_steps(run, part, member);
        return;
    }
    for (int i = 0; i < part->n; i++) {
        double *t = clock_of(run, member[i]), longer_s = clock_of(part, i)[0] - t[0];
        if (beside)
            bsim_clock_raise(t, clock_of(part, i));
        else
            bsim_clock_copy(t, clock_of(part, i));
        if (!beside || part->wait_s[i] < longer_s)
            run->wait_s[member[i]] += part->wait_s[i];
        else if (longer_s > 0)
            run->wait_s[member[i]] += longer_s;
        if (run->combine_s)
            run->combine_s[member[i]] += part->combine_s[i];
        if (run->sent_messages) {
            run->sent_messages[member[i]] += part->sent_messages[i];
            run->sent_bytes[member[i]] += part->sent_bytes[i];
        }
    }
}

void lmpi_coll_join_part(lmpi_coll_run *run, const lmpi_coll_run *part, const int *member) {
    join(run, part, member, false);
}

void lmpi_coll_join_beside(lmpi_coll_run *run, const lmpi_coll_run *part, const int *member) {
    join(run, part, member, true);
}

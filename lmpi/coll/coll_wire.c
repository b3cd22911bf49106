/* coll_wire.c - one message of a collective on its way (coll_wire.h).
 *
 * The draws of all messages are those of member 0, with the counts of its call: their order is that of the algorithm. A
 * message has one number when it is sent and one when it is matched, whatever its protocol is, so that scenarios with
 * other protocols have the same draws. */
#include "lmpi/coll/coll_wire.h"

#include "lmpi/match/transfer.h"

static struct bsim_message_id next_sent(const lmpi_coll_run *run) {
    lmpi_coll_call *first = run->call[0];
    return (struct bsim_message_id){first->world, ++first->counts.sent};
}

static struct bsim_message_id next_matched(const lmpi_coll_run *run) {
    lmpi_coll_call *first = run->call[0];
    return (struct bsim_message_id){first->world, ++first->counts.matched};
}

/* Places a message on both cards; out and all get what it takes longer for it, K times each (lmpi_transfer_now). late:
 * what chance adds to its latency; NULL: nothing. */
static void carry(const lmpi_coll_run *run, int src, int dst, const struct bsim_path *path, double bytes, double size,
                  const double *start, const double *late, double *out, double *all) {
    struct lmpi_carried what = {.from = run->node[src],
                                .to = run->node[dst],
                                .source = src,
                                .dest = dst,
                                .first = run->call[0]->world,
                                .receiver = lmpi_comm_world(run->comm, run->whole ? run->whole[dst] : dst),
                                .bytes = bytes,
                                .size = size,
                                .key = run->entry,
                                .late = late,
                                .site = run->call[0]->site->address};
    lmpi_transfer_now(&what, path, start, out, all);
}

static inline void add(double *times, const double *waited) {
    for (int k = 0; k < bsim_context.nscen; k++)
        times[k] += waited[k];
}

void lmpi_wire_send(const lmpi_coll_run *run, int src, int dst, const struct bsim_path *path, double bytes,
                    const double *post, double *release, double *arrive) {
    double out[BSIM_MAX_SCENARIOS], all[BSIM_MAX_SCENARIOS], late[BSIM_MAX_SCENARIOS];
    bsim_context.net->send(path, bytes, post, release, arrive);
    if (path->laws)
        bsim_message_noise_sent(path, bytes, next_sent(run), arrive, late);
    if (!path->through_cards || bsim_leaves_when_met(path))
        return;
    bool with_data = bytes <= path->eager_all || path->acknowledged;
    carry(run, src, dst, path, with_data ? bytes : 0, bytes, release, path->laws ? late : NULL, out, all);
    add(arrive, all);
}

/* Places the data of a matched message, which leave at start, and adds what they wait to the ready times. */
static void carry_data(const lmpi_coll_run *run, int src, int dst, const struct bsim_path *path, double bytes,
                       const double *start, const double *late, double *sready, double *ready) {
    double out[BSIM_MAX_SCENARIOS], all[BSIM_MAX_SCENARIOS];
    carry(run, src, dst, path, bytes, bytes, start, late, out, all);
    add(ready, all);
    if (sready)
        add(sready, bsim_context.net->receiver_pays_latency ? all : out);
}

void lmpi_wire_ready(const lmpi_coll_run *run, int src, int dst, const struct bsim_path *path, double bytes,
                     const double *rpost, const double *arrive, double *ready) {
    double start[BSIM_MAX_SCENARIOS], late[BSIM_MAX_SCENARIOS];
    bool passes = path->through_cards && bsim_leaves_when_met(path);
    if (passes)
        bsim_context.net->data_start(path, bytes, arrive, rpost, start);
    bsim_context.net->recv_ready(path, bytes, rpost, arrive, ready);
    if (path->laws)
        bsim_message_noise_ready(path, bytes, next_matched(run), ready, late);
    if (passes)
        carry_data(run, src, dst, path, bytes, start, path->laws ? late : NULL, NULL, ready);
}

void lmpi_wire_rendezvous(const lmpi_coll_run *run, int src, int dst, const struct bsim_path *path, double bytes,
                          const double *release, const double *arrive, const double *rpost, double *sready,
                          double *ready) {
    double start[BSIM_MAX_SCENARIOS], late[BSIM_MAX_SCENARIOS];
    bool passes = path->through_cards && !path->acknowledged;
    if (passes)
        bsim_context.net->data_start(path, bytes, arrive, rpost, start);
    bsim_context.net->rendezvous(path, bytes, release, arrive, rpost, sready, ready);
    if (path->laws)
        bsim_message_noise_met(path, bytes, next_matched(run), passes ? start : NULL, sready, ready, late);
    if (passes)
        carry_data(run, src, dst, path, bytes, start, path->laws ? late : NULL, sready, ready);
}

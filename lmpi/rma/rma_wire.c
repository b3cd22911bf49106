/* rma_wire.c - the messages of one-sided operations: the network model's times, network cards and links, and the events
 * in which messages come.
 *
 * The times are those of an eager message whose receive is posted: from the origin's call, the send overhead, then
 * G(K-1) + L (docs/explanation/one-sided.md). The receiver's overhead is left out, and so is the sender's where a card
 * answers by itself. */
#include "lmpi/rma/rma.h"

#include "bsim/base/alloc.h"
#include "bsim/stat/traffic.h"
#include "lmpi/match/message_number.h"
#include "lmpi/match/transfer.h"

static uint64_t *numbers; /* by rank: operations so far */

/* Different for all operations, and later than that of messages at the same time. */
static uint64_t order_of(int rank) {
    enum { BITS_OF_NUMBER = 40 };
    if (!numbers)
        numbers = bsim_alloc((size_t)bsim_context.np * sizeof *numbers);
    return 1ull << 63 | (uint64_t)(unsigned)rank << BITS_OF_NUMBER | ++numbers[rank];
}

lmpi_rma_op *lmpi_rma_new(lmpi_win *win, int kind, int target, struct bsim_site *site) {
    lmpi_rma_op *op = bsim_alloc(sizeof *op + (size_t)bsim_context.nscen * sizeof *op->times);
    win->under_way++;
    op->event.order = order_of(bsim_self->id);
    op->win = win;
    op->kind = (uint8_t)kind;
    op->origin = lmpi_win_rank(win);
    op->target = target;
    op->site = site;
    op->target_type = op->result_type = MPI_BYTE;
    return op;
}

static void release(MPI_Datatype type) {
    if (!LMPI_TYPE_IS_BUILTIN(type))
        lmpi_type_release(type);
}

void lmpi_rma_free(lmpi_rma_op *op) {
    release(op->target_type);
    release(op->result_type);
    lmpi_win *win = op->win;
    lmpi_rma_data_free(op->data, (size_t)op->bytes);
    bsim_free(op);
    lmpi_win_op_over(win);
}

static void happen(struct bsim_event *event) {
    lmpi_rma_op *op = (lmpi_rma_op *)(void *)event;
    op->came(op);
}

/* Operations of one rank come to a target in the order of its calls, even where a short one is behind a long one. */
static void keep_order(lmpi_rma_op *op) {
    double *came = lmpi_rma_came(lmpi_rma_peer_of(&op->win->member[op->origin], op->target));
    bsim_clock_raise(came, op->times);
    bsim_clock_copy(op->times, came);
}

/* The message is at the card of its receiver at the times of arrival. */
static void arrive(lmpi_rma_op *op, const struct bsim_path *path, double bytes, const double *arrival) {
    bsim_context.net->recv_ready(path, bytes, arrival, arrival, op->times);
    if (!op->is_reply)
        keep_order(op);
    op->event.time_s = op->times[0];
    op->event.run = happen;
    bsim_event_add(&op->event);
}

/* A message that has passed cards or links is delivered as one for another shard is (p2p.c). */
void lmpi_rma_deliver(lmpi_message *m) {
    lmpi_rma_op *op = m->payload;
    const struct bsim_path *path =
        lmpi_path_of(bsim_rank_of(m->source), bsim_rank_of(*lmpi_message_dest(m)), LMPI_PATH_BUFFERED, m->bytes);
    arrive(op, path, (double)m->bytes, m->arrive);
    lmpi_message_free(m);
}

static void through_cards(lmpi_rma_op *op, int from, int to, const struct bsim_path *path, int64_t bytes,
                          const double *start, const double *arrival, const double *late) {
    lmpi_message *m = lmpi_message_new();
    m->source = from;
    m->tag = 0;
    m->comm = LMPI_COMM_ID_RMA;
    m->real = LMPI_TIMING;
    m->protocol = BSIM_EAGER;
    m->path = LMPI_PATH_BUFFERED;
    m->bytes = bytes;
    m->sent_s = start[0];
    m->site = op->site;
    m->payload = op;
    bsim_clock_copy(m->arrive, arrival);
    *lmpi_message_dest(m) = to;
    lmpi_transfer_message(m, to, path, start, path->laws ? late : NULL);
}

/* An answer is numbered by its operation: when the target sends it, relative to its own messages, depends on times. */
static struct bsim_message_id id_of(const lmpi_rma_op *op, int from) {
    if (!op->is_reply)
        return lmpi_message_next(from);
    return lmpi_message_answer(lmpi_comm_world(op->win->comm, op->origin), op->event.order);
}

/* Sends a message of a rank at the times `post`. release: gets the times at which its processor is free; NULL: its card
 * sends by itself. */
static void send(lmpi_rma_op *op, int from, int to, int64_t bytes, const double *post, double *release) {
    double freed[BSIM_MAX_SCENARIOS], arrival[BSIM_MAX_SCENARIOS], late[BSIM_MAX_SCENARIOS];
    const struct bsim_path *path = lmpi_path_of(bsim_rank_of(from), bsim_rank_of(to), LMPI_PATH_BUFFERED, bytes);
    bsim_context.net->send(path, (double)bytes, post, freed, arrival);
    if (!release)
        for (int k = 0; k < bsim_context.nscen; k++)
            arrival[k] -= freed[k] - post[k];
    if (path->laws)
        bsim_message_noise_sent(path, (double)bytes, id_of(op, from), arrival, late);
    if (path->through_cards)
        through_cards(op, from, to, path, bytes, release ? freed : post, arrival, late);
    else
        arrive(op, path, (double)bytes, arrival);
    op->site->messages++;
    op->site->bytes += (uint64_t)bytes;
    if (bytes > bsim_context.traffic_above)
        bsim_traffic_add(from, to, bytes, path->link.gap_s_per_byte[0]);
    if (release)
        bsim_clock_copy(release, freed);
}

void lmpi_rma_send(lmpi_rma_op *op, void (*came)(lmpi_rma_op *op)) {
    double post[BSIM_MAX_SCENARIOS];
    op->came = came;
    bsim_clock_copy(post, bsim_self->clock);
    send(op, bsim_self->id, lmpi_comm_world(op->win->comm, op->target), op->bytes, post, bsim_self->clock);
}

void lmpi_rma_reply(lmpi_rma_op *op, int64_t bytes, void (*came)(lmpi_rma_op *op)) {
    double post[BSIM_MAX_SCENARIOS];
    const lmpi_comm *comm = op->win->comm;
    op->came = came;
    op->is_reply = true;
    bsim_clock_copy(post, op->times);
    send(op, lmpi_comm_world(comm, op->target), lmpi_comm_world(comm, op->origin), bytes, post, NULL);
}

void lmpi_rma_acknowledge(lmpi_rma_op *op) {
    double post[BSIM_MAX_SCENARIOS], freed[BSIM_MAX_SCENARIOS], arrival[BSIM_MAX_SCENARIOS];
    const lmpi_comm *comm = op->win->comm;
    const struct bsim_path *path = lmpi_path_of(bsim_rank_of(lmpi_comm_world(comm, op->target)),
                                                bsim_rank_of(lmpi_comm_world(comm, op->origin)), LMPI_PATH_BUFFERED, 0);
    bsim_clock_copy(post, op->times);
    bsim_context.net->send(path, 0, post, freed, arrival);
    for (int k = 0; k < bsim_context.nscen; k++)
        arrival[k] -= freed[k] - post[k];
    bsim_context.net->recv_ready(path, 0, arrival, arrival, op->times);
}

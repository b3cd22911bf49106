/* transfer.c - begins the transfers of messages and data (transfer.h). It owns their memory and the numbers of each
 * rank's messages. Must not know queues, formulas, or how cards and links delay a message. */
#include "lmpi/match/transfer.h"

#include "bsim/base/alloc.h"
#include "lmpi/match/match.h"
#include "lmpi/match/transfer_private.h"

static uint32_t *numbers; /* by rank: messages so far */
static BSIM_OF_SHARD lmpi_transfer *free_transfers;

void lmpi_transfers_init(void) {
    if (!bsim_context.cards)
        return;
    lmpi_pairs_init();
    lmpi_transfer_scenarios_init();
    if (bsim_context.links)
        lmpi_transfer_links_init();
    numbers = bsim_alloc((size_t)bsim_context.np * sizeof *numbers);
}

uint64_t lmpi_transfer_order(int rank) {
    return (uint64_t)(uint32_t)rank << 32 | ++numbers[rank];
}

/* With several shards the shard that takes decisions frees what others have made, so each takes fresh memory. */
static lmpi_transfer *transfer_new(void) {
    lmpi_transfer *t = free_transfers;
    if (t) {
        free_transfers = t->next;
        return t;
    }
    size_t tail = bsim_context.links ? lmpi_transfer_links_tail() : lmpi_transfer_cards_tail();
    return bsim_alloc(sizeof *t + LMPI_TRANSFER_TIMES * (size_t)bsim_context.nscen * sizeof *t->times + tail);
}

void lmpi_transfer_free(lmpi_transfer *t) {
    if (bsim_context.nshards > 1) {
        bsim_free(t);
        return;
    }
    t->next = free_transfers;
    free_transfers = t;
}

/* size: of the message. */
static void begin(lmpi_transfer *t, uint64_t order, int64_t size, const double *late) {
    double *own = lmpi_transfer_times(t, LMPI_LATE);
    for (int k = 0; k < bsim_context.nscen; k++)
        own[k] = late ? late[k] : 0;
    lmpi_transfer_compare_protocol(t->path, (double)size, lmpi_transfer_site(t));
    t->at_dest = false;
    t->event = (struct bsim_event){t->times[0], order,
                                   bsim_context.links ? lmpi_transfer_over_links : lmpi_transfer_at_sender};
    bsim_event_add(&t->event);
}

void lmpi_transfer_message(lmpi_message *m, int dest, const struct bsim_path *path, const double *release,
                           const double *late) {
    lmpi_transfer *t = transfer_new();
    t->path = path;
    t->source = m->source;
    t->dest = dest;
    t->m = m;
    t->bytes =
        (m->protocol == BSIM_EAGER && !lmpi_transfer_is_envelope(t)) || path->acknowledged ? (double)m->bytes : 0;
    t->send = NULL;
    bsim_clock_copy(t->times, release);
    begin(t, lmpi_transfer_order(m->source), m->bytes, late);
}

void lmpi_transfer_data(uint64_t order, lmpi_request *send, lmpi_request *recv, int source,
                        const struct bsim_path *path, const double *start, const double *sready, const double *rready,
                        const double *late) {
    lmpi_transfer *t = transfer_new();
    t->path = path;
    t->source = source;
    t->dest = recv->owner;
    t->bytes = (double)recv->bytes;
    t->m = NULL;
    t->send = send;
    t->recv = recv;
    bsim_clock_copy(lmpi_transfer_times(t, LMPI_RECEIVER_READY), rready);
    if (send)
        bsim_clock_copy(lmpi_transfer_times(t, LMPI_SENDER_READY), sready);
    bsim_clock_copy(t->times, start);
    begin(t, order, recv->bytes, late);
}

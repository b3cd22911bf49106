/* transfer_arrival.c - delivers transfers whose data have come: messages from one rank to another in the order of its
 * calls, so that a short one that is behind a long one waits. Must not know cards or links. */
#include "lmpi/match/match.h"
#include "lmpi/match/transfer_private.h"

void lmpi_transfer_keep_behind(lmpi_transfer *t) {
    lmpi_transfer *before = lmpi_pair_add(LMPI_PAIR_MESSAGES, t);
    t->follower = NULL;
    t->is_over = false;
    for (int k = 0; k < bsim_context.nscen; k++)
        lmpi_transfer_times(t, LMPI_LEAST)[k] = 0;
    t->is_behind = before != NULL;
    if (before)
        before->follower = t;
}

static void finish(lmpi_transfer *t) {
    if (t->m)
        bsim_layer.deliver((struct bsim_mail *)(void *)t->m);
    else
        lmpi_deliver_data(t->recv, t->path, lmpi_transfer_times(t, LMPI_RECEIVER_READY));
    lmpi_transfer_free(t);
}

/* The message has come, and with it those behind it that were over. */
static void come(lmpi_transfer *t) {
    for (lmpi_transfer *next; t && t->is_over; t = next) {
        next = t->follower;
        bsim_clock_raise(t->m->arrive, lmpi_transfer_times(t, LMPI_LEAST));
        if (next) {
            next->is_behind = false;
            bsim_clock_copy(lmpi_transfer_times(next, LMPI_LEAST), t->m->arrive);
        } else
            lmpi_pair_leave(LMPI_PAIR_MESSAGES, t);
        finish(t);
    }
}

void lmpi_transfer_over(lmpi_transfer *t) {
    t->is_over = true;
    if (!t->m)
        finish(t);
    else if (!t->is_behind)
        come(t);
}

/* polls.c - loads of memory that another rank changes later, without an order, where a program may poll: MPI allows to
 * load a location until a value is there (MPI-4.0, 12.7).
 *
 * Who polls loads the same bytes again, with a call of MPI or a pause between, since the value that was there was not
 * the last one. Between looks at what operations change it may communicate, too; stores to shared memory are looked at
 * in a loop of their own. A load that its rank does not repeat so is a mistake: its value depends on who was first. */
#include "bsim/base/alloc.h"
#include "lmpi/check/windows.h"

/* Each load of the rank is compared with all of them; of more the sites are most probably the same. */
enum { MOST_DOUBTS = 64 };

struct check_doubt {
    struct check_doubt *next;
    MPI_Win win;
    uintptr_t at;             /* a byte that both access */
    uint32_t calls, progress; /* of the rank at the load */
    bool may_pause;           /* of a poll from one place: its rank may do other things between */
    check_place places[2];    /* the load, and what changes it */
    check_conflict what;
};

static check_rank *self(void) {
    return &lmpi_check_ranks[bsim_self->id];
}

void lmpi_check_polls_call(enum check_family family) {
    self()->calls++;
    switch (family) {
    case CHECK_FAMILY_P2P_SEND:
    case CHECK_FAMILY_P2P_RECV:
    case CHECK_FAMILY_P2P_SENDRECV:
    case CHECK_FAMILY_COLL:
        self()->progress++;
        break;
    default:
        break;
    }
}

void lmpi_check_poll_begins(const check_access *load, const check_access *other, check_conflict what, uintptr_t at) {
    check_rank *rank = &lmpi_check_ranks[load->rank];
    int n = 0;
    for (const struct check_doubt *d = rank->doubts; d; d = d->next)
        if (++n == MOST_DOUBTS ||
            (d->at == at && d->places[0].site == load->place.site && d->places[1].site == other->place.site))
            return;
    struct check_doubt *d = bsim_alloc(sizeof *d);
    *d = (struct check_doubt){rank->doubts,
                              load->win,
                              at,
                              load->calls,
                              load->progress,
                              other->kind != CHECK_STORE,
                              {load->place, other->place},
                              what};
    rank->doubts = d;
}

void lmpi_check_poll_repeats(uintptr_t begin, uintptr_t end, const void *site) {
    const check_rank *rank = self();
    for (struct check_doubt **at = &self()->doubts, *d; (d = *at);) {
        bool same = d->progress == rank->progress || (d->may_pause && d->places[0].site == site);
        if (d->at < begin || d->at >= end || d->calls == rank->calls || !same) {
            at = &d->next;
            continue;
        }
        *at = d->next;
        bsim_free(d);
    }
}

void lmpi_check_polls_end(int rank, MPI_Win win) {
    for (struct check_doubt **at = &lmpi_check_ranks[rank].doubts, *d; (d = *at);) {
        if (win != MPI_WIN_NULL && d->win != win) {
            at = &d->next;
            continue;
        }
        *at = d->next;
        lmpi_check_conflict_found(d->places, &d->what);
        bsim_free(d);
    }
}

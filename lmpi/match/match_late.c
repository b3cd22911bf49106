/* match_late.c - messages that come too late for an answer by virtual time.
 *
 * A decision is taken when nothing that any rank still does can happen before it, with one exception. A member may
 * leave a blocking collective, such as a broadcast, before the last member has entered it, and it goes on here only
 * when that one has. What it then sends may be earlier, in virtual time, than decisions that were taken meanwhile. Such
 * messages are found here, and the run tells them at its end. */
#include <pthread.h>
#include <stdio.h>

#include "bsim/base/alloc.h"
#include "bsim/base/warn.h"
#include "lmpi/core/checker.h"
#include "lmpi/match/match.h"

/* What a rank was answered. comm -1, LMPI_ANY_COMM: the answers were about several communicators. */
enum { LMPI_ANY_COMM = -1 };
struct lmpi_answers {
    double message_s, request_s; /* the times of the latest answers; -1: there was none */
    int comm, peer, tag;         /* a message that matches these could have changed an answer */
    const void *message_site, *request_site;
};

/* The earliest of what came late; ties: that of the smaller receiver, then sender. */
static struct late {
    double time_s, answer_s;
    int dest, source;
    const struct bsim_site *site;
    const void *answer_site;
} first;
static bool is_any;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of both */

/* NULL: nothing is noted, as bsim check may choose another message than the first. */
static struct lmpi_answers *answers_of(int rank) {
    struct lmpi_rank_extension *more = lmpi_extension(lmpi_rank_at(rank));
    if (LMPI_CHECKED)
        return NULL;
    if (!more->answers) {
        more->answers = bsim_alloc(sizeof *more->answers);
        *more->answers = (struct lmpi_answers){.message_s = -1, .request_s = -1};
        lmpi_rank_at(rank)->alert = 1;
    }
    return more->answers;
}

void lmpi_answered_without_message(int rank, int comm, int peer, int tag, double time_s, const void *site) {
    struct lmpi_answers *a = answers_of(rank);
    if (!a)
        return;
    bool is_first = a->message_s < 0;
    a->comm = is_first || a->comm == comm ? comm : LMPI_ANY_COMM;
    a->peer = is_first || a->peer == peer ? peer : MPI_ANY_SOURCE;
    a->tag = is_first || a->tag == tag ? tag : MPI_ANY_TAG;
    if (time_s >= a->message_s) {
        a->message_s = time_s;
        a->message_site = site;
    }
}

void lmpi_answered_without_requests(int rank, double time_s, const void *site) {
    struct lmpi_answers *a = answers_of(rank);
    if (a && time_s >= a->request_s) {
        a->request_s = time_s;
        a->request_site = site;
    }
}

static bool is_before(const struct late *a, const struct late *b) {
    if (a->time_s != b->time_s)
        return a->time_s < b->time_s;
    return a->dest != b->dest ? a->dest < b->dest : a->source < b->source;
}

static void note(const struct late *late) {
    pthread_mutex_lock(&lock);
    if (!is_any || is_before(late, &first))
        first = *late;
    is_any = true;
    pthread_mutex_unlock(&lock);
}

static void compare_scenarios(const struct lmpi_rank_extension *more, const double *time,
                              const struct bsim_site *site) {
    for (int k = 1; more->watch && k < bsim_context.nscen; k++)
        if (time[k] <= more->watch[k])
            bsim_diverge(k, site->address);
}

void lmpi_late_message(int dest, int comm, int source, int tag, const double *arrive, const struct bsim_site *site,
                       bool is_posted) {
    const struct lmpi_rank_extension *more = lmpi_rank_at(dest)->extension;
    const struct lmpi_answers *a = more->answers;
    if (!is_posted)
        compare_scenarios(more, arrive, site);
    if (!a || arrive[0] >= a->message_s || (a->comm != comm && a->comm != LMPI_ANY_COMM) ||
        (a->peer != source && a->peer != MPI_ANY_SOURCE) || (a->tag != tag && a->tag != MPI_ANY_TAG))
        return;
    note(&(struct late){arrive[0], a->message_s, dest, source, site, a->message_site});
}

void lmpi_late_request(lmpi_request *r) {
    const struct lmpi_rank_extension *more = lmpi_rank_at(r->owner)->extension;
    const double *ready = lmpi_request_ready(r);
    compare_scenarios(more, ready, r->site);
    if (r->parked & LMPI_ASKED && more->answers && ready[0] < more->answers->request_s)
        note(&(struct late){ready[0], more->answers->request_s, r->owner, r->peer, r->site,
                            more->answers->request_site});
}

void lmpi_late_report(void) {
    if (!is_any)
        return;
    char call[96];
    snprintf(call, sizeof call, "%s at %s", first.site->call, bsim_site_name(first.site->address));
    bsim_warn(
        "a message comes too late for an answer by virtual time: that of %s is at rank %d after %.6g s, but the call "
        "at %s was answered without it as of %.6g s. Its sender leaves a collective before another rank enters it, and "
        "goes on here only then. The predicted time may be wrong%s",
        call, first.dest, first.time_s, bsim_site_name(first.answer_site), first.answer_s,
        bsim_context.links || bsim_context.collective_messages
            ? ""
            : "; bsim run --collective-messages lets ranks whose collectives move no data go on at once");
}

/* capture.c - the recorded ranks of a run: calculation between calls, start and end. */
#include "lmpi/capture/capture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bsim/base/alloc.h"
#include "bsim/base/clock.h"
#include "lmpi/capture/capture_rank.h"
#include "lmpi/core/held_site.h"
#include "lmpi/core/hosts.h"

int lmpi_capture_on;
static struct capture *ranks; /* by world rank */

void *lmpi_record_grow(void *array, size_t n, size_t *room, size_t each) {
    if (n < *room)
        return array;
    *room = *room ? 2 * *room : each > 256 ? 1 : 4;
    return bsim_realloc(array, *room * each);
}

void lmpi_record_free(void *memory) {
    bsim_free(memory);
}

struct capture *lmpi_capture_self(void) {
    return &ranks[bsim_self->id];
}

/* Whether a call that the running rank makes now is one of the program. */
static bool is_outermost(void) {
    return lmpi_self()->inside && !(ranks && lmpi_held_sites[bsim_self->id]);
}

/* Whether a trace may have a call of the running rank now: it ends with MPI_Finalize, and lacks what comes before
 * MPI_Init in a session. */
static bool is_recorded(void) {
    const lmpi_rank *rank = lmpi_self();
    return (lmpi_capture_on & LMPI_CAPTURE_RECORDS) && rank->initialized && !rank->finalized &&
           !ranks[bsim_self->id].finalized;
}

static void refuse_with_hosts(const char *function, const void *site) {
    if ((lmpi_capture_on & LMPI_CAPTURE_HOSTS) && !lmpi_hosts_has(function))
        lmpi_hosts_refuse(function, site);
}

bool lmpi_capture_begins(const char *function, const void *site) {
    refuse_with_hosts(function, site);
    if (!is_outermost())
        return false;
    if (lmpi_capture_on & LMPI_CAPTURE_DELAYS)
        bsim_delay_call(site);
    if (!is_recorded())
        return false;
    lmpi_capture_self()->site = site;
    return true;
}

void lmpi_capture_finalize(const void *site) {
    if (!(lmpi_capture_on & LMPI_CAPTURE_RECORDS) || lmpi_held_sites[bsim_self->id])
        return;
    struct capture *c = lmpi_capture_self();
    c->site = site;
    c->finalized = true;
}

void lmpi_capture_lacks(const char *function, const void *site) {
    char text[96];
    refuse_with_hosts(function, site);
    if (is_outermost() && (lmpi_capture_on & LMPI_CAPTURE_DELAYS))
        bsim_delay_call(site);
    if (!(lmpi_capture_on & LMPI_CAPTURE_RECORDS))
        return;
    snprintf(text, sizeof text, "%s is not recorded; its time counts as calculation", function);
    lmpi_capture_note(text);
}

/* ---- calculation ---- */

static void put_amount(struct capture *c, double seconds) {
    if (c->namount > c->kept && c->amount[c->namount - 1].seconds == seconds) {
        c->amount[c->namount - 1].count++;
        return;
    }
    c->too_many = c->namount == CAPTURE_MOST_AMOUNTS;
    if (c->too_many)
        return;
    if (c->namount == c->amount_room) {
        c->amount_room = c->amount_room ? 4 * c->amount_room : 4;
        c->amount = bsim_realloc(c->amount, (size_t)c->amount_room * sizeof *c->amount);
    }
    c->amount[c->namount++] = (struct capture_amount){seconds, 1};
}

/* The seconds at speed 1 that advance a clock from one time to another: exactly, if there is such a number near the
 * quotient. */
static double amount_between(double from_s, double to_s, double speed) {
    double near = (to_s - from_s) * speed, low = near, high = near;
    for (int i = 0; i < 4; i++) {
        if (from_s + low / speed == to_s)
            return low;
        if (from_s + high / speed == to_s)
            return high;
        low = nextafter(low, 0);
        high = nextafter(high, HUGE_VAL);
    }
    return near;
}

/* bsim_calculated (engine.h) */
static void calculated(bsim_rank *rank, double seconds, double spent) {
    struct capture *c = &ranks[rank->id];
    if (lmpi_held_sites[rank->id] || c->too_many || spent == 0)
        return;
    double speed = bsim_speed_of(rank);
    if (seconds < 0)
        seconds = amount_between(0, spent, speed);
    put_amount(c, seconds);
    c->reached_s += seconds / speed;
}

void lmpi_capture_settle(struct capture *c, double clock_s) {
    if (!c->too_many && c->reached_s == clock_s)
        return;
    c->namount = c->kept;
    c->too_many = false;
    if (clock_s > c->exit_s)
        put_amount(c, amount_between(c->exit_s, clock_s, bsim_speed_of(bsim_rank_of(c->rank))));
}

void lmpi_capture_forget(struct capture *c, int64_t gap_ns) {
    double sum_s = 0;
    if (c->is_written)
        c->namount = 0;
    for (int i = 0; c->namount > CAPTURE_MOST_AMOUNTS / 2 && i < c->namount; i++)
        sum_s += c->amount[i].seconds * (double)c->amount[i].count;
    if (c->namount > CAPTURE_MOST_AMOUNTS / 2) { /* leave room for what comes */
        c->amount[0] = (struct capture_amount){sum_s, 1};
        c->namount = 1;
    }
    c->kept = c->namount;
    c->kept_ns = c->is_written ? 0 : gap_ns;
    c->too_many = false;
}

/* ---- start and end ---- */

/* Whether calls have amounts. With noise these all differ: nanoseconds tell the calculation as well, and calls fold
 * better, but only where all nodes have speed 1. */
static bool is_exact(void) {
    for (int r = 0; bsim_run.noise > 0 && r < bsim_context.np; r++)
        if (bsim_speed_of(bsim_rank_of(r)) != 1)
            return true;
    return bsim_run.noise == 0;
}

void lmpi_capture_start(void) {
    const char *folder = getenv("BSIM_RECORD");
    lmpi_capture_on = bsim_delays_calls ? LMPI_CAPTURE_DELAYS : 0;
    if (bsim_context.nhosts > 1)
        lmpi_capture_on |= LMPI_CAPTURE_HOSTS;
    if (!folder || !*folder)
        return;
    ranks = bsim_alloc((size_t)bsim_context.np * sizeof *ranks);
    lmpi_held_sites = bsim_alloc((size_t)bsim_context.np * sizeof *lmpi_held_sites);
    for (int r = 0; r < bsim_context.np; r++) {
        ranks[r].rank = r;
        ranks[r].state.queue.write = lmpi_capture_event;
        ranks[r].state.queue.to = &ranks[r];
        lmpi_record_comm_add(&ranks[r].state.handles, MPI_COMM_WORLD, r, bsim_context.np);
        lmpi_record_comm_add(&ranks[r].state.handles, MPI_COMM_SELF, 0, 1);
    }
    lmpi_capture_open(folder, is_exact());
    bsim_calculated = calculated;
    lmpi_capture_on |= LMPI_CAPTURE_RECORDS;
}

/* The last event: what the rank calculated behind MPI_Finalize counts, too, since the run takes that long. */
static void write_end(struct capture *c) {
    double clock_s = bsim_clock(c->rank)[0];
    lmpi_capture_settle(c, clock_s);
    int64_t args[2 * CAPTURE_MOST_AMOUNTS];
    struct record_event e = {.function = RECORD_Finalize,
                             .namounts = c->namount,
                             .site = (int64_t)(intptr_t)c->site,
                             .gap = llround(1e9 * clock_s) - llround(1e9 * c->exit_s) + c->kept_ns,
                             .args = args};
    for (int i = 0; i < c->namount; i++) {
        union {
            double seconds;
            int64_t bits;
        } number = {c->amount[i].seconds};
        args[2 * i] = number.bits;
        args[2 * i + 1] = c->amount[i].count;
    }
    lmpi_record_queue_add(&c->state.queue, &e);
}

void lmpi_capture_finish(void) {
    bool recorded = lmpi_capture_on & LMPI_CAPTURE_RECORDS;
    lmpi_capture_on = 0;
    if (!recorded)
        return;
    bsim_calculated = NULL;
    for (int r = 0; r < bsim_context.np; r++) {
        struct capture *c = &ranks[r];
        if (c->finalized)
            write_end(c);
        lmpi_record_queue_end(&c->state.queue);
        lmpi_capture_flush(c);
        lmpi_record_handles_free(&c->state.handles);
        bsim_free(c->state.numbers);
        bsim_free(c->state.before);
        bsim_free(c->state.statuses);
        bsim_free(c->state.near);
        bsim_free(c->amount);
        bsim_free(c->buffer);
    }
    lmpi_capture_close(ranks, bsim_context.np);
    bsim_free(ranks);
    ranks = NULL;
}

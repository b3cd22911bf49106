/* clock.c - lets loops end that wait for the virtual clock to move.
 *
 * Reading the clock takes no virtual time. But after a rank has read one time PATIENCE times, each further reading
 * advances its clock by a tick. A rank that polls for a message until a deadline may read the clock less often than it
 * polls. Its polls then take ticks too, as long as it also reads the clock. */
#include "bsim/base/clock.h"

#include <stdatomic.h>

#include "bsim/base/alloc.h"
#include "bsim/kernel/engine.h"

enum { PATIENCE = 10000 };
static const double TICK_S = 1e-6;

/* One for each rank, in reserved memory: ranks that do not read the clock cost nothing. */
struct readings {
    double last_s;
    unsigned asked; /* readings of last_s. Above PATIENCE: the excess is the number of polls that may take a tick */
};
static struct readings *readings;
static size_t readings_bytes;
static atomic_bool any_pause;

void bsim_clock_init(int np) {
    readings_bytes = (size_t)np * sizeof *readings;
    readings = bsim_reserve(readings_bytes);
}

void bsim_clock_fini(void) {
    bsim_unreserve(readings, readings_bytes);
    readings = NULL;
}

static void tick(struct readings *r) {
    double *clock = bsim_self->clock;
    for (int k = 0; k < bsim_times(); k++)
        clock[k] += TICK_S;
    r->last_s = clock[0];
}

void bsim_clock_asked(void) {
    struct readings *r = &readings[bsim_self->id];
    r->asked = bsim_clock_readings() + 1;
    r->last_s = bsim_self->clock[0];
    if (r->asked > PATIENCE) {
        r->asked = 2 * PATIENCE;
        tick(r);
        bsim_self->calc_s += TICK_S;
    }
}

void bsim_clock_pause(void) {
    atomic_store_explicit(&any_pause, true, memory_order_relaxed);
}

bool bsim_clock_any_pause(void) {
    return atomic_load_explicit(&any_pause, memory_order_relaxed);
}

unsigned bsim_clock_readings(void) {
    const struct readings *r = &readings[bsim_self->id];
    return bsim_self->clock[0] == r->last_s ? r->asked : 0;
}

void bsim_clock_poll(bool watched) {
    struct readings *r = &readings[bsim_self->id];
    unsigned asked = watched ? 2 * PATIENCE : bsim_clock_readings();
    if (asked <= PATIENCE)
        return;
    r->asked = asked - 1;
    tick(r);
}

/* clock.c - loops that wait for the clock to move
 *
 * Reading the clock takes no time. After PATIENCE readings of the same time by a rank each further one takes a tick. */
#include "bsim/clock.h"

#include "bsim/alloc.h"
#include "bsim/engine.h"

enum { PATIENCE = 10000 };
static const double TICK_S = 1e-6;

/* Of each rank; pages that no rank reads the clock in are not touched. */
struct readings {
    double last_s;
    unsigned asked;
};
static struct readings *readings;
static size_t readings_bytes;

void bsim_clock_init(int np) {
    readings_bytes = (size_t)np * sizeof *readings;
    readings = bsim_reserve(readings_bytes);
}

void bsim_clock_fini(void) {
    bsim_unreserve(readings, readings_bytes);
    readings = NULL;
}

void bsim_clock_asked(void) {
    double *clock = bsim_self->clock;
    struct readings *r = &readings[bsim_self->id];
    if (clock[0] != r->last_s)
        r->asked = 0;
    if (++r->asked > PATIENCE) {
        for (int k = 0; k < bsim_nscen; k++)
            clock[k] += TICK_S;
        bsim_self->calc_s += TICK_S;
    }
    r->last_s = clock[0];
}

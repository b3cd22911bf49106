/* clock.c - loops that wait for the clock to move
 *
 * Reading the clock takes no time. After PATIENCE readings of the same time in a row each one takes a tick. Ranks run
 * until they block, so that the readings of a loop come one after another. */
#include "bsim/clock.h"

#include "bsim/engine.h"

enum { PATIENCE = 10000 };
static const double TICK_S = 1e-6;

static BSIM_OF_SHARD int last_rank = -1;
static BSIM_OF_SHARD double last_s;
static BSIM_OF_SHARD unsigned asked;

void bsim_clock_asked(void) {
    double *clock = bsim_self->clock;
    if (bsim_self->id != last_rank || clock[0] != last_s)
        asked = 0;
    if (++asked > PATIENCE) {
        for (int k = 0; k < bsim_nscen; k++)
            clock[k] += TICK_S;
        bsim_self->calc_s += TICK_S;
    }
    last_rank = bsim_self->id;
    last_s = clock[0];
}

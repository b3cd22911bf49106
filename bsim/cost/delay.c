/* delay.c - see delay.h. A delay is added to the clock by itself, so that scenario k of a run with several has the bits
 * of a run with its delays alone. */
#include "bsim/cost/delay.h"

#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/base/clock.h"
#include "bsim/base/json_read.h"
#include "bsim/base/warn.h"
#include "bsim/bsim.h"
#include "bsim/platform/block_factors.h"
#include "bsim/platform/delays.h"
#include "bsim/stat/stat.h"

#pragma weak bsim_blocks
#pragma weak bsim_nblocks

static const struct bsim_delay *delays;
static int ndelay;
static int64_t *passed;  /* by delay: how often; of all shards */
static bool *hits_block; /* by block and delay */
static bool has_calls;   /* some delays are of lines */
bool bsim_delays_calls, bsim_delays_blocks;

/* By call site and shard: which delays of lines it has. */
struct known_site {
    const void *address;
    bool *hit; /* by delay */
};
static BSIM_OF_SHARD struct known_site *known;
static BSIM_OF_SHARD int nknown;

static bool no_block(const struct bsim_delay *d, int n, struct bsim_error *err) {
    const char **names = bsim_alloc(((size_t)n + 1) * sizeof *names);
    for (int i = 0; i < n; i++)
        names[i] = bsim_blocks[i].name;
    const char *near = bsim_nearest(d->name, names);
    bsim_error_set(err, NULL, 0, NULL, "delay %s: the program has no block of this name%s%s%s", d->place,
                   near ? "; did you mean \"" : "", near ? near : "", near ? "\"?" : "");
    bsim_free(names);
    return false;
}

static bool find_blocks(int at, int n, struct bsim_error *err) {
    const struct bsim_delay *d = &delays[at];
    bool any = false;
    for (int i = 0; i < n; i++)
        if (bsim_block_factor_is_for(d->name, bsim_blocks[i].name, bsim_blocks[i].label))
            any = hits_block[i * ndelay + at] = true;
    return any || no_block(d, n, err);
}

bool bsim_delays_init(const struct bsim_platform *platform, int np, struct bsim_error *err) {
    int n = &bsim_nblocks ? bsim_nblocks : 0;
    delays = platform->delay;
    ndelay = platform->ndelay;
    if (ndelay == 0)
        return true;
    bsim_run.delay_passed = passed = bsim_alloc((size_t)ndelay * sizeof *passed);
    hits_block = bsim_alloc(((size_t)n + 1) * (size_t)ndelay * sizeof *hits_block);
    for (int i = 0; i < ndelay; i++) {
        const struct bsim_delay *d = &delays[i];
        if (d->rank >= np)
            return bsim_error_set(err, NULL, 0, NULL, "delay %s: there are %d ranks, the last one is %d", d->place, np,
                                  np - 1);
        if (d->kind == BSIM_DELAY_BLOCK && !find_blocks(i, n, err))
            return false;
        bsim_delays_blocks = bsim_delays_blocks || d->kind == BSIM_DELAY_BLOCK;
        bsim_delays_calls = bsim_delays_calls || d->kind != BSIM_DELAY_BLOCK;
        has_calls = has_calls || d->kind == BSIM_DELAY_CALL;
    }
    return true;
}

/* Returns the delay in scenario 0. */
static double add(bsim_rank *self, int at) {
    double spent = delays[at].delay_s[0];
    for (int k = 0; k < bsim_times(); k++)
        self->clock[k] += delays[at].delay_s[k];
    self->calc_s += spent;
    if (bsim_calculated && spent > 0)
        bsim_calculated(self, -1, spent);
    __atomic_fetch_add(&passed[at], 1, __ATOMIC_RELAXED);
    return spent;
}

static bool is_of_rank(const struct bsim_delay *d, const bsim_rank *rank) {
    return d->rank < 0 || d->rank == rank->id;
}

double bsim_delay_block(bsim_rank *self, int block) {
    double sum = 0;
    for (int i = 0; i < ndelay; i++)
        if (hits_block[block * ndelay + i] && is_of_rank(&delays[i], self))
            sum += add(self, i);
    return sum;
}

/* Whether a place is "FILE:LINE" with a file of this name, in any folder if the name has none. */
static bool is_line(const char *wanted, const char *place) {
    size_t n = strlen(wanted), m = strlen(place);
    return m >= n && strcmp(place + m - n, wanted) == 0 && (m == n || place[m - n - 1] == '/');
}

static void look_up(void *arg) {
    struct known_site *site = arg;
    struct bsim_site s = {.address = site->address};
    char place[4352];
    site->hit = bsim_alloc((size_t)ndelay * sizeof *site->hit);
    bsim_site_resolve(&s, 1);
    snprintf(place, sizeof place, "%s:%d", s.file ? s.file : "", s.line);
    for (int i = 0; i < ndelay; i++)
        site->hit[i] = delays[i].kind == BSIM_DELAY_CALL && is_line(delays[i].name, place);
    bsim_free(s.file);
    bsim_free(s.function);
}

static const bool *hits_of(const void *address) {
    for (int i = 0; i < nknown; i++)
        if (known[i].address == address)
            return known[i].hit;
    known = bsim_realloc(known, ((size_t)nknown + 1) * sizeof *known);
    known[nknown] = (struct known_site){.address = address};
    bsim_on_host_stack(look_up, &known[nknown]);
    return known[nknown++].hit;
}

void bsim_delay_call(const void *address) {
    bsim_rank *self = bsim_self;
    const bool *hit = has_calls ? hits_of(address) : NULL;
    for (int i = 0; i < ndelay; i++)
        if (is_of_rank(&delays[i], self) && (delays[i].kind == BSIM_DELAY_RANK || (hit && hit[i])))
            add(self, i);
}

void bsim_delays_tell(void) {
    for (int i = 0; i < ndelay; i++)
        if (passed[i] == 0)
            bsim_warn("delay %s: no rank has passed this place%s", delays[i].place,
                      delays[i].kind == BSIM_DELAY_CALL ? " (the result has the lines of calls under \"sites\")" : "");
}

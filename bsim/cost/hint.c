/* hint.c - values drawn from the models of hints. Knows nothing of communication.
 *
 * A draw is a hash of the hint's seed, the rank or key, and the number of draws so far. This counter is the only state,
 * so the schedule cannot change a draw. */
#include <math.h>
#include <stdint.h>

#include "bsim/base/alloc.h"
#include "bsim/base/random.h"
#include "bsim/bsim.h"
#include "bsim/kernel/engine.h"
#include "bsim/cost/hint.h"

#pragma weak bsim_hints
#pragma weak bsim_nhints

static uint32_t *drawn; /* by rank and hint: draws so far */

static void __attribute__((noinline)) make_counters(int n) {
    BSIM_ALONE;
    if (!drawn)
        drawn = bsim_alloc((size_t)bsim_context.np * (size_t)n * sizeof *drawn);
}

/* Random bits for a hint's next value; turn as in bsim_random_bits. */
static uint64_t draw(int hint, long key, unsigned turn, const void *site) {
    int n = &bsim_nhints ? bsim_nhints : 0;
    if (hint < 0 || hint >= n)
        bsim_fatal_at(BSIM_EXIT_USAGE, site, "hint %d: the program's table has %d hints", hint, n);
    uint64_t count = 0, who = (uint64_t)key;
    if (key == BSIM_EACH_RANK) {
        if (__builtin_expect(!drawn, 0))
            make_counters(n);
        count = ++drawn[(size_t)bsim_self->id * (size_t)n + (size_t)hint];
        who = (uint64_t)bsim_self->id;
    }
    return bsim_random_bits(bsim_hints[hint].seed, key == BSIM_EACH_RANK ? BSIM_DRAW_RANK : BSIM_DRAW_KEY, who, count,
                            turn);
}

double BSIM_uniform(int hint, long key, double least, double most) {
    return least + (most - least) * bsim_random_unit(draw(hint, key, 0, __builtin_return_address(0)));
}

long BSIM_uniform_int(int hint, long key, long least, long most) {
    uint64_t bits = draw(hint, key, 0, __builtin_return_address(0));
    if (most <= least)
        return least;
    unsigned __int128 span = (unsigned __int128)((uint64_t)most - (uint64_t)least) + 1;
    return (long)((uint64_t)least + (uint64_t)((span * bits) >> 64));
}

double BSIM_normal(int hint, long key, double mean, double deviation) {
    uint64_t first = draw(hint, key, 0, __builtin_return_address(0));
    return bsim_random_normal(first, draw(hint, key, 1, __builtin_return_address(0)), mean, deviation);
}

double BSIM_histogram(int hint, long key) {
    double at = bsim_random_unit(draw(hint, key, 0, __builtin_return_address(0))), sum = 0;
    const bsim_hint_info *h = &bsim_hints[hint];
    if (h->nvalue == 0)
        bsim_fatal_at(BSIM_EXIT_USAGE, __builtin_return_address(0), "hint %s has no histogram", h->name);
    for (int i = 0; i < h->nvalue; i++)
        sum += h->weight[i];
    at *= sum;
    for (int i = 0; i < h->nvalue; i++)
        if ((at -= h->weight[i]) < 0)
            return h->value[i];
    return h->value[h->nvalue - 1];
}

int BSIM_branch(int hint, long key, double probability) {
    return bsim_random_unit(draw(hint, key, 0, __builtin_return_address(0))) < probability;
}

void bsim_hint_fini(void) {
    bsim_free(drawn);
    drawn = NULL;
}

/* first_messages.c - see first_messages.h. */
#include "bsim/cost/first_messages.h"

#include "bsim/base/alloc.h"
#include "bsim/cost/cost.h"
#include "bsim/kernel/engine.h"

bool bsim_first_messages_on;

static const struct bsim_link *links[2]; /* between nodes, and within one */
static uint16_t *counts;                 /* by rank, then those of either link, sent and received */
static size_t per_rank;

void bsim_first_messages_init(const struct bsim_platform *platform, int np) {
    links[0] = &platform->inter;
    links[1] = &platform->intra;
    per_rank = 2 * (size_t)(links[0]->nfirst + links[1]->nfirst);
    bsim_free(counts);
    counts = NULL;
    bsim_first_messages_on = per_rank > 0;
    if (bsim_first_messages_on)
        counts = bsim_alloc((size_t)np * per_rank * sizeof *counts);
}

void bsim_first_message(struct bsim_site *site, bool received, bool near, double bytes) {
    const struct bsim_link *link = links[near];
    uint16_t *count = counts + (size_t)bsim_self->id * per_rank + (near ? 2 * links[0]->nfirst : 0) + received;
    double seconds = 0;
    for (int i = 0; i < link->nfirst; i++, count += 2) {
        const struct bsim_first_messages *first = &link->first[i];
        if (*count == first->count || bytes < first->from_bytes || bytes > first->up_to_bytes)
            continue;
        ++*count;
        seconds += first->time_s;
    }
    if (seconds > 0)
        bsim_time_add(&site->first, bsim_cost_advance(bsim_self, seconds));
}

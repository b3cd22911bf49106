/* receives.c - see receives.h. */
#include "bsim/cost/receives.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/base/warn.h"
#include "bsim/bsim.h"
#include "bsim/cost/cost.h"
#include "bsim/kernel/engine.h"

#pragma weak bsim_sites
#pragma weak bsim_nsites

enum { UNKNOWN, NONE, FIRST }; /* bsim_site.receive; FIRST + i: place i */

bool bsim_receives_on;

static const struct bsim_receive_models *models;
static uint32_t *calls; /* by rank and place */

/* Whether the program has a call of MPI at the place. */
static bool is_called(const char *place) {
    const char *colon = strrchr(place, ':');
    int line = atoi(colon + 1);
    for (int i = 0; i < bsim_nsites; i++)
        if (bsim_sites[i].line == line && strncmp(bsim_sites[i].file, place, (size_t)(colon - place)) == 0 &&
            bsim_sites[i].file[colon - place] == '\0')
            return true;
    return false;
}

void bsim_receives_init(const struct bsim_receive_models *of, int np) {
    bsim_receives_on = of->n > 0;
    if (!bsim_receives_on)
        return;
    models = of;
    for (int i = 0; &bsim_nsites && i < of->n; i++)
        if (!is_called(of->of[i].place))
            bsim_warn("the models say what is received at %s, where the program has no call of MPI", of->of[i].place);
    calls = bsim_alloc((size_t)np * (size_t)of->n * sizeof *calls);
}

/* Finds which place a site is. On the host's stack, since addr2line is started. */
static void find(void *arg) {
    struct bsim_site *site = arg, named = {.address = site->address};
    char place[4400];
    site->receive = NONE;
    bsim_site_resolve(&named, 1);
    snprintf(place, sizeof place, "%s:%d", named.file ? named.file : "", named.line);
    for (int i = 0; i < models->n; i++)
        if (strcmp(models->of[i].place, place) == 0)
            site->receive = FIRST + i;
    bsim_free(named.file);
    bsim_free(named.function);
}

void bsim_receives_add(struct bsim_site *site, double bytes) {
    site = bsim_site_here(site);
    if (site->receive == UNKNOWN)
        bsim_on_host_stack(find, site);
    if (site->receive == NONE)
        return;
    int i = site->receive - FIRST;
    const struct bsim_receive_place *place = &models->of[i];
    uint32_t *count = &calls[(size_t)bsim_self->id * (size_t)models->n + (size_t)i];
    bool first = *count < place->first_calls;
    *count += first;
    double touched_s = bytes * (first ? place->first_share : place->share) / models->touch_bandwidth;
    if (touched_s > 0)
        bsim_time_add(&site->touch, bsim_cost_advance(bsim_self, touched_s));
}

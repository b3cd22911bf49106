/* receives.c - see receives.h. */
#include "bsim/cost/receives.h"

#include <math.h>
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

static bool read_place(struct bsim_receive_place *place, const char *name, struct bsim_jval v) {
    static const char *const keys[] = {"call", "share", "first_calls", "first_share", "comment", NULL};
    if (!bsim_jval_object(v) || !bsim_jval_keys(v, keys))
        return false;
    struct bsim_jval call = bsim_jval_get(v, "call"), calls = bsim_jval_get(v, "first_calls"),
                     first = bsim_jval_get(v, "first_share"), share = bsim_jval_need(v, "share");
    if (bsim_jval_present(call) && bsim_jval_string(call) == NULL)
        return false;
    if (!strchr(name, ':'))
        return bsim_jval_error(v, "\"%s\" is no place: write FILE:LINE, as \"main.c:57\"", name);
    if (bsim_jval_present(calls) != bsim_jval_present(first))
        return bsim_jval_error(v, "\"first_calls\" and \"first_share\" belong together");
    if (!bsim_jval_present(share))
        return false;
    *place = (struct bsim_receive_place){.place = bsim_strdup(name), .share = bsim_jval_number(share, 0, 1)};
    if (bsim_jval_present(calls)) {
        place->first_calls = (uint32_t)bsim_jval_int(calls, 1, UINT32_MAX - 1);
        place->first_share = bsim_jval_number(first, 0, 1);
    }
    return !isnan(place->share) && !isnan(place->first_share);
}

bool bsim_receive_models_read(struct bsim_receive_models *of, struct bsim_jval v) {
    static const char *const keys[] = {"touch_bandwidth", "places", "comment", NULL};
    if (!bsim_jval_present(v))
        return true;
    if (!bsim_jval_object(v) || !bsim_jval_keys(v, keys))
        return false;
    struct bsim_jval rate = bsim_jval_need(v, "touch_bandwidth"), places = bsim_jval_need(v, "places");
    if (!bsim_jval_present(rate) || !bsim_jval_present(places) || !bsim_jval_object(places))
        return false;
    of->touch_bandwidth = bsim_jval_quantity(rate, BSIM_UNIT_RATE, true);
    of->of = bsim_alloc((bsim_jval_size(places) + 1) * sizeof *of->of);
    for (size_t i = 0; i < bsim_jval_size(places); i++) {
        const char *name;
        struct bsim_jval place = bsim_jval_member(places, i, &name);
        if (!read_place(&of->of[of->n], name, place))
            return false;
        of->n++;
    }
    return of->touch_bandwidth > 0;
}

void bsim_receive_models_free(struct bsim_receive_models *of) {
    for (int i = 0; i < of->n; i++)
        bsim_free(of->of[i].place);
    bsim_free(of->of);
    *of = (struct bsim_receive_models){0};
}

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

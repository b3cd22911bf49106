/* undisturbed.c - counts messages that count as undisturbed on links that others used (undisturbed.h).
 *
 * Links are simulated in the order of virtual time. A rank that has waited in a collective until the last member called
 * goes on here only then, which may be after events of later times. */
#include "lmpi/match/undisturbed.h"

#include <stdio.h>

#include "bsim/base/alloc.h"
#include "bsim/base/warn.h"

static uint64_t *counts, all; /* by site number */
static uint32_t room;
static const struct bsim_site *most;

void lmpi_undisturbed_note(const struct bsim_site *site) {
    uint32_t number = site->number;
    if (number >= room) {
        uint32_t more = 2 * number + 16;
        counts = bsim_realloc(counts, more * sizeof *counts);
        for (; room < more; room++)
            counts[room] = 0;
    }
    all++;
    counts[number]++;
    if (!most || counts[number] > counts[most->number])
        most = site;
}

void lmpi_undisturbed_report(void) {
    if (!all)
        return;
    uint64_t most_count = counts[most->number];
    char others[64] = "";
    if (most_count < all)
        snprintf(others, sizeof others, ", and %llu of other calls", (unsigned long long)(all - most_count));
    bsim_warn(
        "the predicted time may be too short: %llu messages of %s at %s%s count as undisturbed for a part of their "
        "time, though others used their shared links then. Their ranks went on here only when the links were "
        "simulated for later times already, as after a collective whose last member calls late",
        (unsigned long long)most_count, most->call, bsim_site_name(most->address), others);
    bsim_free(counts);
    counts = NULL;
    all = room = 0;
    most = NULL;
}

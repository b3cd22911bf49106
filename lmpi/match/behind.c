/* behind.c - counts the time that messages wait at network cards behind longer ones (behind.h). */
#include "lmpi/match/behind.h"

#include "bsim/base/alloc.h"
#include "bsim/base/clock.h"
#include "bsim/base/units.h"
#include "bsim/base/warn.h"
#include "bsim/kernel/engine.h"

/* By rank that receives; NULL: there is nothing. */
static struct waits {
    double all_s, most_s, most_bytes;
    const void *most_site;
} *waits;

void lmpi_behind_note(int rank, double bytes, double seconds, const void *site) {
    if (!waits)
        waits = bsim_alloc((size_t)bsim_context.np * sizeof *waits);
    struct waits *w = &waits[rank];
    w->all_s += seconds;
    if (seconds > w->most_s) {
        w->most_s = seconds;
        w->most_bytes = bytes;
        w->most_site = site;
    }
}

void lmpi_behind_report(void) {
    enum { WORTH_A_WARNING = 10 }; /* per cent */
    double predicted_s = 0;
    int rank = 0;
    if (!waits)
        return;
    for (int i = 0; i < bsim_context.np; i++) {
        predicted_s = bsim_max(predicted_s, bsim_clock(i)[0]);
        rank = waits[i].all_s > waits[rank].all_s ? i : rank;
    }
    const struct waits *w = &waits[rank];
    char all[24], most[24], bytes[24];
    if (100 * w->all_s > WORTH_A_WARNING * predicted_s)
        bsim_warn(
            "the predicted time may be too long: messages to rank %d wait %s, %.0f %% of it, at network cards behind "
            "longer ones of collectives, such as one of %s for %s (%s). Cards that send the packets of several "
            "messages in turn "
            "delay them less%s",
            rank, bsim_format_time(all, sizeof all, w->all_s), 100 * w->all_s / predicted_s,
            bsim_format_bytes(bytes, sizeof bytes, w->most_bytes), bsim_format_time(most, sizeof most, w->most_s),
            bsim_site_name(w->most_site),
            bsim_context.whole_collectives ? "; without --whole-collectives all messages share them so" : "");
    bsim_free(waits);
    waits = NULL;
}

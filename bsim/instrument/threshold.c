/* threshold.c - dPerf's threshold rule: leaves a loop of alike rounds once the mean time of blocks per round has
 * settled. Owns the reading of BSIM_THRESHOLD and the loops that were entered. Knows neither MPI nor clocks. */
#include "bsim/instrument/instrument.h"

#include <stdlib.h>
#include <string.h>

#include "bsim/bsim.h"

/* What became of the visits of a loop. */
struct entered {
    const char *place;
    long visits, early; /* all; those that ended early */
    long begun, since;  /* rounds of all visits; of the last one: rounds until the mean had settled, 0: it had not */
    struct entered *next;
};

static double share = -1; /* -1: not read yet; 0: loops run to their end */
static bsim_loop *active; /* the outermost loop; those inside of it run to their end */
static struct bsim_settle settle;
static double start_s; /* of the active loop: seconds in blocks before it */
static long visit;
static long settled; /* of the active loop: rounds after which the mean had settled; 0: not yet */
static int early;    /* the active loop is being left */
static struct entered *first, **last = &first;

/* "0.02" or "2%". Ends the process if it is neither. */
static void read_share(void) {
    const char *text = getenv("BSIM_THRESHOLD");
    char *end;
    share = 0;
    if (text == NULL || text[0] == '\0')
        return;
    share = strtod(text, &end);
    if (strcmp(end, "%") == 0) {
        share /= 100;
        end++;
    }
    if (end != text && *end == '\0' && share > 0 && share < 1)
        return;
    fprintf(stderr,
            "bsim: error: BSIM_THRESHOLD=%s: wants a share of the mean time above 0 and below 1, such as 0.02 or 2%%\n",
            text);
    fflush(NULL);
    _Exit(2);
}

int bsim_threshold_on(void) {
    if (share < 0)
        read_share();
    return share > 0;
}

void bsim_loop_begin(bsim_loop *loop) {
    if (active)
        return;
    active = loop;
    memset(&settle, 0, sizeof settle);
    settled = early = 0;
    start_s = bsim_blocks_s();
    visit++;
}

int bsim_loop_enough(bsim_loop *loop) {
    if (loop == active && bsim_threshold_on()) {
        int enough =
            loop->begun > 0 && bsim_settle_add(&settle, (bsim_blocks_s() - start_s) / (double)loop->begun, share);
        if (enough)
            settled = settle.since;
        early = bsim_mpi_leaves(loop->number, visit, loop->begun, enough);
    }
    if (loop != active || !early)
        loop->begun++;
    return loop == active && early;
}

void bsim_loop_end(bsim_loop *loop) {
    struct entered *e = first;
    if (loop != active)
        return;
    active = NULL;
    while (e && strcmp(e->place, loop->place) != 0)
        e = e->next;
    if (e == NULL) {
        e = calloc(1, sizeof *e);
        if (e == NULL)
            return;
        e->place = loop->place;
        *last = e;
        last = &e->next;
    }
    e->visits++;
    e->early += early;
    e->begun += loop->begun;
    e->since = settled;
}

void bsim_threshold_write(FILE *f) {
    for (const struct entered *e = first; e; e = e->next) {
        fprintf(f, "# loop: ");
        bsim_samples_name(f, e->place);
        fprintf(f, "\t%ld\t%ld\t%ld\t%ld\n", e->visits, e->early, e->begun, e->since);
    }
}

/* pace.c - runs in which ranks come in another order: behind each collective call a rank waits, the longer the nearer
 * it is to the first rank, or to the last one. So a rank goes on, up to its next wait for another one, before the next
 * rank does. */
#include <string.h>

#include "bsim/base/clock.h"
#include "lmpi/check/check.h"

/* Most steps: ranks beyond them share steps, since a rank may poll for all of the time. */
enum { STEPS = 16 };
static const double step_s = 1e-3;
static enum { EQUAL, FIRST_SLOW, LAST_SLOW } pace;

void lmpi_check_pace_start(const char *text) {
    pace = text && !strcmp(text, "first") ? FIRST_SLOW : text && !strcmp(text, "last") ? LAST_SLOW : EQUAL;
}

struct later {
    struct bsim_event event;
    bsim_rank *rank;
};

static void go_on(struct bsim_event *event) {
    bsim_ready(((struct later *)event)->rank);
}

/* Whether ranks go on together behind a call. */
static bool is_start(const check_call *call) {
    enum check_family family = check_function_of(call)->family;
    switch (call->id) {
    case CHECK_Init:
    case CHECK_Init_thread:
    case CHECK_Win_create:
    case CHECK_Win_allocate:
    case CHECK_Win_allocate_shared:
    case CHECK_Win_create_dynamic:
    case CHECK_Win_fence:
    case CHECK_File_open:
    case CHECK_File_set_view:
    case CHECK_File_set_atomicity:
    case CHECK_File_set_size:
    case CHECK_File_sync:
        return true;
    default:
        return family == CHECK_FAMILY_COLL;
    }
}

void lmpi_check_pace(const check_call *call) {
    int np = bsim_context.np;
    if (pace == EQUAL || !is_start(call))
        return;
    bsim_rank *self = bsim_self;
    int steps = pace == FIRST_SLOW ? np - 1 - self->id : self->id;
    if (np > STEPS)
        steps = steps * STEPS / np;
    for (int k = 0; k < bsim_times(); k++)
        self->clock[k] += steps * step_s;
    struct later later = {{self->clock[0], UINT64_MAX / 2 - (uint64_t)self->id, go_on}, self};
    struct bsim_wait why = {.call = check_function_of(call)->name,
                            .site = call->site,
                            .peer = BSIM_PEER_NONE,
                            .tag = BSIM_TAG_NONE,
                            .comm = -1};
    bsim_event_add(&later.event);
    bsim_block(&why);
}

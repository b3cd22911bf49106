/* failure.c - see failure.h. Owns the failure that is kept. */
#include "bsim/process/failure.h"

#include <pthread.h>
#include <stdio.h>

#include "bsim/base/context.h"
#include "bsim/process/place.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* ranks of several shards fail */
static bool is_kept;
static struct bsim_failure kept;
static char kept_text[2048], kept_place[BSIM_PLACE_BYTES];

static bool is_earlier(const struct bsim_failure *a, const struct bsim_failure *b) {
    return a->time_s != b->time_s ? a->time_s < b->time_s : a->rank < b->rank;
}

void bsim_failure_keep(const struct bsim_failure *failure, const char *fmt, va_list *args) {
    pthread_mutex_lock(&lock);
    if (!is_kept || is_earlier(failure, &kept)) {
        is_kept = true;
        kept = *failure;
        bsim_context.failed_s = kept.time_s;
        bsim_context.failed_rank = kept.rank;
        bsim_context.failed_code = kept.code;
        if (args)
            vsnprintf(kept_text, sizeof kept_text, fmt, *args);
        if (kept.place) {
            snprintf(kept_place, sizeof kept_place, "%s", kept.place);
            kept.place = kept_place;
        }
    }
    pthread_mutex_unlock(&lock);
}

const struct bsim_failure *bsim_failure_kept(const char **text) {
    if (!is_kept)
        return NULL;
    if (kept.tell)
        kept.tell(kept.arg, kept_text, sizeof kept_text);
    *text = kept_text;
    return &kept;
}

/* failure.h - the failure that ends a run. Of several ranks that fail, the earliest in virtual time is told, and of
 * those of one time the lowest rank's. So a run ends with the same message whatever the order in which the host runs
 * ranks, and on any number of shards. */
#ifndef BSIM_FAILURE_H
#define BSIM_FAILURE_H

#include <stdarg.h>
#include <stdbool.h>

#include "bsim/kernel/engine.h"

/* What is told of a failure. Either a text, which begins with the rank and its place if with_rank is set, or tell(). */
struct bsim_failure {
    double time_s;
    int rank, code; /* code: the exit code */
    bool with_rank;
    const void *site;
    const char *place; /* text, if there is no site */
    bsim_failure_text *tell;
    const void *arg;
};

/* Keeps a failure if it is earlier than the one that is kept. args may be NULL if tell is set. */
void bsim_failure_keep(const struct bsim_failure *failure, const char *fmt, va_list *args);
/* What is kept, with its text; NULL: no rank has failed. To be called when no rank can run. */
const struct bsim_failure *bsim_failure_kept(const char **text);

/* Tells the failure that is kept, and exits. Returns if there is none. */
void bsim_failure_report(void);

#endif

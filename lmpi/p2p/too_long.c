/* too_long.c - messages that are longer than the buffers of their receives, in runs that go on behind them. */
#include "lmpi/p2p/too_long.h"

#include <stdio.h>

#include "bsim/base/warn.h"
#include "bsim/stat/stat.h"
#include "lmpi/p2p/partitioned.h"

bool lmpi_too_long_counts;

/* The first one of the lowest rank. */
static struct {
    unsigned long long count;
    int rank, source, tag;
    long long bytes;
    const char *call;
    const void *site;
} noted;

void lmpi_too_long_note(const lmpi_request *r, const lmpi_call *call) {
    BSIM_LOCKED;
    bool is_first = noted.count++ == 0 || bsim_self->id < noted.rank;
    if (!is_first)
        return;
    noted.rank = bsim_self->id;
    noted.source = r->peer;
    noted.tag = lmpi_partitioned_tag(r->comm, r->tag);
    noted.bytes = (long long)r->bytes;
    noted.call = call->name;
    noted.site = call->ret;
}

void lmpi_too_long_report(void) {
    if (noted.count == 0)
        return;
    bsim_warn("%llu messages are longer than the buffers of their receives, which is an error that the program went on "
              "behind; they count as received. One of them: %s of rank %d at %s gets %lld bytes from rank %d, tag %d",
              noted.count, noted.call, noted.rank, bsim_site_name(noted.site), noted.bytes, noted.source, noted.tag);
    noted.count = 0;
}

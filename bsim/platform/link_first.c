/* link_first.c - see link_first.h. Owns the format of "first_messages" (docs/reference/platform.md). */
#include "bsim/platform/link_first.h"

#include <math.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/platform/quantity.h"

enum { MOST = 16, MOST_COUNT = 65535 };

static void read_one(struct bsim_first_messages *of, struct bsim_jval v) {
    static const char *const keys[] = {"from", "up_to", "count", "time", "comment", NULL};
    *of = (struct bsim_first_messages){.up_to_bytes = HUGE_VAL};
    if (!bsim_jval_object(v) || !bsim_jval_keys(v, keys))
        return;
    struct bsim_jval from = bsim_jval_get(v, "from"), up_to = bsim_jval_get(v, "up_to"),
                     count = bsim_jval_need(v, "count"), time = bsim_jval_need(v, "time");
    if (bsim_jval_present(from))
        of->from_bytes = bsim_jval_quantity(from, BSIM_UNIT_BYTES, false);
    if (bsim_jval_present(up_to))
        of->up_to_bytes = bsim_jval_quantity(up_to, BSIM_UNIT_BYTES, false);
    if (bsim_jval_present(count))
        of->count = (uint16_t)bsim_jval_int(count, 1, MOST_COUNT);
    if (bsim_jval_present(time))
        of->time_s = bsim_platform_quantity(time, BSIM_UNIT_TIME, false);
    if (of->from_bytes > of->up_to_bytes)
        bsim_jval_error(up_to, "up_to is %g bytes, and from is %g: no message is of such a size", of->up_to_bytes,
                        of->from_bytes);
}

void bsim_first_messages_read(struct bsim_link *link, struct bsim_jval v) {
    bsim_first_messages_copy(link, NULL);
    if (!bsim_jval_list(v))
        return;
    size_t n = bsim_jval_size(v);
    if (n > MOST) {
        bsim_jval_error(v, "has %zu kinds of messages; accepted: up to %d", n, MOST);
        return;
    }
    link->first = bsim_alloc((n + 1) * sizeof *link->first);
    for (size_t i = 0; i < n; i++)
        read_one(&link->first[link->nfirst++], bsim_jval_at(v, i));
}

void bsim_first_messages_copy(struct bsim_link *link, const struct bsim_link *from) {
    bsim_free(link->first);
    link->first = NULL;
    link->nfirst = from ? from->nfirst : 0;
    if (link->nfirst == 0)
        return;
    link->first = bsim_alloc((size_t)link->nfirst * sizeof *link->first);
    memcpy(link->first, from->first, (size_t)link->nfirst * sizeof *link->first);
}

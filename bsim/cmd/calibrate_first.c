/* calibrate_first.c - what the first messages of a process take longer, from those of new pairs of processes. */
#include <math.h>

#include "bsim/cmd/calibrate.h"

/* Less than this, all messages together, is not worth an entry, nor so little of each. */
static const double LEAST_S = 50e-6, LEAST_EACH_S = 2e-6;

/* Whether two sizes are of one kind. */
static bool is_alike(const struct bsim_first_messages *a, const struct bsim_first_messages *b) {
    return fmax(a->count, b->count) <= 1.3 * fmin(a->count, b->count) &&
           fmax(a->time_s, b->time_s) <= 1.35 * fmin(a->time_s, b->time_s);
}

static void add(struct calibrate_link *link, double from_bytes, double up_to_bytes, double count, double both_s) {
    link->first[link->nfirst++] = (struct bsim_first_messages){
        .from_bytes = from_bytes, .up_to_bytes = up_to_bytes, .time_s = 0.5 * both_s, .count = (uint16_t)count};
}

/* The very first message costs something whatever its size, and more with the protocol of long ones; and then there are
 * those behind it. A size stands for those from the next smaller measured one on. */
void bsim_calibrate_first(struct calibrate_link *link, const struct calibrate_data *data) {
    link->nfirst = 0;
    link->knows_first = data->nfirst > 0 && !data->first_disturbed;
    if (!link->knows_first)
        return;
    const struct calibrate_first *of = data->first;
    if (of[0].first_s > LEAST_S)
        add(link, 0, HUGE_VAL, 1, of[0].first_s);
    for (int i = 0; i < data->nfirst; i++) {
        bool is_eager = of[i].bytes <= link->eager_limit_bytes;
        bool is_last_eager = is_eager && (i + 1 == data->nfirst || of[i + 1].bytes > link->eager_limit_bytes);
        double from = i == 0 ? 0 : (is_eager ? of[i - 1].bytes : link->eager_limit_bytes) + 1;
        double up_to = is_last_eager ? link->eager_limit_bytes : is_eager ? of[i].bytes : HUGE_VAL;
        if (!is_eager && of[i].first_s - of[0].first_s > LEAST_S)
            add(link, from, up_to, 1, of[i].first_s - of[0].first_s);
        if (of[i].count < 2 || of[i].each_s < LEAST_EACH_S || of[i].count * of[i].each_s < LEAST_S)
            continue;
        add(link, from, up_to, of[i].count, of[i].each_s);
        struct bsim_first_messages *last = &link->first[link->nfirst - 1], *before = last - 1;
        if (is_eager && link->nfirst > 1 && before->up_to_bytes + 1 == from && is_alike(before, last)) {
            before->up_to_bytes = up_to;
            before->time_s = 0.5 * (before->time_s + last->time_s);
            link->nfirst--;
        }
    }
}

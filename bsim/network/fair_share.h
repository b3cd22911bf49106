/* fair_share.h - transfers that share one resource fairly, as packets of several messages that are sent in turn.
 *
 * Of n transfers that are there each has an n-th of the resource (processor sharing). So one of w seconds that finds
 * others there, with r_i seconds left each, waits for min(r_i, w) of each of them, if nobody comes later: it ends
 * w + sum_i min(r_i, w) after it comes. Those that come later delay it, and it can be asked again. One that cannot wait
 * for the answer keeps the first one, and later transfers find it with what it really has left: so the resource never
 * does more than it can. Transfers of one stream follow each other, and have one share together. Coming and asking
 * takes O(log n). Must not know what the transfers are. */
#ifndef BSIM_FAIR_SHARE_H
#define BSIM_FAIR_SHARE_H

#include <stdbool.h>
#include <stdint.h>

/* One resource. All zero: nobody has come yet. */
struct bsim_fair_share {
    double now_s;    /* the last transfer came then */
    double served_s; /* what each transfer has had since the resource was last idle */
    struct bsim_fair_transfer {
        double tag_s;  /* served_s at its end; if it is over: its end */
        double sum_s;  /* of the tags in this subtree that have shares */
        double told_s; /* the end, and the wait, that it was told when it came */
        double waits_s;
        int32_t count, left, right; /* shares in this subtree; its parts: places, 0: none */
        bool has_share;             /* it is the last one of its stream */
        bool is_kept, is_over;      /* its owner may ask; it has ended */
    } *at;                          /* a treap by tag, whose priorities are hashes of places; place 0 has no transfer */
    int32_t root, free, used, room; /* places; free: a list by `left` */
};

/* A transfer of busy_s seconds comes at start_s, or when the last one came if that is later. before: the last one of
 * its stream, which has not left; 0: none. Returns its place, 0 if it takes no time. *wait_s: how long it waits after
 * start_s if nobody comes later. */
int32_t bsim_fair_share_come(struct bsim_fair_share *f, double start_s, double busy_s, int32_t before, double *wait_s);
/* How long it waits, with those that have come since. 0 for place 0. */
double bsim_fair_share_waits(const struct bsim_fair_share *f, int32_t place);
/* Nobody asks any more. */
void bsim_fair_share_leave(struct bsim_fair_share *f, int32_t place);
void bsim_fair_share_free(struct bsim_fair_share *f);

#endif

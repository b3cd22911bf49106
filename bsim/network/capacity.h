/* capacity.h - a bandwidth that transfers take in the order in which they come.
 *
 * Each transfer goes as fast as it can by itself, or as fast as those before it leave it. Transfers that have been
 * placed never change. So a bandwidth that is not used up delays nothing. Must not know what the transfers are. */
#ifndef BSIM_CAPACITY_H
#define BSIM_CAPACITY_H

/* What is taken, as steps in ascending order: from from_s on to the next step so many bytes per second, behind the last
 * one nothing. Before the first step nobody may begin any more. All zero: nothing is taken. */
struct bsim_capacity {
    struct bsim_capacity_step {
        double from_s, taken;
    } *step;
    int count, room;
};

/* Places a transfer of so many bytes, which begins at start_s and goes at `rate` if it can; `bandwidth` is what all
 * transfers have together. Returns its end: start_s + bytes / rate if nothing delays it. start_s must not be less than
 * that of the transfer before; bytes and both rates must be positive. */
double bsim_capacity_take(struct bsim_capacity *c, double start_s, double bytes, double rate, double bandwidth);
void bsim_capacity_free(struct bsim_capacity *c);

#endif

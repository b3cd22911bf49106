/* capacity.h - bandwidths that transfers take in the order in which they come.
 *
 * A transfer needs a part of one bandwidth or of several at a time. It goes at its own rate, or as fast as those before
 * it leave it. What it is behind its own rate it makes up for as soon as more is free: at every time it has moved no
 * more than rate * (time - start). So a bandwidth that is not used up delays nothing, and of equal transfers that begin
 * together the last one ends as if all had shared the bandwidth fairly, each with no more than its own rate. Transfers
 * that have been placed never change. Ends have exact slopes (bsim/base/slopes.h): those of the rate and the bandwidths
 * are not among them. Must not know what the transfers are. */
#ifndef BSIM_CAPACITY_H
#define BSIM_CAPACITY_H

/* One bandwidth. What is taken of it, as steps in ascending order: from from_s on to the next step so many bytes per
 * second, behind the last one nothing. Before the first step nobody may begin any more. */
struct bsim_capacity {
    double bandwidth;
    struct bsim_capacity_step {
        double from_s, taken;
    } *step;
    double *moment; /* by step and slope: the sum over the changes of `taken` at from_s of change * slope of its time */
    int count, room, slopes;
};

enum { BSIM_CAPACITIES_MOST = 2 }; /* of a transfer */

/* slopes: how many follow the time of a clock. */
void bsim_capacity_init(struct bsim_capacity *c, double bandwidth, int slopes);
/* Places a transfer of so many bytes that needs the n bandwidths `of`. It begins at clock[0] and goes at `rate` if it
 * can; advances the clock to its end, with slopes. That is start + bytes / rate if nothing delays it. The start must
 * not be less than that of the transfer before; bytes must be positive, the rate too, and no more than the bandwidths.
 */
void bsim_capacity_take(struct bsim_capacity *const *of, int n, double bytes, double rate, double *clock);
void bsim_capacity_free(struct bsim_capacity *c);

#endif

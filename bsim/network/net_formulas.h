/* net_formulas.h - the formulas of eager messages for one scenario. The network models use them in their loops over
 * scenarios; a run with one scenario inlines them (network.h). Times are in seconds. */
#ifndef BSIM_NET_FORMULAS_H
#define BSIM_NET_FORMULAS_H

#include "bsim/base/clock.h"

/* SC08, section III: l + s/w. */
static inline double bsim_simple_transfer(double latency_s, double gap_s_per_byte, double bytes) {
    return latency_s + bytes * gap_s_per_byte;
}

/* SC08: the receiver waits for the sender's clock, then pays l + s/w. A non-blocking receive pays from the time at
 * which both sides have posted. */
static inline double bsim_simple_ready(double rpost_s, double sent_s, double transfer_s) {
    return bsim_max(rpost_s, sent_s) + transfer_s;
}

/* PHANTOM, section 6: G(K-1) + L. A message of 0 bytes counts as one of 1 byte. */
static inline double bsim_loggpo_wire(double latency_s, double gap_s_per_byte, double bytes) {
    return gap_s_per_byte * bsim_max(bytes - 1, 0) + latency_s;
}

/* PHANTOM: an early receiver waits (syn), then is busy o_r. */
static inline double bsim_loggpo_recv_done(double now_s, double ready_s, double recv_overhead_s) {
    return bsim_max(now_s, ready_s) + recv_overhead_s;
}

#endif

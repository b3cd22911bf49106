/* message_noise.h - the noise of messages: what chance adds to the times that the network models give (bsim run
 * --noise), and what lost packets cost.
 *
 * The latency of each crossing of the network is multiplied by a random factor, and the time of the data's bytes by
 * another. Crossings are an eager message, the request, the clearance and the data of a rendezvous, and the data and
 * the acknowledgement of an acknowledged message. The functions add what this changes; it may be negative.
 *
 * A crossing of m packets, each of which is lost with probability p, waits for n time-outs until all are there: P(n <=
 * j) = (1 - p^(j+1))^m. The j-th of them takes timeout * backoff^(j-1). Without --noise each crossing waits for the
 * mean. A draw depends on the message alone, so the schedule cannot change it. The
 * first `runs` scenarios have seeds of their own; all others have the draws of scenario 0.
 *
 * Used where path->laws is set. Arrays have K entries, in seconds. */
#ifndef BSIM_MESSAGE_NOISE_H
#define BSIM_MESSAGE_NOISE_H

#include "bsim/base/noise.h"
#include "bsim/network/network.h"

struct bsim_link_noise;

/* The distributions of a connection or a piece of it, of this run. loss: as in the file; of probability 0: none. */
struct bsim_message_laws {
    const struct bsim_link_noise *of;
    struct bsim_link_loss loss;
    struct bsim_noise_law latency, bandwidth;
    struct bsim_message_laws *next;
};

/* Whose draws a message has: each pair belongs to one message. */
struct bsim_message_id {
    int rank;
    uint64_t number;
};

/* Makes the laws of a run, before bsim_network_init. path: of the platform file, for messages. strength: of --noise; 0:
 * messages do not vary. False and *err if it makes a factor negative. */
bool bsim_message_noise_init(const struct bsim_platform *platform, const char *path, double strength, long seed,
                             int runs, struct bsim_error *err);
void bsim_message_noise_fini(void);
/* Whether messages vary, or are lost. */
bool bsim_message_noise_any(void);
/* Of a connection, or of a piece of it that is not NULL. NULL: these messages do not vary, and none is lost. */
const struct bsim_message_laws *bsim_message_laws(const struct bsim_link *link, const struct bsim_link_piece *piece);

/* After bsim_network.send. late: gets what its latency takes longer. */
void bsim_message_noise_sent(const struct bsim_path *path, double bytes, struct bsim_message_id id, double *arrive,
                             double *late);
/* After bsim_network.recv_ready. late: gets what the latency of the data takes longer, where the receiver pays for it.
 */
void bsim_message_noise_ready(const struct bsim_path *path, double bytes, struct bsim_message_id id, double *ready,
                              double *late);
/* After bsim_network.rendezvous. start: of data_start; NULL: not wanted. late: gets what the latency of the data takes
 * longer. */
void bsim_message_noise_met(const struct bsim_path *path, double bytes, struct bsim_message_id id, double *start,
                            double *sready, double *rready, double *late);

#endif

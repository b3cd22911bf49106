/* link_noise.h - "noise" and "loss" of a connection, or of a piece of it: how the times of messages vary, for bsim run
 * --noise, and what messages wait for packets that were lost. */
#ifndef BSIM_LINK_NOISE_H
#define BSIM_LINK_NOISE_H

#include "bsim/base/noise_model.h"
#include "bsim/platform/platform.h"

/* What a message's latency is multiplied by, and the time of its bytes. Connections and pieces share it; the platform
 * owns it. */
struct bsim_link_noise {
    struct bsim_link_noise *next; /* of the platform */
    struct bsim_noise_source latency, bandwidth;
};

/* Reads the member, which is present. Errors go to the document. */
const struct bsim_link_noise *bsim_link_noise_read(struct bsim_platform *platform, struct bsim_jval v);
/* Likewise of "loss". */
struct bsim_link_loss bsim_link_loss_read(struct bsim_jval v);
void bsim_link_noise_free(struct bsim_platform *platform);

#endif

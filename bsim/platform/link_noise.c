/* link_noise.c - see link_noise.h. Owns the formats of "noise" and "loss" (docs/reference/platform.md). */
#include "bsim/platform/link_noise.h"

#include <math.h>

#include "bsim/base/alloc.h"
#include "bsim/platform/quantity.h"

const struct bsim_link_noise *bsim_link_noise_read(struct bsim_platform *platform, struct bsim_jval v) {
    static const char *const keys[] = {"latency", "bandwidth", "comment", NULL};
    struct bsim_jval latency, bandwidth;
    if (!bsim_jval_object(v) || !bsim_jval_keys(v, keys))
        return NULL;
    struct bsim_link_noise *noise = bsim_alloc(sizeof *noise);
    noise->next = platform->noises;
    platform->noises = noise;
    if (bsim_jval_present(latency = bsim_jval_get(v, "latency")))
        bsim_noise_source_read(&noise->latency, NULL, latency, "messages");
    if (bsim_jval_present(bandwidth = bsim_jval_get(v, "bandwidth")))
        bsim_noise_source_read(&noise->bandwidth, NULL, bandwidth, "messages");
    return noise;
}

struct bsim_link_loss bsim_link_loss_read(struct bsim_jval v) {
    static const char *const keys[] = {"probability", "timeout", "backoff", "packet", "comment", NULL};
    struct bsim_link_loss loss = {.given = true, .backoff = 2, .packet_bytes = HUGE_VAL};
    struct bsim_jval value;
    if (!bsim_jval_object(v) || !bsim_jval_keys(v, keys) || json_object_size(v.json) == 0)
        return loss;
    struct bsim_jval probability = bsim_jval_need(v, "probability"), timeout = bsim_jval_need(v, "timeout");
    if (bsim_jval_present(probability))
        loss.probability = bsim_jval_quantity(probability, BSIM_UNIT_NONE, false);
    if (bsim_jval_present(timeout))
        loss.timeout_s = bsim_platform_quantity(timeout, BSIM_UNIT_TIME, true);
    if (bsim_jval_present(value = bsim_jval_get(v, "backoff")))
        loss.backoff = bsim_jval_quantity(value, BSIM_UNIT_NONE, true);
    if (bsim_jval_present(value = bsim_jval_get(v, "packet")))
        loss.packet_bytes = bsim_jval_quantity(value, BSIM_UNIT_BYTES, true);
    if (loss.backoff < 1)
        bsim_jval_error(bsim_jval_get(v, "backoff"), "is %g; time-outs do not get shorter, so it is 1 or more",
                        loss.backoff);
    else if (loss.probability * loss.backoff > 0.9)
        bsim_jval_error(probability,
                        "is %g, with a backoff of %g; their product may be 0.9: above 1 the mean time of a "
                        "message has no limit",
                        loss.probability, loss.backoff);
    return loss;
}

void bsim_link_noise_free(struct bsim_platform *platform) {
    while (platform->noises) {
        struct bsim_link_noise *next = platform->noises->next;
        bsim_noise_source_free(&platform->noises->latency);
        bsim_noise_source_free(&platform->noises->bandwidth);
        bsim_free(platform->noises);
        platform->noises = next;
    }
}

/* link_noise.c - see link_noise.h. Owns the format of "noise" (docs/reference/platform.md). */
#include "bsim/platform/link_noise.h"

#include "bsim/base/alloc.h"

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

void bsim_link_noise_free(struct bsim_platform *platform) {
    while (platform->noises) {
        struct bsim_link_noise *next = platform->noises->next;
        bsim_noise_source_free(&platform->noises->latency);
        bsim_noise_source_free(&platform->noises->bandwidth);
        bsim_free(platform->noises);
        platform->noises = next;
    }
}

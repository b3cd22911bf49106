/* trace_channels.h - inside of bsim trace: numbers by keys of four. */
#ifndef BSIM_CMD_TRACE_CHANNELS_H
#define BSIM_CMD_TRACE_CHANNELS_H

#include <stddef.h>
#include <stdint.h>

/* All zero: empty. */
struct bsim_trace_channels {
    struct bsim_trace_channel {
        int64_t key[4], value;
        int is_used;
    } *at; /* owned */
    size_t room, n;
};
/* Where the number of a key is; a new one is 0. The pointer is good until the next call. */
int64_t *bsim_trace_channel(struct bsim_trace_channels *channels, int64_t a, int64_t b, int64_t c, int64_t d);
void bsim_trace_channels_end(struct bsim_trace_channels *channels);

#endif

/* trace_bytes.h - a growing array of bytes, and files that are compressed by zstd. */
#ifndef BSIM_TRACE_BYTES_H
#define BSIM_TRACE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bsim/base/error.h"

struct bsim_bytes {
    unsigned char *data;
    size_t n, room;
};
void bsim_bytes_put(struct bsim_bytes *bytes, int64_t value);
void bsim_bytes_add(struct bsim_bytes *bytes, const void *data, size_t n);
void bsim_bytes_free(struct bsim_bytes *bytes);

bool bsim_bytes_write(const struct bsim_bytes *bytes, const char *path, struct bsim_error *err);
bool bsim_bytes_read(struct bsim_bytes *bytes, const char *path, int64_t *file_bytes, struct bsim_error *err);

/* Takes a text of trace_stream.h from *at: a new one (NULL: it is passed over). False if it does not end before `end`.
 */
bool bsim_bytes_get_text(const unsigned char **at, const unsigned char *end, char **text);

#endif

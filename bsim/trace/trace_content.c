/* trace_content.c - reads the log of what a rank got from MPI. Part of the command and of libbsim-replay.so: it takes
 * nothing from the heap but what zstd does. */
#include "bsim/trace/trace_content.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>
#include <zstd.h>

#include "bsim/trace/trace_stream.h"

static const char damaged[] = "is damaged: record the program again";

static bool fail(struct bsim_content *c, const char *why) {
    if (c->failure == NULL)
        c->failure = why;
    return false;
}

/* Decompresses until there is a byte. False at the end. */
static bool fill(struct bsim_content *c) {
    c->out_at = c->out_n = 0;
    while (c->out_n == 0 && c->failure == NULL) {
        if (c->in_at == c->in_n && !c->is_at_end) {
            ssize_t n = read(c->file, c->in, sizeof c->in);
            if (n < 0 && errno == EINTR)
                continue;
            if (n < 0)
                return fail(c, strerror(errno));
            c->is_at_end = n == 0;
            c->in_at = 0;
            c->in_n = (size_t)n;
        }
        ZSTD_inBuffer in = {c->in, c->in_n, c->in_at};
        ZSTD_outBuffer out = {c->out, sizeof c->out, 0};
        size_t state = ZSTD_decompressStream(c->stream, &out, &in);
        if (ZSTD_isError(state))
            return fail(c, damaged);
        c->in_at = in.pos;
        c->out_n = out.pos;
        if (c->is_at_end && out.pos == 0)
            return false;
    }
    return c->out_n > 0;
}

static bool get_byte(struct bsim_content *c, unsigned char *byte) {
    if (c->out_at == c->out_n && !fill(c))
        return false;
    *byte = c->out[c->out_at++];
    return true;
}

bool bsim_content_number(struct bsim_content *c, int64_t *value) {
    unsigned char bytes[TRACE_VARINT_MOST];
    const unsigned char *at = bytes;
    size_t n = 0;
    do {
        if (n == sizeof bytes)
            return fail(c, damaged);
        if (!get_byte(c, &bytes[n]))
            return false;
    } while (bytes[n++] >= 0x80);
    return trace_get(&at, bytes + n, value) || fail(c, damaged);
}

bool bsim_content_bytes(struct bsim_content *c, void *bytes, size_t n) {
    for (char *to = bytes; n > 0;) {
        if (c->out_at == c->out_n && !fill(c))
            return false;
        size_t some = c->out_n - c->out_at < n ? c->out_n - c->out_at : n;
        memcpy(to, c->out + c->out_at, some);
        c->out_at += some;
        to += some;
        n -= some;
    }
    return true;
}

bool bsim_content_check(struct bsim_content *c) {
    do
        c->out_at = c->out_n;
    while (fill(c));
    return c->failure == NULL;
}

void bsim_content_close(struct bsim_content *c) {
    ZSTD_freeDStream(c->stream);
    if (c->file >= 0)
        close(c->file);
    c->stream = NULL;
    c->file = -1;
}

static bool get_text(struct bsim_content *c, char *text, size_t room) {
    int64_t n;
    if (!bsim_content_number(c, &n))
        return false;
    if (n < 0 || n >= (int64_t)room)
        return fail(c, damaged);
    text[n] = '\0';
    return bsim_content_bytes(c, text, (size_t)n);
}

static bool get_int(struct bsim_content *c, int *value, int64_t least, int64_t most) {
    int64_t number;
    if (!bsim_content_number(c, &number))
        return false;
    *value = (int)number;
    return (number >= least && number <= most) || fail(c, damaged);
}

static bool read_head(struct bsim_content *c, struct bsim_content_head *h,
                      void (*name)(int function, const char *name)) {
    char text[64];
    if (!get_text(c, h->recording, sizeof h->recording) || !get_int(c, &h->rank, 0, INT_MAX - 1) ||
        !get_int(c, &h->size, (int64_t)h->rank + 1, INT_MAX) || !get_text(c, h->program, sizeof h->program) ||
        !bsim_content_number(c, &h->universe_size) || !bsim_content_number(c, &h->appnum) ||
        !get_int(c, &h->nfunction, 1, 4096))
        return false;
    for (int i = 0; i < h->nfunction; i++) {
        if (!get_text(c, text, sizeof text))
            return false;
        if (name)
            name(i, text);
    }
    return true;
}

bool bsim_content_open(struct bsim_content *c, const char *path, struct bsim_content_head *head,
                       void (*name)(int function, const char *name)) {
    char magic[sizeof TRACE_CONTENT_MAGIC - 1];
    memset(c, 0, sizeof *c);
    *head = (struct bsim_content_head){0};
    c->file = open(path, O_RDONLY | O_CLOEXEC);
    if (c->file < 0)
        return fail(c, errno == ENOENT ? "is missing: the program was recorded without --content" : strerror(errno));
    c->stream = ZSTD_createDStream();
    ssize_t n = read(c->file, magic, sizeof magic);
    if (c->stream == NULL)
        fail(c, "no memory");
    else if (n != (ssize_t)sizeof magic || memcmp(magic, TRACE_CONTENT_MAGIC, sizeof magic) != 0)
        fail(c, "is no log of contents of this version: record the program again");
    else if (!read_head(c, head, name))
        fail(c, "ends before the first call: record the program again");
    if (c->failure == NULL)
        return true;
    bsim_content_close(c);
    return false;
}

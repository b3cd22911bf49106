/* content_out.c - writes the log of contents of this process: frames of zstd, so that all but the last second is there
 * if the process is killed. Must not know MPI. */
#include "lmpi/record/content_out.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <zstd.h>

#include "bsim/trace/trace_content.h"
#include "bsim/trace/trace_stream.h"
#include "lmpi/record/record_out.h"

enum { LEVEL = 1, BUFFER = 1 << 16 };
static const uint64_t most_of_frame = 64 << 20; /* bytes */

static int file = -1;
static ZSTD_CStream *stream;
static unsigned char numbers[BUFFER], packed[BUFFER];
static size_t used; /* of numbers */
static uint64_t in_frame;
static time_t ended; /* the last frame, seconds */

static void write_all(const unsigned char *bytes, size_t n) {
    for (size_t done = 0; done < n;) {
        ssize_t some = write(file, bytes + done, n - done);
        if (some < 0 && errno != EINTR)
            record_fail("the log of contents cannot be written");
        done += some > 0 ? (size_t)some : 0;
    }
}

static void compress(const void *bytes, size_t n, ZSTD_EndDirective end) {
    ZSTD_inBuffer in = {bytes, n, 0};
    size_t left;
    in_frame += n;
    do {
        ZSTD_outBuffer out = {packed, sizeof packed, 0};
        left = ZSTD_compressStream2(stream, &out, &in, end);
        if (ZSTD_isError(left)) {
            errno = ENOMEM;
            record_fail(ZSTD_getErrorName(left));
        }
        write_all(packed, out.pos);
    } while (in.pos < in.size || (end == ZSTD_e_end && left > 0));
}

static void flush(void) {
    if (used > 0)
        compress(numbers, used, ZSTD_e_continue);
    used = 0;
}

static time_t now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC_COARSE, &t);
    return t.tv_sec;
}

void content_out_open(const char *path) {
    file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0)
        record_fail(path);
    stream = ZSTD_createCStream();
    if (stream == NULL)
        errno = ENOMEM, record_fail(path);
    ZSTD_CCtx_setParameter(stream, ZSTD_c_compressionLevel, LEVEL);
    ZSTD_CCtx_setParameter(stream, ZSTD_c_checksumFlag, 1);
    write_all((const unsigned char *)TRACE_CONTENT_MAGIC, sizeof TRACE_CONTENT_MAGIC - 1);
    ended = now();
}

void content_out_number(int64_t value) {
    if (used + TRACE_VARINT_MOST > sizeof numbers)
        flush();
    used += trace_put(numbers + used, value);
}

void content_out_bytes(const void *bytes, size_t n) {
    if (n <= sizeof numbers - used) {
        if (n > 0)
            memcpy(numbers + used, bytes, n);
        used += n;
        return;
    }
    flush();
    compress(bytes, n, ZSTD_e_continue);
}

void content_out_text(const char *text) {
    content_out_number((int64_t)strlen(text));
    content_out_bytes(text, strlen(text));
}

void content_out_tick(void) {
    if (in_frame + used < most_of_frame && (now() == ended || in_frame + used == 0))
        return;
    flush();
    compress(NULL, 0, ZSTD_e_end);
    in_frame = 0;
    ended = now();
}

void content_out_close(void) {
    if (file < 0)
        return;
    flush();
    compress(NULL, 0, ZSTD_e_end);
    ZSTD_freeCStream(stream);
    stream = NULL;
    int failed = close(file);
    file = -1;
    if (failed)
        record_fail("the log of contents cannot be written");
}

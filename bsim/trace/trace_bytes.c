/* trace_bytes.c - a growing array of bytes, and files that are compressed by zstd. */
#include "bsim/trace/trace_bytes.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <zstd.h>

#include "bsim/base/alloc.h"
#include "bsim/trace/trace_stream.h"

enum { LEVEL = 7 };
/* A file that claims to hold more is taken for damaged. */
static const unsigned long long MOST_BYTES = 1ull << 40;

static void reserve(struct bsim_bytes *b, size_t more) {
    if (b->n + more <= b->room)
        return;
    b->room = b->room * 2 > b->n + more ? b->room * 2 : b->n + more + 256;
    b->data = bsim_realloc(b->data, b->room);
}

void bsim_bytes_put(struct bsim_bytes *b, int64_t value) {
    reserve(b, TRACE_VARINT_MOST);
    b->n += trace_put(b->data + b->n, value);
}

void bsim_bytes_add(struct bsim_bytes *b, const void *data, size_t n) {
    reserve(b, n);
    if (n > 0)
        memcpy(b->data + b->n, data, n);
    b->n += n;
}

void bsim_bytes_free(struct bsim_bytes *b) {
    bsim_free(b->data);
    *b = (struct bsim_bytes){0};
}

bool bsim_bytes_write(const struct bsim_bytes *b, const char *path, struct bsim_error *err) {
    size_t room = ZSTD_compressBound(b->n);
    void *packed = bsim_alloc(room);
    size_t n = ZSTD_compress(packed, room, b->data, b->n, LEVEL);
    FILE *file = ZSTD_isError(n) ? NULL : fopen(path, "w");
    bool ok = file && fwrite(packed, 1, n, file) == n;
    if (file && fclose(file))
        ok = false;
    bsim_free(packed);
    return ok || bsim_error_set(err, path, 0, NULL, "cannot be written: %s",
                                ZSTD_isError(n) ? ZSTD_getErrorName(n) : strerror(errno));
}

bool bsim_bytes_read(struct bsim_bytes *b, const char *path, int64_t *file_bytes, struct bsim_error *err) {
    struct stat info;
    FILE *file = fopen(path, "r");
    if (file == NULL || fstat(fileno(file), &info)) {
        bsim_error_set(err, path, 0, NULL, "cannot be read: %s", strerror(errno));
        if (file)
            fclose(file);
        return false;
    }
    size_t n = (size_t)info.st_size;
    void *packed = bsim_alloc(n + 1);
    bool ok = fread(packed, 1, n, file) == n;
    fclose(file);
    unsigned long long size = ok ? ZSTD_getFrameContentSize(packed, n) : 0;
    ok = ok && size != ZSTD_CONTENTSIZE_ERROR && size != ZSTD_CONTENTSIZE_UNKNOWN && size < MOST_BYTES &&
         size / 32768 <= n + 1; /* zstd packs no better */
    if (ok) {
        b->room = (size_t)size + 1;
        b->data = bsim_alloc(b->room);
        bsim_alloc_dense(b->data, b->room);
        b->n = ZSTD_decompress(b->data, b->room, packed, n);
        ok = !ZSTD_isError(b->n) && b->n == size;
    }
    bsim_free(packed);
    if (!ok) {
        bsim_bytes_free(b);
        return bsim_error_set(err, path, 0, NULL, "is damaged: record the program again");
    }
    *file_bytes += (int64_t)n;
    return true;
}

bool bsim_bytes_get_text(const unsigned char **at, const unsigned char *end, char **text) {
    int64_t n;
    if (!trace_get(at, end, &n) || n < 0 || n > end - *at)
        return false;
    if (text) {
        *text = bsim_alloc((size_t)n + 1);
        memcpy(*text, *at, (size_t)n);
    }
    *at += n;
    return true;
}

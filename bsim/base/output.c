/* output.c - see output.h. Owns the names of temporary files; knows nothing of what is written. */
#include "bsim/base/output.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bsim/base/alloc.h"
#include "bsim/base/text.h"

enum { MOST_LINKS = 40, MOST_TRIES = 100 };

/* The file descriptor that path stands for (/dev/stdout, /dev/fd/N, ...); -1 if none. */
static int descriptor_of(const char *path) {
    static const char *const folders[] = {"/dev/fd/", "/proc/self/fd/", NULL};
    char *end;
    if (strcmp(path, "/dev/stdout") == 0)
        return STDOUT_FILENO;
    if (strcmp(path, "/dev/stderr") == 0)
        return STDERR_FILENO;
    for (const char *const *f = folders; *f; f++)
        if (bsim_begins(path, *f) && path[strlen(*f)] != '\0') {
            long n = strtol(path + strlen(*f), &end, 10);
            if (*end == '\0' && n >= 0 && n <= INT_MAX)
                return (int)n;
        }
    return -1;
}

bool bsim_output_is_stream(const char *path) {
    struct stat st;
    if (descriptor_of(path) >= 0)
        return true;
    return stat(path, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode);
}

/* The length of a path up to and including the last slash; may be 0. */
static size_t folder_length(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

static char *join(const char *folder, size_t len, const char *name) {
    char *path = bsim_alloc(len + strlen(name) + 1);
    memcpy(path, folder, len);
    strcpy(path + len, name);
    return path;
}

/* Resolves symbolic links; the target need not exist. The result is allocated. */
static char *follow(const char *path) {
    char *at = bsim_strdup(path), link[PATH_MAX];
    for (int i = 0; i < MOST_LINKS; i++) {
        ssize_t len = readlink(at, link, sizeof link - 1);
        if (len <= 0)
            return at;
        link[len] = '\0';
        char *next = join(at, link[0] == '/' ? 0 : folder_length(at), link);
        bsim_free(at);
        at = next;
    }
    return at;
}

static int open_stream(const char *path) {
    int fd = descriptor_of(path);
    fflush(NULL);
    return fd >= 0 ? dup(fd) : open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
}

/* Creates the temporary file beside target, with the permissions of the file that it will replace. */
static int open_aside(struct bsim_output *out) {
    struct stat old;
    size_t folder = folder_length(out->target), size = folder + 40;
    bool exists = stat(out->target, &old) == 0;
    if (exists && S_ISDIR(old.st_mode))
        errno = EISDIR;
    if (exists && (S_ISDIR(old.st_mode) || access(out->target, W_OK) != 0))
        return -1;
    out->aside = bsim_alloc(size);
    for (int i = 0; i < MOST_TRIES; i++) {
        uint64_t random;
        if (getrandom(&random, sizeof random, 0) != sizeof random)
            break;
        snprintf(out->aside, size, "%.*s.bsim-%016llx", (int)folder, out->target, (unsigned long long)random);
        int fd = open(out->aside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd >= 0 && exists && fchown(fd, old.st_uid, old.st_gid) == 0)
            fchmod(fd, old.st_mode & 07777);
        if (fd >= 0 || errno != EEXIST) {
            if (fd < 0)
                out->aside[0] = '\0'; /* none was made */
            return fd;
        }
    }
    out->aside[0] = '\0';
    return -1;
}

bool bsim_output_open(struct bsim_output *out, const char *path, struct bsim_error *err) {
    *out = (struct bsim_output){.path = bsim_strdup(path)};
    int fd;
    if (bsim_output_is_stream(path)) {
        fd = open_stream(path);
    } else {
        out->target = follow(path);
        fd = open_aside(out);
    }
    out->file = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (out->file == NULL) {
        bsim_error_set(err, path, 0, NULL, "cannot be written: %s", strerror(errno));
        if (fd >= 0)
            close(fd);
        bsim_output_abandon(out);
        return false;
    }
    return true;
}

bool bsim_output_open_picture(struct bsim_output *out, const char *path, struct bsim_error *err) {
    *out = (struct bsim_output){0};
    if (!bsim_output_is_stream(path) && !bsim_ends(path, ".svg"))
        return bsim_error_set(err, path, 0, NULL, "is no name of a picture; accepted: one that ends in .svg");
    return bsim_output_open(out, path, err);
}

bool bsim_output_probe(const char *path, struct bsim_error *err) {
    struct bsim_output out;
    if (path == NULL)
        return true;
    if (bsim_output_is_stream(path)) /* opening a pipe may block until a reader comes */
        return descriptor_of(path) >= 0 || access(path, W_OK) == 0 ||
               bsim_error_set(err, path, 0, NULL, "cannot be written: %s", strerror(errno));
    if (!bsim_output_open(&out, path, err))
        return false;
    bsim_output_abandon(&out);
    return true;
}

bool bsim_output_commit(struct bsim_output *out, struct bsim_error *err) {
    bool ok = !ferror(out->file);
    errno = ok ? 0 : EIO; /* the errno of an earlier failure is gone */
    ok = fclose(out->file) == 0 && ok;
    out->file = NULL;
    ok = ok && (out->aside == NULL || rename(out->aside, out->target) == 0);
    if (!ok)
        bsim_error_set(err, out->path, 0, NULL, "cannot be written: %s", strerror(errno));
    else if (out->aside)
        out->aside[0] = '\0';
    bsim_output_abandon(out);
    return ok;
}

void bsim_output_abandon(struct bsim_output *out) {
    if (out->file)
        fclose(out->file);
    if (out->aside && out->aside[0])
        unlink(out->aside);
    bsim_free(out->aside);
    bsim_free(out->target);
    bsim_free(out->path);
    *out = (struct bsim_output){0};
}

bool bsim_output_stream(struct bsim_output *out, FILE *from, bool *any) {
    char buf[16384];
    size_t n;
    while ((n = fread(buf, 1, sizeof buf, from)) > 0) {
        if (any)
            *any = true;
        if (fwrite(buf, 1, n, out->file) != n)
            return false;
    }
    return !ferror(from);
}

bool bsim_output_copy(const char *path, const char *from, struct bsim_error *err) {
    struct bsim_output out;
    FILE *in = fopen(from, "rb");
    if (in == NULL)
        return bsim_error_set(err, from, 0, NULL, "cannot be read: %s", strerror(errno));
    bool ok = bsim_output_open(&out, path, err);
    if (ok && !bsim_output_stream(&out, in, NULL)) {
        bsim_error_set(err, path, 0, NULL, "cannot be written: %s", strerror(errno));
        bsim_output_abandon(&out);
        ok = false;
    }
    fclose(in);
    return ok && bsim_output_commit(&out, err);
}

bool bsim_output_json(const char *path, const json_t *json, struct bsim_error *err) {
    return bsim_output_json_digits(path, json, 17, err);
}

bool bsim_output_json_digits(const char *path, const json_t *json, int digits, struct bsim_error *err) {
    struct bsim_output out;
    if (json == NULL)
        return bsim_error_set(err, path, 0, NULL, "out of memory");
    if (!bsim_output_open(&out, path, err))
        return false;
    if (json_dumpf(json, out.file, JSON_INDENT(2) | JSON_ENCODE_ANY | JSON_REAL_PRECISION(digits)) != 0 ||
        fputc('\n', out.file) == EOF) {
        bsim_error_set(err, path, 0, NULL, "cannot be written: %s", strerror(errno));
        bsim_output_abandon(&out);
        return false;
    }
    return bsim_output_commit(&out, err);
}

/* The number of bytes of the UTF-8 character at text; 0 if the bytes are not UTF-8. */
static size_t utf8_length(const unsigned char *text) {
    static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t n = text[0] < 0x80   ? 1
               : text[0] < 0xC0 ? 0
               : text[0] < 0xE0 ? 2
               : text[0] < 0xF0 ? 3
               : text[0] < 0xF8 ? 4
                                : 0;
    unsigned code = n > 1 ? text[0] & (0x7Fu >> n) : 0;
    for (size_t i = 1; i < n; i++) {
        if ((text[i] & 0xC0) != 0x80)
            return 0;
        code = code << 6 | (text[i] & 0x3F);
    }
    return n > 1 && (code < least[n] || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) ? 0 : n;
}

json_t *bsim_output_text(const char *text) {
    if (text == NULL)
        return json_null();
    char *fixed = bsim_alloc(3 * strlen(text) + 1), *to = fixed;
    for (const unsigned char *p = (const unsigned char *)text; *p;) {
        size_t n = utf8_length(p);
        memcpy(to, n > 0 ? (const char *)p : "\xEF\xBF\xBD", n > 0 ? n : 3);
        to += n > 0 ? n : 3;
        p += n > 0 ? n : 1;
    }
    json_t *json = json_string(fixed);
    bsim_free(fixed);
    return json;
}

/* ---- folders ---- */

static int remove_entry(const char *path, const struct stat *st, int type, struct FTW *where) {
    (void)st, (void)type, (void)where;
    remove(path);
    return 0;
}

void bsim_output_remove_folder(const char *path) {
    nftw(path, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

/* streams.c - accesses of files by functions of the C library and of POSIX: a program that bsimcc --check links calls
 * these wrappers. They are compared with those of MPI (file_data.c). What is added at a file's end is left out: its
 * place is found when it is written. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "bsim/base/alloc.h"
#include "bsim/process/rank_process.h"
#include "lmpi/check/file_data.h"

/* A regular file that a rank has open as a stream, or as a descriptor. */
struct user {
    struct user *next; /* with the same hash */
    const FILE *stream;
    int fd; /* -1: of a stream */
    dev_t device;
    ino_t inode; /* a descriptor may have been closed, and be another file's */
    check_opening *opening;
};
enum { BUCKETS = 256 };
static struct user *users[BUCKETS];

static struct user **find(const FILE *stream, int fd) {
    struct user **at = &users[((uintptr_t)stream / 64 + (uintptr_t)fd) % BUCKETS];
    while (*at && ((*at)->stream != stream || (*at)->fd != fd))
        at = &(*at)->next;
    return at;
}

static void drop(struct user **at) {
    struct user *u = *at;
    lmpi_check_outside_closed(u->opening);
    *at = u->next;
    bsim_free(u);
}

/* Something has opened a stream or descriptor: the program, or something else, whose files are not looked at. appends:
 * all that it writes goes to the end. */
static void opened(const char *path, FILE *stream, int fd, bool appends) {
    char absolute[PATH_MAX];
    struct stat st;
    struct user **at = find(stream, stream ? -1 : fd);
    if (*at)
        drop(at);
    if (!lmpi_check_in_program() || appends || !realpath(path, absolute) || stat(absolute, &st) != 0 ||
        !S_ISREG(st.st_mode))
        return;
    struct user *u = bsim_alloc(sizeof *u);
    *u = (struct user){*at, stream, stream ? -1 : fd, st.st_dev, st.st_ino, lmpi_check_outside_opened(absolute)};
    *at = u;
}

static struct user *user_of(const FILE *stream, int fd) {
    struct stat st;
    if (!lmpi_check_in_program())
        return NULL;
    struct user *u = *find(stream, fd);
    if (u && fd >= 0 && (fstat(fd, &st) != 0 || st.st_dev != u->device || st.st_ino != u->inode))
        return NULL;
    return u;
}

static void accessed(const struct user *u, int64_t begin, int64_t end, bool writes, bool waits, const char *call,
                     const void *site) {
    const check_place place = {bsim_self->id, call, site};
    if (begin >= 0 && end > begin)
        lmpi_check_outside_access(u->opening, begin, end, writes, waits, &place);
}

/* ---- an order of the ranks' own ---- */

static void locked(void) {
    if (lmpi_check_in_program())
        lmpi_check_outside_locked();
}

int __real_flock(int fd, int operation);
int __wrap_flock(int fd, int operation);
int __wrap_flock(int fd, int operation) {
    locked();
    return __real_flock(fd, operation);
}

int __real_lockf(int fd, int operation, off_t bytes);
int __wrap_lockf(int fd, int operation, off_t bytes);
int __wrap_lockf(int fd, int operation, off_t bytes) {
    locked();
    return __real_lockf(fd, operation, bytes);
}

static bool is_lock(int operation) {
    return operation == F_SETLK || operation == F_SETLKW || operation == F_OFD_SETLK || operation == F_OFD_SETLKW;
}

/* The argument is a number, a pointer, or none. */
#define CONTROL(name)                                                                                                  \
    int __real_##name(int fd, int operation, ...);                                                                     \
    int __wrap_##name(int fd, int operation, ...);                                                                     \
    int __wrap_##name(int fd, int operation, ...) {                                                                    \
        va_list list;                                                                                                  \
        va_start(list, operation);                                                                                     \
        void *argument = va_arg(list, void *);                                                                         \
        va_end(list);                                                                                                  \
        if (is_lock(operation))                                                                                        \
            locked();                                                                                                  \
        return __real_##name(fd, operation, argument);                                                                 \
    }
CONTROL(fcntl)
CONTROL(fcntl64)

/* The running rank has found a file, or may have made it. */
static void looked(const char *path, bool makes) {
    static bool looks; /* the checker's own calls come here, too */
    char absolute[PATH_MAX];
    int error = errno;
    if (looks)
        return;
    looks = true;
    if (lmpi_check_in_program() && realpath(path, absolute))
        lmpi_check_outside_looked(absolute, makes);
    looks = false;
    errno = error;
}

/* LOOKS(name, type of the second argument): whether a file is there. */
#define LOOKS(name, other)                                                                                             \
    int __real_##name(const char *path, other second);                                                                 \
    int __wrap_##name(const char *path, other second);                                                                 \
    int __wrap_##name(const char *path, other second) {                                                                \
        int result = __real_##name(path, second);                                                                      \
        if (result == 0)                                                                                               \
            looked(path, false);                                                                                       \
        return result;                                                                                                 \
    }
LOOKS(access, int)
LOOKS(stat, struct stat *)
LOOKS(stat64, void *)

static void slept(void) {
    if (!lmpi_check_in_program())
        return;
    lmpi_check_outside_slept();
    lmpi_check_polls_call(CHECK_FAMILY_LOCAL);
}

/* ---- streams ---- */

/* Where a stream is before a call that reads or writes; -1: it is not looked at. */
static int64_t place_in(FILE *stream) {
    return user_of(stream, -1) ? ftello(stream) : -1;
}

static void went_on(FILE *stream, int64_t from, bool writes, const char *call, const void *site) {
    const struct user *u = from >= 0 ? user_of(stream, -1) : NULL;
    int error = errno;
    if (u)
        accessed(u, from, ftello(stream), writes, writes && __fpending(stream) > 0, call, site);
    errno = error;
}

static void flushed(const FILE *stream) {
    const struct user *u = stream ? user_of(stream, -1) : NULL;
    if (u)
        lmpi_check_outside_flushed(u->opening);
}

static void flushed_all(void) {
    for (int i = 0; i < BUCKETS && lmpi_check_in_program(); i++)
        for (const struct user *u = users[i]; u; u = u->next)
            if (u->stream && lmpi_check_outside_rank(u->opening) == bsim_self->id)
                lmpi_check_outside_flushed(u->opening);
}

static void stream_closes(FILE *stream) {
    struct user **at = find(stream, -1);
    if (lmpi_check_in_program() && *at)
        drop(at);
}

#define SITE __builtin_return_address(0)

/* STREAM(type, name, (parameters), (arguments), stream, whether it writes): the names are also read by the Makefile. */
#define STREAM(type, name, parameters, arguments, stream, writes)                                                      \
    type __real_##name parameters;                                                                                     \
    type __wrap_##name parameters;                                                                                     \
    type __wrap_##name parameters {                                                                                    \
        int64_t from = place_in(stream);                                                                               \
        type result = __real_##name arguments;                                                                         \
        went_on(stream, from, writes, #name, SITE);                                                                    \
        return result;                                                                                                 \
    }
/* FORMAT(name, name with a list, whether it writes): fprintf and its like. */
#define FORMAT(name, listed, writes)                                                                                   \
    int __wrap_##name(FILE *stream, const char *format, ...);                                                          \
    int __wrap_##name(FILE *stream, const char *format, ...) {                                                         \
        va_list list;                                                                                                  \
        int64_t from = place_in(stream);                                                                               \
        va_start(list, format);                                                                                        \
        int result = listed(stream, format, list);                                                                     \
        va_end(list);                                                                                                  \
        went_on(stream, from, writes, (writes) ? "fprintf" : "fscanf", SITE);                                          \
        return result;                                                                                                 \
    }
/* MOVES(type, name, (parameters), (arguments)): goes to another place, which empties the buffer. */
#define MOVES(type, name, parameters, arguments)                                                                       \
    type __real_##name parameters;                                                                                     \
    type __wrap_##name parameters;                                                                                     \
    type __wrap_##name parameters {                                                                                    \
        flushed(stream);                                                                                               \
        return __real_##name arguments;                                                                                \
    }

#pragma GCC diagnostic ignored "-Wformat-nonliteral"
/* clang-format off */
STREAM(size_t, fread, (void *to, size_t size, size_t n, FILE *stream), (to, size, n, stream), stream, false)
STREAM(size_t, fwrite, (const void *from_, size_t size, size_t n, FILE *stream), (from_, size, n, stream), stream, true)
STREAM(char *, fgets, (char *to, int n, FILE *stream), (to, n, stream), stream, false)
STREAM(int, fputs, (const char *text, FILE *stream), (text, stream), stream, true)
STREAM(int, fputc, (int c, FILE *stream), (c, stream), stream, true)
STREAM(int, putc, (int c, FILE *stream), (c, stream), stream, true)
STREAM(int, fgetc, (FILE *stream), (stream), stream, false)
STREAM(int, getc, (FILE *stream), (stream), stream, false)
FORMAT(fprintf, vfprintf, true)
FORMAT(fscanf, vfscanf, false)
FORMAT(__isoc99_fscanf, vfscanf, false)
FORMAT(__isoc23_fscanf, vfscanf, false)
MOVES(int, fseek, (FILE *stream, long to, int from), (stream, to, from))
MOVES(int, fseeko, (FILE *stream, off_t to, int from), (stream, to, from))
MOVES(int, fseeko64, (FILE *stream, off_t to, int from), (stream, to, from))
MOVES(int, fsetpos, (FILE *stream, const fpos_t *to), (stream, to))
/* clang-format on */

void __real_rewind(FILE *stream);
void __wrap_rewind(FILE *stream);
void __wrap_rewind(FILE *stream) {
    flushed(stream);
    __real_rewind(stream);
}

int __real_fflush(FILE *stream);
int __wrap_fflush(FILE *stream);
int __wrap_fflush(FILE *stream) {
    int result = __real_fflush(stream);
    if (stream)
        flushed(stream);
    else
        flushed_all();
    return result;
}

void lmpi_check_stream_opened(const char *path, const char *mode, FILE *stream) {
    looked(path, mode[0] != 'r');
    opened(path, stream, -1, mode[0] == 'a');
}

/* ---- descriptors ---- */

static void descriptor_read(int fd, size_t bytes, const void *site) {
    const struct user *u = user_of(NULL, fd);
    int64_t end = u ? lseek(fd, 0, SEEK_CUR) : -1;
    if (end >= 0)
        accessed(u, end - (int64_t)bytes, end, false, false, "read", site);
}

/* AT_ONCE(name, type of the buffer, type of its length, whether it writes): where the descriptor is. */
#define AT_ONCE(name, buffer, amount, writes)                                                                          \
    ssize_t __real_##name(int fd, buffer memory, amount n);                                                            \
    ssize_t __wrap_##name(int fd, buffer memory, amount n);                                                            \
    ssize_t __wrap_##name(int fd, buffer memory, amount n) {                                                           \
        ssize_t done = __real_##name(fd, memory, n);                                                                   \
        const struct user *u = done > 0 ? user_of(NULL, fd) : NULL;                                                    \
        int64_t end = u ? lseek(fd, 0, SEEK_CUR) : -1;                                                                 \
        if (end >= 0)                                                                                                  \
            accessed(u, end - done, end, writes, false, #name, SITE);                                                  \
        return done;                                                                                                   \
    }
AT_ONCE(write, const void *, size_t, true)
AT_ONCE(writev, const struct iovec *, int, true)
AT_ONCE(readv, const struct iovec *, int, false)

/* PLACED(name, types of the buffer and its length, whether it writes): at a place that is given. */
#define PLACED(name, buffer, amount, writes, shown)                                                                    \
    ssize_t __real_##name(int fd, buffer memory, amount n, off_t at);                                                  \
    ssize_t __wrap_##name(int fd, buffer memory, amount n, off_t at);                                                  \
    ssize_t __wrap_##name(int fd, buffer memory, amount n, off_t at) {                                                 \
        ssize_t done = __real_##name(fd, memory, n, at);                                                               \
        const struct user *u = done > 0 ? user_of(NULL, fd) : NULL;                                                    \
        if (u)                                                                                                         \
            accessed(u, at, at + done, writes, false, shown, SITE);                                                    \
        return done;                                                                                                   \
    }
PLACED(pread, void *, size_t, false, "pread")
PLACED(pread64, void *, size_t, false, "pread")
PLACED(pwrite, const void *, size_t, true, "pwrite")
PLACED(pwrite64, const void *, size_t, true, "pwrite")
PLACED(preadv, const struct iovec *, int, false, "preadv")
PLACED(preadv64, const struct iovec *, int, false, "preadv")
PLACED(pwritev, const struct iovec *, int, true, "pwritev")
PLACED(pwritev64, const struct iovec *, int, true, "pwritev")

/* ---- openings ---- */

/* OPEN(name): open and open64. */
#define OPEN(name)                                                                                                     \
    int __real_##name(const char *path, int flags, ...);                                                               \
    int __wrap_##name(const char *path, int flags, ...);                                                               \
    int __wrap_##name(const char *path, int flags, ...) {                                                              \
        va_list list;                                                                                                  \
        va_start(list, flags);                                                                                         \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(list, mode_t) : 0;                                        \
        va_end(list);                                                                                                  \
        int fd = __real_##name(path, flags, mode);                                                                     \
        if (fd >= 0 && lmpi_checker && bsim_self) {                                                                    \
            lmpi_check_opened(path, flags &O_TRUNC ? "w" : "r", "open", SITE);                                         \
            opened(path, NULL, fd, flags &O_APPEND);                                                                   \
        }                                                                                                              \
        if (flags & O_CREAT && flags & O_EXCL) /* a lock, perhaps */                                                   \
            locked();                                                                                                  \
        return fd;                                                                                                     \
    }
OPEN(open)
OPEN(open64)

void lmpi_check_streams_start(void) {
    bsim_stream_closes = stream_closes;
    bsim_descriptor_read = descriptor_read;
    bsim_pause_ends = slept;
}

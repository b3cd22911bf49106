/* spared_files.c - files that a skeleton finds are as it found them when the run is over.
 *
 * A skeleton keeps calls that delete, rename or empty files where its communication depends on them, and does not keep
 * all that the program writes. So what was there before the run is not deleted or emptied, but renamed to a name of our
 * own in its folder, and gets its name back at the end. A file is taken for an older one if it was made before the run
 * began; where the file system does not tell that, if its status has not changed since. Only calls of ranks are looked
 * at: not those of child processes, and none of a program that is no skeleton.
 *
 * A run that has set something aside holds a lock of its user until it has put that back. Another one that is about to
 * do so waits: it would take what the first one has made in the place of a file for the file. */
#include "bsim/process/spared_files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "bsim/base/alloc.h"
#include "bsim/bsim.h"
#include "bsim/kernel/engine.h"

#pragma weak bsim_skeleton
/* Programs of skeletonize --verify have it: they run in a folder that is removed. */
extern const int bsim_in_scratch;
#pragma weak bsim_in_scratch

#define PREFIX ".bsim-found-"

/* Weak: programs of bsim check and of skeletonize --verify define some of them themselves. */
int __wrap_unlink(const char *path) __attribute__((weak));
int __wrap_unlinkat(int folder, const char *path, int flags) __attribute__((weak));
int __wrap_rmdir(const char *path) __attribute__((weak));
int __wrap_remove(const char *path) __attribute__((weak));
int __wrap_rename(const char *from, const char *to) __attribute__((weak));
int __wrap_renameat(int folder, const char *from, int other, const char *to) __attribute__((weak));
int __wrap_truncate(const char *path, off_t bytes) __attribute__((weak));
int __wrap_truncate64(const char *path, off_t bytes) __attribute__((weak));
int __wrap_open(const char *path, int flags, ...) __attribute__((weak));
int __wrap_open64(const char *path, int flags, ...) __attribute__((weak));
int __wrap_creat(const char *path, mode_t mode) __attribute__((weak));
int __wrap_creat64(const char *path, mode_t mode) __attribute__((weak));
FILE *__wrap_fopen(const char *path, const char *mode) __attribute__((weak));
FILE *__wrap_fopen64(const char *path, const char *mode) __attribute__((weak));
int __real_unlinkat(int folder, const char *path, int flags) __attribute__((weak));
int __real_unlink(const char *path) __attribute__((weak));
int __real_rmdir(const char *path) __attribute__((weak));
int __real_remove(const char *path) __attribute__((weak));
int __real_rename(const char *from, const char *to) __attribute__((weak));
int __real_renameat(int folder, const char *from, int other, const char *to) __attribute__((weak));
int __real_truncate(const char *path, off_t bytes) __attribute__((weak));
int __real_open(const char *path, int flags, ...) __attribute__((weak));
int __real_open64(const char *path, int flags, ...) __attribute__((weak));
FILE *__real_fopen(const char *path, const char *mode) __attribute__((weak));
FILE *__real_fopen64(const char *path, const char *mode) __attribute__((weak));

/* From is to get the name To back, if it is still the same file. Never freed. */
struct move {
    char *from, *to;
    dev_t device;
    ino_t inode;
    struct move *before;
};

static struct move *_Atomic moves; /* the last one */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct timespec begin;
static pid_t process;

/* When bsim started this program, which is some steps of the clock ago: so there is nothing to wait for. */
static bool is_told(const struct timespec *now) {
    const char *text = getenv("BSIM_BEGIN");
    long long seconds;
    long nanoseconds;
    if (!text || sscanf(text, "%lld.%9ld", &seconds, &nanoseconds) != 2)
        return false;
    begin = (struct timespec){.tv_sec = (time_t)seconds, .tv_nsec = nanoseconds};
    return begin.tv_sec < now->tv_sec || (begin.tv_sec == now->tv_sec && begin.tv_nsec <= now->tv_nsec);
}

/* What the ranks change has a later time than begin: the clock of file systems has steps of some milliseconds. */
void bsim_spared_init(void) {
    struct timespec now, rest = {0, 200000};
    process = (pid_t)syscall(SYS_getpid);
    syscall(SYS_clock_gettime, CLOCK_REALTIME_COARSE, &now);
    if (!is_told(&now))
        begin = now;
    while (&bsim_skeleton && now.tv_sec == begin.tv_sec && now.tv_nsec == begin.tv_nsec) {
        syscall(SYS_nanosleep, &rest, NULL);
        syscall(SYS_clock_gettime, CLOCK_REALTIME_COARSE, &now);
    }
}

static int move_file(const char *from, const char *to) {
    return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

__attribute__((destructor)) void bsim_spared_restore(void) {
    struct stat st;
    if (process != (pid_t)syscall(SYS_getpid))
        return;
    for (struct move *m = atomic_exchange(&moves, NULL); m; m = m->before)
        if (lstat(m->from, &st) == 0 && st.st_dev == m->device && st.st_ino == m->inode)
            move_file(m->from, m->to);
}

static bool is_active(void) {
    return bsim_self && &bsim_skeleton && !&bsim_in_scratch;
}

/* What is at a path; at the end of a symbolic link, if follows. */
static bool look(const char *path, bool follows, struct stat *st) {
    return (follows ? stat(path, st) : lstat(path, st)) == 0;
}

/* When a file was made; if the file system does not tell, when its status last changed. */
static struct timespec made_at(const char *path, bool follows, const struct stat *st) {
    struct statx x;
    if (syscall(SYS_statx, AT_FDCWD, path, follows ? 0 : AT_SYMLINK_NOFOLLOW, STATX_BTIME | STATX_INO, &x) == 0 &&
        (x.stx_mask & STATX_BTIME) && x.stx_ino == st->st_ino)
        return (struct timespec){x.stx_btime.tv_sec, x.stx_btime.tv_nsec};
    return st->st_ctim;
}

/* The run has not made it. */
static bool is_found(const char *path, bool follows, const struct stat *st) {
    for (struct move *m = moves; m; m = m->before)
        if (m->device == st->st_dev && m->inode == st->st_ino)
            return true;
    struct timespec made = made_at(path, follows, st);
    return made.tv_sec < begin.tv_sec || (made.tv_sec == begin.tv_sec && made.tv_nsec <= begin.tv_nsec);
}

/* Waits until no other run of the user has set something aside. Without a place for the lock there is none. Processes
 * of one run on several hosts wait for each other's messages, and must not for this. */
static void wait_for_others(void) {
    static const char told[] = "bsim: note: waiting for another run of a skeleton, which has set files aside\n";
    static bool locked;
    char path[64];
    if (locked || bsim_context.nhosts > 1)
        return;
    locked = true;
    snprintf(path, sizeof path, "/tmp/.bsim-found-%u.lock", (unsigned)syscall(SYS_getuid));
    int fd = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd >= 0 && syscall(SYS_flock, fd, LOCK_EX | LOCK_NB) == 0)
        return;
    if (fd >= 0 && errno == EWOULDBLOCK)
        syscall(SYS_write, 2, told, sizeof told - 1);
    while (fd >= 0 && syscall(SYS_flock, fd, LOCK_EX) != 0 && errno == EINTR)
        ;
}

/* The path with all folders resolved, and not what is at its end; NULL: there is none. To be freed. */
static char *resolved(const char *path) {
    char *copy = bsim_strdup(path), *out = NULL, folder[PATH_MAX];
    size_t n = strlen(copy);
    while (n > 1 && copy[n - 1] == '/')
        copy[--n] = '\0';
    char *slash = strrchr(copy, '/');
    const char *name = slash ? slash + 1 : copy, *in = !slash ? "." : slash == copy ? "/" : copy;
    if (slash)
        *slash = '\0';
    if (realpath(in == copy && !*copy ? "/" : in, folder)) {
        size_t size = strlen(folder) + strlen(name) + 2;
        out = bsim_alloc(size);
        snprintf(out, size, "%s/%s", folder, name);
    }
    bsim_free(copy);
    return out;
}

/* Notes that what is at to is to be at from again. Takes both. */
static void note(char *from, char *to, const struct stat *st) {
    struct move *m = bsim_alloc(sizeof *m);
    *m = (struct move){from, to, st->st_dev, st->st_ino, moves};
    moves = m;
}

/* Gives a file or folder that was found another name. The other name, or NULL with errno. */
static const char *set_aside(const char *path, const struct stat *st) {
    static int count;
    char *to = resolved(path);
    if (!to)
        return NULL;
    const char *name = strrchr(to, '/') + 1;
    size_t size = strlen(to) + sizeof PREFIX + 48;
    char *from = bsim_alloc(size);
    snprintf(from, size, "%.*s" PREFIX "%d-%d", (int)(name - to), to, (int)process, count++);
    if (move_file(to, from)) {
        bsim_free(from);
        bsim_free(to);
        return NULL;
    }
    note(from, to, st);
    return from;
}

static void put_back_last(void) {
    struct move *m = moves;
    moves = m->before;
    move_file(m->from, m->to);
}

/* A folder holds nothing but what was set aside. *any: it holds that. */
static bool is_empty(const char *folder, bool *any) {
    DIR *d = opendir(folder);
    bool empty = d != NULL;
    *any = false;
    for (struct dirent *e; empty && (e = readdir(d)) != NULL;) {
        bool aside = strncmp(e->d_name, PREFIX, sizeof PREFIX - 1) == 0;
        empty = aside || strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0;
        *any = *any || aside;
    }
    if (d)
        closedir(d);
    return empty;
}

/* Whether a call that needs an empty folder would destroy what was found. */
static bool is_found_empty(const char *folder, const struct stat *st) {
    bool any; /* then its status has changed */
    return is_empty(folder, &any) && (any || is_found(folder, false, st));
}

/* Whether the call would destroy what the run has found; it then has the lock, else not. */
static bool takes_found(const char *path, bool follows, struct stat *st) {
    if (!is_active() || !path || !look(path, follows, st))
        return false;
    pthread_mutex_lock(&lock);
    if (is_found(path, follows, st)) {
        wait_for_others();
        if (look(path, follows, st) && is_found(path, follows, st))
            return true;
    }
    pthread_mutex_unlock(&lock);
    return false;
}

static int done(int code) {
    int error = errno;
    pthread_mutex_unlock(&lock);
    errno = error;
    return code;
}

int __wrap_unlink(const char *path) {
    struct stat st;
    if (!takes_found(path, false, &st))
        return __real_unlink(path);
    if (S_ISDIR(st.st_mode))
        return done(__real_unlink(path));
    return done(set_aside(path, &st) ? 0 : -1);
}

int __wrap_rmdir(const char *path) {
    struct stat st;
    if (!is_active() || lstat(path, &st) || !S_ISDIR(st.st_mode))
        return __real_rmdir(path);
    pthread_mutex_lock(&lock);
    if (is_found_empty(path, &st))
        wait_for_others();
    if (lstat(path, &st) || !is_found_empty(path, &st))
        return done(__real_rmdir(path));
    return done(set_aside(path, &st) ? 0 : -1);
}

int __wrap_remove(const char *path) {
    struct stat st;
    if (!is_active() || lstat(path, &st))
        return __real_remove(path);
    return S_ISDIR(st.st_mode) ? __wrap_rmdir(path) : __wrap_unlink(path);
}

/* The path of a name in an open folder; room: where it may be written. */
static const char *path_in(int folder, const char *path, char room[PATH_MAX]) {
    if (folder == AT_FDCWD || path[0] == '/')
        return path;
    snprintf(room, PATH_MAX, "/proc/self/fd/%d/%s", folder, path);
    return room;
}

int __wrap_unlinkat(int folder, const char *path, int flags) {
    char room[PATH_MAX];
    if (!is_active())
        return __real_unlinkat(folder, path, flags);
    path = path_in(folder, path, room);
    return flags & AT_REMOVEDIR ? __wrap_rmdir(path) : __wrap_unlink(path);
}

int __wrap_rename(const char *from, const char *to) {
    struct stat of, other;
    if (!is_active() || lstat(from, &of))
        return __real_rename(from, to);
    pthread_mutex_lock(&lock);
    if (is_found(from, false, &of) || (lstat(to, &other) == 0 && is_found(to, false, &other)))
        wait_for_others();
    if (lstat(from, &of))
        return done(__real_rename(from, to));
    bool replaces = lstat(to, &other) == 0 && (of.st_dev != other.st_dev || of.st_ino != other.st_ino) &&
                    S_ISDIR(of.st_mode) == S_ISDIR(other.st_mode) &&
                    (S_ISDIR(other.st_mode) ? is_found_empty(to, &other) : is_found(to, false, &other)) &&
                    set_aside(to, &other);
    char *before = is_found(from, false, &of) ? resolved(from) : NULL;
    int code = __real_rename(from, to), error = errno;
    char *now = code == 0 && before ? resolved(to) : NULL;
    if (now)
        note(now, before, &of);
    else
        bsim_free(before);
    if (code && replaces)
        put_back_last();
    errno = error;
    return done(code);
}

int __wrap_renameat(int folder, const char *from, int other, const char *to) {
    char room[PATH_MAX], more[PATH_MAX];
    if (!is_active())
        return __real_renameat(folder, from, other, to);
    return __wrap_rename(path_in(folder, from, room), path_in(other, to, more));
}

/* Puts a file that begins as the one that was found does in its place. False: it could not be set aside. */
static bool replace(const char *path, const struct stat *st, off_t bytes) {
    char real[PATH_MAX];
    const char *found = realpath(path, real) ? set_aside(real, st) : NULL;
    if (!found)
        return false;
    int to = (int)syscall(SYS_openat, AT_FDCWD, real, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    int from = bytes > 0 ? (int)syscall(SYS_openat, AT_FDCWD, found, O_RDONLY | O_CLOEXEC, 0) : -1;
    off_t left = bytes < st->st_size ? bytes : st->st_size;
    for (ssize_t n = 1; to >= 0 && from >= 0 && left > 0 && n > 0; left -= n)
        n = sendfile(to, from, NULL, (size_t)left);
    bool ok = to >= 0 && left <= 0 && fchmod(to, st->st_mode & 07777) == 0;
    if (from >= 0)
        syscall(SYS_close, from);
    if (to >= 0)
        syscall(SYS_close, to);
    if (!ok)
        put_back_last();
    return ok;
}

/* Before a call that leaves so many bytes of a file. */
static void spare_contents(const char *path, off_t bytes, const char *call, const void *site) {
    struct stat st;
    if (!takes_found(path, true, &st))
        return;
    bool ok = !S_ISREG(st.st_mode) || st.st_size <= bytes || access(path, W_OK) || replace(path, &st, bytes);
    int error = errno;
    done(0);
    if (!ok)
        bsim_fatal_at(BSIM_EXIT_USAGE, site,
                      "%s would overwrite %s, which was there before the run and cannot be set aside (%s): run the "
                      "skeleton in another folder",
                      call, path, strerror(error));
}

int __wrap_truncate(const char *path, off_t bytes) {
    spare_contents(path, bytes, "truncate", __builtin_return_address(0));
    return __real_truncate(path, bytes);
}

int __wrap_truncate64(const char *path, off_t bytes) {
    spare_contents(path, bytes, "truncate", __builtin_return_address(0));
    return __real_truncate(path, bytes);
}

static void before_open(const char *path, int flags, const char *call, const void *site) {
    if ((flags & O_TRUNC) && !((flags & O_CREAT) && (flags & O_EXCL)))
        spare_contents(path, 0, call, site);
}

static mode_t mode_of(int flags, va_list args) {
    return flags & (O_CREAT | O_TMPFILE) ? va_arg(args, mode_t) : 0;
}

int __wrap_open(const char *path, int flags, ...) {
    va_list args;
    va_start(args, flags);
    mode_t mode = mode_of(flags, args);
    va_end(args);
    before_open(path, flags, "open", __builtin_return_address(0));
    return __real_open(path, flags, mode);
}

int __wrap_open64(const char *path, int flags, ...) {
    va_list args;
    va_start(args, flags);
    mode_t mode = mode_of(flags, args);
    va_end(args);
    before_open(path, flags, "open", __builtin_return_address(0));
    return __real_open64(path, flags, mode);
}

FILE *__wrap_fopen(const char *path, const char *mode) {
    before_open(path, mode[0] == 'w' ? O_TRUNC : 0, "fopen", __builtin_return_address(0));
    return __real_fopen(path, mode);
}

FILE *__wrap_fopen64(const char *path, const char *mode) {
    before_open(path, mode[0] == 'w' ? O_TRUNC : 0, "fopen", __builtin_return_address(0));
    return __real_fopen64(path, mode);
}

int __wrap_creat(const char *path, mode_t mode) {
    before_open(path, O_TRUNC, "creat", __builtin_return_address(0));
    return __real_open(path, O_WRONLY | O_CREAT | O_TRUNC, mode);
}

int __wrap_creat64(const char *path, mode_t mode) {
    before_open(path, O_TRUNC, "creat", __builtin_return_address(0));
    return __real_open64(path, O_WRONLY | O_CREAT | O_TRUNC, mode);
}

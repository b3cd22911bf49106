/* rank_files.c - the standard streams, the current directory and the file mode mask of each rank.
 *
 * The process has one of each. What a rank changes is kept here, and exchanged at switches between ranks of which one
 * has changed something: descriptors 0 to 2 by dup2, so that all functions and child processes see the rank's own. The
 * streams stdout and stderr stay the process's, and are flushed in between. stdin is a stream of our own, since its
 * unread bytes belong to a rank: as under mpiexec, rank 0 has the standard input of the run, and the others have none.
 *
 * Several shards run ranks at the same time, with one table of descriptors: changes of descriptors 0 to 2 are refused
 * there. Directory and mask are each thread's own (CLONE_FS). */
#include "bsim/process/rank_process.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "bsim/base/alloc.h"
#include "bsim/kernel/engine.h"

/* The linker makes these the C library's where the functions are wrapped; elsewhere nothing calls them. */
int __real_close(int fd) __attribute__((weak));
int __real_dup2(int from, int to) __attribute__((weak));
int __real_dup3(int from, int to, int flags) __attribute__((weak));
int __real_fclose(FILE *file) __attribute__((weak));
FILE *__real_freopen(const char *path, const char *mode, FILE *file) __attribute__((weak));
int __real_fileno(FILE *file) __attribute__((weak));
ssize_t __real_read(int fd, void *to, size_t bytes) __attribute__((weak));
int __real_chdir(const char *folder) __attribute__((weak));
int __real_fchdir(int fd) __attribute__((weak));
mode_t __real_umask(mode_t mask) __attribute__((weak));

int __wrap_close(int fd);
int __wrap_dup2(int from, int to);
int __wrap_dup3(int from, int to, int flags);
int __wrap_fclose(FILE *file);
/* freopen as ranks do it. Programs of skeletonize --verify define the wrapped functions themselves, and call this. */
FILE *bsim_freopen(const char *path, const char *mode, FILE *file);
FILE *__wrap_freopen(const char *path, const char *mode, FILE *file);
FILE *__wrap_freopen64(const char *path, const char *mode, FILE *file);
int __wrap_fileno(FILE *file);
int __wrap_fileno_unlocked(FILE *file);
ssize_t __wrap_read(int fd, void *to, size_t bytes);
int __wrap_chdir(const char *folder);
int __wrap_fchdir(int fd);
mode_t __wrap_umask(mode_t mask);

enum { OF_PROCESS = -2, CLOSED = -1 };
enum { STREAMS = 3, HIGH = 100 /* copies of descriptors have numbers from here on */ };

struct files {
    int fd[STREAMS]; /* OF_PROCESS, CLOSED, or a copy of what the rank has there */
    char *unread;    /* bytes of stdin that the rank has read ahead */
    size_t unread_bytes, unread_room;
    int input_flags; /* end of file and error of stdin, while the rank does not run */
    bool has_mask;
    mode_t mask;
    char *folder; /* NULL: the run's */
};

static const struct files of_process = {.fd = {OF_PROCESS, OF_PROCESS, OF_PROCESS}};
static int process_fd[STREAMS] = {CLOSED, CLOSED, CLOSED}; /* copies of the process's, once a rank has others */
static const struct files *installed = &of_process;        /* whose descriptors the process has now */
static FILE *input, *original_input;
static int input_rank = -1; /* whose bytes are in the buffer of input */

/* Directory and mask of the run, and those that the thread has now. */
static char *run_folder;
static mode_t run_mask;
static bool folder_changed, mask_changed, no_folder_of_thread;
static BSIM_OF_SHARD const char *thread_folder;
static BSIM_OF_SHARD bool thread_has_mask;
static BSIM_OF_SHARD mode_t thread_mask;

static struct files *own(void) {
    void **part = bsim_libc_part(BSIM_LIBC_FILES);
    if (!*part) {
        struct files *f = bsim_alloc(sizeof *f);
        *f = of_process;
        *part = f;
    }
    bsim_libc_watch_switches();
    return *part;
}

static const struct files *files_of(int rank) {
    const struct files *f = bsim_libc_part_of(rank, BSIM_LIBC_FILES);
    return f ? f : &of_process;
}

static const char *const stream_names[] = {"input", "output", "error"};

/* ---- descriptors ---- */

static int copy_high(int fd) {
    int copy = fcntl(fd, F_DUPFD_CLOEXEC, HIGH);
    struct rlimit limit;
    if (copy < 0 && errno == EMFILE && getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < limit.rlim_max) {
        limit.rlim_cur = limit.rlim_max;
        if (setrlimit(RLIMIT_NOFILE, &limit) == 0)
            copy = fcntl(fd, F_DUPFD_CLOEXEC, HIGH);
    }
    if (copy < 0 && errno == EMFILE)
        bsim_fatal_near(BSIM_EXIT_USAGE, NULL,
                        "each rank that redirects a standard stream takes a descriptor, and none is left (ulimit -n)");
    return copy;
}

/* Bytes that wait in stdout and stderr go where they were meant to go, or nowhere if that is closed. */
static void flush_outputs(void) {
    FILE *const outputs[] = {stdout, stderr};
    for (int i = 0; i < 2; i++)
        if (__fpending(outputs[i]) > 0 && fflush(outputs[i]) != 0) {
            __fpurge(outputs[i]);
            clearerr(outputs[i]);
        }
}

/* Before a rank changes descriptor k. */
static struct files *own_fd(int k, const char *call, const void *site) {
    if (bsim_context.nshards > 1)
        bsim_fatal_near(BSIM_EXIT_USAGE, site,
                        "%s changes the rank's standard %s, and with several threads all ranks would lose theirs: run "
                        "without --shards",
                        call, stream_names[k]);
    for (int i = 0; i < STREAMS; i++)
        if (process_fd[i] == CLOSED)
            process_fd[i] = copy_high(i); /* stays CLOSED if the process has none */
    struct files *f = own();
    installed = f;
    if (k > 0)
        flush_outputs();
    return f;
}

static void drop_copy(struct files *f, int k) {
    if (f->fd[k] >= 0)
        __real_close(f->fd[k]);
    f->fd[k] = CLOSED;
}

/* A rank may have opened another file where it has closed a standard stream. */
static void keep_opened(struct files *f) {
    for (int k = 0; k < STREAMS; k++)
        if (f->fd[k] == CLOSED && fcntl(k, F_GETFD) >= 0)
            f->fd[k] = copy_high(k);
}

static bool has_own(const struct files *f) {
    return f->fd[0] != OF_PROCESS || f->fd[1] != OF_PROCESS || f->fd[2] != OF_PROCESS;
}

static void install(const struct files *next) {
    const struct files *left = installed;
    if (left == next || (!has_own(left) && !has_own(next)))
        return;
    flush_outputs();
    keep_opened((struct files *)left);
    installed = next;
    for (int k = 0; k < STREAMS; k++) {
        int has = left->fd[k] == OF_PROCESS ? process_fd[k] : left->fd[k];
        int wants = next->fd[k] == OF_PROCESS ? process_fd[k] : next->fd[k];
        if (has == wants)
            continue;
        if (wants == CLOSED)
            __real_close(k);
        else
            __real_dup2(wants, k);
    }
}

/* ---- standard input ---- */

/* The rank that reads now; -1: the process. */
static int reader(void) {
    return bsim_self ? bsim_self->id : bsim_context.child_of;
}

static bool has_no_input(void) {
    return reader() > 0 && files_of(reader())->fd[0] == OF_PROCESS;
}

/* Bytes that come before those that the rank has not read yet. */
static void keep_unread(struct files *f, const char *bytes, size_t n) {
    if (n == 0)
        return;
    if (f->unread_bytes + n > f->unread_room) {
        f->unread_room = 2 * (f->unread_bytes + n);
        f->unread = bsim_realloc(f->unread, f->unread_room);
    }
    memmove(f->unread + n, f->unread, f->unread_bytes);
    memcpy(f->unread, bytes, n);
    f->unread_bytes += n;
}

/* At the end of the turn of a rank that reads: what it has not read yet is kept for it. */
static void leave_input(struct files *f) {
    keep_unread(f, input->_IO_read_ptr, (size_t)(input->_IO_read_end - input->_IO_read_ptr));
    f->input_flags = input->_flags & (_IO_EOF_SEEN | _IO_ERR_SEEN);
    __fpurge(input);
    clearerr(input);
    input_rank = -1;
}

static ssize_t read_input(void *unused, char *to, size_t bytes) {
    (void)unused;
    if (__flbf(stdout) && __fpending(stdout) > 0) /* a question on the terminal */
        fflush(stdout);
    if (bsim_self && has_no_input() && bsim_context.nshards > 1)
        bsim_fatal_near(BSIM_EXIT_USAGE, NULL,
                        "the rank reads standard input, which only rank 0 has; with several threads the others cannot "
                        "be told that it is empty: run without --shards");
    if (bsim_self) {
        struct files *f = own();
        input_rank = bsim_self->id;
        if (f->unread_bytes > 0) {
            size_t n = bytes < f->unread_bytes ? bytes : f->unread_bytes;
            memcpy(to, f->unread, n);
            f->unread_bytes -= n;
            memmove(f->unread, f->unread + n, f->unread_bytes);
            return (ssize_t)n;
        }
    }
    return has_no_input() ? 0 : (ssize_t)syscall(SYS_read, 0, to, bytes);
}

static int seek_input(void *unused, off64_t *offset, int from) {
    (void)unused;
    struct files *f = bsim_self ? own() : NULL;
    off64_t ahead = f ? (off64_t)f->unread_bytes : 0;
    off64_t at = lseek64(0, from == SEEK_CUR ? *offset - ahead : *offset, from);
    if (at < 0)
        return -1;
    if (f)
        f->unread_bytes = 0;
    *offset = at;
    return 0;
}

static int close_input(void *unused) {
    (void)unused;
    return __real_close(0);
}

void bsim_files_init(void) {
    const cookie_io_functions_t functions = {read_input, NULL, seek_input, close_input};
    original_input = stdin;
    input = fopencookie(NULL, "r", functions);
    if (input)
        stdin = input;
    else
        input = original_input;
    /* A reading rank has the stream until it switches, since it waits until all other threads stand still (own). These
     * must not wait for a lock of the stream meanwhile. If another rank gets into read_input, the run ends. */
    if (bsim_context.nshards > 1)
        __fsetlocking(stdin, FSETLOCKING_BYCALLER);
}

void (*bsim_descriptor_read)(int fd, size_t bytes, const void *site);
void (*bsim_stream_closes)(FILE *file);

ssize_t __wrap_read(int fd, void *to, size_t bytes) {
    ssize_t done = fd == 0 && has_no_input() ? 0 : __real_read(fd, to, bytes);
    if (bsim_descriptor_read && done > 0)
        bsim_descriptor_read(fd, (size_t)done, __builtin_return_address(0));
    return done;
}

int __wrap_fileno(FILE *file) {
    return file == input ? 0 : __real_fileno(file);
}

int __wrap_fileno_unlocked(FILE *file) {
    return __wrap_fileno(file);
}

/* ---- what ranks do with standard streams ---- */

static int stream_of(const FILE *file) {
    return file == input || file == original_input ? 0 : file == stdout ? 1 : file == stderr ? 2 : -1;
}

static void forget_input(struct files *f) {
    __fpurge(input);
    clearerr(input);
    if (f)
        f->unread_bytes = 0;
}

/* Puts a copy of fd to descriptor k of the rank, or of a child process. */
static int place(int fd, int k, int flags, const char *call, const void *site) {
    struct files *f = bsim_self ? own_fd(k, call, site) : NULL;
    if (k == 0)
        forget_input(f);
    int copy = f ? copy_high(fd) : CLOSED;
    int placed = __real_dup3(fd, k, flags);
    if (f) {
        drop_copy(f, k);
        f->fd[k] = copy;
    }
    return placed;
}

static int remove_fd(int k, const char *call, const void *site) {
    if (fcntl(k, F_GETFD) < 0)
        return -1;
    struct files *f = bsim_self ? own_fd(k, call, site) : NULL;
    if (f)
        drop_copy(f, k);
    return __real_close(k);
}

int __wrap_close(int fd) {
    if (!bsim_self || fd < 0 || fd >= STREAMS)
        return __real_close(fd);
    return remove_fd(fd, "close", __builtin_return_address(0));
}

int __wrap_dup2(int from, int to) {
    if (!bsim_self || to < 0 || to >= STREAMS || from == to || fcntl(from, F_GETFD) < 0)
        return __real_dup2(from, to);
    return place(from, to, 0, "dup2", __builtin_return_address(0));
}

int __wrap_dup3(int from, int to, int flags) {
    if (!bsim_self || to < 0 || to >= STREAMS || from == to || fcntl(from, F_GETFD) < 0)
        return __real_dup3(from, to, flags);
    return place(from, to, flags, "dup3", __builtin_return_address(0));
}

int __wrap_fclose(FILE *file) {
    int k = stream_of(file);
    if (bsim_stream_closes)
        bsim_stream_closes(file);
    if (k < 0 || (!bsim_self && k > 0))
        return __real_fclose(file);
    int code = k > 0 ? fflush(file) : 0;
    if (k == 0)
        forget_input(bsim_self ? own() : NULL);
    return remove_fd(k, "fclose", __builtin_return_address(0)) == 0 ? code : EOF;
}

static int open_flags(const char *mode) {
    bool plus = strchr(mode, '+') != NULL;
    int flags = *mode == 'r' ? 0 : O_CREAT | (*mode == 'w' ? O_TRUNC : O_APPEND);
    flags |= plus ? O_RDWR : *mode == 'r' ? O_RDONLY : O_WRONLY;
    return flags | (strchr(mode, 'x') ? O_EXCL : 0) | (strchr(mode, 'e') ? O_CLOEXEC : 0);
}

static FILE *reopen(const char *path, const char *mode, FILE *file, const char *call, const void *site) {
    int k = stream_of(file);
    if (!path) /* another mode of the same file: ours have all */
        return file;
    if (k > 0)
        flush_outputs();
    int flags = open_flags(mode), fd = open(path, flags | O_CLOEXEC, 0666);
    if (fd < 0) {
        int why = errno;
        remove_fd(k, call, site);
        errno = why;
        return NULL;
    }
    if (fd == k) { /* the rank had closed it */
        fcntl(fd, F_SETFD, 0);
        return file;
    }
    place(fd, k, 0, call, site);
    __real_close(fd);
    return file;
}

/* Where the place is NULL, the message finds it. */
static FILE *reopen_any(const char *path, const char *mode, FILE *file, const void *site) {
    if (stream_of(file) < 0 || (!bsim_self && stream_of(file) > 0))
        return __real_freopen(path, mode, file);
    return reopen(path, mode, file, "freopen", site);
}

FILE *bsim_freopen(const char *path, const char *mode, FILE *file) {
    return reopen_any(path, mode, file, NULL);
}

__attribute__((weak)) FILE *__wrap_freopen(const char *path, const char *mode, FILE *file) {
    return reopen_any(path, mode, file, __builtin_return_address(0));
}

__attribute__((weak)) FILE *__wrap_freopen64(const char *path, const char *mode, FILE *file) {
    return reopen_any(path, mode, file, __builtin_return_address(0));
}

/* ---- current directory, mode mask ---- */

static char *here(void) {
    char path[PATH_MAX];
    if (!getcwd(path, sizeof path))
        bsim_fatal_near(BSIM_EXIT_USAGE, NULL, "the name of the current directory is not known: %s", strerror(errno));
    return bsim_strdup(path);
}

static void check_shards(const char *call, const void *site) {
    if (bsim_context.nshards > 1 && no_folder_of_thread)
        bsim_fatal_near(BSIM_EXIT_USAGE, site, "%s changes it for all ranks of the threads: run without --shards",
                        call);
}

/* Before the first change: what the run itself has. */
static struct files *own_folder(const char *call, const void *site) {
    check_shards(call, site);
    struct files *f = own();
    if (!run_folder) {
        run_folder = here();
        run_mask = __real_umask(0);
        __real_umask(run_mask);
    }
    return f;
}

static int moved(struct files *f, int code) {
    if (code != 0)
        return code;
    folder_changed = true;
    bsim_free(f->folder);
    thread_folder = f->folder = here();
    return 0;
}

int __wrap_chdir(const char *folder) {
    if (!bsim_self)
        return __real_chdir(folder);
    struct files *f = own_folder("chdir", __builtin_return_address(0));
    return moved(f, __real_chdir(folder));
}

int __wrap_fchdir(int fd) {
    if (!bsim_self)
        return __real_fchdir(fd);
    struct files *f = own_folder("fchdir", __builtin_return_address(0));
    return moved(f, __real_fchdir(fd));
}

mode_t __wrap_umask(mode_t mask) {
    if (!bsim_self)
        return __real_umask(mask);
    struct files *f = own_folder("umask", __builtin_return_address(0));
    mask_changed = f->has_mask = thread_has_mask = true;
    f->mask = thread_mask = mask & 0777;
    return __real_umask(mask);
}

static void switch_folder(const struct files *next) {
    if (folder_changed && next->folder != thread_folder) {
        const char *to = next->folder ? next->folder : run_folder;
        if (__real_chdir(to) != 0)
            bsim_fatal_near(BSIM_EXIT_USAGE, NULL, "a rank's current directory %s cannot be entered again: %s", to,
                            strerror(errno));
        thread_folder = next->folder;
    }
    if (mask_changed && (next->has_mask != thread_has_mask || next->mask != thread_mask)) {
        __real_umask(next->has_mask ? next->mask : run_mask);
        thread_has_mask = next->has_mask;
        thread_mask = next->mask;
    }
}

void bsim_files_shard_begin(void) {
    if (unshare(CLONE_FS) != 0)
        no_folder_of_thread = true;
}

/* ---- switches ---- */

void bsim_files_switch(int from, int to) {
    const struct files *next = files_of(to);
    if (input_rank >= 0 && input_rank == from)
        leave_input(bsim_libc_part_of(from, BSIM_LIBC_FILES));
    if (bsim_context.nshards == 1)
        install(next);
    switch_folder(next);
    if (next->input_flags && to >= 0) {
        input->_flags |= next->input_flags;
        input_rank = to;
    }
}

void bsim_files_restore(void) {
    install(&of_process);
}

void bsim_files_in_child(void) {
    int none;
    if (has_no_input() && (none = open("/dev/null", O_RDONLY)) > 0) {
        __real_dup2(none, 0);
        __real_close(none);
    }
}

/* children.c - whose child a process is, for programs whose ranks make processes: all of them are children of the one
 * process that runs the ranks. A rank that waits for any child gets one of its own. A rank does not become another
 * program, since all others would, too.
 */
#include <errno.h>
#include <pthread.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bsim/base/alloc.h"
#include "bsim/kernel/engine.h"
#include "bsim/process/child.h"

extern char **environ;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct child {
    struct child *next;
    pid_t pid;
    int rank;
} *children;

static bool in_rank(void) {
    return bsim_self && bsim_context.child_of < 0;
}

static void add(pid_t pid) {
    struct child *c = bsim_alloc(sizeof *c);
    c->pid = pid;
    c->rank = bsim_self->id;
    pthread_mutex_lock(&lock);
    c->next = children;
    children = c;
    pthread_mutex_unlock(&lock);
}

static void drop(pid_t pid) {
    pthread_mutex_lock(&lock);
    for (struct child **at = &children; *at; at = &(*at)->next)
        if ((*at)->pid == pid) {
            struct child *gone = *at;
            *at = gone->next;
            bsim_free(gone);
            break;
        }
    pthread_mutex_unlock(&lock);
}

/* The running rank's child number i, the youngest first; 0: it has no more. */
static pid_t child_of_rank(int i) {
    pid_t pid = 0;
    pthread_mutex_lock(&lock);
    for (struct child *c = children; c && !pid; c = c->next)
        if (c->rank == bsim_self->id && i-- == 0)
            pid = c->pid;
    pthread_mutex_unlock(&lock);
    return pid;
}

/* ---- processes are made ---- */

pid_t __real_fork(void);
pid_t __wrap_fork(void);
pid_t __wrap_fork(void) {
    pid_t pid = __real_fork();
    if (pid > 0 && in_rank())
        add(pid);
    return pid;
}

/* vfork() is fork(): its child would share the memory of all ranks. */
pid_t __wrap_vfork(void);
pid_t __wrap_vfork(void) {
    return __wrap_fork();
}

#define SPAWN(name)                                                                                                    \
    int __real_##name(pid_t *pid, const char *path, const posix_spawn_file_actions_t *actions,                         \
                      const posix_spawnattr_t *attributes, char *const argv[], char *const envp[]);                    \
    int __wrap_##name(pid_t *pid, const char *path, const posix_spawn_file_actions_t *actions,                         \
                      const posix_spawnattr_t *attributes, char *const argv[], char *const envp[]);                    \
    int __wrap_##name(pid_t *pid, const char *path, const posix_spawn_file_actions_t *actions,                         \
                      const posix_spawnattr_t *attributes, char *const argv[], char *const envp[]) {                   \
        pid_t made = 0;                                                                                                \
        int code = __real_##name(&made, path, actions, attributes, argv, envp);                                        \
        if (code == 0 && pid)                                                                                          \
            *pid = made;                                                                                               \
        if (code == 0 && in_rank())                                                                                    \
            add(made);                                                                                                 \
        return code;                                                                                                   \
    }
SPAWN(posix_spawn)
SPAWN(posix_spawnp)

/* ---- waits ---- */

pid_t __real_wait4(pid_t pid, int *status, int options, struct rusage *usage);
pid_t __wrap_wait4(pid_t pid, int *status, int options, struct rusage *usage);

/* A millisecond of real time: nanosleep is the rank's. */
static void nap(void) {
    syscall(SYS_nanosleep, &(struct timespec){.tv_nsec = 1000000}, NULL);
}

/* Waits for one of the running rank's children. */
static pid_t wait_own(int *status, int options, struct rusage *usage) {
    for (;;) {
        pid_t pid = 0;
        for (int i = 0; (pid = child_of_rank(i)) != 0; i++) {
            pid_t ended = __real_wait4(pid, status, options | WNOHANG, usage);
            if (ended != 0)
                return ended;
        }
        if (child_of_rank(0) == 0) {
            errno = ECHILD;
            return -1;
        }
        if (options & WNOHANG)
            return 0;
        nap();
    }
}

pid_t __wrap_wait4(pid_t pid, int *status, int options, struct rusage *usage) {
    int code = 0;
    int *to = status ? status : &code;
    pid_t ended = pid == -1 && in_rank() ? wait_own(to, options, usage) : __real_wait4(pid, to, options, usage);
    if (ended > 0 && (WIFEXITED(*to) || WIFSIGNALED(*to)))
        drop(ended);
    return ended;
}

pid_t __wrap_wait3(int *status, int options, struct rusage *usage);
pid_t __wrap_wait3(int *status, int options, struct rusage *usage) {
    return __wrap_wait4(-1, status, options, usage);
}

pid_t __wrap_waitpid(pid_t pid, int *status, int options);
pid_t __wrap_waitpid(pid_t pid, int *status, int options) {
    return __wrap_wait4(pid, status, options, NULL);
}

int __real_waitid(idtype_t what, id_t id, siginfo_t *info, int options);
int __wrap_waitid(idtype_t what, id_t id, siginfo_t *info, int options);
int __wrap_waitid(idtype_t what, id_t id, siginfo_t *info, int options) {
    if (what != P_ALL || !in_rank())
        return __real_waitid(what, id, info, options);
    for (;;) {
        pid_t pid = 0;
        for (int i = 0; (pid = child_of_rank(i)) != 0; i++) {
            info->si_pid = 0;
            if (__real_waitid(P_PID, (id_t)pid, info, options | WNOHANG) < 0)
                return -1;
            if (info->si_pid == 0)
                continue;
            if (!(options & WNOWAIT) && info->si_code != CLD_STOPPED && info->si_code != CLD_CONTINUED)
                drop(pid);
            return 0;
        }
        if (child_of_rank(0) == 0) {
            errno = ECHILD;
            return -1;
        }
        if (options & WNOHANG)
            return 0;
        nap();
    }
}

/* ---- another program takes the place of the process ---- */

static void refuse_in_rank(const char *name, const void *site) {
    if (in_rank())
        bsim_fatal_at(
            BSIM_EXIT_MISUSE, site,
            "%s() would put another program in the place of all ranks, which are in one process: only a child "
            "process (fork) may call it",
            name);
}

#define REPLACE(name, parameters, arguments)                                                                           \
    int __real_##name parameters;                                                                                      \
    int __wrap_##name parameters;                                                                                      \
    int __wrap_##name parameters {                                                                                     \
        refuse_in_rank(#name, __builtin_return_address(0));                                                            \
        return __real_##name arguments;                                                                                \
    }
REPLACE(execv, (const char *path, char *const argv[]), (path, argv))
REPLACE(execve, (const char *path, char *const argv[], char *const envp[]), (path, argv, envp))
REPLACE(execvp, (const char *file, char *const argv[]), (file, argv))
REPLACE(execvpe, (const char *file, char *const argv[], char *const envp[]), (file, argv, envp))
REPLACE(fexecve, (int fd, char *const argv[], char *const envp[]), (fd, argv, envp))
REPLACE(execveat, (int folder, const char *path, char *const argv[], char *const envp[], int flags),
        (folder, path, argv, envp, flags))

/* The arguments of execl and its like as an array. In a child process, which ends or becomes another program: nobody
 * frees it. */
static char **arguments_of(const char *first, va_list rest, char ***envp) {
    va_list again;
    va_copy(again, rest);
    size_t n = 0;
    for (const char *a = first; a; a = va_arg(again, const char *))
        n++;
    va_end(again);
    char **argv = bsim_alloc((n + 1) * sizeof *argv);
    argv[0] = (char *)first;
    for (size_t i = 1; i <= n; i++)
        argv[i] = va_arg(rest, char *);
    if (envp)
        *envp = va_arg(rest, char **);
    return argv;
}

#define REPLACE_BY_LIST(name, gives_environment, call)                                                                 \
    int __wrap_##name(const char *path, const char *first, ...);                                                       \
    int __wrap_##name(const char *path, const char *first, ...) {                                                      \
        refuse_in_rank(#name, __builtin_return_address(0));                                                            \
        va_list rest;                                                                                                  \
        char **envp = environ;                                                                                         \
        va_start(rest, first);                                                                                         \
        char **argv = arguments_of(first, rest, (gives_environment) ? &envp : NULL);                                   \
        va_end(rest);                                                                                                  \
        return call;                                                                                                   \
    }
REPLACE_BY_LIST(execl, false, __real_execve(path, argv, envp))
REPLACE_BY_LIST(execlp, false, __real_execvp(path, argv))
REPLACE_BY_LIST(execle, true, __real_execve(path, argv, envp))

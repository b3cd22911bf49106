/* process.c - see process.h. A run's processes are found as descendants of this one, since mpiexec gives each rank a
 * session of its own: orphans come to this process, which is their subreaper. */
#include "bsim/bench/process.h"
#include "bsim/base/spawn.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static sigset_t asked, before; /* signals that are taken here; the mask before */
static bool catching;
static int asked_to_end;
/* This process had children before: it has become what a shell was. They are none of ours, and descendants cannot be
 * told from theirs. */
static bool has_others;

double bsim_bench_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void bsim_bench_signals_begin(void) {
    static const int ends[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction old;
    sigemptyset(&asked);
    sigaddset(&asked, SIGCHLD);
    for (int i = 0; i < 3; i++) /* a signal that this process was told to ignore stays ignored */
        if (sigaction(ends[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaddset(&asked, ends[i]);
    sigprocmask(SIG_BLOCK, &asked, &before);
    siginfo_t info;
    has_others = waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0;
    if (!has_others)
        prctl(PR_SET_CHILD_SUBREAPER, 1);
    catching = true;
    asked_to_end = 0;
}

void bsim_bench_signals_end(void) {
    if (!catching)
        return;
    bsim_bench_signal(); /* one that is still waiting has done its work */
    sigprocmask(SIG_SETMASK, &before, NULL);
    catching = false;
}

/* Waits for a signal; SIGCHLD, or the end of the time, is none. */
static void wait_signal(double seconds) {
    struct timespec t = {(time_t)seconds, (long)(1e9 * (seconds - (double)(time_t)seconds))};
    int sig = sigtimedwait(&asked, NULL, &t);
    if (sig > 0 && sig != SIGCHLD)
        asked_to_end = sig;
}

int bsim_bench_signal(void) {
    if (catching && asked_to_end == 0)
        wait_signal(0);
    return asked_to_end;
}

/* ---- descendants ---- */

/* The parent of a process; 0: it is gone. */
static pid_t parent_of(pid_t pid) {
    char path[64], text[512];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *f = fopen(path, "r");
    size_t n = f ? fread(text, 1, sizeof text - 1, f) : 0;
    if (f)
        fclose(f);
    text[n] = '\0';
    const char *name_end = strrchr(text, ')');
    int parent = 0;
    return name_end && sscanf(name_end + 1, " %*c %d", &parent) == 1 ? parent : 0;
}

static bool descends(pid_t pid, pid_t from) {
    for (int i = 0; i < 64 && pid > 1; i++) {
        pid = parent_of(pid);
        if (pid == from)
            return true;
    }
    return false;
}

/* Sends SIGKILL to all that is left of n processes. */
static void kill_all(const struct bench_process *p, int n) {
    for (int i = 0; i < n; i++)
        if (p[i].pid > 0)
            kill(-p[i].pid, SIGKILL);
    DIR *d = has_others ? NULL : opendir("/proc");
    struct dirent *e;
    while (d && (e = readdir(d)) != NULL) {
        pid_t pid = isdigit((unsigned char)e->d_name[0]) ? (pid_t)atoi(e->d_name) : 0;
        if (pid > 1 && descends(pid, getpid()))
            kill(pid, SIGKILL);
    }
    if (d)
        closedir(d);
}

static bool any_runs(const struct bench_process *p, int n) {
    for (int i = 0; i < n; i++)
        if (p[i].pid > 0)
            return true;
    return false;
}

static bool reap_known(struct bench_process *p, int n) {
    for (int i = 0; i < n; i++)
        if (p[i].pid > 0 && waitpid(p[i].pid, &p[i].status, WNOHANG) == p[i].pid)
            p[i].pid = 0;
    return any_runs(p, n);
}

/* Takes the status of children that have ended. Whether any child is left. */
static bool reap(struct bench_process *p, int n) {
    if (has_others)
        return reap_known(p, n);
    for (;;) {
        int status;
        pid_t pid = waitpid(-1, &status, WNOHANG);
        if (pid == 0)
            return true;
        if (pid < 0 && errno == EINTR)
            continue;
        if (pid < 0)
            return false;
        for (int i = 0; i < n; i++)
            if (p[i].pid == pid) {
                p[i].status = status;
                p[i].pid = 0;
            }
    }
}

/* Waits until no child is left. What has not ended after patience_s seconds is killed, again and again: a process may
 * have started another one meanwhile. */
static void clear(struct bench_process *p, int n, double patience_s) {
    double until = bsim_bench_now() + patience_s;
    while (reap(p, n)) {
        double left = until - bsim_bench_now();
        if (left <= 0) {
            kill_all(p, n);
            left = 0.05;
        }
        wait_signal(left < 0.05 ? left : 0.05);
    }
}

/* ---- a run ---- */

static int open_in(const char *folder, const char *name) {
    char path[4200];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
}

static int open_input(const struct bench_process *p) {
    char path[4200];
    snprintf(path, sizeof path, "%s/" BENCH_STDIN, p->input ? p->input : p->folder);
    int in = open(path, O_RDONLY);
    return in >= 0 || errno != ENOENT ? in : open("/dev/null", O_RDONLY);
}

/* The child: becomes the program, or tells errno. */
_Noreturn static void become(const struct bench_process *p, pid_t parent, int tell) {
    int out = open_in(p->folder, "stdout"), err = open_in(p->folder, "stderr"), in = open_input(p);
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (catching)
        sigprocmask(SIG_SETMASK, &before, NULL);
    if (getppid() == parent && out >= 0 && err >= 0 && in >= 0 && chdir(p->folder) == 0) {
        dup2(in, STDIN_FILENO);
        dup2(out, STDOUT_FILENO);
        dup2(err, STDERR_FILENO);
        for (const char *const *e = p->env; e && *e; e++)
            putenv((char *)*e);
        execvp(p->argv[0], p->argv);
    }
    bsim_spawn_failed(tell, 127);
}

static bool start(struct bench_process *p, struct bsim_error *err) {
    int tell[2];
    if (pipe2(tell, O_CLOEXEC) != 0)
        return bsim_error_set(err, NULL, 0, NULL, "no pipe: %s", strerror(errno));
    fflush(NULL);
    pid_t parent = getpid(), pid = fork();
    if (pid == 0)
        become(p, parent, tell[1]);
    close(tell[1]);
    if (pid < 0) {
        close(tell[0]);
        return bsim_error_set(err, NULL, 0, NULL, "no process for %s: %s", p->argv[0], strerror(errno));
    }
    setpgid(pid, pid);
    p->pid = pid;
    int why = bsim_spawn_told(tell[0]);
    if (!why)
        return true;
    return bsim_error_set(err, NULL, 0, NULL, "%s cannot be run in %s: %s", p->argv[0], p->folder, strerror(why));
}

static double cpu_of_children(void) {
    struct rusage r;
    getrusage(RUSAGE_CHILDREN, &r);
    return (double)r.ru_utime.tv_sec + (double)r.ru_stime.tv_sec +
           1e-6 * (double)(r.ru_utime.tv_usec + r.ru_stime.tv_usec);
}

bool bsim_bench_processes_run(struct bench_process *p, int n, double limit_s, struct bench_run_time *time,
                              struct bsim_error *err) {
    double begin = bsim_bench_now(), cpu = cpu_of_children();
    bool ok = true;
    *time = (struct bench_run_time){0};
    for (int i = 0; i < n; i++)
        p[i].pid = 0;
    for (int i = 0; i < n && ok; i++)
        ok = start(&p[i], err);
    while (ok && reap(p, n) && any_runs(p, n) && !bsim_bench_signal()) {
        double left = begin + limit_s - bsim_bench_now();
        if ((time->late = left <= 0))
            break;
        wait_signal(left < 1 ? left : 1);
    }
    time->wall_s = bsim_bench_now() - begin;
    bool ended = !ok || time->late || any_runs(p, n);
    for (int i = 0; i < n && ended; i++)
        if (p[i].pid > 0)
            kill(-p[i].pid, SIGTERM); /* mpiexec tells its ranks */
    clear(p, n, ended ? 0.5 : 2);
    time->cpu_s = cpu_of_children() - cpu;
    return ok;
}

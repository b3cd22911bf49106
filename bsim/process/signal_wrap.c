/* signal_wrap.c - what a rank does on the signals that it raises. A process has one disposition for each signal, and
 * all ranks share the process: each rank's own are kept here, and a raised signal runs its rank's handler. A signal
 * from outside (a timer's, another process's) still finds the disposition that was set last. */
#include "bsim/base/alloc.h"
#include "bsim/kernel/engine.h"
#include "bsim/process/libc_wrap.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

typedef void handler(int);

int __wrap_sigaction(int number, const struct sigaction *action, struct sigaction *old);
handler *__wrap_signal(int number, handler *fn);
handler *__wrap___sysv_signal(int number, handler *fn);
int __wrap_raise(int number);
int __wrap_kill(pid_t pid, int number);
/* The linker makes these the C library's where the functions are wrapped; elsewhere nothing calls them. */
int __real_sigaction(int number, const struct sigaction *action, struct sigaction *old) __attribute__((weak));
int __real_raise(int number) __attribute__((weak));
int __real_kill(pid_t pid, int number) __attribute__((weak));

struct bsim_disposition {
    struct bsim_disposition *next;
    int number;
    struct sigaction action;
};

/* What the process did on a signal before any rank said otherwise. */
static struct sigaction first[NSIG];
static bool changed[NSIG];
static pthread_mutex_t first_lock = PTHREAD_MUTEX_INITIALIZER;

static struct sigaction *own(int number) {
    for (struct bsim_disposition *d = *bsim_libc_signals(); d; d = d->next)
        if (d->number == number)
            return &d->action;
    return NULL;
}

static struct sigaction *own_or_new(int number) {
    struct sigaction *mine = own(number);
    if (mine)
        return mine;
    struct bsim_disposition *d = bsim_alloc(sizeof *d), **list = bsim_libc_signals();
    *d = (struct bsim_disposition){*list, number, first[number]};
    *list = d;
    return &d->action;
}

static bool is_changed(int number) {
    pthread_mutex_lock(&first_lock);
    bool is = changed[number];
    pthread_mutex_unlock(&first_lock);
    return is;
}

int __wrap_sigaction(int number, const struct sigaction *action, struct sigaction *old) {
    if (!bsim_self || number <= 0 || number >= NSIG)
        return __real_sigaction(number, action, old);
    struct sigaction wanted = {0};
    if (action)
        wanted = *action; /* may be *old */
    pthread_mutex_lock(&first_lock);
    bool ok = changed[number] || !__real_sigaction(number, NULL, &first[number]);
    if (ok && action) {
        ok = !__real_sigaction(number, &wanted, NULL);
        changed[number] |= ok;
    }
    pthread_mutex_unlock(&first_lock);
    if (!ok)
        return -1;
    const struct sigaction *now = own(number);
    if (old)
        *old = now ? *now : first[number];
    if (action)
        *own_or_new(number) = wanted;
    return 0;
}

static handler *set_handler(int number, handler *fn, int flags) {
    struct sigaction action = {.sa_flags = flags}, old;
    action.sa_handler = fn;
    sigemptyset(&action.sa_mask);
    if (__wrap_sigaction(number, &action, &old) != 0)
        return SIG_ERR;
    return old.sa_handler;
}

handler *__wrap_signal(int number, handler *fn) {
    return set_handler(number, fn, SA_RESTART);
}

/* What "signal" is where a program asks for System V's. */
handler *__wrap___sysv_signal(int number, handler *fn) {
    return set_handler(number, fn, (int)SA_RESETHAND | SA_NODEFER);
}

/* Runs a handler as the kernel does. */
static void run_handler(int number, struct sigaction *mine) {
    struct sigaction action = *mine;
    sigset_t mask, before;
    pthread_sigmask(SIG_SETMASK, NULL, &before);
    sigorset(&mask, &before, &action.sa_mask);
    if (!(action.sa_flags & SA_NODEFER))
        sigaddset(&mask, number);
    if (action.sa_flags & (int)SA_RESETHAND) {
        mine->sa_handler = SIG_DFL;
        mine->sa_flags &= ~SA_SIGINFO;
    }
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
    if (action.sa_flags & SA_SIGINFO) {
        siginfo_t info = {.si_signo = number, .si_code = SI_TKILL};
        info.si_pid = getpid();
        info.si_uid = getuid();
        ucontext_t context;
        getcontext(&context);
        action.sa_sigaction(number, &info, &context);
    } else {
        action.sa_handler(number);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

int __wrap_raise(int number) {
    if (!bsim_self || number <= 0 || number >= NSIG || !is_changed(number))
        return __real_raise(number);
    sigset_t blocked;
    pthread_sigmask(SIG_SETMASK, NULL, &blocked);
    if (sigismember(&blocked, number)) /* it waits, as ever */
        return __real_raise(number);
    struct sigaction *mine = own_or_new(number);
    if (!(mine->sa_flags & SA_SIGINFO) && mine->sa_handler == SIG_IGN)
        return 0;
    if (!(mine->sa_flags & SA_SIGINFO) && mine->sa_handler == SIG_DFL) {
        __real_sigaction(number, mine, NULL);
        return __real_raise(number);
    }
    run_handler(number, mine);
    return 0;
}

int __wrap_kill(pid_t pid, int number) {
    if (bsim_self && (pid == bsim_pid_of(bsim_self->id) || pid == bsim_context.pid))
        return number == 0 || __wrap_raise(number) == 0 ? 0 : -1;
    int rank = (int)(pid - bsim_pid_of(0));
    if (rank >= 0 && rank < bsim_context.np && number != 0)
        bsim_fatal_near(BSIM_EXIT_USAGE, __builtin_return_address(0),
                        "kill: a signal to rank %d, which is no process of its own", rank);
    return __real_kill(pid, number);
}

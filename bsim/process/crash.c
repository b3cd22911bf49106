/* crash.c - abnormal ends of a run: fatal errors, MPI_Abort, and signals, which are handled on an alternate stack. */
#include "bsim/process/crash.h"

#include <execinfo.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <sys/time.h>
#include <unistd.h>

#include "bsim/base/alloc.h"
#include "bsim/process/child.h"
#include "bsim/process/failure.h"
#include "bsim/kernel/cursor.h"
#include "bsim/kernel/engine.h"
#include "bsim/kernel/fiber.h"
#include "bsim/kernel/hosts.h"
#include "bsim/kernel/private.h"
#include "bsim/process/place.h"
#include "bsim/process/process_signal.h"
#include "bsim/process/program_heap.h"
#include "bsim/process/spared_files.h"
#include "bsim/kernel/sched.h"
#include "bsim/base/warn.h"

static void (*restore_streams)(void);

void bsim_crash_before_message(void (*restore)(void)) {
    restore_streams = restore;
}

/* Flushes the program's output and begins a message. If several shards end the run at once, only the first one prints.
 */
static void begin_message(void) {
    static atomic_int taken;
    static BSIM_OF_SHARD bool mine;
    if (!mine && atomic_exchange(&taken, 1))
        for (;;)
            pause();
    mine = true;
    if (bsim_context.child_of < 0)
        bsim_warn_tell();
    if (restore_streams && bsim_context.child_of < 0)
        restore_streams();
    fflush(stdout);
    fputs("bsim: ", stderr);
}

static void print_rank(int rank, double time_s) {
    fprintf(stderr, "rank %d at %.9g s", rank, time_s);
}

/* Ends what a message begins with. */
static void print_where(const char *place) {
    if (place)
        fprintf(stderr, " (%s)", place);
    fputs(": ", stderr);
}

static void print_place(const char *place) {
    const bsim_rank *rank = bsim_self ? bsim_self : bsim_work.rank;
    if (rank)
        print_rank(rank->id, rank->clock[0]);
    else if (bsim_context.child_of >= 0)
        fprintf(stderr, "child process of rank %d at %.9g s", bsim_context.child_of, bsim_context.child_clock_s);
    else if (bsim_private_rank >= 0)
        fprintf(stderr, "a thread of rank %d", bsim_private_rank);
    else
        fputs("the engine", stderr);
    print_where(place);
}

/* Does not call _exit, which is wrapped in programs and would end the rank only. */
_Noreturn void bsim_leave(int code) {
    bsim_spared_restore();
    fflush(NULL);
    bsim_hosts_leave(code);
    for (;;)
        syscall(SYS_exit_group, code);
}

static int late_code;

enum { EARLY_US = 20000 };

/* The timer comes a little early, since this process may have had to wait for a processor. */
static void leave_now(int number) {
    struct timespec now;
    (void)number;
    bsim_spared_restore();
    do
        syscall(SYS_clock_gettime, CLOCK_REALTIME, &now);
    while (now.tv_nsec > 1000000000 - 2 * EARLY_US * 1000);
    for (;;)
        syscall(SYS_exit_group, late_code);
}

void bsim_leave_at_latest(unsigned seconds, int code) {
    struct sigaction action = {.sa_handler = leave_now};
    struct itimerval timer = {.it_value.tv_sec = (time_t)seconds};
    struct timespec now;
    sigset_t set;
    /* At a whole second of the clock: a launcher kills the processes of a run that are left when the first one goes. */
    syscall(SYS_clock_gettime, CLOCK_REALTIME, &now);
    timer.it_value.tv_usec = 999999 - now.tv_nsec / 1000;
    timer.it_value.tv_usec -= timer.it_value.tv_usec < EARLY_US ? 0 : EARLY_US;
    late_code = code;
    bsim_sigaction(SIGALRM, &action, NULL);
    sigemptyset(&set);
    sigaddset(&set, SIGALRM);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    syscall(SYS_setitimer, ITIMER_REAL, &timer, NULL); /* setitimer is that of ranks here, which warns */
}

static void print_overflow(const char *whose) {
    fprintf(stderr, "stack overflow: %s has %zu KB of stack; raise it with --stack-size\n", whose,
            bsim_fiber_stack_size() >> 10);
}

/* Reports a rank that has overflowed a stack without a guard into the stack of the next lower rank. The present error
 * may be a consequence. False if there is none. */
static bool print_other_overflow(void) {
    int rank = bsim_fiber_overflowed();
    if (rank < 0)
        return false;
    char whose[32];
    snprintf(whose, sizeof whose, bsim_cursors ? "a rank" : "rank %d", rank); /* with cursors: a stack's number */
    fputs("bsim: ", stderr);
    print_overflow(whose);
    return true;
}

void bsim_crash_check_stacks(void) {
    fflush(stdout);
    if (print_other_overflow())
        bsim_leave(BSIM_EXIT_CRASH);
}

struct message {
    int code;
    const void *site;
    const char *place; /* text, if there is no site */
    bool with_rank;
    const char *fmt;
    va_list *args;
};

static void tell_end(const struct message *m) {
    static bool told;
    char text[2048];
    va_list args;
    if (!bsim_context.at_end || told)
        return;
    told = true;
    va_copy(args, *m->args);
    vsnprintf(text, sizeof text, m->fmt, args);
    va_end(args);
    bsim_context.at_end(m->code, m->site, text);
}

static void say(void *arg) {
    struct message *m = arg;
    tell_end(m);
    begin_message();
    if (m->with_rank)
        print_place(m->site ? bsim_site_name(m->site) : m->place);
    vfprintf(stderr, m->fmt, *m->args);
    fputc('\n', stderr);
    print_other_overflow();
    bsim_leave(m->code);
}

/* Whether a failure of the running rank lets the others go on. What is said to the checker ends its run. */
static bool others_go_on(void) {
    return (bsim_self || bsim_hosts_delivers) && bsim_context.child_of < 0 && !bsim_context.at_end;
}

static void keep(void *arg) {
    const struct message *m = arg;
    bsim_failure_keep(&(struct bsim_failure){.time_s = bsim_self->clock[0],
                                             .rank = bsim_self->id,
                                             .code = m->code,
                                             .with_rank = m->with_rank,
                                             .site = m->site,
                                             .place = m->place},
                      m->fmt, m->args);
}

/* The running rank fails, or, if none runs, the run ends. */
_Noreturn static void fail(struct message *m) {
    bool waits = bsim_self && others_go_on();
    bsim_on_host_stack(waits ? keep : say, m);
    if (waits)
        bsim_sched_stop();
    bsim_leave(BSIM_EXIT_BUG);
}

void bsim_failure_report(void) {
    const char *text;
    const struct bsim_failure *f = bsim_failure_kept(&text);
    if (!f)
        return;
    begin_message();
    if (f->with_rank) {
        print_rank(f->rank, f->time_s);
        print_where(f->site ? bsim_site_name(f->site) : f->place);
    }
    fprintf(stderr, "%s\n", text);
    print_other_overflow();
    bsim_leave(f->code);
}

_Noreturn void bsim_fatal(int exit_code, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    struct message m = {exit_code, NULL, NULL, false, fmt, &args};
    bsim_on_host_stack(say, &m);
    bsim_leave(BSIM_EXIT_BUG);
}

_Noreturn void bsim_fatal_at(int exit_code, const void *site, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    struct message m = {exit_code, site, NULL, true, fmt, &args};
    fail(&m);
}

_Noreturn void bsim_fatal_now(int exit_code, const void *site, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    struct message m = {exit_code, site, NULL, true, fmt, &args};
    bsim_on_host_stack(say, &m);
    bsim_leave(BSIM_EXIT_BUG);
}

void bsim_fail_of(int rank, double time_s, int exit_code, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    bsim_failure_keep(&(struct bsim_failure){.time_s = time_s, .rank = rank, .code = exit_code}, fmt, &args);
    va_end(args);
}

_Noreturn void bsim_fail_stop(void) {
    if (bsim_self || bsim_hosts_delivers)
        bsim_sched_stop();
    bsim_failure_report();
    bsim_leave(BSIM_EXIT_BUG);
}

_Noreturn void bsim_fatal_of(int rank, double time_s, int exit_code, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    struct message m = {exit_code, NULL, NULL, false, fmt, &args};
    if (!others_go_on())
        bsim_on_host_stack(say, &m);
    bsim_failure_keep(&(struct bsim_failure){.time_s = time_s, .rank = rank, .code = exit_code}, fmt, &args);
    bsim_fail_stop();
}

void bsim_fail_later(int rank, double time_s, int exit_code, bsim_failure_text *tell, const void *arg) {
    bsim_failure_keep(
        &(struct bsim_failure){.time_s = time_s, .rank = rank, .code = exit_code, .tell = tell, .arg = arg}, NULL,
        NULL);
}

_Noreturn void bsim_fatal_near(int exit_code, const void *site, const char *fmt, ...) {
    char place[BSIM_PLACE_BYTES];
    va_list args;
    va_start(args, fmt);
    if (site)
        bsim_place_of_site(site, place, sizeof place);
    else
        bsim_place_here(place, sizeof place);
    struct message m = {exit_code, NULL, place, true, fmt, &args};
    bsim_on_host_stack(say, &m);
    bsim_leave(BSIM_EXIT_BUG);
}

_Noreturn void bsim_abort(const void *site, const char *call, int code) {
    bsim_fatal_at(BSIM_EXIT_USER, site, "%s with code %d", call, code);
}

_Noreturn void bsim_bug(const char *what, const char *file, int line) {
    bsim_fatal_now(BSIM_EXIT_BUG, NULL, "a bug of bsim at %s:%d: %s", file, line, what);
}

static void crashed(int number, siginfo_t *info, void *context) {
    const ucontext_t *u = context;
    /* One that the program sends has no address. */
    bool fault = (number == SIGSEGV || number == SIGBUS) && info->si_code > 0, overflow = false;
    if (fault)
        bsim_place_escape();
    else
        signal(number, SIG_DFL);
#if defined(__x86_64__)
    const char *sp = (const char *)u->uc_mcontext.gregs[REG_RSP];
#else
    const char *sp = NULL;
    (void)u;
#endif
    char place[BSIM_PLACE_BYTES];
    bsim_leave_at_latest(30, BSIM_EXIT_CRASH);
    begin_message();
    int found = bsim_place_of_signal(context, place, sizeof place);
    if (found == BSIM_PLACE_IN_RUNTIME && bsim_work.site)
        bsim_place_of_site(bsim_work.site, place, sizeof place);
    signal(number, SIG_DFL); /* not before: the unwinder may fault, too */
    print_place(place);
    const char *caller = bsim_context.child_of >= 0
                             ? "a process that fork() has made is no rank: it may not call MPI or "
                               "BSIM_ functions\n"
                         : !bsim_self && bsim_private_rank >= 0
                             ? "a thread that pthread_create() has made calls MPI or a BSIM_ function: only the rank's "
                               "first thread may, whatever level MPI_Init_thread provides\n"
                             : NULL;
    if (caller && fault && (found & BSIM_PLACE_IN_RUNTIME)) { /* the runtime has used bsim_self */
        fputs(caller, stderr);
        bsim_leave(BSIM_EXIT_MISUSE);
    }
    fprintf(stderr, "signal %d (%s)", number, strsignal(number));
    if (fault)
        fprintf(stderr, " at address 0x%lx", (unsigned long)(uintptr_t)info->si_addr);
    if (fault && bsim_heap_asked)
        fprintf(stderr, ": %s of a block that is free already, or that no malloc gave", bsim_heap_asked);
    if (fault && bsim_self && !bsim_sched_on_host())
        overflow = bsim_fiber_is_over(bsim_sched_stack(), info->si_addr, sp);
    fputc('\n', stderr);
    if (bsim_context.at_end) {
        bsim_sched_is_on_signal_stack();
        bsim_context.at_end(BSIM_EXIT_CRASH, NULL, place);
    }
    if (overflow) {
        fputs("bsim: ", stderr);
        print_overflow("the rank");
    } else {
        print_other_overflow();
    }
    bsim_leave(BSIM_EXIT_CRASH);
}

void bsim_crash_shard_begin(void) {
    enum { BYTES = 1 << 16 };
    stack_t alternate = {.ss_sp = bsim_alloc(BYTES), .ss_size = BYTES};
    sigaltstack(&alternate, NULL);
}

void bsim_crash_shard_end(void) {
    stack_t none = {.ss_flags = SS_DISABLE}, alternate;
    sigaltstack(&none, &alternate);
    bsim_free(alternate.ss_sp);
}

void bsim_crash_init(void) {
    void *frame[1];
    backtrace(frame, 1); /* the first call loads a library, which must not happen in a signal handler */
    bsim_crash_shard_begin();
    static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        struct sigaction action = {.sa_sigaction = crashed, .sa_flags = SA_SIGINFO | SA_ONSTACK};
        bsim_sigaction(signals[i], &action, NULL);
    }
}

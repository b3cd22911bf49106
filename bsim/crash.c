/* crash.c - ends of a run that went wrong: fatal messages, MPI_Abort, signals on an alternate stack. */
#include "bsim/crash.h"

#include <execinfo.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "bsim/alloc.h"
#include "bsim/engine.h"
#include "bsim/fiber.h"
#include "bsim/sched.h"

/* What the program has printed comes first. Of several shards that end the run at once, one says why. */
static void begin_message(void) {
    static atomic_int taken;
    static BSIM_OF_SHARD bool mine;
    if (!mine && atomic_exchange(&taken, 1))
        for (;;)
            pause();
    mine = true;
    fflush(stdout);
    fputs("bsim: ", stderr);
}

static void print_place(const char *place) {
    if (bsim_self)
        fprintf(stderr, "rank %d at %.9g s", bsim_self->id, bsim_self->clock[0]);
    else
        fputs("the engine", stderr);
    if (place)
        fprintf(stderr, " (%s)", place);
    fputs(": ", stderr);
}

/* Not _exit: programs are linked with a wrapper of it that ends a rank. */
_Noreturn void bsim_leave(int code) {
    fflush(NULL);
    for (;;)
        syscall(SYS_exit_group, code);
}

struct message {
    int code;
    const void *site;
    int with_place;
    const char *fmt;
    va_list *args;
};

static void say(void *arg) {
    struct message *m = arg;
    begin_message();
    if (m->with_place)
        print_place(m->site ? bsim_site_name(m->site) : NULL);
    vfprintf(stderr, m->fmt, *m->args);
    fputc('\n', stderr);
    bsim_leave(m->code);
}

_Noreturn void bsim_fatal(int exit_code, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    struct message m = {exit_code, NULL, 0, fmt, &args};
    bsim_on_host_stack(say, &m);
    bsim_leave(BSIM_EXIT_BUG);
}

_Noreturn void bsim_fatal_at(int exit_code, const void *site, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    struct message m = {exit_code, site, 1, fmt, &args};
    bsim_on_host_stack(say, &m);
    bsim_leave(BSIM_EXIT_BUG);
}

_Noreturn void bsim_abort(const void *site, const char *call, int code) {
    bsim_fatal_at(BSIM_EXIT_USER, site, "%s with code %d", call, code);
}

_Noreturn void bsim_bug(const char *what, const char *file, int line) {
    bsim_fatal_at(BSIM_EXIT_BUG, NULL, "a bug of bsim at %s:%d: %s", file, line, what);
}

extern const char __executable_start[], etext[];

static bool in_program(const void *address) {
    return (const char *)address >= __executable_start && (const char *)address < etext;
}

/* The innermost place in the program itself: where it was, or where it called a library. */
static const void *place_in_program(const char *at) {
    enum { DEPTH = 64 };
    void *frames[DEPTH];
    if (!at || in_program(at))
        return at ? at + 1 : NULL;
    int n = backtrace(frames, DEPTH);
    /* The frames of the handler come first, then the place of the signal, then who called it. */
    int i = 0;
    while (i < n && frames[i] != at)
        i++;
    while (i < n && !in_program(frames[i]))
        i++;
    return i < n ? frames[i] : NULL;
}

static void crashed(int number, siginfo_t *info, void *context) {
    const ucontext_t *u = context;
    signal(number, SIG_DFL);
#if defined(__x86_64__)
    const char *at = (const char *)u->uc_mcontext.gregs[REG_RIP];
    const char *sp = (const char *)u->uc_mcontext.gregs[REG_RSP];
#else
    const char *at = NULL, *sp = NULL;
    (void)u;
#endif
    bool fault = number == SIGSEGV || number == SIGBUS, overflow = false, near = false;
    begin_message();
    const void *place = place_in_program(at);
    print_place(place ? bsim_place_name(place) : NULL);
    fprintf(stderr, "signal %d (%s)", number, strsignal(number));
    if (fault)
        fprintf(stderr, " at address 0x%lx", (unsigned long)(uintptr_t)info->si_addr);
    if (fault && bsim_self && !bsim_sched_on_host())
        overflow = (bsim_fiber_holds(bsim_self->id, info->si_addr, &near) && near) ||
                   (bsim_fiber_holds(bsim_self->id, sp, &near) && near);
    if (overflow)
        fprintf(stderr, "\nbsim: stack overflow: the rank has %zu KB of stack; raise it with --stack-size",
                bsim_fiber_stack_size() >> 10);
    fputc('\n', stderr);
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
    backtrace(frame, 1); /* loads what it needs now, not in the handler */
    bsim_crash_shard_begin();
    static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        struct sigaction action = {.sa_sigaction = crashed, .sa_flags = SA_SIGINFO | SA_ONSTACK};
        sigaction(signals[i], &action, NULL);
    }
}

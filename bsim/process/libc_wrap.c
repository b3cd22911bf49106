/* libc_wrap.c - functions of the C library whose state each rank has for itself: exit, random numbers, strtok, getopt,
 * errno. The environment, standard streams, texts, clocks and the host have sources of their own (rank_environment.c,
 * rank_files.c, rank_texts.c, rank_clocks.c, rank_host.c).
 *
 * bsimcc links programs with --wrap for each function here. Calls from libbsim are wrapped too, calls from shared
 * libraries are not. A rank's state is made when it is first needed. Without a running rank (in constructors) the
 * process has one state. */
#include "bsim/process/libc_wrap.h"

#include <errno.h>
#include <getopt.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bsim/base/alloc.h"
#include "bsim/bsim.h"
#include "bsim/process/child.h"
#include "bsim/process/crash.h"
#include "bsim/kernel/engine.h"
#include "bsim/kernel/private.h"
#include "bsim/kernel/sched.h"
#include "bsim/process/rank_process.h"
#include "bsim/process/spared_files.h"

struct at_exit {
    void (*fn)(void);          /* of atexit; or null */
    void (*told)(int, void *); /* of on_exit: gets the exit code and arg */
    void *arg;
    struct at_exit *next;
};

struct getopt {
    char *arg;
    int ind, err, opt;
};

struct state {
    bool has_random, has_getopt;
    struct random_data random;
    int32_t random_state[32]; /* glibc's default: 128 bytes */
    struct drand48_data drand48;
    unsigned short seed48_old[3];
    char *strtok_rest;
    struct getopt getopt;
    int threads; /* 0: not set */
    struct at_exit *at_exit;
    struct bsim_disposition *signals;
    void *part[BSIM_LIBC_PARTS];
};

static const struct getopt at_first = {NULL, 1, 1, '?'};
static struct state process_state = {.getopt = {NULL, 1, 1, '?'}};
static struct state **states; /* one for each rank; NULL until needed */

static struct state *state_of(int rank) {
    struct state **s = &states[rank];
    if (!*s) {
        *s = bsim_alloc(sizeof **s);
        (*s)->getopt = at_first;
    }
    return *s;
}

/* With one shard: at each switch, exchanges the variables of getopt for those of the rank that continues. */
static void switch_getopt(int from, int to) {
    static bool some_differ; /* from at_first */
    struct getopt now = {optarg, optind, opterr, optopt};
    bool as_at_first = !now.arg && now.ind == at_first.ind && now.err == at_first.err && now.opt == at_first.opt;
    if (as_at_first && !some_differ)
        return;
    some_differ = true;
    if (from >= 0 && (states[from] || !as_at_first))
        state_of(from)->getopt = now;
    if (to < 0)
        return;
    now = states[to] ? states[to]->getopt : at_first;
    optarg = now.arg;
    optind = now.ind;
    opterr = now.err;
    optopt = now.opt;
}

static int *errors; /* errno of each rank that does not run, if some_errors */
static bool some_errors;
static bool parts_switch; /* bsim_libc_watch_switches was called */

/* At each switch between ranks, in the thread of their shard. What no rank has changed costs a comparison. */
static void at_switch(int from, int to) {
    int error = errno;
    if (__builtin_expect(error != 0 || some_errors, 0)) {
        if (from >= 0 && error != errors[from]) {
            errors[from] = error;
            __atomic_store_n(&some_errors, true, __ATOMIC_RELAXED);
        }
        errno = to >= 0 ? errors[to] : 0;
    }
    if (bsim_context.nshards == 1)
        switch_getopt(from, to);
    bsim_exceptions_switch(from, to);
    if (__builtin_expect(parts_switch, 0)) {
        bsim_environment_switch(from, to);
        bsim_files_switch(from, to);
        bsim_locale_switch(to);
    }
}

void bsim_libc_watch_switches(void) {
    bsim_alone_until_switch();
    parts_switch = true;
}

/* The C library's functions if bsimcc has linked the program, else null. */
int __real_getopt_long(int argc, char *const argv[], const char *options, const struct option *longs, int *index)
    __attribute__((weak));
int __real_getopt_long_only(int argc, char *const argv[], const char *options, const struct option *longs, int *index)
    __attribute__((weak));

static void in_child(void) {
    bsim_environment_in_child();
    bsim_files_in_child();
}

void bsim_libc_init(int np) {
    states = bsim_reserve((size_t)np * sizeof *states);
    errors = bsim_reserve((size_t)np * sizeof *errors);
    if (!__real_getopt_long) /* not linked by bsimcc */
        return;
    bsim_context.at_switch = at_switch;
    bsim_exceptions_init(np);
    bsim_files_init();
    bsim_spared_init();
    bsim_crash_before_message(bsim_files_restore);
    pthread_atfork(NULL, NULL, in_child); /* after child.c's */
}

int bsim_libc_rank(void) {
    int rank = bsim_self ? bsim_self->id : bsim_private_rank;
    return rank >= 0 ? rank : bsim_context.child_of;
}

/* The state of that rank, or of the process. */
static struct state *state(void) {
    int rank = bsim_libc_rank();
    return rank < 0 || !states ? &process_state : state_of(rank);
}

void **bsim_libc_part(enum bsim_libc_part part) {
    return &state()->part[part];
}

void *bsim_libc_part_here(enum bsim_libc_part part) {
    int rank = bsim_libc_rank();
    return rank < 0 || !states ? process_state.part[part] : bsim_libc_part_of(rank, part);
}

void *bsim_libc_part_of(int rank, enum bsim_libc_part part) {
    return rank >= 0 && states && states[rank] ? states[rank]->part[part] : NULL;
}

/* ---- ends ---- */

_Noreturn void __wrap_exit(int code);
_Noreturn void __wrap__exit(int code);
_Noreturn void __wrap__Exit(int code);
int __wrap_atexit(void (*fn)(void));
int __wrap_on_exit(void (*fn)(int, void *), void *arg);

static void run_at_exit(int code) {
    int rank = bsim_self ? bsim_self->id : bsim_context.child_of;
    if (!states[rank]) /* most ranks have no state */
        return;
    struct state *s = state();
    while (s->at_exit) {
        struct at_exit *a = s->at_exit;
        s->at_exit = a->next;
        if (a->fn)
            a->fn();
        else
            a->told(code, a->arg);
        bsim_free(a);
    }
}

_Noreturn void __real_exit(int code) __attribute__((weak));

_Noreturn void bsim_libc_exit(int code, const char *call, const void *site) {
    run_at_exit(code);
    if (bsim_self)
        bsim_rank_ends(code, call, site);
    if (__real_exit)
        __real_exit(code);
    bsim_leave(code);
}

_Noreturn void __wrap_exit(int code) {
    if (!bsim_self && bsim_context.child_of < 0)
        bsim_fatal(BSIM_EXIT_USER, "exit(%d) before main", code);
    bsim_libc_exit(code, "exit", __builtin_return_address(0));
}

static _Noreturn void end_at_once(int code, const char *call, const void *site) {
    if (!bsim_self)
        bsim_child_leave(code);
    bsim_rank_ends(code, call, site);
}

_Noreturn void __wrap__exit(int code) {
    end_at_once(code, "_exit", __builtin_return_address(0));
}

_Noreturn void __wrap__Exit(int code) {
    end_at_once(code, "_Exit", __builtin_return_address(0));
}

static void add_at_exit(struct at_exit of) {
    struct state *s = state();
    struct at_exit *a = bsim_alloc(sizeof *a);
    *a = of;
    a->next = s->at_exit;
    s->at_exit = a;
}

int __wrap_atexit(void (*fn)(void)) {
    add_at_exit((struct at_exit){.fn = fn});
    return 0;
}

int __wrap_on_exit(void (*fn)(int, void *), void *arg) {
    add_at_exit((struct at_exit){.told = fn, .arg = arg});
    return 0;
}

/* ---- random numbers: the sequences of glibc ---- */

int __wrap_rand(void);
void __wrap_srand(unsigned seed);
long __wrap_random(void);
void __wrap_srandom(unsigned seed);
double __wrap_drand48(void);
long __wrap_lrand48(void);
long __wrap_mrand48(void);
void __wrap_srand48(long seed);
unsigned short *__wrap_seed48(unsigned short seed[3]);

char *__wrap_initstate(unsigned seed, char *memory, size_t size);
char *__wrap_setstate(char *memory);
double __wrap_erand48(unsigned short x[3]);
long __wrap_nrand48(unsigned short x[3]);
long __wrap_jrand48(unsigned short x[3]);
void __wrap_lcong48(unsigned short parameters[7]);

static struct random_data *seeded(struct state *s, bool again, unsigned seed) {
    if (!s->has_random) {
        s->has_random = true;
        initstate_r(seed, (char *)s->random_state, sizeof s->random_state, &s->random);
    } else if (again) {
        srandom_r(seed, &s->random);
    }
    return &s->random;
}

long __wrap_random(void) {
    int32_t value;
    random_r(seeded(state(), false, 1), &value);
    return value;
}

void __wrap_srandom(unsigned seed) {
    seeded(state(), true, seed);
}

int __wrap_rand(void) {
    return (int)__wrap_random();
}

void __wrap_srand(unsigned seed) {
    __wrap_srandom(seed);
}

/* The memory of the present sequence: the library's type of generator stands in front of its state. */
static char *random_memory(struct state *s) {
    return (char *)(seeded(s, false, 1)->state - 1);
}

char *__wrap_initstate(unsigned seed, char *memory, size_t size) {
    struct state *s = state();
    char *old = random_memory(s);
    return initstate_r(seed, memory, size, &s->random) == 0 ? old : NULL;
}

char *__wrap_setstate(char *memory) {
    struct state *s = state();
    char *old = random_memory(s);
    return setstate_r(memory, &s->random) == 0 ? old : NULL;
}

double __wrap_drand48(void) {
    double value;
    drand48_r(&state()->drand48, &value);
    return value;
}

long __wrap_lrand48(void) {
    long value;
    lrand48_r(&state()->drand48, &value);
    return value;
}

long __wrap_mrand48(void) {
    long value;
    mrand48_r(&state()->drand48, &value);
    return value;
}

double __wrap_erand48(unsigned short x[3]) {
    double value;
    erand48_r(x, &state()->drand48, &value);
    return value;
}

long __wrap_nrand48(unsigned short x[3]) {
    long value;
    nrand48_r(x, &state()->drand48, &value);
    return value;
}

long __wrap_jrand48(unsigned short x[3]) {
    long value;
    jrand48_r(x, &state()->drand48, &value);
    return value;
}

void __wrap_lcong48(unsigned short parameters[7]) {
    lcong48_r(parameters, &state()->drand48);
}

void __wrap_srand48(long seed) {
    srand48_r(seed, &state()->drand48);
}

unsigned short *__wrap_seed48(unsigned short seed[3]) {
    struct state *s = state();
    memcpy(s->seed48_old, s->drand48.__x, sizeof s->seed48_old);
    seed48_r(seed, &s->drand48);
    return s->seed48_old;
}

/* ---- strtok, getopt ---- */

char *__wrap_strtok(char *text, const char *delimiters);
int __wrap_getopt(int argc, char *const argv[], const char *options);
int __wrap___posix_getopt(int argc, char *const argv[], const char *options);
int __real___posix_getopt(int argc, char *const argv[], const char *options) __attribute__((weak));
int __wrap_getopt_long(int argc, char *const argv[], const char *options, const struct option *longs, int *index);
int __wrap_getopt_long_only(int argc, char *const argv[], const char *options, const struct option *longs, int *index);

char *__wrap_strtok(char *text, const char *delimiters) {
    return strtok_r(text, delimiters, &state()->strtok_rest);
}

/* Restores the rank's state of getopt. Its first call starts anew; a later one continues where the rank was, or at the
 * optind that the program has set. Limits: a rank must not block in the middle of a group of short options (-abc). With
 * several shards, which share one optind, a rank must call getopt before it blocks if it has set optind. */
static int optind_left = 1;

static struct state *getopt_enter(void) {
    bsim_alone_until_switch(); /* until the program has read optarg and optind */
    struct state *s = state();
    if (bsim_context.nshards > 1 && optind == optind_left)
        optind = s->getopt.ind;
    if (!s->has_getopt || optind < 1) { /* optind = 0 resets the hidden state of glibc */
        static char none[] = "";
        char *no_arguments[] = {none, NULL};
        int first = optind;
        optind = 0;
        __real_getopt_long(1, no_arguments, "", NULL, NULL);
        optind = first < 1 ? 1 : first;
    }
    s->has_getopt = true;
    return s;
}

static int getopt_leave(struct state *s, int c) {
    s->getopt.ind = optind_left = optind;
    return c;
}

int __wrap_getopt(int argc, char *const argv[], const char *options) {
    struct state *s = getopt_enter();
    return getopt_leave(s, __real_getopt_long(argc, argv, options, NULL, NULL));
}

/* What getopt is under _POSIX_C_SOURCE: it ends at the first argument that is no option. */
int __wrap___posix_getopt(int argc, char *const argv[], const char *options) {
    struct state *s = getopt_enter();
    return getopt_leave(s, __real___posix_getopt(argc, argv, options));
}

int __wrap_getopt_long(int argc, char *const argv[], const char *options, const struct option *longs, int *index) {
    struct state *s = getopt_enter();
    return getopt_leave(s, __real_getopt_long(argc, argv, options, longs, index));
}

int __wrap_getopt_long_only(int argc, char *const argv[], const char *options, const struct option *longs, int *index) {
    struct state *s = getopt_enter();
    return getopt_leave(s, __real_getopt_long_only(argc, argv, options, longs, index));
}

/* ---- OpenMP ---- */

int *bsim_libc_threads(void) {
    return &state()->threads;
}

/* ---- signals: signal_wrap.c ---- */

struct bsim_disposition **bsim_libc_signals(void) {
    return &state()->signals;
}

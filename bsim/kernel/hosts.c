/* hosts.c - a run over several hosts: their parts of the ranks, the loop of a host, and its end (hosts.h). Must not
 * know MPI. */
#include "bsim/kernel/hosts.h"

#include <fenv.h>
#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "bsim/base/warn.h"
#include "bsim/kernel/private.h"
#include "bsim/kernel/sched.h"
#include "bsim/kernel/shard.h"

struct moment {
    double time_s; /* HUGE_VAL: there is none */
    int32_t rank;
};

/* What a host tells of itself in a round. */
struct told {
    uint64_t sent, received;     /* letters */
    struct moment next, failure; /* its earliest decision, and its earliest failure */
    int32_t failed_code;
    int32_t finished; /* of its ranks */
};

bool bsim_hosts_delivers;

uint64_t bsim_hosts_came;

static uint64_t sent;
static bool in_order; /* all hosts end, and know it */
static bool is_over;  /* no rank runs any more; the results are still to be gathered */
static int failed_host = -1, failed_code;
static char name[256]; /* of this host */

static const struct bsim_wire *wire(void) {
    return bsim_layer.wire;
}

/* ---- start ---- */

int bsim_host_first(int host) {
    return (int)((int64_t)host * bsim_context.np / bsim_context.nhosts);
}

int bsim_host_of(int rank) {
    int host = (int)((int64_t)rank * bsim_context.nhosts / bsim_context.np);
    while (bsim_host_first(host) > rank)
        host--;
    while (host + 1 < bsim_context.nhosts && bsim_host_first(host + 1) <= rank)
        host++;
    return host;
}

/* Ends the run on all hosts, which all have come here. */
_Noreturn static void end_all(const char *fmt, const char *what) {
    if (bsim_context.host == 0) {
        fputs("bsim: error: ", stderr);
        fprintf(stderr, fmt, what);
        fputc('\n', stderr);
    }
    bsim_hosts_all_end();
    fflush(NULL);
    bsim_hosts_leave(BSIM_EXIT_USAGE);
    for (;;)
        syscall(SYS_exit_group, BSIM_EXIT_USAGE);
}

void bsim_hosts_let_first_tell(void) {
    if (bsim_context.host > 0)
        syscall(SYS_nanosleep, &(struct timespec){.tv_sec = 2}, NULL);
}

void bsim_hosts_start(int np) {
    const char *wanted = getenv("BSIM_HOSTS");
    if (!wanted || strcmp(wanted, "1") != 0)
        return;
    if (!wire())
        bsim_fatal(BSIM_EXIT_USAGE, "a run on several hosts needs a program that bsimcc has linked");
    int hosts = 1, here = 0;
    wire()->start(&hosts, &here);
    if (hosts == 1)
        return;
    bsim_context.np = np;
    bsim_context.nhosts = hosts;
    bsim_context.host = here;
    gethostname(name, sizeof name - 1); /* ranks have another one */
    if (hosts > BSIM_MAX_HOSTS || hosts > np)
        end_all("a run on several hosts needs %s", hosts > np ? "a rank for each host" : "at most 64 hosts");
    bsim_context.own_first = bsim_host_first(here);
    bsim_context.own_end = bsim_host_first(here + 1);
    if (here > 0) /* they are told on host 0 */
        setenv("BSIM_NO_WARNINGS", "1", 1);
}

void bsim_hosts_refuse(const char *what) {
    if (bsim_context.nhosts > 1 && what)
        end_all(BSIM_HOSTS_LACK, what);
}

static uint64_t digest_of_0;
static bool differs;

static void compare(int host, const void *bytes, size_t n) {
    uint64_t digest;
    memcpy(&digest, bytes, n);
    if (host == 0)
        digest_of_0 = digest;
    else
        differs |= digest != digest_of_0;
}

void bsim_hosts_compare(const char *name, uint64_t digest) {
    if (bsim_context.nhosts == 1)
        return;
    wire()->gather(&digest, sizeof digest, compare);
    wire()->share(&differs, sizeof differs);
    if (differs)
        end_all("the hosts of the run do not have the same %s", name);
}

/* ---- letters ---- */

struct letter {
    int host;
    void *bytes;
    size_t n;
};

static void send_now(void *arg) {
    const struct letter *letter = arg;
    wire()->send(letter->host, letter->bytes, letter->n);
}

void bsim_hosts_send(int host, void *bytes, size_t n) {
    struct letter letter = {host, bytes, n};
    sent++;
    bsim_on_host_stack(send_now, &letter);
}

/* The floating-point modes of the host's stack. Those of a rank lie at its context (fiber.h). */
static fenv_t own_modes;

static void take_modes(const bsim_rank *rank) {
#if defined(__x86_64__)
    const int rounding[] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
    uint32_t sse;
    memcpy(&sse, rank->context, sizeof sse);
    fesetround(rounding[sse >> 13 & 3]);
    __asm__ volatile("ldmxcsr %0" : : "m"(sse));
#else
    (void)rank;
#endif
}

static void run_as_ends(void) {
    fesetenv(&own_modes);
    if (bsim_context.at_switch)
        bsim_context.at_switch(bsim_self->id, -1);
    bsim_self = NULL;
}

void bsim_hosts_run_as(int rank, void (*fn)(void *arg), void *arg) {
    bsim_check(bsim_hosts_delivers && !bsim_self && bsim_rank_of(rank)->context);
    bsim_self = bsim_rank_of(rank);
    bsim_private_switch(rank);
    if (bsim_context.at_switch)
        bsim_context.at_switch(-1, rank);
    fegetenv(&own_modes);
    take_modes(bsim_self);
    fn(arg);
    run_as_ends();
}

/* Delivers what has come. A delivery that finds a mistake of the program ends there (bsim_fail_stop). */
static bool deliver_all(jmp_buf stopped) {
    volatile bool any = false;
    bsim_hosts_delivers = true;
    for (;;) {
        if (_setjmp(stopped) != 0) {
            if (bsim_self)
                run_as_ends();
        } else if (!wire()->deliver()) {
            break;
        }
        any = true;
    }
    bsim_hosts_delivers = false;
    return any;
}

/* ---- rounds ---- */

static bool round_begun, was_quiet;
static struct told all[BSIM_MAX_HOSTS];
static uint64_t last_sent, last_received;

static void join_round(const struct bsim_shard *s) {
    static struct told mine;
    mine = (struct told){.sent = sent,
                         .received = bsim_hosts_came,
                         .next = {HUGE_VAL, -1},
                         .failure = {bsim_context.failed_s, bsim_context.failed_rank},
                         .failed_code = bsim_context.failed_code,
                         .finished = s->finished};
    if (s->heap_count)
        mine.next = (struct moment){s->heap[0].time_s, s->heap[0].rank};
    wire()->tell_all(&mine, all, sizeof mine);
    round_begun = true;
}

/* Whether the round that has ended shows, with the one before, that nothing is under way. */
static bool is_quiet(void) {
    uint64_t s = 0, r = 0;
    for (int i = 0; i < bsim_context.nhosts; i++) {
        s += all[i].sent;
        r += all[i].received;
    }
    bool quiet = was_quiet && s == last_sent && r == last_received && s == r;
    last_sent = s;
    last_received = r;
    was_quiet = true;
    return quiet;
}

/* The host whose decision or failure is the earliest; -1: there is none. */
static int earliest(bool of_failures) {
    int best = -1;
    struct moment first = {HUGE_VAL, -1};
    for (int i = 0; i < bsim_context.nhosts; i++) {
        struct moment m = of_failures ? all[i].failure : all[i].next;
        if (m.time_s < first.time_s || (m.time_s == first.time_s && m.rank < first.rank)) {
            first = m;
            best = i;
        }
    }
    return best;
}

/* Nothing is under way, and no rank of any host can run. Takes the earliest decision, or ends the run. */
static void decide(struct bsim_shard *s) {
    int finished = 0, next = earliest(false), failed = earliest(true);
    for (int i = 0; i < bsim_context.nhosts; i++)
        finished += all[i].finished;
    double failed_s = failed < 0 ? HUGE_VAL : all[failed].failure.time_s;
    if (finished == bsim_context.np || next < 0 || all[next].next.time_s >= failed_s) {
        is_over = true;
        bsim_context.all_finished = finished == bsim_context.np && failed < 0;
        failed_host = failed;
        failed_code = failed < 0 ? 0 : all[failed].failed_code;
        return;
    }
    was_quiet = false;
    if (next != bsim_context.host)
        return;
    double time_s;
    bsim_rank *rank = bsim_heap_pop(s, &time_s);
    bsim_decide(rank, time_s);
}

/* Nothing happens here: yields the processor, and after a while sleeps, since other hosts may share it. */
static void wait_a_moment(int *turns) {
    enum { YIELDS = 200, SLEEP_NS = 50000 };
    if (++*turns < YIELDS)
        sched_yield();
    else
        syscall(SYS_nanosleep, &(struct timespec){.tv_nsec = SLEEP_NS}, NULL);
}

bool bsim_hosts_run(void (*run_ranks)(struct bsim_shard *shard), jmp_buf stopped) {
    struct bsim_shard *s = bsim_shard_here, *away = &bsim_shards[BSIM_SHARD_AWAY];
    int turns = 0;
    while (!is_over) {
        if (bsim_shard_has_work(s)) {
            run_ranks(s);
            turns = 0;
        }
        bool any = deliver_all(stopped);
        away->runnable.head = away->runnable.tail = 0;
        if (any || bsim_shard_has_work(s)) {
            turns = 0;
            continue;
        }
        if (!round_begun) {
            join_round(s);
        } else if (wire()->poll()) {
            round_begun = false;
            if (is_quiet())
                decide(s);
        } else {
            wait_a_moment(&turns);
        }
    }
    return bsim_context.all_finished;
}

/* ---- the end ---- */

int bsim_hosts_failed(int *code) {
    *code = failed_code;
    return failed_host;
}

void bsim_hosts_all_end(void) {
    in_order = true;
}

void bsim_hosts_leave(int code) {
    static bool is_left;
    if (bsim_context.nhosts == 1 || is_left || bsim_context.child_of >= 0)
        return;
    is_left = true;
    if (in_order) {
        wire()->leave(code);
        return;
    }
    fprintf(stderr, "bsim: host %d (%s) ended the run of %d hosts\n", bsim_context.host, name, bsim_context.nhosts);
    syscall(SYS_nanosleep, &(struct timespec){.tv_nsec = 200000000},
            NULL); /* the launcher drops what it has not read */
    wire()->abort(code);
}

/* Warnings as they travel: the time, the rank, and the text with its end. */
struct noted {
    double time_s;
    int32_t rank;
};

static void take_held(int host, const void *bytes, size_t n) {
    const char *at = bytes, *end = at + n;
    while (host > 0 && at < end) {
        struct noted noted;
        memcpy(&noted, at, sizeof noted);
        at += sizeof noted;
        bsim_warn_hold_text(noted.time_s, noted.rank, at);
        at += strlen(at) + 1;
    }
}

static void take_text(int host, const void *bytes, size_t n) {
    const char *at = bytes, *end = at + n;
    for (; host > 0 && at < end; at += strlen(at) + 1)
        bsim_warn("%s", at);
}

static void write_held(FILE *to) {
    struct noted noted = {0};
    const char *text;
    for (int i = 0; (text = bsim_warn_held(i, &noted.time_s, &noted.rank)); i++) {
        fwrite(&noted, sizeof noted, 1, to);
        fwrite(text, strlen(text) + 1, 1, to);
    }
}

static void write_warnings(FILE *to) {
    for (int i = 0; i < bsim_warn_count(); i++)
        fwrite(bsim_warn_text(i), strlen(bsim_warn_text(i)) + 1, 1, to);
}

/* Of all hosts, what each of them writes goes to host 0. */
static void gather_written(void (*write)(FILE *to), void (*take)(int host, const void *bytes, size_t n)) {
    if (bsim_context.nhosts == 1)
        return;
    char *all_text = NULL;
    size_t n = 0;
    FILE *to = open_memstream(&all_text, &n);
    if (to)
        write(to);
    if (!to || fclose(to) != 0)
        bsim_fatal(BSIM_EXIT_USAGE, "out of memory");
    wire()->gather(all_text, n, take);
    free(all_text);
}

void bsim_hosts_gather_held(void) {
    gather_written(write_held, take_held);
}

void bsim_hosts_gather_warnings(void) {
    gather_written(write_warnings, take_text);
}

static struct ended {
    int32_t rank, code;
} lowest;

static void take_ended(int host, const void *bytes, size_t n) {
    struct ended e;
    memcpy(&e, bytes, n);
    if (host == 0 || (e.rank >= 0 && (lowest.rank < 0 || e.rank < lowest.rank)))
        lowest = e;
}

void bsim_hosts_share_failure(int *rank, int *code) {
    if (bsim_context.nhosts == 1)
        return;
    struct ended mine = {*rank, *code};
    wire()->gather(&mine, sizeof mine, take_ended);
    wire()->share(&lowest, sizeof lowest);
    *rank = lowest.rank;
    *code = lowest.code;
}

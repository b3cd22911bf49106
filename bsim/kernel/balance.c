/* balance.c - see balance.h. All of it is guarded by the lock world, unless said otherwise. */
#include "bsim/kernel/balance.h"

#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/kernel/fiber.h"
#include "bsim/kernel/trial.h"
#include "bsim/kernel/waiting.h"

/* Ranks may not move to another thread under sanitizers, whose code keeps addresses of thread-local variables over
 * calls. */
#ifdef BSIM_FIBER_INLINE
enum { MAY_MOVE = 1 };
#else
enum { MAY_MOVE = 0 };
#endif

enum { MS = 1000000 }; /* nanoseconds */
enum { FIRST_WINDOW_NS = 4 * MS, LAST_WINDOW_NS = 100 * MS, FIRST_PAUSE_NS = 40 * MS, LAST_PAUSE_NS = 2000 * MS };
enum { MAIL_NS = 250 }; /* what a mail costs both shards together, more than a message within a shard */

/* Shares of the time of all shards. */
#define LITTLE 0.1  /* waiting and mail: one shard would not be faster */
#define UNEVEN 0.25 /* between the shards that wait most and least */
#define MUCH_MAIL 0.02

enum plan { NOTHING, WATCH, DIVIDE, STEAL, HOME, SHIFT, FOLD, UNFOLD, SHUFFLE };

static struct bsim_division division = {.groups = 1}; /* until bsim_balance_init */
static uint8_t owner[BSIM_MAX_GROUPS];                /* by group: its shard */
static int groups_of[BSIM_MAX_SHARDS]; /* by shard: how many consecutive groups it has, unless all are in shard 0 */
static bool may_divide, folded, asked; /* asked: the shards were to gather for the plan */
static enum plan plan;
static int64_t window_ns, begin_ns, next_ns;
static int64_t waited_ns[BSIM_MAX_SHARDS]; /* at the begin of the window */
static uint64_t mails, calls;              /* so */
static double waits[BSIM_MAX_SHARDS];      /* the share of the window that each shard has waited */
static int even;                           /* windows in a row that are not uneven */
static int uneven, waiter;                 /* windows in a row that are uneven, in which this shard has waited most */
static struct bsim_trial trial;            /* of one shard, or of all if one runs all ranks */
static int64_t watch_pause_ns, watch_ns, shift_pause_ns, shift_ns, steal_pause_ns, steal_ns;
static int64_t next_steal_ns; /* several shards without work must not keep the others from their work */
static bool away;             /* groups have been stolen and are not at home: where groups_of says */
static uint32_t shuffle;      /* BSIM_SHUFFLE_SHARDS: state of a random number generator; 0: not set */
static struct bsim_shards_report done;

/* ---- messages that are watched ---- */

enum { PAIRS = 8192 };
static struct bsim_pair pairs[PAIRS]; /* each written by the shard that has got its index */
static atomic_int npairs;
static bool watching;
static BSIM_OF_SHARD struct bsim_sampling sampling;
BSIM_OF_SHARD uint8_t bsim_shard_near;

bool bsim_is_elsewhere(const bsim_rank *to) {
    bool is_watched = bsim_shard_near == BSIM_MAX_SHARDS;
    if (is_watched && bsim_division_notes(&sampling)) {
        int i = atomic_fetch_add_explicit(&npairs, 1, memory_order_relaxed);
        if (i < PAIRS)
            pairs[i] = (struct bsim_pair){bsim_self->id, to->id};
        else
            bsim_shard_near = bsim_self->shard;
    }
    return to->shard != bsim_self->shard;
}

void bsim_balance_watch(void) {
    bsim_shard_near = (uint8_t)(watching ? BSIM_MAX_SHARDS : bsim_shard_number);
}

static int watched(void) {
    int n = atomic_load_explicit(&npairs, memory_order_relaxed);
    return n < PAIRS ? n : PAIRS;
}

/* ---- where ranks are ---- */

static void share_out(void) {
    for (int g = 0; g < BSIM_MAX_SHARDS; g++)
        groups_of[g] = 0;
    for (int g = 0; g < division.groups; g++)
        groups_of[owner[g] = (uint8_t)bsim_division_shard(&division, g, bsim_context.nshards)]++;
}

void bsim_balance_init(struct bsim_division first, bool may_divide_) {
    const char *seed = getenv("BSIM_SHUFFLE_SHARDS");
    division = first;
    may_divide = may_divide_;
    shuffle = seed ? (uint32_t)strtoul(seed, NULL, 10) | 1 : 0;
    folded = asked = watching = false;
    even = uneven = 0;
    window_ns = shuffle ? MS / 10 : FIRST_WINDOW_NS;
    begin_ns = bsim_now_ns();
    next_ns = begin_ns + window_ns;
    watch_ns = begin_ns;
    watch_pause_ns = FIRST_PAUSE_NS;
    bsim_trial_init(&trial, division.np, begin_ns);
    shift_pause_ns = FIRST_WINDOW_NS;
    steal_pause_ns = FIRST_PAUSE_NS;
    shift_ns = steal_ns = next_steal_ns = 0;
    away = false;
    share_out();
}

/* Ranks move by the groups of the division. Columns also run one after the other. Consecutive ranks of a shard run in
 * the order of one thread, in which a rank runs soon after it has got its message: if a part of them waited for another
 * part, messages would lie in long queues. */
static void place(bsim_rank *rank, int group) {
    rank->group = (uint16_t)(division.in_a_row ? 0 : group);
}

void bsim_balance_report(struct bsim_shards_report *report) {
    report->divisions = done.divisions;
    report->steals = done.steals;
    report->shifts = done.shifts;
    report->folds = done.folds;
    report->columns = division.in_a_row ? 0 : division.groups;
}

void bsim_balance_place(bsim_rank *rank) {
    int group = bsim_division_group(&division, rank->id);
    place(rank, group);
    rank->shard = owner[group];
}

bool bsim_balance_is_spare(const struct bsim_shard *s) {
    return folded && s != bsim_shards;
}

static void move_rank(bsim_rank *rank, int shard) {
    int at = rank->heap_index;
    if (rank->shard == shard)
        return;
    double time_s = at < 0 ? 0 : bsim_shards[rank->shard].heap[at].time_s;
    bsim_decide_cancel(rank);
    rank->shard = (uint8_t)shard;
    if (at >= 0)
        bsim_decide_at(rank, time_s);
}

/* Puts each runnable rank into the queue of its shard. Those of a shard keep their order. */
static void move_runnable(void) {
    int n = 0;
    int32_t *all = bsim_alloc((size_t)bsim_context.np * sizeof *all + 1);
    for (struct bsim_shard *s = bsim_shards; s < bsim_shards + bsim_context.nshards; s++) {
        while (bsim_shard_has_work(s))
            all[n++] = bsim_runnable_take(&s->runnable);
    }
    for (int i = 0; i < n; i++)
        bsim_runnable_add_last(&bsim_shards[bsim_rank_of(all[i])->shard].runnable, all[i]);
    bsim_free(all);
}

static void move_groups(const uint8_t *to) {
    for (int g = 0; g < division.groups; g++) {
        if (owner[g] == to[g])
            continue;
        struct bsim_members m = bsim_division_members(&division, g);
        for (int r = m.first; r < m.end; r += m.step)
            move_rank(bsim_rank_of(r), to[g]);
        owner[g] = to[g];
    }
    move_runnable();
}

static void divide(struct bsim_division d) {
    division = d;
    share_out();
    for (int r = 0; r < bsim_context.np; r++) {
        int group = bsim_division_group(&division, r);
        place(bsim_rank_of(r), group);
        move_rank(bsim_rank_of(r), owner[group]);
    }
    move_runnable();
}

/* Gives each shard the consecutive groups that groups_of says. */
static void move_home(void) {
    away = false;
    uint8_t *to = bsim_alloc((size_t)division.groups);
    for (int s = 0, g = 0; s < bsim_context.nshards; s++)
        for (int i = 0; i < groups_of[s]; i++)
            to[g++] = (uint8_t)s;
    move_groups(to);
    bsim_free(to);
}

static void fold(void) {
    uint8_t *to = bsim_alloc((size_t)division.groups);
    memset(to, 0, (size_t)division.groups);
    move_groups(to);
    bsim_free(to);
}

/* More groups for shards that have waited, in proportion to what each would need to be as busy as the others; at most
 * about twice as many. */
static void shift(void) {
    int n = bsim_context.nshards, left = division.groups;
    double want[BSIM_MAX_SHARDS], all = 0;
    for (int s = 0; s < n; s++) {
        double busy = 1 - waits[s];
        want[s] = (groups_of[s] ? groups_of[s] : 1) / (busy < 0.5 ? 0.5 : busy);
        all += want[s];
    }
    for (int s = 0; s < n; s++) {
        int most = left - (n - 1 - s), share = (int)(want[s] / all * division.groups + 0.5);
        groups_of[s] = s == n - 1 ? left : share < 1 ? 1 : share > most ? most : share;
        left -= groups_of[s];
    }
    move_home();
}

static int ready(const struct bsim_shard *s) {
    return bsim_runnable_count(&s->runnable);
}

static const struct bsim_shard *richest(void) {
    const struct bsim_shard *best = bsim_shards;
    for (const struct bsim_shard *s = bsim_shards; s < bsim_shards + bsim_context.nshards; s++)
        best = ready(s) > ready(best) ? s : best;
    return best;
}

/* About half of the runnable ranks of a shard go to another one, in whole groups, beginning with those that it would
 * run last. It keeps the group that it would run next. */
static void steal(const struct bsim_shard *from, int to) {
    uint8_t *new = bsim_alloc((size_t)division.groups);
    memcpy(new, owner, (size_t)division.groups);
    const struct bsim_runnable *q = &from->runnable;
    int stays = bsim_division_group(&division, bsim_runnable_next(q)), taken = 0;
    for (uint32_t i = q->head; i != q->tail; i++) {
        int32_t rank = q->ring[i & q->mask];
        int group = rank == BSIM_RUNNABLE_HOLE ? stays : bsim_division_group(&division, rank);
        if (new[group] != to && (group == stays || taken >= ready(from) / 2))
            continue;
        new[group] = (uint8_t)to;
        taken++;
    }
    if (taken) {
        away = true;
        move_groups(new);
        done.steals++;
    }
    bsim_free(new);
}

static void steal_for_idle(void) {
    for (int s = 0; s < bsim_context.nshards; s++) {
        const struct bsim_shard *from = richest();
        if (ready(&bsim_shards[s]) == 0 && ready(from) > 1)
            steal(from, s);
    }
}

/* ---- tests ---- */

static uint32_t random_below(uint32_t n) {
    shuffle = shuffle * 1664525u + 1013904223u;
    return (shuffle >> 8) % n;
}

static void move_at_random(void) {
    int np = bsim_context.np, n = bsim_context.nshards;
    if (random_below(3) == 0)
        divide(
            bsim_division_of(np, 64 * n, random_below(2) ? 0 : 1 + (int)random_below((uint32_t)np % BSIM_MAX_GROUPS)));
    uint8_t *to = bsim_alloc((size_t)division.groups);
    for (int g = 0, most = random_below(4) ? n : 1; g < division.groups; g++)
        to[g] = (uint8_t)random_below((uint32_t)most);
    move_groups(to);
    bsim_free(to);
}

/* ---- plans ---- */

static uint64_t all_mails(void) {
    uint64_t sum = 0;
    for (int s = 0; s < bsim_context.nshards; s++)
        sum += atomic_load_explicit(&bsim_shards[s].mails, memory_order_relaxed);
    return sum;
}

static uint64_t all_calls(void) {
    return bsim_layer.calls ? bsim_layer.calls() : 0;
}

static void begin_window(int64_t now_ns) {
    for (int s = 0; s < bsim_context.nshards; s++)
        waited_ns[s] = atomic_load_explicit(&bsim_shards[s].waited_ns, memory_order_relaxed);
    mails = all_mails();
    calls = all_calls();
    begin_ns = now_ns;
    next_ns = now_ns + window_ns;
}

/* Of the window that ends now. */
struct loss {
    double waits, mail; /* shares of the time of all shards */
    double spread;      /* between the shards that wait most and least */
    int waiter;         /* the shard that waits most */
    double calls, ns;   /* that the ranks made; how long it lasted */
};

static struct loss measure(int64_t now_ns) {
    double lasted = (double)(now_ns - begin_ns), least = 1, most = 0, sum = 0;
    int who = 0;
    for (int s = 0; s < bsim_context.nshards; s++) {
        int64_t now = atomic_load_explicit(&bsim_shards[s].waited_ns, memory_order_relaxed);
        double w = (double)(now - waited_ns[s]) / lasted;
        waits[s] = w = w > 1 ? 1 : w;
        sum += w;
        least = w < least ? w : least;
        who = w > most ? s : who;
        most = w > most ? w : most;
    }
    double mail = (double)(all_mails() - mails) * MAIL_NS / (lasted * bsim_context.nshards);
    return (struct loss){sum / bsim_context.nshards, mail, most - least, who, (double)(all_calls() - calls), lasted};
}

/* Messages are watched until there are enough, or for a while. */
static bool watched_enough(int64_t now_ns) {
    return watched() == PAIRS || now_ns > watch_ns;
}

/* Updates what is counted in windows. */
static void note(const struct loss *loss) {
    enum { CALM = 16 };
    bool is_uneven = loss->spread > UNEVEN;
    uneven = !is_uneven ? 0 : uneven && waiter == loss->waiter ? uneven + 1 : 1;
    waiter = loss->waiter;
    even = is_uneven ? 0 : even + 1;
    if (even >= CALM) {
        shift_pause_ns = FIRST_WINDOW_NS;
        steal_pause_ns = FIRST_PAUSE_NS;
    }
}

static enum plan plan_for(int64_t now_ns) {
    if (shuffle)
        return SHUFFLE;
    struct loss loss = measure(now_ns);
    if (watching)
        return watched_enough(now_ns) ? DIVIDE : NOTHING;
    bool tries = folded || bsim_trial_runs(&trial);
    if (!tries && may_divide && loss.mail > MUCH_MAIL && now_ns >= watch_ns)
        return WATCH;
    if (bsim_trial_next(&trial, loss.calls, loss.ns, folded || loss.waits + loss.mail > LITTLE, now_ns))
        return folded ? UNFOLD : FOLD;
    if (tries)
        return NOTHING;
    note(&loss);
    if (away && loss.mail > MUCH_MAIL)
        return HOME;
    if (uneven >= 2 && now_ns >= shift_ns && now_ns < steal_ns && division.groups > bsim_context.nshards)
        return SHIFT;
    return NOTHING;
}

/* A shard has nothing to run, and another one has. */
static bool may_steal(int64_t now_ns) {
    return MAY_MOVE && !shuffle && !folded && !asked && now_ns >= steal_ns && now_ns >= next_steal_ns &&
           ready(richest()) > 1;
}

bool bsim_balance_look(const struct bsim_shard *s) {
    int64_t now_ns = bsim_now_ns();
    if (s->waits && may_steal(now_ns)) {
        plan = STEAL;
        return true;
    }
    if (now_ns < next_ns || !(MAY_MOVE || shuffle))
        return false;
    if (asked) { /* the shards did not gather */
        window_ns *= window_ns < LAST_WINDOW_NS ? 2 : 1;
        bsim_trial_stop(&trial, now_ns);
    }
    asked = false;
    plan = plan_for(now_ns);
    begin_window(now_ns);
    asked = plan != NOTHING;
    return asked;
}

static void end_watching(int64_t now_ns) {
    enum { FEW = 256 };
    struct bsim_division d = division;
    if (watched() >= FEW)
        d = bsim_division_choose(division, bsim_context.nshards, 64 * bsim_context.nshards, BSIM_MAX_GROUPS, pairs,
                                 watched());
    if (d.groups != division.groups || d.in_a_row != division.in_a_row) {
        divide(d);
        done.divisions++;
        away = false;
        uneven = 0;
    }
    watching = false;
    watch_ns = now_ns + watch_pause_ns;
    watch_pause_ns *= watch_pause_ns < LAST_PAUSE_NS ? 2 : 1;
}

static void carry_out(int64_t now_ns) {
    switch (plan) {
    case WATCH:
        watching = true;
        atomic_store(&npairs, 0);
        watch_ns = now_ns + FIRST_PAUSE_NS;
        break;
    case DIVIDE:
        end_watching(now_ns);
        break;
    case STEAL: {
        uint64_t before = done.steals;
        steal_for_idle();
        next_steal_ns = now_ns + (done.steals > before ? MS / 20 : MS / 2);
        break;
    }
    case HOME:
        move_home();
        steal_ns = now_ns + steal_pause_ns;
        steal_pause_ns *= steal_pause_ns < LAST_PAUSE_NS ? 2 : 1;
        break;
    case SHIFT:
        shift();
        uneven = 0;
        shift_ns = now_ns + shift_pause_ns;
        shift_pause_ns *= shift_pause_ns < LAST_PAUSE_NS ? 2 : 1;
        done.shifts++;
        break;
    case FOLD:
        fold();
        folded = true;
        done.folds++;
        break;
    case UNFOLD:
        folded = false;
        move_home();
        break;
    case SHUFFLE:
        if (MAY_MOVE)
            move_at_random();
        done.shifts++;
        break;
    case NOTHING:
        break;
    }
}

void bsim_balance_change(void) {
    asked = false;
    carry_out(bsim_now_ns());
    if (plan != STEAL)
        begin_window(bsim_now_ns());
}

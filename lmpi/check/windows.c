/* windows.c - accesses of windows' memory: two of them that overlap, of which one writes, must be ordered (MPI-4.0,
 * 12.7).
 *
 * An access by an operation begins with its call and ends with the synchronization that completes it at the target;
 * one by the program itself is over at once. Two are ordered if the rank of the later one has seen the end of the
 * earlier one (clocks.c), or if locks keep them apart. What all ranks have seen is forgotten. */
#include "lmpi/check/windows.h"

#include <string.h>

#include "bsim/base/alloc.h"

/* MOST_TOLD: an access is told with no more others, since their sites are most probably the same. */
enum { NEVER = 0xffffffffu, MOST_PIECES = 1 << 16, MOST_TOLD = 256 };

/* Accesses of the memory of one rank. */
static struct accesses {
    check_access *first;
    check_ranges index[2]; /* those that read, and those that write */
    int count, kept;       /* kept: count after the last look for what can be forgotten */
    uint32_t operations;   /* so far */
} *accesses;               /* by world rank */

static struct region {
    uintptr_t begin, end;
    uintptr_t reach; /* the highest end of this region and those before it */
    MPI_Win win;
    int world;          /* whose memory it is */
    check_place place;  /* of the call that made it a window's */
    bool made;          /* by the layer, for the window */
    check_place freed;  /* call null: it is the window's still */
    check_place stored; /* where its rank has changed it since its last synchronization; call null: nowhere */
} *regions;             /* sorted by begin */
static int nregions;
static uintptr_t lowest = UINTPTR_MAX, highest;
bool lmpi_check_has_windows;

/* ---- regions ---- */

static void find_bounds(void) {
    highest = 0;
    for (int i = 0; i < nregions; i++)
        regions[i].reach = highest = regions[i].end > highest ? regions[i].end : highest;
    lowest = nregions ? regions[0].begin : UINTPTR_MAX;
    lmpi_check_has_windows = nregions > 0;
}

/* Memory of a rank that is the window's; null: there is none. */
static struct region *region_at(MPI_Win win, int world, const void *base, int64_t size) {
    uintptr_t begin = (uintptr_t)base, end = begin + (uintptr_t)size;
    for (struct region *r = regions; size > 0 && r < regions + nregions && r->begin < end; r++)
        if (r->end > begin && r->win == win && r->world == world && !r->freed.call)
            return r;
    return NULL;
}

void lmpi_check_region_add(MPI_Win win, const void *base, int64_t size, check_place place, bool made) {
    if (!accesses)
        accesses = bsim_alloc((size_t)bsim_context.np * sizeof *accesses);
    if (size <= 0 || !base)
        return;
    struct region *known = made ? region_at(win, place.rank, base, size) : NULL;
    if (known) {
        known->place = place;
        return;
    }
    regions = bsim_realloc(regions, (size_t)(nregions + 1) * sizeof *regions);
    int at = nregions++;
    for (; at > 0 && regions[at - 1].begin > (uintptr_t)base; at--)
        regions[at] = regions[at - 1];
    regions[at] = (struct region){.begin = (uintptr_t)base,
                                  .end = (uintptr_t)base + (uintptr_t)size,
                                  .win = win,
                                  .world = place.rank,
                                  .place = place,
                                  .made = made};
    find_bounds();
}

const check_place *lmpi_check_region_at(MPI_Win win, const void *base, int64_t size) {
    const struct region *there = region_at(win, bsim_self->id, base, size);
    return there ? &there->place : NULL;
}

bool lmpi_check_regions_left(uintptr_t begin, uintptr_t end, const check_leaving *how, const void *site) {
    bool found = false;
    if (end <= lowest || begin >= highest)
        return false;
    for (struct region *r = regions; r < regions + nregions && r->begin < end; r++) {
        if (r->begin < begin || r->world != bsim_self->id || r->freed.call)
            continue;
        found = true;
        lmpi_check_found(CHECK_INVALID_PARAMETER, how->window_error, 2,
                         (check_place[]){r->place, {bsim_self->id, how->what, site}}, "%s", how->window_text);
    }
    return found;
}

check_place lmpi_check_region_synchronized(MPI_Win win) {
    check_place stored = {0};
    for (struct region *r = regions; r < regions + nregions; r++) {
        if (r->win != win || r->world != bsim_self->id || r->freed.call)
            continue;
        if (r->stored.call)
            stored = r->stored;
        r->stored = (check_place){0};
    }
    return stored;
}

void lmpi_check_region_remove(MPI_Win win, const void *base) {
    int left = 0;
    for (int i = 0; i < nregions; i++)
        if (regions[i].win != win || regions[i].world != bsim_self->id || regions[i].freed.call ||
            (base && regions[i].begin != (uintptr_t)base))
            regions[left++] = regions[i];
    nregions = left;
    find_bounds();
}

/* ---- memory of windows that were freed ---- */

enum { MOST_KEPT = 64 << 20 };

/* What is kept so that its uses are told; the oldest goes first. */
static struct kept {
    struct kept *next;
    void *memory; /* owned */
    int64_t size;
} *kept, **last_kept = &kept;
static int64_t kept_bytes;

void lmpi_check_regions_freed(MPI_Win win, check_place place) {
    for (int i = 0; i < nregions; i++)
        if (regions[i].win == win && regions[i].world == bsim_self->id && regions[i].made && !regions[i].freed.call)
            regions[i].freed = place;
    lmpi_check_region_remove(win, NULL);
}

static void drop_oldest(void) {
    struct kept *k = kept;
    uintptr_t begin = (uintptr_t)k->memory;
    int left = 0;
    for (int i = 0; i < nregions; i++)
        if (!regions[i].freed.call || regions[i].begin < begin || regions[i].begin >= begin + (uintptr_t)k->size)
            regions[left++] = regions[i];
    nregions = left;
    find_bounds();
    kept = k->next;
    if (!kept)
        last_kept = &kept;
    kept_bytes -= k->size;
    bsim_free(k->memory);
    bsim_free(k);
}

void lmpi_check_window_memory(void *memory, int64_t size) {
    struct kept *k = bsim_alloc(sizeof *k);
    *k = (struct kept){NULL, memory, size};
    *last_kept = k;
    last_kept = &k->next;
    kept_bytes += size;
    while (kept_bytes > MOST_KEPT)
        drop_oldest();
}

static void tell_freed(const struct region *region, bool does_write, check_place place) {
    lmpi_check_found(CHECK_INVALID_PARAMETER, "window-memory-freed", 2, (check_place[]){place, region->freed},
                     "the memory of a window is %s after the window was freed", does_write ? "written" : "read");
}

/* ---- which memory it is ---- */

static struct region *region_of(uintptr_t address, size_t size) {
    if (address >= highest || address + size <= lowest)
        return NULL;
    int low = 0, high = nregions;
    while (low < high) { /* the first that begins behind the access */
        int middle = (low + high) / 2;
        if (regions[middle].begin < address + size)
            low = middle + 1;
        else
            high = middle;
    }
    for (int i = low - 1; i >= 0 && regions[i].reach > address; i--)
        if (address < regions[i].end)
            return &regions[i];
    return NULL;
}

/* ---- conflicts ---- */

static bool writes(const check_access *a) {
    return a->kind == CHECK_PUT || a->kind == CHECK_STORE || a->kind == CHECK_SWAP ||
           (a->kind == CHECK_ACCUMULATE && a->op != MPI_NO_OP);
}

static bool is_local(const check_access *a) {
    return a->kind == CHECK_LOAD || a->kind == CHECK_STORE;
}

static bool is_atomic(const check_access *a) {
    return a->kind == CHECK_ACCUMULATE || a->kind == CHECK_SWAP;
}

/* Accumulating operations on elements of one type are atomic; those of one rank are in the order of its calls, those of
 * others need one operator, or MPI_NO_OP (the hint accumulate_ops). Compare-and-swap goes with all of them. */
static bool go_together(const check_access *a, const check_access *b) {
    if (!is_atomic(a) || !is_atomic(b) || (a->basic && b->basic && a->basic != b->basic))
        return false;
    if (a->rank == b->rank || a->kind == CHECK_SWAP || b->kind == CHECK_SWAP || a->op == b->op)
        return true;
    return (a->op == MPI_NO_OP || b->op == MPI_NO_OP) && !lmpi_check_window_has_one_op(a->win);
}

static bool is_of_call(const check_access *a) {
    return strncmp(a->place.call, "MPI_", 4) == 0;
}

/* A rank may poll its memory, in which others set a flag in a passive epoch: with loads of its own, not as a call's
 * buffer. */
static bool polls(const check_access *a, const check_access *b) {
    return a->kind == CHECK_LOAD && b->passive && !is_of_call(a) && (a->orders || lmpi_check_may_be_flag(b));
}

/* Plain variables may be flags, too, if ranks call MPI_Win_sync. */
static bool polls_shared(const check_access *a, const check_access *b) {
    return a->kind == CHECK_LOAD && b->kind == CHECK_STORE && lmpi_check_window_is_synced(a->win) &&
           !lmpi_check_plain_flags_are_many();
}

/* Whether a, the earlier one, is a load that may be a poll: it then must come again. */
static bool may_poll(const check_access *a, const check_access *b) {
    return (polls(a, b) && !a->orders) || polls_shared(a, b);
}

/* Loads and stores of two ranks in memory that they share. Buffers of calls of MPI are left out: what a call writes may
 * be ordered by the message that it waits for. */
static bool may_race(const check_access *a, const check_access *b) {
    return a->rank != b->rank && !a->orders && !b->orders && !is_of_call(a) && !is_of_call(b) &&
           (!lmpi_check_window_is_synced(a->win) || polls_shared(a, b));
}

static bool excluded_by_locks(const check_access *a, const check_access *b) {
    return a->rank != b->rank && a->win == b->win && a->lock && b->lock &&
           (a->lock == CHECK_EXCLUSIVE || b->lock == CHECK_EXCLUSIVE);
}

/* b is the later one. */
static bool conflict(const check_access *a, const check_access *b) {
    if ((!writes(a) && !writes(b)) || (is_local(a) && is_local(b) && !may_race(a, b)) || go_together(a, b) ||
        (polls(a, b) && a->orders) || polls(b, a))
        return false;
    if (a->done != NEVER && lmpi_check_has_seen(b->rank, a->rank, a->done))
        return false;
    if (is_atomic(a) && lmpi_check_flag_was_seen(b->rank, a)) /* it is over, though its origin may not know yet */
        return false;
    return !excluded_by_locks(a, b) && lmpi_check_spans_meet(&a->spans, &b->spans);
}

static const char *verb(const check_access *a) {
    switch (a->kind) {
    case CHECK_ACCUMULATE:
        return a->op == MPI_NO_OP ? "read atomically" : "accumulated into";
    case CHECK_SWAP:
        return "swapped";
    default:
        return writes(a) ? "written" : "read";
    }
}

void lmpi_check_conflict_found(const check_place places[2], const check_conflict *what) {
    lmpi_check_found(CHECK_GLOBAL_CONCURRENCY, "window-conflict", 2, places,
                     "the memory of the window of rank %d is %s, and %s by another access that nothing orders (from "
                     "byte %lld on)",
                     what->world, what->first, what->second, what->offset);
}

static void tell(const check_access *a, const check_access *b, int world) {
    uintptr_t at = lmpi_check_spans_common(&a->spans, &b->spans);
    const struct region *region = region_of(at, 1);
    const check_conflict what = {world, verb(a), verb(b), region ? (long long)(at - region->begin) : 0};
    if (may_poll(a, b))
        lmpi_check_poll_begins(a, b, what, at);
    else
        lmpi_check_conflict_found((check_place[]){a->place, b->place}, &what);
}

/* An access in the index. The program's own grows piece by piece. */
static check_spans indexed(check_access *a) {
    return is_local(a) ? (check_spans){.at = &a->nearby, .count = 1} : a->spans;
}

struct comparison {
    const check_access *access;
    uint64_t number;
    int told;
};

static bool compare(void *owner, void *context) {
    check_access *a = owner;
    struct comparison *c = context;
    if (a->looked == c->number)
        return true;
    a->looked = c->number;
    if (!conflict(a, c->access))
        return true;
    tell(a, c->access, c->access->world);
    return ++c->told < MOST_TOLD;
}

/* With all accesses of the same memory. itself: the one in the list of which this is a part, or null. */
static void compare_all(const check_access *access, check_access *itself) {
    static uint64_t comparisons;
    struct comparison c = {access, ++comparisons, 0};
    struct accesses *list = &accesses[access->world];
    if (itself)
        itself->looked = c.number;
    lmpi_check_ranges_visit(&list->index[true], &access->spans, compare, &c);
    if (writes(access) && c.told < MOST_TOLD)
        lmpi_check_ranges_visit(&list->index[false], &access->spans, compare, &c);
}

/* ---- the list of a rank's memory ---- */

static bool is_forgettable(const check_access *a) {
    if (a->done == NEVER)
        return false;
    for (int r = 0; r < bsim_context.np; r++)
        if (!lmpi_rank_at(r)->finalized && !lmpi_check_has_seen(r, a->rank, a->done))
            return false;
    return true;
}

static void forget(struct accesses *list) {
    for (int r = 0; r < bsim_context.np; r++)
        memset(lmpi_check_ranks[r].recent, 0, sizeof lmpi_check_ranks[r].recent);
    for (check_access **at = &list->first; *at;) {
        check_access *a = *at;
        if (!is_forgettable(a)) {
            at = &a->next;
            continue;
        }
        *at = a->next;
        list->count--;
        const check_spans spans = indexed(a);
        lmpi_check_ranges_remove(&list->index[writes(a)], &spans, a->number);
        lmpi_check_spans_free(&a->spans);
        bsim_free(a);
    }
    list->kept = list->count;
}

static check_access *add(const check_access *like) {
    struct accesses *list = &accesses[like->world];
    if (list->count > 2 * list->kept + 64)
        forget(list);
    check_access *a = bsim_alloc(sizeof *a);
    static uint64_t numbers;
    *a = *like;
    a->number = ++numbers;
    a->next = list->first;
    list->first = a;
    list->count++;
    list->operations += !is_local(a);
    const check_spans spans = indexed(a);
    lmpi_check_ranges_add(&list->index[writes(a)], &spans, a->number, a);
    return a;
}

static bool is_same_memory(const check_spans *a, const check_spans *b) {
    return a->count == b->count && (a->count == 0 || memcmp(a->at, b->at, (size_t)a->count * sizeof *a->at) == 0);
}

struct same {
    const check_access *access;
    check_access *found;
};

static bool is_same(void *owner, void *context) {
    check_access *a = owner;
    struct same *same = context;
    const check_access *b = same->access;
    if (a->rank == b->rank && a->place.site == b->place.site && a->kind == b->kind && a->win == b->win &&
        a->lock == b->lock && a->passive == b->passive && a->orders == b->orders && a->op == b->op &&
        a->basic == b->basic && !(a->handle && a->done == NEVER) && is_same_memory(&a->spans, &b->spans))
        same->found = a;
    return !same->found;
}

/* The same access from the same place, whose part the new one takes over: what conflicts with the older one conflicts
 * with this one, too, which is complete no earlier. */
static check_access *find_same(const check_access *access) {
    struct same same = {access, NULL};
    const check_spans first = {.at = access->spans.at, .count = 1};
    lmpi_check_ranges_visit(&accesses[access->world].index[writes(access)], &first, is_same, &same);
    return same.found;
}

static void open_at(check_access *a, check_access **at) {
    a->open = *at;
    a->open_at = at;
    if (a->open)
        a->open->open_at = &a->open;
    *at = a;
}

void lmpi_check_operation(check_access *operation) {
    int world = operation->world;
    operation->begun = lmpi_check_now(operation->rank);
    operation->done = NEVER;
    if (operation->spans.count == 0)
        return;
    compare_all(operation, NULL);
    check_access *a = find_same(operation);
    bool is_open = a && a->done == NEVER;
    if (a) {
        lmpi_check_spans_free(&operation->spans);
        a->begun = operation->begun;
        a->done = NEVER;
        a->handle = operation->handle;
        accesses[world].operations++;
    } else {
        a = add(operation);
    }
    if (!is_open)
        open_at(a, &lmpi_check_ranks[a->rank].open);
    check_request *r = a->handle ? lmpi_check_request_of(a->rank, a->handle) : NULL;
    if (r)
        r->access = a;
    if (writes(a))
        lmpi_check_flag_written(a);
}

void lmpi_check_request_is_over(check_access *a) {
    check_request *r = a->handle ? lmpi_check_request_of(a->rank, a->handle) : NULL;
    if (r && r->access == a)
        r->access = NULL;
    a->done = lmpi_check_now(a->rank);
    *a->open_at = a->open;
    if (a->open)
        a->open->open_at = a->open_at;
    if (a->returns && is_atomic(a)) {
        lmpi_check_flag_read(a->rank, &a->spans);
        lmpi_check_flag_seen(a->rank, &a->spans);
    }
}

void lmpi_check_operations_done(MPI_Win win, int target, bool only_reads) {
    for (check_access *a = lmpi_check_ranks[bsim_self->id].open, *next; a; a = next) {
        next = a->open;
        bool reads = a->kind == CHECK_GET || a->returns;
        if (a->win == win && (target < 0 || a->target == target) && (reads || !only_reads))
            lmpi_check_request_is_over(a);
    }
}

/* ---- the program's own accesses ---- */

/* The access from this place in the present time of the rank, in which `here`, a part of it, may be new. */
static check_access *local_of(const check_access *here) {
    check_rank *rank = &lmpi_check_ranks[here->rank];
    size_t slot =
        ((uintptr_t)here->place.site >> 1 ^ (uintptr_t)here->kind ^ (uintptr_t)here->world << 3) % CHECK_RECENT;
    check_access *a = rank->recent[slot];
    if (a && a->begun == here->begun && a->place.site == here->place.site && a->kind == here->kind &&
        a->win == here->win && a->world == here->world)
        return a;
    check_access one = *here;
    one.lock = lmpi_check_own_lock(one.win, one.world);
    a = find_same(&one);
    if (a) {
        a->begun = a->done = one.begun;
        a->seen = 0;
    } else {
        one.nearby = one.spans.at[0];
        one.spans = (check_spans){0};
        a = add(&one);
    }
    rank->recent[slot] = a;
    return a;
}

/* Gives a piece to an access of the program. What the index has for it becomes twice as long, so that it changes
 * seldom. Returns false if the piece was there, and nothing has come to the memory since it was compared. */
static bool extend(check_access *a, check_span piece) {
    struct accesses *list = &accesses[a->world];
    uint32_t seen = a->seen;
    a->seen = list->operations + 1; /* 0: it was not compared in the present time */
    if (!lmpi_check_spans_cover(&a->spans, piece.begin, piece.end, MOST_PIECES) && seen == a->seen)
        return false;
    check_span longer = a->nearby;
    uintptr_t length = longer.end - longer.begin;
    if (piece.begin < longer.begin)
        longer.begin = piece.begin - (piece.begin < length ? piece.begin : length);
    if (piece.end > longer.end)
        longer.end = piece.end + length;
    if (longer.begin == a->nearby.begin && longer.end == a->nearby.end)
        return true;
    check_spans spans = indexed(a);
    lmpi_check_ranges_remove(&list->index[writes(a)], &spans, a->number);
    a->nearby = longer;
    lmpi_check_ranges_add(&list->index[writes(a)], &spans, a->number, a);
    return true;
}

void lmpi_check_window_access(uintptr_t address, size_t size, bool does_write, bool orders, const char *call,
                              const void *site) {
    struct region *region = size ? region_of(address, size) : NULL;
    const check_place place = {bsim_self->id, call, site};
    if (!region)
        return;
    if (region->freed.call) {
        tell_freed(region, does_write, place);
        return;
    }
    check_span span = {address, address + size};
    const check_spans here = {.at = &span, .count = 1};
    if (does_write && place.rank == region->world)
        region->stored = place;
    if (!does_write)
        lmpi_check_flag_read(bsim_self->id, &here);
    uint32_t now = lmpi_check_now(place.rank);
    check_access one = {.rank = place.rank,
                        .world = region->world,
                        .kind = does_write ? CHECK_STORE : CHECK_LOAD,
                        .win = region->win,
                        .begun = now,
                        .done = now,
                        .place = place,
                        .orders = orders,
                        .spans = here};
    const check_rank *rank = &lmpi_check_ranks[place.rank];
    if (!does_write && rank->doubts)
        lmpi_check_poll_repeats(span.begin, span.end, site);
    check_access *a = local_of(&one);
    a->calls = rank->calls;
    a->progress = rank->progress;
    bool is_new = extend(a, span);
    one.lock = a->lock;
    if (is_new)
        compare_all(&one, a);
    if (does_write && orders)
        lmpi_check_flag_set(bsim_self->id, &here);
    else if (does_write && lmpi_check_window_has_plain_flags(region->win))
        lmpi_check_plain_flag_set(bsim_self->id, &here);
}

static void window_spans(const check_spans *spans, bool does_write, const check_call *call) {
    for (int i = 0; i < spans->count; i++)
        lmpi_check_window_access(spans->at[i].begin, spans->at[i].end - spans->at[i].begin, does_write, false,
                                 check_function_of(call)->name, call->site);
}

void lmpi_check_buffers_in_windows(const check_call *call) {
    check_spans spans;
    for (int does_write = 0; lmpi_check_has_windows && does_write < 2; does_write++) {
        lmpi_check_spans_of_call(call, does_write, &spans);
        window_spans(&spans, does_write, call);
        lmpi_check_spans_free(&spans);
    }
}

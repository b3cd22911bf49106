/* overlaps.c - the memory of operations under way: what else uses it, be it another operation, a call or the program.
 */
#include "bsim/base/alloc.h"
#include "lmpi/check/check.h"

/* Of so many users of one piece of memory no more are told, since the sites of the others are most probably the same.
 */
enum { MOST_TOLD = 256 };

static check_rank *self(void) {
    return &lmpi_check_ranks[bsim_self->id];
}

static check_place place_of(const check_request *r) {
    return (check_place){bsim_self->id, check_function_of(&r->call)->name, r->started};
}

/* ---- which memory it is ---- */

static void watch(const check_spans *spans) {
    check_span *all = &self()->watched;
    for (int i = 0; i < spans->count; i++) {
        all->begin = spans->at[i].begin < all->begin ? spans->at[i].begin : all->begin;
        all->end = spans->at[i].end > all->end ? spans->at[i].end : all->end;
    }
}

void lmpi_check_memory_taken(check_request *r) {
    static uint64_t numbers;
    check_rank *rank = self();
    if (!rank->reading.root && !rank->writing.root)
        rank->watched = (check_span){UINTPTR_MAX, 0};
    watch(&r->reads);
    watch(&r->writes);
    r->number = ++numbers;
    lmpi_check_ranges_add(&rank->reading, &r->reads, r->number, r);
    lmpi_check_ranges_add(&rank->writing, &r->writes, r->number, r);
}

void lmpi_check_memory_left(const check_request *r) {
    lmpi_check_ranges_remove(&self()->reading, &r->reads, r->number);
    lmpi_check_ranges_remove(&self()->writing, &r->writes, r->number);
}

/* ---- who uses it ---- */

/* A look at users of memory, which meets each once. */
struct look {
    uint64_t number;
    check_visit *visit;
    void *context;
    bool is_over;
};

static struct look look_new(check_visit *visit, void *context) {
    static uint64_t looks;
    return (struct look){++looks, visit, context, false};
}

static bool meet(void *user, void *context) {
    check_request *r = user;
    struct look *look = context;
    if (r->looked == look->number)
        return true;
    r->looked = look->number;
    look->is_over = !look->visit(r, look->context);
    return !look->is_over;
}

static void look_at(struct look *look, const check_spans *spans, bool only_writers) {
    if (!look->is_over)
        lmpi_check_ranges_visit(&self()->writing, spans, meet, look);
    if (!only_writers && !look->is_over)
        lmpi_check_ranges_visit(&self()->reading, spans, meet, look);
}

void lmpi_check_users_of(const check_spans *spans, bool only_writers, check_visit *visit, void *context) {
    struct look look = look_new(visit, context);
    look_at(&look, spans, only_writers);
}

/* ---- two operations ---- */

struct overlap {
    const check_spans *reads, *writes;
    const char *name;
    const void *site;
    int told;
};

/* Whether an operation under way and another one use the same memory, and one of them writes. */
static bool tell_overlap(void *user, void *context) {
    const check_request *r = user;
    struct overlap *o = context;
    bool receives = lmpi_check_spans_meet(&r->writes, o->reads) || lmpi_check_spans_meet(&r->writes, o->writes);
    bool writes_too = lmpi_check_spans_meet(&r->reads, o->writes) || lmpi_check_spans_meet(&r->writes, o->writes);
    if (!receives && !writes_too)
        return true;
    check_place places[] = {place_of(r), {bsim_self->id, o->name, o->site}};
    lmpi_check_found(CHECK_LOCAL_CONCURRENCY, "buffers-overlap", 2, places,
                     "the buffer of an operation that %s is %s by another one before it was complete",
                     receives ? "receives" : "sends", writes_too ? "written" : "read");
    return ++o->told < MOST_TOLD;
}

void lmpi_check_overlap(const check_spans *reads, const check_spans *writes, const char *name, const void *site) {
    struct overlap o = {reads, writes, name, site, 0};
    struct look look = look_new(tell_overlap, &o);
    look_at(&look, writes, false);
    look_at(&look, reads, true);
}

void lmpi_check_overlaps(const check_call *call) {
    check_spans reads, writes;
    if (!self()->active)
        return;
    lmpi_check_spans_of_call(call, false, &reads);
    lmpi_check_spans_of_call(call, true, &writes);
    lmpi_check_overlap(&reads, &writes, check_function_of(call)->name, call->site);
    lmpi_check_spans_free(&reads);
    lmpi_check_spans_free(&writes);
}

/* ---- the program ---- */

struct use {
    const check_spans *spans;
    bool writes;
    const void *site;
    int met;
};

static bool tell_use(void *user, void *context) {
    check_request *r = user;
    struct use *use = context;
    bool receives = lmpi_check_spans_meet(&r->writes, use->spans);
    if (!receives && !(use->writes && lmpi_check_spans_meet(&r->reads, use->spans)))
        return true;
    if (!r->told) {
        check_place places[] = {place_of(r),
                                {bsim_self->id, use->writes ? "the program writes" : "the program reads", use->site}};
        lmpi_check_found(CHECK_LOCAL_CONCURRENCY,
                         !receives     ? "send-buffer-written"
                         : use->writes ? "receive-buffer-written"
                                       : "receive-buffer-read",
                         2, places, "the program %s the buffer of %s before it was complete",
                         use->writes ? "has written to" : "has read",
                         receives ? "an operation that receives" : "an operation that sends");
    }
    r->told = true;
    return ++use->met < MOST_TOLD;
}

void lmpi_check_access(uintptr_t address, size_t size, bool writes, const void *site) {
    check_rank *rank = self();
    check_span one = {address, address + size};
    if (one.begin >= rank->watched.end || one.end <= rank->watched.begin)
        return;
    const check_spans spans = {.at = &one, .count = 1};
    struct use use = {&spans, writes, site, 0};
    lmpi_check_users_of(&spans, !writes, tell_use, &use);
}

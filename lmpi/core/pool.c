/* pool.c - free lists of messages and requests over reserved address ranges; payloads by size classes. */
#include "lmpi/core/pool.h"

#include <stdatomic.h>

#include "bsim/base/alloc.h"
#include "bsim/network/message_noise.h"

enum { MAX_REQUESTS = 1 << 26, SMALLEST_CLASS = 7, CLASSES = 16 }; /* 128 bytes to 4 MB */

BSIM_OF_SHARD lmpi_message *lmpi_free_messages;
BSIM_OF_SHARD lmpi_request *lmpi_free_requests;
char *lmpi_request_base;
size_t lmpi_request_slot;
_Atomic uint32_t lmpi_request_top;
lmpi_request lmpi_sent = {
    .kind = LMPI_REQ_SEND, .state = LMPI_REQ_MATCHED, .protocol = BSIM_EAGER, .peer = MPI_PROC_NULL};

static char *message_base;
static size_t message_slot, message_limit;
static _Atomic uint32_t message_top;

struct piece {
    struct piece *next;
};
static struct piece *free_pieces[BSIM_MAX_SHARDS][CLASSES];

static size_t lines(size_t bytes) {
    return (bytes + 63) / 64 * 64;
}

void lmpi_pool_init(void) {
    size_t times = (size_t)bsim_context.nscen * sizeof(double);
    bool more = bsim_context.nshards > 1 || bsim_context.nhosts > 1 || bsim_context.cards || bsim_message_noise_any();
    message_slot =
        lines(sizeof(lmpi_message) + times + LMPI_INLINE_BYTES + (more ? sizeof(int64_t) + 2 * sizeof(uint64_t) : 0));
    message_limit = (size_t)1 << 28;
    message_top = 0;
    lmpi_request_slot = lines(sizeof(lmpi_request) + 2 * times);
    lmpi_request_top = 0;
    void *(*reserve)(size_t) = bsim_context.np < BSIM_MANY_RANKS ? bsim_reserve : bsim_reserve_huge;
    message_base = reserve(message_limit * message_slot);
    lmpi_request_base = reserve(MAX_REQUESTS * lmpi_request_slot);
}

/* The free slots of one shard, from next to end. */
struct slots {
    uint32_t next, end;
};

/* The next slot. A shard takes many at once, so that neighbours in memory belong to one shard. */
static uint32_t take_slot(struct slots *mine, _Atomic uint32_t *top, size_t limit, const char *what) {
    if (mine->next == mine->end) {
        uint32_t chunk = bsim_context.nshards > 1 ? 256 : 1;
        mine->next = atomic_fetch_add_explicit(top, chunk, memory_order_relaxed);
        mine->end = mine->next + chunk;
        if (mine->end > limit)
            bsim_fatal(BSIM_EXIT_USAGE, "more than %zu %s at once", limit, what);
    }
    return mine->next++;
}

lmpi_message *lmpi_message_more(void) {
    static BSIM_OF_SHARD struct slots mine;
    lmpi_message *back = bsim_context.nshards > 1 ? (lmpi_message *)(void *)bsim_mail_returned() : NULL;
    if (back) {
        lmpi_free_messages = back->next;
        return back;
    }
    uint32_t slot = take_slot(&mine, &message_top, message_limit, "messages are under way");
    return (lmpi_message *)(message_base + slot * message_slot);
}

lmpi_request *lmpi_request_more(void) {
    static BSIM_OF_SHARD struct slots mine;
    uint32_t slot = take_slot(&mine, &lmpi_request_top, MAX_REQUESTS, "requests are open");
    lmpi_request *r = (lmpi_request *)(lmpi_request_base + slot * lmpi_request_slot);
    r->index = slot;
    return r;
}

static int class_of(int64_t bytes) {
    int c = 0;
    while (c < CLASSES && ((int64_t)1 << (SMALLEST_CLASS + c)) < bytes)
        c++;
    return c;
}

void *lmpi_payload_large(lmpi_message *m, int64_t bytes, bool away) {
    int c = class_of(bytes);
    m->kept = away || c == CLASSES ? LMPI_PAYLOAD_HEAP : LMPI_PAYLOAD_POOL;
    if (m->kept == LMPI_PAYLOAD_HEAP)
        return m->payload = bsim_alloc((size_t)bytes);
    struct piece **first = &free_pieces[bsim_shard_number][c], *p = *first;
    if (p)
        *first = p->next;
    else
        p = bsim_alloc((size_t)1 << (SMALLEST_CLASS + c));
    return m->payload = p;
}

void lmpi_payload_free(lmpi_message *m) {
    if (m->kept == LMPI_PAYLOAD_HEAP) {
        bsim_free(m->payload);
        return;
    }
    int c = class_of(lmpi_data_bytes(m->real, m->bytes));
    struct piece *p = m->payload;
    struct piece **first = &free_pieces[bsim_shard_number][c];
    p->next = *first;
    *first = p;
}

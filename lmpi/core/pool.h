/* pool.h - recycled memory for messages, requests and payloads. */
#ifndef LMPI_POOL_H
#define LMPI_POOL_H

#include "bsim/platform/platform.h"

#include <stdatomic.h>
#include <string.h>

#include "lmpi/core/lmpi_internal.h"

/* Where the data of an eager message are: a few in its first line, more behind it, many elsewhere. */
enum lmpi_payload { LMPI_PAYLOAD_NONE, LMPI_PAYLOAD_WORD, LMPI_PAYLOAD_INLINE, LMPI_PAYLOAD_POOL, LMPI_PAYLOAD_HEAP };
enum { LMPI_INLINE_BYTES = 64, LMPI_REQUEST_KIND = 0xac000000u, LMPI_SENT_KIND = 0x9c000000u };

void lmpi_pool_init(void);

extern BSIM_OF_SHARD lmpi_message *lmpi_free_messages;
extern BSIM_OF_SHARD lmpi_request *lmpi_free_requests;
extern char *lmpi_request_base;
extern size_t lmpi_request_slot;          /* bytes of a request with its times */
extern _Atomic uint32_t lmpi_request_top; /* the numbers of all requests are below this */

lmpi_message *lmpi_message_more(void);
lmpi_request *lmpi_request_more(void);

static inline lmpi_message *lmpi_message_new(void) {
    lmpi_message *m = lmpi_free_messages;
    if (__builtin_expect(!m, 0))
        m = lmpi_message_more();
    else
        lmpi_free_messages = m->next;
    m->kept = LMPI_PAYLOAD_NONE;
    return m;
}

static inline void *lmpi_message_inline(lmpi_message *m) {
    return m->arrive + bsim_context.nscen;
}

/* The world rank of the receiver, while the message is mail for another shard or on its way through network cards. */
static inline int32_t *lmpi_message_dest(lmpi_message *m) {
    return (int32_t *)(void *)((char *)lmpi_message_inline(m) + LMPI_INLINE_BYTES);
}

/* With network cards: the message's number (transfer.h). */
static inline uint64_t *lmpi_message_order(lmpi_message *m) {
    return (uint64_t *)(void *)((char *)lmpi_message_inline(m) + LMPI_INLINE_BYTES + sizeof(int64_t));
}

/* If messages vary: the message's number (message_number.h). */
static inline uint64_t *lmpi_message_number(lmpi_message *m) {
    return lmpi_message_order(m) + 1;
}

/* memcpy, inlined for the most frequent sizes of small messages. */
static inline void lmpi_copy_bytes(void *to, const void *from, size_t n) {
    if (n == 8)
        memcpy(to, from, 8);
    else if (n == 4)
        memcpy(to, from, 4);
    else if (n > 0) /* a message without data may have no buffer */
        memcpy(to, from, n);
}

void *lmpi_payload_large(lmpi_message *m, int64_t bytes, bool away);
/* Allocates the payload of a message: bytes, as many as it has data. away: another shard will free it. */
static inline void *lmpi_payload_new(lmpi_message *m, int64_t bytes, bool away) {
    if (__builtin_expect(bytes > LMPI_INLINE_BYTES, 0))
        return lmpi_payload_large(m, bytes, away);
    if (__builtin_expect(bytes <= (int64_t)sizeof m->word, 1)) {
        m->kept = LMPI_PAYLOAD_WORD;
        return m->word;
    }
    m->kept = LMPI_PAYLOAD_INLINE;
    return m->payload = lmpi_message_inline(m);
}
void lmpi_payload_free(lmpi_message *m);

/* The data of an eager message; not valid if it has none. */
static inline const void *lmpi_message_data(const lmpi_message *m) {
    return m->kept == LMPI_PAYLOAD_WORD ? m->word : m->payload;
}

static inline void lmpi_message_free(lmpi_message *m) {
    if (__builtin_expect(m->kept > LMPI_PAYLOAD_INLINE, 0))
        lmpi_payload_free(m);
    m->next = lmpi_free_messages;
    lmpi_free_messages = m;
}

/* A free message, or NULL. A shard returns one to the sender's shard for each message that it gets by mail. */
static inline lmpi_message *lmpi_message_spare(void) {
    lmpi_message *m = lmpi_free_messages;
    if (m)
        lmpi_free_messages = m->next;
    return m;
}

static inline lmpi_request *lmpi_request_new(void) {
    lmpi_request *r = lmpi_free_requests;
    if (__builtin_expect(!r, 0))
        return lmpi_request_more();
    lmpi_free_requests = r->next;
    return r;
}

/* A request that moves data of a derived type, or takes time to unpack them, holds a reference to the type until it is
 * recycled. */
static inline void lmpi_request_hold_type(lmpi_request *r) {
    if (__builtin_expect(!LMPI_TYPE_IS_BUILTIN(r->type), 0) && (r->real != LMPI_TIMING || bsim_context.work->packs)) {
        lmpi_type_hold(r->type);
        r->holds = 1;
    }
}

/* Puts the data that a receive keeps into its buffer. For the owner, in each call that tells that it is complete. */
static inline void lmpi_take_kept(lmpi_request *r) {
    if (r->keeps == LMPI_KEEPS_WORD) {
        lmpi_copy_bytes(r->buffer, r->word, (size_t)r->bytes);
        r->keeps = LMPI_KEEPS_NONE;
    }
}

static inline void lmpi_request_recycle(lmpi_request *r) {
    if (__builtin_expect(r->holds, 0)) {
        r->holds = 0;
        lmpi_type_release(r->type);
    }
    r->kind = LMPI_REQ_FREE;
    r->next = lmpi_free_requests;
    lmpi_free_requests = r;
}

static inline MPI_Request lmpi_request_handle(const lmpi_request *r) {
    return (MPI_Request)(LMPI_REQUEST_KIND | r->index);
}

/* An eager send is complete when it has started. Its handle is LMPI_SENT_KIND with the number of its call site, and all
 * such handles share this request. */
extern lmpi_request lmpi_sent;

static inline MPI_Request lmpi_sent_handle(const struct bsim_site *site) {
    return (MPI_Request)(LMPI_SENT_KIND | site->number);
}
static inline bool lmpi_is_sent(MPI_Request handle) {
    return ((uint32_t)handle & ~(uint32_t)LMPI_HANDLE_INDEX) == LMPI_SENT_KIND;
}

/* NULL if the handle is not a request of the running rank. */
static inline lmpi_request *lmpi_request_of(MPI_Request handle) {
    uint32_t index = (uint32_t)handle & LMPI_HANDLE_INDEX;
    if (lmpi_is_sent(handle))
        return &lmpi_sent;
    if (((uint32_t)handle & ~(uint32_t)LMPI_HANDLE_INDEX) != LMPI_REQUEST_KIND ||
        index >= atomic_load_explicit(&lmpi_request_top, memory_order_relaxed))
        return NULL;
    lmpi_request *r = (lmpi_request *)(lmpi_request_base + (size_t)index * lmpi_request_slot);
    return r->kind != LMPI_REQ_FREE && r->owner == bsim_self->id ? r : NULL;
}

/* The K times of a request: of its post (a send's release), and of its being ready. The post of a blocking request is
 * its owner's clock; it has no ready. */
static inline double *lmpi_request_post(lmpi_request *r) {
    return r->flags & LMPI_REQ_BLOCKING ? bsim_clock(r->owner) : r->times;
}
static inline double *lmpi_request_ready(lmpi_request *r) {
    return r->times + bsim_context.nscen;
}

#endif

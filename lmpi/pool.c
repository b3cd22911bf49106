/* pool.c - free lists of messages and requests over reserved address ranges; payloads by size classes. */
#include "lmpi/pool.h"

#include "bsim/alloc.h"

enum { MAX_REQUESTS = 1 << 26, SMALLEST_CLASS = 7, CLASSES = 12, MANY_RANKS = 16384 }; /* 128 bytes to 256 KB */

lmpi_message *lmpi_free_messages;
lmpi_request *lmpi_free_requests;
char *lmpi_request_base;
size_t lmpi_request_slot;
uint32_t lmpi_request_top;
lmpi_request lmpi_sent = {
    .kind = LMPI_REQ_SEND, .state = LMPI_REQ_MATCHED, .protocol = BSIM_EAGER, .peer = MPI_PROC_NULL};

static char *message_base;
static size_t message_slot, message_top, message_limit;

struct piece {
    struct piece *next;
};
static struct piece *free_pieces[CLASSES];

static size_t lines(size_t bytes) {
    return (bytes + 63) / 64 * 64;
}

void lmpi_pool_init(void) {
    size_t times = (size_t)bsim_nscen * sizeof(double);
    message_slot = lines(sizeof(lmpi_message) + times + LMPI_INLINE_BYTES);
    message_limit = (size_t)1 << 28;
    message_base = bsim_reserve(message_limit * message_slot);
    message_top = 0;
    lmpi_request_slot = lines(sizeof(lmpi_request) + 2 * times);
    lmpi_request_base = bsim_reserve(MAX_REQUESTS * lmpi_request_slot);
    lmpi_request_top = 0;
    if (bsim_np >= MANY_RANKS) {
        bsim_reserve_dense(message_base, message_limit * message_slot);
        bsim_reserve_dense(lmpi_request_base, MAX_REQUESTS * lmpi_request_slot);
    }
}

void lmpi_pool_fini(void) {
    bsim_unreserve(message_base, message_limit * message_slot);
    bsim_unreserve(lmpi_request_base, MAX_REQUESTS * lmpi_request_slot);
    for (int c = 0; c < CLASSES; c++) {
        while (free_pieces[c]) {
            struct piece *next = free_pieces[c]->next;
            bsim_free(free_pieces[c]);
            free_pieces[c] = next;
        }
    }
    lmpi_free_messages = NULL;
    lmpi_free_requests = NULL;
}

lmpi_message *lmpi_message_more(void) {
    if (message_top == message_limit)
        bsim_fatal(BSIM_EXIT_USAGE, "more than %zu messages are under way at once", message_limit);
    return (lmpi_message *)(message_base + message_top++ * message_slot);
}

lmpi_request *lmpi_request_more(void) {
    if (lmpi_request_top == MAX_REQUESTS)
        bsim_fatal(BSIM_EXIT_USAGE, "more than %d requests are open at once", MAX_REQUESTS);
    lmpi_request *r = (lmpi_request *)(lmpi_request_base + lmpi_request_top * lmpi_request_slot);
    r->index = lmpi_request_top++;
    return r;
}

static int class_of(int64_t bytes) {
    int c = 0;
    while (c < CLASSES && ((int64_t)1 << (SMALLEST_CLASS + c)) < bytes)
        c++;
    return c;
}

void *lmpi_payload_new(lmpi_message *m) {
    int64_t bytes = lmpi_data_bytes(m->real, m->bytes);
    m->inlined = bytes <= LMPI_INLINE_BYTES;
    if (m->inlined)
        return m->payload = lmpi_message_inline(m);
    int c = class_of(bytes);
    if (c == CLASSES)
        return m->payload = bsim_alloc((size_t)bytes);
    struct piece *p = free_pieces[c];
    if (p)
        free_pieces[c] = p->next;
    else
        p = bsim_alloc((size_t)1 << (SMALLEST_CLASS + c));
    return m->payload = p;
}

void lmpi_payload_free(lmpi_message *m) {
    int c = class_of(lmpi_data_bytes(m->real, m->bytes));
    if (c == CLASSES) {
        bsim_free(m->payload);
        return;
    }
    struct piece *p = m->payload;
    p->next = free_pieces[c];
    free_pieces[c] = p;
}

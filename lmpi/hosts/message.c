/* message.c - messages to ranks that are away. A message with its data is one letter, also if it is a rendezvous: then
 * a request that is made there stands for the sender's, and the times go back when it has met its receive. */
#include <limits.h>

#include "bsim/base/alloc.h"
#include "bsim/network/message_noise.h"
#include "lmpi/core/hosts.h"
#include "lmpi/hosts/letter.h"
#include "lmpi/hosts/letters.h"
#include "lmpi/match/match.h"
#include "lmpi/p2p/p2p.h"

static bool is_numbered(void) {
    return bsim_message_noise_any();
}

/* What a letter has of a message as it is, in the order in which it is put and taken. */
#define MESSAGE_FIELDS(DO, l, m)                                                                                       \
    DO(l, (m)->source);                                                                                                \
    DO(l, (m)->tag);                                                                                                   \
    DO(l, (m)->real);                                                                                                  \
    DO(l, (m)->protocol);                                                                                              \
    DO(l, (m)->path);                                                                                                  \
    DO(l, (m)->bytes);                                                                                                 \
    DO(l, (m)->sent_s)

static void put_message(lmpi_letter *l, int32_t kind, lmpi_message *m, int32_t dest) {
    uint64_t key = lmpi_hosts_key(lmpi_comms[m->comm]);
    LMPI_PUT(l, kind);
    LMPI_PUT(l, key);
    LMPI_PUT(l, dest);
    MESSAGE_FIELDS(LMPI_PUT, l, m);
    lmpi_put_site(l, m->site);
    lmpi_put_times(l, m->arrive);
    if (is_numbered())
        LMPI_PUT(l, *lmpi_message_number(m));
}

static lmpi_message *take_message(lmpi_letter *l, int comm) {
    int32_t dest;
    lmpi_message *m = lmpi_message_new();
    m->comm = comm;
    LMPI_TAKE(l, dest);
    MESSAGE_FIELDS(LMPI_TAKE, l, m);
    m->site = lmpi_take_site(l);
    lmpi_take_times(l, m->arrive);
    if (is_numbered())
        LMPI_TAKE(l, *lmpi_message_number(m));
    *lmpi_message_dest(m) = dest;
    return m;
}

void lmpi_hosts_send(lmpi_message *m, int dest) {
    lmpi_letter l = {0};
    put_message(&l, LMPI_LETTER_MESSAGE, m, dest);
    lmpi_put(&l, lmpi_message_data(m), m->kept ? (size_t)lmpi_data_bytes(m->real, m->bytes) : 0);
    lmpi_message_free(m);
    bsim_hosts_send(bsim_host_of(dest), l.bytes, l.n);
}

void lmpi_hosts_take_message(lmpi_letter *l, int comm) {
    lmpi_message *m = take_message(l, comm);
    int64_t bytes = lmpi_data_bytes(m->real, m->bytes);
    if (bytes > 0)
        lmpi_take(l, lmpi_payload_new(m, bytes, true), (size_t)bytes);
    lmpi_deliver((struct bsim_mail *)(void *)m);
}

void lmpi_hosts_send_rendezvous(lmpi_message *m, int dest) {
    lmpi_letter l = {0};
    lmpi_request *send = m->sender;
    int64_t bytes = lmpi_data_bytes(send->real, send->bytes);
    uint64_t address = (uint64_t)(uintptr_t)send;
    put_message(&l, LMPI_LETTER_RENDEZVOUS, m, dest);
    LMPI_PUT(&l, address);
    lmpi_put_times(&l, lmpi_request_post(send));
    if (bytes > 0 && LMPI_TYPE_IS_BUILTIN(send->type)) {
        lmpi_put(&l, send->buffer, (size_t)bytes);
    } else if (bytes > 0) {
        char *packed = bsim_alloc((size_t)send->bytes);
        lmpi_type_pack(send->buffer, send->count, send->type, packed);
        lmpi_put(&l, packed, (size_t)bytes);
        bsim_free(packed);
    }
    lmpi_message_free(m);
    bsim_hosts_send(bsim_host_of(dest), l.bytes, l.n);
}

void lmpi_hosts_take_rendezvous(lmpi_letter *l, int comm) {
    lmpi_message *m = take_message(l, comm);
    lmpi_request *send = lmpi_request_new();
    int64_t bytes = lmpi_data_bytes(m->real, m->bytes);
    lmpi_request_fill_for(send, m->source, LMPI_REQ_SEND, m->site);
    LMPI_TAKE(l, send->order);
    lmpi_take_times(l, send->times);
    send->peer = *lmpi_message_dest(m);
    send->tag = m->tag;
    send->comm = m->comm;
    send->real = m->real;
    send->path = m->path;
    send->bytes = m->bytes;
    send->count = (int32_t)(m->bytes <= INT_MAX ? m->bytes : 0); /* with data a letter is not longer */
    send->other_s = m->sent_s;
    send->buffer = NULL;
    if (bytes > 0)
        send->buffer = memcpy(bsim_alloc((size_t)bytes), lmpi_take_bytes(l, (size_t)bytes), (size_t)bytes);
    m->sender = send;
    lmpi_deliver((struct bsim_mail *)(void *)m);
}

void lmpi_hosts_tell_sent(lmpi_request *send, const double *sready) {
    const int32_t kind = LMPI_LETTER_SENT;
    lmpi_letter l = {0};
    LMPI_PUT(&l, kind);
    LMPI_PUT(&l, send->order);
    LMPI_PUT(&l, send->near);
    LMPI_PUT(&l, send->other_s);
    lmpi_put_times(&l, sready);
    int owner = send->owner;
    bsim_free(send->buffer);
    lmpi_request_recycle(send);
    bsim_hosts_send(bsim_host_of(owner), l.bytes, l.n);
}

void lmpi_hosts_take_sent(lmpi_letter *l) {
    uint64_t address;
    double sready[BSIM_MAX_SCENARIOS];
    LMPI_TAKE(l, address);
    lmpi_request *send = (lmpi_request *)(uintptr_t)address;
    LMPI_TAKE(l, send->near);
    LMPI_TAKE(l, send->other_s);
    lmpi_take_times(l, sready);
    lmpi_deliver_sent(send, lmpi_path_of(bsim_rank_of(send->owner), bsim_rank_of(send->peer), send->path, send->bytes),
                      sready);
}

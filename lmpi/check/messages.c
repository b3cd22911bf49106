/* messages.c - messages and their receives: signatures, lengths, races of wildcard receives. */
#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "lmpi/check/packed.h"
#include "lmpi/core/pool.h"
#include "lmpi/match/match.h"

/* ---- what is known of a waiting message: its send ---- */

/* The object is reused by later messages, and then gets another entry. */
struct sent {
    struct sent *next;
    const lmpi_message *m;
    uint64_t number; /* 0: it has met its receive */
    check_place place;
    check_signature signature; /* owned */
    check_packed packed;       /* owned; what it has of packed data */
    uint32_t *clock;           /* owned; of the sender when it sent, or null */
};
enum { BUCKETS = 4096 };
static struct sent *table[BUCKETS];

static struct sent **bucket(const lmpi_message *m) {
    return &table[((uintptr_t)m >> 6) % BUCKETS];
}

static struct sent *sent_of(const lmpi_message *m) {
    struct sent *s = *bucket(m);
    while (s && s->m != m)
        s = s->next;
    return s;
}

/* The call by which the running rank sends; of a started request the call that made it. started: the site that
 * counts. */
static const check_call *sending(const void **site) {
    const check_call *call = lmpi_check_ranks[bsim_self->id].current;
    *site = call ? call->site : NULL;
    return call;
}

/* Whether the message is one of the call itself, not of a collective or a one-sided operation. */
static bool sends_messages(const check_call *call) {
    enum check_family family = call ? check_function_of(call)->family : CHECK_FAMILY_LOCAL;
    return family == CHECK_FAMILY_P2P_SEND || family == CHECK_FAMILY_P2P_SENDRECV ||
           family == CHECK_FAMILY_P2P_ISENDRECV || family == CHECK_FAMILY_P2P_INIT || family == CHECK_FAMILY_P2P_START;
}

/* The signature of what a side of a call sends. */
static check_signature signature_of_side(const struct lmpi_side *side, const check_call *call) {
    check_signature s = {0};
    if (call && (call->id == CHECK_Sendrecv_replace || call->id == CHECK_Isendrecv_replace))
        lmpi_check_signature(&s, call->a[1], (MPI_Datatype)call->a[2]);
    else
        lmpi_check_signature(&s, side->count, side->type);
    return s;
}

/* The call and request of a message that MPI_Start sends cannot be told from the call alone: it has several. */
static check_request *started_request(const check_call *call, const lmpi_side *side) {
    for (int i = 0; i < call->nseen; i++) {
        check_request *r = lmpi_check_request_of(bsim_self->id, call->seen[i]);
        if (r && !r->active && r->call.a[4] == side->tag && r->call.a[3] == side->local &&
            r->call.a[1] == side->count && (MPI_Datatype)r->call.a[2] == side->type &&
            check_function_of(&r->call)->roles[0] == 'b')
            return r;
    }
    return NULL;
}

/* What a side of a call sends of packed data. */
static check_packed packed_of_side(const lmpi_side *side, const check_call *call) {
    if (!lmpi_check_ranks[bsim_self->id].packed || !lmpi_check_may_be_packed(side->type))
        return (check_packed){0};
    int place = call ? lmpi_check_place(call, 'b', 0) : -1;
    const void *buffer = place < 0 ? side->buffer : (const void *)lmpi_check_shared_address(call->a[place]);
    return lmpi_check_packed_taken(bsim_self->id, buffer, side->bytes);
}

static bool has_receive(const lmpi_message *m, int dest) {
    lmpi_request *before;
    return lmpi_posted_find(lmpi_rank_at(dest), m->comm, m->source, m->tag, &before) != NULL;
}

void lmpi_check_sent(lmpi_message *m, const lmpi_side *side) {
    const void *site;
    const check_call *call = sending(&site);
    struct sent *s = sent_of(m);
    if (!s) {
        s = bsim_alloc(sizeof *s);
        *s = (struct sent){.next = *bucket(m), .m = m};
        *bucket(m) = s;
    }
    static uint64_t numbers;
    check_waiting waiting = {&s->number, s->number = ++numbers};
    lmpi_check_ranks[bsim_self->id].sent = waiting;
    lmpi_check_signature_free(&s->signature);
    lmpi_check_packed_free(&s->packed);
    bsim_free(s->clock);
    s->clock = lmpi_check_has_clocks ? lmpi_check_clock_new() : NULL;
    if (s->clock)
        lmpi_check_release(bsim_self->id, s->clock);
    s->place = (check_place){bsim_self->id, m->site->call, m->site->address};
    if (!sends_messages(call)) {
        s->signature.unknown = true;
        return;
    }
    const check_call *made = call;
    if (check_function_of(call)->family == CHECK_FAMILY_P2P_START) {
        check_request *r = started_request(call, side);
        if (r) {
            made = &r->call;
            r->message = waiting;
        }
    }
    s->place = (check_place){bsim_self->id, check_function_of(made)->name, site};
    if (check_function_of(made)->family == CHECK_FAMILY_P2P_START)
        s->signature.unknown = true;
    else
        s->signature = signature_of_side(side, made);
    s->packed = packed_of_side(side, made);
    int peer = lmpi_check_place(made, 'p', 0), comm = lmpi_check_place(made, 'c', 0);
    const lmpi_comm *c = comm < 0 ? NULL : lmpi_comm_of((MPI_Comm)made->a[comm]);
    bool ready = made->id == CHECK_Rsend || made->id == CHECK_Irsend || made->id == CHECK_Rsend_init;
    if (ready && c && peer >= 0 && !has_receive(m, lmpi_comm_world(c, (int)made->a[peer])))
        lmpi_check_found(CHECK_CALL_ORDERING, "ready-send-without-receive", 1, &s->place,
                         "a ready send may start before its receive is posted");
}

check_place lmpi_check_sender(const lmpi_message *m) {
    const struct sent *s = sent_of(m);
    return s && s->place.call ? s->place : (check_place){m->source, m->site->call, m->site->address};
}

/* ---- a message meets its receive ---- */

static check_place place_of_receive(const lmpi_request *r) {
    return (check_place){r->owner, r->site->call, r->site->address};
}

static void compare(const check_signature *sent, check_place sender, int64_t bytes, const lmpi_request *r) {
    check_signature wanted = {0};
    check_place places[] = {sender, place_of_receive(r)};
    char a[256], b[256];
    lmpi_check_signature(&wanted, r->count, r->type);
    if (!lmpi_check_fits(sent, &wanted, true))
        lmpi_check_found(CHECK_PARAMETER_MATCHING, "datatypes-differ", 2, places,
                         "the message is %s, the receive is for %s", lmpi_check_signature_text(sent, a, sizeof a),
                         lmpi_check_signature_text(&wanted, b, sizeof b));
    if (r->comm == LMPI_COMM_ID_PARTITIONED && bytes != r->bytes) {
        lmpi_check_found(CHECK_PARAMETER_MATCHING, "partitions-differ", 2, places,
                         "the partitions of the send have %lld bytes, those of the receive %lld", (long long)bytes,
                         (long long)r->bytes);
        lmpi_check_ranks[r->owner].truncated++;
    } else if (bytes > r->bytes) {
        lmpi_check_found(CHECK_PARAMETER_MATCHING, "message-truncated", 2, places,
                         "the message has %lld bytes, the buffer of its receive %lld", (long long)bytes,
                         (long long)r->bytes);
        lmpi_check_ranks[r->owner].truncated++;
    }
    lmpi_check_signature_free(&wanted);
}

/* The data of a message whose sender is not packing them: as it has them, or packed already (type 0). */
struct data {
    const void *buffer;
    int64_t count;
    MPI_Datatype type;
};

static struct data data_of(const lmpi_message *m) {
    if (m->protocol == BSIM_EAGER)
        return (struct data){m->kept ? lmpi_message_data(m) : NULL, 0, 0};
    return (struct data){m->sender->buffer, m->sender->count, m->sender->type};
}

/* Data of known types are received as packed data. */
static void receive_as_packed(const lmpi_request *r, const check_signature *sent, check_place sender, int64_t bytes,
                              struct data data) {
    char *copy = data.type && data.buffer ? bsim_alloc((size_t)bytes) : NULL;
    if (copy)
        lmpi_type_pack(data.buffer, data.count, data.type, copy);
    const void *packed = copy ? copy : data.buffer;
    if (packed)
        lmpi_check_packed_given_types(r->owner, r->buffer, packed, bytes, sent, sender);
    bsim_free(copy);
}

/* Packed data go with a message, and what they were with them. */
static void carry_packed(const lmpi_request *r, const check_packed *packed, const check_signature *sent,
                         check_place sender, int64_t bytes, struct data data) {
    check_spans spans = {0};
    if (lmpi_check_ranks[r->owner].packed)
        lmpi_check_spans_of_data(&spans, (intptr_t)r->buffer, r->count, r->type);
    for (int i = 0; i < spans.count; i++)
        lmpi_check_packed_forget(r->owner, spans.at[i].begin, spans.at[i].end);
    lmpi_check_spans_free(&spans);
    MPI_Datatype type = sent->count == 1 ? sent->at[0].type : 0;
    if (packed->count && lmpi_check_may_be_packed(r->type)) {
        lmpi_check_packed_given(r->owner, r->buffer, bytes < r->bytes ? bytes : r->bytes, packed);
    } else if (packed->count && type == MPI_PACKED) {
        check_signature wanted = {0};
        lmpi_check_signature(&wanted, r->count, r->type);
        lmpi_check_packed_received(packed, &wanted, place_of_receive(r));
        lmpi_check_signature_free(&wanted);
    } else if (r->type == MPI_PACKED && sent->count && !lmpi_check_may_be_packed(type) && bytes <= r->bytes) {
        receive_as_packed(r, sent, sender, bytes, data);
    }
}

/* The request by which the program completes a receive; MPI_REQUEST_NULL: the receive is a blocking one. */
static MPI_Request request_of(const lmpi_request *receive) {
    if (receive->flags & LMPI_REQ_BLOCKING)
        return MPI_REQUEST_NULL;
    return lmpi_request_handle(receive->flags & LMPI_REQ_HALF ? receive->whole : receive);
}

/* The receiver learns what the sender has seen; the sender of a synchronous send, that the receive is there. s: null if
 * the running rank is sending; else no rank may run. */
static void carry_clocks(const lmpi_request *receive, const struct sent *s) {
    const check_call *call = s || !bsim_self ? NULL : lmpi_check_ranks[bsim_self->id].current;
    const char *name = s ? s->place.call : call ? check_function_of(call)->name : "";
    MPI_Request request = request_of(receive);
    if (s)
        lmpi_check_arrives(receive->owner, s->clock, request);
    else if (bsim_self)
        lmpi_check_message(bsim_self->id, receive->owner, request);
    if (strcmp(name, "MPI_Ssend") == 0 || strcmp(name, "MPI_Issend") == 0)
        lmpi_check_message(receive->owner, s ? s->place.rank : bsim_self->id, MPI_REQUEST_NULL);
}

void lmpi_check_met(const lmpi_request *receive, const lmpi_message *m, const struct lmpi_side *side) {
    if (receive->kind != LMPI_REQ_RECV)
        return;
    struct sent *s = m ? sent_of(m) : NULL;
    carry_clocks(receive, s);
    if (s) {
        lmpi_check_send_met(s->place.rank, s->number, receive->owner);
        s->number = 0;
    }
    lmpi_check_receive_untouched(receive);
    if (m) {
        if (s) {
            compare(&s->signature, lmpi_check_sender(m), m->bytes, receive);
            carry_packed(receive, &s->packed, &s->signature, lmpi_check_sender(m), m->bytes, data_of(m));
        }
        return;
    }
    const void *site;
    const check_call *call = sending(&site);
    if (!sends_messages(call))
        return;
    check_signature sent = signature_of_side(side, call);
    check_place place = {bsim_self->id, call ? check_function_of(call)->name : "a send", site};
    check_packed packed = packed_of_side(side, call);
    compare(&sent, place, side->bytes, receive);
    carry_packed(receive, &packed, &sent, place, side->bytes, (struct data){side->buffer, side->count, side->type});
    lmpi_check_packed_free(&packed);
    lmpi_check_signature_free(&sent);
}

/* ---- decisions of wildcard receives ---- */

enum { MOST_CHOICES = 4096 };
static int choices[MOST_CHOICES], nchoices, decided;

void lmpi_check_choices(const char *text) {
    for (char *end; text && *text && nchoices < MOST_CHOICES; text = *end ? end + 1 : end) {
        choices[nchoices++] = (int)strtol(text, &end, 10);
        if (end == text)
            break;
    }
}

int lmpi_check_choose(int rank, const struct bsim_site *site, bool probes, lmpi_message *const *messages, int n) {
    int wanted = decided < nchoices ? choices[decided] : 0;
    decided++;
    lmpi_check_decided(n);
    if (wanted >= n)
        wanted = 0;
    if (n > 1) {
        check_place places[] = {
            {rank, site->call, site->address}, lmpi_check_sender(messages[0]), lmpi_check_sender(messages[1])};
        lmpi_check_found(CHECK_MESSAGE_RACE, "wildcard-race", 3, places, "a %s one message or another",
                         probes ? "probe of any rank may find" : "receive from any rank may take");
    }
    return wanted;
}

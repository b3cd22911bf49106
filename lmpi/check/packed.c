/* packed.c - data that MPI_Pack has packed are unpacked as what they were (MPI-4.0, 5.2).
 *
 * Each rank knows what it has packed, or received as packed, into which memory, with a copy of the bytes. If other
 * bytes are there now, the program or a call has put them there, and nothing is said of them. */
#include "lmpi/check/packed.h"

#include <string.h>

#include "bsim/base/alloc.h"

enum { MOST_PIECES = 1 << 16, MOST_BYTES = 16 << 20 };
static const int64_t most_kept = 256 << 20;

/* What one call has packed, or a message has brought. */
struct content {
    int refs;
    check_place place;
    check_signature signature; /* owned */
    int64_t size;
    unsigned char bytes[];
};
static int64_t kept; /* bytes of all contents */

struct check_piece {
    uintptr_t begin, end;
    struct content *content; /* a reference */
    int64_t offset;          /* of the piece in it */
};

/* ---- contents and pieces ---- */

/* Null if the data are too many, or not of known types. */
static struct content *content_new(const void *bytes, int64_t size, const check_signature *signature,
                                   check_place place) {
    bool known = !signature->unknown && size > 0 && size <= MOST_BYTES && kept + size <= most_kept;
    for (int i = 0; i < signature->count; i++)
        known = known && signature->at[i].type != MPI_PACKED;
    if (!known)
        return NULL;
    struct content *c = bsim_alloc(sizeof *c + (size_t)size);
    *c = (struct content){.place = place, .size = size};
    lmpi_check_signature_part(&c->signature, signature, 0, size);
    memcpy(c->bytes, bytes, (size_t)size);
    kept += size;
    return c;
}

static void unref(struct content *c) {
    if (--c->refs > 0)
        return;
    kept -= c->size;
    lmpi_check_signature_free(&c->signature);
    bsim_free(c);
}

void lmpi_check_packed_free(check_packed *packed) {
    for (int i = 0; i < packed->count; i++)
        unref(packed->at[i].content);
    bsim_free(packed->at);
    *packed = (check_packed){0};
}

/* The first piece that ends behind an address. */
static int find(const check_packed *packed, uintptr_t address) {
    int low = 0, high = packed->count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (packed->at[middle].end <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Puts a piece in the place of all that have a part of its memory. content null: there is nothing in their place. */
static void put(check_packed *packed, struct check_piece piece) {
    int first = find(packed, piece.begin), behind = first, more = piece.content != NULL;
    for (; behind < packed->count && packed->at[behind].begin < piece.end; behind++)
        unref(packed->at[behind].content);
    if (first == behind && packed->count >= MOST_PIECES)
        return;
    if (packed->count + more > packed->room) {
        packed->room = packed->room ? 2 * packed->room : 16;
        packed->at = bsim_realloc(packed->at, (size_t)packed->room * sizeof *packed->at);
    }
    if (packed->count > behind)
        memmove(&packed->at[first + more], &packed->at[behind], (size_t)(packed->count - behind) * sizeof *packed->at);
    packed->count += first + more - behind;
    if (more) {
        packed->at[first] = piece;
        piece.content->refs++;
    }
}

static check_packed *packed_of(int rank) {
    check_rank *r = &lmpi_check_ranks[rank];
    if (!r->packed)
        r->packed = bsim_alloc(sizeof *r->packed);
    return r->packed;
}

static void put_new(int rank, uintptr_t memory, int64_t size, struct content *content) {
    if (content || lmpi_check_ranks[rank].packed)
        put(packed_of(rank), (struct check_piece){memory, memory + (uintptr_t)size, content, 0});
    if (content && content->refs == 0) {
        content->refs = 1;
        unref(content);
    }
}

void lmpi_check_packed_forget(int rank, uintptr_t begin, uintptr_t end) {
    if (lmpi_check_ranks[rank].packed && begin < end)
        put(lmpi_check_ranks[rank].packed, (struct check_piece){.begin = begin, .end = end});
}

static bool is_there(const struct check_piece *piece) {
    return memcmp((const void *)piece->begin, piece->content->bytes + piece->offset, piece->end - piece->begin) == 0;
}

/* ---- messages ---- */

bool lmpi_check_may_be_packed(MPI_Datatype type) {
    return type == MPI_PACKED || type == MPI_BYTE || type == MPI_CHAR || type == MPI_SIGNED_CHAR ||
           type == MPI_UNSIGNED_CHAR;
}

check_packed lmpi_check_packed_taken(int rank, const void *memory, int64_t bytes) {
    const check_packed *own = lmpi_check_ranks[rank].packed;
    check_packed taken = {0};
    uintptr_t at = (uintptr_t)memory, end = at + (uintptr_t)bytes;
    for (int i = own ? find(own, at) : 0; own && i < own->count && own->at[i].begin <= at && at < end; i++) {
        struct check_piece piece = own->at[i];
        if (!is_there(&piece))
            break;
        piece.offset += (int64_t)(at - piece.begin);
        piece.end = piece.end < end ? piece.end : end;
        piece.begin = at - (uintptr_t)memory;
        at = piece.end;
        piece.end -= (uintptr_t)memory;
        put(&taken, piece);
    }
    return taken;
}

void lmpi_check_packed_given(int rank, const void *memory, int64_t bytes, const check_packed *packed) {
    uintptr_t begin = (uintptr_t)memory;
    lmpi_check_packed_forget(rank, begin, begin + (uintptr_t)bytes);
    for (int i = 0; i < packed->count && packed->at[i].begin < (uintptr_t)bytes; i++) {
        struct check_piece piece = packed->at[i];
        piece.end = piece.end < (uintptr_t)bytes ? piece.end : (uintptr_t)bytes;
        piece.begin += begin;
        piece.end += begin;
        put(packed_of(rank), piece);
    }
}

void lmpi_check_packed_given_types(int rank, const void *memory, const void *data, int64_t bytes,
                                   const check_signature *signature, check_place sender) {
    put_new(rank, (uintptr_t)memory, bytes, content_new(data, bytes, signature, sender));
}

/* ---- what is unpacked ---- */

/* Adds a part of a piece's signature. Returns false if it does not begin with an element. */
static bool add_part(check_signature *have, const struct check_piece *piece, uintptr_t from, uintptr_t end) {
    uintptr_t last = piece->end < end ? piece->end : end;
    return lmpi_check_signature_part(have, &piece->content->signature, piece->offset + (int64_t)(from - piece->begin),
                                     (int64_t)(last - from));
}

/* Compares packed data from a place on with what is wanted, as far as they are known. in_memory: they may have been
 * overwritten. */
static bool compare(const check_packed *packed, uintptr_t from, uintptr_t end, bool in_memory,
                    const check_signature *wanted, check_place here) {
    check_signature have = {0};
    char a[256], b[256];
    int first = find(packed, from), last = first;
    for (uintptr_t at = from; last < packed->count && at < end; at = packed->at[last++].end) {
        const struct check_piece *piece = &packed->at[last];
        if (piece->begin > at || (in_memory && !is_there(piece)) || !add_part(&have, piece, at, end))
            break;
    }
    bool fits = have.count == 0 || lmpi_check_fits(&have, wanted, true);
    check_signature part = {0};
    for (int i = first; !fits && i < last; i++) { /* the first piece that does not fit */
        add_part(&part, &packed->at[i], i == first ? from : packed->at[i].begin, end);
        if (lmpi_check_fits(&part, wanted, true))
            continue;
        lmpi_check_found(CHECK_PARAMETER_MATCHING, "packed-types-differ", 2,
                         (check_place[]){packed->at[i].content->place, here},
                         "the packed data are %s, and are %s as %s", lmpi_check_signature_text(&have, a, sizeof a),
                         in_memory ? "unpacked" : "received", lmpi_check_signature_text(wanted, b, sizeof b));
        break;
    }
    lmpi_check_signature_free(&part);
    lmpi_check_signature_free(&have);
    return fits;
}

void lmpi_check_packed_received(const check_packed *packed, const check_signature *wanted, check_place receiver) {
    compare(packed, 0, UINTPTR_MAX, false, wanted, receiver);
}

/* ---- calls ---- */

/* Arguments of MPI_Pack, MPI_Unpack and MPI_Pack_external. */
enum { PACK_COUNT = 1, PACK_TYPE, PACK_OUT, PACK_POSITION = 5 };
enum { UNPACK_IN, UNPACK_SIZE, UNPACK_POSITION, UNPACK_COUNT = 4, UNPACK_TYPE };
enum { EXTERNAL_OUT = 4, EXTERNAL_SIZE };

static void unpack(const check_call *call) {
    uintptr_t in = (uintptr_t)lmpi_check_shared_address(call->a[UNPACK_IN]);
    int64_t count = (int)call->a[UNPACK_COUNT], size = lmpi_type_size((MPI_Datatype)call->a[UNPACK_TYPE]);
    const check_packed *own = lmpi_check_ranks[bsim_self->id].packed;
    int position = own && call->a[UNPACK_POSITION] ? *(const int *)call->a[UNPACK_POSITION] : -1;
    check_signature wanted = {0};
    if (position < 0 || count <= 0 || size <= 0)
        return;
    lmpi_check_signature(&wanted, count, (MPI_Datatype)call->a[UNPACK_TYPE]);
    uintptr_t from = in + (uintptr_t)position;
    if (!compare(own, from, from + (uintptr_t)(count * size), true, &wanted, lmpi_check_here(call)))
        lmpi_check_packed_forget(bsim_self->id, in, in + (uintptr_t)(int)call->a[UNPACK_SIZE]); /* told once */
    lmpi_check_signature_free(&wanted);
}

static void forget_written(const check_call *call) {
    check_spans spans;
    lmpi_check_spans_of_call(call, true, &spans);
    for (int i = 0; i < spans.count; i++)
        lmpi_check_packed_forget(bsim_self->id, spans.at[i].begin, spans.at[i].end);
    lmpi_check_spans_free(&spans);
}

/* Whether a call may write memory without a message that tells what comes there. */
static bool writes_unseen(const check_call *call) {
    enum check_family family = check_function_of(call)->family;
    return family == CHECK_FAMILY_COLL || family == CHECK_FAMILY_ICOLL || family == CHECK_FAMILY_IO_DATA ||
           family == CHECK_FAMILY_RMA_DATA || call->id == CHECK_Sendrecv_replace || call->id == CHECK_Isendrecv_replace;
}

void lmpi_check_packed_enter(const check_call *call) {
    const check_packed *own = lmpi_check_ranks[bsim_self->id].packed;
    if (!own || own->count == 0)
        return;
    if (call->id == CHECK_Unpack) {
        unpack(call);
    } else if (call->id == CHECK_Pack_external) {
        uintptr_t out = (uintptr_t)lmpi_check_shared_address(call->a[EXTERNAL_OUT]);
        lmpi_check_packed_forget(bsim_self->id, out, out + (uintptr_t)call->a[EXTERNAL_SIZE]);
    } else if (writes_unseen(call)) {
        forget_written(call);
    }
}

void lmpi_check_packed_leave(const check_call *call) {
    if (call->id != CHECK_Pack || (int)call->a[PACK_COUNT] <= 0)
        return;
    int64_t bytes = (int)call->a[PACK_COUNT] * lmpi_type_size((MPI_Datatype)call->a[PACK_TYPE]);
    uintptr_t end =
        (uintptr_t)lmpi_check_shared_address(call->a[PACK_OUT]) + (uintptr_t)*(const int *)call->a[PACK_POSITION];
    const char *begin = (const char *)end - bytes;
    check_signature signature = {0};
    if (bytes <= 0)
        return;
    lmpi_check_signature(&signature, (int)call->a[PACK_COUNT], (MPI_Datatype)call->a[PACK_TYPE]);
    lmpi_check_packed_given_types(bsim_self->id, begin, begin, bytes, &signature, lmpi_check_here(call));
    lmpi_check_signature_free(&signature);
}

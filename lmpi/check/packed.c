/* packed.c - data that MPI_Pack has packed are unpacked as what they were (MPI-4.0, 5.2).
 *
 * Each rank knows what it has packed, or received as packed, into which memory, with a copy of the bytes. If other
 * bytes are there now, the program or a call has put them there, and nothing is said of them. */
#include "lmpi/check/packed.h"

#include <string.h>

#include "bsim/base/alloc.h"
#include "lmpi/datatype/external32.h"

enum { MOST_PIECES = 1 << 16, MOST_BYTES = 16 << 20 };
static const int64_t most_kept = 256 << 20;

/* What one call has packed, or a message has brought. */
struct content {
    int refs;
    check_place place;
    check_signature signature; /* owned */
    bool external;             /* in the representation "external32" */
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

/* The pieces themselves are being moved, by a function that the program may call, too: that is no write of its own. */
static volatile bool moving; /* the compiler takes memmove for a function that does not read it */

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
    moving = true;
    if (packed->count > behind)
        memmove(&packed->at[first + more], &packed->at[behind], (size_t)(packed->count - behind) * sizeof *packed->at);
    moving = false;
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

/* content null: nothing is known of what comes there. */
static void put_new(int rank, uintptr_t memory, int64_t size, struct content *content) {
    if (content || lmpi_check_ranks[rank].packed)
        put(packed_of(rank), (struct check_piece){memory, memory + (uintptr_t)size, content, 0});
    if (content && content->refs == 0) {
        content->refs = 1;
        unref(content);
    }
}

void lmpi_check_packed_forget(int rank, uintptr_t begin, uintptr_t end) {
    check_packed *packed = lmpi_check_ranks[rank].packed;
    if (packed && !moving && packed->count && begin < end && packed->at[0].begin < end &&
        packed->at[packed->count - 1].end > begin)
        put(packed, (struct check_piece){.begin = begin, .end = end});
}

static bool is_there(const struct check_piece *piece) {
    return memcmp((const void *)piece->begin, piece->content->bytes + piece->offset, piece->end - piece->begin) == 0;
}

/* ---- messages ---- */

bool lmpi_check_may_be_packed(MPI_Datatype type) {
    return type == MPI_PACKED || type == MPI_BYTE || type == MPI_CHAR || type == MPI_SIGNED_CHAR ||
           type == MPI_UNSIGNED_CHAR;
}

static check_packed cut(const check_packed *from, uintptr_t first, int64_t bytes, bool in_memory) {
    check_packed taken = {0};
    uintptr_t end = first + (uintptr_t)bytes;
    for (int i = find(from, first); i < from->count && from->at[i].begin < end; i++) {
        struct check_piece piece = from->at[i];
        if (in_memory && !is_there(&piece))
            continue;
        uintptr_t begin = piece.begin > first ? piece.begin : first, last = piece.end < end ? piece.end : end;
        piece.offset += (int64_t)(begin - piece.begin);
        piece.begin = begin - first;
        piece.end = last - first;
        put(&taken, piece);
    }
    return taken;
}

check_packed lmpi_check_packed_part(const check_packed *of, uintptr_t at, int64_t bytes) {
    return cut(of, at, bytes, false);
}

check_packed lmpi_check_packed_taken(int rank, const void *memory, int64_t bytes) {
    const check_packed *own = lmpi_check_ranks[rank].packed;
    return own ? cut(own, (uintptr_t)memory, bytes, true) : (check_packed){0};
}

void lmpi_check_packed_put(check_packed *to, uintptr_t begin, int64_t bytes, const check_packed *packed) {
    if (to->count)
        put(to, (struct check_piece){.begin = begin, .end = begin + (uintptr_t)bytes});
    for (int i = 0; i < packed->count && packed->at[i].begin < (uintptr_t)bytes; i++) {
        struct check_piece piece = packed->at[i];
        piece.end = piece.end < (uintptr_t)bytes ? piece.end : (uintptr_t)bytes;
        piece.begin += begin;
        piece.end += begin;
        put(to, piece);
    }
}

void lmpi_check_packed_given(int rank, const void *memory, int64_t bytes, const check_packed *packed) {
    uintptr_t begin = (uintptr_t)memory;
    lmpi_check_packed_forget(rank, begin, begin + (uintptr_t)bytes);
    if (packed->count)
        lmpi_check_packed_put(packed_of(rank), begin, bytes, packed);
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

/* A call of MPI_Pack, MPI_Unpack or their like. */
struct packing {
    bool unpacks, external;
    int64_t position; /* in the packed data: before the call, or behind it */
    uintptr_t packed;
    int64_t size, count; /* size: of the packed buffer */
    MPI_Datatype type;
};

/* Where the arguments are. */
enum { PACK_COUNT = 1, PACK_TYPE, PACK_OUT, PACK_SIZE, PACK_POSITION };
enum { UNPACK_IN, UNPACK_SIZE, UNPACK_POSITION, UNPACK_COUNT = 4, UNPACK_TYPE };

static bool read_packing(const check_call *call, struct packing *p) {
    bool unpacks = call->id == CHECK_Unpack || call->id == CHECK_Unpack_external;
    bool external = call->id == CHECK_Pack_external || call->id == CHECK_Unpack_external;
    const intptr_t *a = call->a + external; /* "external32" comes first */
    if (!unpacks && call->id != CHECK_Pack && call->id != CHECK_Pack_external)
        return false;
    intptr_t position = a[unpacks ? UNPACK_POSITION : PACK_POSITION], count = a[unpacks ? UNPACK_COUNT : PACK_COUNT],
             size = a[unpacks ? UNPACK_SIZE : PACK_SIZE];
    if (!position)
        return false;
    *p =
        (struct packing){.unpacks = unpacks,
                         .external = external,
                         .position = external || call->is_large ? *(const MPI_Count *)position : *(const int *)position,
                         .packed = (uintptr_t)lmpi_check_shared_address(a[unpacks ? UNPACK_IN : PACK_OUT]),
                         .size = external || call->is_large ? size : (int)size,
                         .count = call->is_large ? count : (int)count,
                         .type = (MPI_Datatype)a[unpacks ? UNPACK_TYPE : PACK_TYPE]};
    return p->position >= 0 && p->count > 0 && lmpi_type_size(p->type) > 0;
}

/* The bytes of the packed data. 0: they are not as many as those of the elements, since the numbers of a type have
 * another width in the other representation: of such data nothing is known. */
static int64_t bytes_of(const struct packing *p) {
    bool differs = p->external && lmpi_external32_lacks(p->type) != MPI_DATATYPE_NULL;
    return differs ? 0 : p->count * lmpi_type_size(p->type);
}

/* Data of one representation are unpacked as those of the other one. */
static bool check_representation(const struct packing *p, const check_packed *own, uintptr_t from,
                                 const check_call *call) {
    int first = find(own, from);
    const struct check_piece *piece = &own->at[first];
    if (first == own->count || piece->begin > from || piece->content->external == p->external || !is_there(piece))
        return true;
    lmpi_check_found(CHECK_PARAMETER_MATCHING, "packed-representations-differ", 2,
                     (check_place[]){piece->content->place, lmpi_check_here(call)},
                     "the data are packed %s, and unpacked %s", p->external ? "as they are" : "as external32",
                     p->external ? "as external32" : "as if they were not");
    return false;
}

static void unpack(const check_call *call, const struct packing *p) {
    const check_packed *own = lmpi_check_ranks[bsim_self->id].packed;
    int64_t bytes = bytes_of(p);
    uintptr_t from = p->packed + (uintptr_t)p->position;
    check_signature wanted = {0};
    lmpi_check_signature(&wanted, p->count, p->type);
    if (!check_representation(p, own, from, call) ||
        (bytes > 0 && !compare(own, from, from + (uintptr_t)bytes, true, &wanted, lmpi_check_here(call))))
        lmpi_check_packed_forget(bsim_self->id, p->packed, p->packed + (uintptr_t)p->size); /* told once */
    lmpi_check_signature_free(&wanted);
}

static void forget_spans(const check_spans *spans) {
    for (int i = 0; i < spans->count; i++)
        lmpi_check_packed_forget(bsim_self->id, spans->at[i].begin, spans->at[i].end);
}

static void forget_written(const check_call *call) {
    check_spans spans;
    lmpi_check_spans_of_call(call, true, &spans);
    forget_spans(&spans);
    lmpi_check_spans_free(&spans);
}

/* Of a collective in place what is there may be packed data of its own; those that come are known when all members are
 * there. */
static bool is_in_place(const check_call *call) {
    const char *roles = check_function_of(call)->roles;
    for (int i = 0; roles[i]; i++)
        if ((roles[i] == 'b' || roles[i] == 'r') && (const void *)call->a[i] == MPI_IN_PLACE)
            return true;
    return false;
}

/* Whether a call may write memory without a message that tells what comes there. */
static bool writes_unseen(const check_call *call) {
    enum check_family family = check_function_of(call)->family;
    if (family == CHECK_FAMILY_COLL || family == CHECK_FAMILY_ICOLL)
        return !is_in_place(call);
    return family == CHECK_FAMILY_IO_DATA || family == CHECK_FAMILY_RMA_DATA || call->id == CHECK_Sendrecv_replace ||
           call->id == CHECK_Isendrecv_replace;
}

static void forget_started(const check_call *call) {
    for (int i = 0; i < call->nseen; i++) {
        const check_request *r = lmpi_check_request_of(bsim_self->id, call->seen[i]);
        if (r && check_function_of(&r->call)->family == CHECK_FAMILY_COLL_INIT && !is_in_place(&r->call))
            forget_spans(&r->given[true]);
    }
}

void lmpi_check_packed_enter(const check_call *call) {
    const check_packed *own = lmpi_check_ranks[bsim_self->id].packed;
    struct packing p;
    if (!own || own->count == 0)
        return;
    if (read_packing(call, &p) && p.unpacks)
        unpack(call, &p);
    else if (check_function_of(call)->family == CHECK_FAMILY_P2P_START)
        forget_started(call);
    else if (writes_unseen(call))
        forget_written(call);
}

void lmpi_check_packed_leave(const check_call *call) {
    struct packing p;
    check_signature signature = {0};
    if (!read_packing(call, &p) || p.unpacks)
        return;
    int64_t bytes = bytes_of(&p);
    if (bytes == 0) {
        lmpi_check_packed_forget(bsim_self->id, p.packed, p.packed + (uintptr_t)p.position);
        return;
    }
    const void *begin = (const void *)(p.packed + (uintptr_t)(p.position - bytes));
    lmpi_check_signature(&signature, p.count, p.type);
    struct content *content = content_new(begin, bytes, &signature, lmpi_check_here(call));
    if (content)
        content->external = p.external;
    put_new(bsim_self->id, (uintptr_t)begin, bytes, content);
    lmpi_check_signature_free(&signature);
}

/* ---- copies ---- */

/* The checker copies memory itself, by the same functions. */
static bool is_at_work;

void lmpi_check_packed_copied(void *to, const void *from, size_t bytes, const void *site) {
    const check_rank *rank = lmpi_checker && bsim_self && !is_at_work ? &lmpi_check_ranks[bsim_self->id] : NULL;
    if (!rank || rank->depth || rank->current || !rank->packed) {
        lmpi_check_look(to, bytes, true, site);
        return;
    }
    is_at_work = true;
    const void *source = (const void *)lmpi_check_shared_address((intptr_t)from);
    check_packed packed = lmpi_check_packed_taken(bsim_self->id, source, (int64_t)bytes);
    lmpi_check_look(to, bytes, true, site);
    lmpi_check_packed_given(bsim_self->id, (const void *)lmpi_check_shared_address((intptr_t)to), (int64_t)bytes,
                            &packed);
    lmpi_check_packed_free(&packed);
    is_at_work = false;
}

/* Of the block that was freed last. */
static check_packed of_block;

void lmpi_check_packed_block_freed(const void *memory, size_t bytes) {
    is_at_work = true;
    lmpi_check_packed_free(&of_block);
    if (lmpi_check_ranks[bsim_self->id].packed) {
        of_block = lmpi_check_packed_taken(bsim_self->id, memory, (int64_t)bytes);
        lmpi_check_packed_forget(bsim_self->id, (uintptr_t)memory, (uintptr_t)memory + bytes);
    }
    is_at_work = false;
}

void lmpi_check_packed_block_moved(const void *memory, size_t bytes) {
    is_at_work = true;
    if (of_block.count)
        lmpi_check_packed_given(bsim_self->id, memory, (int64_t)bytes, &of_block);
    lmpi_check_packed_free(&of_block);
    is_at_work = false;
}

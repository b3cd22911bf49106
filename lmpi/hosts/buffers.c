/* buffers.c - the buffers of a call of a collective, as they travel. Data of derived datatypes, and blocks at places
 * that the program gives, are packed; there the member has stand-ins for its types (lmpi_type_stand_in), and its blocks
 * are one behind the other. What it receives is not looked at there, so it has no buffer for that. */
#include <string.h>

#include "lmpi/datatype/type_class.h"
#include "lmpi/hosts/letters.h"

/* One side of a call: its buffer, and what is in it. */
struct buffer {
    const void *at;
    enum lmpi_content content;
    int64_t count;
    MPI_Datatype type;
    const MPI_Datatype *types; /* BLOCKS: displs is in bytes; else NULL */
    const int *counts, *displs;
    int n;
};

struct block {
    const char *at;
    int64_t count;
    MPI_Datatype type;
};

static struct buffer sent(const lmpi_coll_call *c, const struct lmpi_shape *shape, int n) {
    bool none = c->send == MPI_IN_PLACE || (shape->root_sends && c->local != c->root);
    bool own = shape->send == LMPI_BLOCK || shape->send == LMPI_BLOCKS;
    return (struct buffer){.at = c->send,
                           .content = none ? LMPI_NOTHING : shape->send,
                           .count = own ? c->send_count : c->recv_count,
                           .type = own ? c->send_type : c->recv_type,
                           .types = own ? c->send_types : NULL,
                           .counts = own ? c->send_counts : c->recv_counts,
                           .displs = own ? c->send_displs : NULL,
                           .n = n};
}

static struct buffer received(const lmpi_coll_call *c, const struct lmpi_shape *shape, int n) {
    bool none = c->recv == MPI_IN_PLACE || (shape->root_receives && c->local != c->root);
    return (struct buffer){.at = c->recv,
                           .content = none ? LMPI_NOTHING : shape->recv,
                           .count = c->recv_count,
                           .type = c->recv_type,
                           .types = c->recv_types,
                           .counts = c->recv_counts,
                           .displs = c->recv_displs,
                           .n = n};
}

static bool is_basic(MPI_Datatype type) {
    return LMPI_TYPE_IS_BUILTIN(type) || (lmpi_type_of(type) && !lmpi_type_of(type)->key);
}

/* The bytes of an element as it travels: those of a basic type with its holes. */
static int64_t unit(MPI_Datatype type) {
    return is_basic(type) && !LMPI_TYPE_IS_BUILTIN(type) ? lmpi_type_of(type)->extent : lmpi_type_size(type);
}

/* Blocks that are not one behind the other. */
static bool has_places(const struct buffer *b) {
    return b->content == LMPI_BLOCKS && b->counts && b->displs;
}

static int64_t elements(const struct buffer *b) {
    int64_t sum = 0;
    if (b->content == LMPI_NOTHING)
        return 0;
    if (b->content == LMPI_VECTOR || b->content == LMPI_BLOCK)
        return b->count;
    if (!b->counts)
        return b->n * b->count;
    for (int i = 0; i < b->n; i++)
        sum += b->counts[i];
    return sum;
}

static int nblocks(const struct buffer *b) {
    return has_places(b) ? b->n : 1;
}

static struct block block_of(const struct buffer *b, int i) {
    if (!has_places(b))
        return (struct block){b->at, elements(b), b->type};
    if (b->counts[i] == 0) /* its type may be anything */
        return (struct block){b->at, 0, MPI_BYTE};
    MPI_Datatype type = b->types ? b->types[i] : b->type;
    int64_t place = b->displs[i] * (b->types ? 1 : lmpi_type_of(type)->extent);
    return (struct block){lmpi_displaced(b->at, place), b->counts[i], type};
}

static int64_t bytes_of(const struct block *k) {
    return k->count > 0 ? k->count * unit(k->type) : 0;
}

/* ---- types ---- */

/* A type that is not significant may be anything. 0 stands for it if it is none. */
static void put_type(lmpi_letter *l, MPI_Datatype type) {
    bool basic = type == 0 || is_basic(type);
    const MPI_Datatype handle = basic || lmpi_type_of(type) ? type : 0;
    basic |= handle == 0;
    LMPI_PUT(l, handle);
    LMPI_PUT(l, basic);
    if (basic)
        return;
    const MPI_Datatype consists_of = lmpi_type_basic(type);
    const int64_t size = lmpi_type_size(type);
    LMPI_PUT(l, consists_of);
    LMPI_PUT(l, size);
}

/* With a reference, which lmpi_type_release takes back. */
static MPI_Datatype take_type(lmpi_letter *l) {
    MPI_Datatype handle, consists_of;
    int64_t size;
    bool basic;
    LMPI_TAKE(l, handle);
    LMPI_TAKE(l, basic);
    if (basic)
        return handle;
    LMPI_TAKE(l, consists_of);
    LMPI_TAKE(l, size);
    return lmpi_type_stand_in(size, consists_of);
}

/* ---- one side ---- */

static void put_list(lmpi_letter *l, const int *list, int n) {
    const bool there = list != NULL;
    LMPI_PUT(l, there);
    if (there)
        lmpi_put(l, list, (size_t)n * sizeof *list);
}

/* The types of blocks, and where these are as they travel. */
static void put_places(lmpi_letter *l, const struct buffer *b) {
    const bool there = has_places(b), typed = there && b->types;
    uint32_t at = 0; /* more than it holds does not travel */
    LMPI_PUT(l, there);
    LMPI_PUT(l, typed);
    for (int i = 0; there && i < b->n; i++) {
        const struct block k = block_of(b, i);
        const int place = (int)at;
        LMPI_PUT(l, place);
        if (typed)
            put_type(l, k.count > 0 ? k.type : 0);
        at += (uint32_t)(typed ? bytes_of(&k) : k.count);
    }
}

static bool has_memory(const struct buffer *b) {
    for (int i = 0; i < nblocks(b); i++) {
        const struct block k = block_of(b, i);
        if (bytes_of(&k) > 0)
            return lmpi_type_has_memory(has_places(b) && !b->types ? b->at : k.at, k.type);
    }
    return false;
}

/* leading: at most so many bytes; 0: all. room: what these are the first ones of. */
static void put_data(lmpi_letter *l, const struct buffer *b, bool travels, int leading) {
    size_t room = 0;
    travels = travels && has_memory(b);
    for (int i = 0; travels && i < nblocks(b); i++) {
        const struct block k = block_of(b, i);
        room += (size_t)bytes_of(&k);
    }
    const size_t bytes = leading > 0 && (size_t)leading < room ? (size_t)leading : room;
    LMPI_PUT(l, room);
    LMPI_PUT(l, bytes);
    for (int i = 0; travels && i < nblocks(b); i++) {
        const struct block k = block_of(b, i);
        size_t n = (size_t)bytes_of(&k);
        if (bytes < room)
            n = bytes; /* there is one block */
        if (is_basic(k.type))
            lmpi_put(l, k.at, n);
        else if (n > 0)
            lmpi_type_pack(k.at, k.count, k.type, lmpi_put_room(l, n));
    }
}

static void put_side(lmpi_letter *l, const struct buffer *b, bool travels, int leading) {
    bool listed = b->content == LMPI_BLOCKS || b->content == LMPI_SUM;
    put_list(l, listed ? b->counts : NULL, b->n);
    put_places(l, b);
    put_data(l, b, travels, leading);
}

void lmpi_hosts_put_buffers(lmpi_letter *l, const lmpi_coll_call *c, const struct lmpi_shape *shape, int n) {
    const struct buffer send = sent(c, shape, n), recv = received(c, shape, n);
    bool reads_recv = c->send == MPI_IN_PLACE || (shape->send == LMPI_NOTHING && c->local == c->root);
    put_type(l, c->send_type);
    put_type(l, c->recv_type);
    for (int i = 0; i < 2; i++)
        put_type(l, c->type[i]);
    put_side(l, &send, c->real, 0);
    put_side(l, &recv, c->real && reads_recv, c->leading);
}

/* ---- there ---- */

static const int *take_list(lmpi_letter *l, lmpi_coll_call *c, int n) {
    bool there;
    LMPI_TAKE(l, there);
    if (!there)
        return NULL;
    int *list = lmpi_hosts_keep(c, (size_t)n * sizeof *list);
    lmpi_take(l, list, (size_t)n * sizeof *list);
    return list;
}

static const int *take_places(lmpi_letter *l, lmpi_coll_call *c, int n, const MPI_Datatype **types) {
    bool there, typed;
    LMPI_TAKE(l, there);
    LMPI_TAKE(l, typed);
    *types = NULL;
    if (!there)
        return NULL;
    int *places = lmpi_hosts_keep(c, (size_t)n * sizeof *places);
    MPI_Datatype *list = typed ? lmpi_hosts_keep(c, (size_t)n * sizeof *list) : NULL;
    for (int i = 0; i < n; i++) {
        LMPI_TAKE(l, places[i]);
        if (typed)
            list[i] = take_type(l);
    }
    *types = list;
    return places;
}

/* NULL: it has none, or nobody looks at it. */
static void *take_data(lmpi_letter *l, lmpi_coll_call *c) {
    size_t room, bytes;
    LMPI_TAKE(l, room);
    LMPI_TAKE(l, bytes);
    if (room == 0)
        return NULL;
    void *data = lmpi_hosts_keep(c, room);
    lmpi_take(l, data, bytes);
    return data;
}

void lmpi_hosts_take_buffers(lmpi_letter *l, lmpi_coll_call *c, int n) {
    bool send_in_place = c->send == MPI_IN_PLACE, recv_in_place = c->recv == MPI_IN_PLACE;
    c->send_type = take_type(l);
    c->recv_type = take_type(l);
    for (int i = 0; i < 2; i++) {
        c->type[i] = take_type(l);
        lmpi_type_release(c->type[i]); /* the call has another reference, in one of its types */
    }
    c->send_counts = take_list(l, c, n);
    c->send_displs = take_places(l, c, n, &c->send_types);
    c->send = take_data(l, c);
    c->recv_counts = take_list(l, c, n);
    c->recv_displs = take_places(l, c, n, &c->recv_types);
    c->recv = take_data(l, c);
    if (send_in_place)
        c->send = MPI_IN_PLACE;
    if (recv_in_place)
        c->recv = MPI_IN_PLACE;
}

static void release_all(const MPI_Datatype *types, int n) {
    for (int i = 0; types && i < n; i++)
        lmpi_type_release(types[i]);
}

void lmpi_hosts_release_types(const lmpi_coll_call *c) {
    lmpi_type_release(c->send_type);
    lmpi_type_release(c->recv_type);
    release_all(c->send_types, c->send_parts);
    release_all(c->recv_types, c->recv_parts);
}

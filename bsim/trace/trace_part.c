/* trace_part.c - writes the part of a rank: equal calls are written once. */
#include "bsim/trace/trace_part.h"

#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/base/fnv.h"
#include "bsim/trace/trace_stream.h"

static void put(struct bsim_trace_part *p, int64_t value) {
    bsim_bytes_put(&p->bytes, value);
}

static void put_text(struct bsim_bytes *b, const char *text) {
    bsim_bytes_put(b, (int64_t)strlen(text));
    bsim_bytes_add(b, text, strlen(text));
}

void bsim_trace_put_head(struct bsim_bytes *b, const struct bsim_trace_head *head, int rank) {
    bsim_bytes_add(b, TRACE_PART_MAGIC, sizeof TRACE_PART_MAGIC - 1);
    bsim_bytes_put(b, rank);
    bsim_bytes_put(b, head->nrank);
    put_text(b, head->program);
    bsim_bytes_put(b, head->nfunction);
    for (int i = 0; i < head->nfunction; i++) {
        put_text(b, head->function[i]);
        put_text(b, head->roles[i]);
    }
    bsim_bytes_put(b, head->is_exact);
}

void bsim_trace_put_type(struct bsim_bytes *b, const struct bsim_trace_type *type) {
    bsim_bytes_put(b, TRACE_TYPE);
    bsim_bytes_put(b, type->builtin);
    bsim_bytes_put(b, type->size_bytes);
    bsim_bytes_put(b, type->extent_bytes);
    bsim_bytes_put(b, type->is_contiguous);
}

void bsim_trace_put_site(struct bsim_bytes *b, const char *text) {
    bsim_bytes_put(b, TRACE_SITE);
    bsim_bytes_put(b, -1);
    put_text(b, text);
}

void bsim_trace_put_note(struct bsim_bytes *b, const char *text) {
    bsim_bytes_put(b, TRACE_NOTE);
    put_text(b, text);
}

void bsim_trace_part_start(struct bsim_trace_part *p, const struct bsim_trace_head *head, int rank) {
    p->head = head;
    p->bytes.n = 0;
    p->ntype = p->nsite = p->ncall = 0;
    p->ntext = 0;
    for (int i = 0; i < p->nbucket; i++)
        p->bucket[i] = -1;
    bsim_trace_put_head(&p->bytes, head, rank);
}

int bsim_trace_part_type(struct bsim_trace_part *p, const struct bsim_trace_type *type) {
    bsim_trace_put_type(&p->bytes, type);
    return p->ntype++;
}

int bsim_trace_part_site(struct bsim_trace_part *p, const char *text) {
    bsim_trace_put_site(&p->bytes, text);
    return ++p->nsite;
}

void bsim_trace_part_note(struct bsim_trace_part *p, const char *text) {
    bsim_trace_put_note(&p->bytes, text);
}

static void rehash(struct bsim_trace_part *p) {
    p->nbucket = p->nbucket ? 4 * p->nbucket : 256;
    p->bucket = bsim_realloc(p->bucket, (size_t)p->nbucket * sizeof *p->bucket);
    p->call = bsim_realloc(p->call, (size_t)p->nbucket * sizeof *p->call);
    for (int i = 0; i < p->nbucket; i++)
        p->bucket[i] = -1;
    for (int i = 0; i < p->ncall; i++) {
        int *bucket = &p->bucket[p->call[i].hash & (uint64_t)(p->nbucket - 1)];
        p->call[i].next = *bucket;
        *bucket = i;
    }
}

/* The numbers of a call behind those of the others; returns how many they are. */
static size_t write_text(struct bsim_trace_part *p, const struct bsim_trace_event *e) {
    size_t namounts = p->head->is_exact ? 1 + 2 * (size_t)e->namounts : 0, n = 3 + (size_t)e->nargs + namounts;
    if (p->ntext + n > p->text_room) {
        p->text_room = 2 * (p->ntext + n);
        p->text = bsim_realloc(p->text, p->text_room * sizeof *p->text);
    }
    int64_t *at = p->text + p->ntext;
    *at++ = e->function;
    *at++ = e->site;
    *at++ = e->nargs;
    for (int i = 0; i < e->nargs; i++)
        *at++ = e->args[i];
    if (p->head->is_exact)
        *at++ = e->namounts;
    for (int i = 0; p->head->is_exact && i < 2 * e->namounts; i++)
        *at++ = e->amounts[i];
    return n;
}

static int call_number(struct bsim_trace_part *p, const struct bsim_trace_event *e) {
    size_t n = write_text(p, e);
    const int64_t *text = p->text + p->ntext;
    uint64_t hash = BSIM_FNV_START;
    for (size_t i = 0; i < n; i++)
        hash = bsim_fnv_word(hash, (uint64_t)text[i]);
    hash ^= hash >> 32;
    if (p->ncall == p->nbucket)
        rehash(p);
    int *bucket = &p->bucket[hash & (uint64_t)(p->nbucket - 1)];
    for (int i = *bucket; i >= 0; i = p->call[i].next)
        if (p->call[i].hash == hash && p->call[i].n == n &&
            memcmp(p->text + p->call[i].at, text, n * sizeof *text) == 0)
            return i;
    put(p, TRACE_CALL);
    for (size_t i = 0; i < n; i++)
        put(p, text[i]);
    p->call[p->ncall] = (struct bsim_trace_part_call){p->ntext, n, hash, *bucket};
    p->ntext += n;
    return *bucket = p->ncall++;
}

void bsim_trace_part_call(struct bsim_trace_part *p, const struct bsim_trace_event *e) {
    int number = call_number(p, e);
    put(p, TRACE_EVENT + number);
    put(p, e->gap_ns);
    put(p, e->inside_ns);
}

void bsim_trace_part_complete(struct bsim_trace_part *p) {
    put(p, TRACE_END);
}

void bsim_trace_part_end(struct bsim_trace_part *p) {
    bsim_bytes_free(&p->bytes);
    bsim_free(p->call);
    bsim_free(p->bucket);
    bsim_free(p->text);
}

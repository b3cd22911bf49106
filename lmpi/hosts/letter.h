/* letter.h - the bytes of a letter between hosts. All hosts run the same executable, so what lies in it travels as its
 * distance from the beginning. */
#ifndef LMPI_LETTER_H
#define LMPI_LETTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/kernel/engine.h"
#include "bsim/stat/stat.h"

enum lmpi_letter_kind {
    LMPI_LETTER_MESSAGE,    /* eager */
    LMPI_LETTER_RENDEZVOUS, /* its request and data */
    LMPI_LETTER_SENT,       /* the times of a rendezvous */
    LMPI_LETTER_CALL,       /* of a collective */
    LMPI_LETTER_FREED       /* a communicator, by a member */
};

typedef struct lmpi_letter {
    char *bytes;
    size_t n, room; /* n: written, or read so far */
} lmpi_letter;

/* Where n bytes go that are written next. Valid until more is put. */
static inline void *lmpi_put_room(lmpi_letter *l, size_t n) {
    if (l->n + n > l->room) {
        l->room = 2 * (l->n + n) + 64;
        l->bytes = bsim_realloc(l->bytes, l->room);
    }
    l->n += n;
    return l->bytes + l->n - n;
}

static inline void lmpi_put(lmpi_letter *l, const void *value, size_t n) {
    if (n > 0)
        memcpy(lmpi_put_room(l, n), value, n);
}

/* Valid as long as the letter is; not aligned. */
static inline const void *lmpi_take_bytes(lmpi_letter *l, size_t n) {
    bsim_check(l->n + n <= l->room);
    l->n += n;
    return l->bytes + l->n - n;
}

static inline void lmpi_take(lmpi_letter *l, void *value, size_t n) {
    if (n > 0)
        memcpy(value, lmpi_take_bytes(l, n), n);
}

#define LMPI_PUT(letter, value) lmpi_put(letter, &(value), sizeof(value))
#define LMPI_TAKE(letter, value) lmpi_take(letter, &(value), sizeof(value))

static inline void lmpi_put_times(lmpi_letter *l, const double *times) {
    lmpi_put(l, times, (size_t)bsim_context.nscen * sizeof *times);
}
static inline void lmpi_take_times(lmpi_letter *l, double *times) {
    lmpi_take(l, times, (size_t)bsim_context.nscen * sizeof *times);
}

static inline bool lmpi_is_in_executable(const void *place) {
    extern const char __executable_start[], _end[];
    return (const char *)place > __executable_start && (const char *)place < _end;
}

/* An address in the executable; NULL stays so. */
static inline void lmpi_put_place(lmpi_letter *l, const void *place) {
    extern const char __executable_start[];
    const char *at = place;
    bsim_check(!at || lmpi_is_in_executable(at));
    int64_t offset = at ? at - __executable_start : 0;
    LMPI_PUT(l, offset);
}
static inline const void *lmpi_take_place(lmpi_letter *l) {
    extern const char __executable_start[];
    int64_t offset;
    LMPI_TAKE(l, offset);
    return offset ? __executable_start + offset : NULL;
}

static inline void lmpi_put_site(lmpi_letter *l, const struct bsim_site *site) {
    lmpi_put_place(l, site->address);
    lmpi_put_place(l, site->call);
}
static inline struct bsim_site *lmpi_take_site(lmpi_letter *l) {
    const void *address = lmpi_take_place(l), *call = lmpi_take_place(l);
    return bsim_site_at(address, call);
}

#endif

/* program_heap.c - malloc, free and their like for the simulated program (bsimcc links with --wrap for each).
 *
 * A process of its own would get memory that is zeroed by the system, or holds what the program left there. Some
 * programs read memory that they never wrote (NAS DT does). Here all ranks share one heap, and results must not depend
 * on the host or on the order of the ranks. So memory is zeroed. But a rank keeps some of the larger blocks that it
 * frees, with their contents, for its own next allocations: many skeletons allocate a work array in each step and use
 * few of its elements, and such an array is not cleared each time.
 *
 * In a shared heap a rank that writes beyond a block harms other ranks. So each block has a trailer of 24 bytes, called
 * its end, which is checked when the block is released. Blocks are ordinary blocks of the C library, which may release
 * them itself (getline does). Blocks that the library has made, and the program releases, have no end. */
#include "bsim/process/program_heap.h"

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#include "bsim/base/alloc.h"
#include "bsim/kernel/engine.h"
#include "bsim/kernel/fiber.h"
#include "bsim/kernel/private.h"
#include "bsim/base/warn.h"

void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
void *__wrap_reallocarray(void *memory, size_t count, size_t size);
void __wrap_free(void *memory);
char *__wrap_strdup(const char *text);
char *__wrap_strndup(const char *text, size_t most);
size_t __wrap_malloc_usable_size(void *memory);
ssize_t __wrap_getline(char **line, size_t *size, FILE *stream);
ssize_t __wrap_getdelim(char **line, size_t *size, int end, FILE *stream);
ssize_t __wrap___getdelim(char **line, size_t *size, int end, FILE *stream);
ssize_t __real_getdelim(char **line, size_t *size, int end, FILE *stream) __attribute__((weak));

#define SITE __builtin_return_address(0)

/* ---- ends ---- */

/* The end of a block: the last bytes of the block that the C library gave. */
struct end {
    uint64_t canary[2], mark;
};

/* Larger blocks have no end, which could be the only data in their last page. */
enum { END = sizeof(struct end), MOST_WITH_END = 252 << 10, ROOM_LOOKED_AT = 16 };
/* The bits of a mark: the rank that allocated the block, the number of bytes between the block and its end (its room),
 * and a check sum of both and the address. */
enum { RANK_BITS = 25, ROOM_BITS = 8, CHECK_BITS = 64 - RANK_BITS - ROOM_BITS, MOST_ROOM = (1 << ROOM_BITS) - 1 };

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { MAY_HAVE_ENDS = 0 }; /* the sanitizer finds such errors */
#else
enum { MAY_HAVE_ENDS = 1 };
#endif

BSIM_OF_SHARD const char *bsim_heap_asked;
static bool has_ends; /* the heap has glibc's layout, so blocks get ends */
extern const char __executable_start[], end_of_program[] __asm__("end");

/* A hash of a block's address, from which canary and check sum are made. The canary has no zero byte, so it shows the
 * final zero of a string that is one byte too long. */
static inline uint64_t hash_of(const void *memory) {
    return (uintptr_t)memory * 0x9e3779b97f4a7c15u;
}
static inline uint64_t canary_of(uint64_t hash) {
    return hash | 0x0101010101010101u;
}

static inline uint64_t mark_of(uint64_t hash, uint64_t said) {
    return said << CHECK_BITS | ((hash ^ said * 0xbf58476d1ce4e5b9u) >> (64 - CHECK_BITS));
}

static inline unsigned room_of(uint64_t mark) {
    return (unsigned)(mark >> CHECK_BITS) & MOST_ROOM;
}
static inline unsigned rank_of(uint64_t mark) {
    return (unsigned)(mark >> (CHECK_BITS + ROOM_BITS));
}

/* The number of the running rank, from 1; 0: none runs. */
static inline unsigned rank_now(void) {
    return bsim_self ? ((unsigned)bsim_self->id + 1) & ((1u << RANK_BITS) - 1) : 0;
}

/* The word in front of a block, glibc's "chunk size": the distance to this word of the next block, a multiple of 16,
 * and three bits. 1: the block in front is in use; 2: the block was mapped by itself; 4: it is in another thread's
 * heap. */
enum { BEFORE_IN_USE = 1, MAPPED = 2, SIZE_BITS = 15, LEAST_SIZE = 16 };

static inline size_t word_of(const void *memory) {
    return ((const size_t *)memory)[-1];
}
/* The usable bytes of a block that is not MAPPED. */
static inline size_t usable_by(size_t word) {
    return (word & ~(size_t)SIZE_BITS) - sizeof word;
}

static inline struct end *end_at(void *memory, size_t usable) {
    return (struct end *)(void *)((char *)memory + usable - END);
}

/* Writes the end of a block of size bytes. The first bytes between block and end are set to zero. */
static inline void *with_end(void *memory, size_t size) {
    size_t word = memory ? word_of(memory) : MAPPED;
    if (word & MAPPED)
        return memory;
    size_t usable = usable_by(word), room = usable - END - size;
    struct end *e = end_at(memory, usable);
    uint64_t hash = hash_of(memory);
    if (__builtin_expect(room > MOST_ROOM, 0)) { /* does not happen for blocks allocated here */
        e->mark = 0;
        return memory;
    }
    memset((char *)memory + size, 0, ROOM_LOOKED_AT); /* if room is shorter, the end overwrites the rest */
    e->canary[0] = e->canary[1] = canary_of(hash);
    e->mark = mark_of(hash, (uint64_t)rank_now() << ROOM_BITS | room);
    return memory;
}

/* The size that the program asked for, from the block's end; SIZE_MAX if it has none. */
static inline size_t size_of(void *memory, uint64_t hash) {
    size_t word = has_ends ? word_of(memory) : MAPPED, usable = usable_by(word);
    if ((word & MAPPED) || usable < END || usable > MOST_WITH_END + 2 * MOST_ROOM)
        return SIZE_MAX;
    uint64_t mark = end_at(memory, usable)->mark;
    return mark == mark_of(hash, mark >> CHECK_BITS) ? usable - END - room_of(mark) : SIZE_MAX;
}

static inline bool is_overwritten(const struct end *e, uint64_t hash) {
    unsigned room = room_of(e->mark);
    uint64_t first[2];
    memcpy(first, (const char *)e - room, sizeof first);
    if (room < 16) /* the canary follows after room bytes */
        first[1] &= room > 8 ? ((uint64_t)1 << 8 * (room - 8)) - 1 : 0;
    if (room < 8)
        first[0] &= ((uint64_t)1 << 8 * room) - 1;
    return first[0] || first[1] || e->canary[0] != canary_of(hash) || e->canary[1] != canary_of(hash);
}

static inline bool is_word(size_t word) {
    return !(word & 8) && (word & ~(size_t)SIZE_BITS) >= LEAST_SIZE && word >> 46 == 0;
}

/* The word of the next block, which follows the last byte of this one. */
static inline size_t next_word(const void *memory, size_t usable) {
    size_t word;
    memcpy(&word, (const char *)memory + usable, sizeof word);
    return word;
}

static inline bool next_is_sound(const void *memory, size_t usable) {
    size_t word = next_word(memory, usable);
    return is_word(word) && (word & BEFORE_IN_USE) && !(word & MAPPED);
}

/* Checks a pointer without an end: either the C library has made the block, or it is not a block. Returns the usable
 * bytes. */
static size_t check_other(void *memory, const char *call, const void *site) {
    const char *where = bsim_fiber_is_stack(memory) ? "a variable on a stack"
                        : bsim_private_holds(memory) ||
                                ((const char *)memory >= __executable_start && (const char *)memory < end_of_program)
                            ? "static data"
                        : (uintptr_t)memory % _Alignof(max_align_t) ? "the middle of a block"
                                                                    : NULL;
    if (where)
        bsim_fatal_near(BSIM_EXIT_CRASH, site, "%s of a pointer that no malloc gave: it points to %s", call, where);
    size_t word = has_ends ? word_of(memory) : MAPPED, usable = usable_by(word);
    if (!(word & MAPPED) && is_word(word) && !is_word(next_word(memory, usable)))
        bsim_fatal_near(BSIM_EXIT_CRASH, site, "%s of a block of %zu bytes that is written behind its end", call,
                        usable);
    usable = bsim_usable(memory);
    if (usable == 0)
        bsim_fatal_near(BSIM_EXIT_CRASH, site, "%s of a block that is free already, or of no beginning of a block",
                        call);
    return usable;
}

static void __attribute__((cold)) warn_of_other_rank(const char *call, const void *site) {
    bsim_warn("%s (%s) of a block that another rank has taken from malloc: it may be freed twice, or found through "
              "static data that ranks share",
              call, bsim_site_name(site));
}

/* Checks a block before it is released or resized. Returns its usable bytes. *size: the size that the program asked
 * for, or SIZE_MAX if not known. */
static size_t check(void *memory, const char *call, const void *site, size_t *size) {
    uint64_t hash = hash_of(memory);
    size_t usable;
    bsim_heap_asked = call;
    *size = size_of(memory, hash);
    if (*size == SIZE_MAX) {
        usable = check_other(memory, call, site);
        bsim_heap_asked = NULL;
        return usable;
    }
    bsim_heap_asked = NULL;
    usable = usable_by(word_of(memory));
    struct end *e = end_at(memory, usable);
    if (is_overwritten(e, hash) || !next_is_sound(memory, usable))
        bsim_fatal_near(BSIM_EXIT_CRASH, site, "%s of a block of %zu bytes that is written behind its end", call,
                        *size);
    unsigned rank = rank_of(e->mark);
    if (__builtin_expect(rank != rank_now() && rank && bsim_self, 0))
        warn_of_other_rank(call, site);
    *e = (struct end){{0, 0}, 0}; /* the library may use the memory for a block of its own, without an end */
    return usable;
}

/* ---- blocks that a rank keeps ---- */

/* Blocks that may be kept have sizes in units: a block of n units has at least n * UNIT + SLACK bytes. glibc sometimes
 * makes a block 16 bytes larger than asked for, which depends on the other ranks. The number of units does not. */
enum { UNIT = 64, SLACK = 40, LEAST_UNITS = 4096 / UNIT };
enum { MOST_UNITS_OF_A_RANK = (64 << 10) / UNIT, MOST_UNITS = (256 << 20) / UNIT };

/* At the start of a kept block. */
struct kept {
    struct kept *next;
    size_t units;
};

static size_t most_units;         /* most units that a rank keeps; depends on the number of ranks only */
static struct kept **kept_blocks; /* list for each rank */

static bool may_be_kept(size_t units) {
    return bsim_self && units >= LEAST_UNITS && units <= most_units;
}

/* Takes a kept block of this size from the running rank's list. NULL if there is none. */
static void *take(size_t units) {
    for (struct kept **place = &kept_blocks[bsim_self->id], *k; (k = *place); place = &k->next) {
        if (k->units == units) {
            *place = k->next;
            return memset(k, 0, sizeof *k);
        }
    }
    return NULL;
}

static void keep(void *memory, size_t units, const void *site) {
    struct kept **list = &kept_blocks[bsim_self->id];
    size_t sum = units;
    for (struct kept *k = *list; k; k = k->next) {
        if (k == memory)
            bsim_fatal_near(BSIM_EXIT_CRASH, site, "free of a block that is free already");
        sum += k->units;
    }
    if (sum > most_units) {
        for (struct kept *k = *list, *next; k; k = next) {
            next = k->next;
            bsim_free(k);
        }
        *list = NULL;
    }
    struct kept *k = memory;
    *k = (struct kept){*list, units};
    *list = k;
}

/* ---- the program's functions ---- */

void bsim_program_heap_init(int np) {
    kept_blocks = bsim_reserve((size_t)np * sizeof *kept_blocks);
    most_units = MOST_UNITS / (size_t)np;
    if (most_units > MOST_UNITS_OF_A_RANK)
        most_units = MOST_UNITS_OF_A_RANK;
#ifdef __SANITIZE_ADDRESS__
    most_units = 0; /* the sanitizer must see all calls of free */
#endif
    void *probe = bsim_alloc(100);
    size_t usable = bsim_usable(probe);
    has_ends = MAY_HAVE_ENDS && usable >= 100 && usable_by(word_of(probe)) == usable && next_is_sound(probe, usable);
    bsim_free(probe);
}

static bool gets_end(size_t size) {
    return has_ends && size <= MOST_WITH_END;
}

static void *allocate(size_t size) {
    return gets_end(size) ? with_end(bsim_alloc_program(size + END), size) : bsim_alloc_program(size);
}

void *__wrap_malloc(size_t size) {
    size_t wanted = gets_end(size) ? size + END : size, units = (wanted + UNIT - 1 - SLACK) / UNIT;
    if (!may_be_kept(units))
        return allocate(size);
    void *memory = take(units);
    if (!memory)
        memory = bsim_alloc_program(units * UNIT + SLACK);
    return gets_end(size) ? with_end(memory, size) : memory;
}

void *__wrap_calloc(size_t count, size_t size) {
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    return allocate(bytes);
}

void (*bsim_heap_frees)(const void *memory, size_t bytes, const void *site);
void (*bsim_heap_resized)(const void *memory, size_t bytes);

static void release(void *memory, const void *site) {
    if (!memory)
        return;
    size_t asked, bytes = check(memory, "free", site, &asked);
    if (bsim_heap_frees)
        bsim_heap_frees(memory, bytes, site);
    size_t units = bytes < SLACK || !most_units ? 0 : (bytes - SLACK) / UNIT;
    if (may_be_kept(units))
        keep(memory, units, site);
    else
        bsim_free(memory);
}

void __wrap_free(void *memory) {
    release(memory, SITE);
}

/* realloc; the added bytes are zeroed. */
static void *resize(void *memory, size_t size, const void *site) {
    if (!memory)
        return __wrap_malloc(size);
    if (size == 0) {
        release(memory, site);
        return NULL;
    }
    size_t before, bytes = check(memory, "realloc", site, &before);
    if (bsim_heap_frees)
        bsim_heap_frees(memory, bytes, site);
    void *moved = bsim_realloc_program(memory, gets_end(size) ? size + END : size);
    if (!moved) {
        if (before != SIZE_MAX)
            with_end(memory, before);
        return NULL;
    }
    if (bsim_heap_resized)
        bsim_heap_resized(moved, size);
    if (!gets_end(size))
        return moved; /* the added part of a large block comes fresh from the system */
    if (size > before)
        memset((char *)moved + before, 0, size - before);
    return with_end(moved, size);
}

void *__wrap_realloc(void *memory, size_t size) {
    return resize(memory, size, SITE);
}

void *__wrap_reallocarray(void *memory, size_t count, size_t size) {
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    return resize(memory, bytes, SITE);
}

char *__wrap_strndup(const char *text, size_t most) {
    size_t n = strnlen(text, most);
    char *copy = __wrap_malloc(n + 1);
    if (copy) {
        memcpy(copy, text, n);
        copy[n] = 0;
    }
    return copy;
}

char *__wrap_strdup(const char *text) {
    return __wrap_strndup(text, SIZE_MAX);
}

/* getline and getdelim resize the block that they are given, which from then on is one of the C library. */
static void hand_over(char *const *memory, const void *site) {
    size_t size;
    if (*memory)
        check(*memory, "getline", site, &size);
}

ssize_t __wrap_getline(char **line, size_t *size, FILE *stream) {
    hand_over(line, SITE);
    return __real_getdelim(line, size, '\n', stream);
}

ssize_t __wrap_getdelim(char **line, size_t *size, int end, FILE *stream) {
    hand_over(line, SITE);
    return __real_getdelim(line, size, end, stream);
}

/* The C library's headers may turn both into this function. */
ssize_t __wrap___getdelim(char **line, size_t *size, int end, FILE *stream) {
    hand_over(line, SITE);
    return __real_getdelim(line, size, end, stream);
}

size_t __wrap_malloc_usable_size(void *memory) {
    size_t size = memory ? size_of(memory, hash_of(memory)) : 0;
    return size == SIZE_MAX ? bsim_usable(memory) : size;
}

size_t bsim_heap_block_size(const void *address) {
    const char *top = sbrk(0), *memory = address;
    if (!has_ends || (uintptr_t)memory % _Alignof(max_align_t) || memory < end_of_program || memory >= top)
        return SIZE_MAX;
    size_t word = word_of(memory);
    if ((word & MAPPED) || !is_word(word) || usable_by(word) > (size_t)(top - memory))
        return SIZE_MAX;
    return size_of((void *)(uintptr_t)memory, hash_of(memory));
}

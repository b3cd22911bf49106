/* program_heap.c - the program's malloc and free (bsimcc links with --wrap for both).
 *
 * In a process of its own a program gets its memory fresh from the system, zeroed, or as it left it itself. Programs
 * that read what they never wrote (NAS DT does) must compute here as they would there, on every host and in any order
 * of the ranks; but here ranks share one heap. So memory is zeroed, and of what a rank frees it keeps some blocks of
 * several pages for itself, as it left them: a work array of which a skeleton uses a few elements, made again in each
 * step, is neither cleared nor brought through the cache each time. */
#include "bsim/program_heap.h"

#include <malloc.h>
#include <string.h>

#include "bsim/alloc.h"
#include "bsim/engine.h"

void *__wrap_malloc(size_t size);
void __wrap_free(void *memory);

/* Sizes of blocks that may be kept are counted in units: n units have room for n * UNIT + SLACK bytes. The C library
 * makes a block 16 bytes larger than asked for if no other block fits behind it, which depends on the other ranks; the
 * number of units does not. */
enum { UNIT = 64, SLACK = 40, LEAST_UNITS = 4096 / UNIT };
enum { MOST_UNITS_OF_A_RANK = (64 << 10) / UNIT, MOST_UNITS = (256 << 20) / UNIT };

/* At the start of a kept block. */
struct kept {
    struct kept *next;
    size_t units;
};

static size_t most_units;         /* that a rank keeps; of the number of ranks alone */
static struct kept **kept_blocks; /* of each rank */

void bsim_program_heap_init(int np) {
    kept_blocks = bsim_reserve((size_t)np * sizeof *kept_blocks);
    most_units = MOST_UNITS / (size_t)np;
    if (most_units > MOST_UNITS_OF_A_RANK)
        most_units = MOST_UNITS_OF_A_RANK;
#ifdef __SANITIZE_ADDRESS__
    most_units = 0; /* it is to see what is freed */
#endif
}

static bool may_be_kept(size_t units) {
    return bsim_self && units >= LEAST_UNITS && units <= most_units;
}

/* NULL: the rank keeps no block of this size. */
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
            bsim_fatal_at(BSIM_EXIT_CRASH, site, "free of a block that is free already");
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

void *__wrap_malloc(size_t size) {
    size_t units = (size + UNIT - 1 - SLACK) / UNIT;
    if (may_be_kept(units)) {
        void *memory = take(units);
        if (memory)
            return memory;
        size = units * UNIT + SLACK;
    }
    return bsim_alloc_program(size);
}

void __wrap_free(void *memory) {
    size_t bytes = most_units ? malloc_usable_size(memory) : 0;
    size_t units = bytes < SLACK ? 0 : (bytes - SLACK) / UNIT;
    if (may_be_kept(units))
        keep(memory, units, __builtin_return_address(0));
    else
        bsim_free(memory);
}

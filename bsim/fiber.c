/* fiber.c - stacks of fibers, and how one begins. Switches are fiber.h's where it has them for the processor, else
 * Boost.Context's fcontext. */
#include "bsim/fiber.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "bsim/alloc.h"
#include "bsim/engine.h"

#ifdef BSIM_FIBER_WITH_ASAN
#include <sanitizer/common_interface_defs.h>
#endif
#ifdef BSIM_FIBER_WITH_TSAN
#include <sanitizer/tsan_interface.h>
#endif

#ifndef BSIM_FIBER_INLINE
/* Boost.Context's C interface (its headers are C++). */
typedef void *fcontext_t;
typedef struct transfer {
    fcontext_t from;
    void *data;
} transfer_t;
extern transfer_t jump_fcontext(fcontext_t to, void *data);
extern fcontext_t make_fcontext(void *stack_top, size_t size, void (*entry)(transfer_t));
static BSIM_OF_SHARD void (*entry_of_new)(void);
#endif

enum { PAGE = 4096, MAX_GUARDS = 30000, COLOURS = 24, COLOUR_BYTES = 64 };

static char *stacks;
static size_t stack_size, stacks_bytes;
static int stack_count;

#ifdef BSIM_FIBER_WITH_ASAN
static void **fake_stacks; /* of fibers */
static BSIM_OF_SHARD void *host_fake_stack;
static BSIM_OF_SHARD const void *host_bottom;
static BSIM_OF_SHARD size_t host_size;
#endif
#ifdef BSIM_FIBER_WITH_TSAN
static void **tsan_fibers;
static BSIM_OF_SHARD void *tsan_host; /* of the thread */
#endif

size_t bsim_fiber_default_size(int count) {
    size_t size = (size_t)8 << 20;
    while (size > (size_t)64 << 10 && size * (size_t)count > (size_t)16 << 30)
        size >>= 1;
    return size;
}

void bsim_fiber_init(int count, size_t size) {
    stack_count = count;
    stack_size = size;
    stacks_bytes = size * (size_t)count + PAGE;
    stacks = bsim_reserve(stacks_bytes);
    madvise(stacks, stacks_bytes, MADV_NOHUGEPAGE);
    /* Each guard makes two mappings of one; the kernel allows 65530. */
    if (count <= MAX_GUARDS)
        for (int i = 0; i < count; i++)
            mprotect(stacks + (size_t)i * size, PAGE, PROT_NONE);
#ifdef BSIM_FIBER_WITH_ASAN
    fake_stacks = bsim_alloc((size_t)count * sizeof *fake_stacks);
#endif
#ifdef BSIM_FIBER_WITH_TSAN
    tsan_fibers = bsim_alloc((size_t)count * sizeof *tsan_fibers);
#endif
}

void bsim_fiber_fini(void) {
    bsim_unreserve(stacks, stacks_bytes);
    stacks = NULL;
#ifdef BSIM_FIBER_WITH_ASAN
    bsim_free(fake_stacks);
    fake_stacks = NULL;
#endif
#ifdef BSIM_FIBER_WITH_TSAN
    bsim_free(tsan_fibers);
    tsan_fibers = NULL;
#endif
}

size_t bsim_fiber_stack_size(void) {
    return stack_size;
}

/* Stacks lie at multiples of a power of two, so the same frame of each would fall into the same cache sets. The colour
 * is a hash (Knuth's multiplicative one): ranks that run together are often a fixed step apart, as the columns of a
 * grid of processes. */
static char *top_of(int i) {
    uint32_t hash = (uint32_t)i * 2654435769u;
    size_t colour = (size_t)((uint64_t)hash * COLOURS >> 32) * COLOUR_BYTES;
    return stacks + (size_t)(i + 1) * stack_size - colour;
}

#ifdef BSIM_FIBER_INLINE

void *bsim_fiber_new(int i, void (*entry)(void)) {
    struct {
        uint32_t sse, unused;
        void (*entry)(void);
        void *nobody; /* where entry would return to */
    } begin = {.entry = entry};
    __asm__("stmxcsr %0" : "=m"(begin.sse));
    /* A function begins with its return address 8 bytes off a multiple of 16. */
    char *context = top_of(i) - sizeof begin;
    memcpy(context, &begin, sizeof begin);
    return context;
}

#else

/* What the side that goes on has to do with the context of the side that was left. */
static void arrived(transfer_t t) {
    *(void **)t.data = t.from;
}

static void fiber_main(transfer_t t) {
#ifdef BSIM_FIBER_WITH_ASAN
    const void *bottom;
    size_t size;
    __sanitizer_finish_switch_fiber(NULL, &bottom, &size);
    if (!host_size && !((const char *)bottom >= stacks && (const char *)bottom < stacks + stacks_bytes)) {
        host_bottom = bottom;
        host_size = size;
    }
#endif
    arrived(t);
    entry_of_new();
    __builtin_unreachable();
}

void *bsim_fiber_new(int i, void (*entry)(void)) {
    entry_of_new = entry;
    char *top = top_of(i), *bottom = stacks + (size_t)i * stack_size;
    return make_fcontext(top, (size_t)(top - bottom), fiber_main);
}

void bsim_fiber_switch(void **save, int from, void *to_context, int to) {
#ifdef BSIM_FIBER_WITH_ASAN
    const void *bottom = to < 0 ? host_bottom : stacks + (size_t)to * stack_size;
    void **fake_stack = from < 0 ? &host_fake_stack : &fake_stacks[from];
    __sanitizer_start_switch_fiber(fake_stack, bottom, to < 0 ? host_size : stack_size);
    transfer_t t = jump_fcontext(to_context, save);
    __sanitizer_finish_switch_fiber(*fake_stack, NULL, NULL);
    arrived(t);
#else
#ifdef BSIM_FIBER_WITH_TSAN
    if (!tsan_host)
        tsan_host = __tsan_get_current_fiber();
    if (to >= 0 && !tsan_fibers[to])
        tsan_fibers[to] = __tsan_create_fiber(0);
    __tsan_switch_to_fiber(to < 0 ? tsan_host : tsan_fibers[to], 0);
#endif
    (void)from, (void)to;
    arrived(jump_fcontext(to_context, save));
#endif
}

#endif

bool bsim_fiber_holds(int i, const void *address, bool *overflow) {
    const char *bottom = stacks + (size_t)i * stack_size, *a = address;
    *overflow = a >= bottom - PAGE && a < bottom + 2 * PAGE;
    return a >= bottom - PAGE && a < bottom + stack_size;
}

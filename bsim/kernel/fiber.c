/* fiber.c - the stacks of fibers, and how a fiber begins. Switches are those of fiber.h on x86-64 without sanitizers,
 * else those of Boost.Context (fcontext). */
#include "bsim/kernel/fiber.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "bsim/base/alloc.h"
#include "bsim/kernel/engine.h"

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

enum {
    PAGE = 4096,
    LARGE_GUARD = 64 << 10,
    BELOW = 64 << 20,
    MAX_GUARDS = 30000,
    SPARSE = 64,
    COLOURS = 24,
    COLOUR_BYTES = 64
};

static size_t stack_size, stacks_bytes, guard_bytes;
static int stack_count;
static int guard_every;         /* every guard_every-th stack has a guard */
static bool guards_are_entries; /* of the page table: install_guard */
bool bsim_fiber_splits_mappings;

#ifdef BSIM_FIBER_WITH_ASAN
static void **fake_stacks; /* one for each fiber */
static BSIM_OF_SHARD void *host_fake_stack;
static BSIM_OF_SHARD const void *host_bottom;
static BSIM_OF_SHARD size_t host_size;
#endif
#ifdef BSIM_FIBER_WITH_TSAN
static void **tsan_fibers;
static BSIM_OF_SHARD void *tsan_host; /* the thread's own stack */
#endif

size_t bsim_fiber_default_size(int count) {
    size_t size = (size_t)8 << 20;
    while (size > (size_t)64 << 10 && size * (size_t)count > (size_t)16 << 30)
        size >>= 1;
    return size;
}

/* The low end of a stack, where its guard is. */
static char *guard_of(int i) {
    return bsim_context.stacks + (size_t)i * bsim_context.stack_stride;
}

/* Makes pages inaccessible by marks in the page table, which leave the mapping whole. False: the system cannot do it.
 * Linux can since 6.13; the C library may not have the name yet. */
static bool install_guard(void *address, size_t bytes) {
    enum { GUARD_INSTALL = 102 }; /* MADV_GUARD_INSTALL */
    return madvise(address, bytes, GUARD_INSTALL) == 0;
}

static bool can_install_guards(void) {
    if (bsim_fiber_splits_mappings)
        return false;
    void *page = bsim_reserve(PAGE);
    bool can = install_guard(page, PAGE);
    bsim_unreserve(page, PAGE);
    return can;
}

void bsim_fiber_guard(int i) {
    if (i % guard_every == 0 && !(guards_are_entries && install_guard(guard_of(i), guard_bytes)))
        mprotect(guard_of(i), guard_bytes, PROT_NONE);
}

void bsim_fiber_reserve(int count, size_t size) {
    /* Guards of few stacks are so large that few arrays step over them. If each guard splits a mapping in two, not
     * every one of many stacks can have one, since Linux allows 65530 mappings. Then a few stop endless recursion. */
    guards_are_entries = can_install_guards();
    guard_every = guards_are_entries || count <= MAX_GUARDS ? 1 : SPARSE;
    guard_bytes = count <= MAX_GUARDS ? LARGE_GUARD : PAGE;
    stack_count = count;
    stack_size = size;
    bsim_context.stack_stride = size - PAGE + guard_bytes;
    stacks_bytes = bsim_context.stack_stride * (size_t)count + PAGE;
    /* Below the lowest stack nothing else may lie, into which a large frame would write. */
    char *below = bsim_reserve(BELOW + stacks_bytes);
    mprotect(below, BELOW, PROT_NONE);
    bsim_context.stacks = below + BELOW;
    madvise(bsim_context.stacks, stacks_bytes, MADV_NOHUGEPAGE);
#ifdef BSIM_FIBER_WITH_ASAN
    fake_stacks = bsim_alloc((size_t)count * sizeof *fake_stacks);
#endif
#ifdef BSIM_FIBER_WITH_TSAN
    tsan_fibers = bsim_alloc((size_t)count * sizeof *tsan_fibers);
#endif
}

void bsim_fiber_init(int count, size_t size) {
    bsim_fiber_reserve(count, size);
    for (int i = 0; i < count; i += guard_every)
        bsim_fiber_guard(i);
}

/* The top of a stack, shifted by a colour. Stacks are a fixed distance apart, so without colours equal frames of all
 * stacks would map to a few cache sets. The colour is a hash (Knuth's multiplicative hash), since ranks that run
 * together are often a fixed step apart, as in the columns of a process grid. */
static char *top_of(int i) {
    uint32_t hash = (uint32_t)i * 2654435769u;
    size_t colour = (size_t)((uint64_t)hash * COLOURS >> 32) * COLOUR_BYTES;
    return guard_of(i + 1) - colour;
}

#ifdef BSIM_FIBER_INLINE

void *bsim_fiber_new(int i, void (*entry)(void)) {
    struct {
        uint32_t sse, unused;
        void (*entry)(void);
        void *nobody; /* null: the return address of entry, which never returns */
    } begin = {.entry = entry};
    __asm__("stmxcsr %0" : "=m"(begin.sse));
    /* The x86-64 ABI: at the entry of a function the stack pointer is 8 bytes off a multiple of 16. */
    char *context = top_of(i) - sizeof begin;
    memcpy(context, &begin, sizeof begin);
    return context;
}

#else

/* The fiber that continues saves the context of the fiber that was left. */
static void arrived(transfer_t t) {
    *(void **)t.data = t.from;
}

static void fiber_main(transfer_t t) {
#ifdef BSIM_FIBER_WITH_ASAN
    const void *bottom;
    size_t size;
    __sanitizer_finish_switch_fiber(NULL, &bottom, &size);
    if (!host_size && !bsim_fiber_is_stack(bottom)) {
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
    char *top = top_of(i), *bottom = guard_of(i);
    return make_fcontext(top, (size_t)(top - bottom), fiber_main);
}

void bsim_fiber_switch(void **save, void *to_context) {
#ifdef BSIM_FIBER_WITH_ASAN
    int from = bsim_fiber_number(__builtin_frame_address(0)), to = bsim_fiber_number(to_context);
    const void *bottom = to < 0 ? host_bottom : guard_of(to);
    void **fake_stack = from < 0 ? &host_fake_stack : &fake_stacks[from];
    __sanitizer_start_switch_fiber(fake_stack, bottom, to < 0 ? host_size : bsim_context.stack_stride);
    transfer_t t = jump_fcontext(to_context, save);
    __sanitizer_finish_switch_fiber(*fake_stack, NULL, NULL);
    arrived(t);
#else
#ifdef BSIM_FIBER_WITH_TSAN
    int to = bsim_fiber_number(to_context);
    if (!tsan_host)
        tsan_host = __tsan_get_current_fiber();
    if (to >= 0 && !tsan_fibers[to])
        tsan_fibers[to] = __tsan_create_fiber(0);
    __tsan_switch_to_fiber(to < 0 ? tsan_host : tsan_fibers[to], 0);
#endif
    arrived(jump_fcontext(to_context, save));
#endif
}

#endif

bool bsim_fiber_is_stack(const void *address) {
    const char *a = address;
    return a >= bsim_context.stacks && a < bsim_context.stacks + stacks_bytes;
}

/* Below its end. */
static bool is_beyond(int i, const char *address) {
    return bsim_fiber_is_stack(address) && address < guard_of(i) + guard_bytes + PAGE;
}

bool bsim_fiber_is_over(int i, const void *address, const void *sp) {
    static const uintptr_t LARGEST_FRAME = (uintptr_t)1 << 30; /* farther away is a stack of the program's own */
    uintptr_t a = (uintptr_t)address, begin = (uintptr_t)sp, lowest = (uintptr_t)bsim_context.stacks;
    bool in_frame = a < lowest && a + PAGE >= begin && lowest - begin <= LARGEST_FRAME;
    return is_beyond(i, address) || is_beyond(i, sp) || in_frame;
}

int bsim_fiber_number(const void *address) {
    return bsim_fiber_is_stack(address)
               ? (int)((size_t)((const char *)address - bsim_context.stacks) / bsim_context.stack_stride)
               : -1;
}

int bsim_fiber_overflowed(void) {
    enum { PAGES = 1 << 16 };
    static unsigned char is_there[PAGES];
    if (guard_every == 1 || !bsim_context.stacks)
        return -1;
    size_t pages = bsim_context.stack_stride / PAGE, at_once = PAGES / pages;
    for (size_t first = 0; at_once && first < (size_t)stack_count; first += at_once) {
        size_t n = (size_t)stack_count - first < at_once ? (size_t)stack_count - first : at_once;
        if (mincore(guard_of((int)first), n * bsim_context.stack_stride, is_there))
            return -1;
        for (size_t i = 0; i < n; i++)
            if (is_there[i * pages] & 1)
                return (int)(first + i);
    }
    return -1;
}

size_t bsim_fiber_stack_size(void) {
    return stack_size;
}

/* access.c - reads and writes of the program itself: what code compiled with -fsanitize=thread calls. bsimcc --check
 * compiles so, and links these functions instead of the sanitizer's library. */
#include <stdatomic.h>
#include <stddef.h>

#include "lmpi/check/packed.h"

/* how: of a plain variable, or of one that is volatile or atomic, by which ranks that share memory may order what they
 * do. */
enum how { PLAIN, ORDERING };

/* The running rank, if its program runs, and has operations under way, packed data, or memory in windows; else null. */
static inline const check_rank *watched(void) {
    if (!lmpi_checker || !bsim_self)
        return NULL;
    const check_rank *rank = &lmpi_check_ranks[bsim_self->id];
    bool idle =
        __builtin_expect(rank->active == 0 && !lmpi_check_has_windows && !(rank->packed && rank->packed->count), 1);
    return idle || rank->depth || rank->combines ? NULL : rank;
}

static inline void look(const void *address, size_t size, bool writes, enum how how, const void *site) {
    const check_rank *rank = watched();
    if (!rank)
        return;
    uintptr_t shared = (uintptr_t)lmpi_check_shared_address((intptr_t)address);
    if (rank->active)
        lmpi_check_access(shared, size, writes, site);
    if (writes)
        lmpi_check_packed_forget(bsim_self->id, shared, shared + size);
    if (lmpi_check_has_windows)
        lmpi_check_window_access(shared, size, writes, how == ORDERING,
                                 writes ? "the program writes" : "the program reads", site);
}

bool lmpi_check_is_looking(void) {
    return watched() != NULL;
}

void lmpi_check_look(const void *address, size_t size, bool writes, const void *site) {
    look(address, size, writes, PLAIN, site);
}

#define ACCESS(name, size, writes, how)                                                                                \
    void __tsan_##name(void *address);                                                                                 \
    void __tsan_##name(void *address) {                                                                                \
        look(address, size, writes, how, __builtin_return_address(0));                                                 \
    }
#define ACCESSES(size)                                                                                                 \
    ACCESS(read##size, size, false, PLAIN)                                                                             \
    ACCESS(write##size, size, true, PLAIN)                                                                             \
    ACCESS(unaligned_read##size, size, false, PLAIN)                                                                   \
    ACCESS(unaligned_write##size, size, true, PLAIN)                                                                   \
    ACCESS(volatile_read##size, size, false, ORDERING)                                                                 \
    ACCESS(volatile_write##size, size, true, ORDERING)                                                                 \
    ACCESS(unaligned_volatile_read##size, size, false, ORDERING)                                                       \
    ACCESS(unaligned_volatile_write##size, size, true, ORDERING)                                                       \
    ACCESS(read_write##size, size, true, PLAIN)                                                                        \
    ACCESS(unaligned_read_write##size, size, true, PLAIN)
ACCESSES(1)
ACCESSES(2)
ACCESSES(4)
ACCESSES(8)
ACCESSES(16)

void __tsan_read_range(void *address, size_t size);
void __tsan_read_range(void *address, size_t size) {
    look(address, size, false, PLAIN, __builtin_return_address(0));
}
void __tsan_write_range(void *address, size_t size);
void __tsan_write_range(void *address, size_t size) {
    look(address, size, true, PLAIN, __builtin_return_address(0));
}

void __tsan_init(void);
void __tsan_init(void) {}
void __tsan_func_entry(void *address);
void __tsan_func_entry(void *address) {
    (void)address;
}
void __tsan_func_exit(void);
void __tsan_func_exit(void) {
    if (!watched())
        return;
    /* bsimcc --check keeps frame pointers: the frame begins with that of the function, which has the return address
     * above it. */
    const uintptr_t *frame = __builtin_frame_address(0);
    lmpi_check_frame_left(frame[0] + 2 * sizeof *frame, __builtin_return_address(0));
}
void __tsan_vptr_update(void **address, void *value);
void __tsan_vptr_update(void **address, void *value) {
    (void)value;
    look(address, sizeof *address, true, PLAIN, __builtin_return_address(0));
}
void __tsan_vptr_read(void **address);
void __tsan_vptr_read(void **address) {
    look(address, sizeof *address, false, PLAIN, __builtin_return_address(0));
}

#define SITE __builtin_return_address(0)

/* ---- atomic operations, which the compiler leaves to the sanitizer's library ---- */

/* One that changes a value reads and writes it. */
static void look_at_change(const volatile void *a, size_t size, const void *site) {
    look((const void *)a, size, false, ORDERING, site);
    look((const void *)a, size, true, ORDERING, site);
}

#define ATOMICS(bits, type)                                                                                            \
    type __tsan_atomic##bits##_load(const volatile type *a, int order);                                                \
    type __tsan_atomic##bits##_load(const volatile type *a, int order) {                                               \
        (void)order;                                                                                                   \
        look((const void *)a, sizeof *a, false, ORDERING, SITE);                                                       \
        return __atomic_load_n(a, __ATOMIC_SEQ_CST);                                                                   \
    }                                                                                                                  \
    void __tsan_atomic##bits##_store(volatile type *a, type v, int order);                                             \
    void __tsan_atomic##bits##_store(volatile type *a, type v, int order) {                                            \
        (void)order;                                                                                                   \
        look((const void *)a, sizeof *a, true, ORDERING, SITE);                                                        \
        __atomic_store_n(a, v, __ATOMIC_SEQ_CST);                                                                      \
    }                                                                                                                  \
    type __tsan_atomic##bits##_exchange(volatile type *a, type v, int order);                                          \
    type __tsan_atomic##bits##_exchange(volatile type *a, type v, int order) {                                         \
        (void)order;                                                                                                   \
        look_at_change(a, sizeof *a, SITE);                                                                            \
        return __atomic_exchange_n(a, v, __ATOMIC_SEQ_CST);                                                            \
    }                                                                                                                  \
    FETCH(bits, type, add)                                                                                             \
    FETCH(bits, type, sub)                                                                                             \
    FETCH(bits, type, and)                                                                                             \
    FETCH(bits, type, or)                                                                                              \
    FETCH(bits, type, xor)                                                                                             \
    int __tsan_atomic##bits##_compare_exchange_strong(volatile type *a, type *e, type v, int order, int failed);       \
    int __tsan_atomic##bits##_compare_exchange_strong(volatile type *a, type *e, type v, int order, int failed) {      \
        (void)order, (void)failed;                                                                                     \
        look_at_change(a, sizeof *a, SITE);                                                                            \
        return __atomic_compare_exchange_n(a, e, v, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);                            \
    }                                                                                                                  \
    int __tsan_atomic##bits##_compare_exchange_weak(volatile type *a, type *e, type v, int order, int failed);         \
    int __tsan_atomic##bits##_compare_exchange_weak(volatile type *a, type *e, type v, int order, int failed) {        \
        (void)order, (void)failed;                                                                                     \
        look_at_change(a, sizeof *a, SITE);                                                                            \
        return __atomic_compare_exchange_n(a, e, v, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);                            \
    }
#define FETCH(bits, type, operation)                                                                                   \
    type __tsan_atomic##bits##_fetch_##operation(volatile type *a, type v, int order);                                 \
    type __tsan_atomic##bits##_fetch_##operation(volatile type *a, type v, int order) {                                \
        (void)order;                                                                                                   \
        look_at_change(a, sizeof *a, SITE);                                                                            \
        return __atomic_fetch_##operation(a, v, __ATOMIC_SEQ_CST);                                                     \
    }
ATOMICS(8, uint8_t)
ATOMICS(16, uint16_t)
ATOMICS(32, uint32_t)
ATOMICS(64, uint64_t)

void __tsan_atomic_thread_fence(int order);
void __tsan_atomic_thread_fence(int order) {
    (void)order;
    atomic_thread_fence(memory_order_seq_cst);
}
void __tsan_atomic_signal_fence(int order);
void __tsan_atomic_signal_fence(int order) {
    (void)order;
    atomic_signal_fence(memory_order_seq_cst);
}

/* access.c - reads and writes of the program itself: what code compiled with -fsanitize=thread calls. bsimcc --check
 * compiles so, and links these functions instead of the sanitizer's library. */
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

#include "lmpi/check/check.h"

static inline void look(const void *address, size_t size, bool writes, const void *site) {
    if (!lmpi_checker || !bsim_self)
        return;
    const check_rank *rank = &lmpi_check_ranks[bsim_self->id];
    if (__builtin_expect(rank->active == 0 && !lmpi_check_has_windows, 1) || rank->depth || rank->combines)
        return;
    uintptr_t shared = (uintptr_t)lmpi_check_shared_address((intptr_t)address);
    if (rank->active)
        lmpi_check_access(shared, size, writes, site);
    if (lmpi_check_has_windows)
        lmpi_check_window_access(shared, size, writes, writes ? "the program writes" : "the program reads", site);
}

#define ACCESS(name, size, writes)                                                                                     \
    void __tsan_##name(void *address);                                                                                 \
    void __tsan_##name(void *address) {                                                                                \
        look(address, size, writes, __builtin_return_address(0));                                                      \
    }
#define ACCESSES(size)                                                                                                 \
    ACCESS(read##size, size, false)                                                                                    \
    ACCESS(write##size, size, true)                                                                                    \
    ACCESS(unaligned_read##size, size, false)                                                                          \
    ACCESS(unaligned_write##size, size, true)                                                                          \
    ACCESS(volatile_read##size, size, false)                                                                           \
    ACCESS(volatile_write##size, size, true)                                                                           \
    ACCESS(unaligned_volatile_read##size, size, false)                                                                 \
    ACCESS(unaligned_volatile_write##size, size, true)                                                                 \
    ACCESS(read_write##size, size, true)                                                                               \
    ACCESS(unaligned_read_write##size, size, true)
ACCESSES(1)
ACCESSES(2)
ACCESSES(4)
ACCESSES(8)
ACCESSES(16)

void __tsan_read_range(void *address, size_t size);
void __tsan_read_range(void *address, size_t size) {
    look(address, size, false, __builtin_return_address(0));
}
void __tsan_write_range(void *address, size_t size);
void __tsan_write_range(void *address, size_t size) {
    look(address, size, true, __builtin_return_address(0));
}

void __tsan_init(void);
void __tsan_init(void) {}
void __tsan_func_entry(void *address);
void __tsan_func_entry(void *address) {
    (void)address;
}
void __tsan_func_exit(void);
void __tsan_func_exit(void) {
    if (!lmpi_checker || !bsim_self)
        return;
    const check_rank *rank = &lmpi_check_ranks[bsim_self->id];
    if (rank->depth || rank->combines || (rank->active == 0 && !lmpi_check_has_windows))
        return;
    /* bsimcc --check keeps frame pointers: the frame begins with that of the function, which has the return address
     * above it. */
    const uintptr_t *frame = __builtin_frame_address(0);
    lmpi_check_frame_left(frame[0] + 2 * sizeof *frame, __builtin_return_address(0));
}
void __tsan_vptr_update(void **address, void *value);
void __tsan_vptr_update(void **address, void *value) {
    (void)value;
    look(address, sizeof *address, true, __builtin_return_address(0));
}
void __tsan_vptr_read(void **address);
void __tsan_vptr_read(void **address) {
    look(address, sizeof *address, false, __builtin_return_address(0));
}

/* ---- functions of the C library that read and write much ---- */

#define SITE __builtin_return_address(0)

void *__real_memcpy(void *to, const void *from, size_t n);
void *__wrap_memcpy(void *to, const void *from, size_t n);
void *__wrap_memcpy(void *to, const void *from, size_t n) {
    look(from, n, false, SITE);
    look(to, n, true, SITE);
    return __real_memcpy(to, from, n);
}
void *__real_memmove(void *to, const void *from, size_t n);
void *__wrap_memmove(void *to, const void *from, size_t n);
void *__wrap_memmove(void *to, const void *from, size_t n) {
    look(from, n, false, SITE);
    look(to, n, true, SITE);
    return __real_memmove(to, from, n);
}
void *__real_memset(void *to, int byte, size_t n);
void *__wrap_memset(void *to, int byte, size_t n);
void *__wrap_memset(void *to, int byte, size_t n) {
    look(to, n, true, SITE);
    return __real_memset(to, byte, n);
}

/* ---- atomic operations, which the compiler leaves to the sanitizer's library ---- */

#define ATOMICS(bits, type)                                                                                            \
    type __tsan_atomic##bits##_load(const volatile type *a, int order);                                                \
    type __tsan_atomic##bits##_load(const volatile type *a, int order) {                                               \
        (void)order;                                                                                                   \
        return __atomic_load_n(a, __ATOMIC_SEQ_CST);                                                                   \
    }                                                                                                                  \
    void __tsan_atomic##bits##_store(volatile type *a, type v, int order);                                             \
    void __tsan_atomic##bits##_store(volatile type *a, type v, int order) {                                            \
        (void)order;                                                                                                   \
        __atomic_store_n(a, v, __ATOMIC_SEQ_CST);                                                                      \
    }                                                                                                                  \
    type __tsan_atomic##bits##_exchange(volatile type *a, type v, int order);                                          \
    type __tsan_atomic##bits##_exchange(volatile type *a, type v, int order) {                                         \
        (void)order;                                                                                                   \
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
        return __atomic_compare_exchange_n(a, e, v, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);                            \
    }                                                                                                                  \
    int __tsan_atomic##bits##_compare_exchange_weak(volatile type *a, type *e, type v, int order, int failed);         \
    int __tsan_atomic##bits##_compare_exchange_weak(volatile type *a, type *e, type v, int order, int failed) {        \
        (void)order, (void)failed;                                                                                     \
        return __atomic_compare_exchange_n(a, e, v, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);                            \
    }
#define FETCH(bits, type, operation)                                                                                   \
    type __tsan_atomic##bits##_fetch_##operation(volatile type *a, type v, int order);                                 \
    type __tsan_atomic##bits##_fetch_##operation(volatile type *a, type v, int order) {                                \
        (void)order;                                                                                                   \
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

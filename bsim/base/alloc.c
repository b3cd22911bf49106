/* alloc.c - the one place where the runtime takes memory from the system, so that a test can fail each allocation. */
#include "bsim/base/alloc.h"

#include <malloc.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include "bsim/base/error.h"

#pragma weak bsim_fatal /* the bsim command and unit tests have no engine */

static long countdown;

static bool fails(void) {
    return countdown && --countdown == 0;
}

_Noreturn static void no_memory(size_t size) {
    struct rlimit limit;
    bool is_limited = getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
    const char *hint =
        is_limited ? "; the address space is limited (ulimit -v), of which a run reserves far more than it uses" : "";
    if (bsim_fatal)
        bsim_fatal(BSIM_EXIT_USAGE, "no memory left: %zu bytes more were needed%s", size, hint);
    fprintf(stderr, "bsim: error: no memory left: %zu bytes more were needed%s\n", size, hint);
    _Exit(BSIM_EXIT_USAGE);
}

/* bsimcc wraps malloc and its like for the simulated program (program_heap.c). __real_* are the C library's own. */
#pragma weak __real_calloc
#pragma weak __real_realloc
#pragma weak __real_free
#pragma weak __real_malloc_usable_size
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void __real_free(void *memory);
size_t __real_malloc_usable_size(void *memory);

void *bsim_alloc_program(size_t size) {
    return (__real_calloc ? __real_calloc : calloc)(1, size ? size : 1);
}

void *bsim_realloc_program(void *old, size_t size) {
    return (__real_realloc ? __real_realloc : realloc)(old, size ? size : 1);
}

size_t bsim_usable(void *memory) {
    return (__real_malloc_usable_size ? __real_malloc_usable_size : malloc_usable_size)(memory);
}

void *bsim_alloc(size_t size) {
    void *memory = fails() ? NULL : bsim_alloc_program(size);
    if (!memory)
        no_memory(size);
    return memory;
}

void *bsim_realloc(void *old, size_t size) {
    void *memory = fails() ? NULL : bsim_realloc_program(old, size);
    if (!memory)
        no_memory(size);
    return memory;
}

char *bsim_strdup(const char *text) {
    size_t size = strlen(text) + 1;
    return memcpy(bsim_alloc(size), text, size);
}

void bsim_free(void *memory) {
    (__real_free ? __real_free : free)(memory);
}

/* The ranks of a skeleton hold large blocks that they never touch. Fresh from the system, such a block costs nothing,
 * since the system zeroes a page at its first touch. The C library would reuse freed memory and zero all of it. */
void bsim_alloc_large_fresh(void) {
    enum { LARGE = 256 << 10, MOST = 60000 /* the system has room for 65530 mappings */ };
    mallopt(M_MMAP_THRESHOLD, LARGE);
    mallopt(M_MMAP_MAX, MOST);
    mallopt(M_TRIM_THRESHOLD, 64 << 20);
}

void *bsim_reserve(size_t size) {
    void *memory = fails()
                       ? MAP_FAILED
                       : mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        no_memory(size);
    return memory;
}

void bsim_reserve_dense(void *memory, size_t size) {
    madvise(memory, size, MADV_HUGEPAGE);
}

void *bsim_reserve_huge(size_t size) {
    char *range = bsim_reserve(size + BSIM_HUGE_PAGE);
    size_t before = (size_t)-(uintptr_t)range % BSIM_HUGE_PAGE, behind = BSIM_HUGE_PAGE - before;
    if (before > 0)
        munmap(range, before);
    munmap(range + before + size, behind);
    bsim_reserve_dense(range + before, size);
    return range + before;
}

void bsim_alloc_dense(void *block, size_t size) {
    enum { PAGE = 4096 };
    size_t skipped = (size_t)-(uintptr_t)block % PAGE;
    if (size >= 2 * BSIM_HUGE_PAGE)
        bsim_reserve_dense((char *)block + skipped, (size - skipped) / PAGE * PAGE);
}

void bsim_unreserve(void *memory, size_t size) {
    if (memory)
        munmap(memory, size);
}

void bsim_alloc_fail_after(long n) {
    countdown = n;
}

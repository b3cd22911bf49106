/* fiber.h - the stacks of fibers, and switches between them. Knows neither clocks nor queues.
 *
 * All stacks lie in one reserved range, where only touched pages take memory. A fiber's context is its saved stack
 * pointer, valid while the fiber does not run. */
#ifndef BSIM_FIBER_H
#define BSIM_FIBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bsim/base/context.h"

/* The default stack size in bytes for count fibers: 8 MB for few, 64 KB for a million. */
size_t bsim_fiber_default_size(int count);

/* Reserves stacks of size bytes (a multiple of the page size). */
void bsim_fiber_init(int count, size_t size);
/* As bsim_fiber_init, but each stack gets its guard when bsim_fiber_guard is called for it. */
void bsim_fiber_reserve(int count, size_t size);
void bsim_fiber_guard(int i);
/* The stack that holds an address; -1: none. */
int bsim_fiber_number(const void *address);

/* A context that will run entry on the stack of fiber i. entry must not return. */
void *bsim_fiber_new(int i, void (*entry)(void));

/* The sanitizers must be told of each switch. */
#if defined(__SANITIZE_ADDRESS__)
#define BSIM_FIBER_WITH_ASAN 1
#elif defined(__SANITIZE_THREAD__)
#define BSIM_FIBER_WITH_TSAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define BSIM_FIBER_WITH_ASAN 1
#elif __has_feature(thread_sanitizer)
#define BSIM_FIBER_WITH_TSAN 1
#endif
#endif
#if defined(__x86_64__) && !defined(BSIM_FIBER_WITH_ASAN) && !defined(BSIM_FIBER_WITH_TSAN)
#define BSIM_FIBER_INLINE 1
#endif

/* Saves the context of the running fiber in *save and continues the fiber of to_context. Returns when another fiber
 * switches back. */
#ifdef BSIM_FIBER_INLINE
/* Inlined because a call of a switch function would cost more than the switch. The processor predicts returns from the
 * stack of recent calls. A call in one fiber that ends by a jump into another would shift this stack by one, so that
 * all later returns were mispredicted. Inlined, fibers that wait at one place return as predicted.
 *
 * The stack of a suspended fiber holds from its context upwards: the SSE control word (8 bytes), the address at which
 * it continues, and the registers saved there. The control word is loaded only if it differs from the present one. Then
 * the x87 control word takes over its rounding mode and exception masks, since the C library keeps these equal. */
static inline void bsim_fiber_switch(void **save, void *to_context) {
    __asm__ volatile("leaq -128(%%rsp), %%rsp\n\t" /* the red zone */
                     "pushq %%rbp\n\t"
                     "pushq %%rbx\n\t"
                     "leaq 1f(%%rip), %%rax\n\t"
                     "pushq %%rax\n\t"
                     "pushq %%rax\n\t"
                     "stmxcsr (%%rsp)\n\t"
                     "movl (%%rsp), %%eax\n\t"
                     "movq %%rsp, (%[save])\n\t"
                     "movq %[to], %%rsp\n\t"
                     "cmpl (%%rsp), %%eax\n\t"
                     "jne 2f\n"
                     "3:\tpopq %%rax\n\t"
                     "popq %%rax\n\t"
                     "jmp *%%rax\n"
                     "2:\tldmxcsr (%%rsp)\n\t"
                     "movl (%%rsp), %%eax\n\t"
                     "movl %%eax, %%ecx\n\t"
                     "shrl $7, %%eax\n\t" /* six exception masks */
                     "andl $0x3f, %%eax\n\t"
                     "shrl $3, %%ecx\n\t" /* rounding */
                     "andl $0xc00, %%ecx\n\t"
                     "orl %%ecx, %%eax\n\t"
                     "fnstcw 4(%%rsp)\n\t"
                     "movzwl 4(%%rsp), %%ecx\n\t"
                     "andl $0xf3c0, %%ecx\n\t"
                     "orl %%ecx, %%eax\n\t"
                     "movw %%ax, 4(%%rsp)\n\t"
                     "fldcw 4(%%rsp)\n\t"
                     "jmp 3b\n"
                     "1:\tpopq %%rbx\n\t"
                     "popq %%rbp\n\t"
                     "leaq 128(%%rsp), %%rsp"
                     : [save] "+D"(save), [to] "+S"(to_context)
                     :
                     : "rax", "rcx", "rdx", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "xmm0", "xmm1",
                       "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12",
                       "xmm13", "xmm14", "xmm15", "memory", "cc");
}
#else
void bsim_fiber_switch(void **save, void *to_context);
#endif

/* ---- stack overflow ----
 *
 * Each stack has a guard of inaccessible pages at its low end: 64 KB, or one page if there are more than 30,000 stacks.
 * On systems where each guard takes a mapping (Linux before 6.13), only every 64th of so many stacks has one. A
 * function with large arrays may step over a guard. An overflow that meets no guard writes into the next lower stack.
 */

/* For tests: guards take mappings, as on older systems. */
extern bool bsim_fiber_splits_mappings;

/* Whether the stack pointer of the caller, which runs as fiber i, is below the low end of its stack. */
static inline bool bsim_fiber_is_below(int i) {
    const char *here;
#if defined(__x86_64__)
    __asm__("movq %%rsp, %0" : "=r"(here)); /* __builtin_frame_address would cost a register */
#else
    here = __builtin_frame_address(0);
#endif
    return here < bsim_context.stacks + (size_t)i * bsim_context.stack_stride;
}
/* Whether an address is on the stack of any fiber. */
bool bsim_fiber_is_stack(const void *address);
/* Whether an address that fiber i has touched, or its stack pointer sp, shows a stack overflow: it is in the guard, in
 * the page above the guard, or in the stack of a lower fiber. So is an address below all stacks, in a frame that begins
 * at sp and ends on a stack. */
bool bsim_fiber_is_over(int i, const void *address, const void *sp);
/* If not all stacks have guards: a fiber that has touched the lowest page of its stack. -1: none. */
int bsim_fiber_overflowed(void);
size_t bsim_fiber_stack_size(void);

#endif

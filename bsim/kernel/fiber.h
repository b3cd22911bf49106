/* fiber.h - stacks and switches between them. Knows neither clocks nor queues.
 *
 * All stacks lie in one reserved range and cost the pages that they touch. A fiber's context is its saved stack
 * pointer, valid while it does not run. */
#ifndef BSIM_FIBER_H
#define BSIM_FIBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Stack size for so many fibers if the user gives none: 8 MB for few, 64 KB for a million. */
size_t bsim_fiber_default_size(int count);

/* Reserves stacks of size bytes (a multiple of the page size). */
void bsim_fiber_init(int count, size_t size);
void bsim_fiber_fini(void);

/* A context that will run entry on the stack of fiber i. entry must not return. */
void *bsim_fiber_new(int i, void (*entry)(void));

/* The sanitizers want to know of each switch. */
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

/* Leaves the running fiber, whose context is written to *save before anything else runs, and goes on with context TO.
 * from and to are fiber numbers, -1 for the process's own stack (for the address sanitizer alone). Returns when
 * somebody switches back. */
#ifdef BSIM_FIBER_INLINE
/* Written here because a switch in a function of its own costs more than the switch: the processor predicts each return
 * by the calls before it, and a call of one fiber that is left by a jump into another puts all returns behind it one
 * call off. Without it, fibers that wait at the same place return alike.
 *
 * On the stack of a fiber that does not run, from its context on: the control word of SSE (8 bytes), where to go on,
 * then what the code there wants. The control word is loaded only if it differs; x87's then follows it in rounding and
 * masks, the parts that the C library keeps alike in both. */
static inline void bsim_fiber_switch(void **save, int from, void *to_context, int to) {
    (void)from, (void)to;
    __asm__ volatile("leaq -128(%%rsp), %%rsp\n\t" /* what a leaf function may have below its stack pointer */
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
                     "shrl $7, %%eax\n\t" /* six masks */
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
void bsim_fiber_switch(void **save, int from, void *to_context, int to);
#endif

/* ---- stack overflow ----
 *
 * Each of up to 30,000 stacks has a guard. A function with large arrays may step over it; without a guard the next
 * lower stack is written. */

extern char *bsim_fiber_stacks;
extern size_t bsim_fiber_stride; /* from one to the next */

/* Whether the caller, which runs on the stack of fiber i, is below its end. */
static inline bool bsim_fiber_is_below(int i) {
    const char *here;
#if defined(__x86_64__)
    __asm__("movq %%rsp, %0" : "=r"(here)); /* the frame's address would cost a register */
#else
    here = __builtin_frame_address(0);
#endif
    return here < bsim_fiber_stacks + (size_t)i * bsim_fiber_stride;
}
bool bsim_fiber_is_stack(const void *address);
/* Whether an address that fiber i has touched, or its stack pointer, tells that it has left its stack: in the guard, by
 * a page, or in stacks below. */
bool bsim_fiber_is_over(int i, const void *address);
/* A fiber that has touched the lowest page of its stack, which has no guard; -1: none. */
int bsim_fiber_overflowed(void);
size_t bsim_fiber_stack_size(void);

#endif

/* alloc.h - memory of the runtime. If none is left the run ends with a message, so callers need no check. */
#ifndef BSIM_ALLOC_H
#define BSIM_ALLOC_H

#include <stddef.h>

/* From now on malloc takes large blocks fresh from the system. Called once, before the ranks start. */
void bsim_alloc_large_fresh(void);

/* Zeroed. */
void *bsim_alloc(size_t size);
/* Memory for the simulated program; NULL if none is left. A new block is zeroed, the added part of a larger one is not.
 */
void *bsim_alloc_program(size_t size);
void *bsim_realloc_program(void *old, size_t size);
/* The number of usable bytes of a block, at least as many as were asked for. */
size_t bsim_usable(void *memory);
void *bsim_realloc(void *old, size_t size);
char *bsim_strdup(const char *text);
void bsim_free(void *memory);

/* An address range of size bytes. Its pages take memory when they are first touched, and are zero then. Freed by
 * bsim_unreserve. */
void *bsim_reserve(size_t size);
/* Asks for huge pages in a reserved range: fewer TLB misses, but more memory if the range is touched sparsely. */
void bsim_reserve_dense(void *memory, size_t size);
/* As bsim_reserve, of whole huge pages: the first touch of each takes all of its memory, and one translation of an
 * address serves all that is in it. size: a multiple of BSIM_HUGE_PAGE. */
enum { BSIM_HUGE_PAGE = 2 << 20 };
void *bsim_reserve_huge(size_t size);
/* As bsim_reserve_dense, for a large block of bsim_alloc that is touched from end to end. */
void bsim_alloc_dense(void *block, size_t size);
void bsim_unreserve(void *memory, size_t size);

/* For tests: the n-th allocation from now on fails (0: none). */
void bsim_alloc_fail_after(long n);

#endif

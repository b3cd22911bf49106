/* alloc.h - memory of the runtime. Ends the run with a message where none is left, so callers need no check. */
#ifndef BSIM_ALLOC_H
#define BSIM_ALLOC_H

#include <stddef.h>

/* The program's large blocks come fresh from the system from now on. Said once, before the ranks start. */
void bsim_alloc_large_fresh(void);

/* Zeroed. */
void *bsim_alloc(size_t size);
/* The same for the program: NULL if there is none. Not zeroed where the second one makes a block larger. */
void *bsim_alloc_program(size_t size);
void *bsim_realloc_program(void *old, size_t size);
/* Bytes that the C library has given for a block, at least as many as were asked for. */
size_t bsim_usable(void *memory);
void *bsim_realloc(void *old, size_t size);
char *bsim_strdup(const char *text);
void bsim_free(void *memory);

/* An address range of size bytes, zero where first touched; costs nothing before. Freed by bsim_unreserve. */
void *bsim_reserve(size_t size);
/* Asks for huge pages in such a range: fewer misses of the address cache, more memory where little is touched. */
void bsim_reserve_dense(void *memory, size_t size);
void bsim_unreserve(void *memory, size_t size);

/* For tests: the n-th allocation from now on fails (0: none). */
void bsim_alloc_fail_after(long n);

#endif

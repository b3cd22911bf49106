/* memory.h - allocation that does not return without memory. */
#ifndef MD_MEMORY_H
#define MD_MEMORY_H

#include <stddef.h>

/* `what` is named in the message when there is no memory. A size of 0 gives a valid pointer. */
void *md_malloc(size_t size, const char *what);
void *md_calloc(size_t count, size_t size, const char *what);
void *md_realloc(void *p, size_t size, const char *what);
void md_free(void *p);

#endif

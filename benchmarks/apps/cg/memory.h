/* memory.h - malloc that does not return without memory. */
#ifndef CG_MEMORY_H
#define CG_MEMORY_H

#include <stddef.h>

void *xmalloc(size_t bytes);

#endif

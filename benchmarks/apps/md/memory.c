#include "memory.h"

#include "parallel.h"

#include <stdlib.h>

void *md_malloc(size_t size, const char *what) {
    void *p = malloc(size > 0 ? size : 1);

    if (p == NULL)
        parallel_die("no memory for %s (%zu bytes)", what, size);
    return p;
}

void *md_calloc(size_t count, size_t size, const char *what) {
    void *p = calloc(count > 0 ? count : 1, size > 0 ? size : 1);

    if (p == NULL)
        parallel_die("no memory for %s (%zu times %zu bytes)", what, count, size);
    return p;
}

void *md_realloc(void *p, size_t size, const char *what) {
    void *q = realloc(p, size > 0 ? size : 1);

    if (q == NULL)
        parallel_die("no memory for %s (%zu bytes)", what, size);
    return q;
}

void md_free(void *p) {
    free(p);
}

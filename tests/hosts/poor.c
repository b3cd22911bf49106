/* poor.c - for LD_PRELOAD: a stream in memory cannot be had on process 1, which gathers what it has of the results in
 * one. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

FILE *open_memstream(char **text, size_t *n) {
    static FILE *(*real)(char **, size_t *);
    const char *process = getenv("PMI_RANK");
    if (process && strcmp(process, "1") == 0)
        return NULL;
    if (!real)
        *(void **)&real = dlsym(RTLD_NEXT, "open_memstream");
    return real(text, n);
}

/* warn.c - see warn.h. Owns the list of warnings of this process. */
#include "bsim/base/warn.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"

enum { MAX_WARNINGS = 100 };

static char *texts[MAX_WARNINGS];
static int count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* ranks of several shards warn */

static void add(const char *text) {
    for (int i = 0; i < count; i++)
        if (strcmp(texts[i], text) == 0)
            return;
    if (count == MAX_WARNINGS)
        return;
    texts[count++] = bsim_strdup(text);
    if (!getenv("BSIM_NO_WARNINGS"))
        fprintf(stderr, "bsim: warning: %s\n", text);
}

void bsim_warn(const char *fmt, ...) {
    char text[1024];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    pthread_mutex_lock(&lock);
    add(text);
    pthread_mutex_unlock(&lock);
}

int bsim_warn_count(void) {
    return count;
}

const char *bsim_warn_text(int i) {
    return texts[i];
}

void bsim_warn_reset(void) {
    while (count > 0)
        bsim_free(texts[--count]);
}

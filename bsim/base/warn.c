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

/* The warnings of ranks, in the order of time and rank: the first MAX_WARNINGS of those so far. */
static struct held {
    double time_s;
    int rank;
    char *text;
} held[MAX_WARNINGS];
static int held_count;
static bool (*rank_now)(double *time_s, int *rank);

static bool is_later(const struct held *a, const struct held *b) {
    return a->time_s != b->time_s ? a->time_s > b->time_s : a->rank > b->rank;
}

static void drop(int i) {
    bsim_free(held[i].text);
    held_count--;
    memmove(&held[i], &held[i + 1], (size_t)(held_count - i) * sizeof held[0]);
}

static void hold(struct held h, const char *text) {
    for (int i = 0; i < held_count; i++)
        if (strcmp(held[i].text, text) == 0) {
            if (!is_later(&held[i], &h))
                return;
            drop(i);
        }
    int at = held_count;
    while (at > 0 && is_later(&held[at - 1], &h))
        at--;
    if (at == MAX_WARNINGS)
        return;
    if (held_count == MAX_WARNINGS)
        drop(MAX_WARNINGS - 1);
    memmove(&held[at + 1], &held[at], (size_t)(held_count - at) * sizeof held[0]);
    h.text = bsim_strdup(text);
    held[at] = h;
    held_count++;
}

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

static bool is_mute;

void bsim_warn_mute(bool on) {
    is_mute = on;
}

void bsim_warn(const char *fmt, ...) {
    char text[1024];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    if (is_mute)
        return;
    pthread_mutex_lock(&lock);
    struct held h = {0};
    if (rank_now && rank_now(&h.time_s, &h.rank))
        hold(h, text);
    else
        add(text);
    pthread_mutex_unlock(&lock);
}

void bsim_warn_hold(bool (*of_rank)(double *time_s, int *rank)) {
    rank_now = of_rank;
}

void bsim_warn_tell(void) {
    pthread_mutex_lock(&lock);
    rank_now = NULL;
    for (int i = 0; i < held_count; i++)
        add(held[i].text);
    while (held_count > 0)
        drop(held_count - 1);
    pthread_mutex_unlock(&lock);
}

const char *bsim_warn_held(int i, double *time_s, int *rank) {
    if (i >= held_count)
        return NULL;
    *time_s = held[i].time_s;
    *rank = held[i].rank;
    return held[i].text;
}

void bsim_warn_hold_text(double time_s, int rank, const char *text) {
    pthread_mutex_lock(&lock);
    hold((struct held){.time_s = time_s, .rank = rank}, text);
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

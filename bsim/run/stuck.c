/* stuck.c - see stuck.h. A host sends a record for each of its ranks, and the line behind it. */
#include "bsim/run/stuck.h"

#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/kernel/cursor.h"
#include "bsim/kernel/hosts.h"
#include "bsim/process/crash.h"

/* Addresses are distances from the beginning of the executable, which all hosts have; 0: none. */
struct record {
    int32_t is_blocked, next;
    int64_t site, call;
    int64_t line; /* its length with the final zero; 0: none */
};

extern const char __executable_start[];
static struct bsim_stuck *stuck; /* by rank */

static int64_t distance_of(const void *address) {
    return address ? (const char *)address - __executable_start : 0;
}

static const void *at_distance(int64_t distance) {
    return distance ? __executable_start + distance : NULL;
}

static void put(FILE *to, int rank, int next, void (*tell)(FILE *to, int rank)) {
    struct record r = {.is_blocked = bsim_rank_of(rank)->state == BSIM_BLOCKED, .next = next};
    char *line = NULL;
    size_t n = 0;
    if (r.is_blocked) {
        struct bsim_wait w = bsim_wait_of(bsim_rank_of(rank));
        r.site = distance_of(w.site);
        r.call = distance_of(w.call);
    }
    FILE *text = r.is_blocked && tell ? open_memstream(&line, &n) : NULL;
    if (text) {
        tell(text, rank);
        fclose(text);
        r.line = (int64_t)n + 1;
    }
    fwrite(&r, sizeof r, 1, to);
    if (line)
        fwrite(line, n + 1, 1, to);
    free(line);
}

static void take(int host, const void *bytes, size_t n) {
    const char *at = bytes;
    (void)n;
    for (int rank = bsim_host_first(host); rank < bsim_host_first(host + 1); rank++) {
        struct record r;
        memcpy(&r, at, sizeof r);
        at += sizeof r;
        stuck[rank] = (struct bsim_stuck){r.is_blocked, r.next, at_distance(r.site), at_distance(r.call),
                                          r.line ? bsim_strdup(at) : NULL};
        at += r.line;
    }
}

struct bsim_stuck *bsim_stuck_gather(void (*tell)(FILE *to, int rank), int (*next_of)(int rank), int most) {
    char *all = NULL;
    size_t n = 0;
    FILE *to = open_memstream(&all, &n);
    if (!to)
        bsim_fatal(BSIM_EXIT_USAGE, "out of memory");
    for (int rank = bsim_context.own_first; rank < bsim_context.own_end; rank++) {
        bool is_told = bsim_rank_of(rank)->state == BSIM_BLOCKED && most-- > 0;
        put(to, rank, next_of(rank), is_told ? tell : NULL);
    }
    fclose(to);
    stuck = bsim_alloc((size_t)bsim_context.np * sizeof *stuck);
    bsim_layer.wire->gather(all, n, take);
    free(all);
    return stuck;
}

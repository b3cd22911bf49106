/* stuck.h - of a deadlock on several hosts, what each host knows of its ranks. */
#ifndef BSIM_STUCK_H
#define BSIM_STUCK_H

#include <stdbool.h>
#include <stdio.h>

/* What a rank waits for. */
struct bsim_stuck {
    bool is_blocked;
    int next;         /* a rank that it waits for; -1: none */
    const void *site; /* of its call */
    const char *call;
    char *line; /* what is told of it; NULL: other ranks of its host are told */
};

/* Of all ranks, on host 0; on the other hosts all are empty. tell: writes the line of a rank, for the first ranks of a
 * host only, as many as `most`. */
struct bsim_stuck *bsim_stuck_gather(void (*tell)(FILE *to, int rank), int (*next_of)(int rank), int most);

#endif

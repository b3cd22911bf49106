/* delays.h - delays at places of a program, which scenarios may set: "delay.PLACE". A place is
 *
 *   block.NAME[@RANK]        each execution of blocks of this name or label, in which * stands for any characters
 *   call.FILE:LINE[@RANK]    before each MPI call that communicates and stands there
 *   rank.RANK                before each MPI call of this rank that communicates
 *
 * Must not know what blocks and calls a program has. */
#ifndef BSIM_DELAYS_H
#define BSIM_DELAYS_H

#include <stdbool.h>

#include "bsim/base/error.h"
#include "bsim/base/json_read.h"
#include "bsim/platform/platform.h"

enum bsim_delay_kind { BSIM_DELAY_BLOCK, BSIM_DELAY_CALL, BSIM_DELAY_RANK };

struct bsim_delay {
    char *place; /* owned; as it was given */
    enum bsim_delay_kind kind;
    char *name;      /* owned; of blocks, or "app.c:12"; NULL: of a rank */
    int rank;        /* -1: all */
    double *delay_s; /* nscen */
};

/* The PLACE of "delay.PLACE"; NULL: it is no such key. */
const char *bsim_delay_place(const char *full_name);
/* Takes a place apart, without its times. False and *err if it is none. The parts are freed by the other one. */
bool bsim_delay_parse(struct bsim_delay *delay, const char *place, struct bsim_error *err);
void bsim_delay_free(struct bsim_delay *delay);

/* Sets the delay of scenario k. */
void bsim_delay_set(struct bsim_platform *platform, int k, const char *full_name, struct bsim_jval v);
/* Sets delays of all scenarios: lines "PLACE=TIME"; NULL: none. */
bool bsim_delays_apply(struct bsim_platform *platform, const char *lines, struct bsim_error *err);
void bsim_delays_free(struct bsim_platform *platform);

#endif

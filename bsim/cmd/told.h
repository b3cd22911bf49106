/* told.h - warnings of several runs of a command, of which each kind is told once. Warnings are of one kind if they
 * differ in numbers only. */
#ifndef BSIM_CMD_TOLD_H
#define BSIM_CMD_TOLD_H

#include <stdbool.h>
#include <stddef.h>

#include "bsim/base/json_read.h"

struct bsim_told_one;

/* All zero: nothing was told. */
struct bsim_told {
    struct bsim_told_one *one;
    int n, room;
};

/* Takes the warnings of a run's result. place: of the run among the others. shown: the run has told them itself. */
void bsim_told_add(struct bsim_told *told, int place, bool shown, struct bsim_jval result);

/* Tells on stderr, in the order of places, what no run has told, with a name of the first run that has it. name writes
 * this name into buf. */
void bsim_told_print(struct bsim_told *told, char *(*name)(void *arg, int place, char *buf, size_t size), void *arg);

/* The same for results, of all kinds: "text", "runs", and under the key `place` the first place. After bsim_told_print.
 */
json_t *bsim_told_json(const struct bsim_told *told, const char *place);

void bsim_told_free(struct bsim_told *told);

#endif

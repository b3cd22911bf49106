/* check.h - inside of bsim check: the runs of a program, and the findings of all of them. */
#ifndef BSIM_CMD_CHECK_H
#define BSIM_CMD_CHECK_H

#include <jansson.h>
#include <stdbool.h>

#include "bsim/base/error.h"
#include "bsim/cmd/cmd.h"

enum { BSIM_EXIT_FINDINGS = 8 };

/* Which ranks come later than others behind collective calls (lmpi/check/pace.c). */
enum check_pace { CHECK_PACE_EQUAL, CHECK_PACE_FIRST_SLOW, CHECK_PACE_LAST_SLOW };

/* A run with decisions: the first `given` of wildcard receives; those after them take the earliest message. */
struct check_plan {
    int *choices; /* owned */
    int given;
    bool synchronous;
    enum check_pace pace;
};

/* One run, and what it said. */
struct check_run {
    json_t *said;  /* the checker's file; NULL: none */
    char *printed; /* standard output, its lines sorted; owned */
    int code;
    bool late; /* it was ended at the time limit */
};

/* check_run.c: runs the program. shown: its output goes to ours. False and *err if it could not be run. */
struct check_options {
    struct bsim_launch launch; /* stands first */
    const char *output, *explore, *limit;
    bool strict, quiet;
};
bool bsim_check_run(const struct check_options *options, const struct check_plan *plan, bool shown,
                    struct check_run *run, struct bsim_error *err);
void bsim_check_run_free(struct check_run *run);
/* Builds the sources at the front of the operands; *exe: the program. True if there are none. */
bool bsim_check_build(char **operands, const char **exe, int *sources, struct bsim_error *err);

/* check_print.c: prints findings, and their number by category. */
void bsim_check_print(const json_t *report, FILE *out);

#endif

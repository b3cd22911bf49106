/* jobs.h - runs of the program beside each other, as many as the host's cores and memory allow. */
#ifndef BSIM_CMD_JOBS_H
#define BSIM_CMD_JOBS_H

#include <stdbool.h>

#include "bsim/base/error.h"
#include "bsim/cmd/cmd.h"

struct bsim_job {
    struct bsim_launch launch; /* all is set but the result and the log, and the first job's input */
    int scenarios;             /* how many the run carries */
    int code;                  /* when it is over: its exit code */
    char reason[1200];         /* and, if the code is not 0, why, in one line */
};

/* Runs all jobs, started in order, and tells the end of each: done(arg, job, result) gets the path of its result if it
 * has one (code 0), else NULL, and returns false to end everything. most: how many run at a time; 0: as many as this
 * process may use cores for their threads. Whole lines that several runs print on standard error are printed once.
 * Returns BSIM_EXIT_OK if any job gave a result, else the code of the first; then its messages have been printed. An
 * interrupt ends all. */
int bsim_jobs_run(struct bsim_job *jobs, int n, int most,
                  bool (*done)(void *arg, struct bsim_job *job, const char *result), void *arg, struct bsim_error *err);

#endif

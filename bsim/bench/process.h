/* process.h - runs programs, each with all processes that it starts, in folders of their own and for a limited time.
 * Nothing that was started is left behind, whatever ends the run. */
#ifndef BSIM_BENCH_PROCESS_H
#define BSIM_BENCH_PROCESS_H

#include <stdbool.h>
#include <sys/types.h>

#include "bsim/base/error.h"

/* What a run reads from its standard input, if its folder has it. */
#define BENCH_STDIN "stdin"

struct bench_process {
    char *const *argv;
    const char *folder;     /* it runs there; stdout and stderr become files of this folder */
    const char *input;      /* a folder whose file BENCH_STDIN it reads, if there is one; NULL: folder */
    const char *const *env; /* NAME=VALUE..., NULL at the end: besides the environment of this process */
    /* Set by bsim_bench_processes_run. */
    pid_t pid;
    int status; /* of waitpid */
};

struct bench_run_time {
    double wall_s, cpu_s; /* cpu_s: of all processes that have ended */
    bool late;            /* the limit has ended it */
};

/* From now on SIGINT, SIGTERM and SIGHUP end what runs and are remembered; until bsim_bench_signals_end. Orphans of
 * what was started become children of this process. */
void bsim_bench_signals_begin(void);
void bsim_bench_signals_end(void);
/* The signal that asks this process to end; 0: none has come. */
int bsim_bench_signal(void);

/* Starts n programs at once and waits for all: copies of a run that share the node's memory are one run. Those that
 * still run after limit_s seconds, or when a signal asks this process to end, are ended with all that they have
 * started. False and *err if one cannot be started. */
bool bsim_bench_processes_run(struct bench_process *p, int n, double limit_s, struct bench_run_time *time,
                              struct bsim_error *err);

/* Seconds of a clock that only goes on. */
double bsim_bench_now(void);

#endif

/* cmd.h - inside of the bsim command: one function for each subcommand, and what they share. */
#ifndef BSIM_CMD_H
#define BSIM_CMD_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/types.h>

#include "bsim/base/error.h"
#include "bsim/cmd/options.h"

#define BSIM_VERSION "0.1.0"

/* Subcommands: argv[0] is the subcommand's name; the return value is the exit code. */
int bsim_cmd_run(int argc, char **argv);
int bsim_cmd_sweep(int argc, char **argv);
int bsim_cmd_scale(int argc, char **argv);
int bsim_cmd_solve(int argc, char **argv);
int bsim_cmd_plot(int argc, char **argv);
int bsim_cmd_bench(int argc, char **argv);
int bsim_cmd_fit(int argc, char **argv);
int bsim_cmd_calibrate(int argc, char **argv);
int bsim_cmd_report(int argc, char **argv);
int bsim_cmd_models(int argc, char **argv);
int bsim_cmd_platform(int argc, char **argv);
int bsim_cmd_record(int argc, char **argv);
int bsim_cmd_replay(int argc, char **argv);
int bsim_cmd_simulate(int argc, char **argv);
int bsim_cmd_predict_by_replay(int argc, char **argv);
int bsim_cmd_trace(int argc, char **argv);
int bsim_cmd_cluster(int argc, char **argv);
int bsim_cmd_stability(int argc, char **argv);
int bsim_cmd_check(int argc, char **argv);

/* launch.c: what a run needs, and the run itself. */
struct bsim_launch {
    int np;
    const char *platform, *models, *comm_trace, *scenarios;
    const char *result;                  /* path of the result JSON */
    const char *parameters;              /* path of the file for the parameters of blocks; NULL: none */
    const char *times;                   /* of a trace: the one whose calculation its calls take; NULL: its own */
    const char *times_of;                /* the skeleton of which `times` was made for this run; NULL: none */
    const char *calculation;             /* what the result tells of that, as JSON */
    const char *trace;                   /* the trace as it was given; NULL: argv[0] */
    struct bsim_option_list replayed;    /* of --replayed */
    char *record;                        /* folder for the raw recording of the run; NULL: none */
    struct bsim_option_list collectives; /* of --collective */
    struct bsim_option_list delays;      /* of --delay */
    double stack_bytes;                  /* 0: the runtime's default */
    int shards;
    int columns;                    /* 0: none are given */
    const char *noise, *noise_seed; /* NULL: none are given */
    const char *noise_runs;         /* likewise */
    bool interval;                  /* the result has an interval, if models tell errors */
    bool collective_messages;       /* members of collectives take their steps one by one */
    bool whole_collectives;         /* they do not, also where messages share cards */
    bool without_cards;             /* messages do not share cards */
    bool sensitivities;             /* the result has sensitivities */
    const char *quiet_limit;        /* NULL: as the environment says */
    bool quiet;                     /* the program's standard output goes to /dev/null */
    bool no_warnings;               /* the program tells none on stderr */
    int hosts, host;    /* processes of the run, and which one this is (bsim/kernel/hosts.h); 0 as 1, and 0 */
    bool no_provenance; /* nobody reads it in the result, and digests of large programs take long */
    const char *log;    /* a file that gets the program's standard error; NULL: it goes where ours goes */
    bool own_input;     /* others run beside it: it reads a file on standard input by itself */
    char **argv;        /* EXE ARGS... NULL */
};
/* The options that all commands with runs have (bsim/cmd/options.h). */
extern const struct argp bsim_launch_options;
/* The same without -np; without those that a trace has no use for. */
extern const struct argp bsim_launch_more_options, bsim_launch_trace_options;
/* Finds a platform that is given by name, and copies inputs that come through a pipe, since each is read several times.
 * Before bsim_launch_check. */
bool bsim_launch_inputs(struct bsim_launch *launch, struct bsim_error *err);
/* trace_launch.c: whether a program is a trace. bsim_launch_trace replaces it by the player and its arguments, and sets
 * the number of ranks if none is given; it leaves other programs as they are. */
bool bsim_launch_is_trace(const char *program);
bool bsim_launch_trace(struct bsim_launch *launch, struct bsim_error *err);
/* model_times.c: runs the skeleton of the launch's trace with launch->models, on as many ranks, and makes its
 * calculation that of the trace (launch->times). skeleton: EXE ARGS... NULL; NULL: none is given, which is an error. */
bool bsim_model_times(struct bsim_launch *launch, char **skeleton, struct bsim_error *err);
/* record_run.c: makes a folder beside the trace `folder` for the raw recording of a run, in *raw, to be freed. The
 * other one makes the trace of it, if the run has succeeded, and removes it. */
bool bsim_record_begin(const char *folder, char **raw, struct bsim_error *err);
bool bsim_record_end(const char *folder, char *raw, char *const *argv, bool succeeded, struct bsim_error *err);
/* Whether a trace may be written there: nothing is there, or a trace, which is replaced. */
bool bsim_record_may_write(const char *folder, struct bsim_error *err);
/* Checks the inputs that can be checked before the program starts. False and *err if one is bad. */
bool bsim_launch_check(const struct bsim_launch *launch, struct bsim_error *err);
/* Runs the program to its end. Returns its exit code; a run that gave no result is told in *err. */
int bsim_launch_run(const struct bsim_launch *launch, struct bsim_error *err);
/* The two halves of bsim_launch_run, for runs beside each other: the start, and what the end of the process means.
 * status: as waitpid gives it. At most BSIM_MAX_RUNS run at a time. */
enum { BSIM_MAX_RUNS = 256 };
struct bsim_started {
    pid_t pid;
    int place;
    bool existed; /* the file of the result, which was */
    struct stat before;
};
bool bsim_launch_start(const struct bsim_launch *launch, struct bsim_started *run, struct bsim_error *err);
int bsim_launch_end(const struct bsim_launch *launch, const struct bsim_started *run, int status,
                    struct bsim_error *err);
/* linked.c: warns if a program was linked with another version of the runtime than this command's; once for a program.
 */
void bsim_linked_tell(const char *exe);
/* A new empty file in TMPDIR. The file and its name go when the process ends. */
const char *bsim_launch_tempfile(const char *stem, struct bsim_error *err);
/* Likewise a folder, which goes with all that is in it. */
const char *bsim_launch_tempfolder(const char *stem, struct bsim_error *err);

/* seeds.c: after a run with launch->noise_runs, runs the seeds apart whose times in the result are not valid, and puts
 * their times there. input_at: where standard input was before the run, so that the program can read it again; -1: it
 * cannot be set back, and such seeds stay left out. Returns the exit code. */
int bsim_seeds_finish(const struct bsim_launch *launch, off_t input_at, struct bsim_error *err);

/* provenance.c: version, program and inputs of a run, as JSON for the result; to be freed. NULL if memory is short. */
char *bsim_provenance(const struct bsim_launch *launch);

/* fit.c: reads a file of samples, or all files of the value of BSIM_SAMPLES that name is. statistic: enum
 * fit_statistic.
 */
struct fit_data;
bool bsim_samples_read(struct fit_data *data, const char *name, int statistic, struct bsim_error *err);

/* progress.c: one line on a terminal, rewritten at each call; nothing where standard error is no terminal. NULL: the
 * line goes away. */
void bsim_progress(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* summary.c: prints what a result file holds. */
bool bsim_summary_print(const char *result_path, FILE *out, int top, struct bsim_error *err);

#endif

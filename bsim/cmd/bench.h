/* bench.h - inside of bsim bench: the values of its options, and what its three uses share: a program, a case, kernels.
 */
#ifndef BSIM_CMD_BENCH_H
#define BSIM_CMD_BENCH_H

#include <stdint.h>

#include "bsim/cmd/cmd.h"

struct bench_options {
    const char *output, *instrumented, *skeleton, *predict, *ranks, *budget, *error, *samples, *mpiexec, *seed, *copies,
        *platform, *exit_code, *input;
    struct bsim_option_list range, set, file;
    bool oversubscribe, quiet, kernels;
};

bool bsim_bench_read_seed(uint64_t *seed, const char *text, struct bsim_error *err);
bool bsim_bench_read_budget(double *seconds, const char *text, struct bsim_error *err);
/* The folder of samples: as given, or models.samples for models.json. The caller frees it. */
char *bsim_bench_samples_name(const struct bench_options *o);

/* bench_kernels.c: bsim bench --kernels. name: kernels, NULL at the end. Returns the exit code. */
int bsim_cmd_bench_kernels(const struct bench_options *o, char **name, struct bsim_error *err);

/* bench_case.c: builds the case with scripts/benchcase.py, and adds what it tells to the options that are not given:
 * programs, ranges, values, files, ranks, the prediction; sets the environment of the case. *argument: the program's
 * arguments; *exit_code: with which it may end. These live as long as the process. Returns the exit code: 0, or that of
 * a build that failed, which has told why. */
int bsim_bench_case(struct bench_options *o, const char *name, char ***argument, int *exit_code,
                    struct bsim_error *err);

#endif

/* config.h - what `bsim run` tells an executable, through the environment.
 *
 *   BSIM_NP          number of ranks; without it the executable was not started by `bsim run`
 *   BSIM_PLATFORM    path of the platform file
 *   BSIM_MODELS      path of the cost models (optional)
 *   BSIM_SCENARIOS   path of the scenario overrides (optional)
 *   BSIM_RESULT      path of the result JSON to write (optional)
 *   BSIM_STACK_SIZE  bytes of stack for each rank, with K, M or G as 1024s (optional)
 *   BSIM_SHARDS      number of shards: threads that run the ranks (optional; 1)
 *   BSIM_COLUMNS     columns of the grid of ranks; those of a column run together (optional)
 *   BSIM_NOISE       executions of blocks differ by so many times what the models say (optional; 0)
 *   BSIM_NOISE_SEED  other draws of that (optional; 1)
 *   BSIM_INPUTS      "PATH\tNAME" lines: what messages call the copy PATH of a file that came through a pipe (optional)
 *   BSIM_QUIET_LIMIT seconds of the host's time after which a rank that runs without virtual time is told (optional;
 *                    30)
 *   BSIM_NO_WARNINGS warnings stand in the result alone, for the later runs of a sweep (optional; warn.c)
 *   BSIM_COMM_TRACE  folder for communication traces (optional; read by the MPI layer) */
#ifndef BSIM_CONFIG_H
#define BSIM_CONFIG_H

#include <stdbool.h>
#include <stddef.h>

#include "bsim/base/error.h"

enum { BSIM_MAX_SHARDS = 64, BSIM_MAX_GROUPS = 65536 };

struct bsim_config {
    int np;
    int shards, columns;                                /* 1, 0 if not given */
    double noise;                                       /* 0 if not given */
    long noise_seed;                                    /* 1 if not given */
    double quiet_limit_s;                               /* 0: no notes */
    size_t stack_size;                                  /* 0: by the number of ranks */
    const char *platform, *models, *scenarios, *result; /* of the environment; NULL if not given */
};

/* exe: argv[0], for the hint. */
bool bsim_config_read(struct bsim_config *config, const char *exe, struct bsim_error *err);
/* What messages call the input file of this path. */
const char *bsim_config_name(const char *path);

#endif

/* config.h - what `bsim run` tells an executable, through the environment.
 *
 *   BSIM_NP          number of ranks; without it the executable was not started by `bsim run`
 *   BSIM_PLATFORM    path of the platform file
 *   BSIM_MODELS      path of the cost models (optional)
 *   BSIM_SCENARIOS   path of the scenario overrides (optional)
 *   BSIM_COLLECTIVES lines of --collective: algorithms of collectives (optional; platform/collectives.h)
 *   BSIM_DELAYS      lines of --delay: delays at places of the program (optional; platform/delays.h)
 *   BSIM_COLLECTIVE_MESSAGES 1: members of collectives take their steps one by one (optional)
 *   BSIM_RESULT      path of the result JSON to write (optional)
 *   BSIM_PARAMETERS  path of the file for the parameters of blocks (optional)
 *   BSIM_STACK_SIZE  bytes of stack for each rank, with K, M or G as 1024s (optional)
 *   BSIM_SHARDS      number of shards: threads that run the ranks (optional; 1)
 *   BSIM_COLUMNS     columns of the grid of ranks; the ranks of a column run together (optional)
 *   BSIM_NOISE       factor on the noise that the models give for block times (optional; 0)
 *   BSIM_PROVENANCE  JSON for the member "provenance" of the result (optional)
 *   BSIM_NOISE_SEED  seed of the noise (optional; 1)
 *   BSIM_NOISE_RUNS  scenarios with different noise, of this seed and the next ones (optional; 1; no
 *                    BSIM_SCENARIOS)
 *   BSIM_INTERVAL    1: two more scenarios give the result an interval (optional; no BSIM_SCENARIOS)
 *   BSIM_SENSITIVITIES 1: clocks carry slopes, and the result has sensitivities (optional; one shard, one scenario)
 *   BSIM_INPUTS      lines "PATH\tNAME": PATH is a copy of an input from a pipe, NAME its name in messages (optional)
 *   BSIM_QUIET_LIMIT a rank that runs for so many seconds in no virtual time gets a note (optional; 30)
 *   BSIM_NO_WARNINGS warnings go to the result only, as in the later runs of a sweep (optional; warn.c)
 *   BSIM_MODEL_TIMES 1: a trace has the calculation of its skeleton on this platform (optional; read by the player)
 *   BSIM_BEGIN       when the run began, "seconds.nanoseconds" by the clock of files (optional; process/spared_files.c)
 *   BSIM_COMM_TRACE  folder for communication traces (optional; read by the MPI layer)
 *   BSIM_RECORD      folder for a recording of the run (optional; read by the MPI layer; trace/trace_capture.h) */
#ifndef BSIM_CONFIG_H
#define BSIM_CONFIG_H

#include <stdbool.h>
#include <stddef.h>

#include "bsim/base/error.h"

enum { BSIM_MAX_SHARDS = 64, BSIM_MAX_GROUPS = 65536, BSIM_MAX_NOISE_RUNS = 62 /* and two for an interval */ };

struct bsim_config {
    int np;
    int shards, columns;      /* 1, 0 if not given */
    double noise;             /* 0 if not given */
    long noise_seed;          /* 1 if not given */
    int noise_runs;           /* 1 if not given */
    bool interval;            /* false if not given */
    bool sensitivities;       /* likewise */
    bool collective_messages; /* likewise */
    bool whole_collectives;   /* likewise */
    bool without_cards;       /* likewise */
    double quiet_limit_s;     /* 0: no notes */
    size_t stack_size;        /* 0: by the number of ranks */
    const char *platform, *models, *scenarios, *collectives, *delays, *result,
        *parameters; /* owned by the environment; NULL if not given */
};

/* Reads the environment. False and *err if a variable is missing or wrong. exe: argv[0], for the message. */
bool bsim_config_read(struct bsim_config *config, const char *exe, struct bsim_error *err);
/* The name of an input file in messages (BSIM_INPUTS); path itself if it has none. Static buffer; not thread-safe. */
const char *bsim_config_name(const char *path);

#endif

/* collectives.h - which algorithm each collective of the target's MPI library uses: "collectives" of platform.json, and
 * the texts of --collective and of scenarios. Must not know what the algorithms do (lmpi/coll/). */
#ifndef BSIM_COLLECTIVES_H
#define BSIM_COLLECTIVES_H

#include <stdbool.h>
#include <stdint.h>

#include "bsim/base/error.h"
#include "bsim/base/json_read.h"

enum bsim_collective {
#define COLLECTIVE(name) BSIM_COLLECTIVE_##name,
#include "bsim/platform/collective_algorithms.def"
    BSIM_COLLECTIVES
};

enum { /* keys of a rule that an algorithm has */
       BSIM_ALGORITHM_SEGMENT = 1,
       BSIM_ALGORITHM_RADIX = 2,
       BSIM_ALGORITHM_FANOUT = 4,
       BSIM_ALGORITHM_WINDOW = 8
};
enum {                          /* calls for which an algorithm can be used */
       BSIM_NEEDS_POF2 = 1,     /* a power of two members */
       BSIM_NEEDS_EVEN = 2,     /* an even number of members */
       BSIM_NEEDS_COMMUTES = 4, /* an operator that commutes */
       BSIM_NEEDS_EQUAL = 8     /* equal blocks */
};

struct bsim_algorithm {
    enum bsim_collective collective;
    const char *name;
    int keys, needs;
};
/* All algorithms, in the order of collective_algorithms.def. */
extern const struct bsim_algorithm bsim_algorithms[];
extern const int bsim_nalgorithm;
/* "barrier", "bcast", ...; NULL-terminated. */
extern const char *const bsim_collective_names[];

/* The MPI libraries whose choices are known. */
enum bsim_preset { BSIM_PRESET_MPICH, BSIM_PRESET_OPENMPI, BSIM_PRESET_MPICH_FLAT, BSIM_PRESET_OPENMPI_FLAT };
/* By number; NULL-terminated. */
extern const char *const bsim_preset_names[];

/* Measured times of a collective over a grid of processes and bytes. */
struct bsim_collective_table {
    int nprocesses, nbytes;
    double *processes, *bytes; /* ascending */
    double *seconds;           /* nprocesses rows of nbytes */
};

/* A choice for the calls within its limits. */
struct bsim_collective_rule {
    double up_to_bytes;  /* of one member's vector or block; HUGE_VAL: no limit */
    int up_to_processes; /* INT_MAX: no limit */
    int algorithm;       /* index in bsim_algorithms; -1: what the preset chooses, or a table */
    enum bsim_preset preset;
    struct bsim_collective_table *table; /* NULL: none */
    int64_t segment;                     /* bytes; 0: messages are not cut; -1: the algorithm's default */
    int radix, fanout, window;           /* 0: the algorithm's default */
};

struct bsim_collectives {
    enum bsim_preset preset; /* of calls that no rule fits */
    struct bsim_collective_rules {
        int n;
        struct bsim_collective_rule *rule; /* the first that fits counts */
        char *varied;                      /* the text that scenarios have set; NULL: none */
    } of[BSIM_COLLECTIVES];
};

/* Reads "collectives"; v may be absent. Errors go to the document. */
void bsim_collectives_read(struct bsim_collectives *c, struct bsim_jval v);
/* Reads lines of --collective: "NAME=ALGORITHM:KEY=VALUE..." puts a rule in front of those of the platform file but
 * behind those of earlier lines; "PRESET" sets the preset. False and *err if one is wrong. */
bool bsim_collectives_apply(struct bsim_collectives *c, const char *lines, struct bsim_error *err);
void bsim_collectives_free(struct bsim_collectives *c);
/* Whether all calls use MPICH's choices. */
bool bsim_collectives_default(const struct bsim_collectives *c);

/* The collective of "collective.NAME"; -1 if the name is none. */
int bsim_collective_key(const char *full_name);
/* Checks the text that a scenario gives to a collective: "ring". False and a message in why if it is wrong. */
bool bsim_collective_check(int collective, const char *text, char *why, size_t size);
/* Sets a collective for scenario k, which must be the same in all scenarios. */
void bsim_collectives_set(struct bsim_collectives *c, int k, int collective, struct bsim_jval v);

/* The time of a table, in seconds: linear between its points in the logarithms of bytes, processes and seconds. Beyond
 * its ends the last piece goes on, except below the smallest number of bytes, where the time stays. *outside: the point
 * is beyond an end. 0 bytes count as 1. */
double bsim_collective_time(const struct bsim_collective_table *table, int processes, double bytes, bool *outside);

#endif

/* platform_keys.h - the keys of a platform file that a scenario may set. Used by the reader and by bsim sweep. */
#ifndef BSIM_PLATFORM_KEYS_H
#define BSIM_PLATFORM_KEYS_H

#include <stdbool.h>
#include <stddef.h>

#include "bsim/platform/platform.h"
#include "bsim/base/json_read.h"
#include "bsim/base/units.h"

struct bsim_platform_key {
    const char *name; /* "latency" */
    enum bsim_unit unit;
    bool positive;    /* must be above 0 */
    bool inverse;     /* the link holds 1 / value (bandwidth) */
    bool share;       /* must be at most 1 */
    bool loggpo_only; /* not a parameter of the simple model */
    bool inter_only;  /* not for intra_node */
    bool hops_only;   /* only for networks with a topology */
    bool by_level;    /* may be a list with a value for each level or dimension of the topology */
    bool required;
    size_t offset; /* offset of the double * in struct bsim_link */
};

/* The keys under "network" and "intra_node"; ends with name == NULL. */
extern const struct bsim_platform_key bsim_link_keys[];

/* Looks up a full name as in --vary whose values are numbers: "speed", "network.latency", "block.NAME". *structural:
 * the key ("nodes", "cores_per_node") may differ between runs, but not between scenarios of one run. *most: the largest
 * value, or HUGE_VAL. False if there is no such key. */
bool bsim_platform_key_unit(const char *full_name, enum bsim_unit *unit, bool *structural, double *most);

/* Whether the key's values are texts: "mapping", "collective.NAME". Such a key is structural too. A further one is set
 * by set_text (platform_json.c). */
bool bsim_platform_key_is_text(const char *full_name);

/* Reads a busy_speed (bsim_node_sharing): above 0, at most 1; after an error something else. */
double bsim_busy_speed_read(struct bsim_jval v);

/* All full names, NULL-terminated. */
extern const char *const bsim_platform_key_names[];

#endif

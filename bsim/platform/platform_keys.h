/* platform_keys.h - the keys of a platform that a scenario may set, for the reader and for bsim sweep. */
#ifndef BSIM_PLATFORM_KEYS_H
#define BSIM_PLATFORM_KEYS_H

#include <stdbool.h>
#include <stddef.h>

#include "bsim/platform/platform.h"
#include "bsim/base/units.h"

struct bsim_platform_key {
    const char *name; /* "latency" */
    enum bsim_unit unit;
    bool positive;    /* must be above 0 */
    bool inverse;     /* the link holds 1 / value: bandwidth */
    bool share;       /* must be at most 1 */
    bool loggpo_only; /* the simple model has no such parameter */
    bool hops_only;   /* of a network with a topology; not within a node */
    bool required;
    size_t offset; /* of the double * in struct bsim_link */
};

/* Parameters of a link, under "network" and "intra_node"; ends with name == NULL. */
extern const struct bsim_platform_key bsim_link_keys[];

/* Unit of a full name as in --vary: "speed", "network.latency", "intra_node.bandwidth". Structural keys ("nodes",
 * "cores_per_node") may differ between runs, not between scenarios of one run. most: the largest value, or HUGE_VAL.
 * False if there is no such key. */
bool bsim_platform_key_unit(const char *full_name, enum bsim_unit *unit, bool *structural, double *most);

/* All full names, NULL-terminated. */
extern const char *const bsim_platform_key_names[];

#endif

/* node_kinds.h - reads "node_kinds" of a platform file, and finds the kind of a node. */
#ifndef BSIM_NODE_KINDS_H
#define BSIM_NODE_KINDS_H

#include <stdbool.h>

#include "bsim/base/json_read.h"
#include "bsim/platform/platform.h"

/* v may be absent. Errors go to v's document. The other members of the platform are read before. */
void bsim_node_kinds_read(struct bsim_platform *platform, struct bsim_jval v);
void bsim_node_kinds_free(struct bsim_platform *platform);

/* Whether a full name is that of a value of a kind that a scenario may set: "node_kinds.NAME.speed" or
 * "node_kinds.NAME.busy_speed". */
bool bsim_node_kinds_key(const char *full_name);
/* Sets such a value of scenario k. */
void bsim_node_kinds_set(struct bsim_platform *platform, int k, const char *full_name, struct bsim_jval v);
/* An error at v, if a kind names nodes that the platform no longer has. */
void bsim_node_kinds_fit(const struct bsim_platform *platform, struct bsim_jval v);

/* Tells each place where models name a kind of node that the platform does not have (bsim/base/kinds.h). */
void bsim_node_kinds_unknown(const struct bsim_platform *platform,
                             void (*tell)(void *arg, const struct bsim_error *problem), void *arg);

#endif

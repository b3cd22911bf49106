/* contention.h - the keys of a platform file about links that messages share: "contention", "packet", "flows",
 * "link_bandwidth", "cards", "card_choice" and "rails" of "network", "parents" of a fat tree. Formats:
 * docs/reference/platform.md. */
#ifndef BSIM_CONTENTION_H
#define BSIM_CONTENTION_H

#include "bsim/base/json_read.h"
#include "bsim/platform/platform.h"

/* Reads "contention" and checks the keys that depend on it. network: the object, whose other keys are read already. */
void bsim_contention_read(struct bsim_platform *platform, struct bsim_jval network);
/* Reads link_bandwidth if it is a list: a rate for each level or dimension. */
void bsim_contention_rates(struct bsim_platform *platform, struct bsim_jval list);
/* Reads shared_bandwidth of "intra_node", which may be absent. */
void bsim_contention_memory(struct bsim_platform *platform, struct bsim_jval intra_node);
/* Whether a scenario may set network.KEY; else an error at v. */
bool bsim_contention_may_set(const struct bsim_platform *platform, const char *key, struct bsim_jval v);
/* Reads "parents" of a fat tree, which may be absent. */
void bsim_contention_parents(struct bsim_platform *platform, struct bsim_jval topology);

#endif

/* sockets.h - the sockets of a node: "sockets_per_node" and "socket_mapping" of a platform file, and what they make of
 * the ranks. */
#ifndef BSIM_SOCKETS_H
#define BSIM_SOCKETS_H

#include "bsim/base/json_read.h"
#include "bsim/platform/platform.h"

/* Reads both keys, after "memory" and "cores_per_node". root: the platform file. Errors go to the document. */
void bsim_sockets_read(struct bsim_platform *platform, struct bsim_jval root);
/* Whether the cores of a node, which a scenario may have set, can be divided into its sockets; else *err. */
bool bsim_sockets_check(const struct bsim_platform *platform, struct bsim_error *err);
/* Writes the socket of each of np ranks: node * sockets_per_node + its number in the node. node_of: their nodes. */
void bsim_sockets_place(const struct bsim_platform *platform, const int32_t *node_of, int np, int32_t *socket);

#endif

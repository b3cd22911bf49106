/* link_first.h - "first_messages" of a connection: the first messages of a rank, which take its processor longer than
 * later ones, since the library's code and buffers are not in memory yet. */
#ifndef BSIM_LINK_FIRST_H
#define BSIM_LINK_FIRST_H

#include "bsim/base/json_read.h"
#include "bsim/platform/platform.h"

/* Reads the member of a connection, which is present. Errors go to the document. */
void bsim_first_messages_read(struct bsim_link *link, struct bsim_jval v);
/* The connection has those of another one, or none if that is NULL. */
void bsim_first_messages_copy(struct bsim_link *link, const struct bsim_link *from);

#endif

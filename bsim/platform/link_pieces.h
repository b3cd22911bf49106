/* link_pieces.h - "pieces" of a connection: parameters that depend on the size of a message. */
#ifndef BSIM_LINK_PIECES_H
#define BSIM_LINK_PIECES_H

#include "bsim/base/json_read.h"
#include "bsim/platform/platform.h"

/* Reads the list into link, a connection of p, in the place of the pieces that it has. simple: the model has no
 * overheads. Errors go to the document. */
void bsim_pieces_read(struct bsim_platform *p, struct bsim_link *link, struct bsim_jval v, bool simple);
/* Reads the parameters of one piece, without up_to: what v does not say is the connection's. */
void bsim_piece_read(struct bsim_platform *p, struct bsim_link_piece *piece, struct bsim_jval v, bool simple);
/* Gives `to` a copy of the pieces of `from`. */
void bsim_pieces_copy(struct bsim_link *to, const struct bsim_link *from);

#endif

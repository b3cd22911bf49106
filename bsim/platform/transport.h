/* transport.h - "transport" of a platform file: rules that choose the protocol of messages between nodes, and other
 * parameters, by the kind of connection, the size of the message and the scheme of the program.
 *
 * Networks whose protocol adapts itself do so: P2PSAP, the protocol under dPerf's programs, chooses between synchronous
 * and asynchronous, reliable and unreliable messages by the scheme of iteration and by where the peers are. Here any
 * such choice is a list of rules, of which the first that fits counts. Must not know formulas. */
#ifndef BSIM_TRANSPORT_H
#define BSIM_TRANSPORT_H

#include "bsim/base/json_read.h"
#include "bsim/platform/platform.h"

/* Reads "scheme" and "transport" of a platform's network, whose other keys are read. Errors go to the document. */
void bsim_transport_read(struct bsim_platform *platform, struct bsim_jval network);

/* Whether rules depend on the latency, which scenarios may change. */
bool bsim_transport_by_latency(const struct bsim_platform *platform);

/* Writes the pieces of the connections over so many hops and with so much latency: up to 2 * nrule + 1, by size, the
 * last one for all longer messages. Returns their number. */
int bsim_transport_pieces(const struct bsim_platform *platform, int hops, double latency_s,
                          struct bsim_link_piece *pieces);

#endif

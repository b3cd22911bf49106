/* connection.h - the connections between ranks, each of which carries one message at a time.
 *
 * All messages from one rank to another have one connection, and the other direction has its own. Messages that come to
 * it while it carries another wait, and have it one after the other in the order in which they came. A message may come
 * at a time that is before the end of one that is already over (links.h says when); it has the connection from that end
 * on. Times are in seconds. Must not know flows, messages or events. */
#ifndef BSIM_CONNECTION_H
#define BSIM_CONNECTION_H

#include <stdbool.h>
#include <stdint.h>

/* A message's place at its connection. Owned by the caller, and untouched by it until the message leaves. */
struct bsim_turn {
    struct bsim_turn *next;
    double time_s; /* when the message comes; once it has the connection: from when on */
};

/* earliest: a time before which no message comes any more, as far as the caller knows; connections that were free by
 * then are forgotten. It is called now and then, at a cost that may grow with the number of ranks. */
struct bsim_connections *bsim_connections_new(int np, double (*earliest)(void));
void bsim_connections_free(struct bsim_connections *connections);

/* A message from rank source to rank dest comes to its connection at turn->time_s. True if it has the connection now;
 * false if it waits until bsim_connection_leave returns it. */
bool bsim_connection_come(struct bsim_connections *connections, int32_t source, int32_t dest, struct bsim_turn *turn);

/* The message that has the connection from rank source to rank dest has left at end_s. Returns the next one, which has
 * the connection now, or NULL. */
struct bsim_turn *bsim_connection_leave(struct bsim_connections *connections, int32_t source, int32_t dest,
                                        double end_s);

/* For tests: connections that are remembered. */
int64_t bsim_connections_known(const struct bsim_connections *connections);

#endif

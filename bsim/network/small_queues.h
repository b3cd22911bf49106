/* small_queues.h - how much of a connection of TCP is in the queue of its host's link: Linux's TCP small queues.
 *
 * A connection puts packets into the queue while those that it has there take no more memory than it would send in
 * 1/1024 s at its pace, which is twice its window in a round trip (tcp_small_queue_check and
 * tcp_update_pacing_rate in Linux, while a window still grows). The round trip is that of
 * acknowledgements, smoothed by 1/8 (RFC 6298, section 2), and contains what packets and acknowledgements wait in
 * queues. So while queues are short a message goes into the queue at once, behind which those of other connections
 * wait; while they are long connections take turns, packet by packet. While a connection has packets in the queue, one
 * that is not full waits until one of them has left (tcp_should_autocork), or until later data fill it: so the
 * end of a message comes behind what others have put there meanwhile. Must not know links. */
#ifndef BSIM_SMALL_QUEUES_H
#define BSIM_SMALL_QUEUES_H

#include <stdbool.h>
#include <stdint.h>

/* window: of each connection, in bytes, > 0. */
struct bsim_small_queues *bsim_small_queues_new(double window);
void bsim_small_queues_free(struct bsim_small_queues *queues);

/* The number of the connection from rank source to rank dest, which stays. */
int32_t bsim_small_queues_of(struct bsim_small_queues *queues, int32_t source, int32_t dest);
/* Whether the connection may put a packet into the queue. It may while there are two at most, however slow it is. */
bool bsim_small_queues_has_room(const struct bsim_small_queues *queues, int32_t connection);
/* Whether it has packets there. */
bool bsim_small_queues_has_some(const struct bsim_small_queues *queues, int32_t connection);
/* A packet of so many bytes is put into the queue, or has left it. */
void bsim_small_queues_put(struct bsim_small_queues *queues, int32_t connection, double bytes);
void bsim_small_queues_took(struct bsim_small_queues *queues, int32_t connection, double bytes);
/* An acknowledgement is there, so long after its packet was put into the queue. */
void bsim_small_queues_acknowledge(struct bsim_small_queues *queues, int32_t connection, double round_trip_s);

/* For the caller: which flow puts packets into the queue; of the data behind them, which do not fill a packet: flows
 * that end in them, their bytes, and when the last of them came. -1: none, as at first. */
struct bsim_small_queues_turn {
    int32_t flow, first_end, last_end;
    double bytes, since_s;
};
struct bsim_small_queues_turn *bsim_small_queues_turn(struct bsim_small_queues *queues, int32_t connection);

#endif

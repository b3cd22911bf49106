/* balance.h - which shard runs which ranks, and when that changes. For shard.c.
 *
 * It is looked at from time to time. If shards wait for a large part of the time, ranks move to where there is less
 * work, or all of them to shard 0; the other shards are spare then, and it is tried again with all shards later. If
 * much mail is sent, some messages are watched, and the ranks are divided as these suggest. No result depends on it. */
#ifndef BSIM_BALANCE_H
#define BSIM_BALANCE_H

#include "bsim/kernel/division.h"
#include "bsim/kernel/shard.h"

/* may_divide: the division may change. */
void bsim_balance_init(struct bsim_division division, bool may_divide);
/* Where a rank begins: sets its group and its shard. */
void bsim_balance_place(bsim_rank *rank);

/* Whether the shards are to gather now. The caller is shard s and has the lock world. */
bool bsim_balance_look(const struct bsim_shard *s);
/* Moves ranks. All shards stand still on their threads' own stacks, and no mail is under way. */
void bsim_balance_change(void);
/* After a change: begins or ends to watch the messages of this shard. */
void bsim_balance_watch(void);
/* Whether no ranks are in the shard since it is not worth while. */
bool bsim_balance_is_spare(const struct bsim_shard *s);

/* Adds how often ranks have moved. */
void bsim_balance_report(struct bsim_shards_report *report);

/* bsim run in tests: BSIM_SHUFFLE_SHARDS is a seed; ranks are then moved at random, and often. */

#endif

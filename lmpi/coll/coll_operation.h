/* coll_operation.h - the collectives of a communicator that are under way: which members have called
 * (coll_operation.c).
 *
 * The members of a communicator call its collectives in one order. So a member's n-th call belongs to the n-th
 * operation. A member that has started non-blocking operations may be several of them ahead of others. */
#ifndef LMPI_COLL_OPERATION_H
#define LMPI_COLL_OPERATION_H

#include "lmpi/coll/coll.h"
#include "lmpi/core/rank_extension.h"

typedef struct lmpi_coll_operation {
    lmpi_comm *comm;
    void *state;                   /* which operations it belongs to: the communicator's, or a channel's */
    uint32_t number;               /* of the operation in its communicator; it wraps around */
    int arrived;                   /* with shared links later: members whose steps are not over */
    bool one_site;                 /* all calls so far are from one call site */
    lmpi_coll_call *first;         /* the first call of this operation */
    const lmpi_coll_call *typed;   /* the first call with data; null: none yet */
    bool differs;                  /* calls do not match: their members have failed or wait for good */
    bool at_once;                  /* its members take their steps as soon as they come */
    bool all_called;               /* with shared links */
    double *last;                  /* non-blocking, as messages: K times, the last call so far */
    struct lmpi_coll_steps *steps; /* of each member, where these do not wait for each other (coll.c) */
    struct lmpi_parked due;  /* blocking, with network cards or shared links: until when member 0 waits to evaluate */
    struct bsim_event event; /* non-blocking, with network cards or shared links: its evaluation */
    lmpi_coll_call *call[];  /* of each member; null: not there yet */
} lmpi_coll_operation;

/* Enters a call in the operation that it belongs to, and checks that it agrees with those of other members. The last
 * member (arrived == comm->size) must end the operation with lmpi_coll_operation_free. */
lmpi_coll_operation *lmpi_coll_enter(lmpi_comm *comm, lmpi_coll_call *call);
/* The same for the call of a member that another host runs. Its entry_s is set. */
lmpi_coll_operation *lmpi_coll_enter_away(lmpi_comm *comm, lmpi_coll_call *call);
/* The operation that a call would be entered in; null: no member has called it yet. */
const lmpi_coll_operation *lmpi_coll_next(const lmpi_comm *comm, const lmpi_coll_call *call);
/* The last operation that a member has entered, other than those of persistent requests; null: all have called it. */
lmpi_coll_operation *lmpi_coll_entered(const lmpi_comm *comm, int member);
void lmpi_coll_operation_free(lmpi_coll_operation *operation);

/* The world rank of the first member that has not called; -1: all have. */
int lmpi_coll_missing(const lmpi_coll_operation *operation);

/* The evaluation (coll.c) in parts: the rules that involve all calls; the times, from the entry times of the members,
 * which become their exit times; the data. */
lmpi_coll_run lmpi_coll_begin(lmpi_comm *comm, lmpi_coll_call **call, bool one_site);
void lmpi_coll_find_times(lmpi_coll_run *run);
/* All have called, and none has taken steps: whether they are to take them now, and find_times is to note them. With
 * links they are; with cards if only all calls tell that there are not too many (lmpi_coll_kind.most_messages). */
bool lmpi_coll_is_late(const lmpi_coll_run *run);
void lmpi_coll_move_data(lmpi_coll_run *run);

/* Whether a member takes its steps as soon as it comes, over shared links; then its steps go to call->steps, from its
 * own arguments or from those of the first member that has come. The caller is alone. */
bool lmpi_coll_goes_at_once(lmpi_comm *comm, lmpi_coll_call *call);
void lmpi_coll_note_steps(lmpi_coll_operation *operation, lmpi_coll_call *call);

/* What the program may free before the operation is over (coll_kept.c): holds the types of a call and its operator, and
 * releases them. lmpi_coll_keep is of the copy of a call whose member goes on: of its lists those that the last member
 * checks, counts and types, become copies too, or those of the operation's first call if this one has gone on with
 * equal ones. lmpi_coll_unkeep frees the copy; the first call's is freed last. */
void lmpi_coll_hold(lmpi_coll_call *call);
void lmpi_coll_release_types(const lmpi_coll_call *call);
void lmpi_coll_keep(lmpi_coll_call *copy, const lmpi_coll_call *first);
/* Puts such a copy in the place of a call, whose member goes on though others have not called; moves what it receives.
 * False: it has to stay, since others need its data or it needs theirs. */
bool lmpi_coll_leave(lmpi_coll_operation *operation, const lmpi_coll_call *call);
void lmpi_coll_unkeep(lmpi_coll_call *copy, const lmpi_coll_call *first);

/* Starts a non-blocking collective (coll_start.c). call is copied. */
int lmpi_coll_start_async(lmpi_comm *comm, const lmpi_coll_call *call);
/* The call of a member that another host runs has come (lmpi/hosts/call.c), which blocks there, or is non-blocking:
 * call is copied, and what it consists of is freed by lmpi_hosts_free_call. */
void lmpi_coll_join_away(lmpi_comm *comm, const lmpi_coll_call *call);
void lmpi_coll_start_away(lmpi_comm *comm, const lmpi_coll_call *call);
/* Makes a persistent request of a collective (coll_start.c). call is copied. */
int lmpi_coll_make_persistent(lmpi_comm *comm, const lmpi_coll_call *call);

/* The operations that the starts of a persistent request make. The n-th persistent request that a member makes on a
 * communicator belongs to the n-th one of each other member, and the n-th start of it to the n-th start of theirs,
 * whatever else they start between. A channel lives until all members that this host runs have left it. */
void *lmpi_coll_channel(lmpi_comm *comm, int member);
/* Channels are numbered from 0 by their n-th requests. lmpi_coll_channel_at makes it if it is not there. */
uint32_t lmpi_coll_channel_number(const void *channel);
void *lmpi_coll_channel_at(lmpi_comm *comm, uint32_t number);
/* The id, as of a communicator, that keeps the messages of its operations apart from all others. */
int lmpi_coll_channel_context(const void *channel);
void lmpi_coll_channel_leave(lmpi_comm *comm, void *channel);

#endif

/* hosts.h - what the ranks of several hosts tell each other (bsim/kernel/hosts.h): messages, calls of collectives, what
 * is freed; and the results at the end. Implemented by lmpi/hosts/, which knows messages and collectives. */
#ifndef LMPI_HOSTS_H
#define LMPI_HOSTS_H

#include "bsim/kernel/hosts.h"
#include "lmpi/core/lmpi_internal.h"

struct lmpi_coll_call; /* lmpi/coll/coll.h */

extern const struct bsim_wire lmpi_wire;

/* deliver.c: takes a letter, which it frees. The other one: takes those that could not be delivered when they came,
 * since they are for communicators that this host had not made yet, and now can. */
void lmpi_hosts_deliver(void *letter, size_t bytes);
void lmpi_hosts_deliver_kept(void);

/* refuse.c: whether a run on several hosts has a function. lmpi_hosts_refuse: the running rank fails, since it has not.
 */
bool lmpi_hosts_has(const char *function);
_Noreturn void lmpi_hosts_refuse(const char *what, const void *site);

/* silence.c: ends the run when another host does not answer any more. Returns an MPI error code. */
int lmpi_hosts_watch_silence(int hosts, int here);

/* message.c */
/* Sends a message to a rank that is away, and frees it. */
void lmpi_hosts_send(lmpi_message *m, int dest);
/* Sends the request of a rendezvous with its data. m is freed; its sender is told by lmpi_deliver_sent. */
void lmpi_hosts_send_rendezvous(lmpi_message *m, int dest);
/* The times of a rendezvous whose sender is away are known: tells it. send is the request that stands for the sender's.
 */
void lmpi_hosts_tell_sent(lmpi_request *send, const double *sready);

/* communicator.c: each communicator has a key that all hosts derive alike, while its number is each host's own. */
/* A communicator was made by a collective on parent, or is one from the start (parent NULL). */
void lmpi_hosts_made(const lmpi_comm *parent, const lmpi_comm *made);
/* All communicators of one such collective are made. */
void lmpi_hosts_counted(const lmpi_comm *parent);
uint64_t lmpi_hosts_key(const lmpi_comm *comm);
/* Its number here; -1: this host has not made it yet. */
int lmpi_hosts_comm(uint64_t key);
/* The hosts of its members, as bits. */
uint64_t lmpi_hosts_of(const lmpi_comm *comm);
static inline bool lmpi_hosts_spans(const lmpi_comm *comm) {
    return bsim_context.nhosts > 1 && (lmpi_hosts_of(comm) & ~((uint64_t)1 << bsim_context.host)) != 0;
}
/* The running rank has freed it: tells the other hosts of members. */
void lmpi_hosts_freed(const lmpi_comm *comm);

/* call.c */
/* The running rank joins a collective on a communicator: tells the other hosts of members. entry: K times at which the
 * operation begins for it. Refuses what hosts do not have. */
void lmpi_hosts_join(const lmpi_comm *comm, const struct lmpi_coll_call *call, const double *entry);
/* reduction.c: all have called a reduction with data and an operator of the program: lays out those of members that are
 * away. Ends the run if the layouts differ. */
struct lmpi_coll_run;
void lmpi_hosts_lay_out(struct lmpi_coll_run *run);
/* arguments.c: frees what a call of a member that is away consists of, besides the call itself. */
void lmpi_hosts_free_call(const struct lmpi_coll_call *call);

/* gather.c: all ranks of all hosts have finished: what each host has counted goes to host 0. unreceived: of a message
 * that was not received, or empty; on host 0 that of the first host which has one. */
void lmpi_hosts_gather(char *unreceived, size_t size);

#endif

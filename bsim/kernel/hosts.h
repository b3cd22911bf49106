/* hosts.h - a run over several hosts: processes that run a part of the ranks each. A host may be the same machine.
 *
 * Each host knows all ranks, and has fibers for its own ones only: consecutive ones, own_first to before own_end of
 * bsim_context. The others are away: their clocks and queues here mean nothing, and they never run here. They count as
 * ranks of another shard, so what is sent to them takes the way of mail. Hosts exchange mail over a wire that the layer
 * above gives.
 *
 * A host that can do nothing joins a round, in which all hosts tell how much mail they have sent and received. When two
 * rounds in a row tell the same numbers, and as much was received as was sent, no mail was under way and all hosts were
 * idle all the time between (Mattern's four counters). Then the earliest decision of all hosts is taken, as a single
 * process does when no rank can run, or the run is over. So a run is the same on any number of hosts. */
#ifndef BSIM_HOSTS_H
#define BSIM_HOSTS_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>

#include "bsim/kernel/engine.h"

/* The message about what is for one process only; of one string, its name. */
#define BSIM_HOSTS_LACK "a run on several hosts does not support %s; run it in one process"

enum { BSIM_MAX_HOSTS = 64 };
/* The number of the shard of ranks that are away. Its queue is never run. */
enum { BSIM_SHARD_AWAY = BSIM_MAX_SHARDS - 1 };

static inline bool bsim_is_away(int rank) {
    return bsim_context.nhosts > 1 && (rank < bsim_context.own_first || rank >= bsim_context.own_end);
}
/* The host of a rank, and the first rank of a host, or of the one behind the last. */
int bsim_host_of(int rank);
int bsim_host_first(int host);

/* What hosts exchange. All functions but send and abort are called on the host stack. */
struct bsim_wire {
    void (*start)(int *hosts, int *here);
    /* Sends a letter, which it frees, to another host. Letters of one host come in the order of sending. */
    void (*send)(int host, void *letter, size_t bytes);
    /* Delivers a letter that has come, if there is one. False: there was none. */
    bool (*deliver)(void);
    /* All hosts tell so many bytes to each other. poll: whether all have; then `all` is filled, by host. */
    void (*tell_all)(const void *mine, void *all, size_t bytes);
    bool (*poll)(void);
    /* Each host gives bytes to host 0, where `take` gets them of each host, 0 first. */
    void (*gather)(const void *mine, size_t bytes, void (*take)(int host, const void *bytes, size_t n));
    /* The bytes of host 0 come to all. */
    void (*share)(void *value, size_t bytes);
    /* All hosts call it, when their results are out. Returns when all have; then the process must exit at once. code:
     * of the exit that follows. */
    void (*leave)(int code);
    void (*abort)(int code); /* ends all hosts at once */
};

/* Starts the wire if BSIM_HOSTS is 1, and divides the ranks. Ends the run if there are fewer ranks than hosts. */
void bsim_hosts_start(int np);
/* Ends the run, with one message, if it has inputs or options that are for one process. what: "--shards"; NULL: none.
 */
void bsim_hosts_refuse(const char *what);
/* Ends the run if the hosts do not have the same of what is digested. name: of that, in the message. */
void bsim_hosts_compare(const char *name, uint64_t digest);

/* Runs until all ranks of all hosts have finished (true), or none can run (false). run_ranks: runs the shard's ranks
 * until none can. stopped: where bsim_sched_stop jumps to from the host stack. */
struct bsim_shard;
bool bsim_hosts_run(void (*run_ranks)(struct bsim_shard *shard), jmp_buf stopped);

extern bool bsim_hosts_delivers; /* a letter is delivered now, outside of all ranks */
/* While a letter is delivered: calls a function of the program, which must not block, as if this rank of this host,
 * which has begun, did. Its stack is the host's; if it fails, the rank has failed, and this does not return. */
void bsim_hosts_run_as(int rank, void (*fn)(void *arg), void *arg);
extern uint64_t bsim_hosts_came; /* letters that have come; the wire counts them */

/* Sends a letter to a host, from a rank or from the host stack. */
void bsim_hosts_send(int host, void *letter, size_t bytes);

/* The host whose failure ends the run, when it is over; -1: none has failed. */
int bsim_hosts_failed(int *code);

/* Of a mistake in the inputs, which all hosts have: the first host ends the run before the others tell it again. */
void bsim_hosts_let_first_tell(void);
/* All hosts are about to exit, and none needs another one for what it still has to do. */
void bsim_hosts_all_end(void);
/* The process is about to exit. If all hosts are it waits for them; else it ends them, too. */
void bsim_hosts_leave(int code);

/* At the end: of all hosts, all warnings of ranks go to host 0, in the order of time and rank; then all others. */
void bsim_hosts_gather_held(void);
void bsim_hosts_gather_warnings(void);
/* The lowest rank that ended with a code other than 0, of all hosts, and its code; -1: none. */
void bsim_hosts_share_failure(int *rank, int *code);

#endif

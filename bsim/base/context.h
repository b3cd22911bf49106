/* context.h - the present run as every part of the engine reads it.
 *
 * One object at a fixed address, so reading a member costs what reading a variable costs. Each part sets its members
 * before the ranks run; they are constant while ranks run. What one source alone knows is static there, and what each
 * shard has for itself is BSIM_OF_SHARD. */
#ifndef BSIM_CONTEXT_H
#define BSIM_CONTEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bsim_context {
    /* ---- kernel: ranks, their clocks and stacks, shards ---- */
    int np;                  /* ranks */
    int nscen;               /* entries of a clock: K scenarios, or a time and its slopes */
    int slopes;              /* entries behind the first that are its slopes (slopes.h); 0: all are scenarios */
    int nshards;             /* threads that run the ranks */
    struct bsim_rank *ranks; /* engine.h: bsim_rank_of */
    double *clocks;          /* np * nscen; clock.h: bsim_clock */
    char *stacks;            /* of the ranks; fiber.h */
    size_t stack_stride;     /* bytes from one stack to the next */
    /* The private variables of rank r are private_origin + r * private_stride away from the program's own. Both are 0
     * if the program has none. private.h */
    ptrdiff_t private_origin, private_stride;
    void (*at_switch)(int from, int to); /* if not NULL, called at each switch between ranks (-1: the thread's stack) */
    /* If not NULL, called once when a run ends early: with its exit code, the call site or NULL, and the message. */
    void (*at_end)(int code, const void *site, const char *text);
    double failed_s; /* when the earliest failure of a rank is (process/failure.h); HUGE_VAL: none has failed */
    int failed_rank, failed_code; /* of that failure: its rank and exit code */
    bool all_finished; /* set when several shards are done: all ranks have finished (true), or some are stuck */
    int nhosts, host;  /* processes of the run, each with a part of the ranks (kernel/hosts.h), and which one this is */
    int own_first, own_end; /* the ranks of this one, from the first to before the end */

    /* ---- network ---- */
    const struct bsim_network *net;       /* the model */
    const struct bsim_topology *topology; /* the platform's */
    struct bsim_path *paths;         /* by hops: 0 within a node, 1..most_hops between nodes; then between sockets */
    int npath;                       /* most_hops + 1; with socket: one more, that between sockets of a node */
    int most_hops;                   /* 1 without a topology, and with one node */
    bool paths_differ;               /* they differ in more than the latency: transport.h, between sockets */
    bool gaps_differ;                /* bytes of messages between nodes, or within one, take different times */
    double gap_s_per_byte;           /* else: that between nodes, in scenario 0 */
    double near_gap_s_per_byte;      /* and that within them */
    bool counts_traffic;             /* what ranks send and receive is counted (bsim/stat/traffic.h) */
    bool counts_far, counts_near;    /* between nodes, and within them */
    int64_t traffic_above;           /* of messages of more bytes; if nothing is counted, INT64_MAX */
    int32_t *socket;                 /* by rank; NULL: messages do not depend on sockets */
    bool cards;                      /* messages between nodes share their network cards (card.h), or links */
    bool links;                      /* they share links (links.h) */
    bool shares_memory;              /* with links: messages within a node share its memory */
    int32_t *node;                   /* by rank */
    int nodes;                       /* up to the last one that has ranks */
    int cores_per_node;              /* the platform's */
    const struct bsim_place *places; /* by node, for a torus that bsim_topology_has_places accepts; else NULL */
    const struct bsim_place *places_size; /* the sizes of that torus */

    const struct bsim_collectives *collectives; /* the algorithms of collectives; platform/collectives.h */
    const struct bsim_local_work *work;         /* what reductions and packing cost; platform/platform.h */

    /* ---- cost and process ---- */
    bool collective_messages; /* members of collectives take their steps one by one also without links or cards */
    bool whole_collectives;   /* they do not, also with cards */
    bool records_parameters;  /* bsim run --parameters */
    int child_of;             /* the rank that has forked this process; -1 in the run itself */
    double child_clock_s;     /* that rank's clock when it called fork() */
    int32_t pid;              /* the number of the run's process */
};

extern struct bsim_context bsim_context;

#endif

/* trace_walk.h - inside of bsim trace: what the calls of a rank do, in the terms of other tools' formats: messages
 * between ranks of MPI_COMM_WORLD, ends of requests, and collectives. */
#ifndef BSIM_CMD_TRACE_WALK_H
#define BSIM_CMD_TRACE_WALK_H

#include <stdbool.h>
#include <stdint.h>

#include "bsim/base/error.h"
#include "bsim/cmd/trace_channels.h"
#include "bsim/cmd/trace_comms.h"
#include "bsim/trace/trace.h"

/* The communicators of all ranks. Each has one number on all of its members: it is known by them, and by how many
 * communicators of the same members they made before it. 0 is MPI_COMM_WORLD. */
struct bsim_trace_context {
    int n, *world;    /* its members, as ranks of MPI_COMM_WORLD; shared by communicators of the same members */
    int same;         /* how many of the same members were made before */
    int next;         /* the next one of the same members; -1: none */
    uint32_t hash;    /* of the members */
    int next_of_hash; /* the first communicator of other members in the same list; -1: none */
};
struct bsim_trace_contexts {
    struct bsim_trace_context *context; /* owned */
    int n;
    int *bucket, nbucket;                /* owned */
    struct bsim_trace_channels channels; /* partitioned messages, by communicator, tag and number among their like */
    struct bsim_trace_channels files, windows; /* by communicator and number among their like: number + 1 */
};
/* Tags of partitioned messages are numbers of channels from here on, above all tags of MPICH: they do not meet other
 * messages, nor each other if they are started in another order than they were made. */
enum { BSIM_TRACE_CHANNEL_TAGS = 1 << 29 };
void bsim_trace_contexts_start(struct bsim_trace_contexts *contexts, const struct bsim_trace *trace);
void bsim_trace_contexts_end(struct bsim_trace_contexts *contexts);

/* A message or a collective of a rank. */
struct bsim_trace_operation {
    enum { BSIM_TRACE_SEND, BSIM_TRACE_RECEIVE, BSIM_TRACE_COLLECTIVE, BSIM_TRACE_OBJECT } kind;
    int64_t id;       /* of the rank's non-blocking ones: 1, 2, ... in their order; 0: the call ends it */
    int64_t begin_ns; /* of the call that starts it */
    int context;
    /* Of a message. peer: -1 if there is none: MPI_PROC_NULL, or a receive that nothing was sent to. */
    int peer, peer_in_comm; /* in MPI_COMM_WORLD, and in its communicator */
    int64_t tag;
    bool cancelled;
    /* Of a collective: the function without MPI_ and without the I of a non-blocking one; the rank of its root, or -1;
     * this rank's number in the communicator, and the size of that. */
    char name[32];
    int root, own, nmember;
    /* Bytes sent and received (of messages: the first one), as the counts of the call say; -1: the call has no such
     * side. If lists of counts are given, blocks of bytes[side] each, or of their own datatypes. */
    int64_t bytes[2];
    const int64_t *counts[2], *types[2]; /* NULL: none */
    /* Of a collective of neighbours: sources (side 1) and destinations (side 0), less this rank, or TRACE_PROC_NULL;
     * lists of counts have an element for each. NULL: of another one. */
    const int64_t *near[2];
    int nnear[2];
    /* Of a call of a file or a window: its name is `name`; the number of the file or window, which is equal on all its
     * ranks, or -1; peer is the target, -1 if there is none. */
    int object;
    int64_t mark; /* for the visitor */
};

struct bsim_trace_walk {
    const struct bsim_trace *trace;
    int rank;
    const struct bsim_trace_event *event;
    int64_t begin_ns, end_ns; /* of the present call, from the beginning of the rank's trace */
    struct bsim_trace_contexts *contexts;
    struct bsim_trace_comms comms;
    /* Inside. */
    const struct bsim_trace_visitor *visitor;
    void *data;
    struct bsim_error *err;
    int *context_of, ncontext; /* by the rank's numbers of communicators */
    int *made, nmade;          /* by the first communicator of the same members: how many the rank has made */
    struct bsim_trace_request {
        struct bsim_trace_operation operation, receive;
        bool is_active;
        bool exchanges; /* an Isendrecv: `receive` is its second operation */
        bool is_persistent;
        struct bsim_trace_event init; /* the call that made it, if it is persistent */
        int64_t ready;                /* partitions */
        int64_t channel;              /* the tag of its partitioned message */
    } *request;
    int nrequest;
    /* Messages that matched probes took, by number. at: the number of the probe, from 1; 0: it was received. */
    struct bsim_trace_probed {
        int64_t comm, peer, tag, at;
    } *probed;
    int nprobed;
    int64_t nid, nprobe;
    /* By the rank's number of the file or window. own: the rank in it. */
    struct bsim_trace_object {
        bool is_made;
        int number, context, own;
    } *file, *window; /* owned */
    int nfile, nwindow;
    struct bsim_trace_channels inits; /* how many partitioned messages have been made, by communicator, peer and tag */
};

/* Functions that are called while a rank's calls are gone through; each may be NULL, and ends the walk if it returns
 * false with an error. */
struct bsim_trace_visitor {
    const char *purpose; /* for messages: "cannot be" ... */
    bool is_strict;      /* what is cancelled, freed while it is active, or never completed, is refused */
    bool is_plain;       /* matched probes and Isendrecv are refused */
    bool has_neighbours; /* collectives of neighbours are not refused */
    bool (*enter)(struct bsim_trace_walk *walk, void *data);
    bool (*start)(struct bsim_trace_walk *walk, struct bsim_trace_operation *operation, void *data);
    bool (*complete)(struct bsim_trace_walk *walk, struct bsim_trace_operation *operation, void *data);
    /* A constructor of communicators: context is the new one, -1 on a rank that is no member. */
    bool (*make)(struct bsim_trace_walk *walk, int parent, int context, void *data);
    /* MPI_Comm_free. context: -1 if it is not known. */
    bool (*free_comm)(struct bsim_trace_walk *walk, int context, void *data);
    /* A call of a file or a window. `complete` is called for those with a request when that ends. NULL: they are
     * refused. */
    bool (*object)(struct bsim_trace_walk *walk, struct bsim_trace_operation *operation, void *data);
    bool (*leave)(struct bsim_trace_walk *walk, void *data);
};
bool bsim_trace_walk(const struct bsim_trace *trace, int rank, struct bsim_trace_contexts *contexts,
                     const struct bsim_trace_visitor *visitor, void *data, struct bsim_error *err);
/* The error that the present call has no word in the format. Returns false. */
bool bsim_trace_refuse(const struct bsim_trace_walk *walk, const char *why);
/* The bytes of a collective's block for (side 0) or from (side 1) a member, if counts are given for each. */
int64_t bsim_trace_block(const struct bsim_trace *trace, const struct bsim_trace_operation *operation, int side,
                         int member);
/* The peer of a target of a call of a window, which the arguments of the call give: its rank in the window. */
int bsim_trace_target(const struct bsim_trace_walk *walk, int64_t target);
/* Whether a communicator has all ranks in the order of MPI_COMM_WORLD. */
bool bsim_trace_is_world(const struct bsim_trace_contexts *contexts, int context);

#endif

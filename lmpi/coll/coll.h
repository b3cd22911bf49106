/* coll.h - collectives: declarations for coll*.c, comm*.c and topo*.c.
 *
 * Each member of a communicator joins with a call, which is on its stack, and blocks. The last member evaluates the
 * whole operation: it computes the exit times of all members from their entry times, by the messages of MPICH's
 * algorithm, and moves the data. Over shared links, and long messages at network cards, it only moves the data, and the
 * members take the steps of the algorithm (coll_steps.h), most of them before it has come. The members of a
 * non-blocking collective join alike and go on; their calls are on the heap, and their exit times go to their requests
 * (coll_start.c). */
#ifndef LMPI_COLL_H
#define LMPI_COLL_H

#include "lmpi/core/lmpi_internal.h"
#include "lmpi/match/message_number.h"

struct lmpi_coll_run;
struct lmpi_coll_call;

/* A collective MPI function. */
typedef struct lmpi_coll_kind {
    const char *name; /* "MPI_Bcast" */
    bool rooted;      /* all members must give one root */
    bool reduces;     /* all members must give one operator */
    bool same_bytes;  /* all members must give equal numbers of bytes (lmpi_coll_call.bytes) */
    bool parts;       /* those are of a part, and one message may carry the parts of all members */
    bool one_type;    /* all data must be of one basic type (lmpi_coll_call.type) */
    bool by_one;      /* the messages of all members follow from the arguments of any one (time reads run->call[0]) */
    /* Optional: whether the messages of a member follow from its own arguments alone, as the platform is (time then
     * heeds run->of_one). */
    bool (*by_own)(void);
    /* by_own, optional: the most messages that all members may send; null: about as many as there are members. */
    double (*most_messages)(const lmpi_comm *comm);
    enum {
        LMPI_COLL_RECEIVES_NOTHING, /* or it is not told */
        LMPI_COLL_RECEIVES,
        LMPI_COLL_RECEIVES_IF_ROOT,
        LMPI_COLL_RECEIVES_IF_NOT_ROOT,
        LMPI_COLL_RECEIVES_OWN_PART,
        LMPI_COLL_RECEIVES_PARTS, /* one from each member */
        LMPI_COLL_RECEIVES_PARTS_IF_ROOT
    } receives; /* what a member's call leaves in its receive buffer */
    enum {
        LMPI_COLL_COPIES_NOTHING,
        LMPI_COLL_COPIES_OWN_PART, /* of what it sends */
        LMPI_COLL_COPIES_OWN_PART_IF_ROOT,
        LMPI_COLL_COPIES_SCATTERED_PART, /* the root */
        LMPI_COLL_COPIES_OPERAND
    } copies;        /* what a member copies from one of its buffers to another (coll_copy.c) */
    bool constructs; /* makes communicators: `data` runs for timing-only calls too */
    bool continues;  /* it is a further part of a call, which has been counted */
    /* Non-blocking constructors: the first member that calls makes the communicator, whose handle all get at once. */
    lmpi_comm *(*make)(lmpi_comm *comm);
    /* Optional: checks rules that involve all calls. Ends the run if one is broken. */
    void (*check)(struct lmpi_coll_run *run);
    /* Advances run->t from entry to exit times by the messages of the algorithm (coll_time.h). */
    void (*time)(struct lmpi_coll_run *run);
    /* Moves data between the members' buffers, or makes the communicators. */
    void (*data)(struct lmpi_coll_run *run);
    /* Optional: a member whose steps are over goes on, though others have not called. Moves what it receives; in
     * `kept`, the copy of its call that `data` will see, copies of what others read are in the place of its buffers
     * (lmpi_coll_keep_data), and what it has received has none. run->call[i] is null for those that have not called.
     * False, and nothing is moved: it has to stay. */
    bool (*leave)(const struct lmpi_coll_run *run, const struct lmpi_coll_call *call, struct lmpi_coll_call *kept);
} lmpi_coll_kind;

/* The line of the communication trace that each start of a persistent collective writes. */
typedef struct lmpi_coll_line {
    int root; /* world rank or TRACE_PEER_NONE */
    int64_t bytes;
    MPI_Comm comm;
} lmpi_coll_line;

/* The call of an entry function (coll_entry.c). */
typedef struct lmpi_coll_place {
    const char *name;    /* "MPI_Bcast" */
    const void *address; /* return address */
    bool real;           /* true: MPI_*, moves data; false: LMPI_*, timing only */
    bool starts;         /* it is non-blocking or persistent; request: where its request goes */
    MPI_Request *request;
    const lmpi_coll_line *line; /* persistent, with a trace */
    bool persists;
} lmpi_coll_place;

struct lmpi_coll_step;

/* The messages of one member; see coll_steps.h. */
struct lmpi_coll_steps {
    struct lmpi_coll_step *of;
    int count, room;
};

/* One member's call. Lives until the operation is over: on the member's stack, or if it is non-blocking on the heap. */
typedef struct lmpi_coll_call {
    const lmpi_coll_kind *kind;
    MPI_Request *handle;   /* of a non-blocking call: where the handle of its request goes; else null */
    lmpi_request *request; /* its times are the entry of the member, then its exit; null: the member's clock is */
    const lmpi_coll_line *line;
    bool persists;          /* handle: of a persistent request */
    struct bsim_site *site; /* of the start, if it is persistent */
    struct bsim_site *init; /* persistent: the call that made the request; else null */
    void *channel;          /* persistent: the operations of this request (coll_operation.h) */
    int world, local;       /* the member's ranks */
    bool real;              /* lmpi_coll_place.real */
    int root;
    MPI_Op op;
    MPI_Datatype type[2]; /* of the data that it sends and receives; 0: none */
    int leading;          /* MPI_Bcast: leading bytes of the buffer that are data; 0: all */
    int64_t bytes;        /* contribution of this member; equal for all if kind->same_bytes */
    const void *send;
    int64_t send_count;
    MPI_Datatype send_type;
    const int *send_counts, *send_displs;
    const MPI_Datatype *send_types;
    void *recv;
    int64_t recv_count;
    MPI_Datatype recv_type;
    const int *recv_counts, *recv_displs;
    const MPI_Datatype *recv_types;
    int send_parts, recv_parts; /* length of lists of counts and types: members of the communicator, or neighbours */
    const MPI_Aint *send_offsets, *recv_offsets; /* MPI_Neighbor_alltoallw: displacements */
    const void *arguments;                       /* constructors: further arguments */
    lmpi_comm **made_at;          /* non-blocking constructors: where the new communicator goes when the call returns */
    lmpi_comm *made;              /* constructors: the member's new communicator, or null */
    struct lmpi_coll_steps steps; /* over shared links: what it still has to do */
    bool has_steps;               /* the evaluation has noted them: the member is to take them */
    bool has_left, waits, is_over; /* over shared links: it is a copy, of a member that has gone on; the member waits
                                      for the data; all have come, or its steps are over (coll_start.c) */
    void *kept;                    /* of such a copy: copies of its data, owned */
    struct lmpi_message_counts counts; /* if messages vary: of the messages of the collective whose first call this is,
                                          or over shared links of those that the member sends */
    double entry_s;                    /* when the member called, scenario 0 */
    double wait_s;                     /* result: time spent waiting for other members, scenario 0 */
} lmpi_coll_call;

/* The evaluation of a collective. Arrays are indexed by the member's rank in the communicator. */
typedef struct lmpi_coll_run {
    lmpi_comm *comm;
    int n;
    lmpi_coll_call **call;
    double *t;             /* n * K clocks; for MPI_COMM_WORLD these are the clocks of the ranks */
    const int32_t *node;   /* node of each member */
    const int32_t *socket; /* of each member; null: messages do not depend on sockets */
    double *wait_s;        /* waiting time of each member, scenario 0 */
    double *combine_s;     /* of each member, in functions of the program; null: none has a time */
    uint64_t messages, bytes;
    bool counts_traffic;           /* of its messages (bsim/stat/traffic.h) */
    struct lmpi_coll_steps *steps; /* over shared links: of each member, instead of times; else null */
    bool as_messages;              /* the members' steps are noted in their calls, instead of times */
    bool only_counts;              /* steps: their messages are counted, and nothing is noted */
    bool of_one;                   /* steps: only those of member `one`, whose call all of call[] are */
    int one;
    double *entry;                        /* with network cards: the earliest entry of the members, K times */
    uint64_t *sent_messages, *sent_bytes; /* of each member; null if all members call from one site */
    bool one_site;                        /* all members call from one site */
    bool is_part;                         /* it is of some members of the communicator (lmpi_coll_part) */
    const int *whole;                     /* of a part: the numbers of its members in the communicator */
    int code;                             /* MPI error class for all members */
} lmpi_coll_run;

/* Sets kind, site and ranks of a call, and *object. MPI_SUCCESS, or the code of the error that was reported. */
int lmpi_coll_prepare(lmpi_coll_call *call, const lmpi_coll_place *place, const lmpi_coll_kind *kind, MPI_Comm comm,
                      lmpi_comm **object);
/* Joins a collective. Returns its error code when the operation is over for this member; of a non-blocking one, when it
 * has started. */
int lmpi_coll_join(lmpi_comm *comm, lmpi_coll_call *call);
/* Reports an error of a prepared call. */
int lmpi_coll_error(const lmpi_coll_call *call, MPI_Comm comm, int error_class, const char *format, ...)
    __attribute__((format(printf, 4, 5), cold));
/* The running rank fails: members a and b disagree. */
_Noreturn void lmpi_coll_mismatch(const lmpi_comm *comm, const lmpi_coll_call *a, const lmpi_coll_call *b,
                                  const char *format, ...) __attribute__((format(printf, 4, 5)));
/* Frees the state that a communicator has for collectives. Ends the run if one is not over. */
void lmpi_coll_drop(lmpi_comm *comm);

/* For bsim_layer.waits_in: whether the rank takes the steps of a collective that some have not called. */
bool lmpi_coll_waits_in(const bsim_rank *rank, struct bsim_wait *wait);

/* All ranks have finished. Ends the run if one has left a collective that others did not call. */
void lmpi_coll_finish(void);

/* "world", "world's child 3", or the name that the program gave. Static buffer. */
const char *lmpi_comm_label(const lmpi_comm *comm);

/* Adds to a member's clock what it copies within its own buffers, by the platform's "copy". */
void lmpi_coll_copy_own(const lmpi_comm *comm, const lmpi_coll_call *call, double *clock);
/* Warns if members copy much and the platform has no "copy". */
void lmpi_coll_tell_copies(const lmpi_coll_run *run);
/* The bytes that the call leaves in the member's receive buffer; 0 unless receives into untouched memory take time. */
double lmpi_coll_received(const lmpi_comm *comm, const lmpi_coll_call *call);

/* The messages if each member sends one to each (lmpi_coll_kind.most_messages). */
double lmpi_coll_all_pairs(const lmpi_comm *comm);
/* Whether the member has a part in any message. */
bool lmpi_coll_has_messages(const lmpi_comm *comm, const lmpi_coll_call *call);
/* A call of the running rank counts as a message that it has sent, and one that it has received, of the member's bytes,
 * if first messages take longer (bsim/cost/first_messages.h). Not between two groups. */
void lmpi_coll_first(const lmpi_comm *comm, const lmpi_coll_call *call);

static inline int64_t lmpi_coll_size_of(MPI_Datatype type) {
    return lmpi_type_size(type);
}

#endif

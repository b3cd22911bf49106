/* lmpi_internal.h - types that the files of the MPI layer share: communicators, messages, requests, the layer's part of
 * a rank.
 *
 * The ranks of the process share all objects: see BSIM_ALONE in engine.h. The layer uses world ranks; ranks of a
 * communicator occur only in the arguments and results of MPI functions. */
#ifndef LMPI_INTERNAL_H
#define LMPI_INTERNAL_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bsim/bsim.h"
#include "bsim/kernel/engine.h"
#include "bsim/network/network.h"
#include "bsim/stat/stat.h"
#include "lmpi/core/datatype.h"
#include "lmpi/core/errhandler.h"
#include "lmpi/core/group.h"

/* held_site.c */
const void *lmpi_site_rare(const void *address);
/* Where an entry function was called. */
#define LMPI_SITE lmpi_site(__builtin_return_address(0))
static inline const void *lmpi_site(const void *address) {
    return __builtin_expect(bsim_site_played != NULL, 0) ? lmpi_site_rare(address) : address;
}

/* ---- communicators ---- */

enum {
    LMPI_COMM_ID_WORLD = 0,
    LMPI_COMM_ID_SELF = 1,
    LMPI_COMM_ID_RMA = INT32_MIN,
    LMPI_COMM_ID_PARTITIONED,
    LMPI_COMM_ID_CHANNEL, /* this and the following: of channels (coll_operation.h), as long as there are not 10^9 */
    LMPI_COMM_ID_LEADERS = -2, /* this and every second one before it: of leaders (comm/inter.c), by communicator */
    LMPI_COMM_ID_STEPS = -3,   /* likewise: of the steps of collectives (coll_steps.h) */
    LMPI_HANDLE_INDEX = 0x03ffffff,
    LMPI_COMM_KIND = 0x84000000u
};

/* LMPI_COMM_ID_RMA stands for a communicator in messages of one-sided operations, which no receive matches.
 * LMPI_COMM_ID_PARTITIONED does so in those of partitioned communication: their tag is the number of their pair of
 * requests (p2p/partitioned.h). */

/* A communicator: one object with one handle for all its ranks. id is its context. init.c makes world and self, comm.c
 * the others.
 *
 * An inter-communicator is two of them, one for each group, which know each other as peers: a message to a rank of the
 * remote group has the context of that group's communicator. Their collectives are operations of a third one, all,
 * which has the members of both groups and whose handle no program gets. */
typedef struct lmpi_comm {
    MPI_Comm handle; /* MPI_COMM_WORLD, MPI_COMM_SELF, or LMPI_COMM_KIND | id; MPI_COMM_NULL: all have freed it */
    int id;          /* index in lmpi_comms */
    int size;
    int first, stride; /* copied from the group, for speed */
    const int *ranks;
    lmpi_group *group;       /* not valid for MPI_COMM_SELF (it holds rank 0): see lmpi_comm_group */
    int users;               /* ranks that have not freed it yet; not counted for world and self */
    bool is_needed;          /* comm_freed.c */
    struct lmpi_comm *peers; /* whose ranks messages go to and come from: itself, or the remote group's */
    struct lmpi_comm *all;   /* of an inter-communicator; else null */
    int left;                /* of such an `all`: size of the first group */
    void *coll;              /* coll.c: collectives under way */
    void *topology;          /* topo.c */
    void *more;              /* comm.c */
    char *of;                /* owned; what has it for itself, "the file x.dat"; null: the program */
} lmpi_comm;

extern lmpi_comm **lmpi_comms; /* lmpi_ncomms; NULL where freed */
extern int lmpi_ncomms;

/* A new communicator over a group, to which it takes a reference. Its id is the smallest that was never used. */
lmpi_comm *lmpi_comm_new(lmpi_group *group);
void lmpi_comm_delete(lmpi_comm *comm);
/* It has no users left; pending requests may still need it. */
void lmpi_comm_end(lmpi_comm *comm);

/* NULL if the handle is not a communicator. */
static inline lmpi_comm *lmpi_comm_of(MPI_Comm handle) {
    unsigned id = (unsigned)handle & LMPI_HANDLE_INDEX;
    if (id >= (unsigned)lmpi_ncomms)
        return NULL;
    lmpi_comm *comm = lmpi_comms[id];
    return comm && comm->handle == handle ? comm : NULL;
}

/* The world rank of a rank of the communicator, which must be in range. For MPI_COMM_SELF: the running rank. */
static inline int lmpi_comm_world(const lmpi_comm *comm, int rank) {
    if (comm->id == LMPI_COMM_ID_SELF)
        return bsim_self->id;
    return comm->ranks ? comm->ranks[rank] : comm->first + rank * comm->stride;
}

static inline bool lmpi_comm_is_inter(MPI_Comm handle) {
    const lmpi_comm *comm = lmpi_comm_of(handle);
    return comm && comm->all;
}

/* The rank in the communicator of a world rank; MPI_UNDEFINED if it is not a member. */
static inline int lmpi_comm_rank(const lmpi_comm *comm, int world) {
    if (comm->id == LMPI_COMM_ID_WORLD)
        return world;
    if (comm->id == LMPI_COMM_ID_SELF)
        return 0;
    return lmpi_group_find(comm->group, world);
}

/* ---- messages and requests ---- */

typedef struct lmpi_request lmpi_request;

/* The data that a side of a message has.
 *   LMPI_TIMING       none: an LMPI_ call
 *   LMPI_DATA         all of the buffer: an MPI_ call
 *   LMPI_EMPTY        none: an MPI_ call of a skeleton with a null buffer; the other side may have data
 *   LMPI_LEADING + n  the first n bytes of the buffer (BSIM_Leading) */
enum { LMPI_TIMING, LMPI_DATA, LMPI_EMPTY, LMPI_LEADING };
_Static_assert(LMPI_LEADING + BSIM_LEADING_MOST <= UINT8_MAX, "a side's kind is a byte");

/* How many bytes of a message a side has. real: as above. */
static inline int64_t lmpi_data_bytes(int real, int64_t bytes) {
    if (real == LMPI_DATA)
        return bytes;
    int64_t leading = real - LMPI_LEADING;
    return leading <= 0 ? 0 : leading < bytes ? leading : bytes;
}

/* Removes the mark of BSIM_Leading from an address and returns the number of leading bytes; 0 if it has no mark. */
static inline int lmpi_leading(const void **buffer) {
    uintptr_t address = (uintptr_t)*buffer;
    unsigned bytes = (unsigned)(address >> BSIM_LEADING_SHIFT);
    if (__builtin_expect(bytes - 1u >= BSIM_LEADING_MOST, 1))
        return 0;
    *buffer = (const void *)(address - ((uintptr_t)bytes << BSIM_LEADING_SHIFT));
    return (int)bytes;
}

/* A message that has been sent and not yet matched, in the unexpected message queue of its destination. From the pool
 * (pool.c). arrive[] has K entries; room for a small payload follows. A message with up to 8 bytes of data is in one
 * line of a cache. */
typedef struct lmpi_message {
    struct lmpi_message *next;
    int32_t source; /* world rank */
    int32_t tag;
    int32_t comm; /* id */
    uint8_t real; /* LMPI_TIMING ... */
    uint8_t protocol;
    uint8_t kept; /* enum lmpi_payload: the place of the payload */
    uint8_t path; /* enum lmpi_path */
    int64_t bytes;
    double sent_s; /* sender's clock at the call, scenario 0 */
    union {
        void *payload; /* eager: packed data, owned, unless they are in word; see lmpi_message_data */
        unsigned char word[8];
        lmpi_request *sender; /* rendezvous: the pending send; its buffer is read when the message is matched */
    };
    struct bsim_site *site;
    double arrive[];
} lmpi_message;

enum lmpi_request_kind {
    LMPI_REQ_FREE,
    LMPI_REQ_SEND,
    LMPI_REQ_RECV,
    LMPI_REQ_COLL,
    LMPI_REQ_FILE,   /* access to a file */
    LMPI_REQ_RMA,    /* one-sided operation */
    LMPI_REQ_BOTH,   /* a send and a receive: p2p/isendrecv.c */
    LMPI_REQ_GENERAL /* generalized request: grequest.c */
};
enum lmpi_request_state {
    LMPI_REQ_INACTIVE, /* persistent, not started */
    LMPI_REQ_PENDING,  /* not matched */
    LMPI_REQ_MOVING,   /* matched; its data are on their way through network cards, which others may use, too */
    LMPI_REQ_MATCHED   /* ready[] is known */
};
enum {
    LMPI_REQ_PERSISTENT = 1,
    LMPI_REQ_BLOCKING = 2, /* of a blocking call, perhaps on its stack; completed, on its owner's clock, when matched */
    LMPI_REQ_WAITED = 4,   /* the owner is blocked until this request, and perhaps others, are matched */
    LMPI_REQ_FREED = 8,    /* MPI_Request_free was called: freed when complete */
    LMPI_REQ_CANCELLED = 16,
    LMPI_REQ_TRUNCATED = 32,
    LMPI_REQ_HALF = 64 /* the send or the receive of a request for both (p2p/isendrecv.c), in `whole` */
};

/* Where the data of a matched receive are: in its buffer, or, if they are few, in the request until its owner completes
 * it (lmpi_take_kept). A sender touches no page of the receiver's stack then. A receive that MAY keep data is one whose
 * completion takes them. */
enum lmpi_keeps { LMPI_KEEPS_NONE, LMPI_MAY_KEEP, LMPI_KEEPS_WORD };

/* A send or receive under way. A request of the pool has 2 K times: the post (for sends: the release) and ready. A
 * blocking request, with LMPI_REQ_BLOCKING, needs none: its owner's clock stands still and serves as both.
 *
 * A collective (LMPI_REQ_COLL) is matched when its times are known. Then the post is the time at which its own part is
 * over, as in the blocking form; ready is not before the last member's call, too, so that the answer of a test depends
 * on virtual time only. buffer is a struct lmpi_awaited. */
struct lmpi_request {
    /* What a match needs, in one line of a cache. */
    lmpi_request *next; /* in the owner's posted receive queue, or in the pool */
    int32_t peer;       /* world rank, MPI_ANY_SOURCE or MPI_PROC_NULL; of a matched receive: the sender */
    int32_t tag;        /* of a matched receive: the message's tag */
    int32_t comm;       /* id */
    int32_t owner;      /* world rank */
    uint8_t kind, state, real, protocol;
    uint8_t flags;
    uint8_t holds;  /* it has a reference to the datatype, which the program may free meanwhile */
    uint8_t path;   /* enum lmpi_path of the message */
    uint8_t parked; /* LMPI_MARKED, ... */
    uint8_t near;   /* matched: the other side is on the same node */
    uint8_t keeps;  /* enum lmpi_keeps */
    MPI_Datatype type;
    int64_t bytes; /* size of the buffer; of a matched receive: size of the message */
    union {
        uint64_t order;        /* order of posting, in the index of a long queue; with network cards: of a send */
        unsigned char word[8]; /* LMPI_KEEPS_WORD */
    };
    double other_s; /* the other side's post, scenario 0 */
    /* The rest. */
    struct bsim_site *site; /* the call that started it */
    int32_t count;
    int32_t local;  /* the source of a receive as the program gave it: rank in the communicator, MPI_ANY_SOURCE ... */
    uint32_t index; /* number in the pool */
    int32_t want_peer;
    union {
        int64_t want_bytes; /* persistent: want_peer, want_tag and want_bytes as given by the program; of a collective:
                               lmpi_coll_received */
        struct lmpi_partitioned *partitioned; /* of these modes; owned */
        lmpi_request *whole;                  /* LMPI_REQ_HALF */
    };
    int32_t want_tag;
    int32_t mode; /* persistent: enum lmpi_mode */
    void *buffer;
    double times[];
};

/* Whether a request has begun and its times are not known yet. */
static inline bool lmpi_is_open(const lmpi_request *r) {
    return r->state == LMPI_REQ_PENDING || r->state == LMPI_REQ_MOVING;
}

/* What a collective's request is to those who wait for it: what a deadlock report is told, and for persistent ones what
 * MPI_Start and MPI_Request_free do. */
struct lmpi_awaited {
    void (*start)(struct lmpi_awaited *awaited, lmpi_request *request, struct bsim_site *site);
    void (*drop)(struct lmpi_awaited *awaited); /* the request is inactive, and will be freed */
    void (*describe)(const struct lmpi_awaited *awaited, char *buf, size_t size);
    int (*missing)(const struct lmpi_awaited *awaited); /* world rank of a member that has not called; -1: none */
    void (*wait)(struct lmpi_awaited *awaited); /* over shared links: its owner begins to wait for all of some requests,
                                                   which are open; this one may be matched at once */
};

/* lmpi_request.parked. LMPI_MARKED: its owner is parked until this or another of several requests is complete.
 * LMPI_ASKED: a call that looked for it was answered without it. LMPI_CONTINUES, alone: it is of a step of a collective
 * that goes on without its rank: buffer is a struct lmpi_continued, which is called when the request is matched. */
enum { LMPI_MARKED = 1, LMPI_ASKED = 2, LMPI_CONTINUES = 4 };
struct lmpi_continued {
    void (*matched)(struct lmpi_continued *continued);
};

/* The modes of persistent requests. */
enum lmpi_mode {
    LMPI_MODE_SEND,
    LMPI_MODE_BSEND,
    LMPI_MODE_SSEND,
    LMPI_MODE_RSEND,
    LMPI_MODE_RECV,
    LMPI_MODE_COLL,
    LMPI_MODE_PSEND, /* partitioned */
    LMPI_MODE_PRECV
};
/* How a message uses a path of the network: with the platform's eager limit, never eager (synchronous sends), or always
 * eager (buffered sends). */
enum lmpi_path { LMPI_PATH_STANDARD, LMPI_PATH_SYNC, LMPI_PATH_BUFFERED, LMPI_PATHS };

/* ---- the layer's part of a rank ---- */

struct lmpi_rank_extension; /* rank_extension.h */

typedef struct lmpi_rank {
    lmpi_request *posted, *posted_last;         /* the posted receive queue while it is short; see index.h */
    lmpi_message *unexpected, *unexpected_last; /* the unexpected message queue while it is short */
    struct lmpi_rank_extension *extension;      /* NULL until needed */
    uint32_t waiting;                           /* requests that must be matched before the blocked rank continues */
    uint32_t nposted, nunexpected;
    uint32_t wildcards; /* wildcard receives (MPI_ANY_SOURCE) that are posted and not decided yet */
    union {
        struct {
            uint32_t initialized : 1, finalized : 1, posted_indexed : 1, unexpected_indexed : 1;
            uint32_t alert : 1;  /* a call is parked, or answers are watched: match_decide.c must see all incoming
                                    messages */
            uint32_t inside : 1; /* between MPI_Init and MPI_Finalize, or in a session: see LMPI_ENTER */
            uint32_t thread_level : 2;
        };
        uint32_t bits; /* with LMPI_RANK_INDEXED, ... */
    };
    uint32_t in_a_row; /* the last messages of the unexpected message queue that have one source */
} lmpi_rank;
enum { LMPI_RANK_INDEXED = 4 | 8, LMPI_RANK_ALERT = 16, LMPI_RANK_INSIDE = 32 };
_Static_assert(sizeof(lmpi_rank) <= BSIM_LAYER_BYTES, "the layer's part of a rank is one cache line");

/* The level of thread support that a program gets: the one that it asks for, though only a rank's first thread may
 * call. A call by another one ends the run with a message (bsim/process/crash.c). */
static inline unsigned lmpi_thread_level(int required) {
    return required < MPI_THREAD_SINGLE     ? MPI_THREAD_SINGLE
           : required > MPI_THREAD_MULTIPLE ? MPI_THREAD_MULTIPLE
                                            : (unsigned)required;
}

static inline lmpi_rank *lmpi_rank_in(bsim_rank *rank) {
    return (lmpi_rank *)rank->layer;
}
static inline lmpi_rank *lmpi_rank_at(int world) {
    return lmpi_rank_in(bsim_rank_of(world));
}
static inline lmpi_rank *lmpi_self(void) {
    return lmpi_rank_in(bsim_self);
}

/* ---- calls before MPI_Init and after MPI_Finalize (inside.c) ---- */

/* Stands first in an entry function that MPI allows between MPI_Init and MPI_Finalize, or in a session, only. Else the
 * run ends. LMPI_CAPTURE has it. */
#define LMPI_ENTER                                                                                                     \
    if (__builtin_expect(!lmpi_self()->inside, 0))                                                                     \
    lmpi_outside(__func__, LMPI_SITE)
_Noreturn void lmpi_outside(const char *function, const void *site) __attribute__((cold));
/* The running rank has begun or ended MPI or a session. */
void lmpi_inside_changed(void);

/* ---- accounting ---- */

/* Charges a call with its time: from start_s, the running rank's clock at entry, until now. wait_s of it was spent
 * waiting. Scenario 0. */
static inline void lmpi_charge(struct bsim_site *site, double start_s, double wait_s) {
    double spent = bsim_self->clock[0] - start_s;
    if (spent == 0)
        return;
    site = bsim_site_here(site);
    bsim_time_add(&site->comm, spent - wait_s);
    if (wait_s != 0)
        bsim_time_add(&site->wait, wait_s);
    bsim_self->wait_s += wait_s;
}

/* Sets a status in MPICH's format: the number of bytes, 63 bits in two words, and "cancelled" in bit 0 of the upper. */
static inline void lmpi_status_set(MPI_Status *status, int source, int tag, int64_t bytes) {
    if (status == MPI_STATUS_IGNORE)
        return;
    status->MPI_SOURCE = source;
    status->MPI_TAG = tag;
    status->count_lo = (int)(bytes & 0xffffffff);
    status->count_hi_and_cancelled = (int)((bytes >> 32) << 1);
}

#endif

/* lmpi_internal.h - what the files of the MPI layer share: communicators as matching sees them, messages, requests, the
 * layer's part of a rank.
 *
 * All objects are shared by the ranks of the process: see BSIM_ALONE in engine.h. World ranks everywhere inside; ranks
 * of a communicator only at the border to the program.
 *
 * Who defines what: init.c Init, Initialized, Finalize, Abort, Wtime ... ; p2p.c sends and receives; persistent.c;
 * probe.c; wait.c and test.c completion; request.c pool, Request_free, Cancel, Request_get_status; status.c Get_count,
 * Get_elements, Test_cancelled, Status_set_*; buffer.c Buffer_attach, Buffer_detach; comm*.c all else of communicators;
 * the rest beside. */
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

#define LMPI_SITE __builtin_return_address(0)

/* ---- communicators ---- */

enum { LMPI_COMM_ID_WORLD = 0, LMPI_COMM_ID_SELF = 1, LMPI_HANDLE_INDEX = 0x03ffffff, LMPI_COMM_KIND = 0x84000000u };

/* One object for all its ranks, under the same handle everywhere; id is its context. Made by comm.c for new ones,
 * world and self by init.c. */
typedef struct lmpi_comm {
    MPI_Comm handle; /* MPI_COMM_WORLD, MPI_COMM_SELF, or LMPI_COMM_KIND | id */
    int id;          /* index in lmpi_comms */
    int size;
    int first, stride; /* as in the group, for speed */
    const int *ranks;
    lmpi_group *group; /* of self: the group of the process's rank 0; do not use */
    int users;         /* ranks that have not freed it yet; world, self: not counted */
    void *coll;        /* coll.c: operations under way */
    void *topology;    /* topo.c */
    void *more;        /* comm.c */
} lmpi_comm;

extern lmpi_comm **lmpi_comms; /* lmpi_ncomms; NULL where freed */
extern int lmpi_ncomms;

/* A new shared communicator over GROUP (takes a reference of its own); the id is the smallest never used. All ranks'
 * decisions run in one process, so ids agree by construction. */
lmpi_comm *lmpi_comm_new(lmpi_group *group);
void lmpi_comm_delete(lmpi_comm *comm);

/* NULL if the handle is none. */
static inline lmpi_comm *lmpi_comm_of(MPI_Comm handle) {
    unsigned id = (unsigned)handle & LMPI_HANDLE_INDEX;
    if (id >= (unsigned)lmpi_ncomms)
        return NULL;
    lmpi_comm *comm = lmpi_comms[id];
    return comm && comm->handle == handle ? comm : NULL;
}

/* World rank of a rank of the communicator (which must be in range); for self the running rank. */
static inline int lmpi_comm_world(const lmpi_comm *comm, int rank) {
    if (comm->id == LMPI_COMM_ID_SELF)
        return bsim_self->id;
    return comm->ranks ? comm->ranks[rank] : comm->first + rank * comm->stride;
}

/* Rank in the communicator of a world rank that is a member; MPI_UNDEFINED if it is not. */
static inline int lmpi_comm_rank(const lmpi_comm *comm, int world) {
    if (comm->id == LMPI_COMM_ID_WORLD)
        return world;
    if (comm->id == LMPI_COMM_ID_SELF)
        return 0;
    return lmpi_group_find(comm->group, world);
}

/* ---- messages and requests ---- */

typedef struct lmpi_request lmpi_request;

/* Whether a side of a message has data: none of an LMPI_ call; an MPI_ call with a null buffer has a part in a message
 * that moves data, but nobody there reads or gives it (skeletons only). LMPI_LEADING + n: only the first n bytes are
 * data (BSIM_Leading); fits into a byte. */
enum { LMPI_TIMING, LMPI_DATA, LMPI_EMPTY, LMPI_LEADING };
_Static_assert(LMPI_LEADING + BSIM_LEADING_MOST <= UINT8_MAX, "a side's kind is a byte");

/* How many of a message's bytes one side of it has. */
static inline int64_t lmpi_data_bytes(int real, int64_t bytes) {
    if (real == LMPI_DATA)
        return bytes;
    int64_t leading = real - LMPI_LEADING;
    return leading <= 0 ? 0 : leading < bytes ? leading : bytes;
}

/* Takes the mark of BSIM_Leading off an address: the number of leading bytes, or 0. MPI_IN_PLACE has none. */
static inline int lmpi_leading(const void **buffer) {
    uintptr_t address = (uintptr_t)*buffer;
    unsigned bytes = (unsigned)(address >> BSIM_LEADING_SHIFT);
    if (__builtin_expect(bytes - 1u >= BSIM_LEADING_MOST, 1))
        return 0;
    *buffer = (const void *)(address - ((uintptr_t)bytes << BSIM_LEADING_SHIFT));
    return (int)bytes;
}

/* A message that has been sent and not yet matched. arrive[K] follows, then room for a small payload. From the pool
 * (pool.c); belongs to the queue of its destination. */
typedef struct lmpi_message {
    struct lmpi_message *next;
    int32_t source; /* world rank */
    int32_t tag;
    int32_t comm; /* id */
    uint8_t real; /* LMPI_TIMING ... */
    uint8_t protocol;
    uint8_t kept; /* enum lmpi_payload: where the payload is */
    uint8_t path; /* enum lmpi_path */
    int64_t bytes;
    double sent_s; /* sender's clock at the call, scenario 0 */
    union {
        void *payload;        /* eager: packed data; owned; NULL if none */
        lmpi_request *sender; /* rendezvous: the send, which waits; its buffer is read when matched */
    };
    struct bsim_site *site;
    double arrive[];
} lmpi_message;

enum lmpi_request_kind { LMPI_REQ_FREE, LMPI_REQ_SEND, LMPI_REQ_RECV };
enum lmpi_request_state {
    LMPI_REQ_INACTIVE, /* persistent, not started */
    LMPI_REQ_PENDING,  /* not matched */
    LMPI_REQ_MATCHED   /* ready[] is known */
};
enum {
    LMPI_REQ_PERSISTENT = 1,
    LMPI_REQ_BLOCKING = 2, /* on the stack of a blocked rank: whoever matches it completes it on the rank's clock */
    LMPI_REQ_WAITED = 4,   /* the owner is blocked until this one (and others) are matched */
    LMPI_REQ_FREED = 8,    /* MPI_Request_free: goes when complete */
    LMPI_REQ_CANCELLED = 16,
    LMPI_REQ_TRUNCATED = 32,
    LMPI_REQ_SYNC = 64,     /* Ssend */
    LMPI_REQ_BUFFERED = 128 /* Bsend */
};

/* A send or receive under way. In the pool it is followed by post[K] (for sends: the release) and ready[K]; on a stack,
 * where LMPI_REQ_BLOCKING is set, by nothing: the owner's clock stands still and serves as both. */
struct lmpi_request {
    lmpi_request *next; /* queue of posted receives of the owner; the pool */
    int32_t peer;       /* world rank; MPI_ANY_SOURCE, MPI_PROC_NULL. Receives: the sender, once matched */
    int32_t tag;        /* receives: the message's, once matched */
    int32_t comm;       /* id */
    int32_t owner;      /* world rank */
    uint8_t kind, state, real, protocol;
    uint8_t flags;
    uint8_t holds;  /* a reference to the datatype, which the program may have freed */
    uint8_t path;   /* enum lmpi_path of the message */
    uint8_t parked; /* the owner waits for whichever of several is first */
    int32_t count;
    MPI_Datatype type;
    void *buffer;
    int64_t bytes;  /* of the buffer; receives: of the message, once matched */
    uint32_t index; /* in the pool */
    int32_t want_peer;
    struct bsim_site *site; /* of the call that started it */
    double other_s;         /* the other side's post, scenario 0 */
    int64_t want_bytes;     /* persistent: peer, tag, bytes as given */
    int32_t want_tag;
    int32_t mode;   /* persistent: enum lmpi_mode */
    uint64_t order; /* of posting, in the index of a long queue */
    int32_t local;  /* a receive's source as the program gave it: rank in the communicator, MPI_ANY_SOURCE ... */
    int32_t near;   /* matched: the other side is on the same node */
    double times[];
};

/* Modes of persistent requests. Which of the platform's parameters hold for a message: as they are, never eager
 * (synchronous), always eager. */
enum lmpi_mode { LMPI_MODE_SEND, LMPI_MODE_BSEND, LMPI_MODE_SSEND, LMPI_MODE_RSEND, LMPI_MODE_RECV };
enum lmpi_path { LMPI_PATH_STANDARD, LMPI_PATH_SYNC, LMPI_PATH_BUFFERED, LMPI_PATHS };

/* ---- the layer's part of a rank ---- */

struct lmpi_rank_extension; /* rank_extension.h: what only some ranks need */

typedef struct lmpi_rank {
    lmpi_request *posted, *posted_last;         /* while the queue is short; see index.h */
    lmpi_message *unexpected, *unexpected_last; /* the same */
    struct lmpi_rank_extension *extension;      /* NULL until needed */
    uint32_t waiting;                           /* requests that must be matched before the blocked rank goes on */
    uint32_t nposted, nunexpected;
    uint32_t wildcards; /* posted receives from any source, undecided */
    uint32_t initialized : 1, finalized : 1, posted_indexed : 1, unexpected_indexed : 1;
    uint32_t alert : 1; /* a call is parked, or answers are watched: what comes in is told to match_decide.c */
    uint32_t unused;
} lmpi_rank;
_Static_assert(sizeof(lmpi_rank) <= BSIM_LAYER_BYTES, "the layer's part of a rank is one cache line");

static inline lmpi_rank *lmpi_rank_in(bsim_rank *rank) {
    return (lmpi_rank *)rank->layer;
}
static inline lmpi_rank *lmpi_rank_at(int world) {
    return lmpi_rank_in(bsim_rank_of(world));
}
static inline lmpi_rank *lmpi_self(void) {
    return lmpi_rank_in(bsim_self);
}

/* ---- accounting: each entry function that takes time brackets itself with these ---- */

/* Charges the call at SITE with the time since start_s (its clock at entry, scenario 0), wait_s of it waiting. */
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

/* MPI's format of a status in MPICH: 64-bit count in two words, cancelled in bit 0 of the upper. */
static inline void lmpi_status_set(MPI_Status *status, int source, int tag, int64_t bytes) {
    if (status == MPI_STATUS_IGNORE)
        return;
    status->MPI_SOURCE = source;
    status->MPI_TAG = tag;
    status->count_lo = (int)(bytes & 0xffffffff);
    status->count_hi_and_cancelled = (int)((bytes >> 32) << 1);
}

#endif

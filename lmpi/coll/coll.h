/* coll.h - collectives: what the files coll*.c, comm*.c and topo*.c share.
 *
 * Each member of a communicator joins with a call (on its stack) and blocks. The last one evaluates the whole
 * operation: exit times of all members from their entry times by the messages of MPICH's algorithm, then the data. */
#ifndef LMPI_COLL_H
#define LMPI_COLL_H

#include "lmpi/core/lmpi_internal.h"

struct lmpi_coll_run;

/* An MPI function that is collective. */
typedef struct lmpi_coll_kind {
    const char *name; /* "MPI_Bcast" */
    bool rooted;      /* all members give the same root */
    bool reduces;     /* all members give the same operator */
    bool same_bytes;  /* all members give the same number of bytes (coll_call.bytes) */
    bool one_type;    /* what members give and take is of one basic type (coll_call.type) */
    bool constructs;  /* makes communicators: the data step runs for timing-only calls too */
    /* Optional: rules between members that need all calls. Ends the run if one is broken. */
    void (*check)(struct lmpi_coll_run *run);
    /* Moves run->t from entry to exit times by the messages of the algorithm (coll_time.h). */
    void (*time)(struct lmpi_coll_run *run);
    /* Moves data between the members' buffers, or makes what is made. */
    void (*data)(struct lmpi_coll_run *run);
} lmpi_coll_kind;

/* The call that an entry function (coll_entry.c) stands for. */
typedef struct lmpi_coll_place {
    const char *name;    /* "MPI_Bcast" */
    const void *address; /* return address */
    bool real;           /* MPI_*: moves data; LMPI_*: does not */
} lmpi_coll_place;

/* One member's call. Lives on the member's stack until the operation is over. */
typedef struct lmpi_coll_call {
    const lmpi_coll_kind *kind;
    struct bsim_site *site;
    int world, local; /* the member's ranks */
    bool real;        /* lmpi_coll_place.real */
    int root;
    MPI_Op op;
    MPI_Datatype type[2]; /* of what it gives and takes, as far as it has any data; 0: none */
    int leading;          /* MPI_Bcast: how many bytes of the buffer are data; 0: all */
    int64_t bytes;        /* what this member contributes; equal on all where kind->same_bytes */
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
    const void *arguments; /* of constructors: their own */
    lmpi_comm *made;       /* constructors: the member's new communicator, or null */
    double wait_s;         /* out: waiting for others, scenario 0 */
} lmpi_coll_call;

/* An evaluation. Members by their rank in the communicator. */
typedef struct lmpi_coll_run {
    lmpi_comm *comm;
    int n;
    lmpi_coll_call **call;
    double *t;           /* n * K clocks; for MPI_COMM_WORLD the ranks' own */
    const int32_t *node; /* of each member */
    double *wait_s;      /* of each member, scenario 0 */
    uint64_t messages, bytes;
    uint64_t *sent_messages, *sent_bytes; /* by member; null if all members call from one site */
    int code;                             /* MPI error class for all members */
} lmpi_coll_run;

/* Fills kind, site and ranks of a call. MPI_SUCCESS, or the code of the error that was reported. */
int lmpi_coll_prepare(lmpi_coll_call *call, const lmpi_coll_place *place, const lmpi_coll_kind *kind, MPI_Comm comm,
                      lmpi_comm **object);
/* Joins; returns when the operation is over for this member, with its code. */
int lmpi_coll_join(lmpi_comm *comm, lmpi_coll_call *call);
/* Reports an error of a prepared call. */
int lmpi_coll_error(const lmpi_coll_call *call, MPI_Comm comm, int error_class, const char *format, ...)
    __attribute__((format(printf, 4, 5), cold));
/* Ends the run: members a and b disagree. */
_Noreturn void lmpi_coll_mismatch(const lmpi_comm *comm, const lmpi_coll_call *a, const lmpi_coll_call *b,
                                  const char *format, ...) __attribute__((format(printf, 4, 5)));
/* Frees what a communicator owns for collectives. */
void lmpi_coll_drop(lmpi_comm *comm);

/* "world", "world's child 3", or the name that the program gave. Static buffer. */
const char *lmpi_comm_label(const lmpi_comm *comm);

static inline int64_t lmpi_coll_size_of(MPI_Datatype type) {
    return lmpi_type_size(type);
}

#endif

/* replay.h - inside of libbsim-replay.so: what its files share. */
#ifndef LMPI_REPLAY_H
#define LMPI_REPLAY_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bsim/trace/trace_content.h"

/* ---- replay_log.c: the log of the rank ---- */

extern struct bsim_content_head replay_head;

/* Opens the log of a rank, in the folder that BSIM_REPLAY names. */
void replay_log_open(int rank);
/* The next number, which lies between least and most. A log that ends, or says otherwise, ends the program. */
int64_t replay_log_get(int64_t least, int64_t most);
/* The next n bytes. Returns true, for content_unpack. */
bool replay_log_bytes(void *bytes, size_t n);
/* The function of the next call, by its place in mpi_calls.def; REPLAY_UNKNOWN: this version does not know it;
 * REPLAY_LEFT: a partial recording logged no more. *name: what the log calls it. */
enum { REPLAY_UNKNOWN = -1, REPLAY_LEFT = -2 };
int replay_log_function(const char **name);

/* The call under way, for messages: its number, from 1, and its function without MPI_. */
extern int64_t replay_call;
extern const char *replay_name;
/* Ends the program: "PATH: rank R, call N (MPI_X): TEXT". */
_Noreturn void replay_stop(const char *format, ...) __attribute__((format(printf, 1, 2)));
_Noreturn void replay_damaged(void);

/* ---- replay_comms.c: communicators and groups ---- */

/* A communicator of the recorded run. In this process it is one with this process alone. */
struct replay_comm {
    MPI_Comm handle;
    int rank, size;
    int *world; /* owned: of each member, its rank in MPI_COMM_WORLD */
    int remote,
        *other;   /* owned: of an inter-communicator, the size of the other group, and its members as in `world` */
    int topology; /* TRACE_TOPOLOGY_... */
    int n, m;     /* dimensions; nodes and edges; neighbours in and out */
    bool is_weighted;
    uint64_t identity; /* the same for all members */
    MPI_Comm meeting;  /* of the members that are replayed beside each other; MPI_COMM_NULL: not made yet */
    int *list; /* owned: n sizes, n periods; n indexes, m edges; neighbours in, their weights, out, their weights */
};

void replay_comms_start(void);
/* NULL: there is none. The pointer is good until the next communicator is added or removed. */
struct replay_comm *replay_comm_find(MPI_Comm comm);
/* Adds the communicator that the log tells next, which was made from `parent`. */
struct replay_comm *replay_comm_add(MPI_Comm handle, MPI_Comm parent);
/* Adds a duplicate of `parent`, which there is. */
struct replay_comm *replay_comm_copy(MPI_Comm handle, MPI_Comm parent);
void replay_comm_remove(MPI_Comm handle);

#endif

/* trace_calls.h - the arguments of a call in a trace, in the order of the function's roles (mpi_calls.def).
 *
 *   n g k      the number; TRACE_ANY for MPI_ANY_TAG; MPI_ROOT and MPI_PROC_NULL as MPICH has them
 *   p          the peer less the calling rank, both in the communicator; or TRACE_ANY, TRACE_PROC_NULL
 *   t          the number of a datatype of the trace
 *   c          the number of a communicator: 0 world, 1 self, then the smallest that is free on this rank
 *   o          MPICH's handle of a predefined operator, or TRACE_USER_OP; TRACE_ORDERED_OP if it does not commute
 *   v          the number of elements, the elements
 *   w          the number of elements, numbers of datatypes
 *   R          the number of a request: the smallest that is free on this rank
 *   b r x      collectives only: TRACE_IN_PLACE or 0
 * Other roles have no number. What MPI calls not significant at the calling rank is TRACE_NONE, or no elements.
 *
 * Collectives of neighbours have, behind all but the request, the number of the calling rank's sources, the sources,
 * and the same for its destinations: less the calling rank, or TRACE_PROC_NULL. Lists of counts have an element for
 * each of them.
 *
 * These functions have other arguments:
 *   Start                request, source and tag that it matched if its receive takes any, else TRACE_NONE
 *   Wait.. and Test..    the requests that the call completed; none: it has found nothing
 *   Probe, Iprobe        found (0 or 1), source, tag, communicator
 *   Mprobe, Improbe      found, source, tag, communicator, the number of the message: the smallest that is free on this
 *                        rank; TRACE_NONE: of MPI_PROC_NULL, or none was found
 *   Mrecv, Imrecv        bytes of the buffer, message; request
 *   Cancel, Request_free request
 *   Request_get_status   request, or TRACE_NONE: MPI_REQUEST_NULL; found (0 or 1)
 *   Psend_init, Precv_init
 *                        communicator, peer less the calling rank, tag, partitions, bytes of each one, request
 *   Pready, Pready_list  request, partitions
 *   Pready_range         request, first and last partition
 *   Parrived             request, partition, found (0 or 1)
 *   File_open            communicator, file: the smallest number that is free on this rank; TRACE_NONE: it could not be
 *                        opened
 *   File_delete          nothing
 *   accesses to files    file; bytes that were read or written; request
 *   other File_..        file
 *   Win_create, Win_allocate, Win_allocate_shared, Win_create_dynamic
 *                        communicator, window: the smallest number that is free on this rank
 *   Put, Get and other one-sided operations
 *                        window; target less the calling rank in the window, or TRACE_PROC_NULL; bytes at the target;
 *                        if the function has an operator: MPICH's handle of it, and the bytes of one predefined
 *                        datatype of the target's (older traces lack them); request
 *   Win_fence            window, assertion
 *   Win_lock             window, target, kind of the lock, assertion
 *   Win_unlock, Win_flush, Win_flush_local
 *                        window, target
 *   Win_post, Win_start  window, number of ranks in the group, the ranks less the calling one
 *   Win_test             window, found (0 or 1)
 *   other Win_..         window
 *   constructors of communicators
 *                        parent; new communicator or TRACE_NONE; the calling rank in it; its members as runs of ranks
 *                        of the parent: first one, stride, number; a further number if Cart_create or Graph_create may
 *                        reorder (TRACE_MADE_REORDERED), or if these or Cart_sub send nothing (TRACE_MADE_ALONE): a
 *                        grid or graph without dimensions or nodes, or no dimension remains
 *                        Dist_graph_create: behind the members, for each edge that the rank gives, source,
 *                        destination, 0
 *                        of an inter-communicator: Comm_dup without members; Comm_split with colour and key in their
 *                        place; Comm_create with the ranks of the group, also where the calling rank is not among them
 *   Comm_idup            as Comm_dup; then the request
 *   Intercomm_create     local communicator; new communicator; the calling rank in its group; local leader; on this
 *                        one, else TRACE_NONE: peer communicator, remote leader, tag
 *   Intercomm_merge      communicator; new communicator; the calling rank in it; high (0 or 1)
 *   Comm_free            communicator
 *
 * A receive or probe of any source or tag has the source and tag of its message, if it was completed. */
#ifndef BSIM_TRACE_CALLS_H
#define BSIM_TRACE_CALLS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* The further number of a constructor of a grid or a graph. */
enum { TRACE_MADE_REORDERED = 1, TRACE_MADE_ALONE };

/* Whether it is a collective of neighbours. name: of a function, without MPI_. */
static inline bool trace_is_of_neighbours(const char *name) {
    return strncmp(name, "Neighbor_", 9) == 0 || strncmp(name, "Ineighbor_", 10) == 0;
}

/* Whether it is a matched probe, or a receive of a message that one took. name: of a function, without MPI_. */
static inline bool trace_is_matched(const char *name) {
    return strcmp(name, "Mprobe") == 0 || strcmp(name, "Improbe") == 0 || strcmp(name, "Mrecv") == 0 ||
           strcmp(name, "Imrecv") == 0;
}

/* Whether it is partitioned communication. name: of a function, without MPI_. */
static inline bool trace_is_partitioned(const char *name) {
    return strcmp(name, "Psend_init") == 0 || strcmp(name, "Precv_init") == 0 || strncmp(name, "Pready", 6) == 0 ||
           strcmp(name, "Parrived") == 0;
}

/* Whether it uses files, or is one-sided communication. name: of a function, without MPI_. */
static inline bool trace_is_of_object(const char *name) {
    const char *rest = name[0] == 'R' ? name + 1 : name;
    return strncmp(name, "File_", 5) == 0 || strncmp(name, "Win_", 4) == 0 || strcmp(name, "Put") == 0 ||
           strcmp(rest, "put") == 0 || strcmp(name, "Get") == 0 || strcmp(rest, "get") == 0 ||
           strcmp(name, "Accumulate") == 0 || strcmp(rest, "accumulate") == 0 || strcmp(name, "Get_accumulate") == 0 ||
           strcmp(rest, "get_accumulate") == 0 || strcmp(name, "Fetch_and_op") == 0 ||
           strcmp(name, "Compare_and_swap") == 0;
}

static inline bool trace_has_own_arguments(const char *name) {
    return trace_is_of_object(name) || trace_is_partitioned(name) || strncmp(name, "Start", 5) == 0 ||
           strcmp(name, "Cancel") == 0 || strcmp(name, "Request_get_status") == 0 || strncmp(name, "Wait", 4) == 0 ||
           strncmp(name, "Test", 4) == 0 || strcmp(name, "Probe") == 0 || strcmp(name, "Iprobe") == 0 ||
           trace_is_matched(name) || strncmp(name, "Comm_", 5) == 0 || strncmp(name, "Intercomm_", 10) == 0 ||
           strncmp(name, "Cart_", 5) == 0 || strncmp(name, "Graph_", 6) == 0 || strncmp(name, "Dist_graph_", 11) == 0;
}

/* Whether it makes a communicator. */
static inline bool trace_makes_comm(const char *name, const char *roles) {
    return trace_has_own_arguments(name) && roles[0] == 'c' && strcmp(name, "Comm_free") != 0 &&
           !trace_is_of_object(name);
}

/* Whether a call is a poll that found nothing. */
enum { TRACE_POLL_ARGS = 3 }; /* which have to be looked at */
static inline bool trace_found_nothing(const char *name, int nargs, const int64_t *args) {
    if (strncmp(name, "Test", 4) == 0)
        return nargs == 0;
    int at = strcmp(name, "Iprobe") == 0 || strcmp(name, "Improbe") == 0                ? 0
             : strcmp(name, "Win_test") == 0 || strcmp(name, "Request_get_status") == 0 ? 1
             : strcmp(name, "Parrived") == 0                                            ? 2
                                                                                        : -1;
    return at >= 0 && at < nargs && args[at] == 0;
}

/* Whether arguments with this role have numbers. */
static inline bool trace_has_number(char role, bool is_collective) {
    return strchr("ngkptcovwR", role) != NULL || (is_collective && strchr("brx", role) != NULL);
}

/* Whether the roles are those of a collective: they have no peer. */
static inline bool trace_is_collective(const char *roles) {
    return strchr(roles, 'c') != NULL && strpbrk(roles, "gp") == NULL;
}

/* Whether a rooted collective's send (receive) side is significant at the root only. */
static inline bool trace_sends_at_root_only(const char *name) {
    return strncmp(name, "Scatter", 7) == 0 || strncmp(name, "Iscatter", 8) == 0;
}
static inline bool trace_receives_at_root_only(const char *name) {
    return strncmp(name, "Gather", 6) == 0 || strncmp(name, "Igather", 7) == 0;
}

/* The place behind a list of n of a call's nargs numbers, which begins at `at`. n may be anything in a damaged trace.
 */
static inline int trace_behind_list(int at, int64_t n, int nargs) {
    return n <= 0 ? at : n < nargs - at ? at + (int)n : nargs;
}

#endif

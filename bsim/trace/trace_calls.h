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
 *   constructors of communicators
 *                        parent; new communicator or TRACE_NONE; the calling rank in it; its members as runs of ranks
 *                        of the parent: first one, stride, number
 *                        of an inter-communicator (Comm_dup) without members
 *   Intercomm_create     local communicator; new communicator; the calling rank in its group; local leader; on this
 * one, else TRACE_NONE: peer communicator, remote leader, tag Intercomm_merge      communicator; new communicator; the
 * calling rank in it; high (0 or 1) Comm_free            communicator A receive or probe of any source or tag has the
 * source and tag of its message, if it was completed. */
#ifndef BSIM_TRACE_CALLS_H
#define BSIM_TRACE_CALLS_H

#include <stdbool.h>
#include <string.h>

/* Whether it is a collective of neighbours. name: of a function, without MPI_. */
static inline bool trace_is_of_neighbours(const char *name) {
    return strncmp(name, "Neighbor_", 9) == 0 || strncmp(name, "Ineighbor_", 10) == 0;
}

/* Whether it is a matched probe, or a receive of a message that one took. name: of a function, without MPI_. */
static inline bool trace_is_matched(const char *name) {
    return strcmp(name, "Mprobe") == 0 || strcmp(name, "Improbe") == 0 || strcmp(name, "Mrecv") == 0 ||
           strcmp(name, "Imrecv") == 0;
}

static inline bool trace_has_own_arguments(const char *name) {
    return strncmp(name, "Start", 5) == 0 || strcmp(name, "Cancel") == 0 || strncmp(name, "Wait", 4) == 0 ||
           strncmp(name, "Test", 4) == 0 || strcmp(name, "Probe") == 0 || strcmp(name, "Iprobe") == 0 ||
           trace_is_matched(name) || strncmp(name, "Comm_", 5) == 0 || strncmp(name, "Intercomm_", 10) == 0 ||
           strncmp(name, "Cart_", 5) == 0 || strncmp(name, "Graph_", 6) == 0 || strncmp(name, "Dist_graph_", 11) == 0;
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

#endif

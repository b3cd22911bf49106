/* content_args.h - the arguments of a call as numbers of the log of contents (bsim/trace/trace_content.h), and as text.
 */
#ifndef LMPI_RECORD_CONTENT_ARGS_H
#define LMPI_RECORD_CONTENT_ARGS_H

#include <stddef.h>

#include "lmpi/record/record.h"

/* Puts the arguments into the list of numbers of call->in. The number of a message that is received is free then. */
void content_encode(const struct record_call *call);

/* The requests that the call takes, and how many; none for calls that make them. */
int content_requests(const struct record_call *call, MPI_Request **list);
/* Whether the call is one of MPI_Wait.. and MPI_Test... */
bool content_completes(int function);
/* Whether it makes a request: the last argument. */
bool content_makes_request(const struct record_call *call);
/* Whether it makes a communicator: the last argument. */
bool content_constructs(int function);
/* Whether it is MPI_Comm_idup, which makes a communicator and a request: the last two arguments. */
bool content_duplicates_later(const struct record_call *call);
/* Whether no member can leave the collective before all have come. */
bool content_waits_for_all(const struct record_call *call);
bool content_is_collective(const struct record_call *call);
/* Whether it is an Isendrecv, whose status MPICH 4.0 leaves empty. */
bool content_exchanges(const struct record_call *call);
/* Whether it receives a message that a matched probe took. */
bool content_takes_message(const struct record_call *call);
/* Whether it is a probe, matched or not. */
bool content_probes(int function);
/* Where a matched probe, or a receive of its message, has the message; NULL: the call has none. */
MPI_Message *content_message(const struct record_call *call);
/* Whether the log has nothing of it, so that it is refused in a replay. */
bool content_is_not_logged(const struct record_call *call);
/* Whether it makes a request of partitioned communication. */
bool content_makes_partitions(const struct record_call *call);
bool content_is_of_file(const struct record_call *call);
bool content_is_of_window(const struct record_call *call);
/* From how many processes a collective may receive: its neighbours, the other group, or all. comm: NULL: the call has
 * none. */
int content_sources(const struct record_call *call, const struct record_comm *comm);

/* Where a call that completes requests answers. NULL: it has no such argument. */
struct content_outcome {
    int count;               /* of the requests that it takes */
    int *flag;               /* Test.. */
    int *index;              /* ..any */
    int *outcount, *indices; /* ..some */
    MPI_Status *status;      /* of the request, of each, or of those that are complete */
    bool is_of_all;          /* ..all: completes all requests or none */
};
struct content_outcome content_outcome_of(const struct record_call *call);

/* "MPI_Send(count 4, 8 bytes each, to 1, tag 7, communicator 0)" for n numbers of the log. rank: of the caller in the
 * communicator; -1: not known. */
void content_text(char *text, size_t room, const char *name, const char *roles, const int64_t *number, size_t n,
                  int rank);

#endif

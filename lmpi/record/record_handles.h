/* record_handles.h - numbers of communicators, requests, messages, files and windows of a recorded process, or of a
 * simulated rank. A number is the smallest that is free, so that loops have equal calls in each round. */
#ifndef LMPI_RECORD_HANDLES_H
#define LMPI_RECORD_HANDLES_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct record_numbers {
    uint64_t *taken; /* owned */
    size_t words;
    size_t from; /* words below are full */
};

struct record_comm {
    MPI_Comm handle;
    int number, rank, size;
    int remote; /* the size of the remote group; 0: it has none */
};

struct record_request {
    int number;
    int rank; /* of this process in the communicator */
    bool is_persistent;
    bool takes_any;        /* a receive of any source or tag */
    int64_t event;         /* whose source and tag are still open; -1: none */
    int source_at, tag_at; /* indexes of its arguments; -1: not open */
    int bytes_at;          /* of a read of a file, in place of source and tag; 0: it is none */
};

/* A message that a matched probe took, and no receive yet. */
struct record_message {
    MPI_Message handle;
    int number;
};

/* A file or a window. */
struct record_object {
    uint64_t handle;
    int number, rank; /* of this process among its ranks; of windows only */
    int64_t event;    /* of a file: the split access that has begun and whose bytes are not known yet; -1: none */
};
struct record_objects {
    struct record_numbers numbers;
    struct record_object *list; /* owned */
    size_t n, room;
};

/* All zero: nothing is numbered. */
struct record_handles {
    struct record_numbers comm_numbers, request_numbers, message_numbers;
    struct record_objects files, windows;
    struct record_comm *comms; /* owned */
    size_t ncomms, comms_room, last_comm;
    struct record_message *messages; /* owned */
    size_t nmessages, messages_room;
    struct record_entry **slots, *unused; /* owned: a hash table of handles, each with a list in order of age */
    size_t nslots, nentries;
};
void lmpi_record_handles_free(struct record_handles *handles);

/* NULL if the communicator was made by a call that is not recorded. */
const struct record_comm *lmpi_record_comm_find(struct record_handles *handles, MPI_Comm comm);
/* Numbers a new communicator, in which this process has a rank. */
const struct record_comm *lmpi_record_comm_add(struct record_handles *handles, MPI_Comm comm, int rank, int size);
/* Says that a communicator has a remote group. */
void lmpi_record_comm_set_remote(struct record_handles *handles, MPI_Comm comm, int remote);
/* Gives the number of a communicator back. Returns it, or -1. */
int lmpi_record_comm_remove(struct record_handles *handles, MPI_Comm comm);

/* A request without a number; the handle may be one that is used several times (MPICH has one for all sends that end at
 * once). The pointer is good until the next call. */
struct record_request *lmpi_record_request_add(struct record_handles *handles, MPI_Request handle);
/* The oldest with this handle; NULL if there is none. */
struct record_request *lmpi_record_request_find(struct record_handles *handles, MPI_Request handle);
void lmpi_record_request_remove(struct record_handles *handles, MPI_Request handle);

/* Numbers a message. */
int lmpi_record_message_add(struct record_handles *handles, MPI_Message handle);
/* Gives the number of a message back. Returns it, or -1. */
int lmpi_record_message_remove(struct record_handles *handles, MPI_Message handle);

/* Numbers a file or a window. The pointer is good until the next is numbered. */
struct record_object *lmpi_record_object_add(struct record_objects *objects, uint64_t handle, int rank);
/* NULL if it was made by a call that is not recorded. */
struct record_object *lmpi_record_object_find(struct record_objects *objects, uint64_t handle);
/* Gives its number back. Returns it, or -1. */
int lmpi_record_object_remove(struct record_objects *objects, uint64_t handle);

/* Of the library and of the runtime, each its own: room for one more than n elements; it does not return without. New
 * room is not cleared. */
void *lmpi_record_grow(void *array, size_t n, size_t *room, size_t each);
void lmpi_record_free(void *memory);

#endif

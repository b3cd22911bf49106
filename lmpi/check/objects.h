/* objects.h - the objects that a rank has made, by handle (objects.c), and the uses of handles (handles.c). */
#ifndef LMPI_CHECK_OBJECTS_H
#define LMPI_CHECK_OBJECTS_H

#include "lmpi/check/check.h"

enum check_object_kind {
    CHECK_COMM,
    CHECK_TYPE,
    CHECK_OP,
    CHECK_GROUP,
    CHECK_ERRHANDLER,
    CHECK_KEYVAL,
    CHECK_INFO,
    CHECK_FILE,
    CHECK_WINDOW,
    CHECK_SESSION,
    CHECK_MEMORY, /* of MPI_Alloc_mem; the handle is its address */
    CHECK_OBJECT_KINDS
};

struct check_object {
    struct check_object *next;
    enum check_object_kind kind;
    intptr_t handle;
    const char *call; /* that made it; or freed it */
    const void *site;
    MPI_Request request; /* of MPI_Comm_idup: the communicator is there when it is complete */
};

/* The running rank's object with this handle that it has not freed; null: there is none. */
const struct check_object *lmpi_check_object_of(enum check_object_kind kind, intptr_t handle);
/* Where the running rank has freed its last object with this handle; null: it has not, or there are many since. */
const struct check_object *lmpi_check_object_freed(enum check_object_kind kind, intptr_t handle);
/* Whether a call frees an object; its handle is call->freed. */
bool lmpi_check_frees(const check_call *call, enum check_object_kind *kind);
/* A call ends the life of an object, though it may fail. */
void lmpi_check_object_is_gone(const check_call *call, enum check_object_kind kind, intptr_t handle);
/* "communicator". */
const char *lmpi_check_object_name(enum check_object_kind kind);

#endif

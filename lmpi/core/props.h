/* props.h - properties that a rank has attached to a shared object: attributes, error handler, name, and the
 * communicator's name in the trace. A rank that attaches nothing takes no memory. */
#ifndef LMPI_PROPS_H
#define LMPI_PROPS_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

enum lmpi_domain { LMPI_DOMAIN_COMM, LMPI_DOMAIN_TYPE, LMPI_DOMAIN_FILE, LMPI_DOMAIN_WIN };

typedef struct lmpi_attr {
    int keyval;
    void *value;
    struct lmpi_attr *next; /* the one that was set before */
} lmpi_attr;

typedef struct lmpi_props {
    enum lmpi_domain domain;
    int object,
        rank; /* id of the communicator, handle of the type or window, number of the file (0: none); world rank */
    lmpi_attr *attrs;          /* newest first */
    MPI_Errhandler errhandler; /* 0: the default */
    MPI_Info info;             /* of a communicator: its hints; 0: none */
    char *name;                /* owned; null: the default */
    char *trace_name;          /* owned; name in the trace of a communicator that the rank has made */
    int children;              /* while tracing: communicators that the rank has made from this one */
    struct lmpi_props *next;
} lmpi_props;

/* Null if the rank has attached nothing. */
lmpi_props *lmpi_props_find(enum lmpi_domain domain, int object, int rank);
/* Finds or makes the properties. They do not move until they are dropped. */
lmpi_props *lmpi_props_get(enum lmpi_domain domain, int object, int rank);
/* Frees the properties, whose attributes must be deleted already. */
void lmpi_props_drop(enum lmpi_domain domain, int object, int rank);

/* attr.c: copies the running rank's attributes of an object to a duplicate. from: the handle, for callbacks.
 * MPI_SUCCESS, or the error code of a callback; the duplicate has the attributes that were copied before. */
int lmpi_attr_copy_all(enum lmpi_domain domain, int from, int from_object, int to_object);
/* attr.c: deletes all attributes of the running rank, newest first. MPI_SUCCESS, or the error code of a callback. */
int lmpi_attr_delete_all(enum lmpi_domain domain, int handle, int object);
/* attr.c: keyvals of a domain, and attributes of the running rank, by keyvals that lmpi_keyval_valid accepts. copy and
 * remove: functions of MPI's interface for the domain, which all have one type in MPICH. MPI_SUCCESS, or the error code
 * of a callback. */
int lmpi_keyval_create(enum lmpi_domain domain, void *copy, void *remove, int *keyval, void *extra);
bool lmpi_keyval_valid(enum lmpi_domain domain, int keyval);
/* Whether attributes have it, of any rank. */
bool lmpi_keyval_is_used(int keyval);
/* MPI_ERR_KEYVAL if it is none that can be freed. */
int lmpi_keyval_free(enum lmpi_domain domain, int *keyval);
int lmpi_attr_set(enum lmpi_domain domain, int handle, int object, int keyval, void *value);
/* value: a void **, which stays as it is if there is none (*flag 0). */
void lmpi_attr_get(enum lmpi_domain domain, int object, int keyval, void *value, int *flag);
int lmpi_attr_delete(enum lmpi_domain domain, int handle, int object, int keyval);

#endif

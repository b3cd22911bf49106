/* props.h - what one rank has attached to an object that all ranks share: attributes, error handler, name, the
 * communicator's name in the trace. Most ranks attach nothing and cost nothing. */
#ifndef LMPI_PROPS_H
#define LMPI_PROPS_H

#include <mpi.h>
#include <stdint.h>

enum lmpi_domain { LMPI_DOMAIN_COMM, LMPI_DOMAIN_TYPE };

typedef struct lmpi_attr {
    int keyval;
    void *value;
    struct lmpi_attr *next; /* the one set before */
} lmpi_attr;

typedef struct lmpi_props {
    enum lmpi_domain domain;
    int object, rank;          /* id of the communicator or handle of the type; world rank */
    lmpi_attr *attrs;          /* newest first */
    MPI_Errhandler errhandler; /* 0: the default */
    char *name;                /* owned; null: the default */
    char *trace_name;          /* owned; communicators that the rank made, while tracing */
    int children;              /* communicators that the rank has made from this one, while tracing */
    struct lmpi_props *next;
} lmpi_props;

/* Null if the rank has attached nothing. */
lmpi_props *lmpi_props_find(enum lmpi_domain domain, int object, int rank);
/* Made if there is none. Stays where it is until dropped. */
lmpi_props *lmpi_props_get(enum lmpi_domain domain, int object, int rank);
/* Frees it; attributes must be gone. */
void lmpi_props_drop(enum lmpi_domain domain, int object, int rank);

/* attr.c. Copies the running rank's attributes of a communicator to a duplicate; gives an error code of a callback. */
int lmpi_attr_copy_all(MPI_Comm from, int from_id, int to_id);
/* Deletes all attributes of the running rank, newest first; gives an error code of a callback. */
int lmpi_attr_delete_all(enum lmpi_domain domain, int handle, int object);

#endif

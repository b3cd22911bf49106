/* contents.h - how a derived datatype was made, as MPICH remembers it. On the host's stack only. */
#ifndef LMPI_CONTENTS_H
#define LMPI_CONTENTS_H

#include <mpi.h>
#include <stdbool.h>

/* As MPI_Type_get_envelope and MPI_Type_get_contents give them. */
typedef struct lmpi_contents {
    int combiner, nints, naddresses, ntypes;
    int *ints;
    MPI_Aint *addresses;
    MPI_Datatype *types;
} lmpi_contents;

/* False if the type is a predefined one, which has no contents. */
bool lmpi_contents_read(lmpi_contents *contents, MPI_Datatype type);
void lmpi_contents_free(lmpi_contents *contents);

#endif

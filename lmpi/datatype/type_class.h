/* type_class.h - what two datatypes have in common: whether one rank's data may be another's. */
#ifndef LMPI_TYPE_CLASS_H
#define LMPI_TYPE_CLASS_H

#include <mpi.h>
#include <stdbool.h>

/* The basic type that a datatype consists of; 0: of several, or it is not known. */
MPI_Datatype lmpi_type_basic(MPI_Datatype datatype);

/* Whether a rank may give A where another one takes B. Types of one size and kind of number are alike whatever they are
 * called; MPI_BYTE and MPI_PACKED are like all others, and integers like unsigned ones, unless they are computed with.
 * Nothing is said of types that are not of one basic type. */
bool lmpi_types_agree(MPI_Datatype a, MPI_Datatype b, bool computed);

/* "MPI_INT", "a datatype of MPI_INT", "a datatype". Static buffers, good for the next call but one. */
const char *lmpi_type_label(MPI_Datatype datatype);

#endif
